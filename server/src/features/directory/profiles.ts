import type { Database, Db } from '../../platform/db/pool.ts'
import type { AccountId, OrganisationId, UserId } from '../../platform/ids.ts'
import { insertAddress } from './directory.queries.ts'
import {
  lockAddressesOf,
  namesOfOthers,
  organisationDomains,
  ownAddresses,
  releaseAddress,
  setDetails,
  setNickname,
} from './profile.queries.ts'

/** What people change of their own entry. */
export const profilesOf = (database: Database) => ({
  addresses: (accountId: AccountId, db: Db = database) => ownAddresses(db, accountId),
  domains: async (id: OrganisationId) =>
    (await organisationDomains(database, id)).map(({ name }) => name),
  namesOfOthers: (organisationId: OrganisationId, userId: UserId) =>
    namesOfOthers(database, { organisationId, userId }),
  setNickname: (id: UserId, nickname: string) => setNickname(database, id, nickname),
  setDetails: (id: UserId, details: { gender: number | null; duties: string | null }) =>
    setDetails(database, id, details),
  /** @returns `many` when the person has as many as allowed; `taken` when it is, or was, somebody's */
  claim: (
    accountId: AccountId,
    { address, most }: { address: string; most: number },
  ): Promise<'done' | 'many' | 'taken'> =>
    database.transaction(async (tx) => {
      await lockAddressesOf(tx, accountId)
      const have = (await ownAddresses(tx, accountId)).filter(({ own }) => own)
      if (have.some((one) => one.address === address)) return 'done'
      if (have.length >= most) return 'many'
      const wanted = { address, accountId, isPrimary: false, own: true }
      return (await insertAddress(tx, wanted)) === 1 ? 'done' : 'taken'
    }),
  release: (accountId: AccountId, address: string): Promise<boolean> =>
    database.transaction((tx) => releaseAddress(tx, { address, accountId })),
})
