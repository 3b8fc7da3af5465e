import { type CheckLevel, checkLevels } from '@hongyan/contract/assistant-wire'

/** Longest first line that may be the level. */
const longest = 60

/** Not the line: a model may go on behind its level, and what it says there is shown. */
const levelSaid = /^\s{0,3}level\s{0,3}[:：]\s{0,3}([a-z]{4,12})[ \t.,;，。；]{0,5}\r?\n?/i

/** What remains to be shown, and the level where it is a graver one. */
interface Read {
  text: string
  raised: CheckLevel | null
}

/**
 * Takes the level off the first line of what a model says of a mail. It raises the level of the facts or does nothing: a
 * model that a mail talked into anything cannot lower it.
 */
export function levelReader(facts: CheckLevel): { take(text: string): Read; end(): Read } {
  let first: string | null = ''
  const read = (text: string): Read => {
    const [said = '', found = ''] = levelSaid.exec(text) ?? []
    const level = checkLevels.find((one) => one === found.toLowerCase())
    first = null
    if (level === undefined) return { text, raised: null }
    const isGraver = checkLevels.indexOf(level) > checkLevels.indexOf(facts)
    return { text: text.slice(said.length), raised: isGraver ? level : null }
  }
  return {
    take: (text) => {
      if (first === null) return { text, raised: null }
      first += text
      const isWhole = first.includes('\n') || first.length >= longest
      return isWhole ? read(first) : { text: '', raised: null }
    },
    end: () => (first === null ? { text: '', raised: null } : read(first)),
  }
}
