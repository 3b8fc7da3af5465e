import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import { expect, it } from 'vitest'
import { messageFixtures, tnefFixtures } from '../../../mime/test/fixtures.ts'
import { docx, pdf, png, pptx, xlsx, zipOf } from '../testing/mime-builder.ts'
import { readDeepTexts } from './deep-texts.ts'

const withFile = (name: string, bytes: Uint8Array | string): Buffer =>
  Buffer.from(
    [
      'From: a@one.test\r\nSubject: hello\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nhi\r\n--b',
      `Content-Type: application/octet-stream; name="${name}"`,
      `Content-Disposition: attachment; filename="${name}"`,
      'Content-Transfer-Encoding: base64\r\n',
      Buffer.from(bytes).toString('base64').replace(/.{76}/g, '$&\r\n'),
      '--b--\r\n',
    ].join('\r\n'),
  )

/** Which files are called unreadable, by their names. */
async function unread(files: Record<string, Uint8Array | string>): Promise<string[]> {
  const found: string[] = []
  for (const [name, bytes] of Object.entries(files))
    if ((await readDeepTexts(withFile(name, bytes))).unreadable.length > 0) found.push(name)
  return found
}

/** What the program zip makes of a folder: at once, without going back, and behind a script that unpacks it. */
function zipsOfSystem(): Record<string, Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'honest-'))
  try {
    mkdirSync(join(folder, 'in', 'deeper'), { recursive: true })
    writeFileSync(join(folder, 'in', 'a.txt'), 'hello '.repeat(500))
    writeFileSync(join(folder, 'in', 'deeper', 'b.csv'), 'a,b\n1,2\n')
    const run = (...args: string[]) => execFileSync('zip', ['-q', '-r', ...args], { cwd: folder })
    run('seekable.zip', 'in')
    const script = Buffer.from('#!/bin/sh\nexec unzip "$0"\n')
    const behind = Buffer.concat([script, readFileSync(join(folder, 'seekable.zip'))])
    writeFileSync(join(folder, 'behind.zip'), behind)
    execFileSync('zip', ['-q', '-A', 'behind.zip'], { cwd: folder })
    return {
      'folders.zip': readFileSync(join(folder, 'seekable.zip')),
      'streamed.zip': run('-', 'in'),
      'behind a script.bin': readFileSync(join(folder, 'behind.zip')),
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const openDocument = (): Promise<Buffer> =>
  zipOf({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'Thumbnails/thumbnail.png': png,
    'content.xml': '<office:document-content><text:p>hello</text:p></office:document-content>',
    'META-INF/manifest.xml':
      '<manifest:manifest><manifest:file-entry manifest:full-path="/"/><manifest:file-entry manifest:full-path="content.xml"/></manifest:manifest>',
  })

const wordDocument = (): Promise<Buffer> =>
  zipOf({
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': '<Relationships/>',
    'word/document.xml': '<w:document><w:p><w:t>hello</w:t></w:p></w:document>',
    'word/media/image1.png': png,
    'word/media/image2.svg': '<svg xmlns="http://www.w3.org/2000/svg"><title>logo</title></svg>',
    'word/media/image3.emf': Buffer.from('0100000088000000ffffffff0000000020454d46', 'hex'),
    'customXml/item1.xml': '<x/>',
    'docProps/app.xml': '<Properties><Application>Word</Application></Properties>',
  })

async function bookOf(pages: number): Promise<Uint8Array> {
  const book = await PDFDocument.create()
  for (let page = 0; page < pages; page++) book.addPage([200, 200]).drawText('hello', { size: 9 })
  book.setTitle('A report')
  book.getForm().createTextField('name').setText('Wei')
  await book.attach(Buffer.from('<Invoice/>'), 'factur-x.xml', {})
  return book.save()
}

it('issue 17 documents and archives as programs make them are all read', async () => {
  const plain = await zipOf({ 'META-INF/MANIFEST.MF': 'Manifest-Version: 1.0\r\n', 'a.txt': 'hi' })
  const files = {
    'a.docx': await docx('hello'),
    'pictures.docx': await wordDocument(),
    'a.xlsx': await xlsx('hello'),
    'a.pptx': await pptx('hello'),
    'a.odt': await openDocument(),
    ...zipsOfSystem(),
    'a.jar': plain,
    'with a line end.zip': Buffer.concat([plain, Buffer.from('\r\n')]),
    'a.pdf': pdf('hello'),
    'ten pages.pdf': await bookOf(10),
    'a.png': png,
  }
  expect(await unread(files)).toEqual([])
})

it('issue 17 text that begins as packed or locked data might is read', async () => {
  const events = Array.from({ length: 3000 }, (_, one) => `data: {"id": ${one}, "is": 1}`)
  const picture = `data:image/png;base64,${png.toString('base64')}`
  const certificates = '3082010006092a864886f70d010702'
  expect(
    await unread({
      'names.txt': 'BZhang, Li\n',
      'codes.csv': 'KA-lhasa,1\n',
      'accents.txt': 'Équipe de nuit\n',
      'chain.p7b': `-----BEGIN PKCS7-----\n${Buffer.from(certificates, 'hex').toString('base64')}\n-----END PKCS7-----\n`,
      'events.log': events.join('\n\n'),
      'page.html': `<style>a{background:url("data:image/svg+xml,%3Csvg/%3E")}</style><img src="${picture}">hi`,
      'a.ics': 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:tea\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
      'a.vcf': `BEGIN:VCARD\r\nFN:Wei\r\nPHOTO;ENCODING=b:${png.toString('base64')}\r\nEND:VCARD\r\n`,
    }),
  ).toEqual([])
})

it('issue 17 a winmail.dat is read but for old office files in it', async () => {
  const found: string[] = []
  for (const { raw } of tnefFixtures())
    found.push(...(await readDeepTexts(withFile('winmail.dat', raw))).unreadable)
  expect(found.filter((name) => !name.endsWith('.doc'))).toEqual([])
  expect(found).toHaveLength(4)
})

/** Broken PDF files, a packed one, and encodings and fields that have two readings indeed. */
const known = [
  'mail-parser/thirdparty/004.eml',
  'mail-parser/thirdparty/009.eml',
  'mikel-mail/attachment_emails_attachment_message_rfc822.eml',
  'mikel-mail/attachment_emails_attachment_only_email.eml',
  'mikel-mail/attachment_emails_attachment_pdf.eml',
  'mikel-mail/attachment_emails_attachment_pdf_lf.eml',
  'mikel-mail/attachment_emails_attachment_pdf_non_ascii.eml',
  'mikel-mail/attachment_emails_attachment_pdf_non_ascii_lf.eml',
  'mikel-mail/attachment_emails_attachment_with_base64_encoded_name.eml',
  'mikel-mail/mime_emails_raw_email7.eml',
  'mikel-mail/mime_emails_raw_email_with_multipart_mixed_quoted_boundary.eml',
]

it('issue 17 mails of the corpora are read but for those that nobody could', async () => {
  const found: string[] = []
  for (const { name, raw } of messageFixtures()) {
    const { unreadable } = await readDeepTexts(Buffer.from(raw))
    if (unreadable.length > 0) found.push(name)
  }
  expect(found).toEqual(known)
})

it('issue 17 parameters that stand there twice alike, or in pieces, have one reading', async () => {
  const mail = (type: string, disposition: string) =>
    readDeepTexts(
      Buffer.from(
        `Subject: x\r\nContent-Type: multipart/mixed; boundary="a;b=c"\r\n\r\n--a;b=c\r\nContent-Type: ${type}\r\nContent-Disposition: ${disposition}\r\n\r\nhello\r\n--a;b=c--\r\n`,
      ),
    )
  const honest = [
    ['text/plain; charset=UTF-8; format=flowed; charset="utf-8"', 'inline'],
    ['text/plain; name="a; name=b.txt"', "attachment; filename=a.txt; filename*=utf-8''a.txt"],
    ['text/plain; name=a.txt', 'attachment; filename*0="a"; filename*1=".txt"'],
  ] as const
  for (const [type, disposition] of honest)
    expect((await mail(type, disposition)).unreadable).toEqual([])
})
