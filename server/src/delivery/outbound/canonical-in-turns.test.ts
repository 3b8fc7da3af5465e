import { expect, it } from 'vitest'
import { headerBlock, withCrlf } from './canonical-bytes.ts'
import { canonicalDigest, joinCanonical, leaving, splitMail } from './canonical-in-turns.ts'

/** Every line end beside every other, small, and where pieces of a large body meet. */
const ends = ['\r\n', '\n', '\r', '\r\r\n', '\n\r', '\n\n']
const mails = [
  ...ends.flatMap((one) => ends.map((two) => `A: b${one}C: d${two}${two}text${one}more${two}`)),
  'A: b',
  'A: b\r\n',
  '\r\n\r\ntext',
  '',
  ...ends.map((end) => `A: b\r\n\r\n${'x'.repeat(128 * 1024 - 3)}${end}${'y'.repeat(10)}${end}z`),
  ...ends.map((end) => `A: b\r\n\r\n${end.repeat(100_000)}z`),
].map((text) => Buffer.from(text))

it('T25 a mail whose header and body are done apart, in turns, is what one pass over all of it makes', async () => {
  for (const raw of mails) {
    const split = splitMail(raw, 256 * 1024)
    if (!split) throw new Error('no header')
    const whole = await joinCanonical(split.header, split.body)
    const expected = raw.length === 0 ? raw : withCrlf(raw)
    expect(whole.equals(expected)).toBe(true)
    if (split.header.length > 0) expect(split.header.equals(headerBlock(expected))).toBe(true)
    expect(await canonicalDigest(raw)).toEqual(await canonicalDigest(expected))
  }
})

it('T31 a header that does not end is not looked for in the whole mail', () => {
  expect(splitMail(Buffer.from(`A: ${'x'.repeat(1000)}\r\n\r\n`), 1000)).toBeNull()
  expect(splitMail(Buffer.from(`A: b\r\n\r\n${'x'.repeat(1000)}`), 1000)?.header.toString()).toBe(
    'A: b\r\n',
  )
})

it.each([
  ['a\r\nb\r\n', 'a\r\nb\r\n'],
  ['a\nb\n', 'a\r\nb\r\n'],
  ['a\rb\r\n', 'a\r\nb\r\n'],
  ['x\n.\r\nMAIL FROM:<a@b>\r\n', 'x\r\n.\r\nMAIL FROM:<a@b>\r\n'],
  ['x\r\n.\rRCPT\n', 'x\r\n.\r\nRCPT\r\n'],
  ['', ''],
])('T25 hardening-mail: %j leaves without a bare CR or LF', async (raw, sent) => {
  const made = await leaving(Buffer.from(raw))
  expect(made.raw.toString()).toBe(sent)
  expect(made.isSevenBit).toBe(true)
})

it('P13 T25 a large mail that leaves is gone through in turns: others are served meanwhile', async () => {
  const lines = Buffer.from(`${'a line of somebody else\n'.repeat(170_000)}Grüße\n`)
  let turns = 0
  let isOver = false
  const serve = (): void => {
    turns++
    if (!isOver) setImmediate(serve)
  }
  setImmediate(serve)
  const made = await leaving(lines)
  isOver = true
  expect(made.isSevenBit).toBe(false)
  expect(made.raw.equals(withCrlf(lines))).toBe(true)
  // Pieces of 128 kB, at most some of them in a turn, three times over all of it.
  expect(turns).toBeGreaterThan(lines.length / (512 * 1024))
})
