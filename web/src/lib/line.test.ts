// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { followLine, onLineBack, suspectLine } from './line.ts'

let answers: 'nothing' | number = 200
let asked = 0

beforeEach(() => {
  vi.useFakeTimers()
  asked = 0
  followLine()
  vi.stubGlobal('fetch', async () => {
    asked++
    if (answers === 'nothing') throw new TypeError('Failed to fetch')
    return { status: answers }
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('a fault of one call is no absence of the server', async () => {
  let back = 0
  const stop = onLineBack(() => {
    back++
  })
  answers = 200
  suspectLine()
  suspectLine()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked).toBe(1)
  expect(back).toBe(0)
  stop()
})

it('a server that is away is asked until it is back, a proxy that speaks for it included; then it is told once', async () => {
  let back = 0
  const stop = onLineBack(() => {
    back++
  })
  answers = 'nothing'
  suspectLine()
  await vi.advanceTimersByTimeAsync(5_000)
  answers = 502
  await vi.advanceTimersByTimeAsync(5_000)
  expect(back).toBe(0)
  expect(asked).toBeGreaterThan(3)
  answers = 200
  await vi.advanceTimersByTimeAsync(5_000)
  expect(back).toBe(1)
  const before = asked
  await vi.advanceTimersByTimeAsync(20_000)
  expect(asked).toBe(before)
  stop()
})
