import { randomBytes } from 'node:crypto'
import { type PDFDocument, PDFHexString, PDFName } from '@cantoo/pdf-lib'
import { expect, it } from 'vitest'
import { emptyZipEnd, pdfWith, storedZip, tnefOf } from '../../testing/evasive-files.ts'
import {
  base64,
  data,
  hello,
  html,
  inBase64,
  latin,
  mixed,
  plain,
  wordsBlocked,
} from '../../testing/evasive-mails.ts'
import { zipOf } from '../../testing/mime-builder.ts'

const { leaving, rule } = wordsBlocked(['机密', 'secret'])

/** Mails with one file, by what is tried in it. */
async function withFiles(
  files: Record<string, readonly [string, Buffer | string | Promise<Buffer>]>,
): Promise<Record<string, string>> {
  const mails: Record<string, string> = {}
  for (const [about, [name, bytes]] of Object.entries(files)) mails[about] = data(name, await bytes)
  return mails
}

const hex = (text: string, ...more: Buffer[]) => Buffer.concat([Buffer.from(text, 'hex'), ...more])
const letter = '<w:p><w:t>hi</w:t></w:p>'

it('issue 17 a zip in which programs find different files is not taken for read', async () => {
  const zip = storedZip([['a.txt', 'a secret']])
  const files = {
    'a name twice': storedZip([
      ['a.txt', 'a secret'],
      ['a.txt', 'hello'],
    ]),
    'bytes before it': storedZip([['a.txt', 'a secret']], { prefix: 'PK00junk' }),
    'an empty end behind it': Buffer.concat([zip, emptyZipEnd]),
    'an empty end as its comment': storedZip([['a.txt', 'a secret']], {
      comment: emptyZipEnd.toString('latin1'),
    }),
    'a file that no directory names': storedZip(
      [
        ['b.txt', 'hello'],
        ['a.txt', 'a secret'],
      ],
      { listed: 1 },
    ),
    'its comment': storedZip([['b.txt', 'hello']], { comment: 'a secret' }),
    'the name of a directory': storedZip([['a secret/', '']]),
    'a file called a directory': storedZip([['a/', 'a secret']]),
    'no end': zip.subarray(0, -emptyZipEnd.length),
    'a long tail': Buffer.concat([zip, Buffer.alloc(70_000)]),
  }
  for (const [about, bytes] of Object.entries(files))
    expect(await leaving({ [about]: data('a.zip', bytes) })).toEqual([])
})

it('issue 17 what lies in a document beside its text counts, and what is locked is not taken for read', async () => {
  const inner = await zipOf({ 'a.txt': 'a secret' })
  const split = '<w:p><w:r><w:t>机</w:t></w:r><w:r><w:t>密</w:t></w:r></w:p>'
  const utf16 = `<?xml version="1.0" encoding="UTF-16"?>${split}`
  const sealed = (path: string) =>
    zipOf({
      mimetype: 'application/vnd.oasis.opendocument.text',
      [path]: randomBytes(4000),
      'META-INF/manifest.xml': `<manifest:manifest><manifest:file-entry manifest:full-path="${path}"><manifest:encryption-data/></manifest:file-entry></manifest:manifest>`,
    })
  const docxWith = (name: string, content: Buffer | string) =>
    ['a.docx', zipOf({ 'word/document.xml': letter, [name]: content })] as const
  const filler = Array.from({ length: 60_000 }, (_, one) => `<q${(one * 7919) % 9973}/>`).join('')
  const mails = await withFiles({
    'a text called a picture': docxWith('word/media/a.png', 'a secret'),
    'a zip called a picture': docxWith('word/media/a.png', inner),
    'UTF-16': ['a.docx', zipOf({ 'word/document.xml': Buffer.from(`\ufeff${utf16}`, 'utf16le') })],
    'a part behind much else': docxWith('word/diagrams/a.xml', `${filler}<w:t>a secret</w:t>`),
    'data of its own': docxWith('customXml/item1.xml', '<x>a secret</x>'),
    'what is said of a picture': [
      'a.pptx',
      zipOf({ 'ppt/slides/slide1.xml': '<p descr="a secret"><a:t>x</a:t></p>' }),
    ],
    'a locked text': ['a.odt', sealed('content.xml')],
    'a locked whole': ['a.odt', sealed('encrypted-package')],
    'a binary workbook': ['a.xlsb', zipOf({ 'xl/workbook.bin': randomBytes(400) })],
  })
  expect(await leaving(mails)).toEqual([])
})

function note(book: PDFDocument): void {
  const one = book.context.obj({
    ...{ Type: 'Annot', Subtype: 'Text', Rect: [0, 0, 20, 20] },
    Contents: PDFHexString.fromText('机密'),
  })
  const notes = book.context.obj([book.context.register(one)])
  book.getPage(0).node.set(PDFName.of('Annots'), notes)
}

it('issue 17 what a PDF says beside its pages counts, as do the files in it', async () => {
  const inner = await zipOf({ 'a.txt': 'a secret' })
  const written = await pdfWith((book) => book.getPage(0).drawText('a secret', { x: 10, y: 50 }))
  const mails = await withFiles({
    'its title': ['a.pdf', pdfWith((book) => book.setTitle('机密'))],
    'its keywords': ['a.pdf', pdfWith((book) => book.setKeywords(['a secret']))],
    'more pages than are read': ['a.pdf', pdfWith((book) => book.setAuthor('Wei'), 301)],
    'a text in it': ['a.pdf', pdfWith((book) => book.attach(Buffer.from('a secret'), 'a.txt', {}))],
    'a zip in it': ['a.pdf', pdfWith((book) => book.attach(inner, 'a.zip', {}))],
    'a note': ['a.pdf', pdfWith(note)],
    'a field': [
      'a.pdf',
      pdfWith((book) => {
        const field = book.getForm().createTextField('f')
        field.setText('a secret')
        field.addToPage(book.getPage(0), { x: 1, y: 1 })
      }),
    ],
    'called a text': ['a.txt', written],
    'called a mail': ['a.eml', written],
  })
  expect(await leaving(mails)).toEqual([])
})

it('issue 17 a file counts wherever it lies: in winmail.dat, in a page, in a text', async () => {
  const inner = await zipOf({ 'a.txt': 'a secret' })
  const link = `data:application/zip;base64,${inner.toString('base64')}`
  const plainLink = `data:text/plain;base64,${Buffer.from('a secret').toString('base64')}`
  const mails = await withFiles({
    'a text in winmail.dat': ['winmail.dat', tnefOf([['a.txt', 'a secret']])],
    'a zip in winmail.dat': ['winmail.dat', tnefOf([['a.zip', inner]])],
    'a mail in winmail.dat': ['winmail.dat', tnefOf([['a.eml', 'Subject: x\r\n\r\na secret']])],
    'unknown data in winmail.dat': ['winmail.dat', tnefOf([['a.dat', 'a secret']])],
    'an archive in winmail.dat': ['winmail.dat', tnefOf([['a.7z', latin('7z\xbc\xaf\x27\x1c')]])],
    'winmail.dat in winmail.dat': [
      'winmail.dat',
      tnefOf([['winmail.dat', tnefOf([['a.txt', 'a secret']])]]),
    ],
    'a link to a zip in a page': ['a.html', `<a href="${link}" download=a.zip>x</a>`],
    'a link to a text in a page': ['a.html', `<a href="${plainLink}" download=a.txt>x</a>`],
    'a zip written out in a file': ['a.txt', base64(inner)],
  })
  expect(await leaving(mails)).toEqual([])
  expect(await leaving({ 'a zip written out': plain(`see\r\n\r\n${base64(inner)}\r\n`) })).toEqual(
    [],
  )
})

it('issue 17 what is locked or packed is not taken for read, whatever it is called', async () => {
  const noise = randomBytes(400)
  const enveloped = hex('3082010006092a864886f70d010703', noise)
  const mails = await withFiles({
    'OpenPGP for a key': ['a.dat', hex('85018c03', noise)],
    'OpenPGP for a longer key': ['a.dat', hex('85030e030123456789abcdef01', noise)],
    'OpenPGP with a passphrase': ['a.dat', hex('c30d04090308', noise)],
    'OpenPGP with a later passphrase': ['a.dat', hex('c31e06140902', noise)],
    'CMS encrypted-data': ['a.dat', hex('3082010006092a864886f70d010706', noise)],
    'CMS in its armour': [
      'a.txt',
      `-----BEGIN PKCS7-----\n${base64(enveloped)}\n-----END PKCS7-----`,
    ],
    ACE: ['a.dat', hex('00000000000000', latin('**ACE**'), noise)],
    'old RAR': ['a.dat', Buffer.concat([latin('RE~^'), noise])],
    bzip2: ['a.dat', Buffer.concat([latin('BZh91AY&SY'), noise])],
    LHA: ['a.dat', Buffer.concat([latin('\x20\x00-lh5-'), noise])],
    'a mailbox of Outlook': ['a.dat', Buffer.concat([latin('!BDN'), noise])],
  })
  expect(await leaving(mails)).toEqual([])
})

it('issue 17 a kind of file counts inside of others', async () => {
  await rule({ files: ['docx'] })
  const inner = await zipOf({ 'word/document.xml': letter })
  const mails = await withFiles({
    'in winmail.dat': ['winmail.dat', tnefOf([['a.docx', inner]])],
    'in a PDF': ['a.pdf', pdfWith((book) => book.attach(inner, 'a.docx', {}))],
  })
  expect(await leaving(mails)).toEqual([])
})

it('issue 17 blanks and signs that part words hide none, nor do turned or alike letters', async () => {
  const words = {
    'a filler': 'the\u3164secret\u3164plan',
    'a half-width filler': 'the\uffa0secret\uffa0plan',
    'a choseong filler': 'the\u115fsecret\u115fplan',
    'a next line': 'the\u0085secret\u0085plan',
    'a separator': 'the\u001csecret\u001cplan',
    'a Braille blank': 'the\u2800secret\u2800plan',
    'a small number': 'the secret¹ plan',
    'a replacement': 'the\ufffdsecret\ufffdplan',
    'a note head': 'the\u{1d159}secret\u{1d159}plan',
    'turned letters': 'the \u202eterces\u202c plan',
    'turned Chinese': '\u202e密机\u202c',
    Cherokee: 'the ᏚᎬᏟᎡᎬᎢ plan',
    Lisu: 'the ꓢꓰꓚꓣꓰꓔ plan',
  }
  const mails = Object.entries(words).map(([about, text]) => [about, plain(text)])
  expect(await leaving(Object.fromEntries(mails))).toEqual([])
})

it('issue 17 a soft hyphen or a joiner parts no word', async () => {
  const mails = { hyphen: plain('secret\u00adary'), joiner: plain('secret\u200bary') }
  expect(await leaving(mails)).toEqual(Object.keys(mails))
})

it('issue 17 references with zeros, links and parts that some readers show hide no word', async () => {
  const part = `${inBase64}\r\n\r\n${base64('a secret')}`
  const mails = {
    'zeros in a reference': html('&#x000000000000073;ecret'),
    'a reference to nothing': html('se&NoBreak;cret'),
    'a link to a text': html('<a href="DATA:text/plain,a%20secret">x</a>'),
    'parts behind the last': `${mixed(hello)}\r\n--x\r\n${part}\r\n--x--`,
    'two boundaries': `Content-Type: multipart/mixed; boundary=y; boundary=x\r\n\r\n--y\r\n\r\nhi\r\n--y--\r\n--x\r\n${part}\r\n--x--`,
    'no boundary': 'Content-Type: multipart/mixed\r\n\r\na secret',
  }
  expect(await leaving(mails)).toEqual([])
})
