import { compose } from '@hongyan/contract/compose'
import type { Reply } from '@hongyan/contract/endpoint'
import { call } from '../../../lib/api.ts'
import { useTypeahead } from '../../../lib/use-typeahead.ts'

type Found = Reply<typeof compose.suggest>
export type SuggestedPerson = Found['list'][number]
export type SuggestedDepartment = Found['departments'][number]
export type SuggestedGroup = Found['groups'][number]

/** A person, a mail group, or everybody of a department. */
export type Suggestion =
  | { kind: 'person'; id: string; person: SuggestedPerson }
  | { kind: 'group'; id: string; group: SuggestedGroup }
  | { kind: 'department'; id: string; department: SuggestedDepartment }

interface Suggested {
  list: Suggestion[]
  /** The list answers the text of some keys ago. */
  waiting: boolean
}

/** People and departments for what is typed. Names, pinyin, initials and addresses are matched by the server. */
export function useSuggestions(typed: string): Suggested {
  const { found, waiting } = useTypeahead({ kind: 'recipients', typed, ask })
  return { list: found ? suggestionsOf(found) : [], waiting }
}

const ask = (keyword: string, signal: AbortSignal): Promise<Found> =>
  call(compose.suggest, { query: { keyword } }, { signal })

const suggestionsOf = ({ list, departments, groups }: Found): Suggestion[] => [
  // Where one may not write: seen last, that its address is not typed by hand instead.
  ...groups.filter((one) => one.maySend).map(asGroup),
  ...list.map((person) => ({ kind: 'person' as const, id: person.address, person })),
  ...departments
    .filter((one) => one.people > 0)
    .map((department) => ({
      kind: 'department' as const,
      id: `department ${department.departmentId}`,
      department,
    })),
  ...groups.filter((one) => !one.maySend).map(asGroup),
]

const asGroup = (group: SuggestedGroup): Suggestion => ({
  kind: 'group',
  id: group.address,
  group,
})
