import type { Database, Db } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import type { AccountId } from '../../platform/ids.ts'
import { insertAddress } from './directory.queries.ts'
import {
  aliasCount,
  dropAlias,
  passAddresses,
  retireAddresses,
  returnAddresses,
} from './given-addresses.queries.ts'
import { lockAddressesOf } from './profile.queries.ts'

/** Further addresses that an administrator gives and takes. */
export const givenAddresses = (database: Database) => ({
  /** @returns `many` when the person has as many as allowed; `taken` when it is, or was, somebody else's */
  give: (
    accountId: AccountId,
    { address, most }: { address: string; most: number },
  ): Promise<'done' | 'many' | 'taken'> =>
    database.transaction(async (tx) => {
      await lockAddressesOf(tx, accountId)
      if ((await aliasCount(tx, accountId)) >= most) return 'many'
      const wanted = { address, accountId, isPrimary: false, own: false }
      return (await insertAddress(tx, wanted)) === 1 ? 'done' : 'taken'
    }),
  /** Nobody else gets it. @returns false where it is none of theirs */
  take: (accountId: AccountId, address: string): Promise<boolean> =>
    database.transaction((tx) => dropAlias(tx, accountId, address)),
  /** In the caller's transaction. @throws alias.taken */
  changeIn: async (
    tx: Db,
    accountId: AccountId,
    { give, take }: { give: readonly string[]; take: readonly string[] },
  ): Promise<void> => {
    for (const address of take) await dropAlias(tx, accountId, address)
    for (const address of give) {
      const wanted = { address, accountId, isPrimary: false, own: false }
      if ((await insertAddress(tx, wanted)) === 0) throw new AppError('alias.taken')
    }
  },
  passIn: passAddresses,
  returnIn: returnAddresses,
  retireIn: retireAddresses,
})
