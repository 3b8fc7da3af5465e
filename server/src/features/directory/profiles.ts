import type { Database, Db } from '../../platform/db/pool.ts'
import type { AccountId, OrganisationId, UserId } from '../../platform/ids.ts'
import { insertAddress } from './directory.queries.ts'
import {
  isNameOfOther,
  lockAddressesOf,
  lockNames,
  organisationDomains,
  ownAddresses,
  releaseAddress,
  setDetails,
  setNickname,
  unkeyed,
  unkeyedOrganisations,
  writeKeys,
} from './profile.queries.ts'

type KeyOf = (name: string) => string

interface Named {
  organisationId: OrganisationId
  userId: UserId
  /** The nickname is the own name, which others may have too. */
  mayShare: boolean
}

const keyedAtOnce = 500

/** Keys for some of the names that have none. @returns whether there may be more */
async function keySome(db: Db, id: OrganisationId, keyOf: KeyOf): Promise<boolean> {
  const rows = await unkeyed(db, id, keyedAtOnce)
  if (rows.length > 0)
    await writeKeys(
      db,
      rows.map((row) => ({ ...row, keys: [keyOf(row.name), keyOf(row.nickname)] })),
    )
  return rows.length === keyedAtOnce
}

/** Each batch is a transaction: after an upgrade it is everybody, and nobody's login waits for all of them. */
async function keyNames(database: Database, id: OrganisationId, keyOf: KeyOf): Promise<void> {
  const batch = async (tx: Db) => {
    await lockNames(tx, id)
    return keySome(tx, id, keyOf)
  }
  while (await database.transaction(batch));
}

/** What people change of their own entry. */
export const profilesOf = (database: Database) => ({
  addresses: (accountId: AccountId, db: Db = database) => ownAddresses(db, accountId),
  domains: async (id: OrganisationId) =>
    (await organisationDomains(database, id)).map(({ name }) => name),
  /**
   * Takes a nickname, unless it looks like the name of somebody else. `keyOf` says what makes two names the same; '' for one
   * that is never compared. @returns false where it is taken
   */
  claimNickname: async (who: Named, nickname: string, keyOf: KeyOf): Promise<boolean> => {
    const { length } = await unkeyed(database, who.organisationId, keyedAtOnce)
    if (length === keyedAtOnce) await keyNames(database, who.organisationId, keyOf)
    return database.transaction(async (tx) => {
      await lockNames(tx, who.organisationId)
      // The few who were renamed since.
      while (await keySome(tx, who.organisationId, keyOf));
      const key = keyOf(nickname)
      const isFree = who.mayShare || key === '' || !(await isNameOfOther(tx, { ...who, key }))
      if (isFree) await setNickname(tx, who.userId, nickname)
      return isFree
    })
  },
  /** Ahead of claims, for every organisation. */
  keyNames: async (keyOf: KeyOf): Promise<void> => {
    for (const { id } of await unkeyedOrganisations(database)) await keyNames(database, id, keyOf)
  },
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
