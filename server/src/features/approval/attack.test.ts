import { deflateRawSync } from 'node:zlib'
import { randomBytes } from 'node:crypto'
import { PDFDocument, PDFHexString, PDFName, PDFString } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type ApprovalRig, startApprovalRig } from '../../testing/approval-rig.ts'
import { freshSink, weiAddress } from '../../testing/colleagues.ts'
import { programCode } from '../../testing/imap-client.ts'
import { zipOf } from '../../testing/mime-builder.ts'
import { submissionIn } from '../../testing/submission-client.ts'

let rig: ApprovalRig
let code: string
beforeAll(async () => {
  rig = await startApprovalRig()
  code = await programCode(rig.wei)
})
afterAll(() => rig.stop())
beforeEach(async () => {
  freshSink(rig.sink)
  await rig.rule({ levels: [], action: 'block', words: ['机密', 'secret'] })
})
const base64 = (data: Buffer | string): string =>
  (Buffer.from(data).toString('base64').match(/.{1,76}/g) ?? []).join('\r\n')
const inBase64 = 'Content-Transfer-Encoding: base64'
const alone = (type: string, body: Buffer | string): string =>
  [`Content-Type: ${type}`, inBase64, '', base64(body)].join('\r\n')
const plain = (text: string) => alone('text/plain; charset=utf-8', text)
const html = (text: string) => alone('text/html; charset=utf-8', text)
const mixed = (...parts: string[]): string =>
  ['Content-Type: multipart/mixed; boundary=x', '', ...parts.flatMap((one) => ['--x', one])]
    .concat('--x--').join('\r\n')
const hello = 'Content-Type: text/plain\r\n\r\nhello'
const file = (type: string, body: Buffer | string): string => mixed(hello, alone(type, body))
const data = (name: string, body: Buffer | string): string =>
  file(`application/octet-stream; name="${name}"`, body)
const latin = (text: string) => Buffer.from(text, 'latin1')
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')

async function leaving(mails: Record<string, string | Promise<string>>): Promise<string[]> {
  const left: string[] = []
  const line = await submissionIn(rig.server, { address: weiAddress, code })
  for (const [name, mail] of Object.entries(mails)) {
    await line.command(`MAIL FROM:<${weiAddress}>`)
    await line.command('RCPT TO:<peer@other.test>')
    await line.command('DATA')
    const text = await mail
    const head = [`From: ${weiAddress}`, ...(/^To:/m.test(text.split('\r\n\r\n')[0]!) ? [] : ['To: peer@other.test']), 'MIME-Version: 1.0']
    const answer = await line.command(`${head.join('\r\n')}\r\n${text}\r\n.`)
    if (answer.code === 250) left.push(name)
    else if (answer.code !== 550) left.push(`${name}: ${answer.text}`)
  }
  await line.quit()
  return left
}
async function report(mails: Record<string, string | Promise<string>>) {
  const left = await leaving(mails)
  expect(left).toEqual([])
}
const qp = (b: Buffer) => [...b].map((c) => `=${c.toString(16).padStart(2, '0').toUpperCase()}`).join('')

/** A stored zip with whatever entries, in whatever order. */
function rawZip(entries: [string, string][], { prefix = '', comment = '', listed = entries.length } = {}): Buffer {
  const locals: Buffer[] = [latin(prefix)]
  const central: Buffer[] = []
  let at = 0
  for (const [i, [name, text]] of entries.entries()) {
    const n = Buffer.from(name), d = Buffer.from(text)
    const crc = require_crc(d)
    const l = Buffer.alloc(30); l.writeUInt32LE(0x04034b50, 0); l.writeUInt16LE(20, 4); l.writeUInt16LE(0x800, 6); l.writeUInt32LE(crc, 14); l.writeUInt32LE(d.length, 18); l.writeUInt32LE(d.length, 22); l.writeUInt16LE(n.length, 26)
    const c = Buffer.alloc(46); c.writeUInt32LE(0x02014b50, 0); c.writeUInt16LE(20, 4); c.writeUInt16LE(20, 6); c.writeUInt16LE(0x800, 8); c.writeUInt32LE(crc, 16); c.writeUInt32LE(d.length, 20); c.writeUInt32LE(d.length, 24); c.writeUInt16LE(n.length, 28); c.writeUInt32LE(at, 42)
    locals.push(l, n, d); at += 30 + n.length + d.length
    if (i < listed) central.push(c, n)
  }
  const dir = Buffer.concat(central)
  const e = Buffer.alloc(22); e.writeUInt32LE(0x06054b50, 0); e.writeUInt16LE(listed, 8); e.writeUInt16LE(listed, 10); e.writeUInt32LE(dir.length, 12); e.writeUInt32LE(at, 16); e.writeUInt16LE(Buffer.byteLength(comment), 20)
  return Buffer.concat([...locals, dir, e, Buffer.from(comment)])
}
import { crc32 } from 'node:zlib'
const require_crc = (d: Buffer) => crc32(d)
const emptyEnd = hex('504b0506' + '00'.repeat(18))
function tnef(atts: [string, Buffer][]): Buffer {
  const out: Buffer[] = [hex('789f3e220100')]
  const put = (level: number, id: number, d: Buffer) => { const h = Buffer.alloc(9); h[0] = level; h.writeUInt32LE(id, 1); h.writeUInt32LE(d.length, 5); const c = Buffer.alloc(2); c.writeUInt16LE(d.reduce((a, b) => a + b, 0) & 0xffff); out.push(h, d, c) }
  for (const [name, d] of atts) { put(2, 0x69002, Buffer.alloc(14)); put(2, 0x18010, Buffer.from(`${name}\0`)); put(2, 0x6800f, d) }
  return Buffer.concat(out)
}
async function pdf(change: (doc: PDFDocument) => unknown, pages = 1): Promise<Buffer> {
  const doc = await PDFDocument.create()
  for (let i = 0; i < pages; i++) doc.addPage([200, 200]).drawText('hi', { size: 10 })
  await change(doc)
  return Buffer.from(await doc.save({ useObjectStreams: false }))
}
it('zips', async () => {
  const z = rawZip([['a.txt', 'a secret']])
  const inner = await zipOf({ 'a.txt': 'a secret' })
  await report({
    control: data('a.zip', z),
    'same name twice': data('a.zip', rawZip([['a.txt', 'a secret'], ['a.txt', 'hello']])),
    'prefix': data('a.zip', rawZip([['a.txt', 'a secret']], { prefix: 'PK00junk' })),
    'empty end behind': data('a.zip', Buffer.concat([z, emptyEnd])),
    'empty end in comment': data('a.zip', rawZip([['a.txt', 'a secret']], { comment: emptyEnd.toString('latin1') })),
    'not in the directory': data('a.zip', rawZip([['b.txt', 'hello'], ['a.txt', 'a secret']], { listed: 1 })),
    comment: data('a.zip', rawZip([['b.txt', 'hello']], { comment: 'a secret' })),
    'directory name': data('a.zip', rawZip([['a secret/', '']])),
    'file with slash': data('a.zip', rawZip([['a/', 'a secret']])),
    'zip end cut': data('a.zip', z.subarray(0, z.length - 22)),
    'zip with tail': data('a.zip', Buffer.concat([z, Buffer.alloc(70_000)])),
    'text named image in docx': data('a.docx', rawZip([['word/document.xml', '<w:p><w:t>hi</w:t></w:p>'], ['word/media/a.png', 'a secret']])),
    'zip named image in docx': data('a.docx', rawZip([['word/document.xml', '<w:p><w:t>hi</w:t></w:p>'], ['word/media/a.png', inner.toString('latin1')]])),
    'utf16 xml in docx': zipOf({ 'word/document.xml': Buffer.from('\ufeff<?xml version="1.0" encoding="UTF-16"?><w:p><w:r><w:t>机</w:t></w:r><w:r><w:t>密</w:t></w:r></w:p>', 'utf16le') }).then((o) => data('a.docx', o)),
    'utf16 xml in docx no bom': zipOf({ 'word/document.xml': Buffer.from('<?xml version="1.0" encoding="UTF-16"?><w:p><w:r><w:t>机</w:t></w:r><w:r><w:t>密</w:t></w:r></w:p>', 'utf16le') }).then((o) => data('a.docx', o)),
    'diagram behind 1 MB': zipOf({ 'word/document.xml': '<w:p><w:t>hi</w:t></w:p>', 'word/diagrams/data1.xml': `<a>${Array.from({ length: 60_000 }, (_, i) => `<b c="${(i * 7919) % 9973}"/>`).join('')}<w:t>a secret</w:t></a>`.replace('<a>', `<a>${Array.from({ length: 60000 }, (_, i) => `<q${(i * 7919) % 9973}/>`).join('')}`) }).then((o) => data('a.docx', o)),
    'locked odt': zipOf({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': randomBytes(4000), 'META-INF/manifest.xml': '<manifest:manifest><manifest:file-entry manifest:full-path="content.xml" manifest:size="9"><manifest:encryption-data manifest:checksum-type="SHA256/1K"><manifest:algorithm manifest:algorithm-name="http://www.w3.org/2001/04/xmlenc#aes256-cbc"/></manifest:encryption-data></manifest:file-entry></manifest:manifest>' }).then((o) => data('a.odt', o)),
    'locked odt whole': zipOf({ mimetype: 'application/vnd.oasis.opendocument.text', 'encrypted-package': randomBytes(4000), 'META-INF/manifest.xml': '<manifest:manifest><manifest:file-entry manifest:full-path="encrypted-package" manifest:size="9"><manifest:encryption-data manifest:checksum-type="SHA256/1K"/></manifest:file-entry></manifest:manifest>' }).then((o) => data('a.odt', o)),
    xlsb: zipOf({ 'xl/sharedStrings.bin': Buffer.concat([hex('9f0108000000000000000000130f0000060000'), hex('00'), Buffer.from('这是机密文件的', 'utf16le')]) }).then((o) => data('a.xlsb', o)),
    'xlsx split runs': zipOf({ 'xl/sharedStrings.xml': '<si><r><t>机</t></r><r><t>密</t></r></si>' }).then((o) => data('a.xlsx', o)),
    'header docx only': zipOf({ 'word/document.xml': '<w:p><w:t>hi</w:t></w:p>', 'customXml/item1.xml': '<x>a secret</x>' }).then((o) => data('a.docx', o)),
    'pptx alt': zipOf({ 'ppt/slides/slide1.xml': '<p descr="a secret"><a:t>x</a:t></p>' }).then((o) => data('a.pptx', o)),
  })
})
it('pdf', async () => {
  const inner = await zipOf({ 'a.txt': 'a secret' })
  await report({
    'text': data('a.pdf', await pdf((d) => d.getPage(0).drawText('a secret', { x: 10, y: 50 }))),
    title: data('a.pdf', await pdf((d) => d.setTitle('机密'))),
    'title en': data('a.pdf', await pdf((d) => d.setTitle('a secret'))),
    keywords: data('a.pdf', await pdf((d) => d.setKeywords(['a secret']))),
    'page 301': data('a.pdf', await pdf((d) => d.getPage(301).drawText('a secret', { x: 10, y: 50 }), 302)),
    'embedded text': data('a.pdf', await pdf((d) => d.attach(Buffer.from('this is a secret'), 'a.txt', {}))),
    'embedded zip': data('a.pdf', await pdf((d) => d.attach(inner, 'a.zip', {}))),
    'note': data('a.pdf', await pdf((d) => { const p = d.getPage(0); const a = d.context.obj({ Type: 'Annot', Subtype: 'Text', Rect: [0, 0, 20, 20], Contents: PDFHexString.fromText('机密') }); p.node.set(PDFName.of('Annots'), d.context.obj([d.context.register(a)])) })),
    'form field': data('a.pdf', await pdf((d) => { const f = d.getForm().createTextField('f'); f.setText('a secret'); f.addToPage(d.getPage(0), { x: 1, y: 1 }) })),
    'named txt': data('a.txt', await pdf((d) => d.getPage(0).drawText('a secret', { x: 10, y: 50 }))),
    'named png': data('a.png', await pdf((d) => d.getPage(0).drawText('a secret', { x: 10, y: 50 }))),
    'named eml': data('a.eml', await pdf((d) => d.getPage(0).drawText('a secret', { x: 10, y: 50 }))),
    'two lines': data('a.pdf', await pdf((d) => { d.getPage(0).drawText('se', { x: 10, y: 50, size: 10 }); d.getPage(0).drawText('cret', { x: 21, y: 50, size: 10 }) })),
  })
})
it('files', async () => {
  const inner = await zipOf({ 'a.txt': 'a secret' })
  const uri = `data:application/zip;base64,${inner.toString('base64')}`
  const uu = (name: string, b: Buffer) => { const lines = []; for (let at = 0; at < b.length; at += 45) { const s = b.subarray(at, at + 45); let l = String.fromCharCode(s.length + 32); for (let i = 0; i < s.length; i += 3) { const v = ((s[i] ?? 0) << 16) | ((s[i + 1] ?? 0) << 8) | (s[i + 2] ?? 0); l += [18, 12, 6, 0].map((k) => String.fromCharCode(((v >> k) & 63) || 64, ).replace('@', '`')).map((c, j) => { const x = (v >> [18, 12, 6, 0][j]!) & 63; return x ? String.fromCharCode(x + 32) : '`' }).join('') } lines.push(l) } return `begin 644 ${name}\r\n${lines.join('\r\n')}\r\n\`\r\nend\r\n` }
  await report({
    'tnef text': data('winmail.dat', tnef([['a.txt', Buffer.from('a secret')]])),
    'tnef zip': data('winmail.dat', tnef([['a.zip', inner]])),
    'tnef eml': data('winmail.dat', tnef([['a.eml', Buffer.from('Subject: x\r\n\r\na secret')]])),
    'tnef unnamed kind': data('winmail.dat', tnef([['a.dat', Buffer.from('a secret')]])),
    'tnef 7z': data('winmail.dat', tnef([['a.7z', latin('7z\xbc\xaf\x27\x1c')]])),
    'tnef tnef': data('winmail.dat', tnef([['winmail.dat', tnef([['a.txt', Buffer.from('a secret')]])]])),
    'tnef other name': data('a.bin', tnef([['a.txt', Buffer.from('a secret')]])),
    'tnef zip other name': data('a.bin', tnef([['a.zip', inner]])),
    'html file with data uri': data('a.html', `<a href="${uri}" download=a.zip>x</a>`),
    'html file with data uri text': data('a.html', `<a href="data:text/plain;base64,${Buffer.from('a secret').toString('base64')}" download=a.txt>x</a>`),
    'txt file with uu': data('a.txt', uu('a.zip', inner)),
    'txt file with base64 zip': data('a.txt', base64(inner)),
    'body base64 zip': plain(`see\r\n\r\n${base64(inner)}\r\n`),
    'gpg rsa3072': data('a.dat', Buffer.concat([hex('85018c03'), randomBytes(400)])),
    'gpg new skesk': data('a.dat', Buffer.concat([hex('c30d04090308'), randomBytes(400)])),
    'cms encrypted-data der': data('a.dat', Buffer.concat([hex('3082010006092a864886f70d010706'), randomBytes(100)])),
    'cms pem': data('a.txt', `-----BEGIN PKCS7-----\n${base64(Buffer.concat([hex('3082010006092a864886f70d010703'), randomBytes(100)]))}\n-----END PKCS7-----`),
    'ace': data('a.dat', Buffer.concat([hex('00000000000000'), latin('**ACE**'), randomBytes(100)])),
    'rar old': data('a.dat', Buffer.concat([latin('RE~^'), randomBytes(100)])),
    'pst': data('a.dat', Buffer.concat([latin('!BDN'), randomBytes(100)])),
    'rar behind exe': data('a.exe', Buffer.concat([latin('MZ\0\0'), Buffer.alloc(3000), latin('Rar!\x1a\x07\x00'), randomBytes(50)])),
    'eml as dat with bom': data('a.dat', `\ufeffFrom: a@b.c\r\nSubject: x\r\n${inBase64}\r\n\r\n${base64('a secret')}`),
    'mbox >From in zip': data('a.zip', await zipOf({ 'a.mbox': `From x\nhi\n\nFrom x\nFrom: a\nSubject: x\n${inBase64}\n\n${base64('a secret')}` })),
  })
})
it('file kinds', async () => {
  await rig.rule({ levels: [], action: 'block', files: ['docx', 'zip'] })
  const d = await zipOf({ 'word/document.xml': '<w:p><w:t>hi</w:t></w:p>' })
  await report({
    control: data('a.docx', d),
    'inside tnef': data('winmail.dat', tnef([['a.docx', d]])),
    'inside pdf': data('a.pdf', await pdf((p) => p.attach(d, 'a.docx', {}))),
    'slash': data('a.docx/', d),
    'q in name': mixed(hello, `Content-Type: application/octet-stream\r\nContent-Disposition: attachment; filename="=?utf-8?Q?a=2Edocx?="\r\n\r\nx`),
    'twice': mixed(hello, `Content-Type: application/octet-stream\r\nContent-Disposition: attachment; filename=a.png; filename="a.docx"\r\n\r\nx`),
    'inner mail': mixed(hello, `Content-Type: message/rfc822\r\n\r\nSubject: x\r\n${data('a.docx', d)}`),
  })
})
it('text', async () => {
  const blank = { 'hangul filler between': 'the\u3164secret\u3164plan', 'halfwidth filler': 'the\uffa0secret\uffa0plan', 'choseong filler': 'the\u115fsecret\u115fplan', 'NEL': 'the\u0085secret\u0085plan', FS: 'the\u001csecret\u001cplan', 'braille blank': 'the\u2800secret\u2800plan', 'superscript': 'the secret¹ plan', 'RLO': 'the \u202eterces\u202c plan', cherokee: 'the ᏚᎬᏟᎡᎬᎢ plan', lisu: 'the ꓢꓰꓚꓣꓰꓔ plan', 'RLO zh': '\u202e密机\u202c', 'replacement': 'the\ufffdsecret\ufffdplan', musical: 'the\u{1d159}secret\u{1d159}plan', 'ideographic half fill': '机\u303f密' }
  await report(Object.fromEntries(Object.entries(blank).map(([n, t]) => [n, plain(t)])))
})

it('entities, cards, boundaries', async () => {
  const b = (t: string) => Buffer.from(t).toString('base64')
  await report({
    'entity hex pad': html('&#x000000000000073;ecret'),
    'invisible entity': html('se&NoBreak;cret'),
    'data link pct': html('<a href="DATA:text/plain,a%20secret">x</a>'),
    'epilogue part': `Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\nhi\r\n--x--\r\n--x\r\n${inBase64}\r\n\r\n${b('a secret')}\r\n--x--`,
    'boundary twice': `Content-Type: multipart/mixed; boundary=y; boundary=x\r\n\r\n--y\r\n\r\nhi\r\n--y--\r\n--x\r\n${inBase64}\r\n\r\n${b('a secret')}\r\n--x--`,
    'no boundary': 'Content-Type: multipart/mixed\r\n\r\na secret',
  })
})
