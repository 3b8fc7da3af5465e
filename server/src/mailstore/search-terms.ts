import { pinyin } from 'pinyin-pro'

/** Where a word stands. */
export type SearchField = 'subject' | 'people' | 'body' | 'files'

const weights: Record<SearchField, 'A' | 'B' | 'C' | 'D'> = {
  subject: 'A',
  people: 'B',
  body: 'C',
  files: 'D',
}

/**
 * A word of these stands in the index once more with its mark (words are lower case, marks are not): the index
 * knows no weights, so that a search of the subjects for a word of all bodies would unpack every mail.
 */
const marks: Record<Exclude<SearchField, 'body'>, string> = {
  subject: 'S',
  people: 'P',
  files: 'F',
}

const cjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const segments =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+|[\p{L}\p{N}\p{M}]+/gu

/** PostgreSQL's limits: positions end at 16383, and a lexeme keeps 255 of them (about so many characters). */
const maxPosition = 16_383
const maxPlaces = 1_200
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
  const lexemes = new Map<string, string>()
  let position = 0
  const put = (word: string, weight: string) => {
    const places = lexemes.get(word)
    if (places === undefined) {
      if (lexemes.size < maxLexemes) lexemes.set(word, position + weight)
    } else if (places.length < maxPlaces) lexemes.set(word, `${places},${position}${weight}`)
  }
  return {
    add: (field, text) => {
      const weight = weights[field]
      const mark = field === 'body' ? null : marks[field]
      eachWord(text.slice(0, maxBody), (word) => {
        position = Math.min(position + 1, maxPosition)
        put(word, weight)
        if (mark) put(mark + word, weight)
      })
      // A phrase must not run from one field into the next.
      position = Math.min(position + 2, maxPosition)
    },
    toTsvector: () => {
      let literal = ''
      for (const [word, places] of lexemes) literal += `'${word}':${places} `
      return literal
    },
  }
}

/** The words of a text in order. They hold letters and digits only: nothing in them needs quoting. */
function eachWord(text: string, take: (word: string) => void): void {
  for (const segment of fold(text).match(segments) ?? []) {
    if (!cjk.test(segment)) take(segment.slice(0, maxWord))
    else eachPair(segment, take)
  }
}

const surrogates = /[\ud800-\udfff]/

function eachPair(run: string, take: (pair: string) => void): void {
  // Cutting a text is much faster than cutting a list of characters; it works where each character is one unit.
  const characters = surrogates.test(run) ? [...run] : null
  const last = (characters ?? run).length - 1
  for (let index = 0; index < last; index++) {
    take(characters ? `${characters[index]}${characters[index + 1]}` : run.slice(index, index + 2))
  }
  take(characters ? (characters[last] ?? '') : run.slice(last))
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
  const forms = fields.length > 0 ? fields.map(formIn) : [{ mark: '', weight: '' }]
  const terms = typed
    .split(/\s+/)
    .map((term) => termIn(term, forms))
    .filter(Boolean)
  return terms.length > 0 ? terms.slice(0, 12).join(' & ') : null
}

/** How a word is asked for: anywhere as it is, in a field by its mark, in the body by its weight. */
interface Form {
  mark: string
  weight: string
}

const formIn = (field: SearchField): Form =>
  field === 'body' ? { mark: '', weight: weights.body } : { mark: marks[field], weight: '' }

const termIn = (term: string, forms: readonly Form[]): string => {
  const phrases = forms.map((form) => phrase(term, form)).filter(Boolean)
  return phrases.length > 1 ? `(${phrases.join(' | ')})` : (phrases[0] ?? '')
}

function phrase(term: string, form: Form): string {
  const parts: string[] = []
  for (const segment of fold(term).match(segments) ?? []) {
    parts.push(cjk.test(segment) ? cjkPhrase(segment, form) : latin(segment, form))
  }
  return parts.length > 0 ? `(${parts.slice(0, 12).join(' <-> ')})` : ''
}

const latin = (word: string, form: Form): string =>
  lexeme(word.slice(0, maxWord), { ...form, isPrefix: word.length >= 3 })

/** `'mark and word':*C` */
function lexeme(word: string, { mark, weight, isPrefix }: Form & { isPrefix: boolean }): string {
  const flags = `${isPrefix ? '*' : ''}${weight}`
  return `'${mark}${word}'${flags ? `:${flags}` : ''}`
}

/** 会议纪要 → 会议 <2> 纪要: pairs that do not overlap are enough where the run is even. */
function cjkPhrase(run: string, form: Form): string {
  const characters = [...run].slice(0, 40)
  if (characters.length === 1) return lexeme(run, { ...form, isPrefix: true })
  const pair = (at: number) =>
    lexeme(`${characters[at]}${characters[at + 1]}`, { ...form, isPrefix: false })
  const pairs: string[] = []
  let last = -1
  for (let index = 0; index + 1 < characters.length; index += 2) {
    pairs.push(`${last < 0 ? '' : ` <${index - last}> `}${pair(index)}`)
    last = index
  }
  const end = characters.length - 2
  if (last < end) pairs.push(` <${end - last}> ${pair(end)}`)
  return pairs.join('')
}
