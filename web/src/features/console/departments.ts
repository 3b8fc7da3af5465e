import type { ConsoleDepartment } from '@hongyan/contract/console'

export interface Placed extends ConsoleDepartment {
  depth: number
}

/** Each department after the one it is in, with how deep it lies. */
export function inOrder(all: readonly ConsoleDepartment[]): Placed[] {
  const known = new Set(all.map((one) => one.id))
  const below = Map.groupBy(all, ({ parentId }) =>
    parentId !== null && known.has(parentId) ? parentId : 0,
  )
  const walk = (id: number, depth: number): Placed[] =>
    (below.get(id) ?? []).flatMap((one) => [{ ...one, depth }, ...walk(one.id, depth + 1)])
  return walk(0, 0)
}

/** How many people are in each department with all below it: as many as are listed when it is chosen. */
export function peopleWithin(all: readonly ConsoleDepartment[]): ReadonlyMap<number, number> {
  const counts = new Map(all.map(({ id, people }) => [id, people]))
  // Whoever comes last lies deepest of what is above it.
  for (const { id, parentId } of inOrder(all).toReversed())
    if (parentId !== null && counts.has(parentId))
      counts.set(parentId, (counts.get(parentId) ?? 0) + (counts.get(id) ?? 0))
  return counts
}

/** Departments to choose from, each under the one it is in. */
export const departmentOptions = (all: readonly ConsoleDepartment[]) =>
  inOrder(all).map(({ id, name, depth }) => ({
    value: String(id),
    label: `${'\u2003'.repeat(depth)}${name}`,
  }))

/** Those above a department, the highest first: departments of one name are told apart by them. */
export function namesAbove(all: readonly ConsoleDepartment[], id: number): string[] {
  const byId = new Map(all.map((one) => [one.id, one]))
  const names: string[] = []
  let above = byId.get(id)?.parentId ?? null
  while (above !== null && names.length < byId.size) {
    const one = byId.get(above)
    if (!one) break
    names.unshift(one.name)
    above = one.parentId
  }
  return names
}

/** One department with all below it, in which it may not be put. */
export function withinOf(all: readonly ConsoleDepartment[], id: number): ReadonlySet<number> {
  const found = new Set([id])
  for (const one of inOrder(all))
    if (one.parentId !== null && found.has(one.parentId)) found.add(one.id)
  return found
}

/** Those that a word begins a name, its pinyin or its initials of, or that have it in their name. */
export function matching<Of extends ConsoleDepartment>(all: readonly Of[], typed: string): Of[] {
  const word = typed.normalize('NFKC').toLowerCase().trim()
  return all.filter(
    ({ name, keys }) =>
      name.normalize('NFKC').toLowerCase().includes(word) ||
      keys.some((key) => key.startsWith(word)),
  )
}
