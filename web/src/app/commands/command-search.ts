import type { Choice } from '../../lib/chooser.ts'
import { searchKeys } from '../../lib/pinyin.ts'

/** A choice with what it is found by. */
export interface Findable {
  choice: Choice
  keys: readonly string[]
}

export const findable = (choice: Choice): Findable => ({
  choice,
  keys: [choice.label, ...(choice.keywords ?? [])].flatMap(searchKeys),
})

/** Choices that fit what was typed, best first; all of them when nothing was. */
export function matching(all: readonly Findable[], typed: string): Choice[] {
  const wanted = typed.trim().toLowerCase()
  if (wanted === '') return all.map(({ choice }) => choice)
  return all
    .map(({ choice, keys }) => ({ choice, rank: rankOf(keys, wanted) }))
    .filter(({ rank }) => rank < none)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ choice }) => choice)
}

const none = 4

/** Exact, begins with, contains; each word of what was typed somewhere comes last. */
function rankOf(keys: readonly string[], wanted: string): number {
  if (keys.includes(wanted)) return 0
  if (keys.some((key) => key.startsWith(wanted))) return 1
  if (keys.some((key) => key.includes(wanted))) return 2
  const words = wanted.split(/\s+/)
  return words.every((word) => keys.some((key) => key.includes(word))) ? 3 : none
}
