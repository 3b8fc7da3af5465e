import { search } from '@hongyan/contract/search'
import { useEffect, useState } from 'react'
import { call } from '../../lib/api.ts'
import type { Suggestions } from './search-options.ts'

const pause = 80
const longest = 100

/** People and subjects for what is typed; null until they are known. @param active the list is open */
export function useSearchSuggestions(typed: string, active: boolean): Suggestions | null {
  const keyword = typed.trim().slice(0, longest)
  const [found, setFound] = useState<{ keyword: string; result: Suggestions } | null>(null)
  useEffect(() => {
    if (keyword === '' || !active) return setFound(null)
    const abort = new AbortController()
    const timer = setTimeout(() => {
      call(search.suggest, { query: { keyword } }, { signal: abort.signal }).then(
        (result) => setFound({ keyword, result }),
        // Suggestions are a help: without them the search itself still works.
        () => setFound(null),
      )
    }, pause)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [keyword, active])
  // What fitted the shorter word stays while the longer one is looked up: the list does not flicker.
  return found && keyword.startsWith(found.keyword) ? found.result : null
}
