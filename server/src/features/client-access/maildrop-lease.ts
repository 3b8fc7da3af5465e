import { randomUUID } from 'node:crypto'
import type { Database } from '../../platform/db/pool.ts'
import type { AccountId } from '../../platform/ids.ts'
import { keepLease, leaveLease, takeLease } from './maildrop-lease.queries.ts'

/** The right of one POP3 session to a mailbox, in all processes (RFC 1939 §3). */
export interface MaildropLease {
  /** Says that the session lives; every 20 seconds. @returns false when another one has the mailbox */
  keep(): Promise<boolean>
  leave(): Promise<void>
}

/** @returns null while another session has it */
export async function leaseMaildrop(
  database: Database,
  accountId: AccountId,
): Promise<MaildropLease | null> {
  const holder = randomUUID()
  if ((await takeLease(database, accountId, holder)) === 0) return null
  return {
    keep: async () => (await keepLease(database, accountId, holder)) > 0,
    leave: async () => {
      await leaveLease(database, accountId, holder)
    },
  }
}
