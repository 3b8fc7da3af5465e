import { randomBytes } from 'node:crypto'
import { type ComposeStart, compose } from '@hongyan/contract/compose'
import { ownPictures } from '@hongyan/contract/own-pictures'
import { settings } from '@hongyan/contract/settings'
import { signatures } from '@hongyan/contract/signatures'
import { templates } from '@hongyan/contract/templates'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newsletters } from '../../../../../e2e/fixtures/newsletters.ts'
import { deliver, mail } from '../../../testing/builders.ts'
import { eventually, listFolder, mailBody, signIn } from '../../../testing/compose-helpers.ts'
import type { HttpClient } from '../../../testing/http-client.ts'
import { rawMail } from '../../../testing/mime-builder.ts'
import { startRelay } from '../../../testing/outside-world.ts'
import {
  type Arrived,
  expectMail,
  type GivenFile,
  type Meant,
} from '../../../testing/reading/as-meant.ts'
import { keepMail } from '../../../testing/reading/keep-mail.ts'
import { readByOthers } from '../../../testing/reading/mail-readers.ts'
import { personLine } from '../../../testing/reading/read-mail.ts'
import type { SmtpSink } from '../../../testing/smtp-sink.ts'
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts'

const owner = '欧阳明明（市场部）"O\'Yang", <ceo@other.test>'
const address = 'ouyang@example.test'
/** Blue on a chessboard, 96×64. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAGAAAABACAIAAABqVuVZAAAAnklEQVR42u3bsQ3AIAwEQDZhs4ydCRggTWoYgRQUL+ck10Zc9bLs9rxzW/fYV9U+DRAgQIAAAQJUFujPn//SBxAgQIAAAQJUF+jUY/3KqrgkDQgQIECAAAGKAzoVqNKA4pI0IECAAAECBCgOSFCUpAEBAgQIECDzIEFRkgYECBAgQIDMgyyS27QHBAgQIECA3ItZJAcECBAgQIAAlQVagIhwdsT9C30AAAAASUVORK5CYII=',
  'base64',
)

let sink: SmtpSink
let server: TestServer
let client: HttpClient

beforeAll(async () => {
  const relay = await startRelay()
  sink = relay.sink
  server = await startTestServer({ environment: relay.environment })
  await server.addPerson({ address, name: owner })
  client = await signIn(server, address)
  for (const [key, value] of [
    ['undoSendSeconds', 0],
    ['timeZone', 8],
  ] as const)
    await client.get(settings.changeSetting, { body: { key, value } })
})

afterAll(async () => {
  await server.stop()
  await sink.stop()
})

beforeEach(() => {
  sink.mails.length = 0
})

/** A file that was put into a mail, and what is to come out of it. */
type Given = GivenFile & { fileId: number }

async function attach(name: string, bytes: Buffer, type = 'application/pdf'): Promise<Given> {
  const file = new File([new Uint8Array(bytes)], name, { type })
  const { data } = await client.upload(compose.upload, file)
  return { fileId: data.fileId, name, type, contentId: null, bytes }
}

async function paste(name: string, bytes: Buffer): Promise<Given> {
  const file = new File([new Uint8Array(bytes)], name, { type: 'image/png' })
  const { data } = await client.upload(compose.uploadPicture, file)
  return { fileId: data.fileId, name, type: 'image/png', contentId: data.contentId, bytes }
}

/** Brings a mail in and opens the composer on it. */
async function open(type: 'reply' | 'replyAll' | 'forward', raw: Buffer): Promise<ComposeStart> {
  const { list: before } = await listFolder(client, 'inbox')
  await deliver(server, address, raw)
  const { list } = await eventually(
    () => listFolder(client, 'inbox'),
    (page) => page.list.length > before.length,
  )
  return client.get(compose.start, { params: { type }, body: { mailId: list[0]?.mailId } })
}

/** What the composer hands over of what it opened with. */
const kept = (start: ComposeStart) => ({
  mailTo: start.mailTo.map(typed),
  mailCc: start.mailCc.map(typed),
  mailSubject: start.mailSubject,
  quotedHtml: start.quotedHtml,
  fileIds: start.files.map((one) => one.fileId),
  writeMode: start.writeMode,
  sourceMailId: start.sourceMailId ?? undefined,
})
const typed = (one: { name: string; address: string }): string =>
  one.name === '' ? one.address : `"${one.name.replace(/["\\]/g, '\\$&')}" <${one.address}>`

/** Sends, and gives what the other server got, as two programs read it. */
async function send(body: Parameters<typeof mailBody>[0], count = 1): Promise<Arrived[]> {
  await client.get(compose.send, { body: mailBody(body) })
  const mails = await sink.received(count)
  for (const { raw } of mails) keepMail(raw)
  return Promise.all(mails.map(async ({ raw }) => ({ raw, read: await readByOthers(raw) })))
}

/** From the owner and nobody else. */
const expectAsMeant = (arrived: Arrived | undefined, meant: Omit<Meant, 'from'>) =>
  expectMail(arrived, { from: personLine(owner, address), ...meant })

function newsletter(style: string): string {
  const found = newsletters.find((one) => one.style === style)
  if (!found) throw new Error(`no newsletter: ${style}`)
  return found.html
}

const peer = '华东区·客户服务中心（7×24小时）Customer Care, East China'
const peerLine = personLine(peer, 'peer@other.test')
const fromPeer = `=?utf-8?B?${Buffer.from(peer).toString('base64')}?= <peer@other.test>`

describe('new mails', () => {
  it('COMPOSE-05 ① Chinese, with a long subject and people', async () => {
    const mailSubject = `关于召开二〇二六年第四季度经营分析会的通知（${'请各部门务必准时参加，'.repeat(18)}谢谢！）`
    const html =
      '<p>各位同事：</p><p>　　兹定于<b>十一月二十六日</b>（星期四）上午九时，在三楼“鸿雁厅”召开会议。</p><p>此致<br>敬礼！</p>'
    const [arrived] = await send({
      mailSubject,
      html,
      mailTo: [`"${peer}" <peer@other.test>`, '李雷<li@other.test>'],
      mailCc: ['han@other.test'],
      mailBcc: ['secret@other.test'],
    })
    expect(sink.mails[0]?.recipients).toHaveLength(4)
    expect(arrived?.raw.toString()).not.toContain('secret')
    expectAsMeant(arrived, {
      subject: mailSubject,
      to: [peerLine, '李雷 <li@other.test>'],
      cc: [' <han@other.test>'],
      html,
      text: '各位同事：\n\n　　兹定于十一月二十六日（星期四）上午九时，在三楼“鸿雁厅”召开会议。\n\n此致\n敬礼！',
    })
  })

  it('COMPOSE-05 ② English, with a table, lists and links', async () => {
    const long = 'The numbers below are final and have been checked by two people. '
      .repeat(4)
      .trim()
    const html = `<p>Dear all,</p><p>${long}</p><table border="1"><tbody><tr><td>Region</td><td>Q3</td></tr><tr><td>East</td><td>1,024</td></tr></tbody></table><ul><li>first</li><li>second &amp; last</li></ul><p>See <a href="https://example.test/report?q=3&amp;y=2026">the report</a>.</p><p>From here on it is private.</p>`
    const [arrived] = await send({ mailSubject: 'Q3 figures: final', html })
    expectAsMeant(arrived, {
      subject: 'Q3 figures: final',
      to: [' <peer@other.test>'],
      html,
      text: `Dear all,\n\n${long}\n\nRegion\tQ3\nEast\t1,024\n- first\n- second & last\n\nSee the report <https://example.test/report?q=3&y=2026>.\n\nFrom here on it is private.`,
    })
  })

  it('COMPOSE-05 COMPOSE-25 ③ pasted pictures of the same name in the text, and a file behind it', async () => {
    const first = await paste('image.png', png)
    const second = await paste('image.png', Buffer.concat([png, randomBytes(5_000)]))
    const gone = await paste('removed.png', png)
    const file = await attach('合同（终稿）.pdf', randomBytes(70_001))
    const html = `<p>图一<img src="cid:${first.contentId}" alt=""></p><p>图二<img src="cid:${second.contentId}" alt=""></p>`
    const [arrived] = await send({
      mailSubject: '图',
      html,
      fileIds: [first, second, gone, file].map((one) => one.fileId),
    })
    const files = [first, second, file]
    expectAsMeant(arrived, { subject: '图', to: [' <peer@other.test>'], html, files })
  })

  it('COMPOSE-05 ④ emoji and rare characters, urgent, with a receipt, one mail for each recipient', async () => {
    // Of CJK extensions B, C and G, a combined family, a flag, a variation sequence and a composed letter.
    const rare = '𠮷野家 𪚥 𫠠 𰻝𰻝面 㑇㐂 👨‍👩‍👧‍👦 🇨🇳 葛\u{e0100} é ﷽'
    const html = `<p>${rare}</p><p>${'😀𠀀'.repeat(120)}</p>`
    const arrived = await send(
      {
        mailSubject: rare,
        html,
        mailTo: ['"𠮷田😀" <one@other.test>', 'two@other.test'],
        priority: 'high',
        needReceipt: true,
        isSeparate: true,
      },
      2,
    )
    const to = arrived.map((one) => one.read[0]?.to).sort()
    expect(to).toEqual([[' <two@other.test>'], ['𠮷田😀 <one@other.test>']])
    for (const one of arrived) {
      // They stand in one thread: that of the copy in the sent folder.
      const references = [expect.stringMatching(/^<[\w-]+@example\.test>$/)]
      expectAsMeant(one, { subject: rare, to: one.read[0]?.to ?? [], html, references })
      for (const { headers } of one.read) {
        expect(headers.get('x-priority')).toBe('1')
        expect(headers.get('importance')).toBe('high')
        expect(headers.get('disposition-notification-to')).toBe(`<${address}>`)
      }
    }
  })

  it('COMPOSE-05 COMPOSE-25 ⑤ forty files with long and odd names, to addresses of other scripts', async () => {
    const long = '二〇二六年度华东大区重点客户满意度调查与售后服务质量分析报告'
    const names = [
      `${long.repeat(5)}（终稿）.docx`,
      `${long}；“附件”, v1.0 = final; a.pdf`,
      `it's 100% "done"; ${'very long english name '.repeat(7)}.txt`,
      '𠮷野家😀.png',
      "utf-8''fake%20name.bin",
      ...Array.from({ length: 33 }, (_, index) => `${long.slice(index % 20)} ${index}.dat`),
    ]
    const files: Given[] = []
    for (const name of names) files.push(await attach(name, randomBytes(1 + files.length * 57)))
    const seven = mail({ subject: 'inner', text: 'one\r\n\r\n.\r\n--\r\nFrom me\r\n' })
    files.push(await attach('原件.eml', seven, 'message/rfc822'))
    const eight = mail({ subject: '内层', text: '第一行\r\n.\r\nFrom me\r\n' })
    files.push(await attach('八位的原件', eight, 'message/rfc822'))
    expect(files).toHaveLength(40)
    const [arrived] = await send({
      mailSubject: '附件 40',
      fileIds: files.map((one) => one.fileId),
      mailTo: ['"例子公司" <用户@例子.test>'],
      mailCc: ['info@例子.test'],
    })
    expect(arrived?.raw.includes(`\r\n\r\n${seven}\r\n--`)).toBe(true)
    const sent = files.map((one) => ({
      ...one,
      // No file can be called that on Windows.
      name: one.name.replaceAll('"', '_'),
      // RFC 2046 §5.2.1: what needs 8-bit lines cannot go as a message.
      type: one.bytes === eight ? 'application/octet-stream' : one.type,
    }))
    expectAsMeant(arrived, {
      subject: '附件 40',
      to: [personLine('例子公司', '用户@例子.test')],
      cc: [' <info@xn--fsqu00a.test>'],
      html: '<p>正文 body</p>',
      files: sent,
      isUtf8: true,
    })
  })
})

describe('answers, each with a newsletter as it was made', () => {
  it('COMPOSE-03 COMPOSE-05 ⑥ reply over nested tables, deep in a thread', async () => {
    const html = newsletter('nested tables with spacer cells')
    const references = Array.from(
      { length: 30 },
      (_, index) => `part-${index}.abcdefghij@other.test`,
    )
    const raw = mail({
      from: fromPeer,
      subject: 'Weekly',
      html,
      references,
      messageId: 'n1@other.test',
    })
    const start = await open('reply', raw)
    expect(start.quotedHtml).toContain(html)
    const [arrived] = await send({ ...kept(start), html: '<p>收到。</p>' })
    expectAsMeant(arrived, {
      subject: start.mailSubject,
      to: [peerLine],
      html: `<p>收到。</p>${start.quotedHtml}`,
      inReplyTo: '<n1@other.test>',
      references: [...references, 'n1@other.test'].map((one) => `<${one}>`),
    })
    expect(arrived?.read[0]?.text).toMatch(/^收到。\n>/)
  })

  it('COMPOSE-03 COMPOSE-05 ⑦ reply to all over a mail of Word, with lines of thousands of characters', async () => {
    const html = newsletter('Word as an editor').replace('Topic', `Topic${'长'.repeat(3_000)}`)
    const headers = { Cc: 'li@other.test' }
    const raw = mail({ from: fromPeer, to: address, html, headers, messageId: 'n2@other.test' })
    const start = await open('replyAll', raw)
    // T8: its rules are for itself alone.
    expect(start.quotedHtml).toMatch(
      /<style>\.(hongyan-q\w+) p\.MsoNormal\{margin:0cm;[^{}]*\}\.\1 table\.MsoTableGrid\{border-collapse:collapse\}/,
    )
    expect(start.quotedHtml).toContain(
      html.slice(html.indexOf('<div class="WordSection1">'), html.indexOf('</body>')),
    )
    const [arrived] = await send({ ...kept(start), html: '<p>Agreed.</p>' })
    expectAsMeant(arrived, {
      subject: start.mailSubject,
      to: [peerLine],
      cc: [' <li@other.test>'],
      html: `<p>Agreed.</p>${start.quotedHtml}`,
      inReplyTo: '<n2@other.test>',
      references: ['<n2@other.test>'],
    })
  })

  it('COMPOSE-03 COMPOSE-05 ⑧ forward of a shop with its picture and its file, not uploaded again', async () => {
    const html = `${newsletter('Chinese shop with prices')}<img src="cid:shop@other.test">`
    const files = [
      { name: '店招.png', type: 'image/png', bytes: png, contentId: 'shop@other.test' },
      { name: '价目表（含税）.pdf', type: 'application/pdf', bytes: randomBytes(3_000) },
    ]
    const start = await open('forward', rawMail({ from: fromPeer, subject: '返场', html, files }))
    expect(start.quotedHtml).toContain(html)
    const [arrived] = await send({ ...kept(start), html: '<p>请看</p>', mailTo: ['li@other.test'] })
    expectAsMeant(arrived, {
      subject: start.mailSubject,
      to: [' <li@other.test>'],
      html: `<p>请看</p>${start.quotedHtml}`,
      files: files.map((one) => ({ ...one, contentId: one.contentId ?? null })),
      references: [expect.stringMatching(/@other\.test>$/)],
    })
  })

  it('COMPOSE-05 ⑨ text alone over a newsletter with marks for Outlook', async () => {
    const html = newsletter('conditional comments for Outlook')
    const start = await open('reply', mail({ from: fromPeer, html }))
    const words = /Quarterly notes[^<]*/.exec(html)?.[0]
    const own = `第一行\n    四个空格，以及很长的一行：${'没有空格的中文也要正确地折行和还原'.repeat(8)}`
    const [arrived] = await send({ ...kept(start), plainText: true, html: `<pre>${own}</pre>` })
    expectAsMeant(arrived, {
      subject: start.mailSubject,
      to: [peerLine],
      html: null,
      inReplyTo: expect.stringMatching(/@other\.test>$/),
      references: [expect.stringMatching(/@other\.test>$/)],
    })
    for (const { reader, text } of arrived?.read ?? []) {
      expect(text.startsWith(`${own}\n> 发件人：`), reader).toBe(true)
      // Two of them leave the marks of lines that they join (RFC 3676 §4.5 wants them gone).
      const quote = reader === 'python' ? text : text.replaceAll(' > ', ' ')
      expect(quote.split('\n').slice(-5), reader).toEqual([
        '> For everybody',
        '>',
        `> ${words}`,
        '>',
        '> Seen by all others',
      ])
    }
  })

  it('SIGNATURES-03 TEMPLATES-06 COMPOSE-05 ⑩ signature with a picture, on an own paper, over right-to-left text', async () => {
    const upload = new File([new Uint8Array(png)], '标志.png', { type: 'image/png' })
    const { data: logo } = await client.upload(ownPictures.upload, upload)
    const content = `<p>张伟 <img src="cid:${logo.contentId}"></p>`
    const { signId } = await client.get(signatures.save, { body: { name: '工作', content } })
    const { data: paper } = await client.upload(templates.addPaper, upload, { name: '' })
    const original = newsletter('right to left')
    const start = await open('reply', mail({ from: fromPeer, html: original }))
    const { signature } = await client.get(signatures.forCompose, {
      body: { type: 'reply', signId },
    })
    const [picture] = signature?.files ?? []
    const [arrived] = await send({
      ...kept(start),
      html: '<p>شكراً 谢谢</p>',
      signHtml: signature?.content ?? '',
      signId,
      paperId: paper.paperId,
      fileIds: [picture?.fileId ?? 0],
    })
    const html = arrived?.read[0]?.html ?? ''
    const paperFile = /background="cid:([^"]+)"/.exec(html)?.[1] ?? ''
    const file = { name: '标志.png', type: 'image/png', bytes: png }
    expect(html).toContain(
      `<p>شكراً 谢谢</p><div class="hongyan-signature">${signature?.content}</div>${start.quotedHtml}`,
    )
    expect(html).toContain(original)
    expectAsMeant(arrived, {
      subject: start.mailSubject,
      to: [peerLine],
      html,
      files: [
        { ...file, contentId: picture?.contentId ?? null },
        { ...file, contentId: paperFile },
      ],
      inReplyTo: expect.stringMatching(/@other\.test>$/),
      references: [expect.stringMatching(/@other\.test>$/)],
    })
  })
})
