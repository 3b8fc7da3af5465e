import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createKeptLines } from './kept-lines.ts'
import type { Source } from './sources/source.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** Lines to sources that only know whether they are open. */
function bench() {
  const closed: number[] = []
  const given: number[] = []
  const lines = createKeptLines((jobId) => void given.push(jobId))
  const open = (jobId: number): void => {
    const source = { close: () => void closed.push(jobId) } as Partial<Source> as Source
    lines.keep(jobId, { source, folder: null })
  }
  return { lines, open, closed, given }
}

it('issue 14: a line whose next turn another process took is hung up long before the lease ends, and one that goes on is not', () => {
  const { lines, open, closed, given } = bench()
  open(1)
  open(2)
  for (let turn = 0; turn < 20; turn++) {
    lines.unused(2)
    lines.unused(1)
    vi.advanceTimersByTime(5_000)
    lines.wanted(2)
  }
  expect(closed).toEqual([1])
  expect(given).toEqual([1])
  vi.advanceTimersByTime(60_000)
  expect(lines.of(2)).toBeDefined()
  lines.hangUpAll()
  vi.advanceTimersByTime(60_000)
  expect([closed, given]).toEqual([[1, 2], [1]])
})
