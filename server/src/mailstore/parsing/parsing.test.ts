import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLog } from '../../platform/log.ts'
import { openMessage } from './open-message.ts'
import { createParsing, type Parsing } from './parsing.ts'
import { prepareMessage } from './prepare.ts'

let parsing: Parsing

beforeAll(() => {
  parsing = createParsing(createLog('silent'))
})

afterAll(() => parsing.stop())

/** Above the size that is taken apart on the spot. */
function bigMail(number: number): Buffer {
  const file = Buffer.alloc(120_000, `file ${number} `).toString('base64')
  return Buffer.from(
    `From: a@x.test\r\nSubject: big ${number}\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n` +
      `--b\r\n\r\ntext ${number}\r\n` +
      `--b\r\nContent-Type: application/x-a; name="a${number}.bin"\r\nContent-Transfer-Encoding: base64\r\n\r\n${file}\r\n--b--\r\n`,
  )
}

it('P13 big messages that come together are all taken apart whole, each as on the spot', async () => {
  const mails = Array.from({ length: 12 }, (_, number) => bigMail(number))
  const prepared = await Promise.all(mails.map((raw) => parsing.prepare(raw)))
  expect(prepared).toEqual(mails.map((raw) => prepareMessage(raw)))
  const opened = await Promise.all(mails.map((raw) => parsing.open(raw)))
  expect(opened).toEqual(mails.map((raw) => openMessage(raw, 2_000_000)))
})

it('the parts of a big message are decoded; one that is not there is null', async () => {
  const [text, file, none] = await parsing.decode(bigMail(3), ['1', '2', '7'])
  expect(text?.toString()).toBe('text 3')
  expect(file).toEqual(Buffer.alloc(120_000, 'file 3 '))
  expect(none).toBeNull()
})

it('T32 what lies in a winmail.dat or in a mail inside is found by its path, the holder opened once for all of them', async () => {
  const fixture = new URL(
    '../../../../mime/test/fixtures/mimekit/tnef/attachments.tnef',
    import.meta.url,
  )
  const packed = readFileSync(fixture)
  const inner = `Content-Type: application/ms-tnef\r\nContent-Transfer-Encoding: base64\r\n\r\n${packed.toString('base64')}`
  const raw = Buffer.from(
    `Subject: s\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n${inner}\r\n` +
      `--b\r\nContent-Type: message/rfc822\r\n\r\nSubject: inner\r\n${inner}\r\n--b--\r\n`,
  )
  const opened = await parsing.openTnef(packed)
  const files = opened?.files ?? []
  expect(files.length).toBeGreaterThan(1)
  const paths = files.flatMap((_, index) => [`1/t${index}`, `2/1/t${index}`])
  const found = await parsing.decode(raw, [...paths, '1/t99', '2/7', '1/1.1'])
  expect(found.map((one) => one?.length ?? null)).toEqual([
    ...files.flatMap(({ size }) => [size, size]),
    null,
    null,
    null,
  ])
  // A holder opened for each of its files would cost the thread its five seconds.
  const many = await parsing.decode(
    raw,
    Array.from({ length: 20_000 }, () => '2/1/t0'),
  )
  expect(many.every((one) => one?.length === files[0]?.size)).toBe(true)
})

it('T31 the text of a big HTML mail is made beside the loop, which goes on meanwhile', async () => {
  const html = `<style>${'a{color:red}'.repeat(20_000)}</style>${'<p>word</p>'.repeat(20_000)}`
  const raw = Buffer.from(`Subject: s\r\nContent-Type: text/html\r\n\r\n${html}`)
  let turns = 0
  const turn = setInterval(() => turns++, 1)
  const text = await parsing.plainText(raw, 1_000)
  clearInterval(turn)
  expect(text.startsWith('word\n\nword')).toBe(true)
  expect(text).toHaveLength(1_000)
  expect(turns).toBeGreaterThan(3)
})

it('a message that cannot be taken apart any more is stored with its header', async () => {
  const ended = createParsing(createLog('silent'))
  await ended.stop()
  const { parsed, raw } = await ended.prepare(bigMail(5))
  expect(parsed.envelope.subject).toBe('big 5')
  expect(raw).toEqual(bigMail(5))
  expect((await ended.open(bigMail(5))).content.truncated).toBe(true)
  expect(await ended.decode(bigMail(5), ['1'])).toEqual([null])
})

it('T28 T31 the people of a large header are read in a thread, all of it: whom its end names is no stranger to the judges', async () => {
  const filler = `X-Filler: ${'x'.repeat(900)}\r\n`.repeat(400)
  const header = Buffer.from(
    `${filler}From: Eve <eve@evil.test>\r\nSubject: =?gbk?B?xOO6ww==?=\r\n`,
  )
  expect(header.length).toBeGreaterThan(300 * 1024)
  expect(await parsing.envelope(header)).toMatchObject({
    from: [{ name: 'Eve', address: 'eve@evil.test' }],
    subject: '\u4f60\u597d',
  })
})
