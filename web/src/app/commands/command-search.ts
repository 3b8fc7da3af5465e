import { searchKeys } from '../../lib/pinyin.ts'

/** One thing to do. */
export interface Command {
  id: string
  label: string
  icon?: string | undefined
  /** Shown at the end of the line: a key, or where it is. */
  hint?: string | undefined
  /** More words it is found by. */
  keywords?: readonly string[]
  /** Heading it stands under. */
  section?: string
  run: () => void
}

/** A command with what it is found by. */
export interface Findable {
  command: Command
  keys: readonly string[]
}

export const findable = (command: Command): Findable => ({
  command,
  keys: [command.label, ...(command.keywords ?? [])].flatMap(searchKeys),
})

/** Commands that fit what was typed, best first; all of them when nothing was. */
export function matching(all: readonly Findable[], typed: string): Command[] {
  const wanted = typed.trim().toLowerCase()
  if (wanted === '') return all.map(({ command }) => command)
  return all
    .map(({ command, keys }) => ({ command, rank: rankOf(keys, wanted) }))
    .filter(({ rank }) => rank < none)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ command }) => command)
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
