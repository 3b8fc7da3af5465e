import type { TestProject } from 'vitest/node'
import { startS3, type TestS3 } from './start-s3.ts'
import { startTestPostgres } from './test-postgres.ts'

/** An S3-compatible store for test servers. */
export interface TestStore {
  endpoint: string
  accessKey: string
  secretKey: string
}

/**
 * What the whole test run shares. Two switches, for `npm run test:external`: TEST_DATABASE_URL names a PostgreSQL
 * (a role that may create databases), or `tcp` for the built-in one over TCP; without it the built-in one in a
 * temporary folder. TEST_S3_ENDPOINT names an S3 store (with TEST_S3_KEY and TEST_S3_SECRET), or `start` for
 * one of our own; without it contents lie on disk.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { TEST_DATABASE_URL, TEST_S3_ENDPOINT, TEST_S3_KEY, TEST_S3_SECRET } = process.env
  const postgres = await startTestPostgres(TEST_DATABASE_URL)
  project.provide('testPostgres', { url: postgres.url, template: postgres.template })
  const own = TEST_S3_ENDPOINT === 'start' ? await startS3() : null
  const given = TEST_S3_ENDPOINT
    ? { endpoint: TEST_S3_ENDPOINT, accessKey: TEST_S3_KEY ?? '', secretKey: TEST_S3_SECRET ?? '' }
    : null
  project.provide('testStore', own ? storeOf(own) : given)
  return async () => {
    await own?.stop()
    await postgres.stop()
  }
}

const storeOf = ({ endpoint, accessKey, secretKey }: TestS3): TestStore => ({
  endpoint,
  accessKey,
  secretKey,
})

declare module 'vitest' {
  export interface ProvidedContext {
    testPostgres: { url: string; template: string }
    testStore: TestStore | null
  }
}
