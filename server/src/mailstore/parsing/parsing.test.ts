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

it('a message that cannot be taken apart any more is stored with its header', async () => {
  const ended = createParsing(createLog('silent'))
  await ended.stop()
  const { parsed, raw } = await ended.prepare(bigMail(5))
  expect(parsed.envelope.subject).toBe('big 5')
  expect(raw).toEqual(bigMail(5))
  expect((await ended.open(bigMail(5))).content.truncated).toBe(true)
  expect(await ended.decode(bigMail(5), ['1'])).toEqual([null])
})
