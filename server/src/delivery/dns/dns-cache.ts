import type { Clock } from '../../platform/clock.ts'

export type CachedAnswer = { records: unknown[]; ttl: number } | { code: string }

const maxEntries = 10_000
/** A domain may publish 64 kB of TXT; ten thousand of those are not kept. */
const maxCharacters = 4_096
const minSeconds = 5
const absentSeconds = 60
const troubleSeconds = 10

/** Answers for a while, the oldest dropped first. */
export interface DnsCache {
  get(key: string): CachedAnswer | undefined
  put(key: string, answer: CachedAnswer): void
}

export function createDnsCache(clock: Clock): DnsCache {
  const entries = new Map<string, { answer: CachedAnswer; until: number }>()
  return {
    get: (key) => {
      const entry = entries.get(key)
      if (!entry) return undefined
      if (entry.until > clock.now().getTime()) return entry.answer
      entries.delete(key)
      return undefined
    },
    put: (key, answer) => {
      if (sizeOf(answer) > maxCharacters) return
      entries.delete(key)
      entries.set(key, { answer, until: clock.now().getTime() + secondsFor(answer) * 1000 })
      const [oldest] = entries.keys()
      if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest)
    },
  }
}

function secondsFor(answer: CachedAnswer): number {
  if ('records' in answer) return Math.max(minSeconds, answer.ttl)
  return answer.code === 'ENOTFOUND' || answer.code === 'ENODATA' ? absentSeconds : troubleSeconds
}

const sizeOf = (answer: CachedAnswer): number =>
  'records' in answer ? JSON.stringify(answer.records).length : 0
