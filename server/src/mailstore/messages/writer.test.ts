import { expect, it } from 'vitest'
import { groupSize } from './writer.ts'

const message = (bytes: number, words = 0, copies = 1) => ({
  raw: Buffer.alloc(bytes),
  tsv: ' '.repeat(words),
  copies,
})

it.each([
  ['many small ones go together', Array.from({ length: 32 }, () => message(1_000, 1_000)), 32],
  ['many bytes do not', [message(20_000_000), message(6_000_000)], 1],
  ['nor many search words', [message(9, 600_000), message(9, 400_000), message(9, 100_000)], 2],
  ['nor many copies', [message(9, 9, 100), message(9), message(9, 9, 100)], 2],
  ['one is stored whatever it is', [message(9, 5_000_000), message(9)], 1],
])('P13 what is stored in one statement is bounded: %s', (_, messages, count) => {
  expect(groupSize(messages)).toBe(count)
})
