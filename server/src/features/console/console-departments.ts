import type { Database } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import { keysOf } from '../../platform/names/name-keys.ts'
import type { Directory } from '../directory/directory.public.ts'
import type { AtWork } from './at-work.ts'
import type { ConsoleActs } from './console-acts.ts'
import {
  deleteDepartment,
  departmentStays,
  departmentsSeen,
  isBelow,
  lockDepartments,
  namedBeside,
  updateDepartment,
} from './console-people.queries.ts'
import { sightOf } from './sight.ts'

interface Options {
  database: Database
  directory: Pick<Directory, 'createDepartment'>
  acts: ConsoleActs
}

interface Saved {
  id?: number | undefined
  name: string
  parentId: number | null
}

/** The tree of the organisation. */
export function createConsoleDepartments({ database, directory, acts }: Options) {
  const all = ({ admin }: AtWork) => departmentsSeen(database, sightOf(admin))
  /** @throws console.department-gone, console.department-loop, console.department-name */
  const refuseUnfit = async (work: AtWork, { id, name, parentId }: Saved): Promise<void> => {
    const known = new Set((await all(work)).map((one) => one.id))
    for (const one of [id, parentId])
      if (one !== undefined && one !== null && !known.has(one))
        throw new AppError('console.department-gone')
    if (id !== undefined && parentId !== null && (await isBelow(database, parentId, id)))
      throw new AppError('console.department-loop')
    const { organisationId } = work.admin
    if (await namedBeside(database, organisationId, { id: id ?? null, name, parentId }))
      throw new AppError('console.department-name')
  }
  return {
    list: async (work: AtWork) => ({
      list: (await all(work)).map((one) => ({ ...one, keys: knownKeys(one.name) })),
    }),
    save: async (work: AtWork, wanted: Saved): Promise<{ id: number }> => {
      const { organisationId } = work.admin
      const { id, name, parentId } = wanted
      await refuseUnfit(work, wanted)
      const act = id === undefined ? 'department-added' : 'department-changed'
      return acts.doing(work, { act, whom: name }, async () => {
        if (id === undefined) {
          const place = parentId === null ? {} : { parentId }
          return {
            id: await directory.createDepartment({ organisationId, name, sort: 0, ...place }),
          }
        }
        await database.transaction(async (tx) => {
          // Two moves at once could put each below the other.
          await lockDepartments(tx, organisationId)
          if (parentId !== null && (await isBelow(tx, parentId, id)))
            throw new AppError('console.department-loop')
          await updateDepartment(tx, organisationId, { id, name, parentId })
        })
        return { id }
      })
    },
    remove: async (work: AtWork, id: number): Promise<void> => {
      const found = (await all(work)).find((one) => one.id === id)
      if (!found) throw new AppError('console.department-gone')
      await acts.doing(work, { act: 'department-removed', whom: found.name }, () =>
        database.transaction(async (tx) => {
          await lockDepartments(tx, work.admin.organisationId)
          const stays = await departmentStays(tx, id)
          if (stays) throw new AppError(`console.department-${stays}`)
          await deleteDepartment(tx, work.admin.organisationId, id)
        }),
      )
    },
  }
}

const mostKnown = 10_000
const known = new Map<string, string[]>()

/** Pinyin of a name is worked out once. */
function knownKeys(name: string): string[] {
  const keys = known.get(name) ?? keysOf({ name, address: '' })
  if (known.size >= mostKnown) known.clear()
  known.set(name, keys)
  return keys
}
