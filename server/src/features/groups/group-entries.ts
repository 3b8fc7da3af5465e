import type { MemberType } from '@hongyan/contract/groups'
import { isValidAddress } from '@hongyan/mime/addresses'
import type { Db } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import type { AccountId, OrganisationId } from '../../platform/ids.ts'
import { normalAddress } from '../directory/directory.public.ts'
import {
  departmentsAmong,
  type FoundMailbox,
  type GroupRow,
  groupById,
  insertEntries,
  lockNesting,
  mailboxesAt,
  type NewEntry,
  ownDomains,
} from './groups.queries.ts'
import { isWithin, rolesOfAccount } from './reach.queries.ts'
import { maySend } from './who-may-send.ts'

export interface Adding {
  addresses: readonly { address: string; name: string }[]
  departmentIds: readonly number[]
}

interface By {
  accountId: AccountId
  organisationId: OrganisationId
}

interface Into {
  group: GroupRow
  type: MemberType
}

/**
 * Puts people, departments, other groups and addresses outside into a group; those that are there stay.
 * @throws group.unknown-member, group.person-only, group.loop, group.may-not-send
 */
export async function addEntries(
  tx: Db,
  by: By,
  { group, type, addresses, departmentIds }: Into & Adding,
): Promise<number> {
  const { organisationId } = by
  const departments = await departmentsAmong(tx, organisationId, departmentIds)
  if (departments.size < new Set(departmentIds).size) throw unknown(['?'])
  const wanted = addresses.map((one) => ({ ...one, address: normalAddress(one.address.trim()) }))
  const found = await mailboxesAt(
    tx,
    organisationId,
    wanted.map(({ address }) => address),
  )
  const outside = wanted.filter(({ address }) => !found.has(address))
  const own = await ownDomains(tx)
  const bad = outside.filter(({ address }) => !isForeign(address, own))
  if (bad.length > 0) throw unknown(bad.map(({ address }) => address))
  const mailboxes = [...found.values()]
  await checkNested(tx, by, { group, mailboxes })
  const isPeople =
    outside.length === 0 &&
    departments.size === 0 &&
    mailboxes.every(({ kind }) => kind === 'personal')
  if (type === 'manager' && !isPeople) throw new AppError('group.person-only')
  const entries: NewEntry[] = [
    ...mailboxes.map(({ accountId, groupId }) =>
      groupId === null ? { accountId } : { childId: groupId },
    ),
    ...[...departments].map((departmentId) => ({ departmentId })),
    ...outside,
  ]
  return entries.length === 0 ? 0 : insertEntries(tx, { groupId: group.id, type }, entries)
}

const unknown = (list: readonly string[]): AppError =>
  new AppError('group.unknown-member', { list: list.join(', ').slice(0, 300) })

/** A usable address of another's domain: one of ours that nobody has is a slip of the pen. */
const isForeign = (address: string, own: ReadonlySet<string>): boolean =>
  isValidAddress(address) && !own.has(address.slice(address.lastIndexOf('@') + 1))

/** A group inside is written to by whoever may write to the outer one: it is put there by one who may write to it. */
async function checkNested(
  tx: Db,
  by: By,
  { group, mailboxes }: { group: GroupRow; mailboxes: readonly FoundMailbox[] },
): Promise<void> {
  const inner = mailboxes.flatMap(({ groupId }) => groupId ?? [])
  if (inner.length === 0) return
  await lockNesting(tx, by.organisationId)
  const roles = await rolesOfAccount(tx, by.accountId)
  for (const id of inner) {
    const child = await groupById(tx, id)
    if (!child) continue
    if (await isWithin(tx, group.id, id)) throw new AppError('group.loop', { name: child.name })
    if (!maySend(child, roles, by.organisationId))
      throw new AppError('group.may-not-send', { list: child.name })
  }
}
