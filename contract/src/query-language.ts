import { bareMeaning, type Day, type Meaning, meaningOf } from './query-operators.ts'

/** One thing a person asked for, and where in the typed text it stands (UTF-16 units, end exclusive). */
export interface Clause {
  negated: boolean
  /** `words`: anywhere in the mail. `phrase`: the words follow each other. */
  meaning: Meaning | { kind: 'words'; text: string; phrase: boolean }
  start: number
  end: number
}

/** Groups are joined by AND, the clauses of one group by OR. */
export type Query = Clause[][]

/** More than a person types: the rest of a longer text is not read. */
const maxClauses = 24

interface Token {
  /** `name` of `name:value`; '' for words. */
  name: string
  value: string
  quoted: boolean
  negated: boolean
  start: number
  end: number
}

/**
 * Reads what a person typed into the search box: words, "phrases", -exclusion, OR (also | and 或) and operators such as
 * from:zhang or 发件人:张. OR binds its two neighbours. Never fails: an operator that is unknown or whose value does not fit
 * is read as words. Linear in the length of the text.
 */
export function parseQuery(typed: string, today: Day): Query {
  const tokens = tokensOf(typed).slice(0, maxClauses * 2)
  const alone = tokens.length === 1
  const groups: Query = []
  let joins = false
  let count = 0
  for (const [index, token] of tokens.entries()) {
    const last = groups.at(-1)
    if (isOr(token) && last && index + 1 < tokens.length) {
      joins = true
      continue
    }
    if (++count > maxClauses) break
    const clause = clauseOf(token, { alone, today })
    if (joins && last) last.push(clause)
    else groups.push([clause])
    joins = false
  }
  return groups
}

/** Only as it is: `or`, in quotes or after a minus it is a word. */
const isOr = ({ name, value, quoted, negated }: Token): boolean =>
  name === '' && !quoted && !negated && (value === 'OR' || value === '|' || value === '或')

function clauseOf(token: Token, { alone, today }: { alone: boolean; today: Day }): Clause {
  const { name, value, quoted, negated, start, end } = token
  const place = { negated, start, end }
  const meaning =
    name === ''
      ? quoted
        ? null
        : bareMeaning(value, alone && !negated)
      : meaningOf(name, value, today)
  if (meaning) return { ...place, meaning }
  const text = name === '' ? value : `${name}:${value}`
  return { ...place, meaning: { kind: 'words', text, phrase: quoted } }
}

/** The opening quotes and what closes them. */
const quotes: Record<string, string> = { '"': '"', '“': '”', '”': '”', '「': '」', '『': '』' }

const space = /\s/u

/** `name` of an operator: letters only, so that times and addresses of pages stay words. */
const operatorName = /^\p{L}{1,12}$/u

function tokensOf(typed: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  while (at < typed.length) {
    if (space.test(typed[at] ?? '')) at++
    else {
      const token = tokenAt(typed, at)
      if (token.value !== '' || token.name !== '') tokens.push(token)
      at = token.end
    }
  }
  return tokens
}

function tokenAt(typed: string, start: number): Token {
  const negated = typed[start] === '-' && /[^\s-]/u.test(typed[start + 1] ?? '')
  const from = negated ? start + 1 : start
  const first = pieceAt(typed, from)
  const place = { negated, start }
  const colon = first.quoted ? -1 : first.value.search(/[:：]/u)
  const name = first.value.slice(0, Math.max(0, colon))
  if (colon < 0 || !operatorName.test(name)) return { ...place, ...first, name: '' }
  const value = pieceAt(typed, from + colon + 1)
  return { ...place, ...value, name, end: Math.max(value.end, first.end) }
}

/** A quoted text or everything up to the next space; without a closing quote it reaches to the end. */
function pieceAt(typed: string, from: number): { value: string; quoted: boolean; end: number } {
  const closing = quotes[typed[from] ?? '']
  if (closing !== undefined) {
    const close = typed.indexOf(closing, from + 1)
    const end = close < 0 ? typed.length : close
    return { value: typed.slice(from + 1, end), quoted: true, end: close < 0 ? end : end + 1 }
  }
  let end = from
  while (end < typed.length && !space.test(typed[end] ?? '')) {
    // from:"…" is one piece with its name.
    if (end > from && quotes[typed[end] ?? ''] !== undefined && /[:：]/u.test(typed[end - 1] ?? ''))
      break
    end++
  }
  return { value: typed.slice(from, end), quoted: false, end }
}

/** The words to mark in what was found, longest first: everything asked for that is text and is not excluded. */
export function wordsToMark(query: Query): string[] {
  const texts = query.flat().flatMap(({ negated, meaning }) => {
    if (negated) return []
    if (meaning.kind === 'text') return [meaning.text]
    if (meaning.kind === 'words') return meaning.phrase ? [meaning.text] : meaning.text.split(/\s+/)
    return []
  })
  const words = texts.map((one) => one.trim()).filter((one) => /[\p{L}\p{N}]/u.test(one))
  return [...new Set(words)].sort((a, b) => b.length - a.length).slice(0, maxClauses)
}
