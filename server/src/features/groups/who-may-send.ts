import type { Db } from '../../platform/db/pool.ts'
import type { AccountId, OrganisationId } from '../../platform/ids.ts'
import { type GroupRow, groupsByAddress } from './groups.queries.ts'
import { type Role, rolesOfAccount } from './reach.queries.ts'

/** Whether somebody may write to a group; `organisation` is theirs, null for people outside. */
export function maySend(
  group: Pick<GroupRow, 'id' | 'senders' | 'organisationId'>,
  roles: readonly Role[],
  organisation: OrganisationId | null,
): boolean {
  const own = roles.filter(({ groupId }) => groupId === group.id)
  if (own.some(({ type }) => type !== 'member')) return true
  if (group.senders === 'anyone') return true
  if (group.senders === 'organisation') return organisation === group.organisationId
  return group.senders === 'members' && own.length > 0
}

export const manages = (groupId: number, roles: readonly Role[]): boolean =>
  roles.some((role) => role.groupId === groupId && role.type === 'manager')

/** Of some addresses those that are groups, and which of them the mailbox may not write to. */
export async function groupsAmong(
  db: Db,
  writer: { accountId: AccountId; organisationId: OrganisationId | null },
  addresses: readonly string[],
): Promise<{ groups: GroupRow[]; refused: GroupRow[] }> {
  const found = [...(await groupsByAddress(db, addresses)).values()]
  if (found.length === 0) return { groups: [], refused: [] }
  const roles = await rolesOfAccount(db, writer.accountId)
  return {
    groups: found,
    refused: found.filter((group) => !maySend(group, roles, writer.organisationId)),
  }
}
