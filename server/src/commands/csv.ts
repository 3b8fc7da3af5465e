/** Rows of cells (RFC 4180), with commas or, as some spreadsheets write them, semicolons. A mark of the encoding is left out. */
export function csvRows(text: string): string[][] {
  const plain = text.replace(/^\ufeff/, '')
  const [head = ''] = plain.split(/\r?\n/, 1)
  const comma = head.includes(',') ? ',' : ';'
  const rows: string[][] = []
  let row: string[] = []
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^"\\r\\n${comma}]*))(${comma}|\\r?\\n|$)`, 'gy')
  for (let found = cell.exec(plain); found; found = cell.exec(plain)) {
    const [, quoted, bare = '', end] = found
    row.push(quoted === undefined ? bare.trim() : quoted.replaceAll('""', '"'))
    if (end === comma) continue
    if (row.some((one) => one !== '')) rows.push(row)
    row = []
    if (cell.lastIndex >= plain.length) break
  }
  return rows
}
