import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Database } from './pool.ts'

const folder = fileURLToPath(new URL('../../../migrations/', import.meta.url))
/** Any constant: the advisory lock that lets one process migrate while others wait. */
const lockKey = 7_265_001

/**
 * Brings the schema up to date: files `migrations/NNNN-name.sql`, forward only, each in one transaction,
 * under an advisory lock so that processes started together do not collide.
 * @returns names of the migrations that were applied now
 */
export async function migrate(database: Database): Promise<string[]> {
  const client = await database.connect()
  const applied: string[] = []
  try {
    await client.query('SELECT pg_advisory_lock($1)', [lockKey])
    await client.query(
      'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, applied_at timestamptz(3) NOT NULL DEFAULT now())',
    )
    const done = await client.query<{ name: string }>('SELECT name FROM migrations')
    const known = new Set(done.rows.map((row) => row.name))
    const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
    for (const name of files.filter((file) => !known.has(file))) {
      await client.query('BEGIN')
      await client.query(await readFile(`${folder}${name}`, 'utf8'))
      await client.query('INSERT INTO migrations (name) VALUES ($1)', [name])
      await client.query('COMMIT')
      applied.push(name)
    }
  } finally {
    await client.end()
  }
  return applied
}
