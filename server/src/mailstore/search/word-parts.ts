import { marks, openWords, type SearchField } from './search-terms.ts'

/** A text that may be a part of words, which the index does not find: SEARCH of IMAP finds any part (RFC 9051 §6.4.4). */
export interface TextPart {
  text: string
  /** Where it stands in the row of a message. */
  column: 'subject' | 'from' | null
  /** Patterns of LIKE: each must fit a word of the message. Empty: none can be looked for. */
  patterns: readonly string[]
  /** The places that such a word must have; empty: any. */
  weights: readonly string[]
}

/** A text has more words seldom. */
const mostWords = 8

/**
 * Its first word may end one, its last may begin one, and what lies between is whole. Signs between words and their order
 * are not looked at. @param fields none: anywhere
 */
export function partOf(text: string, fields: readonly SearchField[]): TextPart {
  const [field] = fields
  const { words, isOpenBefore, isOpenBehind } = openWords(text)
  const mark = field ? marks[field] : ''
  const last = words.length - 1
  // What stands before a word ends in a dot, and no word holds one.
  const patterns = words.map((word, at) => {
    const begins = at === 0 && isOpenBefore ? `%.${mark}%` : `%.${mark}`
    return `${begins}${word}${at === last && isOpenBehind ? '%' : ''}`
  })
  return {
    text,
    column: field === 'subject' || field === 'from' ? field : null,
    patterns: words.length > mostWords ? [] : patterns,
    weights: field === 'body' ? ['C', 'D'] : [],
  }
}
