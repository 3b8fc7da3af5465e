import { compose } from '@hongyan/contract/compose'
import { messages } from '@hongyan/contract/messages'
import { settings } from '@hongyan/contract/settings'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { headerBlock } from '../../../delivery/outbound/canonical-bytes.ts'
import { verifyStore } from '../../../mailstore/verify/verify.ts'
import { type Colleagues, freshSink, startColleagues } from '../../../testing/colleagues.ts'
import {
  draftBody,
  eventually,
  listFolder,
  mailBody,
  recipientsIn,
} from '../../../testing/compose-helpers.ts'
import { dkimRecord } from '../../../testing/dkim-record.ts'
import type { HttpClient } from '../../../testing/http-client.ts'
import type { SmtpSink } from '../../../testing/smtp-sink.ts'
import type { TestServer } from '../../../testing/start-test-server.ts'

let colleagues: Colleagues
let sink: SmtpSink
let server: TestServer
let wei: HttpClient
let emma: HttpClient

beforeAll(async () => {
  colleagues = await startColleagues()
  ;({ server, sink, wei, emma } = colleagues)
})

afterAll(() => colleagues.stop())

beforeEach(() => freshSink(sink))

const undo = (client: HttpClient, value: number) =>
  client.get(settings.changeSetting, { body: { key: 'undoSendSeconds', value } })

const send = (client: HttpClient, over: Parameters<typeof mailBody>[0] = {}) =>
  client.get(compose.send, { body: mailBody(over) })

const shown = (client: HttpClient, mailId: number) =>
  client.get(messages.detail, { query: { mailId } })

describe('sending', () => {
  it('COMPOSE-05 delivers to another server, signed so that an independent verifier accepts it, and keeps a sent copy', async () => {
    const sent = await send(wei, {
      mailTo: ['李娜<peer@other.test>'],
      mailCc: ['second@other.test'],
    })
    expect(sent.undoUntil).toBeNull()
    const [mail] = await sink.received(1)
    expect(mail).toMatchObject({
      from: 'zhangwei@example.test',
      recipients: ['peer@other.test', 'second@other.test'],
      secured: true,
      hello: 'mail.example.test',
    })
    const key = await server.app.directory.dkimKeyFor('example.test')
    const verified = await dkimVerify(mail?.raw ?? '', {
      resolver: dkimRecord(key?.privateKey ?? ''),
    })
    expect(verified.results.map((one) => one.status.result)).toEqual(['pass'])
    const parsed = await PostalMime.parse(mail?.raw ?? '')
    expect(parsed).toMatchObject({ subject: '你好 hello', from: { name: '张伟' } })
    const { recipients, state } = await recipientsIn(wei, sent.submissionId, 'relayed')
    expect(state).toBe('sent')
    expect(recipients).toMatchObject([
      {
        address: 'peer@other.test',
        name: '李娜',
        kind: 'to',
        reason: expect.stringContaining('250'),
      },
      { address: 'second@other.test', kind: 'cc' },
    ])
    const copy = await shown(wei, sent.mailId)
    expect(copy).toMatchObject({ submissionId: sent.submissionId, seen: true })
    expect(copy.recipients).toHaveLength(2)
  })

  it('COMPOSE-05 delivers to colleagues inside the database, by any of their addresses, once', async () => {
    const sent = await send(emma, {
      mailTo: ['zhangwei@example.test', 'WEI@example.test', 'zhangwei+tag@example.test'],
      mailSubject: 'inside',
    })
    await recipientsIn(emma, sent.submissionId, 'delivered')
    const { list } = await listFolder(wei, 'inbox')
    const mine = list.filter((one) => one.mailSubject === 'inside')
    expect(mine).toHaveLength(1)
    expect(mine[0]).toMatchObject({ seen: false, mailFrom: { name: 'Emma Brown' } })
    expect(sink.mails).toHaveLength(0)
  })

  it('COMPOSE-05 never shows blind recipients in the bytes, but to the sender', async () => {
    const sent = await send(wei, {
      mailTo: ['peer@other.test'],
      mailBcc: ['Secret <secret@other.test>', 'emma@example.test'],
      mailSubject: 'blind',
    })
    const [mail] = await sink.received(1)
    expect(mail?.recipients).toContain('secret@other.test')
    expect(mail?.raw.toString()).not.toMatch(/secret@|^bcc:/im)
    const { list } = await eventually(
      () => listFolder(emma, 'inbox'),
      (page) => page.list.some((one) => one.mailSubject === 'blind'),
    )
    const hers = list.find((one) => one.mailSubject === 'blind')
    const detail = await shown(emma, hers?.mailId ?? 0)
    expect(JSON.stringify(detail)).not.toContain('secret@')
    const own = await shown(wei, sent.mailId)
    expect(own.recipients.filter((one) => one.kind === 'bcc').map((one) => one.address)).toEqual([
      'emma@example.test',
      'secret@other.test',
    ])
  })

  it('COMPOSE-05 reports what cannot be delivered as a delivery status notification in the inbox', async () => {
    sink.behaviour.recipients = { nobody: '550 5.1.1 No such user\u202e here' }
    const sent = await send(wei, {
      mailTo: ['nobody@other.test', 'peer@other.test', 'ghost@example.test'],
      mailSubject: '报告',
    })
    const { recipients } = await recipientsIn(wei, sent.submissionId, 'relayed', 'bounced')
    const states = Object.fromEntries(recipients.map((one) => [one.address, one.state]))
    expect(states).toEqual({
      'nobody@other.test': 'bounced',
      'peer@other.test': 'relayed',
      'ghost@example.test': 'bounced',
    })
    const bounced = recipients.find((one) => one.address === 'nobody@other.test')
    expect(bounced?.reason).toMatch(/^no-such-user 550 5\.1\.1 No such user/)
    const { list } = await eventually(
      () => listFolder(wei, 'inbox'),
      (page) => page.list.filter((one) => one.mailSubject.includes('报告')).length === 2,
    )
    const report = list.find((one) => one.preview.includes('nobody@other.test'))
    const raw = await source(wei, report?.mailId ?? 0)
    const parsed = await PostalMime.parse(raw)
    expect(raw.toString()).toContain('multipart/report; report-type=delivery-status')
    expect(parsed.text).toContain('没有这个邮箱地址')
    expect(parsed.text).toContain('There is no such address')
    const status = parsed.attachments.find((one) => one.mimeType === 'message/delivery-status')
    expect(text(status?.content)).toMatch(/Reporting-MTA: dns; mail\.example\.test/)
    expect(text(status?.content)).toMatch(
      /Final-Recipient: rfc822; nobody@other\.test\r?\nAction: failed\r?\nStatus: 5\.1\.1\r?\nDiagnostic-Code: smtp; 550 5\.1\.1 No such user/,
    )
    const original = parsed.attachments.find((one) => one.mimeType === 'text/rfc822-headers')
    expect(text(original?.content)).toContain('Message-ID:')
  })

  it.each([
    ['COMPOSE-06', { mailSubject: ' ' }, 'compose.no-subject', '请填写主题'],
    [
      'COMPOSE-07',
      { mailSubject: '字'.repeat(256) },
      'compose.subject-long',
      '主题文字允许在255字以内',
    ],
    [
      'COMPOSE-08',
      { mailTo: [] },
      'compose.no-recipient',
      '请至少选择一位收件人或者抄送人或者密送人',
    ],
    ['COMPOSE-09', { mailTo: ['张伟'] }, 'compose.bad-address', '邮件地址无效：张伟'],
    ['COMPOSE-09', { mailTo: ['a@0x7f000001'] }, 'compose.bad-address', ''],
    ['COMPOSE-09', { mailTo: ['"a>b"@other.test', 'peer@other.test'] }, 'compose.bad-address', ''],
    ['T26', { mailTo: ['a@b.test\r\nBcc: c@d.test'] }, 'compose.bad-address', ''],
    ['COMPOSE-12', { mailTo: many(501) }, 'request.invalid', ''],
    ['COMPOSE-05', { fileIds: [999999] }, 'item.not-found', ''],
    ['COMPOSE-05', { draftId: 999999 }, 'item.not-found', ''],
  ])('%s refuses %j with %s', async (...[, over, error, message]) => {
    const answer = await wei.call(compose.send, { body: mailBody(over) })
    expect(answer.error).toBe(error)
    if (message) expect(answer.message).toBe(message)
    expect(sink.mails).toHaveLength(0)
  })

  it('COMPOSE-12 counts the recipients of all three fields together', async () => {
    const over = { mailTo: many(300), mailCc: many(300, 'c') }
    const answer = await wei.call(compose.send, { body: mailBody(over) })
    expect(answer).toMatchObject({ error: 'compose.too-many-recipients' })
  })

  it('T26 writes exactly the expected headers whatever the texts are', async () => {
    const bad = 'Bcc: evil@other.test =?utf-8?q?=0D=0ABcc:_e@other.test?='
    await send(wei, { mailSubject: bad, mailTo: [`"${bad}" <peer@other.test>`] })
    const [mail] = await sink.received(1)
    const names = headerBlock(mail?.raw ?? Buffer.alloc(0))
      .toString('latin1')
      .split('\r\n')
      .filter((line) => /^[\w-]+:/.test(line))
      .map((line) => line.split(':')[0])
    expect(names.sort()).toEqual([
      'Content-Type',
      'DKIM-Signature',
      'Date',
      'From',
      'MIME-Version',
      'Message-ID',
      'Subject',
      'To',
    ])
    expect(mail?.recipients).toEqual(['peer@other.test'])
    const parsed = await PostalMime.parse(mail?.raw ?? '')
    expect(parsed.bcc).toBeUndefined()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: their absence is what is tested
    expect(`${parsed.subject}${parsed.to?.[0]?.name}`).not.toMatch(/[\u0000-\u001f\u0085\u2028]/)
  })

  it('T26 no end of a line, in whatever form, makes a field: in subject, names and names of files', async () => {
    const ends = [
      '\r',
      '\n',
      '\r\n',
      '\n ',
      '\u0085',
      '\u2028',
      '\u2029',
      '\v',
      '\f',
      '\\r\\n',
      '%0d%0a',
    ]
    const words = [
      '=?utf-8?q?=0D=0A?=',
      '=?utf-8?b?DQo=?=',
      '=?us-ascii?q?=0A?= =?us-ascii?q?X?=',
      '&#13;&#10;',
    ]
    let accepted = 0
    for (const end of [...ends, ...words]) {
      const evil = `x${end}X-Evil: 1`
      const file = await wei.upload(compose.upload, new File(['x'], `${evil}.txt`))
      const over = {
        mailSubject: evil,
        mailTo: [`"${evil}" <peer@other.test>`],
        fileIds: file.code === 200 ? [file.data.fileId] : [],
      }
      const answer = await wei.call(compose.send, { body: mailBody(over) })
      if (answer.code === 200) accepted++
      else expect(answer.status).toBe(400)
    }
    expect(accepted).toBeGreaterThan(words.length)
    for (const { raw, recipients } of await sink.received(accepted)) {
      expect(recipients).toEqual(['peer@other.test'])
      expect(raw.toString('latin1')).not.toMatch(/^[ \t]*X-Evil/im)
      const { headers, subject = '', to, attachments } = await PostalMime.parse(raw)
      expect(headers.filter(({ key }) => key.includes('evil'))).toEqual([])
      const texts = [subject, to?.[0]?.name ?? '', ...attachments.map((one) => one.filename ?? '')]
      // biome-ignore lint/suspicious/noControlCharactersInRegex: their absence is what is tested
      for (const text of texts) expect(text).not.toMatch(/[\u0000-\u001f\u0085\u2028\u2029]/)
    }
  })

  it('T25 emits CRLF only, dots and all', async () => {
    await send(wei, { html: '<pre>.\r\n.\r..\n\r\n.\r\nMAIL FROM:&lt;x@y.test&gt;</pre>' })
    const [mail] = await sink.received(1)
    expect(sink.mails).toHaveLength(1)
    expect(mail?.raw.toString('latin1').replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  })

  it('COMPOSE-05 marks the mail that was answered or forwarded', async () => {
    const first = await send(emma, {
      mailTo: ['zhangwei@example.test'],
      mailSubject: 'to be answered',
    })
    await recipientsIn(emma, first.submissionId, 'delivered')
    const find = async () =>
      (await listFolder(wei, 'inbox')).list.find((one) => one.mailSubject === 'to be answered')
    const sourceMailId = (await find())?.mailId ?? 0
    const start = await wei.get(compose.start, {
      params: { type: 'reply' },
      body: { mailId: sourceMailId },
    })
    const over = { writeMode: 'reply' as const, sourceMailId, quotedHtml: start.quotedHtml }
    const sent = await send(wei, {
      ...over,
      mailTo: ['emma@example.test'],
      mailSubject: start.mailSubject,
    })
    expect((await find())?.answered).toBe(true)
    await recipientsIn(wei, sent.submissionId, 'delivered')
    const answer = (await listFolder(emma, 'inbox')).list.find(
      (one) => one.mailSubject === 'Re: to be answered',
    )
    expect(answer?.threadId).toBe((await shown(emma, first.mailId)).threadId)
    const parsed = await PostalMime.parse(await source(emma, answer?.mailId ?? 0))
    expect(parsed.inReplyTo).toBe(`<${(await shown(emma, first.mailId)).messageId}>`)
  })
})

describe('once', () => {
  it('P15 sends a draft once when 50 requests send it at the same time', async () => {
    const draft = await wei.get(compose.saveDraft, { body: draftBody({ mailSubject: 'once' }) })
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        wei.call(compose.send, { body: mailBody({ mailSubject: 'once', draftId: draft.draftId }) }),
      ),
    )
    const done = answers.filter((one) => one.code === 200)
    expect(done).toHaveLength(1)
    expect(new Set(answers.filter((one) => one.code !== 200).map((one) => one.error))).toEqual(
      new Set(['draft.sent']),
    )
    await recipientsIn(wei, done[0]?.data.submissionId ?? 0, 'relayed')
    expect(sink.mails).toHaveLength(1)
    expect(
      (await listFolder(wei, 'sent')).list.filter((one) => one.mailSubject === 'once'),
    ).toHaveLength(1)
    const late = await wei.call(compose.saveDraft, {
      body: { ...draftBody(), draftId: draft.draftId, version: 1 },
    })
    expect(late.error).toBe('draft.sent')
  })

  it('P15 answers the same submission to 50 requests with one key', async () => {
    const body = mailBody({ mailSubject: 'one key' })
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => wei.call(compose.send, { body })),
    )
    expect(new Set(answers.map((one) => one.code))).toEqual(new Set([200]))
    expect(new Set(answers.map((one) => one.data.submissionId)).size).toBe(1)
    await recipientsIn(wei, answers[0]?.data.submissionId ?? 0, 'relayed')
    expect(sink.mails).toHaveLength(1)
  })
})

describe('undo', () => {
  it('SENDMODES-13 takes a mail back while it is held: a draft again, and nothing leaves', async () => {
    await undo(wei, 30)
    const file = await wei.upload(compose.upload, new File(['内容'], '附件.txt'))
    const fileIds = [file.data.fileId]
    const sent = await send(wei, { mailSubject: 'held', mailBcc: ['emma@example.test'], fileIds })
    await undo(wei, 0)
    expect(sent.state).toBe('held')
    const { draftId } = await wei.get(compose.cancel, { body: { submissionId: sent.submissionId } })
    const { list } = await listFolder(wei, 'drafts')
    const draft = list.find((one) => one.mailSubject === 'held')
    expect(draft?.draft).toBe(true)
    const opened = await wei.get(compose.start, {
      params: { type: 'editAgainFromdraft' },
      body: { mailId: draft?.mailId },
    })
    expect(opened).toMatchObject({
      draftId,
      mailSubject: 'held',
      files: [{ fileName: '附件.txt' }],
    })
    expect(opened.mailBcc).toEqual([{ name: '', address: 'emma@example.test' }])
    expect((await listFolder(wei, 'sent')).list.some((one) => one.mailSubject === 'held')).toBe(
      false,
    )
    const again = await wei.call(compose.cancel, { body: { submissionId: sent.submissionId } })
    expect(again.error).toBe('send.not-cancellable')
    const state = await wei.get(compose.submission, { query: { submissionId: sent.submissionId } })
    expect(state).toMatchObject({ state: 'cancelled' })
    expect(sink.mails).toHaveLength(0)
  })

  it('SENDMODES-13 either cancels or sends when both happen at once, never both', async () => {
    await undo(wei, 1)
    const sent = await Promise.all(
      Array.from({ length: 8 }, (_, index) => send(wei, { mailSubject: `race ${index}` })),
    )
    await undo(wei, 0)
    const until = new Date(sent[0]?.undoUntil ?? 0).getTime()
    await new Promise((resolve) => setTimeout(resolve, until - Date.now() - 5))
    const cancelled = await Promise.all(
      sent.map((one) =>
        wei.call(compose.cancel, { body: { submissionId: one.submissionId, type: 'undo' } }),
      ),
    )
    const left = sent.filter((_, index) => cancelled[index]?.code !== 200)
    for (const one of left) await recipientsIn(wei, one.submissionId, 'relayed')
    for (const one of sent.filter((mail) => !left.includes(mail))) {
      await recipientsIn(wei, one.submissionId, 'cancelled')
    }
    expect(sink.mails).toHaveLength(left.length)
  })

  it('SENDMODES-13 cancels nothing that has left or is not one’s own', async () => {
    const sent = await send(wei, {})
    await recipientsIn(wei, sent.submissionId, 'relayed')
    const late = await wei.call(compose.cancel, {
      body: { submissionId: sent.submissionId, type: 'undo' },
    })
    expect(late).toMatchObject({ status: 409, message: '邮件已经发出，无法撤销' })
    const other = await emma.call(compose.cancel, { body: { submissionId: sent.submissionId } })
    expect(other.error).toBe('item.not-found')
  })
})

it('leaves a store that a recount finds nothing wrong in', async () => {
  const { database, blobs } = server.app
  const verified = await eventually(
    () => verifyStore(database, blobs),
    ({ findings }) => findings.length === 0,
    'a clean store',
  )
  expect(verified.checked).toBeGreaterThan(5)
})

function many(count: number, prefix = 'p'): string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}${index}@other.test`)
}

const text = (content: unknown): string =>
  typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).toString()

async function source(client: HttpClient, mailId: number): Promise<Buffer> {
  const { sourceUrl } = await shown(client, mailId)
  const response = await fetch(new URL(sourceUrl, server.url))
  return Buffer.from(await response.arrayBuffer())
}
