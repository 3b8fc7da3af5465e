import type { Database } from '../../platform/db/pool.ts'
import type { AtWork } from './at-work.ts'
import { departmentsSeen } from './console-people.queries.ts'
import { storageSeen } from './console-storage.queries.ts'
import { sightOf } from './sight.ts'

/** People that are named. */
const mostNamed = 20

const none = { people: 0, usedBytes: 0 }

/** Where the room goes, in what somebody sees of the organisation. */
export async function storageOf(database: Database, { admin }: AtWork) {
  const sight = sightOf(admin)
  const [departments, { amounts, largest }] = await Promise.all([
    departmentsSeen(database, sight),
    storageSeen(database, sight, mostNamed),
  ])
  const of = new Map(amounts.map(({ departmentId, ...amount }) => [departmentId, amount]))
  return {
    departments: departments.map(({ id, parentId, name }) => {
      const amount = of.get(id) ?? none
      return { id, parentId, name, ...amount }
    }),
    others: of.get(null) ?? none,
    largest,
  }
}
