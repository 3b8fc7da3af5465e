import type { DeepTexts } from '../../../documents/deep-texts.ts'
import { countSecrets } from '../../assistant/secrets.public.ts'
import { type LabelField, labelFieldsIn } from '../sensitivity/label-fields.ts'
import { findNumbers, type Numbers } from './find-numbers.ts'
import { fold, foldApart, foldBackwards, shown, tight } from './fold.ts'
import { type AllWanted, readWanted, type Wanted, type WantedBytes } from './wanted.ts'
import { searchFor, type WordSearch } from './word-search.ts'

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

/** What is looked for in a mail, as it travels to a thread. */
export interface Asked {
  all: WantedBytes
  /** Places of the rules that are asked, in the order of the answer. */
  which: readonly number[]
}

/** The words of all rules as they are looked for. */
interface Search extends AllWanted {
  /** By how they are written in a rule. */
  forms: Map<string, Form>
  whole: WordSearch
  close: WordSearch
}

/** Words of other letters than ASCII run together with what is around them; an English one ends where it ends. */
interface Form {
  text: string
  isWhole: boolean
}

/** Rules ask for the same words of each mail; made once, a search of twenty thousand words is some megabytes. */
const known = new Map<number, Search>()
const mostKnown = 4

function searchOf(all: WantedBytes): Search {
  const before = known.get(all.id)
  if (before) return before
  if (known.size >= mostKnown) known.clear()
  const search = newSearch(readWanted(all))
  known.set(all.id, search)
  return search
}

function newSearch({ rules, lists }: AllWanted): Search {
  const forms = new Map<string, Form>()
  for (const word of [...lists.values(), ...rules.map(({ words }) => words)].flat()) {
    const form = formOf(word)
    if (form) forms.set(word, form)
  }
  const of = (isWhole: boolean): WordSearch =>
    searchFor(
      [...forms.values()].filter((one) => one.isWhole === isWhole).map(({ text }) => text),
      isWhole,
    )
  return { rules, lists, forms, whole: of(true), close: of(false) }
}

function formOf(word: string): Form | null {
  const folded = fold(word).trim()
  if (folded === '') return null
  if (/^[\x20-\x7e]+$/.test(folded)) return { text: folded, isWhole: true }
  const close = tight(folded)
  return close === '' ? null : { text: close, isWhole: false }
}

interface Text {
  place: Find['place']
  whole: ReadonlyMap<string, number>
  close: ReadonlyMap<string, number>
  numbers: Numbers
  /** As it was written, but for what nobody sees. */
  written: string
}

function asText(place: Find['place'], text: string, search: Search): Text {
  return asFolded({ place, text, folded: fold(text) }, search)
}

function asFolded(
  { place, text, folded }: { place: Find['place']; text: string; folded: string },
  { whole, close }: Search,
): Text {
  return {
    place,
    whole: most([folded, foldApart(text), foldBackwards(text)], (one) => whole.count(one)),
    close: most([folded, foldBackwards(text)], (one) => close.count(tight(one))),
    numbers: findNumbers(folded),
    written: text,
  }
}

/** Of forms of the same text, that in which each word stands most often. */
function most(
  forms: readonly (string | null)[],
  count: (form: string) => ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const [first = new Map<string, number>(), ...others] = forms.flatMap((one) =>
    one === null ? [] : [count(one)],
  )
  if (others.length === 0) return first
  const all = new Map(first)
  for (const [word, found] of others.flatMap((one) => [...one]))
    all.set(word, Math.max(found, all.get(word) ?? 0))
  return all
}

/** Bodies as a rule say the same in several forms. Only the one before is kept folded: what is folded may be many times as long. */
function bodiesOf(bodies: readonly string[], search: Search): Text[] {
  let before: { folded: string; found: Text } | null = null
  return bodies.map((text) => {
    const folded = fold(text)
    const found: Text =
      before?.folded === folded
        ? { ...before.found, written: text }
        : asFolded({ place: 'body', text, folded }, search)
    before = { folded, found }
    return found
  })
}

/** Looks through all texts of a mail. */
export function findIn(texts: DeepTexts, asked: Asked): Finds {
  const search = searchOf(asked.all)
  const all = [asText('subject', texts.subject, search), ...bodiesOf(texts.body, search)]
  const names = [...texts.files.flatMap(({ name, text }) => [name, text]), ...texts.names]
  for (const text of names) all.push(asText('file', text, search))
  const { headers, unreadable, encrypted, sealed } = texts
  const labels = headers.map(labelFieldsIn).filter(({ length }) => length > 0)
  const finds = asked.which.map((at) => {
    const one = search.rules[at]
    return one ? findsOf(all, one, search) : []
  })
  return { finds, names: texts.names, labels, unreadable, encrypted, sealed }
}

function findsOf(
  all: readonly Text[],
  { words, lists: named, patterns, places }: Wanted,
  { forms, lists }: Search,
): Find[] {
  const texts = places.length === 0 ? all : all.filter(({ place }) => places.includes(place))
  const finds: Find[] = []
  for (const list of [words, ...named.map((name) => lists.get(name) ?? [])])
    for (const value of list) {
      const form = forms.get(value)
      const found = form && best(texts, (text) => countOf(text, form))
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

const countOf = ({ whole, close }: Text, { text, isWhole }: Form): number =>
  (isWhole ? whole : close).get(text) ?? 0

/** How often in all, and where first. Of the bodies, which as a rule say the same in several forms, the one with most. */
function best(
  texts: readonly Text[],
  search: (text: Text) => number,
): Pick<Find, 'place' | 'count'> | null {
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
