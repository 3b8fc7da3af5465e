import type { Archive } from './archive.ts'
import { relationsOf } from './docx.ts'
import { escapeText, type HtmlWriter, htmlWriter } from './html-writer.ts'
import { childOf, childrenOf, readXml, textOf, type XmlElement } from './xml.ts'

const maxSheets = 30
const maxRows = 1_000
const maxColumns = 100

interface Book {
  shared: string[]
  /** Cell styles that show a date. */
  dates: Set<number>
  truncated: boolean
}

/** The sheets of an Excel workbook (ECMA-376) as tables: stored values, dates as dates; formulas are not worked out. */
export function xlsxToHtml(archive: Archive): { html: string; truncated: boolean } | null {
  const read = (name: string) => readXml(archive.read(name)?.toString('utf8') ?? '')
  const sheets = childrenOf(childOf(read('xl/workbook.xml'), 'workbook', 'sheets'), 'sheet')
  if (sheets.length === 0) return null
  const { targets } = relationsOf(archive, 'xl/_rels/workbook.xml.rels', 'xl')
  const book: Book = {
    shared: childrenOf(childOf(read('xl/sharedStrings.xml'), 'sst'), 'si').map(stringOf),
    dates: dateStyles(read('xl/styles.xml')),
    truncated: sheets.length > maxSheets,
  }
  const out = htmlWriter()
  for (const sheet of sheets.slice(0, maxSheets)) {
    if (sheet.attributes.state === 'hidden' || sheet.attributes.state === 'veryHidden') continue
    const file = targets.get(sheet.attributes.id ?? '') ?? ''
    out.add(`<h2>${escapeText(sheet.attributes.name ?? '')}</h2>`)
    writeSheet(out, book, childOf(read(file), 'worksheet', 'sheetData'))
  }
  return { html: out.html(), truncated: book.truncated || out.full }
}

/** Text with its phonetic hints (`rPh`) left out. */
const stringOf = (item: XmlElement): string =>
  childrenOf(item)
    .filter(({ name }) => name === 't' || name === 'r')
    .map((part) => (part.name === 't' ? textOf(part) : textOf(childOf(part, 't'))))
    .join('')

/** Number formats that are dates: the built-in ones, and those whose code speaks of years or days. */
function dateStyles(root: XmlElement): Set<number> {
  const styles = childOf(root, 'styleSheet')
  const own = new Set(
    childrenOf(childOf(styles, 'numFmts'), 'numFmt')
      .filter(({ attributes }) =>
        /[yd]/i.test((attributes.formatCode ?? '').replace(/\[[^[\]]*\]|"[^"]*"/g, '')),
      )
      .map(({ attributes }) => Number(attributes.numFmtId)),
  )
  const isDate = (format: number) =>
    (format >= 14 && format <= 22) ||
    (format >= 27 && format <= 36) ||
    (format >= 50 && format <= 58) ||
    own.has(format)
  const dates = new Set<number>()
  for (const [index, { attributes }] of childrenOf(childOf(styles, 'cellXfs'), 'xf').entries()) {
    if (isDate(Number(attributes.numFmtId))) dates.add(index)
  }
  return dates
}

function writeSheet(out: HtmlWriter, book: Book, data: XmlElement | undefined): void {
  const rows = childrenOf(data, 'row')
  if (rows.length > maxRows) book.truncated = true
  out.add('<table border="1" style="border-collapse:collapse;font-size:13px">')
  for (const row of rows.slice(0, maxRows)) {
    if (out.full) break
    out.add('<tr>')
    const cells = new Map(childrenOf(row, 'c').map((cell, index) => [columnOf(cell, index), cell]))
    const last = Math.max(-1, ...cells.keys())
    if (last >= maxColumns) book.truncated = true
    for (let column = 0; column <= Math.min(last, maxColumns - 1); column++) {
      const cell = cells.get(column)
      const number = cell !== undefined && isNumber(cell)
      out.add(`<td style="padding:2px 8px${number ? ';text-align:right' : ''}">`)
      if (cell) out.add(escapeText(shownValue(book, cell)))
      out.add('</td>')
    }
    out.add('</tr>')
  }
  out.add('</table>')
}

const isNumber = ({ attributes }: XmlElement): boolean =>
  attributes.t === undefined || attributes.t === 'n'

/** `AB12` → 27. */
function columnOf({ attributes }: XmlElement, index: number): number {
  const letters = /^([A-Z]{1,3})\d/.exec(attributes.r ?? '')?.[1]
  if (letters === undefined) return index
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function shownValue({ shared, dates }: Book, cell: XmlElement): string {
  const { t: type, s: style } = cell.attributes
  if (type === 'inlineStr') return stringOf(childOf(cell, 'is') ?? cell)
  const value = textOf(childOf(cell, 'v'))
  if (type === 's') return shared[Number(value)] ?? ''
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  return isNumber(cell) && value !== '' && dates.has(Number(style)) ? dateOf(Number(value)) : value
}

/** Days since 1899-12-30, as Excel counts them. */
function dateOf(days: number): string {
  const time = Math.round((days - 25_569) * 86_400_000)
  if (!(Math.abs(time) < 8.64e15)) return String(days)
  const text = new Date(time).toISOString()
  return days % 1 === 0 ? text.slice(0, 10) : `${text.slice(0, 10)} ${text.slice(11, 16)}`
}
