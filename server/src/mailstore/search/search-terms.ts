import { normalForm } from '@hongyan/contract/normal-form'
import { pinyin } from '../../platform/names/pinyin.ts'

/** Where a word stands. */
export type SearchField = 'subject' | 'from' | 'to' | 'cc' | 'body' | 'files' | 'fileText'

const weights: Record<SearchField, 'A' | 'B' | 'C' | 'D'> = {
  subject: 'A',
  from: 'B',
  to: 'B',
  cc: 'B',
  body: 'C',
  files: 'D',
  fileText: 'D',
}

/**
 * A word of these stands in the index once more with its mark (words are lower case, marks are not): the index
 * knows no weights, so that a search of the subjects for a word of all bodies would unpack every mail.
 */
export const marks: Record<SearchField, string> = {
  subject: 'S',
  from: 'O',
  to: 'T',
  cc: 'C',
  body: '',
  files: 'F',
  fileText: '',
}

/** What stands before each word of a query, in place of the scope that each look puts there. */
export const scopeMark = '\u0001'

const monthOf = (at: Date): number => Math.max(0, at.getUTCFullYear() * 12 + at.getUTCMonth())

/**
 * What the words of a mail begin with: its mailbox and the month of its arrival. So the beginning of a word is looked up
 * among the words of one mailbox and month. The same as the SQL function `search_scope`.
 */
export const scopeOf = (accountId: number, arrived: Date): string =>
  `${accountId}.${monthOf(arrived)}.`

/** Scopes of a mailbox from one time of arrival to another, newest first. */
export function scopesBetween(accountId: number, from: Date, until: Date): string[] {
  const last = monthOf(until)
  return Array.from(
    { length: Math.max(0, last - monthOf(from) + 1) },
    (_, index) => `${accountId}.${last - index}.`,
  )
}

/** A tsvector literal or a query with its scope in place. */
export const scoped = (words: string, scope: string): string => words.replaceAll(scopeMark, scope)

/** What is cut into pairs. 〆 and the long vowel ー are of no one script, but stand within such words only. */
const cjkLetters = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}〆ー`
const cjk = new RegExp(`[${cjkLetters}]`, 'v')
/** A run of CJK with the marks on its letters, or one of other letters and digits: PPT已更新 is two, 2026年度 too. */
const segments = new RegExp(
  String.raw`[${cjkLetters}][${cjkLetters}\p{M}]*|[[\p{L}\p{N}\p{M}]--[${cjkLetters}]]+`,
  'gv',
)

/** PostgreSQL's limits: positions end at 16383, and a lexeme keeps 255 of them (about so many characters). */
const maxPosition = 16_383
const maxPlaces = 1_200
const maxWord = 40
/** Characters of one field that are indexed. */
const maxBody = 100_000
const maxLexemes = 20_000
/** A tsvector may not pass 1 MB: letters of three bytes in every field of a mail would. */
const maxBytes = 1_000_000
/** The scope before a word (`scopeOf`), and what aligns it. */
const bytesPerWord = 28
const bytesPerPlace = 2

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
  let bytes = 0
  const put = (word: string, weight: string) => {
    if (bytes >= maxBytes) return
    const places = lexemes.get(word)
    if (places === undefined) {
      if (lexemes.size >= maxLexemes) return
      lexemes.set(word, position + weight)
      bytes += Buffer.byteLength(word) + bytesPerWord + bytesPerPlace
    } else if (places.length < maxPlaces) {
      lexemes.set(word, `${places},${position}${weight}`)
      bytes += bytesPerPlace
    }
  }
  return {
    add: (field, text) => {
      const weight = weights[field]
      const mark = marks[field]
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
      for (const [word, places] of lexemes) literal += `'${scopeMark}${word}':${places} `
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

/**
 * The words of a text, and whether it begins and ends within one: `ello wo` may be of `hello world`. None where some are of
 * characters that stand in the index in pairs: those are found anywhere.
 */
export function openWords(text: string) {
  const folded = fold(text.slice(0, mostSought))
  const found = [...folded.matchAll(segments)]
  const [first, last] = [found[0], found.at(-1)]
  const words = found.map(([word]) => word.slice(0, maxWord))
  return {
    words: words.some((word) => cjk.test(word)) ? [] : words,
    isOpenBefore: first?.index === 0,
    isOpenBehind: last !== undefined && last.index + last[0].length === folded.length,
  }
}

/** The same words as a list: for what is found by whole words alone. */
export function wordsOf(text: string): string[] {
  const words: string[] = []
  eachWord(text, (word) => words.push(word))
  return words
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
  return normalForm(normalForm(text, 'NFKD').replace(/[\u0300-\u036f]/g, ''), 'NFC').toLowerCase()
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

export interface Wanted {
  text: string
  /** Empty: anywhere. */
  fields: readonly SearchField[]
  /** The words are whole and follow each other, across spaces too. */
  phrase?: boolean
  /** Shortest Latin word that also matches as a beginning. */
  prefixFrom?: number
}

/**
 * Words that a person typed → a tsquery text with `scopeMark` before each word; null when it holds no word. Terms are joined
 * by AND, the words of one term (and CJK runs) must follow each other; Latin words of three letters and more also match
 * as beginnings.
 */
export function wordsQuery({
  text,
  fields,
  phrase = false,
  prefixFrom = 3,
}: Wanted): string | null {
  const forms = fields.length > 0 ? fields.map(formIn) : [{ mark: '', weight: '' }]
  const shortest = phrase ? Number.POSITIVE_INFINITY : prefixFrom
  const terms: string[] = []
  const some = text.slice(0, mostSought)
  for (const [term] of phrase ? [[some]] : some.matchAll(/\S+/g)) {
    const asked = termIn(term ?? '', forms, shortest)
    if (asked) terms.push(asked)
    // What stands behind these is asked for by nobody: a hundred texts of 60,000 characters would each be taken apart.
    if (terms.length === mostTerms) break
  }
  return terms.length > 0 ? terms.join(' & ') : null
}

/** Characters that are looked at, and terms that are asked for. */
const mostSought = 8_000
const mostTerms = 12

/** How a word is asked for: anywhere as it is, in a field by its mark, in the body by its weight. */
interface Form {
  mark: string
  weight: string
}

const formIn = (field: SearchField): Form => ({
  mark: marks[field],
  weight: marks[field] === '' ? weights[field] : '',
})

function termIn(term: string, forms: readonly Form[], prefixFrom: number): string {
  const words = (fold(term).match(segments) ?? []).slice(0, 12)
  if (words.length === 0) return ''
  const phrases = forms.map((form) => phraseOf(words, form, prefixFrom))
  return phrases.length > 1 ? `(${phrases.join(' | ')})` : (phrases[0] ?? '')
}

/** The words of a term must follow each other. A CJK run takes one place for each of its characters. */
function phraseOf(words: readonly string[], form: Form, prefixFrom: number): string {
  let phrase = ''
  let distance = 0
  for (const [index, word] of words.entries()) {
    const isCjk = cjk.test(word)
    const isPrefix = index === words.length - 1 && word.length >= prefixFrom
    const part = isCjk
      ? cjkPhrase(word, form)
      : lexeme(word.slice(0, maxWord), { ...form, isPrefix })
    phrase += phrase === '' ? part : ` <${distance}> ${part}`
    distance = isCjk && [...word].length > 1 ? 2 : 1
  }
  return `(${phrase})`
}

/** `'mark and word':*C` */
function lexeme(word: string, { mark, weight, isPrefix }: Form & { isPrefix: boolean }): string {
  const flags = `${isPrefix ? '*' : ''}${weight}`
  return `'${scopeMark}${mark}${word}'${flags ? `:${flags}` : ''}`
}

/**
 * What the index knows of a tsquery text: which words a mail holds, but neither their order nor, where there is no mark,
 * their field. So every mail that fulfils the text fulfils this, as long as nothing in it is excluded.
 */
export const indexedPart = (words: string): string =>
  words.replace(/ <\d+> /g, ' & ').replace(/':(\*?)[A-D]/g, (_, prefix) => (prefix ? "':*" : "'"))

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
