import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import { messageOf } from '../errors.ts'
import type { Log } from '../log.ts'

/** A named thing that happened, told to every process on the same database. */
export interface Events {
  /**
   * Tells what has been committed: listeners of this process at once, other processes within some
   * milliseconds. Payloads must be small JSON; large ones are for the feed, not for here.
   */
  announce(topic: string, payload: unknown): void
  /** @returns a function that ends the listening */
  on(topic: string, listener: (payload: unknown) => void): () => void
  /** Called when announcements of other processes may have been missed (the connection was lost). */
  onGap(listener: () => void): () => void
  start(): Promise<void>
  /** Returns when everything that was announced has been told, also where `start` was never called (commands). */
  stop(): Promise<void>
}

const channel = 'hongyan_events'
/** NOTIFY takes at most 8000 bytes. */
const maxPayload = 7_500
/** NOTIFY takes a lock on the whole database until its commit; gathering keeps deliveries from queueing on it. */
const gatherMs = 4

interface Packet {
  topic: string
  payload: unknown
}

interface Options {
  database: Database
  log: Log
  clock: Clock
}

/** LISTEN/NOTIFY between processes, plain calls inside one. */
export function createEvents({ database, log, clock }: Options): Events {
  const self = randomUUID()
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  const gapListeners = new Set<() => void>()
  let waiting: Packet[] = []
  let timer: NodeJS.Timeout | null = null
  let client: pg.Client | null = null
  let stopped = false
  const underWay = new Set<Promise<unknown>>()

  const tell = (topic: string, payload: unknown) => {
    for (const listener of listeners.get(topic) ?? []) {
      try {
        listener(payload)
      } catch (thrown) {
        log.error({ err: thrown, topic }, 'an event listener failed')
      }
    }
  }

  const flush = () => {
    timer = null
    const packets = waiting
    waiting = []
    for (const body of pack(self, packets)) {
      const telling = notify(body)
        .catch((thrown) => log.warn({ reason: messageOf(thrown) }, 'an event was not announced'))
        .finally(() => underWay.delete(telling))
      underWay.add(telling)
    }
  }

  /** Through the listening connection, which waits for no disk; through another one when it is down. */
  const notify = async (body: string): Promise<void> => {
    const viaPool = () => database.run(sql`SELECT pg_notify(${channel}, ${body})`)
    const own = client
    if (!own) return void (await viaPool())
    await own
      .query({ name: 'notify', text: 'SELECT pg_notify($1, $2)', values: [channel, body] })
      .catch(viaPool)
  }

  const receive = (body: string | undefined) => {
    const { from, packets } = JSON.parse(body ?? '{}') as { from?: string; packets?: Packet[] }
    if (from === self) return
    for (const { topic, payload } of packets ?? []) tell(topic, payload)
  }

  const listen = async (): Promise<void> => {
    const opened = await database.connect()
    client = opened
    opened.on('notification', (message) => receive(message.payload))
    opened.on('end', () => {
      if (!stopped && client === opened) void reconnect()
    })
    // A NOTIFY waits for the disk like a change, yet what it tells is committed already.
    await opened.query(`SET synchronous_commit = off; LISTEN ${channel}`)
  }

  const reconnect = async (): Promise<void> => {
    client = null
    for (let wait = 100; !stopped; wait = Math.min(wait * 2, 2_000)) {
      await clock.sleep(wait)
      try {
        await listen()
        for (const listener of gapListeners) listener()
        return
      } catch (thrown) {
        log.warn({ reason: messageOf(thrown) }, 'the event connection is down')
      }
    }
  }

  return {
    announce: (topic, payload) => {
      tell(topic, payload)
      waiting.push({ topic, payload })
      timer ??= setTimeout(flush, gatherMs)
    },
    on: (topic, listener) => {
      const set = listeners.get(topic) ?? new Set()
      listeners.set(topic, set.add(listener))
      return () => set.delete(listener)
    },
    onGap: (listener) => {
      gapListeners.add(listener)
      return () => gapListeners.delete(listener)
    },
    start: listen,
    stop: async () => {
      stopped = true
      if (timer) clearTimeout(timer)
      if (waiting.length > 0) flush()
      await Promise.all(underWay)
      await client
        ?.end()
        .catch((lost) => log.debug({ reason: messageOf(lost) }, 'event connection'))
    },
  }
}

function* pack(from: string, packets: readonly Packet[]): Generator<string> {
  let group: Packet[] = []
  for (const packet of packets) {
    const body = JSON.stringify({ from, packets: [...group, packet] })
    if (Buffer.byteLength(body) <= maxPayload) {
      group.push(packet)
      continue
    }
    if (group.length > 0) yield JSON.stringify({ from, packets: group })
    group = [packet]
  }
  if (group.length > 0) yield JSON.stringify({ from, packets: group })
}
