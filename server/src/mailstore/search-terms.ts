import { pinyin } from 'pinyin-pro'

/** Where a word stands; one weight of the tsvector each, so that a search can ask for one field. */
export type SearchField = 'subject' | 'people' | 'body' | 'files'

const weights: Record<SearchField, 'A' | 'B' | 'C' | 'D'> = {
  subject: 'A',
  people: 'B',
  body: 'C',
  files: 'D',
}

const cjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const segments =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+|[\p{L}\p{N}\p{M}]+/gu

/** PostgreSQL's limits: positions end at 16383, and a lexeme keeps 255 of them. */
const maxPosition = 16_383
const maxPositionsOfLexeme = 200
const maxWord = 40
/** Characters of the body that are indexed; a tsvector may not pass 1 MB. */
const maxBody = 100_000
const maxLexemes = 20_000

/**
 * Gathers the words of one message into a tsvector literal: Latin words folded (case, width, accents),
 * CJK runs as overlapping pairs plus the last character alone, so that one character is found by prefix.
 */
export function createTermWriter(): {
  add(field: SearchField, text: string): void
  toTsvector(): string
} {
  const lexemes = new Map<string, string[]>()
  let position = 0
  const put = (word: string, weight: string) => {
    position = Math.min(position + 1, maxPosition)
    const places = lexemes.get(word)
    if (places) {
      if (places.length < maxPositionsOfLexeme) places.push(position + weight)
    } else if (lexemes.size < maxLexemes) lexemes.set(word, [position + weight])
  }
  return {
    add: (field, text) => {
      const weight = weights[field]
      for (const word of words(text.slice(0, maxBody))) put(word, weight)
      // A phrase must not run from one field into the next.
      position = Math.min(position + 2, maxPosition)
    },
    toTsvector: () => {
      let literal = ''
      for (const [word, places] of lexemes) literal += `'${word}':${places.join(',')} `
      return literal
    },
  }
}

/** The words of a text in order. They hold letters and digits only: nothing in them needs quoting. */
function* words(text: string): Generator<string> {
  for (const segment of fold(text).match(segments) ?? []) {
    if (!cjk.test(segment)) {
      yield segment.slice(0, maxWord)
      continue
    }
    const characters = [...segment]
    for (let index = 0; index + 1 < characters.length; index++) {
      yield `${characters[index]}${characters[index + 1]}`
    }
    yield characters.at(-1) ?? ''
  }
}

const ascii = /^[\x20-\x7e\s]*$/

function fold(text: string): string {
  if (ascii.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
}

const pinyinOfName = new Map<string, string>()

/** A Chinese name as it is typed in Latin letters: full and initials ("zhangwei zw"); '' for others. */
export function namePinyin(name: string): string {
  if (!cjk.test(name) || name.length > 20) return ''
  const known = pinyinOfName.get(name)
  if (known !== undefined) return known
  const syllables = pinyin(name, {
    toneType: 'none',
    type: 'array',
    mode: 'surname',
    nonZh: 'removed',
  })
  const spelled = `${syllables.join('')} ${syllables.map((one) => one[0] ?? '').join('')}`
  if (pinyinOfName.size > 5_000) pinyinOfName.clear()
  pinyinOfName.set(name, spelled)
  return spelled
}

/**
 * What a person typed → a tsquery text; null when it holds no word. Terms are joined by AND, the words of one
 * term (and CJK runs) must follow each other; Latin words of three letters and more also match as beginnings.
 * @param fields empty: anywhere
 */
export function searchQuery(typed: string, fields: readonly SearchField[] = []): string | null {
  const weight = fields.map((field) => weights[field]).join('')
  const terms = typed
    .split(/\s+/)
    .map((term) => phrase(term, weight))
    .filter(Boolean)
  return terms.length > 0 ? terms.slice(0, 12).join(' & ') : null
}

function phrase(term: string, weight: string): string {
  const parts: string[] = []
  for (const segment of fold(term).match(segments) ?? []) {
    parts.push(cjk.test(segment) ? cjkPhrase(segment, weight) : latin(segment, weight))
  }
  return parts.length > 0 ? `(${parts.slice(0, 12).join(' <-> ')})` : ''
}

const latin = (word: string, weight: string): string =>
  word.length >= 3
    ? `'${word.slice(0, maxWord)}':*${weight}`
    : `'${word}'${weight ? `:${weight}` : ''}`

/** 会议纪要 → 会议 <2> 纪要: pairs that do not overlap are enough where the run is even. */
function cjkPhrase(run: string, weight: string): string {
  const characters = [...run].slice(0, 40)
  const mark = weight ? `:${weight}` : ''
  if (characters.length === 1) return `'${characters[0]}':*${weight}`
  const pairs: string[] = []
  let last = -1
  for (let index = 0; index + 1 < characters.length; index += 2) {
    pairs.push(
      `${last < 0 ? '' : ` <${index - last}> `}'${characters[index]}${characters[index + 1]}'${mark}`,
    )
    last = index
  }
  const end = characters.length - 2
  if (last < end) pairs.push(` <${end - last}> '${characters[end]}${characters[end + 1]}'${mark}`)
  return pairs.join('')
}
