import type { MxRecord } from 'node:dns'
import { promises as dns } from 'node:dns'
import type { Clock } from '../../platform/clock.ts'
import { slowWork } from '../../platform/db/slow-work.ts'
import type { Log } from '../../platform/log.ts'
import { createBreaker } from './breaker.ts'
import { createDnsCache } from './dns-cache.ts'
import { DnsError, isServerTrouble } from './dns-error.ts'

/** What an answer looks like for each record type we ask for. */
export interface Answers {
  A: string[]
  AAAA: string[]
  MX: MxRecord[]
  TXT: string[][]
  PTR: string[]
  CNAME: string[]
}

export type RecordType = keyof Answers

/** DNS for everything about mail: cached, bounded in time, quick to give up when the servers are away. */
export interface DnsResolver {
  /**
   * The records of a name. An absent name or type throws with code ENOTFOUND or ENODATA; servers that
   * cannot be reached in time throw ETIMEOUT (node:dns codes).
   */
  query<T extends RecordType>(name: string, type: T): Promise<Answers[T]>
  /** A resolver of the same answers, with all questions asked through it together ending within `milliseconds`. */
  within(milliseconds: number): DnsResolver
  stop(): void
}

export interface ResolverOptions {
  /** `host` or `host:port`; empty: those of the system. */
  servers: readonly string[]
  clock: Clock
  log: Log
  /** Longest wait for one answer, in ms. */
  lookupTimeout?: number
  /** How long nothing is asked after the servers stopped answering, in ms. */
  pause?: number
}

/**
 * RFC 6761: nothing is registered below these names. Without servers of our own (a test sets them) the
 * answer is known, so the demo domain and machines without DNS do not wait.
 */
const reserved = /(^|\.)(test|invalid|localhost|example|local)\.?$/i

export function createResolver(options: ResolverOptions): DnsResolver {
  const { servers, clock, log, lookupTimeout = 2_000, pause = 30_000 } = options
  const resolver = new dns.Resolver({ timeout: Math.ceil(lookupTimeout / 2), tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)
  const cache = createDnsCache(clock)
  const breaker = createBreaker({ clock, log, pause })
  const open = new Map<string, Promise<unknown[]>>()

  const ask = async (name: string, type: RecordType): Promise<unknown[]> => {
    try {
      const { records, ttl } = await deadline(lookup(resolver, name, type), lookupTimeout)
      breaker.answered()
      cache.put(`${type} ${name}`, { records, ttl })
      return records
    } catch (thrown) {
      const code = codeOf(thrown)
      if (isServerTrouble(code)) breaker.failed(name)
      else breaker.answered()
      cache.put(`${type} ${name}`, { code })
      throw new DnsError(code, name)
    }
  }

  const query = async (given: string, type: RecordType): Promise<unknown[]> => {
    const name = given.toLowerCase()
    const key = `${type} ${name}`
    const known = cache.get(key)
    if (known && 'records' in known) return known.records
    if (known) throw new DnsError(known.code, name)
    if (servers.length === 0 && reserved.test(name)) throw new DnsError('ENOTFOUND', name)
    if (breaker.isOpen()) throw new DnsError('ETIMEOUT', name)
    let asked = open.get(key)
    if (!asked) {
      asked = ask(name, type).finally(() => open.delete(key))
      open.set(key, asked)
    }
    return asked
  }
  return bounded({ query, stop: () => resolver.cancel(), until: Number.POSITIVE_INFINITY })
}

interface Bounded {
  query(name: string, type: RecordType): Promise<unknown[]>
  stop(): void
  until: number
}

function bounded({ query, stop, until }: Bounded): DnsResolver {
  return {
    query: async <T extends RecordType>(name: string, type: T) => {
      slowWork('the network')
      const left = until - performance.now()
      if (left <= 0) throw new DnsError('ETIMEOUT', name)
      const asked = query(name, type)
      // A copy: callers sort. The cast is what node:dns promises for the type that was asked.
      const records = await (left === Number.POSITIVE_INFINITY ? asked : deadline(asked, left))
      return [...records] as Answers[T]
    },
    within: (milliseconds) =>
      bounded({ query, stop, until: Math.min(until, performance.now() + milliseconds) }),
    stop,
  }
}

/** Types whose TTL node:dns does not tell are kept this long, in seconds. */
const defaultTtl = 300

async function lookup(
  resolver: dns.Resolver,
  name: string,
  type: RecordType,
): Promise<{ records: unknown[]; ttl: number }> {
  if (type !== 'A' && type !== 'AAAA') {
    return { records: (await resolver.resolve(name, type)) as unknown[], ttl: defaultTtl }
  }
  const found = await (type === 'A'
    ? resolver.resolve4(name, { ttl: true })
    : resolver.resolve6(name, { ttl: true }))
  return {
    records: found.map((one) => one.address),
    ttl: Math.min(defaultTtl, ...found.map((one) => one.ttl)),
  }
}

function deadline<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new DnsError('ETIMEOUT', '')),
      Math.min(milliseconds, 2 ** 31 - 1),
    )
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

const codeOf = (thrown: unknown): string =>
  thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string'
    ? thrown.code
    : 'EBADNAME'
