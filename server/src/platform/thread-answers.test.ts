import { expect, it } from 'vitest'
import { type PackedAnswer, packed, received } from './thread-answers.ts'

const answers = () => ({
  text: 'a'.repeat(300_000),
  html: null,
  parts: [{ name: 'ä'.repeat(300_000) }, { name: 'short', bytes: new Uint8Array([1]) }],
  deep: { wide: `中\ud800${'文'.repeat(300_000)}`, at: new Date(0), none: undefined },
})

const longest = (value: unknown): number => {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return 0
  return Math.max(0, ...Object.values(value).map(longest))
}

it('issue 12 line 1: no message of a thread has a long text in it, and all of them arrive as they were', async () => {
  const said = packed(answers())
  expect(longest(said.value)).toBeLessThan(1_000)
  const transfer = said.texts.map(({ bytes }) => bytes.buffer)
  expect(await received(structuredClone(said, { transfer }) as PackedAnswer)).toEqual(answers())
})

it('an answer that is one long text, or none, is the same afterwards', async () => {
  for (const one of ['x'.repeat(400_000), 'short', '', null, undefined, 7, ['a', 'b']])
    expect(await received(structuredClone(packed(one)) as PackedAnswer)).toEqual(one)
})
