import type { Database, Db } from '../../platform/db/pool.ts'
import type { AccountId, OrganisationId, UserId } from '../../platform/ids.ts'
import { insertAddress } from './directory.queries.ts'
import {
  isNameOfOther,
  lockAddressesOf,
  lockNames,
  looksLikeOther,
  organisationDomains,
  ownAddresses,
  releaseAddress,
  setDetails,
  setNickname,
  unkeyed,
  unkeyedOrganisations,
  writeKeys,
} from './profile.queries.ts'

/** By which a name is found; none for one that is never compared. */
type KeysOf = (name: string) => readonly string[]

interface Named {
  organisationId: OrganisationId
  userId: UserId
  /** The nickname is the own name, which others may have too. */
  mayShare: boolean
}

/** Making the keys of so many is one turn of the loop, within the transaction: 40 ms for five hundred. */
const keyedAtOnce = 100

/** Keys for some of the names that have none. @returns whether there may be more */
async function keySome(db: Db, id: OrganisationId, keysOf: KeysOf): Promise<boolean> {
  const rows = await unkeyed(db, id, keyedAtOnce)
  if (rows.length > 0)
    await writeKeys(
      db,
      rows.map((row) => ({ ...row, keys: [...keysOf(row.name), ...keysOf(row.nickname)] })),
    )
  return rows.length === keyedAtOnce
}

/** Each batch is a transaction: after an upgrade it is everybody, and nobody's login waits for all of them. */
async function keyNames(database: Database, id: OrganisationId, keysOf: KeysOf): Promise<void> {
  const batch = async (tx: Db) => {
    await lockNames(tx, id)
    return keySome(tx, id, keysOf)
  }
  while (await database.transaction(batch));
}

/** What people change of their own entry. */
export const profilesOf = (database: Database) => ({
  addresses: (accountId: AccountId, db: Db = database) => ownAddresses(db, accountId),
  domains: async (id: OrganisationId) =>
    (await organisationDomains(database, id)).map(({ name }) => name),
  /**
   * Takes a nickname, unless it looks like the name of somebody else. `keys`: of the nickname; `keysOf`: of all names.
   * @returns false where it is taken
   */
  claimNickname: async (
    who: Named,
    { nickname, keys }: { nickname: string; keys: readonly string[] },
    keysOf: KeysOf,
  ): Promise<boolean> => {
    const { length } = await unkeyed(database, who.organisationId, keyedAtOnce)
    if (length === keyedAtOnce) await keyNames(database, who.organisationId, keysOf)
    return database.transaction(async (tx) => {
      await lockNames(tx, who.organisationId)
      // The few who were renamed since.
      while (await keySome(tx, who.organisationId, keysOf));
      const isFree = who.mayShare || !(await isNameOfOther(tx, { ...who, keys }))
      if (isFree) await setNickname(tx, who.userId, nickname)
      return isFree
    })
  },
  /** Ahead of claims, for every organisation. */
  keyNames: async (keysOf: KeysOf): Promise<void> => {
    for (const { id } of await unkeyedOrganisations(database)) await keyNames(database, id, keysOf)
  },
  setNickname: (id: UserId, nickname: string) => setNickname(database, id, nickname),
  setDetails: (id: UserId, details: { gender: number | null; duties: string | null }) =>
    setDetails(database, id, details),
  /** @returns `many` when the person has as many as allowed; `taken` when it is, was, or looks like, somebody else's */
  claim: (
    accountId: AccountId,
    { address, most }: { address: string; most: number },
  ): Promise<'done' | 'many' | 'taken'> =>
    database.transaction(async (tx) => {
      await lockAddressesOf(tx, accountId)
      const have = (await ownAddresses(tx, accountId)).filter(({ own }) => own)
      if (have.some((one) => one.address === address)) return 'done'
      if (have.length >= most) return 'many'
      if (await looksLikeOther(tx, { address, accountId })) return 'taken'
      const wanted = { address, accountId, isPrimary: false, own: true }
      return (await insertAddress(tx, wanted)) === 1 ? 'done' : 'taken'
    }),
  release: (accountId: AccountId, address: string): Promise<boolean> =>
    database.transaction((tx) => releaseAddress(tx, { address, accountId })),
})
