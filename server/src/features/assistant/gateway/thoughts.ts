/** What a model said: for the reader, or while thinking. */
export interface Said {
  content: string
  thought: string
}

const opening = '<think>'
const closing = '</think>'

/**
 * Parts the thoughts from what is said where a model writes both into one text, between `<think>` and `</think>` at its
 * beginning. What may be the beginning of a mark waits for the rest of it.
 */
export function createThoughtSplitter(): { take(text: string): Said; end(): Said } {
  let state: 'start' | 'thinking' | 'thought' | 'saying' = 'start'
  let held = ''

  const take = (text: string): Said => {
    held += text
    if (state === 'start') begin()
    if (state === 'start') return { content: '', thought: '' }
    return state === 'thinking' ? think() : { content: say(), thought: '' }
  }
  const begin = (): void => {
    const bare = held.trimStart()
    if (bare.length < opening.length && opening.startsWith(bare)) return
    state = bare.startsWith(opening) ? 'thinking' : 'saying'
    if (state === 'thinking') held = bare.slice(opening.length)
  }
  /** Empty lines between thoughts and answer are neither. */
  const say = (): string => {
    if (state === 'thought') held = held.trimStart()
    if (held !== '') state = 'saying'
    return letGo(held.length)
  }
  const think = (): Said => {
    const at = held.indexOf(closing)
    if (at < 0) return { content: '', thought: letGo(held.length - startedMark(held)) }
    const thought = letGo(at)
    held = held.slice(closing.length)
    state = 'thought'
    return { content: say(), thought }
  }
  const letGo = (length: number): string => {
    const gone = held.slice(0, length)
    held = held.slice(length)
    return gone
  }
  return {
    take,
    end: () => {
      const rest = letGo(held.length)
      return state === 'thinking' ? { content: '', thought: rest } : { content: rest, thought: '' }
    },
  }
}

/** Characters at the end of a text that may be the beginning of the closing mark. */
function startedMark(text: string): number {
  for (let length = Math.min(closing.length - 1, text.length); length > 0; length--)
    if (closing.startsWith(text.slice(-length))) return length
  return 0
}
