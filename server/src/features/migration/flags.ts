import { isKeywordTooLong } from '../../mailstore/labels/label-keywords.ts'
import type { NewCopy } from '../../mailstore/types.ts'

type Marks = Pick<NewCopy, 'seen' | 'starred' | 'answered' | 'draft' | 'deleted' | 'forwarded'>

const marks: Readonly<Record<string, keyof Marks>> = {
  '\\seen': 'seen',
  '\\flagged': 'starred',
  '\\answered': 'answered',
  '\\draft': 'draft',
  '\\deleted': 'deleted',
  $forwarded: 'forwarded',
}

/** An atom of RFC 9051 §9 as this server tells it again. */
const keyword = /^[!#$&'+,./0-9:;<=>?@A-Z^_`a-z|~-]+$/
const mostKeywords = 50

/** Flags of the other side, as a copy has them. Keywords that could not be told again are left out. */
export function marksOf(flags: readonly string[]): Marks & { keywords: string[] } {
  const known = flags.flatMap((flag) => marks[flag.toLowerCase()] ?? [])
  const others = flags.filter((flag) => !(flag.toLowerCase() in marks) && isKeyword(flag))
  return {
    ...Object.fromEntries(known.map((mark) => [mark, true])),
    keywords: [...new Set(others)].slice(0, mostKeywords),
  }
}

const isKeyword = (flag: string): boolean => !isKeywordTooLong(flag) && keyword.test(flag)
