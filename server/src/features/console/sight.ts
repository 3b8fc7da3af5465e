import type { Sight } from './console-people.queries.ts'
import type { AdminRow } from './console-sessions.queries.ts'
import type { ConsoleRole } from './roles.ts'

/** A department administrator without a department sees nobody: no department has this number. */
const nowhere = -1

/** Which part of the organisation somebody sees. */
export const sightOf = ({ organisationId, role, departmentId }: AdminRow): Sight => ({
  organisationId,
  departmentId: role === 'department' ? (departmentId ?? nowhere) : null,
})

const ranks: Record<ConsoleRole, number> = {
  owner: 3,
  admin: 2,
  department: 1,
  helpdesk: 1,
  auditor: 1,
}

/** Nobody acts on who stands as high or higher: a new password for the owner would be the owner's place. */
export const mayActOn = (
  admin: Pick<AdminRow, 'role' | 'address'>,
  other: { role: ConsoleRole | null; address: string },
): boolean =>
  admin.role === 'owner' ||
  admin.address === other.address ||
  other.role === null ||
  ranks[admin.role] > ranks[other.role]
