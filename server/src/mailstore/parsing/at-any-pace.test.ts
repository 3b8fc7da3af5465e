import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { atAnyPace } from './at-any-pace.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

it('T23 who comes just in time for each piece of a large mail holds its place for a few seconds, and gets all of it', async () => {
  const whole = Array.from({ length: 40 }, (_, at) => Buffer.alloc(1_000, at))
  async function* unpacked() {
    yield* whole
  }
  let isHeld = true
  let taken = 0
  const got: Buffer[] = []
  for await (const piece of atAnyPace(unpacked(), () => {
    isHeld = false
  })) {
    if (isHeld) taken++
    got.push(piece)
    await vi.advanceTimersByTimeAsync(1_400)
  }
  expect(taken).toBeLessThan(8)
  expect(Buffer.concat(got)).toEqual(Buffer.concat(whole))
})
