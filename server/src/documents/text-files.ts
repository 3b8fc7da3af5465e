import { decodeCharset } from '@hongyan/mime/charset/charset'

const maxText = 500_000
const maxRows = 2_000
const maxColumns = 100
/** What is looked at, and one more that tells of the rest. */
export const textBytes = maxText * 4 + 1

export interface TextFile {
  text: string
  truncated: boolean
}

export interface TableFile {
  rows: string[][]
  truncated: boolean
}

/** Text of a file in whatever charset it seems to be. */
export function readTextFile(bytes: Buffer): TextFile {
  const text = decodeCharset(bytes.subarray(0, textBytes - 1), null).replace(/^\ufeff/, '')
  return {
    text: text.slice(0, maxText).replaceAll('\0', '').toWellFormed(),
    truncated: text.length > maxText || bytes.length >= textBytes,
  }
}

/** Rows of a file of comma-, semicolon- or tab-separated values (RFC 4180). */
export function readTable(bytes: Buffer): TableFile {
  const { text, truncated } = readTextFile(bytes)
  const table = rowsOf(text)
  return { rows: table.rows, truncated: truncated || table.truncated }
}

function rowsOf(text: string): TableFile {
  const separator = separatorOf(text)
  const rows: string[][] = []
  let row: string[] = []
  const field = new RegExp(
    `(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n][^${separator}\\r\\n]*)?)(${separator}|\\r?\\n|\\r|$)`,
    'gy',
  )
  while (field.lastIndex < text.length && rows.length < maxRows) {
    const match = field.exec(text)
    // A quote that nobody closed: the rest is one line of text.
    if (!match) break
    if (row.length < maxColumns) row.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '')
    if (match[3] === separator) continue
    rows.push(row)
    row = []
  }
  if (row.length > 0) rows.push(row)
  return { rows, truncated: field.lastIndex < text.length }
}

function separatorOf(text: string): string {
  const line = text.slice(0, 2_000).split(/[\r\n]/)[0] ?? ''
  const count = (char: string) => line.split(char).length
  return [',', ';', '\t'].sort((a, b) => count(b) - count(a))[0] ?? ','
}
