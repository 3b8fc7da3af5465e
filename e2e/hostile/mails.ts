import { folders } from '@hongyan/contract/folders'
import { messages } from '@hongyan/contract/messages'
import { reader } from '@hongyan/contract/reader'
import { search } from '@hongyan/contract/search'
import { bombs } from '../../mime/test/bombs.ts'
import { messageFixtures, tnefFixtures } from '../../mime/test/fixtures.ts'
import { rawZip } from '../../mime/test/raw-zip.ts'
import { trickyMails } from '../../mime/test/tricky-mails.ts'
import { connectSender } from '../durability/smtp-sender.ts'
import { type Attack, inParallel, type Means, type Person, someOf } from './attack.ts'
import { docx, emptyPng, mailWith, winmail } from './files.ts'
import { type Expected, judge, judgeMail } from './tally.ts'

interface HostileMail {
  name: string
  expected: Expected
  make(): Buffer
}

/** Senders at the same time, and readers. */
const senders = 6
const readers = 4

/** A mail attack: everything is delivered, then opened, previewed, searched. */
const mailAttack = (name: string, mails: readonly HostileMail[]): Attack => ({
  name,
  people: 2,
  run: async (means) => {
    await inParallel(someOf(mails, means.effort), senders, (one, index) =>
      deliver(means, one, index),
    )
    for (const person of means.people) await readAll(means, person)
  },
})

async function deliver(means: Means, mail: HostileMail, index: number): Promise<void> {
  const { product, people, tally } = means
  const { address = '' } = people[index % people.length] ?? {}
  const what = mail.name
  try {
    // Before it comes in: who says nothing for three seconds gives its place away when the port is full.
    const raw = mail.make()
    const sender = await connectSender(product.smtpPort)
    const answer = await sender.send({ sender: 'peer@other.test', recipients: [address], raw })
    sender.close()
    judgeMail(tally, { what, expected: mail.expected, answer })
  } catch (thrown) {
    const answer = thrown instanceof Error ? thrown.message : String(thrown)
    judgeMail(tally, { what, expected: mail.expected, answer })
  }
}

/** What a curious person does with such mail. */
async function readAll({ tally }: Means, { api, inbox }: Person): Promise<void> {
  const page = await api.get(messages.list, { mailboxId: inbox, pageSize: 100 })
  await inParallel(page.list, readers, async ({ mailId, mailSubject }) => {
    const what = `open ${mailSubject.slice(0, 30)}`
    const opened = await api.call(messages.detail, { mailId })
    judge(tally, { what, expected: 'honest', status: opened.status })
    for (const file of opened.envelope.data?.attachments.slice(0, 3) ?? []) {
      if (file.previewId === null) continue
      const seen = await previewed(api, file.previewId)
      judge(tally, { what: `preview ${file.fileName.slice(0, 30)}`, expected: 'either', ...seen })
    }
  })
  for (const searchKeyword of ['a', 'x'.repeat(200), '"'.repeat(100), '中'.repeat(100)]) {
    const { status } = await api.call(search.search, { searchKeyword, pageSize: 50 })
    judge(tally, { what: 'search', expected: 'either', status })
  }
  await api.call(folders.list, {})
}

async function previewed(api: Person['api'], id: string): Promise<{ status: number }> {
  const path = reader.preview.path.replace('{id}', encodeURIComponent(id))
  return api.call({ ...reader.preview, path } as typeof reader.preview, {})
}

const hostile = (name: string, make: () => Buffer): HostileMail => ({
  name,
  expected: 'either',
  make,
})
const honest = (name: string, make: () => Buffer): HostileMail => ({
  name,
  expected: 'honest',
  make,
})
const file = (name: string, type: string, make: () => Buffer): HostileMail =>
  hostile(name, () => mailWith({ name, type, bytes: make() }))

/** Each kind in the size that is promised. */
const large = bombs.map((one) => hostile(one.name, () => Buffer.from(one.make(1))))

/** Each kind in at most 64 kB: many small ones are as bad as a large one. */
const small = bombs.map((one) =>
  hostile(`small ${one.name}`, () => {
    for (let scale = 1; scale > 1e-5; scale /= 2) {
      const raw = Buffer.from(one.make(scale))
      if (raw.length <= 64 * 1024) return raw
    }
    return Buffer.from(one.make(1e-5)).subarray(0, 64 * 1024)
  }),
)

const head = 'From: a@x.test\r\nSubject: s\r\nMIME-Version: 1.0\r\n'
const text = (charset: string, body: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(
      `${head}Content-Type: text/plain; charset=${charset}\r\nContent-Transfer-Encoding: 8bit\r\n\r\n`,
    ),
    body,
  ])
const names = [
  ...['utf-7', 'utf-16', 'utf-16le', 'iso-2022-jp', 'iso-2022-kr', 'hz-gb-2312', 'gb18030'],
  ...[
    'gbk',
    'big5',
    'big5-hkscs',
    'shift_jis',
    'euc-jp',
    'euc-kr',
    'windows-1258',
    'x-nothing',
    '',
  ],
]
const noise = Buffer.alloc(2_000_000)
for (let at = 0; at < noise.length; at++) noise[at] = (at * 7919 + (at >> 8)) & 0xff || 0x41
const charsets = names.flatMap((name) => [
  hostile(`charset ${name} of noise`, () => text(name, noise)),
  hostile(`charset ${name} of escapes`, () =>
    text(name, Buffer.from('\x1b$B~{+A'.repeat(200_000))),
  ),
  hostile(`charset ${name} of half letters`, () => text(name, Buffer.alloc(2_000_000, 0x81))),
])

const pages = (body: string): Buffer => Buffer.from(`${head}Content-Type: text/html\r\n\r\n${body}`)
const styles: HostileMail[] = [
  ['closed rules', `<style>${'a{}'.repeat(300_000)}</style>x`],
  ['small closed rules', `<style>${'a{}'.repeat(21_000)}</style>x`],
  ['selectors', `<style>${'a,'.repeat(300_000)}b{display:none}</style>x`],
  ['nested media', `<style>${'@media x{'.repeat(100_000)}</style>x`],
  ['links', '<a href="http://a.b/c">http://x.y/</a>'.repeat(40_000)],
  ['small links', '<a href="http://a.b/c">http://x.y/</a>'.repeat(1_500)],
  ['entities', '&amp'.repeat(400_000)],
  ['classes', `<style>.a{display:none}</style>${'<p class="a b c d">x</p>'.repeat(60_000)}`],
  ['remote pictures', '<img src=http://a.b/c.png>'.repeat(60_000)],
  ['half a tag', `<p ${'a="'.repeat(500_000)}`],
].map(([name = '', body = '']) => hostile(`html ${name}`, () => pages(body)))

const packed: HostileMail[] = [
  file('bomb.docx', 'application/octet-stream', () => docx('<w:p>'.repeat(4_000_000))),
  file('cells.docx', 'application/octet-stream', () => docx('<w:tbl><w:tr><w:tc>'.repeat(300_000))),
  file('many.zip', 'application/zip', () =>
    rawZip(Array.from({ length: 60_000 }, (_, n) => ({ name: `${n}`, content: Buffer.alloc(0) }))),
  ),
  file('zeros.zip', 'application/zip', () =>
    rawZip([{ name: 'a.txt', content: Buffer.alloc(200_000_000) }]),
  ),
  file('columns.csv', 'text/csv', () => Buffer.from('a,'.repeat(5_000_000))),
  file('quotes.csv', 'text/csv', () => Buffer.from('"'.repeat(5_000_001))),
  file('long.txt', 'text/plain', () => Buffer.alloc(20_000_000, 'word\u4e2d ')),
  file('page.html', 'text/html', () => Buffer.from('<style>a{'.repeat(1_000_000))),
  file('winmail.dat', 'application/ms-tnef', () => winmail(20_000_000)),
  file('large.png', 'image/png', () => emptyPng(65_000, 65_000)),
  file('trailing.png', 'image/png', () =>
    Buffer.concat([emptyPng(60_000, 60_000), Buffer.alloc(10_000_000)]),
  ),
  file('deep.pdf', 'application/pdf', () =>
    Buffer.from(`%PDF-1.7\n1 0 obj ${'['.repeat(2_000_000)}\nendobj`),
  ),
  file('mail.eml', 'message/rfc822', () =>
    mailWith({ name: 'i.eml', type: 'message/rfc822', bytes: pages('<div>'.repeat(500_000)) }),
  ),
  file('smime.p7m', 'application/pkcs7-mime', () =>
    Buffer.alloc(8_000_000, Buffer.from([0x30, 0x80])),
  ),
  file('smime.p7s', 'application/pkcs7-signature', () => Buffer.alloc(2_000_000, 0x24)),
  ...tnefFixtures().map(({ name, raw }) =>
    file(`${name.split('/').at(-1)}`, 'application/ms-tnef', () => Buffer.from(raw)),
  ),
]

const everyday = [
  ...trickyMails.map(({ name, raw }) => honest(name, () => Buffer.from(raw))),
  ...messageFixtures().map(({ name, raw }) => hostile(name, () => Buffer.from(raw))),
]

export const mailAttacks: readonly Attack[] = [
  mailAttack('mails: parts, headers, words', large),
  mailAttack('mails of 64 kB', [...small, ...small, ...small]),
  mailAttack('mails: charsets', charsets),
  mailAttack('mails: HTML and styles', styles),
  mailAttack('files: zip, TNEF, PDF, pictures, S/MIME', packed),
  mailAttack('mails: odd but honest', everyday),
]
