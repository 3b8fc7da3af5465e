import { randomUUID } from 'node:crypto'
import { type ZipEntry, zipStream } from '../platform/zip/zip.ts'

/** A file in a mail. */
export interface TestFile {
  name: string
  type: string
  bytes: Buffer | string
  contentId?: string
}

export interface RawMailParts {
  from?: string
  to?: string
  subject?: string
  html?: string
  text?: string
  headers?: Record<string, string>
  files?: readonly TestFile[]
}

/** A mail with files, as multipart/mixed with everything in base64. */
export function rawMail(parts: RawMailParts): Buffer {
  const boundary = `b${randomUUID()}`
  const head = {
    From: parts.from ?? 'Peer <peer@other.test>',
    To: parts.to ?? 'a@example.test',
    Subject: parts.subject ?? 'mail',
    Date: new Date().toUTCString(),
    'Message-ID': `<${randomUUID()}@other.test>`,
    'MIME-Version': '1.0',
    ...parts.headers,
    'Content-Type': `multipart/mixed; boundary="${boundary}"`,
  }
  const kind = parts.html === undefined ? 'plain' : 'html'
  const body = part(
    { 'Content-Type': `text/${kind}; charset=utf-8` },
    Buffer.from(parts.html ?? parts.text ?? 'hello'),
  )
  const files = (parts.files ?? []).map((file) =>
    part(
      {
        'Content-Type': `${file.type}; name="=?utf-8?B?${Buffer.from(file.name).toString('base64')}?="`,
        'Content-Disposition': `attachment; filename="=?utf-8?B?${Buffer.from(file.name).toString('base64')}?="`,
        ...(file.contentId ? { 'Content-ID': `<${file.contentId}>` } : {}),
      },
      Buffer.from(file.bytes),
    ),
  )
  const all = [body, ...files].map((one) => `--${boundary}\r\n${one}`).join('')
  return Buffer.from(`${block(head)}\r\n${all}--${boundary}--\r\n`)
}

const block = (headers: Record<string, string>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')

const part = (headers: Record<string, string>, bytes: Buffer): string =>
  `${block({ ...headers, 'Content-Transfer-Encoding': 'base64' })}\r\n${(bytes.toString('base64').match(/.{1,76}/g) ?? []).join('\r\n')}\r\n`

/** A zip of texts, as office documents are. */
export async function zipOf(files: Record<string, string | Buffer>): Promise<Buffer> {
  const entries = Object.entries(files).map(
    ([name, content]): ZipEntry => ({ name, bytes: async () => Buffer.from(content) }),
  )
  const chunks: Buffer[] = []
  for await (const chunk of zipStream(entries)) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A Word document with a heading, a formatted run, a table and a hostile text. */
export const docx = (text: string): Promise<Buffer> =>
  zipOf({
    'word/document.xml': `<?xml version="1.0"?><w:document xmlns:w="w"><w:body>
      <w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>季度报告</w:t></w:r></w:p>
      <w:p><w:r><w:rPr><w:b/><w:color w:val="C00000"/></w:rPr><w:t xml:space="preserve">${text}</w:t></w:r></w:p>
      <w:tbl><w:tr><w:tc><w:p><w:r><w:t>甲</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>乙</w:t></w:r></w:p></w:tc></w:tr></w:tbl>
      </w:body></w:document>`,
    'word/styles.xml':
      '<w:styles xmlns:w="w"><w:style w:styleId="Heading1"><w:name w:val="heading 1"/></w:style></w:styles>',
  })

/** A workbook with shared strings, a number and a date. */
export const xlsx = (text: string): Promise<Buffer> =>
  zipOf({
    'xl/workbook.xml': `<workbook xmlns:r="${relations}"><sheets><sheet name="预算" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/sharedStrings.xml': `<sst><si><t>${text}</t></si></sst>`,
    'xl/styles.xml':
      '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
    'xl/worksheets/sheet1.xml':
      '<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1"><v>42.5</v></c><c r="D1" s="1"><v>46000</v></c></row></sheetData></worksheet>',
  })

export const pptx = (text: string): Promise<Buffer> =>
  zipOf({
    'ppt/slides/slide2.xml':
      '<p:sld><p:txBody><a:p><a:r><a:t>second</a:t></a:r></a:p></p:txBody></p:sld>',
    'ppt/slides/slide1.xml': `<p:sld><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sld>`,
  })

/** A one-page PDF. */
export const pdf = (text: string): Buffer => {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length + 40} >>\nstream\nBT /F1 24 Tf 20 100 Td (${text}) Tj ET\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  const body = objects.map((one, index) => `${index + 1} 0 obj\n${one}\nendobj\n`).join('')
  return Buffer.from(`%PDF-1.4\n${body}trailer << /Root 1 0 R /Size 6 >>\n%%EOF\n`)
}

/** The smallest PNG: one dark pixel. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNgYGBgAAAABQABh6FO1AAAAABJRU5ErkJggg==',
  'base64',
)
