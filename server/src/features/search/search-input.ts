import type { SavedSearch } from '@hongyan/contract/search'
import type { SearchField } from '../../mailstore/search/search-terms.ts'
import { AppError } from '../../platform/errors.ts'

/** The parameters of /search. */
export type SearchFields = SavedSearch['query']

/** searchType 1 sender, 2 subject (G57); scope 1 subject, 2 body, 3 attachment name. Empty: anywhere. */
export function fieldsOf({ searchType, scope }: SearchFields): SearchField[] {
  if (searchType === '1') return ['from']
  if (searchType === '2') return ['subject']
  const named: Record<string, SearchField> = { '1': 'subject', '2': 'body', '3': 'files' }
  return (scope ?? '').split(',').flatMap((one) => named[one] ?? [])
}

/** First and last instant. @throws search.range */
export function checkTimes({ startTime, endTime }: SearchFields): {
  from: Date | null
  until: Date | null
} {
  const from = startTime ? new Date(startTime) : null
  const until = endTime ? new Date(endTime) : null
  if (from && until && from > until) throw new AppError('search.range')
  return { from, until }
}

/** Filter codes of L57 and L58: 1 yes, 0 no, 2 all. */
export const yesNoAll = (code: '0' | '1' | '2' | undefined): boolean | null =>
  code === '1' ? true : code === '0' ? false : null
