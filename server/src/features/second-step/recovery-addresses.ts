import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { Database } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import type { AccountId, UserId } from '../../platform/ids.ts'
import type { Directory } from '../directory/directory.public.ts'
import type { Entering } from '../session/session.public.ts'
import { recoveryOf, setRecoveryAddress } from './recovery-addresses.queries.ts'

interface Owner {
  userId: UserId
  accountId: AccountId
}

export type RecoveryAddresses = ReturnType<typeof createRecoveryAddresses>

interface Options {
  database: Database
  directory: Pick<Directory, 'isLocalDomain'>
  mailstore: Pick<Mailstore, 'record'>
}

/** Addresses outside that a code proved; a code there replaces a forgotten password. */
export const createRecoveryAddresses = ({ database, directory, mailstore }: Options) => ({
  /** Whose password a code to the recovery address replaces, and where it goes; null: nobody's. */
  resettableAt: async (
    accountId: AccountId,
  ): Promise<(Entering & { address: string; to: string }) | null> => {
    const row = await recoveryOf(database, accountId)
    return row?.to != null && !row.elsewhere ? { ...row, to: row.to } : null
  },
  /** `w***@other.test`; '' for none. */
  shown: async ({ accountId }: Owner): Promise<string> => {
    const row = await recoveryOf(database, accountId)
    return row?.to == null ? '' : row.to.replace(/^(.).*@/u, '$1***@')
  },
  /** Who has forgotten the password here cannot read a code here. @throws recovery.inside */
  refuseInside: async (address: string): Promise<void> => {
    if (await directory.isLocalDomain(address.slice(address.lastIndexOf('@') + 1)))
      throw new AppError('recovery.inside')
  },
  /** @param address null: none any more */
  bind: ({ userId, accountId }: Owner, address: string | null): Promise<void> =>
    database.transaction(async (tx) => {
      await setRecoveryAddress(tx, userId, address)
      await mailstore.record(tx, { accountId, kind: 'second-step' })
    }),
})
