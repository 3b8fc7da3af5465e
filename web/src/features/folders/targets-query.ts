import { folders, type MoveTarget } from '@hongyan/contract/folders'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

/** Folders that mail can be moved to, with what they are found by (E91). */
export const targetsQuery = queryOptions({
  queryKey: ['move-targets'],
  queryFn: async ({ signal }) => (await call(folders.targets, { query: {} }, { signal })).moveMails,
})

/** Targets that fit what was typed, those that begin with it first. Names, pinyin and initials count. */
export function matchTargets<T extends Pick<MoveTarget, 'keys'> & { title: string }>(
  targets: readonly T[],
  typed: string,
): T[] {
  const wanted = typed.normalize('NFKC').toLowerCase().trim()
  if (wanted === '') return [...targets]
  const rank = ({ keys, title }: T): number => {
    const all = [...keys, title.toLowerCase()]
    if (all.some((key) => key.startsWith(wanted))) return 0
    return all.some((key) => key.includes(wanted)) ? 1 : 2
  }
  return targets.filter((one) => rank(one) < 2).toSorted((a, b) => rank(a) - rank(b))
}
