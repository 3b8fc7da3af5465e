import { invalid } from './scim-error.ts'

/** One comparison of a filter (RFC 7644 §3.4.2.2); `attribute` in small letters. */
export interface Comparison {
  attribute: string
  operator: 'eq' | 'sw' | 'co'
  value: string
}

const longest = 2_000
const most = 10

/**
 * A filter of comparisons that all hold: `eq`, `sw`, `co`, joined by `and`, with values in brackets as
 * `emails[type eq "work"].value eq "a"`. @throws ScimError invalidFilter
 */
export function parseFilter(text: string): Comparison[] {
  if (text.length > longest) throw invalid('The filter is too long', 'invalidFilter')
  const words = wordsOf(text)
  const found: Comparison[] = []
  for (let at = 0; at < words.length; at += 4) {
    const [attribute = '', operator = '', value, joint] = words.slice(at, at + 4)
    const name = operator.toLowerCase()
    const isLast = at + 3 >= words.length
    const isJoined = isLast || joint?.toLowerCase() === 'and'
    if (value === undefined || !isJoined || (name !== 'eq' && name !== 'sw' && name !== 'co'))
      throw invalid('Only eq, sw and co, joined by and, are understood', 'invalidFilter')
    if (
      found.push({ attribute: plainName(attribute), operator: name, value: textIn(value) }) > most
    )
      throw invalid('The filter has too many parts', 'invalidFilter')
  }
  if (found.length === 0) throw invalid('The filter is empty', 'invalidFilter')
  return found
}

/** A text in quotes, a name with brackets, a bare word; what stands between two of them is space. */
const word = /"(?:[^"\\]|\\.)*"|[^\s"[\]()]+(?:\[[^\]]*\][^\s"[\]()]*)?/y

function wordsOf(text: string): string[] {
  const words: string[] = []
  for (let at = 0; at < text.length; ) {
    // Brackets around a whole filter mean nothing where all parts must hold.
    if (/[\s()]/.test(text[at] ?? '')) {
      at++
      continue
    }
    word.lastIndex = at
    const [found] = word.exec(text) ?? []
    if (!found) throw invalid('The filter cannot be read', 'invalidFilter')
    words.push(found)
    at += found.length
  }
  return words
}

function textIn(word: string): string {
  if (!word.startsWith('"')) return word
  try {
    return String(JSON.parse(word))
  } catch {
    throw invalid('A value of the filter is no text', 'invalidFilter')
  }
}

/** The name of an attribute without its schema, its case and what stands in brackets. */
export function plainName(path: string): string {
  const bare = path.replace(/^urn:ietf:params:scim:schemas:[\w:]*2\.0:\w+:/i, '')
  const open = bare.indexOf('[')
  const close = bare.lastIndexOf(']')
  const flat = open < 0 || close < open ? bare : bare.slice(0, open) + bare.slice(close + 1)
  return flat.toLowerCase()
}
