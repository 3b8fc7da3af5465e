import { type DatabaseOptions, type OpenedDatabase, openDatabase } from '../platform/db/pool.ts'
import { createTestDatabase } from './database.ts'

/** A pool on a database of its own, for a test file; both are gone once it is closed. */
export async function openTestPool(options: Partial<DatabaseOptions> = {}): Promise<{
  url: string
  database: OpenedDatabase
  close(): Promise<void>
}> {
  const { url, drop } = await createTestDatabase()
  const connection = { connectionString: url }
  const database = openDatabase({ onError: () => undefined, ...options, connection })
  return {
    url,
    database,
    close: async () => {
      await database.close()
      await drop()
    },
  }
}
