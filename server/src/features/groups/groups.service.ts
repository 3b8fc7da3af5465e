import { type MailGroup, type MemberType, maxGroupEntries } from '@hongyan/contract/groups'
import type { Database, Db } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import type { AccountId, OrganisationId, UserId } from '../../platform/ids.ts'
import { fold, keysOf } from '../contacts/contacts.public.ts'
import { normalAddress } from '../directory/directory.public.ts'
import { allReached } from './all-reached.ts'
import { type Adding, addEntries } from './group-entries.ts'
import {
  changeType,
  countEntries,
  deleteEntries,
  deleteGroup,
  type EntryRow,
  entriesOf,
  type GroupRow,
  type GroupValues,
  groupById,
  groupsByAddress,
  groupsOf,
  groupsPage,
  insertEntries,
  insertGroup,
  lockGroup,
  otherThanPeople,
  reopenAccount,
  setCount,
  sizesOf,
  staleCounts,
  updateGroup,
} from './groups.queries.ts'
import { countReached, type Reached, type Role, rolesOfAccount } from './reach.queries.ts'
import { groupsAmong, manages, maySend } from './who-may-send.ts'

/** Who asks: a person in the own mailbox. */
export interface Caller {
  userId: UserId
  accountId: AccountId
}

interface Person {
  organisationId: OrganisationId
  isAdmin: boolean
}

export interface GroupsDeps {
  database: Database
  directory: {
    user(id: UserId): Promise<Person | null>
    domains(): Promise<string[]>
    isLocalDomain(domain: string): Promise<boolean>
    /** A mailbox that nobody logs in to, in the caller's transaction. @throws alias.taken */
    openGroupMailbox(
      tx: Db,
      box: { organisationId: OrganisationId; address: string; name: string },
    ): Promise<AccountId>
  }
}

export type Groups = ReturnType<typeof createGroups>

const staleAtOnce = 50
const mostSuggested = 5

/** Mail groups of an organisation: its administrators make them, managers look after theirs. */
export function createGroups(deps: GroupsDeps) {
  const { database, directory } = deps
  const personOf = async (userId: UserId): Promise<Person> => {
    const person = await directory.user(userId)
    if (!person) throw new AppError('session.expired')
    return person
  }
  const withPerson = async (caller: Caller) => ({
    ...caller,
    person: await personOf(caller.userId),
  })
  const count = async ({ id, organisationId }: Pick<GroupRow, 'id' | 'organisationId'>) =>
    setCount(database, id, await countReached(database, { groupIds: [id], organisationId }))

  return {
    ...entriesIn(deps, { withPerson, count }),
    ...administeringIn(deps, { withPerson }),
    ...reachOf(deps, personOf),

    list: async (caller: Caller, which: 'managed' | 'authorised') => {
      const person = await personOf(caller.userId)
      const roles = await rolesOfAccount(database, caller.accountId)
      const all = await groupsOf(database, person.organisationId)
      const list = all
        .map((group) => shown(group, person, roles))
        .filter(({ mayManage, maySend: may, mayRead }) =>
          which === 'managed' ? mayManage : may || mayRead,
        )
      return { list, mayCreate: person.isAdmin, domains: await directory.domains() }
    },

    /** Makes a group, with its maker as the first manager, or changes one. @throws group.not-manager and others */
    save: async (
      caller: Caller,
      { groupId, address, ...values }: GroupValues & { groupId?: number; address?: string },
    ): Promise<number> => {
      const person = await personOf(caller.userId)
      const tidy = {
        ...values,
        name: values.name.trim(),
        subjectPrefix: values.subjectPrefix.trim(),
      }
      const id =
        groupId === undefined
          ? await make(deps, { caller, person, address: address ?? '' }, tidy)
          : await change(deps, { caller, person, groupId }, tidy)
      await count({ id, organisationId: person.organisationId })
      return id
    },

    /** Groups whose name, pinyin or address begins with what was typed; by the mailbox that would send. */
    suggest: async (writer: Caller, keyword: string) => {
      const prefix = fold(keyword)
      if (prefix === '') return []
      const person = await personOf(writer.userId)
      const found = (await groupsOf(database, person.organisationId))
        .filter((group) => keysOf(group).some((key) => key.startsWith(prefix)))
        .slice(0, mostSuggested)
      if (found.length === 0) return []
      const roles = await rolesOfAccount(database, writer.accountId)
      return found.map((group) => ({
        name: group.name,
        address: group.address,
        memberCount: group.memberCount,
        maySend: maySend(group, roles, person.organisationId),
      }))
    },

    remove: async (caller: Caller, groupId: number): Promise<void> => {
      const group = await managed(deps, await withPerson(caller), groupId)
      await database.transaction((tx) => deleteGroup(tx, group))
    },

    /** What the menu shows (CONTACTS-06, CONTACTS-07). */
    flagsOf: async (userId: UserId, accountId: AccountId) => {
      const person = await personOf(userId)
      const all = await groupsOf(database, person.organisationId)
      const roles = all.length === 0 ? [] : await rolesOfAccount(database, accountId)
      const isManager = person.isAdmin || roles.some(({ type }) => type === 'manager')
      const writes = all.some((group) => maySend(group, roles, person.organisationId))
      return { adminMailgroupFlag: isManager ? 1 : 0, authMailgroupFlag: writes ? 1 : 0 }
    },

    /** Counts anew those whose departments and rules may have moved; to be run every minute by one process. */
    recount: async (): Promise<void> => {
      for (const group of await staleCounts(database, staleAtOnce)) await count(group)
    },
  }
}

const shown = (group: GroupRow, person: Person, roles: readonly Role[]): MailGroup => {
  const { id: groupId, accountId: _box, organisationId, ...rest } = group
  return {
    groupId,
    ...rest,
    mayManage: person.isAdmin || manages(groupId, roles),
    maySend: maySend({ ...group, organisationId }, roles, person.organisationId),
    mayRead:
      group.archive && roles.some((one) => one.groupId === groupId && one.type !== 'authorised'),
  }
}

interface Making {
  caller: Caller
  person: Person
  address: string
}

/** @throws group.not-manager, group.bad-address, group.address-taken */
async function make(
  { database, directory }: GroupsDeps,
  { caller, person, address }: Making,
  values: GroupValues,
): Promise<number> {
  if (!person.isAdmin) throw new AppError('group.not-manager')
  const normal = normalAddress(address.trim())
  const at = normal.lastIndexOf('@')
  if (at < 0) throw new AppError('group.bad-address')
  const [local, domain] = [normal.slice(0, at), normal.slice(at + 1)]
  // As plain as RFC 2919 wants a list's name; a plus would be taken for a tag.
  if (!/^[a-z0-9](?:[a-z0-9._-]{0,62}[a-z0-9])?$/.test(local) || local.includes('..'))
    throw new AppError('group.bad-address')
  if (!(await directory.isLocalDomain(domain))) throw new AppError('group.bad-address')
  const { organisationId } = person
  const box = { organisationId, address: normal, name: values.name }
  return database.transaction(async (tx) => {
    const accountId =
      (await reopenAccount(tx, box)) ?? (await opened(() => directory.openGroupMailbox(tx, box)))
    const id = await insertGroup(tx, { accountId, organisationId }, values)
    await insertEntries(tx, { groupId: id, type: 'manager' }, [{ accountId: caller.accountId }])
    return id
  })
}

async function opened(open: () => Promise<AccountId>): Promise<AccountId> {
  try {
    return await open()
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'alias.taken')
      throw new AppError('group.address-taken')
    throw thrown
  }
}

async function change(
  deps: GroupsDeps,
  { caller, person, groupId }: { caller: Caller; person: Person; groupId: number },
  values: GroupValues,
): Promise<number> {
  const group = await managed(deps, { ...caller, person }, groupId)
  await deps.database.transaction((tx) => updateGroup(tx, group, values))
  return groupId
}

/** @throws group.not-found (also another organisation's), group.not-manager */
async function managed(
  { database }: GroupsDeps,
  { person, ...caller }: Caller & { person: Person },
  groupId: number,
): Promise<GroupRow> {
  const group = await groupById(database, groupId)
  if (!group || group.organisationId !== person.organisationId)
    throw new AppError('group.not-found')
  if (person.isAdmin || manages(groupId, await rolesOfAccount(database, caller.accountId)))
    return group
  throw new AppError('group.not-manager')
}

interface Helpers {
  withPerson(caller: Caller): Promise<Caller & { person: Person }>
  count(group: Pick<GroupRow, 'id' | 'organisationId'>): Promise<unknown>
}

/** For its administrators. */
const administeringIn = (deps: GroupsDeps, { withPerson }: Pick<Helpers, 'withPerson'>) => ({
  /** A page of all groups of the organisation, for its administrators. */
  page: async (
    caller: Caller,
    { keyword, pageNum, pageSize }: { keyword: string; pageNum: number; pageSize: number },
  ) => {
    const { person } = await withPerson(caller)
    const roles = await rolesOfAccount(deps.database, caller.accountId)
    const at = { keyword: keyword.trim(), limit: pageSize, offset: (pageNum - 1) * pageSize }
    const rows = await groupsPage(deps.database, person.organisationId, at)
    return {
      total: rows[0]?.total ?? 0,
      list: rows.map(({ total: _, ...group }) => shown(group, person, roles)),
      domains: await deps.directory.domains(),
    }
  },
  /** @throws group.not-found, group.not-manager */
  nameOf: async (caller: Caller, groupId: number): Promise<string> =>
    (await managed(deps, await withPerson(caller), groupId)).name,
})

/** What is in a group. */
const entriesIn = (deps: GroupsDeps, { withPerson, count }: Helpers) => ({
  members: async (
    caller: Caller,
    asked: {
      groupId: number
      type?: MemberType | undefined
      keyword: string
      pageSize: number
      after: number
    },
  ) => {
    await managed(deps, await withPerson(caller), asked.groupId)
    const { groupId, type, keyword, after, pageSize } = asked
    const wanted = { groupId, type, keyword: keyword.trim(), after, limit: pageSize + 1 }
    const rows = await entriesOf(deps.database, wanted)
    const list = rows
      .slice(0, pageSize)
      .map(({ id, ...row }: EntryRow) => ({ memberId: id, ...row }))
    const total = await countEntries(deps.database, wanted)
    return { list, total, hasMore: rows.length > pageSize }
  },

  /** Adds entries, or changes the type of some. @throws group.unknown-member and others */
  saveMembers: async (
    caller: Caller,
    {
      groupId,
      type,
      memberIds,
      ...adding
    }: Adding & { groupId: number; type: MemberType; memberIds: readonly number[] },
  ): Promise<number> => {
    const by = await withPerson(caller)
    const group = await managed(deps, by, groupId)
    const done = await deps.database.transaction(async (tx) => {
      await lockGroup(tx, groupId)
      if (type === 'manager' && (await otherThanPeople(tx, groupId, memberIds)) > 0)
        throw new AppError('group.person-only')
      const changed = await changeType(tx, { groupId, type, ids: memberIds })
      const added = await addEntries(tx, { ...caller, ...by.person }, { group, type, ...adding })
      await checkSizes(tx, groupId)
      return changed + added
    })
    await count(group)
    return done
  },

  removeMembers: async (
    caller: Caller,
    { groupId, memberIds }: { groupId: number; memberIds: readonly number[] },
  ): Promise<number> => {
    const group = await managed(deps, await withPerson(caller), groupId)
    const done = await deps.database.transaction(async (tx) => {
      await lockGroup(tx, groupId)
      const gone = await deleteEntries(tx, groupId, memberIds)
      await checkSizes(tx, groupId)
      return gone
    })
    await count(group)
    return done
  },
})

/** @throws group.last-manager, group.too-many-members */
async function checkSizes(tx: Db, groupId: number): Promise<void> {
  const { entries, managers } = await sizesOf(tx, groupId)
  if (managers === 0) throw new AppError('group.last-manager')
  if (entries > maxGroupEntries)
    throw new AppError('group.too-many-members', { max: String(maxGroupEntries) })
}

/** For whoever sends, holds back or takes back mail to groups. */
const reachOf = ({ database }: GroupsDeps, personOf: (userId: UserId) => Promise<Person>) => {
  const groupIdsAt = async (organisationId: OrganisationId, addresses: readonly string[]) => {
    const found = await groupsByAddress(database, addresses.map(normalAddress))
    return [...found.values()]
      .filter((group) => group.organisationId === organisationId)
      .map(({ id }) => id)
  }
  return {
    /**
     * Which of some addresses are groups.
     * @throws group.may-not-send when the writer may not write to one of them; its name is told
     */
    checkSending: async (
      writer: Caller,
      addresses: readonly string[],
    ): Promise<{ address: string; name: string; memberCount: number }[]> => {
      const wanted = addresses.map(normalAddress)
      // Hardly any mail goes to a group: the others cost one look.
      if ((await groupsByAddress(database, wanted)).size === 0) return []
      const { organisationId } = await personOf(writer.userId)
      const { accountId } = writer
      const { groups, refused } = await groupsAmong(database, { accountId, organisationId }, wanted)
      if (refused.length > 0)
        throw new AppError('group.may-not-send', {
          list: refused.map(({ name }) => name).join(', '),
        })
      return groups.map(({ address, name, memberCount }) => ({ address, name, memberCount }))
    },
    /** How many people and addresses a mail to some addresses reaches through groups, each once; 0 when none is a group. */
    countMembers: async (
      organisationId: OrganisationId,
      addresses: readonly string[],
    ): Promise<number> => {
      const groupIds = await groupIdsAt(organisationId, addresses)
      return groupIds.length === 0 ? 0 : countReached(database, { groupIds, organisationId })
    },
    /** Whom that is: mailboxes of ours and addresses outside, to the last one. */
    reached: async (
      organisationId: OrganisationId,
      addresses: readonly string[],
    ): Promise<{ inside: Reached[]; outside: string[] }> => {
      const groupIds = await groupIdsAt(organisationId, addresses)
      return groupIds.length === 0
        ? { inside: [], outside: [] }
        : allReached(database, { groupIds, organisationId })
    },
  }
}
