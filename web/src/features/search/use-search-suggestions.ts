import { search } from '@hongyan/contract/search'
import { call } from '../../lib/api.ts'
import { useTypeahead } from '../../lib/use-typeahead.ts'
import type { Suggestions } from './search-options.ts'

/** People and subjects for what is typed; null until they are known. @param active the list is open */
export function useSearchSuggestions(typed: string, active: boolean): Suggestions | null {
  const ask = (keyword: string, signal: AbortSignal) =>
    call(search.suggest, { query: { keyword } }, { signal })
  return useTypeahead({ kind: 'search', typed, active, ask }).found ?? null
}
