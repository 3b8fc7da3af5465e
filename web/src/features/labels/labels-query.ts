import { type Label, labels } from '@hongyan/contract/labels'
import { queryOptions } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../lib/api.ts'
import { queryClient } from '../../lib/queries.ts'
import { sharedAnswer } from '../../lib/shared-answer.ts'

export const labelsQuery = queryOptions({
  queryKey: ['labels'],
  queryFn: async ({ signal }) => (await call(labels.list, { query: {} }, { signal })).list,
})

const none: Label[] = []

const useKnownLabels = sharedAnswer(labelsQuery)

/** All labels, in their order. */
export const useLabels = (): Label[] => useKnownLabels() ?? none

/** Those that are enabled (L63): what menus and lists show. */
export function useEnabledLabels(): Label[] {
  const all = useLabels()
  return useMemo(() => all.filter(({ state }) => state === 0), [all])
}

/** Counters may have changed; asked for soon and only once, and not at all before labels are shown. */
export function refreshLabels(): void {
  if (timer !== null || queryClient.getQueryData(labelsQuery.queryKey) === undefined) return
  timer = setTimeout(() => {
    timer = null
    void queryClient.invalidateQueries({ queryKey: labelsQuery.queryKey })
  }, 500)
}
let timer: ReturnType<typeof setTimeout> | null = null
