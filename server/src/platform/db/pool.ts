import { Socket } from 'node:net'
import pg from 'pg'
import { codeOf, isConnectionLoss, socketOf } from './connections.ts'
import { createFlights } from './flights.ts'
import { sendLongValues } from './long-values.ts'
import { readNumbers, readTexts } from './read-arrays.ts'
import { inTransactionOf, slowWork } from './slow-work.ts'
import type { Sql } from './sql.ts'

// int8 as number: every id and counter stays below 2^53. timestamptz as Date, date as text.
pg.types.setTypeParser(20, Number)
// The driver reads arrays letter by letter, each as an object. int8[] as numbers: none of ours holds NULL.
const int8Array: number = 1016
const textArray: number = 1009
pg.types.setTypeParser(int8Array, readNumbers)
pg.types.setTypeParser(textArray, readTexts)

/**
 * Whatever can run a statement: the pool or an open transaction. Statements of one transaction run in the order in
 * which they were called; those that need nothing of each other may be called together (`Promise.all`) and travel
 * in one flight.
 */
export interface Db {
  /** All rows of a statement. */
  query<Row>(statement: Sql<Row>): Promise<Row[]>
  /** The number of rows that a statement changed. */
  run(statement: Sql<unknown>): Promise<number>
}

/** An open transaction. */
export interface Transaction extends Db {
  /** Calls the last statements: the COMMIT travels in their flight, and nothing can follow. @returns what they answer */
  ending<T>(statements: () => Promise<T>): Promise<T>
}

/** The pool: also opens transactions and dedicated connections. */
export interface Database extends Db {
  /**
   * Runs `work` in one READ COMMITTED transaction; any throw rolls back. A serialisation failure or
   * deadlock (40001, 40P01) is tried again, twice.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /** A connection of its own, outside the pool (LISTEN, advisory locks). The caller ends it. */
  connect(): Promise<pg.Client>
  /** Resolves when the server answers. */
  ping(): Promise<void>
  pool: pg.Pool
  close(): Promise<void>
}

export interface DatabaseOptions {
  connection: pg.ClientConfig
  max?: number
  /** How long work waits for a connection, in ms: while the process starts, and later. */
  patience?: { starting: number; running: number }
  onError: (error: Error) => void
}

/** A pool that waits longer for its first connections. */
export interface OpenedDatabase extends Database {
  /** The start is over: work that waits for a connection is refused sooner from now on. */
  started(): void
}

/** Whoever asks for a page does not wait for longer. */
export const patienceMs = 5_000

/** Opens a pool. Broken idle connections are reported to `onError` and replaced (P3). */
export function openDatabase({
  connection,
  max = 16,
  patience = { starting: patienceMs, running: patienceMs },
  onError,
}: DatabaseOptions): OpenedDatabase {
  const pool = new pg.Pool({
    ...connection,
    stream: pacedSocket,
    pipeline: true,
    max,
    connectionTimeoutMillis: patience.starting,
    idleTimeoutMillis: 30_000,
    application_name: 'hongyan',
  })
  pool.on('error', onError)
  pool.on('connect', (client) => {
    client.on('error', onError)
    sendLongValues(client)
  })
  const free = runner(pool)
  // A small pool has none to spare.
  const flights = max >= 8 ? createFlights(pool) : null
  // A transaction that waits for a second connection may wait for itself: sixteen such take all there are.
  const second = (): void => slowWork('a second connection')
  return {
    query: async (statement) => {
      second()
      return (flights && statement.isByKey ? flights : free).query(statement)
    },
    run: async (statement) => {
      second()
      return free.run(statement)
    },
    pool,
    started: () => {
      pool.options.connectionTimeoutMillis = patience.running
    },
    transaction: async (work) => {
      second()
      return withRetry(() => inTransaction(pool, work))
    },
    connect: async () => {
      second()
      const client = new pg.Client({
        ...connection,
        stream: pacedSocket,
        pipeline: true,
        application_name: 'hongyan',
      })
      client.on('error', onError)
      await client.connect()
      return client
    },
    ping: async () => void (await pool.query('SELECT 1')),
    close: () => {
      flights?.close()
      return pool.end()
    },
  }
}

/** So much comes from a socket at once where more of it waits. */
const wholePiece = 64 * 1024

/**
 * A long answer of the database is read a piece in each turn of the loop: the system hands over thirty-two of them in one, whose
 * rows are 90 ms in which nobody else is served.
 */
function pacedSocket(): Socket {
  const socket = new Socket()
  return socket.on('data', ({ length }) => {
    if (length < wholePiece) return
    socket.pause()
    setImmediate(() => socket.resume())
  })
}

function runner(target: pg.Pool | pg.PoolClient): Db {
  return {
    query: async <Row>(statement: Sql<Row>) =>
      (await target.query(statement.compile())).rows as Row[],
    run: async (statement) => (await target.query(statement.compile())).rowCount ?? 0,
  }
}

/** Statements called in one turn leave in one write: the database is woken once, not for each. */
function gathering(client: pg.PoolClient): Db {
  const stream = socketOf(client)
  const gather = (): void => {
    stream.cork()
    process.nextTick(() => stream.uncork())
  }
  const db = runner(client)
  return {
    query: (statement) => {
      gather()
      return db.query(statement)
    },
    run: (statement) => {
      gather()
      return db.run(statement)
    },
  }
}

/** What a transaction is told to end with, once. */
function endable(client: pg.PoolClient): { tx: Transaction; commit(): Promise<pg.QueryResult> } {
  const db = gathering(client)
  let ended: Promise<pg.QueryResult> | null = null
  const open = (): void => {
    if (ended) throw new Error('the transaction has ended')
  }
  const end = (): Promise<pg.QueryResult> => {
    ended ??= client.query('COMMIT')
    // Whoever waits for it hears of a failure; so does nobody when a statement before it failed.
    ended.catch(() => undefined)
    return ended
  }
  return {
    tx: {
      query: async (statement) => {
        open()
        return db.query(statement)
      },
      run: async (statement) => {
        open()
        return db.run(statement)
      },
      ending: async (statements) => {
        open()
        const done = statements()
        void end()
        return done
      },
    },
    commit: end,
  }
}

async function inTransaction<T>(pool: pg.Pool, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let failure: Error | undefined
  try {
    // BEGIN travels with the first statements. It fails only with the connection, and then they fail too.
    const { tx, commit } = endable(client)
    const [begun, done] = await Promise.allSettled([
      client.query('BEGIN'),
      inTransactionOf(() => work(tx)),
    ])
    if (begun.status === 'rejected') throw begun.reason
    if (done.status === 'rejected') throw done.reason
    // In place of a COMMIT that cannot be the database says what it did.
    const { command } = await commit()
    if (command !== 'COMMIT') throw new Error(`the transaction ended with ${command}`)
    return done.value
  } catch (thrown) {
    failure = thrown instanceof Error ? thrown : new Error(String(thrown))
    await client.query('ROLLBACK').catch((lost: Error) => {
      failure = lost
    })
    throw thrown
  } finally {
    // A connection that lost its server is thrown away; one with a plain failed statement is kept.
    client.release(failure !== undefined && isConnectionLoss(failure) ? failure : undefined)
  }
}

async function withRetry<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work()
    } catch (thrown) {
      const code = codeOf(thrown)
      if (attempt >= 2 || (code !== '40001' && code !== '40P01')) throw thrown
    }
  }
}
