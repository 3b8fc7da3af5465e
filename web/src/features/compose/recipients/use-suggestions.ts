import { compose } from '@hongyan/contract/compose'
import type { Reply } from '@hongyan/contract/endpoint'
import { useEffect, useState } from 'react'
import { call } from '../../../lib/api.ts'

type Found = Reply<typeof compose.suggest>
export type SuggestedPerson = Found['list'][number]
export type SuggestedDepartment = Found['departments'][number]

/** A person, or everybody of a department. */
export type Suggestion =
  | { kind: 'person'; id: string; person: SuggestedPerson }
  | { kind: 'department'; id: string; department: SuggestedDepartment }

const pause = 120
const longestKeyword = 100

/** People and departments for what is typed. Names, pinyin, initials and addresses are matched by the server. */
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
        (answer) => setFound({ keyword, list: suggestionsOf(answer) }),
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

const suggestionsOf = ({ list, departments }: Found): Suggestion[] => [
  ...list.map((person) => ({ kind: 'person' as const, id: person.address, person })),
  ...departments
    .filter((one) => one.people > 0)
    .map((department) => ({
      kind: 'department' as const,
      id: `department ${department.departmentId}`,
      department,
    })),
]
