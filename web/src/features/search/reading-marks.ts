import type { Mark } from '@hongyan/contract/mark-words'
import { readingOf } from '../../lib/pinyin.ts'

/** A longer text is no list of names. */
const longest = 200
const han = /\p{Script=Han}/u

/** Where Chinese characters stand that are read as a term is written: 张伟 for `zhangwei`, `zhang` or `zw`. */
export function findReadings(text: string, terms: readonly string[]): Mark[] {
  const wanted = terms.map((term) => term.toLowerCase().replace(/[\s']/g, '')).filter(isLatin)
  if (wanted.length === 0 || text.length > longest || !han.test(text)) return []
  const characters = [...text]
  const readings = characters.map((one) => (han.test(one) ? readingOf(one) : ''))
  const marks: Mark[] = []
  let at = 0
  for (let index = 0; index < characters.length; ) {
    const count = Math.max(...wanted.map((term) => lengthOf(readings.slice(index), term)))
    const end = at + characters.slice(index, index + Math.max(1, count)).join('').length
    if (count > 0) marks.push([at, end])
    at = end
    index += Math.max(1, count)
  }
  return marks
}

const isLatin = (term: string): boolean => /^[a-z]{2,40}$/.test(term)

/** How many characters from here on are read like the term, whole or by their initials; 0 when they are not. */
function lengthOf(readings: readonly string[], term: string): number {
  let whole = ''
  let initials = ''
  for (const [index, reading] of readings.entries()) {
    if (reading === '') return 0
    whole += reading
    initials += reading[0] ?? ''
    if (whole === term || initials === term || (index > 0 && whole.startsWith(term)))
      return index + 1
    if (!term.startsWith(whole) && !term.startsWith(initials)) return 0
  }
  return 0
}
