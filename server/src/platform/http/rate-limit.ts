import type { RateLimit } from '@hongyan/contract/endpoint'
import type { Clock } from '../clock.ts'

interface Bucket {
  tokens: number
  at: number
}

const maxBuckets = 50_000

/** Token buckets of this process. */
export interface Buckets {
  /** Takes one token; false when the bucket is empty. */
  take(key: string, rate: RateLimit): boolean
}

export function createBuckets(clock: Clock): Buckets {
  let buckets = new Map<string, Bucket>()
  return {
    take: (key, { max, perSeconds }) => {
      const now = clock.now().getTime()
      const bucket = buckets.get(key) ?? { tokens: max, at: now }
      const refilled = Math.min(
        max,
        bucket.tokens + ((now - bucket.at) / 1000) * (max / perSeconds),
      )
      const allowed = refilled >= 1
      // Forgetting all is kinder than growing without bound under a flood of addresses.
      if (buckets.size > maxBuckets) buckets = new Map()
      buckets.set(key, { tokens: allowed ? refilled - 1 : refilled, at: now })
      return allowed
    },
  }
}
