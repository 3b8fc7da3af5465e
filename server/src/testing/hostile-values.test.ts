import { type ImportProgress, imports } from '@hongyan/contract/imports'
import { messages } from '@hongyan/contract/messages'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendAll } from '../commands/send-mail.ts'
import { createTermWriter, scoped, scopeOf } from '../mailstore/search/search-terms.ts'
import { sql } from '../platform/db/sql.ts'
import { deliver, mail } from './builders.ts'
import { eventually } from './compose-helpers.ts'
import { newMailbox, type TestMailbox } from './mailbox.ts'
import { startTestServer, type TestServer } from './start-test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})

afterAll(() => server.stop())

const encoded = (charset: string, bytes: Buffer): string =>
  `=?${charset}?B?${bytes.toString('base64')}?=`

/** So many words of forty letters that take three bytes each. */
const longWords = (count: number): string =>
  Array.from({ length: count }, (_, at) => `${String(at).padStart(4, '\u0e01')}`.repeat(10))
    .join(' ')
    .replace(/[0-9]/g, (digit) => String.fromCharCode(0x0e01 + Number(digit)))

/** What no column may choke on: PostgreSQL, JSON, an index row and a tsvector have limits of their own. */
const texts: Record<string, string> = {
  'a NUL': 'a\u0000b',
  'a NUL in an encoded-word': encoded('utf-8', Buffer.from('a\u0000b')),
  'half a character in UTF-16': encoded('utf-16be', Buffer.from([0xd8, 0x3d, 0x00, 0x61])),
  'half a character in UTF-7': '=?utf-7?Q?+2D0-?= b',
  'half a character in UTF-8': encoded('utf-8', Buffer.from([0x61, 0xed, 0xa0, 0x80])),
  'an escape of JSON': 'a\\u0000b\\ud800 \\\\u0000',
  quotes: `'; DROP TABLE messages; -- ' \\' :1A & | !( ) <-> $1`,
  'sixty thousand letters': 'a'.repeat(60_000),
  'a word of three bytes a letter': '鸿'.repeat(9_000),
  'a word of four bytes a letter': '\u{20000}'.repeat(4_000),
  'letters that grow in lower case': 'İ'.repeat(3_000),
  'letters that grow by eighteen': '\ufdfa'.repeat(2_000),
  'a thousand marks on one letter': `e${'\u0301'.repeat(3_000)}`,
  'random bytes': Buffer.from(Array.from({ length: 3_000 }, (_, at) => (at * 7919 + 13) % 251))
    .toString('latin1')
    .replace(/[\r\n]/g, ' '),
  'long words of three bytes': longWords(400),
  controls: Array.from({ length: 32 }, (_, at) => String.fromCharCode(at))
    .join('x')
    .replace(/[\r\n]/g, ' '),
}

const dates = [
  '31 Dec 9999 23:59:59 -1200',
  '0000-01-01',
  '0000-01-01T00:00:00+12:00',
  '9999-12-31T23:59:59-12:00',
  '1 Jan 0000 00:00:00 +1400',
  '1 Jan 0001 00:00:00 +1400',
  '31 Dec 9999 24:59:60 -9999',
  '32 Foo 20202 99:99:99 +99999',
  'Sat Jan  1 00:00:00 0000',
]

type Field = (value: string) => string

const body = 'MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n\nhello\n'
const withFile = (head: string): string =>
  `MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nhello\n--b\n${head}\n\nbytes\n--b--\n`

/** A mail for each place of a mail that reaches a column. */
const places: Record<string, Field> = {
  Subject: (value) => `From: a@other.test\nSubject: ${value}\n${body}`,
  'From, name': (value) => `From: ${value} <a@other.test>\nSubject: s\n${body}`,
  'From, quoted name': (value) => `From: "${value}" <a@other.test>\nSubject: s\n${body}`,
  'From, local part': (value) => `From: <${value}@other.test>\nSubject: s\n${body}`,
  'From, domain': (value) => `From: <a@${value}>\nSubject: s\n${body}`,
  'To, Cc, Bcc': (value) =>
    `From: a@other.test\nTo: ${value} <${value}@x.test>, g: ${value};\nCc: ${value}\nBcc: <${value}@y.test>\n${body}`,
  'Message-ID': (value) => `From: a@other.test\nMessage-ID: <${value}@x>\n${body}`,
  'References, In-Reply-To': (value) =>
    `From: a@other.test\nSubject: Re: x\nIn-Reply-To: <${value}>\nReferences: <${value}> <b@${value}>\n${body}`,
  'Reply-To, Sender': (value) =>
    `From: a@other.test\nSender: ${value} <${value}@x>\nReply-To: ${value}\n${body}`,
  'file name': (value) =>
    `From: a@other.test\n${withFile(`Content-Type: text/plain; name="${value}"`)}`,
  'file name, encoded': (value) =>
    `From: a@other.test\n${withFile(`Content-Disposition: attachment; filename*=utf-8''${encodeURIComponent(value.toWellFormed()).slice(0, 50_000)}`)}`,
  'text of a file': (value) =>
    `From: a@other.test\n${withFile('Content-Disposition: attachment; filename="a.txt"').replace('bytes', value)}`,
  Body: (value) => `From: a@other.test\nSubject: s\n${body}${value}\n`,
  'Body, HTML': (value) =>
    `From: a@other.test\nSubject: s\nContent-Type: text/html\n\n<p title="${value}">&#0;&#xd800;&#x110000;${value}</p>\n`,
  'a mail inside': (value) =>
    `From: a@other.test\n${withFile('Content-Type: message/rfc822').replace('bytes', `Subject: ${value}\nFrom: ${value}\n\n${value}`)}`,
  everywhere: (value) =>
    `From: ${value} <a@other.test>\nTo: ${value} <b@x.test>\nCc: ${value} <c@x.test>\nSubject: ${value}\n${withFile(
      `Content-Type: text/plain; name="${value}"`,
    )
      .replace('hello', value.repeat(3))
      .replace('bytes', value)}`,
}

const asBytes = (text: string): Buffer => Buffer.from(text.replace(/\n/g, '\r\n'))

const vectors: { name: string; raw: Buffer }[] = [
  ...Object.entries(places).flatMap(([place, make]) =>
    Object.entries(texts).map(([what, value]) => ({
      name: `${place}: ${what}`,
      raw: asBytes(make(value)),
    })),
  ),
  ...dates.map((date) => ({
    name: `Date: ${date}`,
    raw: asBytes(`From: a@other.test\nSubject: dated\nDate: ${date}\n${body}`),
  })),
]

const mbox = (all = vectors): Buffer =>
  Buffer.concat(
    all.flatMap(({ raw }) => [
      Buffer.from('From a@other.test Thu Jan  1 00:00:00 2026\n'),
      raw,
      Buffer.from('\n'),
    ]),
  )

const allItems = async (box: TestMailbox, folderId: number) => {
  const items: { mailId: number; mailSubject: string }[] = []
  let cursor: string | undefined
  for (;;) {
    const page = await box.items(folderId, cursor === undefined ? {} : { sortValues: cursor })
    items.push(...page)
    const last = page.at(-1)
    if (page.length < 100 || !last) return items
    cursor = last.sortValues
  }
}

/** Mails of which nothing but the bytes could be stored. */
const bareMails = async (box: TestMailbox) => {
  const [row] = await server.app.database.query(sql<{ count: number }>`
    SELECT count(*) FROM message_search WHERE account_id = ${box.accountId} AND length(tsv) = 0`)
  return row?.count
}

const importAll = async (box: TestMailbox, bytes: Buffer) => {
  const url = new URL('/api/mail/email/import', server.url)
  url.searchParams.set('mailboxId', String(box.folderId('sent')))
  url.searchParams.set('skipDuplicates', '0')
  const form = new FormData()
  form.append('file', new File([new Uint8Array(bytes)], 'hostile.mbox'))
  const headers = { Authorization: `Bearer ${box.client.tokens?.accessToken}` }
  const response = await fetch(url, { method: 'POST', headers, body: form })
  const { data } = (await response.json()) as { data: ImportProgress }
  await box.client.get(imports.finish, { body: { jobId: data.jobId } })
  return eventually(
    async () =>
      (await box.client.get(imports.state, { query: { jobId: data.jobId } })).list[0] ?? data,
    ({ state }) => state === 'done',
  )
}

describe('hardening-mail 1: every value that a parser yields can be stored', () => {
  it('T28 P3 every place of a mail takes every hostile text by SMTP, and the mail is listed and opened', async () => {
    const box = await newMailbox(server)
    const refused: string[] = []
    await inLanes(vectors, async ({ name, raw }) => {
      const one = { from: 'peer@other.test', to: [box.address], raw }
      await sendAll({ host: '127.0.0.1', port: server.smtpPort, connections: 1 }, [one]).catch(
        (thrown: Error) => refused.push(`${name}: ${thrown.message}`),
      )
    })
    expect(refused).toEqual([])
    expect(await bareMails(box)).toBe(0)
    const items = await allItems(box, box.folderId('inbox'))
    expect(items.length).toBe(vectors.length)
    await inLanes(items, async ({ mailId }) => {
      const answer = await box.client.call(messages.detail, { query: { mailId } })
      expect(answer.code).toBe(200)
    })
  })

  it('P3 words of any number and length in every field and file make a tsvector that PostgreSQL takes', async () => {
    const terms = createTermWriter()
    const words = longWords(9_999)
    for (const field of ['subject', 'from', 'to', 'cc', 'files'] as const) {
      terms.add(field, words.slice(0, 80_000))
    }
    for (const from of [0, 100_000, 200_000, 300_000]) {
      terms.add('fileText', words.slice(from, from + 100_000))
    }
    const scope = scopeOf(9_999_999_999, new Date('9999-12-31'))
    const [row] = await server.app.database.query(sql<{ bytes: number }>`
      SELECT pg_column_size(${scoped(terms.toTsvector(), scope)}::tsvector) AS bytes`)
    expect(row?.bytes).toBeGreaterThan(800_000)
  })

  it('N5 P3 the same mails come in from a file, among what was sent, and the import ends', async () => {
    const box = await newMailbox(server)
    const ended = await importAll(box, mbox())
    expect(ended).toMatchObject({ state: 'done', imported: vectors.length, failed: 0 })
    expect(await bareMails(box)).toBe(0)
    expect(await allItems(box, box.folderId('sent'))).toHaveLength(vectors.length)
  })

  it('P3 N5 a value that the database refuses all the same costs its own mail the list entry, nothing else', async () => {
    const box = await newMailbox(server)
    await server.app.database.run(sql`
      CREATE FUNCTION refuse_poison() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NEW.subject LIKE '%poison%' THEN RAISE EXCEPTION 'refused' USING ERRCODE = '22008'; END IF;
        RETURN NEW;
      END $$`)
    await server.app.database.run(sql`
      CREATE TRIGGER refuse_poison BEFORE INSERT ON messages FOR EACH ROW EXECUTE FUNCTION refuse_poison()`)
    const mails = ['one', 'poison', 'three'].map((subject) => mail({ subject }))
    await deliver(server, box.address, ...mails)
    expect(await box.subjects(box.folderId('inbox'))).toEqual(['three', '', 'one'])
    const file = mails.map((raw) => ({ name: '', raw }))
    expect(await importAll(box, mbox(file))).toMatchObject({ state: 'done', imported: 3 })
    expect((await box.subjects(box.folderId('sent'))).sort()).toEqual(['', 'one', 'three'])
  })
})

async function inLanes<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> {
  const queue = [...all]
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      for (let one = queue.shift(); one !== undefined; one = queue.shift()) await work(one)
    }),
  )
}
