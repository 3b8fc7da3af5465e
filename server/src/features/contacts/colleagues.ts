import type { Clock } from '../../platform/clock.ts'
import type { OrganisationId } from '../../platform/ids.ts'
import { keysOf } from '../../platform/names/name-keys.ts'
import {
  type Department,
  growTree,
  type Member,
  type OrganisationTree,
} from './organisation-tree.ts'

/** A member of the organisation as the directory knows it. */
export type Colleague = Member

/** How long a change of the directory may stay unseen in suggestions and in the address book. */
const freshMs = 60_000

interface Index {
  at: number
  /** Sorted by key: what begins with a text is one range. */
  entries: { key: string; colleague: Colleague }[]
  tree: OrganisationTree
}

/** Finds colleagues by the beginning of any of their keys, or by department, from memory. */
export interface Colleagues {
  beginningWith(organisationId: OrganisationId, prefix: string, limit: number): Promise<Colleague[]>
  tree(organisationId: OrganisationId): Promise<OrganisationTree>
}

interface Options {
  clock: Clock
  /** Everybody of an organisation who can be written to. */
  people(organisationId: OrganisationId): Promise<Colleague[]>
  departments(organisationId: OrganisationId): Promise<Department[]>
}

export function createColleagues({ clock, people, departments }: Options): Colleagues {
  const indexes = new Map<OrganisationId, Promise<Index>>()
  const keysByPerson = new Map<string, string[]>()

  const build = async (organisationId: OrganisationId): Promise<Index> => {
    const all = await people(organisationId)
    const entries = all.flatMap((colleague) =>
      cachedKeys(keysByPerson, colleague).map((key) => ({ key, colleague })),
    )
    entries.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    const tree = growTree(await departments(organisationId), all)
    return { at: clock.now().getTime(), entries, tree }
  }

  const indexOf = async (organisationId: OrganisationId): Promise<Index> => {
    const known = await indexes.get(organisationId)
    if (known && clock.now().getTime() - known.at < freshMs) return known
    const built = build(organisationId)
    indexes.set(organisationId, built)
    built.catch(() => indexes.delete(organisationId))
    return built
  }

  return {
    beginningWith: async (organisationId, prefix, limit) => {
      const { entries } = await indexOf(organisationId)
      const found = new Map<string, Colleague>()
      for (let at = firstFrom(entries, prefix); found.size < limit; at++) {
        const entry = entries[at]
        if (!entry?.key.startsWith(prefix)) break
        found.set(entry.colleague.address, entry.colleague)
      }
      return [...found.values()]
    },
    tree: async (organisationId) => (await indexOf(organisationId)).tree,
  }
}

/** Pinyin costs some microseconds a name: it is worked out once for each name. */
function cachedKeys(cache: Map<string, string[]>, person: Colleague): string[] {
  const id = `${person.name}\n${person.address}`
  let keys = cache.get(id)
  if (!keys) {
    if (cache.size > 200_000) cache.clear()
    keys = keysOf(person)
    cache.set(id, keys)
  }
  return keys
}

function firstFrom(entries: Index['entries'], prefix: string): number {
  let low = 0
  let high = entries.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((entries[middle]?.key ?? '') < prefix) low = middle + 1
    else high = middle
  }
  return low
}
