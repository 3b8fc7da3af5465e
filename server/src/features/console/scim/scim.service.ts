import type { Database, Db } from '../../../platform/db/pool.ts'
import type { AccountId, OrganisationId } from '../../../platform/ids.ts'
import { normalAddress } from '../../directory/directory.public.ts'
import type { ConsoleActs } from '../console-acts.ts'
import { deleteDepartment, departmentStays, lockDepartments } from '../console-people.queries.ts'
import { departmentsFor, type Judging } from '../lists/judge.ts'
import { type OneParts, writeOne } from '../lists/write-one.ts'
import {
  type Bearer,
  keepScimGroup,
  keepScimPerson,
  membersOf,
  placePeople,
  removedPerson,
  renameDepartment,
  type ScimGroup,
  type ScimPerson,
  scimGroups,
  scimPeople,
  scimPerson,
} from './scim.queries.ts'
import { groupSchema, listOf, mostResults } from './scim-documents.ts'
import { invalid, notThere, ScimError } from './scim-error.ts'
import { parseFilter } from './scim-filter.ts'
import { attributesIn, type Change, parsePatch } from './scim-patch.ts'
import { type Said, saidBy, saidIn, shownName, shownUser, wantedOf } from './scim-user.ts'

export interface ScimParts extends OneParts {
  database: Database
  acts: ConsoleActs
}

/** Who asks: a token, from where, and how this server is called by it. */
export interface Asking {
  bearer: Bearer
  ip: string
  base: string
}

export interface ScimPage {
  filter: string
  startIndex: number
  count: number
}

export type Scim = ReturnType<typeof createScim>

/** What programs that keep people may: what an administrator may, and nothing about administrators and owners. */
const judgingOf = ({ organisationId }: Bearer): NonNullable<Judging> => ({
  organisationId,
  role: 'admin',
  departmentId: null,
  address: '',
})

/** People and departments for programs that keep them (RFC 7643, 7644). */
export function createScim(parts: ScimParts) {
  return { ...usersIn(parts), ...groupsIn(parts) }
}

const pageOf = ({ filter, startIndex, count }: ScimPage) => ({
  filter: filter === '' ? [] : parseFilter(filter),
  offset: Math.max(1, startIndex) - 1,
  limit: Math.min(Math.max(0, count), mostResults),
})

const actOf = ({ bearer, ip }: Asking) => ({
  admin: { organisationId: bearer.organisationId, address: `SCIM ${bearer.name}` },
  ip,
})

function usersIn(parts: ScimParts) {
  const { database } = parts
  const shown = async ({ bearer, base }: Asking, list: readonly ScimPerson[]) => {
    const { paths } = await departmentsFor(database, bearer.organisationId, null)
    return list.map((one) => {
      const path = one.departmentId === null ? [] : (paths.get(one.departmentId) ?? [])
      return shownUser(one, { base, path })
    })
  }
  const found = async ({ bearer }: Asking, id: string): Promise<ScimPerson> => {
    const one = await scimPerson(database, bearer.organisationId, id)
    if (!one) throw notThere(id)
    return one
  }
  const one = async (asking: Asking, id: string) => {
    const [user] = await shown(asking, [await found(asking, id)])
    if (!user) throw notThere(id)
    return user
  }
  const change = async (asking: Asking, id: string, said: Said) => {
    await changeUser(parts, asking, { before: await found(asking, id), said })
    return one(asking, id)
  }
  return {
    users: async (asking: Asking, wanted: ScimPage) => {
      const page = pageOf(wanted)
      const found = await scimPeople(database, asking.bearer.organisationId, page)
      if (!found) throw invalid('Nobody is found by that attribute', 'invalidFilter')
      return listOf(await shown(asking, found.list), found.total, page.offset + 1)
    },
    user: one,
    addUser: async (asking: Asking, body: unknown) =>
      one(asking, String(await addUser(parts, asking, saidIn(body)))),
    putUser: async (asking: Asking, id: string, body: unknown) => {
      // What a whole resource does not name is none (RFC 7644 §3.5.1); a password and a department that nobody says stay.
      const said = { title: '', phone: '', externalId: '', ...saidIn(body) }
      return change(asking, id, said)
    },
    patchUser: (asking: Asking, id: string, body: unknown) =>
      change(asking, id, saidBy(parsePatch(body))),
    /** Disabled and not there any more for such programs; nothing is lost. */
    deleteUser: async (asking: Asking, id: string): Promise<void> => {
      const before = await found(asking, id)
      await changeUser(parts, asking, { before, said: { active: false } })
      const { externalId, givenName, familyName } = before
      const kept = { externalId, givenName, familyName, removed: true }
      await keepScimPerson(database, before.accountId, kept)
    },
  }
}

async function addUser(parts: ScimParts, asking: Asking, said: Said): Promise<AccountId> {
  const { database, acts } = parts
  const { organisationId } = asking.bearer
  if (!said.userName) throw invalid('userName is missing')
  const address = said.userName.includes('@') ? normalAddress(said.userName) : said.userName
  const name = shownName(said) || address.replace(/@[^@]*$/, '')
  const back = await removedPerson(database, organisationId, address)
  const wanted = wantedOf({ ...said, active: said.active ?? true }, address, name)
  return acts.doing(actOf(asking), { act: 'person-added', whom: address }, async () => {
    const judging = judgingOf(asking.bearer)
    const password = said.password ?? ''
    const done = await writeOne(parts, { organisationId, judging, wanted, password })
    if (back === null && (done.outcome === 'same' || done.outcome === 'changed'))
      throw new ScimError(409, 'uniqueness', `${address} is there already`)
    refuse(done.why)
    const accountId = done.accountId ?? back
    if (accountId === null) throw invalid('The person was not made')
    await keepScimPerson(database, accountId, { ...partsOf(said), removed: false })
    return accountId
  })
}

const partsOf = (said: Said, before: Partial<ScimPerson> = {}) => ({
  externalId: said.externalId ?? before.externalId ?? '',
  givenName: said.givenName ?? before.givenName ?? '',
  familyName: said.familyName ?? before.familyName ?? '',
})

async function changeUser(
  parts: ScimParts,
  asking: Asking,
  { before, said }: { before: ScimPerson; said: Said },
): Promise<void> {
  const { organisationId } = asking.bearer
  const { address, accountId } = before
  if (said.userName && normalAddress(said.userName) !== address)
    throw invalid('userName is the address and does not change', 'mutability')
  const wanted = wantedOf(said, address, shownName(said, before))
  const details = { fields: Object.keys(said).sort().join(' ') }
  await parts.acts.doing(
    actOf(asking),
    { act: 'person-changed', whom: address, details },
    async () => {
      const judging = judgingOf(asking.bearer)
      refuse((await writeOne(parts, { organisationId, judging, wanted, password: '' })).why)
      await keepScimPerson(parts.database, accountId, { ...partsOf(said, before), removed: false })
    },
  )
}

/** A refusal of the lists in the words of SCIM. */
function refuse(why: string | null): void {
  if (why === null) return
  if (why === 'taken' || why === 'former' || why === 'twice')
    throw new ScimError(409, 'uniqueness', 'The address is, or was, somebody’s')
  if (why === 'higher' || why === 'owner' || why === 'yourself')
    throw new ScimError(403, '', 'Administrators and owners are changed in the console')
  throw invalid(`The value of ${why} cannot be`)
}

function groupsIn(parts: ScimParts) {
  const { database, directory, acts } = parts
  const shown = async (base: string, list: readonly ScimGroup[], bare: boolean) => {
    const ids = list.map(({ id }) => id)
    const members = bare ? [] : await membersOf(database, ids)
    return list.map((one) => shownGroup(one, base, bare ? null : membersIn(members, one.id)))
  }
  const found = async ({ bearer }: Asking, id: string): Promise<ScimGroup> => {
    const filter = [{ attribute: 'id', operator: 'eq' as const, value: id }]
    const page = await scimGroups(database, bearer.organisationId, { filter, offset: 0, limit: 1 })
    const [one] = page?.list ?? []
    if (!one) throw notThere(id)
    return one
  }
  const one = async (asking: Asking, id: string) => {
    const [group] = await shown(asking.base, [await found(asking, id)], false)
    if (!group) throw notThere(id)
    return group
  }
  const change = async (asking: Asking, id: string, changes: readonly Change[]) => {
    const group = await found(asking, id)
    await acts.doing(actOf(asking), { act: 'department-changed', whom: group.name }, () =>
      changeGroup(parts, asking, { group, changes }),
    )
  }
  return {
    groups: async (asking: Asking, wanted: ScimPage, bare: boolean) => {
      const page = pageOf(wanted)
      const list = await scimGroups(database, asking.bearer.organisationId, page)
      if (!list) throw invalid('No group is found by that attribute', 'invalidFilter')
      return listOf(await shown(asking.base, list.list, bare), list.total, page.offset + 1)
    },
    group: one,
    addGroup: async (asking: Asking, body: unknown) => {
      const changes = wholeGroup(body)
      const name = nameIn(changes)
      const { organisationId } = asking.bearer
      const id = await acts.doing(actOf(asking), { act: 'department-added', whom: name }, () =>
        database.transaction(async (tx) => {
          await lockDepartments(tx, organisationId)
          const { ids } = await departmentsFor(tx, organisationId, null)
          if (ids.has(name.replaceAll('/', '\\/')))
            throw new ScimError(409, 'uniqueness', `${name} is there already`)
          return directory.createDepartment({ organisationId, name, sort: 0 }, tx)
        }),
      )
      await change(asking, String(id), changes)
      return one(asking, String(id))
    },
    putGroup: async (asking: Asking, id: string, body: unknown) => {
      await change(asking, id, wholeGroup(body))
      return one(asking, id)
    },
    patchGroup: async (asking: Asking, id: string, body: unknown): Promise<void> =>
      change(asking, id, parsePatch(body)),
    deleteGroup: async (asking: Asking, id: string): Promise<void> => {
      const group = await found(asking, id)
      const { organisationId } = asking.bearer
      await acts.doing(actOf(asking), { act: 'department-removed', whom: group.name }, () =>
        database.transaction(async (tx) => {
          await lockDepartments(tx, organisationId)
          const ids = (await membersOf(tx, [group.id])).map(({ accountId }) => String(accountId))
          await placePeople(tx, organisationId, { ids, from: group.id, to: null })
          const stays = await departmentStays(tx, group.id)
          if (stays) throw new ScimError(409, '', whyItStays[stays])
          await deleteDepartment(tx, organisationId, group.id)
        }),
      )
    },
  }
}

const whyItStays = {
  full: 'Departments below it are there, or somebody heads it',
  'on-hold': 'A legal hold names it',
}

const membersIn = (all: Awaited<ReturnType<typeof membersOf>>, id: number) =>
  all
    .filter(({ departmentId }) => departmentId === id)
    .map(({ accountId, name }) => ({ value: String(accountId), display: name, type: 'User' }))

const shownGroup = (
  { id, name, externalId, createdAt }: ScimGroup,
  base: string,
  members: ReturnType<typeof membersIn> | null,
) => ({
  schemas: [groupSchema],
  id: String(id),
  ...(externalId && { externalId }),
  displayName: name,
  ...(members && { members }),
  meta: {
    resourceType: 'Group',
    created: createdAt.toISOString(),
    lastModified: createdAt.toISOString(),
    location: `${base}/Groups/${id}`,
  },
})

/** A whole group as the changes that make it. */
function wholeGroup(body: unknown): Change[] {
  if (typeof body !== 'object' || body === null) throw invalid('No resource', 'invalidSyntax')
  const given = attributesIn(body).map(
    ([name, value]): Change => ({
      op: 'replace',
      attribute: name.toLowerCase(),
      brackets: '',
      value,
    }),
  )
  const names = given.some(({ attribute }) => attribute === 'members')
  return names
    ? given
    : [...given, { op: 'replace', attribute: 'members', brackets: '', value: [] }]
}

function nameIn(changes: readonly Change[]): string {
  const name = changes.findLast(({ attribute }) => attribute === 'displayname')?.value
  if (typeof name !== 'string' || name.trim() === '' || name.length > 60)
    throw invalid('displayName must be a text of 1 to 60 characters')
  return name.trim()
}

async function changeGroup(
  { database }: ScimParts,
  { bearer: { organisationId } }: Asking,
  { group: { id }, changes }: { group: ScimGroup; changes: readonly Change[] },
): Promise<void> {
  await database.transaction(async (tx) => {
    await lockDepartments(tx, organisationId)
    for (const change of changes) {
      const { attribute } = change
      if (attribute === 'displayname')
        await renameDepartment(tx, { organisationId, id, name: nameIn([change]) })
      if (attribute === 'externalid')
        await keepScimGroup(tx, id, String(change.value ?? '').slice(0, 200))
      if (attribute === 'members' || attribute === 'members.value')
        await changeMembers(tx, organisationId, { id, change })
    }
  })
}

async function changeMembers(
  tx: Db,
  organisationId: OrganisationId,
  { id, change }: { id: number; change: Change },
): Promise<void> {
  const { op } = change
  const ids = memberIds(change)
  if (op !== 'add') {
    const all = (await membersOf(tx, [id])).map(({ accountId }) => String(accountId))
    const going = op === 'remove' && ids.length > 0 ? ids : all.filter((one) => !ids.includes(one))
    await placePeople(tx, organisationId, { ids: going, from: id, to: null })
  }
  if (op === 'remove') return
  if ((await placePeople(tx, organisationId, { ids, from: null, to: id })) < ids.length)
    throw invalid('A member is not there')
}

/** Members by their ids: in the value, or in the brackets of the path. */
function memberIds({ value, brackets }: Change): string[] {
  const inPath = /value\s+eq\s+"?(\d{1,15})"?/i.exec(brackets)?.[1]
  const list = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]
  const ids = list.map((one) => String(typeof one === 'object' && one ? one.value : one))
  const all = [...new Set([...(inPath ? [inPath] : []), ...ids])]
  if (all.some((one) => !/^\d{1,15}$/.test(one))) throw invalid('A member has no id')
  return all
}
