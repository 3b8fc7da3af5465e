import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isLoadingShown, withOverlay } from './loading.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const shown = isLoadingShown

it('SHELL-31 LIMITS-04 the overlay closes 300 ms after the last of several calls, and not between two', async () => {
  const first = Promise.withResolvers<void>()
  const second = Promise.withResolvers<void>()
  const one = withOverlay(() => first.promise)
  const two = withOverlay(() => second.promise)
  expect(shown()).toBe(true)
  first.resolve()
  await one
  await vi.advanceTimersByTimeAsync(1_000)
  expect(shown()).toBe(true)
  second.resolve()
  await two
  await vi.advanceTimersByTimeAsync(299)
  expect(shown()).toBe(true)
  const third = Promise.withResolvers<void>()
  const three = withOverlay(() => third.promise)
  await vi.advanceTimersByTimeAsync(500)
  expect(shown()).toBe(true)
  third.resolve()
  await three
  await vi.advanceTimersByTimeAsync(300)
  expect(shown()).toBe(false)
})

it('SHELL-31 a call that fails takes its overlay along', async () => {
  await expect(withOverlay(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await vi.advanceTimersByTimeAsync(300)
  expect(shown()).toBe(false)
})
