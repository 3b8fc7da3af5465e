import type { Writable } from 'node:stream'
import type pg from 'pg'
import type { Sql } from './sql.ts'

/** Connections that are shared: one for each processor that the database may have beside us. */
const lines = 2
/** A line that nobody used for so long goes back to the pool, in ms. */
const kept = 20_000

interface Line {
  client: pg.PoolClient
  /** Statements that wait for their answer. */
  waiting: number
  isGathering: boolean
  last: number
}

export interface Flights {
  /** As `Db.query`. */
  query<Row>(statement: Sql<Row>): Promise<Row[]>
  /** Gives the lines back. */
  close(): void
}

/**
 * Look-ups by a key share a few connections: what is asked in one turn of the loop, by whoever, leaves in one write, and the database is
 * woken once for all of it. On a connection each they cost more in wakings, writes and reads than in looking up. Only for statements
 * that are answered from an index in well under a millisecond: whatever follows on the same line waits for them.
 */
export function createFlights(pool: pg.Pool, keptMs = kept): Flights {
  const open: Line[] = []
  let coming: Promise<Line> | null = null

  const begin = async (): Promise<Line> => {
    const client = await pool.connect()
    const line: Line = { client, waiting: 0, isGathering: false, last: performance.now() }
    open.push(line)
    // The pool throws away a connection that is lost.
    client.once('end', () => forget(line))
    return line
  }
  const forget = (line: Line): boolean => {
    const at = open.indexOf(line)
    if (at < 0) return false
    open.splice(at, 1)
    return true
  }
  const giveBack = (line: Line, lost?: Error): void => {
    if (forget(line)) line.client.release(lost)
  }
  /** The one with the least to do; another one is opened while all have something. */
  const lineNow = async (): Promise<Line> => {
    const [least] = open.toSorted((one, other) => one.waiting - other.waiting)
    if (least && (least.waiting === 0 || open.length === lines)) return least
    if (!coming) {
      coming = begin().finally(() => {
        coming = null
      })
      // Heard by whoever has no other.
      coming.catch(() => undefined)
    }
    return least ?? coming
  }
  const timer = setInterval(() => {
    const now = performance.now()
    for (const line of [...open]) if (line.waiting === 0 && now - line.last > keptMs) giveBack(line)
  }, keptMs).unref()

  return {
    query: async <Row>(statement: Sql<Row>) => {
      const line = await lineNow()
      line.waiting++
      line.last = performance.now()
      leaveTogether(line)
      try {
        return (await line.client.query(statement.compile())).rows as Row[]
      } catch (thrown) {
        // One that lost its server answers nobody any more.
        if (!isAnswer(thrown)) giveBack(line, thrown instanceof Error ? thrown : undefined)
        throw thrown
      } finally {
        line.waiting--
      }
    },
    close: () => {
      clearInterval(timer)
      for (const line of [...open]) giveBack(line)
    },
  }
}

function leaveTogether(line: Line): void {
  if (line.isGathering) return
  line.isGathering = true
  const { stream } = (line.client as unknown as { connection: { stream: Writable } }).connection
  stream.cork()
  setImmediate(() => {
    line.isGathering = false
    stream.uncork()
  })
}

/** The database refused the statement (SQLSTATE): the connection is well. Classes 08, 57P and 53 say that it is not. */
const isAnswer = (thrown: unknown): boolean =>
  typeof thrown === 'object' &&
  thrown !== null &&
  'code' in thrown &&
  /^[0-9A-Z]{5}$/.test(String(thrown.code)) &&
  !/^(?:08|57P|53)/.test(String(thrown.code))
