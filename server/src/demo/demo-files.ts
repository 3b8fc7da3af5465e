import { crc32 } from 'node:zlib'
import type { DemoFile } from './demo-mime.ts'

export type Cell = string | number

export function textFile(name: string, content: string): DemoFile {
  return { name, type: 'text/plain', bytes: utf8(content) }
}

/** With a byte order mark, as spreadsheets write it, so that Chinese opens well. */
export function csvFile(name: string, rows: Cell[][]): DemoFile {
  const lines = rows.map((row) => row.map(csvCell).join(','))
  return { name, type: 'text/csv', bytes: utf8(`\ufeff${lines.join('\r\n')}\r\n`) }
}

export function pngFile(name: string, bytes: Uint8Array, cid?: string): DemoFile {
  return cid ? { name, type: 'image/png', bytes, cid } : { name, type: 'image/png', bytes }
}

export function mailFile(name: string, bytes: Uint8Array): DemoFile {
  return { name, type: 'message/rfc822', bytes }
}

export function zipFile(name: string, files: DemoFile[]): DemoFile {
  return { name, type: 'application/zip', bytes: zip(files) }
}

/** One page of A4. A line that starts with '#' is a heading. Chinese uses a viewer's own font. */
export function pdfFile(name: string, lines: string[]): DemoFile {
  const content = ['BT', '1 0 0 1 64 780 Tm', ...lines.flatMap(pdfLine), 'ET'].join('\n')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [7 0 R] >>',
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 4 >> /FontDescriptor 8 0 R /DW 1000 /W [1 95 500] >>',
    '<< /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /FontBBox [-25 -254 1000 880] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >>',
  ]
  return { name, type: 'application/pdf', bytes: pdfBytes(objects) }
}

/** A line that starts with '#' is bold. */
export function docxFile(name: string, paragraphs: string[]): DemoFile {
  const namespace = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
  const body = paragraphs.map(wordParagraph).join('')
  const document = `<w:document xmlns:w="${namespace}"><w:body>${body}</w:body></w:document>`
  const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  const main = { path: 'word/document.xml', type: `${type}.main+xml`, xml: document }
  return { name, type, bytes: officeZip(main, []) }
}

export function xlsxFile(name: string, sheet: string, rows: Cell[][]): DemoFile {
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  const namespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const workbook = `<workbook xmlns="${namespace}" xmlns:r="${relations}"><sheets><sheet name="${xmlText(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`
  const cells = rows.map(
    (row, index) => `<row r="${index + 1}">${row.map(sheetCell).join('')}</row>`,
  )
  const main = { path: 'xl/workbook.xml', type: `${type}.main+xml`, xml: workbook }
  return {
    name,
    type,
    bytes: officeZip(main, [
      {
        path: 'xl/worksheets/sheet1.xml',
        type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml',
        xml: `<worksheet xmlns="${namespace}"><cols><col min="1" max="8" width="18" customWidth="1"/></cols><sheetData>${cells.join('')}</sheetData></worksheet>`,
      },
      { path: 'xl/_rels/workbook.xml.rels', xml: relation('worksheet', 'worksheets/sheet1.xml') },
    ]),
  }
}

interface OfficePart {
  path: string
  xml: string
  type?: string
}

function officeZip(main: OfficePart, others: OfficePart[]): Uint8Array {
  const parts = [main, ...others]
  const overrides = parts
    .filter((part) => part.type)
    .map((part) => `<Override PartName="/${part.path}" ContentType="${part.type}"/>`)
  const types = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`
  const all = [
    { path: '[Content_Types].xml', xml: types },
    { path: '_rels/.rels', xml: relation('officeDocument', main.path) },
    ...parts,
  ]
  const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
  return zip(all.map(({ path, xml }) => ({ name: path, type: '', bytes: utf8(head + xml) })))
}

function relation(kind: string, target: string): string {
  const base = 'http://schemas.openxmlformats.org'
  return `<Relationships xmlns="${base}/package/2006/relationships"><Relationship Id="rId1" Type="${base}/officeDocument/2006/relationships/${kind}" Target="${target}"/></Relationships>`
}

function wordParagraph(text: string): string {
  const bold = text.startsWith('#') ? '<w:rPr><w:b/><w:sz w:val="30"/></w:rPr>' : ''
  const shown = xmlText(text.replace(/^#\s*/, ''))
  return `<w:p><w:r>${bold}<w:t xml:space="preserve">${shown}</w:t></w:r></w:p>`
}

function sheetCell(value: Cell): string {
  if (typeof value === 'number') return `<c><v>${value}</v></c>`
  return `<c t="inlineStr"><is><t>${xmlText(value)}</t></is></c>`
}

function csvCell(value: Cell): string {
  const text = String(value)
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function pdfLine(line: string): string[] {
  const size = line.startsWith('#') ? 17 : 11
  const text = line.replace(/^#\s*/, '')
  const isLatin = /^[\x20-\x7e]*$/.test(text)
  const shown = isLatin ? `(${text.replace(/[\\()]/g, '\\$&')})` : `<${ucs2Hex(text)}>`
  return [`/${isLatin ? 'F1' : 'F2'} ${size} Tf`, `${shown} Tj`, `0 -${size + 11} Td`]
}

function ucs2Hex(text: string): string {
  return Array.from({ length: text.length }, (_, index) =>
    text.charCodeAt(index).toString(16).padStart(4, '0'),
  ).join('')
}

function pdfBytes(objects: string[]): Uint8Array {
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const start = file.length
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}

/** ZIP with stored entries and UTF-8 names (APPNOTE 4.4.4 bit 11), dated 1 January 1980. */
function zip(files: DemoFile[]): Uint8Array {
  const pieces: Uint8Array[] = []
  const directory: Uint8Array[] = []
  let offset = 0
  for (const file of files) {
    const name = utf8(file.name)
    const common = Buffer.alloc(26)
    common.set([20, 0, 0, 8, 0, 0, 0, 0, 0x21, 0], 0)
    common.writeUInt32LE(crc32(file.bytes), 10)
    common.writeUInt32LE(file.bytes.length, 14)
    common.writeUInt32LE(file.bytes.length, 18)
    common.writeUInt16LE(name.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    const local = [Buffer.from('PK\x03\x04', 'latin1'), common, name, file.bytes]
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, place, name)
    pieces.push(...local)
    offset += local.reduce((sum, piece) => sum + piece.length, 0)
  }
  const size = directory.reduce((sum, piece) => sum + piece.length, 0)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...pieces, ...directory, end])
}

function xmlText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

function utf8(text: string): Uint8Array {
  return Buffer.from(text, 'utf8')
}
