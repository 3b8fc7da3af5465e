/** Plain text under construction: white space is collapsed, breaks are kept back until text follows. */
export type TextWriter = {
  out: string
  /** Line ends owed before the next text: 0, 1 or 2; line breaks asked for by <br> count on top. */
  block: number
  lines: number
  space: boolean
  quotes: number
  pre: number
  /** A list item has begun and has no text yet. */
  bullet: boolean
}

const MAX_QUOTES = 5
const MAX_LINES = 3

export function newTextWriter(): TextWriter {
  return { out: '', block: 0, lines: 0, space: false, quotes: 0, pre: 0, bullet: false }
}

/** 'line' is a <br>, 'block' starts a new line, 'paragraph' leaves one empty. */
export function writeBreak(writer: TextWriter, kind: 'line' | 'block' | 'paragraph'): void {
  writer.space = false
  if (kind === 'line') writer.lines = Math.min(writer.lines + 1, MAX_LINES)
  else writer.block = Math.max(writer.block, kind === 'paragraph' ? 2 : 1)
}

export function writeText(writer: TextWriter, text: string): void {
  if (writer.pre > 0) {
    writePreformatted(writer, text)
    return
  }
  const collapsed = text.replace(/[ \t\n\r\f]+/g, ' ')
  const from = collapsed.startsWith(' ') ? 1 : 0
  const to = collapsed.endsWith(' ') ? -1 : undefined
  const words = collapsed.slice(from, to).replaceAll('\u00a0', ' ')
  if (words.trim() === '') {
    writer.space ||= collapsed !== ''
    return
  }
  writer.space ||= from === 1
  writeWords(writer, words)
  writer.space = to === -1
}

function writePreformatted(writer: TextWriter, text: string): void {
  for (let start = 0; start <= text.length; ) {
    const lf = text.indexOf('\n', start)
    const end = lf === -1 ? text.length : lf
    const line = text.slice(start, text[end - 1] === '\r' ? end - 1 : end)
    if (line !== '') writeWords(writer, line)
    if (lf !== -1) writeBreak(writer, 'line')
    start = end + 1
  }
}

function writeWords(writer: TextWriter, words: string): void {
  const prefix = '> '.repeat(Math.min(writer.quotes, MAX_QUOTES))
  const breaks = Math.max(writer.block, writer.lines)
  if (writer.out === '') writer.out = prefix
  else if (breaks > 0) {
    writer.out += `${`\n${prefix.trimEnd()}`.repeat(breaks - 1)}\n${prefix}`
  } else if (writer.space) writer.out += ' '
  if (writer.bullet) writer.out += '- '
  writer.out += words
  writer.bullet = false
  writer.block = 0
  writer.lines = 0
  writer.space = false
}
