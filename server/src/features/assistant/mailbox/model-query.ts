import { limits } from '@hongyan/contract/limits'
import { parseQuery, type Query } from '@hongyan/contract/query-language'
import { asDay, dayOf } from '../engine/days.ts'

/** What a model is told of the search; it sees the question and no mail. */
export const queryTask = (now: Date): string =>
  [
    'Write one search that finds the mails which answer the question, and nothing else: one line, no explanation.',
    'Words are joined by AND; OR between two words; - before a word leaves it out; "a phrase" in quotes.',
    'Operators: from:name to:name subject:word body:word filename:word after:YYYY-MM-DD before:YYYY-MM-DD has:attachment is:unread is:starred in:folder label:name larger:5M.',
    `Few words find more than many. Today is ${asDay(dayOf(now, limits.timeZone))}.`,
  ].join('\n')

/** What a model wrote as a search of ours. @returns null where it is none */
export function queryIn(said: string): string | null {
  const line = said
    .split('\n')
    .map((one) =>
      one
        .replaceAll('`', ' ')
        .trim()
        .replace(/^[*>]\s{0,5}/, '')
        .replace(/^(?:search|query|搜索|查询)\s?[:：]\s?/i, '')
        .trim(),
    )
    .find((one) => one !== '')
  if (line === undefined || line.length > Math.min(limits.keyword, 200)) return null
  return asksForSomething(parseQuery(line, { year: 2000, month: 1, day: 1 })) ? line : null
}

/** More than exclusions, and no sentence. */
const asksForSomething = (query: Query): boolean =>
  query.length > 0 &&
  query.length <= 12 &&
  query.flat().some(({ negated, meaning }) => {
    if (negated) return false
    return meaning.kind === 'words' || meaning.kind === 'text'
      ? /[\p{L}\p{N}]/u.test(meaning.text)
      : true
  })
