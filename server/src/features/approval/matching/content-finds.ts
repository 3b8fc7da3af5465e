import type { ApprovalPattern } from '@hongyan/contract/approval-fields'
import type { DeepTexts } from '../../../documents/deep-texts.ts'
import { countSecrets } from '../../assistant/secrets.public.ts'
import { type LabelField, labelFieldsIn } from '../sensitivity/label-fields.ts'
import { findNumbers, type Numbers } from './find-numbers.ts'
import { fold, shown, tight } from './fold.ts'

/** What a rule looks for in what a mail says. */
export interface Wanted {
  words: readonly string[]
  patterns: readonly ApprovalPattern[]
  /** Where they are looked for; empty: everywhere. */
  places: readonly Find['place'][]
}

export interface Find {
  kind: 'word' | 'pattern'
  value: string
  place: 'subject' | 'body' | 'file'
  count: number
}

/** Of one mail, for several rules at once. */
export interface Finds {
  finds: Find[][]
  names: string[]
  /** What each mail in it says of its label; null: nobody could look. */
  labels: LabelField[][] | null
  unreadable: string[]
  encrypted: boolean
  /** Encrypted for those who read it, and not only called so. */
  sealed: boolean
}

interface Text {
  place: Find['place']
  folded: string
  tight: string
  numbers: Numbers
  /** As it was written, but for what nobody sees. */
  written: string
}

const asText = (place: Find['place'], text: string): Text => {
  const folded = fold(text)
  const numbers = findNumbers(folded)
  return { place, folded, tight: tight(folded), numbers, written: text }
}

/** Looks through all texts of a mail; runs in a thread. */
export function findIn(texts: DeepTexts, wanted: readonly Wanted[]): Finds {
  const all = [
    asText('subject', texts.subject),
    ...texts.body.map((text) => asText('body', text)),
    ...texts.files.flatMap(({ name, text }) => [asText('file', name), asText('file', text)]),
    ...texts.names.map((name) => asText('file', name)),
  ]
  const { names, headers, unreadable, encrypted, sealed } = texts
  const labels = headers.map(labelFieldsIn).filter(({ length }) => length > 0)
  const finds = wanted.map((one) => findsOf(all, one))
  return { finds, names, labels, unreadable, encrypted, sealed }
}

function findsOf(all: readonly Text[], { words, patterns, places }: Wanted): Find[] {
  const texts = places.length === 0 ? all : all.filter(({ place }) => places.includes(place))
  const finds: Find[] = []
  for (const value of words) {
    const search = searchFor(value)
    const found = search && best(texts, search)
    if (found) finds.push({ kind: 'word', value, ...found })
  }
  for (const value of patterns) {
    const found = best(texts, ({ numbers, written }) =>
      value === 'secret' ? countSecrets(shown(written)) : numbers[value],
    )
    if (found) finds.push({ kind: 'pattern', value, ...found })
  }
  return finds
}

/** How often in all, and where first. Of the bodies, which as a rule say the same in several forms, the one with most. */
function best(texts: readonly Text[], search: Search): Pick<Find, 'place' | 'count'> | null {
  let place: Find['place'] | null = null
  let body = 0
  let others = 0
  for (const text of texts) {
    const here = search(text)
    if (here > 0) place ??= text.place
    if (text.place === 'body') body = Math.max(body, here)
    else others += here
  }
  return place && { place, count: body + others }
}

type Search = (text: Text) => number

/** Rules ask for the same words of each mail: each is folded once. */
const known = new Map<string, Search | null>()
const mostKnown = 20_000

function searchFor(word: string): Search | null {
  const before = known.get(word)
  if (before !== undefined) return before
  if (known.size >= mostKnown) known.clear()
  const search = newSearch(word)
  known.set(word, search)
  return search
}

/** Words of other letters than ASCII run together with what is around them; an English one ends where it ends. */
function newSearch(word: string): Search | null {
  const folded = fold(word).trim()
  if (folded === '') return null
  if (/^[\x20-\x7e]+$/.test(folded)) return (text) => countWhole(text.folded, folded)
  const close = tight(folded)
  return close === '' ? null : (text) => countOf(text.tight, close)
}

function countOf(text: string, word: string): number {
  let count = 0
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) count++
  return count
}

function countWhole(text: string, word: string): number {
  let count = 0
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
    if (!isPart(text[at - 1]) && !isPart(text[at + word.length])) count++
  }
  return count
}

const isPart = (sign: string | undefined): boolean => sign !== undefined && /[a-z0-9]/.test(sign)
