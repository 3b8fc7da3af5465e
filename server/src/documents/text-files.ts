import { decodeCharset } from '@hongyan/mime/charset/charset'

const maxText = 500_000
const maxRows = 2_000
const maxColumns = 100

/** Text of a file in whatever charset it seems to be. */
export function readTextFile(bytes: Buffer): { text: string; truncated: boolean } {
  const text = decodeCharset(bytes.subarray(0, maxText * 4), null).replace(/^\ufeff/, '')
  return {
    text: text.slice(0, maxText).replaceAll('\0', '').toWellFormed(),
    truncated: text.length > maxText || bytes.length > maxText * 4,
  }
}

/** Rows of comma-, semicolon- or tab-separated values (RFC 4180). */
export function readTable(text: string): { rows: string[][]; truncated: boolean } {
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
