import { createHash, randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import {
  base64InTurns,
  freeNow,
  hashInTurns,
  inOwnTurn,
  joinInTurns,
  mapInTurns,
} from './in-turns.ts'

const megabyte = 1024 * 1024

/** How often others had their turn while the work went on. */
async function turnsDuring<T>(work: Promise<T>): Promise<{ turns: number; result: T }> {
  let turns = 0
  let isOver = false
  const result = work.finally(() => {
    isOver = true
  })
  while (!isOver) {
    await new Promise((resolve) => setImmediate(resolve))
    turns++
  }
  return { turns, result: await result }
}

it('P13 much is joined and hashed a piece at a time, with others served in between', async () => {
  const pieces = [randomBytes(5 * megabyte), randomBytes(3), randomBytes(6 * megabyte)]
  const whole = Buffer.concat(pieces)
  const joined = await turnsDuring(joinInTurns(pieces))
  expect(joined.result.equals(whole)).toBe(true)
  expect(joined.turns).toBeGreaterThanOrEqual(10)
  const hashed = await turnsDuring(hashInTurns(whole))
  expect(hashed.result).toEqual(createHash('sha256').update(whole).digest())
  expect(hashed.turns).toBeGreaterThanOrEqual(10)
})

it('P13 copies and hashes that go on at once share the turns between them', async () => {
  const pieces = [randomBytes(2 * megabyte), randomBytes(megabyte)]
  const whole = Buffer.concat(pieces)
  const work = Array.from({ length: 10 }, () => [joinInTurns(pieces), hashInTurns(whole)])
  const { turns } = await turnsDuring(Promise.all(work.flat()))
  expect(turns).toBeGreaterThanOrEqual(55)
})

it('memory that was freed is gone', () => {
  const bytes = Buffer.allocUnsafeSlow(megabyte)
  freeNow(bytes)
  expect(bytes.length).toBe(0)
})

/** How many turns of the loop forty pieces of work have, of which the eighth fails. */
async function turnsOf(work: () => void): Promise<number> {
  let turns = 0
  let going = true
  const count = () => {
    turns++
    if (going) setImmediate(count)
  }
  setImmediate(count)
  const done: number[] = []
  const works = Array.from({ length: 40 }, (_, at) =>
    inOwnTurn(() => {
      work()
      done.push(at)
      if (at === 7) throw new Error('seven')
    }).catch(() => undefined),
  )
  await Promise.all(works)
  going = false
  expect(done).toEqual(Array.from({ length: 40 }, (_, at) => at))
  return turns
}

it('P13 pieces of work that come together are no long turn of the loop, in their order; one that fails holds up none', async () => {
  const long = (): void => {
    const until = performance.now() + 3
    while (performance.now() < until);
  }
  expect(await turnsOf(long)).toBeGreaterThanOrEqual(38)
})

it('issue 16: pieces of work that are small do not wait for a turn each', async () => {
  expect(await turnsOf(() => undefined)).toBeLessThan(20)
})

it('issue 12 line 1: many small things, and the base64 of many bytes, have several turns of the loop', async () => {
  const list = Array.from({ length: 2_000 }, (_, n) => n)
  const mapped = await turnsDuring(mapInTurns(list, (n) => n * 2))
  expect(mapped.result).toEqual(list.map((n) => n * 2))
  expect(mapped.turns).toBeGreaterThanOrEqual(30)
  const bytes = randomBytes(4 * megabyte + 1)
  const encoded = await turnsDuring(base64InTurns(bytes))
  expect(encoded.result.join('') === bytes.toString('base64')).toBe(true)
  expect(encoded.turns).toBeGreaterThanOrEqual(12)
})
