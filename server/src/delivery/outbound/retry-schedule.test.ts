import { expect, it } from 'vitest'
import { isDelayNews, nextAttempt } from './retry-schedule.ts'

const created = new Date('2026-01-01T00:00:00Z')
const after = (minutes: number) => new Date(created.getTime() + minutes * 60_000)

it('COMPOSE-05 waits 1, 5, 15, 30 minutes, 1, 2, 4, 4 hours between attempts and gives up after three days', () => {
  const gaps: number[] = []
  let now = created
  for (let attempts = 1; ; attempts++) {
    const next = nextAttempt({ created, now, attempts }, 0)
    if (!next) break
    gaps.push((next.getTime() - now.getTime()) / 60_000)
    now = next
  }
  expect(gaps.slice(0, 9)).toEqual([1, 5, 15, 30, 60, 120, 240, 240, 240])
  expect(now).toEqual(after(3 * 24 * 60))
})

it('COMPOSE-05 tells the sender of a delay once, by the first attempt after four hours', () => {
  expect(isDelayNews({ created, lastTried: after(111), now: after(231) })).toBe(false)
  expect(isDelayNews({ created, lastTried: after(231), now: after(471) })).toBe(true)
  expect(isDelayNews({ created, lastTried: after(471), now: after(711) })).toBe(false)
  expect(isDelayNews({ created, lastTried: created, now: after(300) })).toBe(true)
})
