import { inject } from 'vitest'
import { copyDatabase, type TestDatabase } from './test-postgres.ts'

/** A database of its own for a test file: the newest schema, no rows (global-setup.ts). */
export function createTestDatabase(): Promise<TestDatabase> {
  const { url, template } = inject('testPostgres')
  return copyDatabase(url, template)
}
