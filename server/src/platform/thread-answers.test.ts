import { expect, it } from 'vitest'
import { memoryOf, type PackedAnswer, packed, received } from './thread-answers.ts'

const answers = () => ({
  text: 'a'.repeat(300_000),
  html: null,
  parts: [{ name: 'ä'.repeat(300_000) }, { name: 'short', bytes: new Uint8Array([1]) }],
  words: Array.from({ length: 20_000 }, (_, n) => `wörd${n}\ud800`),
  people: Array.from({ length: 3_000 }, (_, n) => ({ name: `n${n}`, at: [n, null, true] })),
  long: Array.from({ length: 600 }, (_, n) => (n === 7 ? 'x'.repeat(300_000) : 'y')),
  odd: Array.from({ length: 600 }, (_, n) => new Uint8Array([n % 256])),
  deep: { wide: `中\ud800${'文'.repeat(300_000)}`, at: new Date(0), none: undefined },
})

const longest = (value: unknown): number => {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return 0
  return Math.max(0, ...Object.values(value).map(longest))
}

/** Of the longest list, but for what is no text. */
const entries = (value: unknown): number => {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return 0
  const own = Array.isArray(value) ? value.length : 0
  return Math.max(own, ...Object.values(value).map(entries))
}

it('issue 12 line 1: no message of a thread has a long text or list in it, and all of them arrive as they were', async () => {
  const said = packed(answers())
  expect(longest(said.value)).toBeLessThan(1_000)
  expect(entries(said.value)).toBeLessThan(1_000)
  const transfer = memoryOf(said)
  expect(await received(structuredClone(said, { transfer }) as PackedAnswer)).toEqual(answers())
})

it('an answer that is one long text, or none, is the same afterwards', async () => {
  for (const one of ['x'.repeat(400_000), 'short', '', null, undefined, 7, ['a', 'b']])
    expect(await received(structuredClone(packed(one)) as PackedAnswer)).toEqual(one)
})
