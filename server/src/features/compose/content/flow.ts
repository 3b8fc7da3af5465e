/** Columns of a flowed line; a Chinese character takes two. */
const width = 74

/**
 * Plain lines → format=flowed with DelSp=yes (RFC 3676): a line that goes on ends in a blank which is not part of the
 * text, so that Chinese, which has no blanks between words, is joined again without gaps.
 */
export const flow = (text: string): string =>
  text
    .split('\n')
    .flatMap((line) => flowLine(line))
    .join('\r\n')

function flowLine(line: string): string[] {
  const marks = /^>+/.exec(line)?.[0] ?? ''
  // A text line that begins like a quote of ours is one: plainText writes no other.
  const content = marks === '' ? line : line.slice(marks.length).replace(/^ /, '')
  // A fixed line must not end in a blank (it would be joined with the next); the signature mark may.
  const pieces = content === '-- ' ? [content] : split(content.trimEnd(), width - marks.length)
  return pieces.map((piece, index) => {
    const soft = index < pieces.length - 1 ? ' ' : ''
    // An empty quoted line is its marks alone: with a blank behind them, some programs join it with the next.
    return piece === '' ? marks : `${marks}${stuffed(piece, marks !== '')}${soft}`
  })
}

/** RFC 3676 §4.4; a quoted line always gets its blank, which is what people are used to see. */
const stuffed = (piece: string, quoted: boolean): string =>
  quoted || /^(?:[ >]|From )/.test(piece) ? ` ${piece}` : piece

/** One character that may end a line, a word, or a blank. */
const units =
  /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]|[^\s\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]+|\s/gu

/** One unit after the other: a list of all of a text of megabytes would be ten times as large. */
function split(text: string, columns: number): string[] {
  const pieces: string[] = []
  let from = 0
  let used = 0
  for (const { 0: unit, index } of text.matchAll(units)) {
    const size = columnsOf(unit)
    // Blanks stay at the end of a line, closing marks never begin one.
    if (used + size > columns && index > from && !/^[\s，。、；：？！）》」』】”’]/u.test(unit)) {
      pieces.push(text.slice(from, index))
      from = index
      used = 0
    }
    used += size
  }
  return [...pieces, text.slice(from)]
}

const columnsOf = (unit: string): number =>
  /^[\u2e80-\uffef]/u.test(unit) ? 2 * unit.length : unit.length
