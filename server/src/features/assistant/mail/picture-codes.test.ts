import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openAssistant } from '../../../testing/assistant-client.ts'
import { newMailbox } from '../../../testing/mailbox.ts'
import { qrPicture } from '../../../testing/qr-picture.ts'
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})

afterAll(() => server.stop())

interface Picture {
  bytes: Buffer
  type?: string
  name?: string
}

/** A mail with pictures, inline where they have no name. */
function mailWith(text: string, pictures: readonly Picture[]): Buffer {
  const parts = pictures.map(({ bytes, type = 'image/png', name }) =>
    [
      `Content-Type: ${type}`,
      name ? `Content-Disposition: attachment; filename="${name}"` : 'Content-ID: <p>',
      'Content-Transfer-Encoding: base64',
      '',
      bytes.toString('base64'),
    ].join('\r\n'),
  )
  const html = `Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(`<p>${text}</p><img src="cid:p">`).toString('base64')}`
  return Buffer.from(
    `From: HR <hr@firm.example>\r\nTo: a@example.test\r\nSubject: benefit\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${[html, ...parts].map((one) => `--b\r\n${one}\r\n`).join('')}--b--\r\n`,
  )
}

async function signalsOf(raw: Buffer) {
  const { client, accountId } = await newMailbox(server)
  const { mailstore } = server.app
  const authentication = {
    spf: 'pass',
    dkim: 'pass',
    dmarc: 'pass',
    arc: 'none',
    domain: 'firm.example',
  }
  const copy = { accountId, folder: 'inbox' as const, receivedAt: new Date(), authentication }
  const [stored] = await mailstore.deliver(await mailstore.prepare(raw), [copy as never])
  const mailId = stored?.kind === 'stored' ? stored.messageId : 0
  const panel = await openAssistant(server, client)
  const { all } = await panel.ask('check', { content: 'x', mailId })
  return {
    level: all.find((one) => one.level)?.level,
    signals: new Map(all.flatMap((one) => one.signals ?? []).map((one) => [one.code, one])),
  }
}

const card =
  '这是我的微信，扫码加我，以后联系更方便。我们下周三上午在三楼的会议室见，资料我会带过去，请放心，到时再说。'
const bait = '请用手机扫描二维码，填写银行卡信息领取补贴。'

it.each([
  ['inline', undefined],
  ['attached', 'notice.png'],
])(
  'AI-03 a QR code in a picture (%s) is judged as every link, with where it leads as evidence',
  async (_, name) => {
    const picture = {
      bytes: qrPicture('http://webmail-verify.top/login?id=3'),
      ...(name ? { name } : {}),
    }
    const { level, signals } = await signalsOf(mailWith(bait, [picture]))
    expect(signals.get('qr-elsewhere')?.evidence).toBe('http://webmail-verify.top/login?id=3')
    expect(signals.get('link-cheap')?.evidence).toBe('QR → webmail-verify.top/login')
    expect(signals.get('qr-wants')?.weight).toBe('suspicious')
    expect(['suspicious', 'dangerous']).toContain(level)
  },
)

it('AI-03 the code of a card or of the sender itself is a remark', async () => {
  for (const text of [
    'https://u.wechat.com/MAbc',
    'https://firm.example/ticket/1',
    'WIFI:S:guest;;',
  ]) {
    const { level, signals } = await signalsOf(mailWith(card, [{ bytes: qrPicture(text) }]))
    expect(signals.get('qr-code')?.weight).toBe('note')
    expect(signals.has('qr-elsewhere')).toBe(false)
    expect(level).toBe('unremarkable')
  }
})

it('AI-03 T34 pictures that are giants, broken or many cost no check', async () => {
  const giant = qrPicture('https://bad.top/')
  giant.writeUInt32BE(60_000, 16)
  giant.writeUInt32BE(60_000, 20)
  const broken = qrPicture('https://bad.top/').subarray(0, 120)
  const liar = Buffer.concat([broken, randomBytes(200_000)])
  const many = Array.from({ length: 40 }, () => ({ bytes: liar }))
  const { level, signals } = await signalsOf(
    mailWith('hello', [{ bytes: giant }, { bytes: broken }, ...many]),
  )
  expect(level).toBeDefined()
  expect(signals.has('qr-code')).toBe(false)
})
