/** Longest line that is waited for. */
const longest = 4_000

/**
 * Lets through what stands on mails that were found: each line must name one, as [1], and none that was not. What does not is
 * refused: nobody could look it up.
 */
export function citedLines(count: number) {
  let rest = ''
  const isCited = (line: string): boolean => {
    const cited = [...line.matchAll(/\[\s{0,3}(\d{1,4})\s{0,3}\]/g)].map(([, number]) =>
      Number(number),
    )
    return cited.length > 0 && cited.every((one) => one >= 1 && one <= count)
  }
  const shown = (lines: readonly string[]): string =>
    lines
      .map((line) =>
        line
          .replace(/【(\d{1,4})】/g, '[$1]')
          .replace(/\[(\d{1,4}(?:\s?[,，、]\s?\d{1,4}){1,10})\]/g, eachApart),
      )
      .filter(isCited)
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

/** [1, 2] is [1][2]. */
const eachApart = (_: string, numbers: string): string =>
  numbers
    .split(/[,，、]/)
    .map((one) => `[${one.trim()}]`)
    .join('')
