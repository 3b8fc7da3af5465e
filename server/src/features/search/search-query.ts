import type { Clause, Query } from '@hongyan/contract/query-language'
import type { Day, Meaning } from '@hongyan/contract/query-operators'
import type { Condition, IndexedWords, Search } from '../../mailstore/search/search-conditions.ts'
import { indexedPart, type SearchField, wordsQuery } from '../../mailstore/search/search-terms.ts'
import type { FolderId } from '../../platform/ids.ts'

/** What names mean in one mailbox. */
export interface Names {
  folder(name: string): FolderId | null
  label(name: string): number | null
  /** The instant a day begins at for this person. */
  startOf(day: Day): Date
}

interface Reading {
  names: Names
  /** Where words without an operator are looked for; empty: anywhere. */
  fields: readonly SearchField[]
}

const fieldOf = {
  from: 'from',
  to: 'to',
  cc: 'cc',
  subject: 'subject',
  body: 'body',
  filename: 'files',
} as const satisfies Record<string, SearchField>

/** Folders and labels that do not exist are words after all. */
export const withKnownNames = (typed: string, query: Query, names: Names): Query =>
  query.map((group) =>
    group.map((clause): Clause => {
      const { meaning, start, end } = clause
      const unknown =
        (meaning.kind === 'folder' && names.folder(meaning.name) === null) ||
        (meaning.kind === 'label' && names.label(meaning.name) === null)
      if (!unknown) return clause
      const text = typed.slice(clause.negated ? start + 1 : start, end)
      return { ...clause, meaning: { kind: 'words', text, phrase: false } }
    }),
  )

/** Turns what was typed into what the store runs; null when nothing in it can be looked for. */
export function searchOf(query: Query, reading: Reading): Search | null {
  const groups = query
    .map((group) => group.flatMap((clause) => conditionOf(clause, reading) ?? []))
    .filter((group) => group.length > 0)
  if (groups.length === 0) return null
  const texts = groups.filter((group) => group.every(({ kind }) => kind === 'words'))
  const isIndexed = texts.some((group) => group.every(({ negated }) => !negated))
  // Exclusions ride along where the index has something to begin with; alone they would read all of it.
  const words = isIndexed ? indexedWords(texts) : null
  return { words, conditions: isIndexed ? groups.filter((one) => !texts.includes(one)) : groups }
}

/** Words of groups that hold nothing else, one of them without an exclusion. */
export function indexedWords(texts: readonly (readonly Condition[])[]): IndexedWords {
  const exact = texts.map((group) => joined(group)).join(' & ')
  // Without "a b" is more than without a and b: such a group can only be looked at in the mails.
  const known = texts.filter((group) => group.every((one) => !one.negated || isKnown(one)))
  const index = known.map((group) => joined(group, indexedPart)).join(' & ')
  const terms = known
    .filter((group) => group.every(({ negated }) => !negated))
    .map((group) => joined(group, indexedPart))
  return { index, exact: index === exact ? null : exact, terms }
}

const isKnown = (one: Condition): boolean =>
  one.kind === 'words' && indexedPart(one.words) === one.words

const joined = (group: readonly Condition[], part = (words: string): string => words): string => {
  const parts = group.flatMap((one) =>
    one.kind === 'words' ? `${one.negated ? '!' : ''}(${part(one.words)})` : [],
  )
  return parts.length > 1 ? `(${parts.join(' | ')})` : (parts[0] ?? '')
}

function conditionOf({ meaning, negated }: Clause, reading: Reading): Condition | null {
  switch (meaning.kind) {
    case 'words': {
      const { text, phrase } = meaning
      return asWords(wordsQuery({ text, phrase, fields: reading.fields }), negated)
    }
    case 'text': {
      const { text, field } = meaning
      return asWords(wordsQuery({ text, fields: [fieldOf[field]], prefixFrom: 2 }), negated)
    }
    default:
      return filterOf(meaning, negated, reading.names)
  }
}

const asWords = (words: string | null, negated: boolean): Condition | null =>
  words === null ? null : { kind: 'words', words, negated }

function filterOf(
  meaning: Exclude<Meaning, { kind: 'text' }>,
  negated: boolean,
  names: Names,
): Condition | null {
  switch (meaning.kind) {
    case 'flag':
      return { kind: meaning.flag, value: meaning.value, negated }
    case 'received':
      return { kind: 'received', side: meaning.side, at: names.startOf(meaning.day), negated }
    case 'size':
      return { ...meaning, negated }
    case 'folder': {
      const id = names.folder(meaning.name)
      return id === null ? null : { kind: 'folder', id, negated }
    }
    case 'label': {
      const id = names.label(meaning.name)
      return id === null ? null : { kind: 'label', id, negated }
    }
  }
}
