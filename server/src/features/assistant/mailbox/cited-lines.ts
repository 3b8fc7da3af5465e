import { normalForm } from '@hongyan/contract/normal-form'

/** Longest line that is waited for. */
const longest = 4_000

/**
 * Lets through what stands on mails that were found: each line must name one, as [1], and none that was not. What does not is
 * refused: nobody could look it up.
 */
export function citedLines(count: number) {
  let rest = ''
  const shown = (lines: readonly string[]): string =>
    lines
      .map((line) => withMarks(line, count))
      .filter((line) => line !== null)
      .map((line) => `${line.trim()}\n`)
      .join('')
  return {
    take: (content: string): string => {
      const lines = (rest + content).split('\n')
      rest = (lines.pop() ?? '').slice(0, longest)
      return shown(lines)
    },
    end: (): string => shown([rest]),
  }
}

/** Numbers in brackets, as models write them: [1], [1, 2], [1-3], 【1】, 【1†source】. */
const bracketed = /[[［【]([\p{Nd}\s,，、;；~～\p{Pd}]+)(?:†[^[［【\]］】\n]{0,80})?[\]］】]/gu

/** The line with each number apart, as [1][2]; null where it names none, or one that there is not. */
function withMarks(line: string, count: number): string | null {
  let isCited = false
  let isGood = true
  const marked = line.replace(bracketed, (whole, inside: string) => {
    const numbers = numbersIn(normalForm(inside, 'NFKC'), count)
    if (numbers === null) return whole
    isCited = true
    isGood &&= numbers.length > 0
    return numbers.map((one) => `[${one}]`).join('')
  })
  return isCited && isGood ? marked : null
}

/** null for what has no number; nothing where one of them is that of no mail. */
function numbersIn(inside: string, count: number): number[] | null {
  const parts = inside.split(/[\s,，、;；]+/).filter(Boolean)
  if (parts.length === 0) return null
  const numbers = parts.flatMap((part) => {
    const [from, to = from] = part.split(/[~\p{Pd}]/u).map(Number)
    const isIn = from !== undefined && to !== undefined && from >= 1 && from <= to && to <= count
    return isIn ? Array.from({ length: to - from + 1 }, (_, at) => from + at) : [Number.NaN]
  })
  return numbers.some(Number.isNaN) ? [] : numbers
}
