import { wordsOf } from '../../mailstore/search/search-terms.ts'

const longestSubject = 500
const mostWords = 60

/** By which a subject is found in the trace. */
export const subjectWords = (subject: string): string[] =>
  [...new Set(wordsOf(subject.slice(0, longestSubject)))].slice(0, mostWords)
