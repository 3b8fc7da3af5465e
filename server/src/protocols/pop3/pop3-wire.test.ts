import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readCommandLine, readNumbers, refuseRest, WireError } from './wire/command-line.ts'
import { createDotStuffing, createTopLines } from './wire/dot-stuffing.ts'
import { createLineReader } from './wire/line-reader.ts'

const longest = 2_048

/** All lines of some bytes, cut where it is said. */
function linesOf(bytes: Buffer, cuts: readonly number[] = []): string[] {
  const reader = createLineReader()
  const lines: string[] = []
  let from = 0
  for (const at of [...cuts, bytes.length].sort((a, b) => a - b)) {
    reader.push(bytes.subarray(from, Math.max(from, at)))
    from = Math.max(from, at)
    for (let next = reader.next(longest); next; next = reader.next(longest))
      lines.push(next.kind === 'line' ? next.text : '(too long)')
  }
  return lines
}

/** What a program makes of an answer (RFC 1939 §3): lines up to the one dot, the first of two dots left out. */
function unstuffed(answer: Buffer): { message: string; rest: string } {
  const lines = answer.toString('latin1').split('\r\n')
  const end = lines.indexOf('.')
  return {
    message: lines
      .slice(0, end)
      .map((line) => `${line.startsWith('.') ? line.slice(1) : line}\r\n`)
      .join(''),
    rest: lines.slice(end + 1).join('\r\n'),
  }
}

function stuffed(bytes: Buffer, cuts: readonly number[] = []): Buffer {
  const stuffing = createDotStuffing()
  const pieces: Buffer[] = []
  let from = 0
  for (const at of [...cuts, bytes.length].sort((a, b) => a - b)) {
    pieces.push(stuffing.push(bytes.subarray(from, Math.max(from, at))))
    from = Math.max(from, at)
  }
  return Buffer.concat([...pieces, stuffing.end()])
}

it('CLIENTACCESS-01 POP3 lines are the same wherever the bytes are cut, and one without end is stopped at its limit', () => {
  const log = Buffer.from('USER a b\r\nPASS  x \nNOOP\r\n\r\nLIST 1\r\nRE')
  const whole = linesOf(log)
  expect(whole).toEqual(['USER a b', 'PASS  x ', 'NOOP', '', 'LIST 1'])
  for (let at = 0; at <= log.length; at++) expect(linesOf(log, [at])).toEqual(whole)
  expect(linesOf(log, [...log.keys()])).toEqual(whole)
  expect(linesOf(Buffer.alloc(longest + 2, 'x'))).toEqual(['(too long)'])
  expect(linesOf(Buffer.from(`${'x'.repeat(longest + 1)}\r\nNOOP\r\n`))).toEqual([
    '(too long)',
    'NOOP',
  ])
})

it('P11 random and mutated POP3 lines are commands or refused, and nothing else', () => {
  const word = fc.constantFrom('USER', 'pass', 'AUTH', 'RETR', 'TOP', 'UIDL', 'DELE', 'XYZ', '')
  const junk = fc.string({ unit: 'binary', maxLength: 60 })
  const line = fc.oneof(
    fc.tuple(word, fc.constantFrom(' ', '', '\t', '  '), junk).map((parts) => parts.join('')),
    fc.tuple(word, fc.integer(), fc.integer()).map((parts) => parts.join(' ')),
    junk,
  )
  fc.assert(
    fc.property(line, (text) => {
      try {
        const command = readCommandLine(text)
        expect(command.name).toMatch(/^[A-Z0-9]{1,12}$/)
        for (const number of readNumbers(command, 1)) expect(number).toBeGreaterThanOrEqual(0)
        refuseRest(command)
      } catch (thrown) {
        expect(thrown).toBeInstanceOf(WireError)
      }
    }),
    { numRuns: 2_000 },
  )
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.array(fc.nat(300)), (bytes, cuts) => {
      const log = Buffer.from(bytes)
      expect(linesOf(log, cuts)).toEqual(linesOf(log))
    }),
  )
})

it('CLIENTACCESS-01 a message comes through dot-stuffing byte for byte, wherever it is cut', () => {
  const text = fc
    .array(fc.constantFrom('.', '..', 'a', '\r\n', '\r\n.', '\r\n.\r\n', 'é', '\0', '\r', ' '))
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(text, fc.array(fc.nat(60)), (message, cuts) => {
      const bytes = Buffer.from(message, 'latin1')
      const answer = stuffed(bytes, cuts)
      const heard = unstuffed(answer)
      const isEnded = message === '' || message.endsWith('\r\n')
      const ended = message.endsWith('\r') ? `${message}\n` : `${message}\r\n`
      expect(heard.message).toBe(isEnded ? message : ended)
      expect(heard.rest).toBe('')
    }),
    { numRuns: 1_000 },
  )
})

it('T25 a mail whose lines end in LF alone does not end the answer and speak in our place', () => {
  const answer = stuffed(Buffer.from('Subject: x\n\na\n.\n+OK 1 octets\nb\n'))
  // As programs read that take LF for a line end (poplib).
  const lines = answer
    .toString('latin1')
    .split('\n')
    .map((line) => line.replace(/\r$/, ''))
  expect(lines.indexOf('.')).toBe(lines.length - 2)
  expect(unstuffed(answer).message).toBe('Subject: x\r\n\r\na\r\n.\r\n+OK 1 octets\r\nb\r\n')
})

it('CLIENTACCESS-01 TOP takes the header, the empty line and so many lines, wherever it is cut', () => {
  const message = Buffer.from('A: b\r\nC: d\r\n\r\none\r\n\r\nthree')
  const top = (lines: number, at: number): string => {
    const taking = createTopLines(lines)
    const pieces = [taking.push(message.subarray(0, at)), taking.push(message.subarray(at))]
    return Buffer.concat(pieces).toString()
  }
  for (let at = 0; at <= message.length; at++) {
    expect(top(0, at)).toBe('A: b\r\nC: d\r\n\r\n')
    expect(top(1, at)).toBe('A: b\r\nC: d\r\n\r\none\r\n')
    expect(top(2, at)).toBe('A: b\r\nC: d\r\n\r\none\r\n\r\n')
    expect(top(9, at)).toBe(String(message))
  }
})
