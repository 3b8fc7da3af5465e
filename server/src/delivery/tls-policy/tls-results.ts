import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/pool.ts'
import type { Log } from '../../platform/log.ts'
import type { Part } from '../../platform/part.ts'
import { addTlsCounts, type TlsCount } from './tls-policy.queries.ts'

/** What a conversation came to, in the words of RFC 8460 §4.3. */
export type TlsResult =
  | 'success'
  | 'starttls-not-supported'
  | 'certificate-host-mismatch'
  | 'certificate-expired'
  | 'certificate-not-trusted'
  | 'validation-failure'
  | 'tlsa-invalid'
  | 'dnssec-invalid'
  | 'sts-policy-fetch-error'
  | 'sts-policy-invalid'

/** Under what a conversation was held: RFC 8460 §4.2, policy-type. */
export type PolicyType = 'tlsa' | 'sts' | 'no-policy-found'

export interface TlsNote {
  domain: string
  policy: PolicyType
  result: TlsResult
  /** The mail server; '' where none was reached. */
  host: string
}

export interface TlsResults extends Part {
  note(one: TlsNote): void
  /** Writes down what was noted. */
  flush(): Promise<void>
}

const mostKinds = 5_000
const every = 60_000

/** Counts conversations and writes them down once a minute: a figure of a report is not worth a transaction a mail. */
export function createTlsResults({
  database,
  clock,
  log,
}: {
  database: Database
  clock: Clock
  log: Log
}): TlsResults {
  let counts = new Map<string, TlsCount>()
  let timer: NodeJS.Timeout | null = null
  const flush = async () => {
    const noted = [...counts.values()]
    counts = new Map()
    if (noted.length === 0) return
    await addTlsCounts(database, noted).catch((thrown: unknown) =>
      log.warn({ err: thrown }, 'results of TLS could not be written down'),
    )
  }
  return {
    note: (one) => {
      const day = clock.now().toISOString().slice(0, 10)
      const key = [day, one.domain, one.policy, one.result, one.host].join(' ')
      const known = counts.get(key)
      if (known) known.sessions++
      else if (counts.size < mostKinds) counts.set(key, { ...one, day, sessions: 1 })
    },
    flush,
    start: async () => {
      timer = setInterval(() => void flush(), every)
      timer.unref()
    },
    stop: async () => {
      if (timer) clearInterval(timer)
      await flush()
    },
  }
}
