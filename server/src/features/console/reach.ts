import type { Database } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import { type AccountId, asId } from '../../platform/ids.ts'
import type { AtWork } from './at-work.ts'
import {
  accountsSeen,
  isDepartmentSeen,
  type PersonRow,
  personSeen,
} from './console-people.queries.ts'
import { mayActOn, sightOf } from './sight.ts'

export type Reach = ReturnType<typeof createReach>

/** Whose logs somebody may read; null: everybody's, and what is nobody's. */
export const readableBy = async (
  database: Database,
  { admin }: Pick<AtWork, 'admin'>,
): Promise<AccountId[] | null> =>
  admin.role === 'department' ? accountsSeen(database, sightOf(admin)) : null

/** Whom an act may concern: nobody outside of the own part of the organisation is there at all. */
export function createReach(database: Database) {
  /** @throws console.gone */
  const found = async ({ admin }: AtWork, accountId: number): Promise<PersonRow> => {
    const row = await personSeen(database, sightOf(admin), asId<AccountId>(accountId))
    if (!row) throw new AppError('console.gone')
    return row
  }
  return {
    found,
    /** @throws console.gone, console.not-allowed */
    changeable: async (work: AtWork, accountId: number): Promise<PersonRow> => {
      const row = await found(work, accountId)
      if (!mayActOn(work.admin, row)) throw new AppError('console.not-allowed')
      return row
    },
    /** @throws console.not-yourself */
    refuseOwn: ({ admin }: AtWork, { userId }: PersonRow): void => {
      if (userId === admin.userId) throw new AppError('console.not-yourself')
    },
    /** What somebody gives to a part of the organisation, nobody gives to himself. @throws console.not-yourself */
    refuseOwnGain: ({ admin }: AtWork, { userId }: PersonRow): void => {
      const isWhole = admin.role === 'owner' || admin.role === 'admin'
      if (!isWhole && userId === admin.userId) throw new AppError('console.not-yourself')
    },
    /** Null, the top of the tree, is for those who see all of it. @throws console.department-gone */
    refuseDepartment: async ({ admin }: AtWork, id: number | null): Promise<void> => {
      const sight = sightOf(admin)
      if (id === null && sight.departmentId === null) return
      if (id === null || !(await isDepartmentSeen(database, sight, id)))
        throw new AppError('console.department-gone')
    },
  }
}
