import type { Clause, Query } from '@hongyan/contract/query-language'
import type { Understood } from '@hongyan/contract/search'

/** What the chips over the results say. */
export const understoodOf = (query: Query): Understood[] =>
  query.flatMap((group) => group.map((clause, index) => chipOf(clause, index > 0)))

function chipOf({ meaning, negated, start, end }: Clause, or: boolean): Understood {
  const place = { negated, or, start, end }
  switch (meaning.kind) {
    case 'words':
      return { ...place, kind: 'words', value: meaning.text }
    case 'text':
      return { ...place, kind: meaning.field, value: meaning.text }
    case 'flag': {
      const kind = meaning.flag === 'unread' && !meaning.value ? 'read' : meaning.flag
      return { ...place, kind, value: '' }
    }
    case 'received': {
      const { year, month, day } = meaning.day
      const two = (part: number): string => String(part).padStart(2, '0')
      const value = `${year}-${two(month)}-${two(day)}`
      return { ...place, kind: meaning.side === 'from' ? 'since' : 'before', value }
    }
    case 'size':
      return {
        ...place,
        kind: meaning.side === 'above' ? 'larger' : 'smaller',
        value: String(meaning.bytes),
      }
    default:
      return { ...place, kind: meaning.kind, value: meaning.name }
  }
}
