import { expect, it } from 'vitest'
import { systemClock } from '../clock.ts'
import { createBuckets } from './rate-limit.ts'

it('P7 a flood of addresses does not fill the bucket of one that is at work again', () => {
  const buckets = createBuckets({ ...systemClock, now: () => new Date(0) })
  const rate = { max: 5, perSeconds: 60 }
  const passed: boolean[] = []
  for (let one = 0; one < 60_000; one++) {
    buckets.take(`network ${one}`, rate)
    if (one % 1_000 === 0) passed.push(buckets.take('loud', rate))
  }
  expect(passed.filter(Boolean)).toHaveLength(5)
})
