import { type CheckLevel, checkLevels } from '@hongyan/contract/assistant-wire'

/** Longest first line that may be the level. */
const longest = 60

/** What remains to be shown, and the level where it is a graver one. */
interface Read {
  text: string
  raised: CheckLevel | null
}

/**
 * Takes the level off the first line of what a model says of a mail. It raises the level of the facts or does nothing: a
 * model that a mail talked into anything cannot lower it.
 */
export function levelReader(facts: CheckLevel): (text: string) => Read {
  let first: string | null = ''
  return (text) => {
    if (first === null) return { text, raised: null }
    first += text
    const end = first.indexOf('\n')
    if (end < 0 && first.length < longest) return { text: '', raised: null }
    const line = end < 0 ? '' : first.slice(0, end)
    const found = /^\s{0,3}level\s{0,3}[:：]\s{0,3}([a-z]{4,12})/i.exec(line)?.[1]?.toLowerCase()
    const level = checkLevels.find((one) => one === found)
    const rest = level === undefined ? first : first.slice(end + 1)
    first = null
    const isGraver = level !== undefined && checkLevels.indexOf(level) > checkLevels.indexOf(facts)
    return { text: rest, raised: isGraver ? level : null }
  }
}
