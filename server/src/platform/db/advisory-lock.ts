import type { Database } from './pool.ts'

/** What processes on one database do one after the other; numbers are ours to choose. */
const keys = { demo: 7_265_002 } as const

/** Runs `work` while no other process does the same; waits for its turn. A process that dies lets go by itself. */
export async function oneAfterAnother<T>(
  database: Database,
  name: keyof typeof keys,
  work: () => Promise<T>,
): Promise<T> {
  const client = await database.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [keys[name]])
    return await work()
  } finally {
    await client.end()
  }
}
