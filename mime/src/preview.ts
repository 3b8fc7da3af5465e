import { cut, dropInvisible } from './clean.ts'

/** How much text is looked at for one line. */
const LOOK_AT = 20_000

/**
 * One line for a message list: white space collapsed, zero-width and bidi controls removed, quoted lines, the line
 * that introduces them and what follows a "-- " line left out if any other text stands before. At most `max` characters.
 */
export function previewOf(text: string, max = 160): string {
  const lines = cut(text, LOOK_AT).split(/\r\n|\r|\n/)
  const signature = lines.findIndex((line) => line === '-- ' || line === '--')
  const own = lines
    .slice(0, signature === -1 ? lines.length : signature)
    .filter((line, index, all) => !isQuoted(line) && !introducesQuote(line, all[index + 1]))
  return oneLine(own, max) || oneLine(lines, max)
}

function oneLine(lines: string[], max: number): string {
  const flat = dropInvisible(lines.join(' '))
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  if (flat.length <= max) return flat
  return `${cut(flat, max - 1).trimEnd()}…`
}

function isQuoted(line: string): boolean {
  return line.startsWith('>')
}

/** "On Monday Li wrote:", "李四 写道：" right above a quote. */
function introducesQuote(line: string, next: string | undefined): boolean {
  if (next === undefined || !isQuoted(next)) return false
  const trimmed = line.trimEnd()
  return trimmed.endsWith(':') || trimmed.endsWith('：')
}
