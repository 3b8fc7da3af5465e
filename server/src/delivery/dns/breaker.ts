import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'

/** Silent questions in a row before the servers count as away … */
const maxFailures = 5
/** … about this many different domains: one sender's tarpit must not stop the questions about others. */
const minDomains = 3

/** Stops asking for a while when the DNS servers do not answer. */
export interface Breaker {
  isOpen(): boolean
  answered(): void
  failed(name: string): void
}

interface Options {
  clock: Clock
  log: Log
  /** ms */
  pause: number
}

export function createBreaker({ clock, log, pause }: Options): Breaker {
  let failures = 0
  let domains = new Set<string>()
  let openUntil = 0
  const reset = (): void => {
    failures = 0
    domains = new Set()
  }
  return {
    isOpen: () => openUntil > clock.now().getTime(),
    answered: reset,
    failed: (name) => {
      failures++
      if (domains.size < minDomains) domains.add(name.split('.').slice(-2).join('.'))
      if (failures < maxFailures || domains.size < minDomains) return
      reset()
      openUntil = clock.now().getTime() + pause
      log.warn({ pauseSeconds: pause / 1000 }, 'the DNS servers do not answer; asking again later')
    },
  }
}
