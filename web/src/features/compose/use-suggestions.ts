import { compose } from '@hongyan/contract/compose'
import type { Reply } from '@hongyan/contract/endpoint'
import { useEffect, useState } from 'react'
import { call } from '../../lib/api.ts'

export type Suggestion = Reply<typeof compose.suggest>['list'][number]

const pause = 120
const longestKeyword = 100

/** People for what is typed. Names, pinyin, initials and addresses are matched by the server. */
export function useSuggestions(typed: string): Suggestion[] {
  const keyword = typed.trim().slice(0, longestKeyword)
  const [found, setFound] = useState<{ keyword: string; list: Suggestion[] }>({
    keyword: '',
    list: [],
  })
  useEffect(() => {
    if (keyword === '') return setFound({ keyword: '', list: [] })
    const abort = new AbortController()
    const timer = setTimeout(() => {
      call(compose.suggest, { query: { keyword } }, { signal: abort.signal }).then(
        ({ list }) => setFound({ keyword, list }),
        // Suggestions are a help: without them the address is typed in full.
        () => setFound({ keyword, list: [] }),
      )
    }, pause)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [keyword])
  // What fitted the shorter word stays while the longer one is looked up: the list does not flicker.
  return keyword === '' || !keyword.startsWith(found.keyword) ? [] : found.list
}
