import type pg from 'pg'
import { isConnectionLoss, socketOf } from './connections.ts'
import type { Sql } from './sql.ts'

/** Connections that are shared: while the database answers one flight, the next is read and sent. */
const lines = 2
/** A line that nobody used for so long goes back to the pool, in ms. */
const kept = 20_000

interface Line {
  client: pg.PoolClient
  /** Statements that wait for their answer. */
  waiting: number
  isGathering: boolean
  last: number
  end: () => void
}

export interface Flights {
  /** As `Db.query`. */
  query<Row>(statement: Sql<Row>): Promise<Row[]>
  /** Gives the lines back; what was asked on them is answered. */
  close(): void
}

/**
 * Look-ups by a key share a few connections: what is asked in one turn of the loop, by whoever, leaves in one write, and the database is
 * woken once for all of it. On a connection each they cost more in wakings, writes and reads than in looking up. Only for statements
 * that are answered from an index in well under a millisecond: whatever follows on the same line waits for them.
 */
export function createFlights(pool: pg.Pool, keptMs = kept): Flights {
  const open = new Set<Line>()
  let coming: Promise<Line> | null = null

  /** Once: by the end of the connection, by a statement that met it, or because nobody uses it. */
  const giveBack = (line: Line, lost?: Error): void => {
    if (!open.delete(line)) return
    line.client.off('end', line.end)
    line.client.release(lost)
  }
  const begin = async (): Promise<Line> => {
    const client = await pool.connect()
    const end = (): void => giveBack(line, new Error('the connection has ended'))
    const line: Line = { client, waiting: 0, isGathering: false, last: performance.now(), end }
    client.once('end', end)
    open.add(line)
    return line
  }
  const another = (): Promise<Line> => {
    if (!coming) {
      coming = begin().finally(() => {
        coming = null
      })
      // Heard by whoever has no other.
      coming.catch(() => undefined)
    }
    return coming
  }
  /** The one with the least to do; another one is on its way while all have something. */
  const leastBusy = (): Line | undefined => {
    const [least] = [...open].toSorted((one, other) => one.waiting - other.waiting)
    if (least && least.waiting > 0 && open.size < lines) void another()
    return least
  }
  const timer = setInterval(() => {
    const now = performance.now()
    for (const line of open) if (line.waiting === 0 && now - line.last > keptMs) giveBack(line)
  }, keptMs).unref()

  const ask = async <Row>(line: Line, statement: Sql<Row>): Promise<Row[]> => {
    line.waiting++
    line.last = performance.now()
    leaveTogether(line)
    try {
      return (await line.client.query(statement.compile())).rows as Row[]
    } catch (thrown) {
      if (isConnectionLoss(thrown)) giveBack(line, thrown)
      throw thrown
    } finally {
      line.waiting--
    }
  }
  return {
    // Counted in the turn in which it is asked: the next one sees it.
    query: async (statement) => ask(leastBusy() ?? (await another()), statement),
    close: () => {
      clearInterval(timer)
      for (const line of open) giveBack(line)
    },
  }
}

function leaveTogether(line: Line): void {
  if (line.isGathering) return
  line.isGathering = true
  const socket = socketOf(line.client)
  socket.cork()
  setImmediate(() => {
    line.isGathering = false
    socket.uncork()
  })
}
