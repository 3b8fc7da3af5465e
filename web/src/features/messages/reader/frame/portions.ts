import { weigher } from './clean/text-weight.ts'

/** What is laid out at once of a plain text, so that nobody waits (T31). */
const most = {
  characters: 100_000,
  lines: 5_000,
  turns: 1_000,
  runs: 6_000,
  stacked: 500,
  word: 4_000,
  blanks: 20_000,
  /** Each may become a link. */
  links: 1_000,
}

/** Where the part of a text ends that begins at `from` and can be laid out at once: after a line if there is one. */
export function portionEnd(text: string, from: number): number {
  const count: Count = { ...weigher(), lines: 0, links: 0 }
  let lineEnd = from
  const last = Math.min(text.length, from + most.characters)
  for (let at = from; at < last; at++) {
    const code = text.charCodeAt(at)
    count.add(code)
    if (code === 0x0a) {
      count.lines++
      lineEnd = at + 1
    } else if (mayBeLink(text, at, code)) count.links++
    if (isFull(count)) return wholeCharacter(text, lineEnd > from ? lineEnd : at + 1)
  }
  if (last === text.length) return last
  return wholeCharacter(text, lineEnd > from ? lineEnd : last)
}

type Count = ReturnType<typeof weigher> & { lines: number; links: number }

const mayBeLink = (text: string, at: number, code: number): boolean =>
  code === 0x40 ||
  (code === 0x2e && text.startsWith('www', at - 3)) ||
  (code === 0x3a && text.startsWith('//', at + 1))

const isFull = ({ weight, lines, links }: Count): boolean =>
  lines > most.lines ||
  links > most.links ||
  weight.turns > most.turns ||
  weight.runs > most.runs ||
  weight.stacked > most.stacked ||
  weight.word > most.word ||
  weight.blanks > most.blanks

/** Not between the two halves of one. */
const wholeCharacter = (text: string, at: number): number =>
  /[\udc00-\udfff]/.test(text.charAt(at)) ? at + 1 : at

/** All of a text in such parts. */
export function portionsOf(text: string): string[] {
  const parts: string[] = []
  for (let from = 0; from < text.length; ) {
    const to = portionEnd(text, from)
    parts.push(text.slice(from, to))
    from = to
  }
  return parts
}
