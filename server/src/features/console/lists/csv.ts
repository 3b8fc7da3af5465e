import { turnForScan } from '../../../platform/in-turns.ts'

/** Bytes that are looked at in one go. */
const step = 64 * 1024

/**
 * Rows of cells (RFC 4180), with commas, semicolons or tabs, as spreadsheets write them; read by a walk over the text, a
 * piece of it in each turn of the loop. @returns null for more rows than `most`
 */
export async function readCsv(text: string, most: number): Promise<string[][] | null> {
  const plain = text.replace(/^\ufeff/, '')
  const reader = createReader(plain, separatorOf(plain.slice(0, 4_000)))
  for (let next = step; !reader.readTo(next); next += step) {
    await turnForScan(step)
    if (reader.rows.length > most) return null
  }
  return reader.rows.length > most ? null : reader.rows
}

function createReader(text: string, comma: string) {
  const rows: string[][] = []
  let at = 0
  let row: string[] = []
  let cell = ''
  let quoted = false
  const endRow = () => {
    row.push(cell)
    if (row.some((one) => one.trim() !== '')) rows.push(row)
    row = []
    cell = ''
  }
  const inQuotes = (sign: string) => {
    if (sign !== '"') cell += sign
    else if (text[at + 1] === '"') {
      cell += '"'
      at++
    } else quoted = false
  }
  const outside = (sign: string) => {
    if (sign === '"' && cell.trim() === '') {
      cell = ''
      quoted = true
    } else if (sign === comma) {
      row.push(cell)
      cell = ''
    } else if (sign === '\n' || sign === '\r') {
      if (sign === '\r' && text[at + 1] === '\n') at++
      endRow()
    } else cell += sign
  }
  return {
    rows,
    /** @returns true at the end of the text */
    readTo: (end: number): boolean => {
      for (; at < Math.min(end, text.length); at++) {
        const sign = text[at] ?? ''
        if (quoted) inQuotes(sign)
        else outside(sign)
      }
      if (at < text.length) return false
      endRow()
      return true
    },
  }
}

/** The sign that stands most often in the first line. */
function separatorOf(start: string): string {
  const [head = ''] = start.split(/[\r\n]/, 1)
  const count = (sign: string) => head.split(sign).length
  return [',', ';', '\t'].reduce((best, one) => (count(one) > count(best) ? one : best))
}

export const csvLine = (cells: readonly string[]): string => `${cells.map(written).join(',')}\r\n`

/** What a spreadsheet would take for a formula is a text; one that looks like it was made safe is made so again. */
const isFormula = /^'*[=+\-@\t\r]/
const written = (cell: string): string =>
  `"${(isFormula.test(cell) ? `'${cell}` : cell).replaceAll('"', '""')}"`

/** A cell as it was before it was made safe. */
export const plainCell = (cell: string): string => {
  const trimmed = cell.trim()
  return trimmed.startsWith("'") && isFormula.test(trimmed.slice(1)) ? trimmed.slice(1) : trimmed
}
