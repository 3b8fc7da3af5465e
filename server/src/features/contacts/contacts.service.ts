import type { TreeDepartment } from '@hongyan/contract/contacts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Db } from '../../platform/db/pool.ts'
import type { AccountId, OrganisationId, UserId } from '../../platform/ids.ts'
import { fold, keysOf } from '../../platform/names/name-keys.ts'
import { addressBook, type TreeRequest } from './address-book.service.ts'
import { type Colleague, createColleagues } from './colleagues.ts'
import {
  knownAddresses,
  peopleByPrefix,
  recentDomains,
  recentPeople,
  rememberPeople,
} from './contacts.queries.ts'
import { type Department, departmentsNamed, type TreePage } from './organisation-tree.ts'

const maxSuggestions = 10
const maxDepartments = 3
/** People whose domains count as those of partners. */
const mostPartners = 500

export interface Suggestion {
  name: string
  address: string
  department: string
  colleague: boolean
}

export type Contacts = ReturnType<typeof createContacts>

/** The mailbox that remembers, and the own one of who writes: the setting is the person's. */
interface Remembering {
  accountId: AccountId
  by: AccountId
}

interface Options {
  database: Database
  clock: Clock
  directory: {
    user(id: UserId): Promise<{ organisationId: OrganisationId; organisation: string } | null>
    organisationOf(id: UserId): Promise<OrganisationId | null>
    people(id: OrganisationId): Promise<Colleague[]>
    ownerOf(accountId: AccountId, db: Db): Promise<{ settings: Record<string, unknown> } | null>
    departments(id: OrganisationId): Promise<Department[]>
  }
}

/** Who a mail may be for: colleagues first, then people written to before. */
export function createContacts({ database, clock, directory }: Options) {
  const colleagues = createColleagues({ clock, ...directory })

  return {
    suggest: async (
      { userId, accountId }: { userId: UserId; accountId: AccountId },
      keyword: string,
    ): Promise<Suggestion[]> => {
      const prefix = fold(keyword)
      const organisation = prefix === '' ? null : await directory.organisationOf(userId)
      if (organisation === null) return []
      const limit = maxSuggestions
      const near = await colleagues.beginningWith(organisation, prefix, limit)
      const far = await peopleByPrefix(database, accountId, { prefix, limit })
      const known = new Set(near.map((one) => one.address))
      return [
        ...near.map(({ name, address, department }) => ({
          name,
          address,
          department,
          colleague: true,
        })),
        ...far
          .filter((one) => !known.has(one.address))
          .map((one) => ({ ...one, department: '', colleague: false })),
      ].slice(0, limit)
    },

    /** Departments of the own organisation whose name begins with what was typed. */
    departments: async (userId: UserId, keyword: string): Promise<TreeDepartment[]> => {
      const organisation = await directory.organisationOf(userId)
      if (organisation === null) return []
      return departmentsNamed(await colleagues.tree(organisation), keyword, maxDepartments)
    },

    /** One page of the address book (E44). */
    tree: (
      caller: { userId: UserId; accountId: AccountId },
      request: TreeRequest,
    ): Promise<TreePage> => addressBook({ database, directory, colleagues }, caller, request),

    /** Whom an account wrote to, the latest first. */
    recent: async (accountId: AccountId, limit: number) =>
      (await recentPeople(database, accountId, { after: null, limit })).map(
        ({ name, address }) => ({ name, address }),
      ),

    /** Those of some addresses (lower case) that the account has written to. */
    writtenTo: async (accountId: AccountId, addresses: readonly string[]): Promise<Set<string>> => {
      const rows = await knownAddresses(database, accountId, addresses)
      return new Set(rows.map((row) => row.address))
    },

    /** Domains that the account has written to of late. */
    partnersOf: async (accountId: AccountId): Promise<string[]> =>
      (await recentDomains(database, accountId, mostPartners)).map((row) => row.domain),

    /**
     * Remembers whom an account writes to; those to whom somebody writes who does not want that (saveContact) are not offered.
     * @param people addresses in lower case
     */
    remember: async (
      tx: Db,
      { accountId, by }: Remembering,
      people: readonly { name: string; address: string }[],
    ): Promise<void> => {
      if (people.length === 0) return
      const owner = await directory.ownerOf(by, tx)
      const offered = owner?.settings.saveContact !== 0
      const withKeys = people.map(({ name, address }) => ({
        name,
        address,
        keys: keysOf({ name, address }),
      }))
      await rememberPeople(tx, accountId, { people: withKeys, now: clock.now(), offered })
    },
  }
}
