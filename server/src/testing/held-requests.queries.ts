import { sql } from '../platform/db/sql.ts'
import { eventually } from './compose-helpers.ts'
import type { TestServer } from './start-test-server.ts'

/** Requests that nobody can begin, until they may. */
export interface HeldRequests {
  /** Waits until so many stand before the door. */
  waiting(count: number): Promise<void>
  release(): Promise<void>
}

export async function holdRequests({ app: { database } }: TestServer): Promise<HeldRequests> {
  const locked = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  const lock = database.transaction(async (tx) => {
    await tx.run(sql`LOCK TABLE assistant_requests IN EXCLUSIVE MODE`)
    locked.resolve()
    await over.promise
  })
  await locked.promise
  const blocked = () =>
    database.query(
      sql`SELECT FROM pg_locks WHERE NOT granted AND relation = 'assistant_requests'::regclass`,
    )
  return {
    waiting: async (count) => {
      await eventually(blocked, (rows) => rows.length === count, 'those that wait')
    },
    release: async () => {
      over.resolve()
      await lock
    },
  }
}
