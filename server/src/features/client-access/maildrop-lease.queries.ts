import type { Db } from '../../platform/db/pool.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AccountId } from '../../platform/ids.ts'

/** Without a sign of life somebody else may have it: the process was killed. */
const leaseSeconds = 60

const until = sql`now() + make_interval(secs => ${leaseSeconds})`

/** @returns 0 where another one has it */
export const takeLease = (db: Db, accountId: AccountId, holder: string): Promise<number> =>
  db.run(sql`
    UPDATE client_access SET maildrop_holder = ${holder}::uuid, maildrop_until = ${until}
    WHERE account_id = ${accountId} AND (maildrop_until IS NULL OR maildrop_until < now())`)

/** @returns 0 where it was lost to another one */
export const keepLease = (db: Db, accountId: AccountId, holder: string): Promise<number> =>
  db.run(sql`
    UPDATE client_access SET maildrop_until = ${until}
    WHERE account_id = ${accountId} AND maildrop_holder = ${holder}::uuid`)

export const leaveLease = (db: Db, accountId: AccountId, holder: string): Promise<number> =>
  db.run(sql`
    UPDATE client_access SET maildrop_holder = NULL, maildrop_until = NULL
    WHERE account_id = ${accountId} AND maildrop_holder = ${holder}::uuid`)
