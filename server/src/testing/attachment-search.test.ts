import { deflateRawSync } from 'node:zlib'
import { messages } from '@hongyan/contract/messages'
import { search } from '@hongyan/contract/search'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { docxFile, pdfFile, textFile, xlsxFile, zipFile } from '../demo/demo-files.ts'
import { type DemoFile, writeMail } from '../demo/demo-mime.ts'
import { sql } from '../platform/db/sql.ts'
import { deliver, mail } from './builders.ts'
import { type HttpClient, httpClient } from './http-client.ts'
import { startTestServer, type TestServer, testPassword } from './start-test-server.ts'

let server: TestServer
let client: HttpClient
const address = 'files@example.test'

beforeAll(async () => {
  server = await startTestServer()
  await server.addPerson({ address })
  client = httpClient(server.url)
  await client.logIn(address, testPassword)
})

afterAll(() => server.stop())

const mailWith = (subject: string, files: DemoFile[]): Buffer =>
  Buffer.from(
    writeMail({
      from: { name: 'Peer', address: 'peer@other.test' },
      to: [{ name: '', address }],
      subject,
      sentAt: new Date(),
      zone: 480,
      messageId: `${crypto.randomUUID()}@other.test`,
      text: 'see the file',
      files,
    }),
  )

const find = async (searchKeyword: string, more: object = {}) =>
  (await client.get(search.search, { query: { searchKeyword, ...more } })).list

const finds = (searchKeyword: string) =>
  expect.poll(async () => (await find(searchKeyword)).map((one) => one.mailSubject))

const utf8 = (text: string): Uint8Array => Buffer.from(text)

const slide = (text: string): DemoFile => ({
  name: 'ppt/slides/slide1.xml',
  type: '',
  bytes: utf8(
    `<p:sld><a:p><a:r><a:t>${text.slice(0, 2)}</a:t></a:r><a:r><a:t>${text.slice(2)}</a:t></a:r></a:p></p:sld>`,
  ),
})

const files: [kind: string, file: DemoFile, word: string][] = [
  ['text', textFile('notes.txt', 'the heron stands in the reeds'), 'heron'],
  ['GBK text', gbkFile(), '苍鹭'],
  [
    'UTF-16 text',
    wideFile('a.txt', 'application/octet-stream', '水边有东方白鹳。\r\n'),
    '东方白鹳',
  ],
  [
    'UTF-16 text that says it is text',
    wideFile('b.txt', 'text/plain', '远处有丹顶鹤。\r\n'),
    '丹顶鹤',
  ],
  ['UTF-16 table', wideFile('b.csv', 'text/csv', 'no\tgodwit\r\n'), 'godwit'],
  ['CSV', { name: 'a.csv', type: 'text/csv', bytes: utf8('no,bird\n1,cormorant\n') }, 'cormorant'],
  [
    'HTML',
    { name: 'a.html', type: 'text/html', bytes: utf8('<p>a <b>bittern</b></p>') },
    'bittern',
  ],
  ['PDF', pdfFile('report.pdf', ['# Birds', 'the avocet and 白琵鹭']), 'avocet'],
  ['Chinese PDF', pdfFile('报告.pdf', ['湿地观察：黑嘴鸥']), '黑嘴鸥'],
  ['Word', docxFile('plan.docx', ['# Plan', 'counting lapwings, 凤头麦鸡']), '凤头麦鸡'],
  [
    'Excel',
    xlsxFile('table.xlsx', 'birds', [
      ['name', 'n'],
      ['turnstone', 4711],
    ]),
    'turnstone',
  ],
  ['Excel numbers', xlsxFile('sum.xlsx', 'sums', [['total', 880_411]]), '880411'],
  [
    'PowerPoint',
    { ...zipFile('talk.pptx', [slide('黄嘴白鹭')]), type: 'application/octet-stream' },
    '黄嘴白鹭',
  ],
  ['names in a zip', zipFile('birds.zip', [textFile('oystercatcher.txt', 'x')]), 'oystercatcher'],
  [
    'a mail in the mail',
    {
      name: 'fwd.eml',
      type: 'message/rfc822',
      bytes: mail({ subject: 'inner', text: 'a dunlin' }),
    },
    'dunlin',
  ],
  [
    'a file in a mail in the mail',
    {
      name: 'fwd.eml',
      type: 'message/rfc822',
      bytes: mailWith('inner', [textFile('deep.txt', 'a whimbrel')]),
    },
    'whimbrel',
  ],
]

/** 苍鹭 as Windows in China writes it, without saying so. */
function gbkFile(): DemoFile {
  const bytes = Buffer.from('b2d4f0d8d5e2c0efcac7bba6cac7d6d0cec4b5c4cec4b1be', 'hex')
  return { name: 'a.txt', type: 'application/octet-stream', bytes }
}

/** As Notepad and Excel write what they call Unicode. */
function wideFile(name: string, type: string, text: string): DemoFile {
  return { name, type, bytes: Buffer.from(`\ufeff${text}`, 'utf16le') }
}

describe('text of attachments', () => {
  it.each(files)('SEARCH-07 %s is found by its text', async (kind, file, word) => {
    await deliver(server, address, mailWith(kind, [file]))
    await finds(word).toEqual([kind])
    const [found] = await find(word)
    const { list } = await client.get(search.snippets, {
      query: { searchKeyword: word, mailIds: String(found?.mailId) },
    })
    expect(list).toMatchObject([{ mailId: found?.mailId }])
    expect(list[0]?.text).toContain(word)
    expect(list[0]?.fileName).toMatch(/\.\w+$/)
    // Scope 3 is the name of an attachment, not what is in it.
    expect(await find(word, { scope: '3' })).toEqual([])
  })

  it('SEARCH-07 a mail that goes for good takes the text of its files along', async () => {
    await deliver(server, address, mailWith('gone', [textFile('a.txt', 'a pratincole')]))
    await finds('pratincole').toEqual(['gone'])
    const mailIds = (await find('pratincole')).map((one) => one.mailId)
    await client.get(messages.recycle, { body: { mailIds } })
    await client.get(messages.destroy, { body: { mailIds } })
    expect(await find('pratincole')).toEqual([])
    const left = await server.app.database.query(
      sql`SELECT 1 FROM file_texts WHERE message_id = ${mailIds[0] ?? 0}`,
    )
    expect(left).toEqual([])
  })

  it('SEARCH-07 when the code reads more than it did, mail that lies there is read again', async () => {
    const { database, jobs } = server.app
    await deliver(server, address, mailWith('old', [textFile('a.txt', 'a garganey')]))
    await finds('garganey').toEqual(['old'])
    await database.run(sql`UPDATE message_search SET tsv = '' WHERE message_id IN
      (SELECT id FROM messages WHERE subject = 'old')`)
    expect(await find('garganey')).toEqual([])
    await database.run(sql`UPDATE search_version SET version = 0`)
    await jobs.enqueue(database, { task: 'index-files', payload: {} })
    await finds('garganey').toEqual(['old'])
    await finds('from:peer subject:old').toEqual(['old'])
  })
})

/** A zip that says one thing in its directory and holds another. */
function bombZip(inside: string, bytes: Buffer, entries = 1): Uint8Array {
  const packed = deflateRawSync(bytes)
  const name = Buffer.from(inside)
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50)
  local.writeUInt16LE(8, 8)
  local.writeUInt32LE(packed.length, 18)
  local.writeUInt16LE(name.length, 26)
  const file = Buffer.concat([local, name, packed])
  const central = Buffer.alloc(46)
  central.writeUInt32LE(0x02014b50)
  central.writeUInt16LE(8, 10)
  central.writeUInt32LE(packed.length, 20)
  central.writeUInt16LE(name.length, 28)
  const directory = Array.from({ length: entries }, () => Buffer.concat([central, name]))
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt32LE(file.length, 16)
  return Buffer.concat([file, ...directory, end])
}

const zeros = Buffer.alloc(200 * 1024 * 1024)
const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

const hostile: [kind: string, file: DemoFile][] = [
  [
    'a zip bomb as a document',
    { name: 'a.docx', type: docx, bytes: bombZip('word/document.xml', zeros) },
  ],
  [
    'the same entry five thousand times',
    {
      name: 'b.docx',
      type: docx,
      bytes: bombZip('word/document.xml', zeros.subarray(0, 20 << 20), 5_000),
    },
  ],
  [
    'a million tags',
    {
      name: 'c.docx',
      type: docx,
      bytes: bombZip('word/document.xml', Buffer.from('<w:p '.repeat(2_000_000))),
    },
  ],
  [
    'a PDF of garbage',
    {
      name: 'd.pdf',
      type: 'application/pdf',
      bytes: utf8(`%PDF-1.7\n${'1 0 obj << /Kids [1 0 R] >> '.repeat(50_000)}`),
    },
  ],
  [
    'a PDF whose pages are their own parents',
    {
      name: 'e.pdf',
      type: 'application/pdf',
      bytes: utf8(
        '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Count 9999999/Kids[2 0 R 2 0 R]>>endobj\ntrailer<</Root 1 0 R>>',
      ),
    },
  ],
  [
    'a zip cut off',
    {
      name: 'f.zip',
      type: 'application/zip',
      bytes: bombZip('x', zeros.subarray(0, 1000)).subarray(20),
    },
  ],
  ['a text of one line', { name: 'g.txt', type: 'text/plain', bytes: Buffer.alloc(3 << 20, 'a') }],
]

describe('hostile attachments', () => {
  it('T31 whatever they hold, they are found by name, the next mail is read, and nobody waits', async () => {
    for (const [kind, file] of hostile) await deliver(server, address, mailWith(kind, [file]))
    await deliver(server, address, mailWith('after them', [textFile('z.txt', 'a goldcrest')]))
    await expect
      .poll(async () => (await find('goldcrest')).length, { timeout: 60_000, interval: 100 })
      .toBe(1)
    for (const [kind, file] of hostile) {
      const found = await find(`filename:${file.name}`)
      expect(found.map((one) => one.mailSubject)).toContain(kind)
    }
    await expect
      .poll(() => server.app.database.query(sql`SELECT 1 FROM search_due`), { timeout: 60_000 })
      .toEqual([])
  })
})
