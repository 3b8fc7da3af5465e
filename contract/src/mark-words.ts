/** A place in a text: UTF-16 units, end exclusive. */
export type Mark = readonly [start: number, end: number]

const letterOrDigit = /[\p{L}\p{N}\p{M}]/u
const cjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}〆ー]/u
/** What an expression with the flag u lets one escape, and needs to have escaped. */
const special = /[.*+?^${}()|[\]\\/]/g

const maxMarks = 500

/**
 * Where words of a search stand in a text, in order, without overlaps: case ignored, Latin words at the beginning of a
 * word only, as the search itself finds them. Linear in the text for each word.
 */
export function findMarks(text: string, words: readonly string[]): Mark[] {
  const pattern = patternOf(words)
  if (pattern === null) return []
  const marks: Mark[] = []
  for (const match of text.matchAll(pattern)) {
    const start = match.index
    const end = start + match[0].length
    const before = text[start - 1] ?? ''
    const first = match[0][0] ?? ''
    const isInside = !cjk.test(first) && letterOrDigit.test(before) && !cjk.test(before)
    if (!isInside && end > start) marks.push([start, end])
    if (marks.length >= maxMarks) break
  }
  return marks
}

function patternOf(words: readonly string[]): RegExp | null {
  const forms = words.filter((word) => letterOrDigit.test(word)).map(formOf)
  return forms.length > 0 ? new RegExp(forms.join('|'), 'giu') : null
}

/** Spaces and signs between the words of a term may differ. */
const formOf = (word: string): string =>
  word
    .trim()
    .split(/\s+/)
    .map((part) => part.replace(special, '\\$&'))
    .join('\\s+')

/** A line around the first word found: the text, cut at both ends with "…". Null when no word is there. */
export function lineAround(
  text: string,
  words: readonly string[],
  { before, after }: { before: number; after: number },
): string | null {
  const [first] = findMarks(text, words)
  if (!first) return null
  const start = first[0] <= before ? 0 : first[0] - before
  const end = Math.min(text.length, first[1] + after)
  const line = text.slice(start, end).replace(/\s+/g, ' ').trim().toWellFormed()
  return `${start > 0 ? '…' : ''}${line}${end < text.length ? '…' : ''}`
}
