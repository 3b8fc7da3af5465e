import type { ConsoleDepartment } from '@hongyan/contract/console'

interface Placeable {
  id: number
  parentId: number | null
}

export type Placed<T extends Placeable = ConsoleDepartment> = T & { depth: number }

/** Each department after the one it is in, with how deep it lies. */
export function inOrder<T extends Placeable>(all: readonly T[]): Placed<T>[] {
  const known = new Set(all.map((one) => one.id))
  const below = Map.groupBy(all, ({ parentId }) =>
    parentId !== null && known.has(parentId) ? parentId : 0,
  )
  const walk = (id: number, depth: number): Placed<T>[] =>
    (below.get(id) ?? []).flatMap((one) => [{ ...one, depth }, ...walk(one.id, depth + 1)])
  return walk(0, 0)
}

/** How much there is of something in each department with all below it. */
export function sumsWithin<T extends Placeable>(
  all: readonly T[],
  amountOf: (one: T) => number,
): ReadonlyMap<number, number> {
  const sums = new Map(all.map((one) => [one.id, amountOf(one)]))
  // Whoever comes last lies deepest of what is above it.
  for (const { id, parentId } of inOrder(all).toReversed())
    if (parentId !== null && sums.has(parentId))
      sums.set(parentId, (sums.get(parentId) ?? 0) + (sums.get(id) ?? 0))
  return sums
}

/** As many people as are listed when a department is chosen. */
export const peopleWithin = (all: readonly ConsoleDepartment[]): ReadonlyMap<number, number> =>
  sumsWithin(all, ({ people }) => people)

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
