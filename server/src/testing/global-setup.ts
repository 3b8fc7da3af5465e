import type { TestProject } from 'vitest/node'
import { startTestPostgres } from './test-postgres.ts'

/**
 * One PostgreSQL for the whole test run: the built-in one in a temporary folder, or the one that
 * TEST_DATABASE_URL names (a role that may create databases).
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres(process.env.TEST_DATABASE_URL)
  project.provide('testPostgres', { url: postgres.url, template: postgres.template })
  return postgres.stop
}

declare module 'vitest' {
  export interface ProvidedContext {
    testPostgres: { url: string; template: string }
  }
}
