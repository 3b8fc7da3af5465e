import { afterEach, expect, it, vi } from 'vitest'
import { returnMemoryWhenIdle } from './idle-memory.ts'

afterEach(() => void vi.useRealTimers())

it('the heap is collected when a load is over, once more three minutes later, and not again before the next', async () => {
  vi.useFakeTimers()
  const quiet = Array.from({ length: 12 }, () => 0.01)
  const load = [0.9, 0.6, ...quiet, 0.3, 0.02, 0, 0.4, ...quiet]
  const collectedAt: number[] = []
  const thoroughlyAt: number[] = []
  let look = 0
  const part = returnMemoryWhenIdle({
    utilisation: () => load[look++] ?? 0,
    collect: (thoroughly) => void (thoroughly ? thoroughlyAt : collectedAt).push(look),
  })
  await part.start?.()
  vi.advanceTimersByTime(load.length * 20_000)
  await part.stop?.()
  expect(look).toBe(load.length)
  expect(collectedAt).toEqual([3, 16, 19])
  expect(thoroughlyAt).toEqual([11, 27])
})

it('gives back what nobody uses', async () => {
  vi.useFakeTimers()
  const part = returnMemoryWhenIdle({ utilisation: () => 0 })
  let waste: object[] | null = Array.from({ length: 400_000 }, (_, index) => ({ index }))
  const { heapUsed } = process.memoryUsage()
  waste = null
  await part.start?.()
  vi.advanceTimersByTime(20_000)
  await part.stop?.()
  expect(waste).toBe(null)
  expect(process.memoryUsage().heapUsed).toBeLessThan(heapUsed - 10_000_000)
})
