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
  /** The one that was asked for longest ago comes first. */
  const buckets = new Map<string, Bucket>()
  return {
    take: (key, { max, perSeconds }) => {
      const now = clock.now().getTime()
      const bucket = buckets.get(key) ?? { tokens: max, at: now }
      const refilled = Math.min(
        max,
        bucket.tokens + ((now - bucket.at) / 1000) * (max / perSeconds),
      )
      const allowed = refilled >= 1
      buckets.delete(key)
      buckets.set(key, { tokens: allowed ? refilled - 1 : refilled, at: now })
      // A flood of addresses pushes out what nobody asks for, not the bucket that somebody draws from right now.
      const [oldest] = buckets.keys()
      if (buckets.size > maxBuckets && oldest !== undefined) buckets.delete(oldest)
      return allowed
    },
  }
}
