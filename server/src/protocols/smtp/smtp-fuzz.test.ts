import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type InboundRig, startInboundRig } from '../../testing/inbound-rig.ts'
import { connectSmtp, type SmtpAnswer } from '../../testing/smtp-client.ts'
import { DataStream } from './data-stream.ts'
import { createLineEnds } from './line-ends.ts'

let rig: InboundRig

beforeAll(async () => {
  rig = await startInboundRig({
    limits: { badCommands: 10_000, idleCommands: 10_000, unknownRecipients: 10_000 },
  })
})
afterAll(() => rig.stop())

/** What a server that keeps to RFC 5321 §4.1.4 would be in. */
type State = 'start' | 'greeted' | 'mail' | 'rcpt'

/** The state machine: expected first digit of the answer, and the next state. */
const model: Record<string, (state: State) => [digit: number, next: State]> = {
  'EHLO c.example': () => [2, 'greeted'],
  'HELO c.example': () => [2, 'greeted'],
  'MAIL FROM:<a@b.example>': (state) => (state === 'greeted' ? [2, 'mail'] : [5, state]),
  'MAIL FROM:<>': (state) => (state === 'greeted' ? [2, 'mail'] : [5, state]),
  'mail from:<a@b.example> size=100': (state) => (state === 'greeted' ? [2, 'mail'] : [5, state]),
  'MAIL FROM:<a@b.example> SIZE=99999999999': (state) => [5, state],
  'MAIL FROM: nonsense': (state) => [5, state],
  'RCPT TO:<emma@example.test>': (state) =>
    state === 'mail' || state === 'rcpt' ? [2, 'rcpt'] : [5, state],
  'RCPT TO:<nobody@example.test>': (state) => [5, state],
  'RCPT TO:<x@elsewhere.example>': (state) => [5, state],
  RSET: (state) => [2, state === 'start' ? 'start' : 'greeted'],
  NOOP: (state) => [2, state],
  'VRFY x': (state) => [2, state],
  'EXPN x': (state) => [5, state],
  'AUTH PLAIN AGEAYg==': (state) => [5, state],
  'WIZ please': (state) => [5, state],
  '\0\0\0': (state) => [5, state],
  [`X${'y'.repeat(1_000)}`]: (state) => [5, state],
  '': (state) => [5, state],
  'DATA with a message': (state) => (state === 'rcpt' ? [2, 'greeted'] : [5, state]),
}

it('P10 keeps to the state machine of RFC 5321 in random sessions, one by one and pipelined', async () => {
  const commands = fc.array(fc.constantFrom(...Object.keys(model)), { minLength: 1, maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(commands, fc.boolean(), async (script, pipelined) => {
      const client = await connectSmtp(rig.port)
      let state: State = 'start'
      let mails = 0
      const before = rig.stored.length
      for (const command of script) {
        const [digit, next]: [number, State] = model[command]?.(state) ?? [5, state]
        const answer = await say(command)
        expect([command, answer?.text[0]]).toEqual([command, String(digit)])
        if (command.startsWith('DATA') && digit === 2) mails++
        state = next
      }
      await client.quit()
      expect(rig.stored.length - before).toBe(mails)

      async function say(command: string): Promise<SmtpAnswer> {
        if (!command.startsWith('DATA')) return client.command(command)
        const message = `X-Unique: ${Math.random()}\r\n\r\nText\r\n.\r\n`
        if (pipelined && state === 'rcpt') client.write(`DATA\r\n${message}`)
        else client.write('DATA\r\n')
        const first = await client.answer()
        if (first.code !== 354) return first
        if (!pipelined) client.write(message)
        return client.answer()
      }
    }),
    { numRuns: 40 },
  )
})

it('P10 survives random bytes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.uint8Array({ maxLength: 400 }), { maxLength: 10 }),
      async (pieces) => {
        const client = await connectSmtp(rig.port)
        for (const piece of pieces) client.write(Buffer.from(piece))
        client.destroy()
      },
    ),
    { numRuns: 50 },
  )
  const client = await connectSmtp(rig.port)
  expect((await client.hello()).code).toBe(250)
  await client.quit()
})

/** RFC 5321 §4.5.2, the slow and plain way. */
function plainly(wire: string): { message: string; rest: string } | null {
  let message = ''
  let rest = wire
  for (;;) {
    const end = rest.indexOf('\r\n')
    if (end < 0) return null
    const line = rest.slice(0, end)
    rest = rest.slice(end + 2)
    if (line === '.') return { message, rest }
    message += `${line.startsWith('.') ? line.slice(1) : line}\r\n`
  }
}

it('T25 finds the end of a message at the same place however the bytes come', async () => {
  const bit = fc.constantFrom('\r\n', '\r', '\n', '.', '..', 'x', '\r\n.', '\r\n.\r', 'text', '\0')
  const wires = fc.array(bit, { maxLength: 40 }).map((bits) => `${bits.join('')}\r\n.\r\nMAIL`)
  await fc.assert(
    fc.asyncProperty(
      wires,
      fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
      async (wire, sizes) => {
        const expected = plainly(wire)
        const found = await throughStream(wire, sizes)
        expect(found).toEqual({
          message: expected?.message,
          commands: expected?.rest.split(/\r?\n/),
        })
      },
    ),
    { numRuns: 500 },
  )
})

async function throughStream(
  wire: string,
  sizes: number[],
): Promise<{ message: string; commands: string[] }> {
  const stream = new DataStream({})
  const seen: string[] = []
  stream.oncommand = (line, next) => {
    seen.push(line.toString('latin1'))
    next?.()
  }
  const data = stream.startDataMode()
  const chunks: Buffer[] = []
  data.on('data', (chunk) => chunks.push(chunk))
  data.on('end', () => stream.continue())
  let at = 0
  for (let turn = 0; at < wire.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1
    const piece = Buffer.from(wire.slice(at, at + size), 'latin1')
    at += size
    await new Promise((resolve) => stream.write(piece, resolve))
  }
  await new Promise((resolve) => stream.end(resolve))
  return {
    message: Buffer.concat(chunks).toString('latin1'),
    commands: seen,
  }
}

it('T25 leaves no bare CR or LF, however the bytes come, and whole lines as they are', () => {
  const bit = fc.constantFrom('\r\n', '\r', '\n', 'x', '.', '\r\r\n', 'text')
  fc.assert(
    fc.property(
      fc.array(bit, { maxLength: 30 }),
      fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1 }),
      (bits, sizes) => {
        const text = bits.join('')
        const whole = normalised(text, [text.length + 1])
        expect(normalised(text, sizes)).toBe(whole)
        expect(whole).not.toMatch(/[^\r]\n|^\n|\r(?!\n)/)
        if (!/(?<!\r)\n|\r(?!\n)/.test(text)) expect(whole).toBe(text)
      },
    ),
    { numRuns: 1_000 },
  )
})

function normalised(text: string, sizes: number[]): string {
  const lines = createLineEnds()
  let out = ''
  let at = 0
  for (let turn = 0; at < text.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1
    out += lines.push(Buffer.from(text.slice(at, at + size), 'latin1')).toString('latin1')
    at += size
  }
  return out + lines.end().toString('latin1')
}
