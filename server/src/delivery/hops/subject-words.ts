import { wordsOf } from '../../mailstore/search/search-terms.ts'

const longestSubject = 500
const mostWords = 60
const dayMs = 86_400_000

/** By which a subject is found in the trace. */
export const subjectWords = (subject: string): string[] =>
  [...new Set(wordsOf(subject.slice(0, longestSubject)))].slice(0, mostWords)

/** As they are kept: each with its day, so that the entries of a word in the index end with the day. */
export const wordsOfDay = (subject: string, at: Date): string[] =>
  subjectWords(subject).map((word) => `${Math.floor(at.getTime() / dayMs)}.${word}`)
