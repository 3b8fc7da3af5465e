import { compose } from '@hongyan/contract/compose'
import { messages } from '@hongyan/contract/messages'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { verifyStore } from '../../../mailstore/verify/verify.ts'
import { deliver } from '../../../testing/builders.ts'
import { type Colleagues, freshSink, startColleagues } from '../../../testing/colleagues.ts'
import {
  draftBody,
  eventually,
  listFolder,
  mailBody,
  recipientsIn,
  signIn,
} from '../../../testing/compose-helpers.ts'
import type { HttpClient } from '../../../testing/http-client.ts'
import type { ShiftingClock } from '../../../testing/shifting-clock.ts'
import type { SmtpSink } from '../../../testing/smtp-sink.ts'
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts'

const minute = 60_000
const day = 24 * 60 * minute
let colleagues: Colleagues
let sink: SmtpSink
let clock: ShiftingClock
let server: TestServer
let wei: HttpClient
let emma: HttpClient

beforeAll(async () => {
  colleagues = await startColleagues()
  ;({ server, sink, clock, wei, emma } = colleagues)
})

afterAll(() => colleagues.stop())

beforeEach(() => freshSink(sink))

/** Tokens live in the database's time, which does not shift. */
async function _logIn(): Promise<void> {
  wei = await signIn(server, 'zhangwei@example.test')
  emma = await signIn(server, 'emma@example.test', 'en')
}

const later = (ms: number): string => new Date(clock.now().getTime() + ms).toISOString()

const send = (over: Parameters<typeof mailBody>[0] = {}) =>
  wei.get(compose.send, { body: mailBody(over) })

const stateOf = (submissionId: number) => wei.get(compose.submission, { query: { submissionId } })

const find = async (client: HttpClient, role: string, subject: string) =>
  (await listFolder(client, role)).list.find((one) => one.mailSubject === subject)

const parse = (raw: Buffer | undefined) => PostalMime.parse(raw ?? '')

describe('scheduled mail', () => {
  it.each([
    ['', 'send.time-missing', '请选择定时发送时间'],
    ['2001-02-03T04:05:06+08:00', 'send.time-past', '定时发送时间必须大于当前时间'],
    ['2199-01-01T00:00:00Z', 'send.time-far', '定时发送时间不能晚于一年以后'],
  ])('SENDMODES-10 refuses the time "%s" with %s', async (scheduledTime, error, message) => {
    const answer = await wei.call(compose.send, { body: mailBody({ scheduledTime }) })
    expect(answer).toMatchObject({ status: 400, error, message })
    expect((await listFolder(wei, 'sent')).list).toHaveLength(0)
  })

  it('SENDMODES-10 refuses this very moment, and what is no time', async () => {
    const now = await wei.call(compose.send, { body: mailBody({ scheduledTime: later(0) }) })
    expect(now.error).toBe('send.time-past')
    const wrong = await wei.call(compose.send, { body: mailBody({ scheduledTime: 'tomorrow' }) })
    expect(wrong.error).toBe('request.invalid')
  })

  it('SENDMODES-11 leaves at its time, once, dated then, and shows its state and time until then', async () => {
    const scheduledTime = later(3 * day)
    const sent = await send({ mailSubject: 'at its time', scheduledTime })
    expect(sent).toMatchObject({ state: 'scheduled', undoUntil: null, scheduledTime })
    expect(await find(wei, 'sent', 'at its time')).toMatchObject({
      sendState: 'scheduled',
      receivedTime: scheduledTime,
    })
    expect(await stateOf(sent.submissionId)).toMatchObject({
      state: 'scheduled',
      scheduledTime,
      recallUntil: null,
    })
    clock.advance(3 * day - minute)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(sink.mails).toHaveLength(0)
    clock.advance(minute)
    const [mail] = await sink.received(1)
    const parsed = await parse(mail?.raw)
    expect(Date.parse(parsed.date ?? '')).toBe(Math.floor(Date.parse(scheduledTime) / 1000) * 1000)
    const { state } = await recipientsIn(wei, sent.submissionId, 'relayed')
    expect(state).toBe('sent')
    expect(sink.mails).toHaveLength(1)
  })

  it('SENDMODES-11 is tried again for days after its time, not after it was written', async () => {
    sink.behaviour.recipients['peer@other.test'] = '450 4.2.0 later'
    const { submissionId } = await send({ scheduledTime: later(10 * day) })
    clock.advance(10 * day)
    await recipientsIn(wei, submissionId, 'deferred')
    sink.behaviour.recipients = {}
    clock.advance(2 * minute)
    await recipientsIn(wei, submissionId, 'relayed')
  })

  it('SENDMODES-12 is cancelled and a draft again when it is edited, with its files and its time', async () => {
    const file = await wei.upload(compose.upload, new File(['内容'], '附件.txt'))
    const scheduledTime = later(20 * day)
    const over = { mailSubject: 'to be edited', scheduledTime, fileIds: [file.data.fileId] }
    const sent = await send(over)
    // Longer than anything else of a sent mail is kept.
    clock.advance(10 * day)
    await server.app.compose.sweep()
    const opened = await wei.get(compose.start, {
      params: { type: 'editAgain' },
      body: { mailId: sent.mailId },
    })
    expect(opened).toMatchObject({
      mailSubject: 'to be edited',
      scheduledTime,
      html: '<p>正文 body</p>',
      files: [{ fileName: '附件.txt' }],
    })
    expect(opened.draftId).not.toBeNull()
    expect((await stateOf(sent.submissionId)).state).toBe('cancelled')
    expect(await find(wei, 'sent', 'to be edited')).toBeUndefined()
    expect(await find(wei, 'drafts', 'to be edited')).toMatchObject({ draft: true })
    clock.advance(10 * day)
    await send({ mailSubject: 'after it' })
    expect((await parse((await sink.received(1))[0]?.raw)).subject).toBe('after it')
  })

  it('SENDMODES-12 never leaves once it was deleted, and says so', async () => {
    const bin = await send({ mailSubject: 'to be recycled', scheduledTime: later(minute) })
    await wei.get(messages.recycle, { body: { mailIds: [bin.mailId] } })
    expect((await stateOf(bin.submissionId)).state).toBe('cancelled')
    expect(await find(wei, 'trash', 'to be recycled')).toMatchObject({ sendState: 'cancelled' })
    clock.advance(2 * minute)
    await send({ mailSubject: 'after it' })
    await sink.received(1)
    expect((await parse(sink.mails[0]?.raw)).subject).toBe('after it')
  })

  it('SENDMODES-12 either fires or is cancelled when both happen at once, never both', async () => {
    const scheduledTime = later(minute)
    const sent = await Promise.all(
      Array.from({ length: 12 }, (_, at) => send({ mailSubject: `race ${at}`, scheduledTime })),
    )
    clock.advance(minute)
    const answers = await Promise.all(
      sent.map(({ submissionId }) =>
        wei.call(compose.cancel, { body: { submissionId, type: 'undo' } }),
      ),
    )
    const left = sent.filter((_, at) => answers[at]?.code !== 200)
    for (const one of left) await recipientsIn(wei, one.submissionId, 'relayed')
    expect(sink.mails).toHaveLength(left.length)
    for (const one of sent) {
      const { state } = await stateOf(one.submissionId)
      expect(state).toBe(left.includes(one) ? 'sent' : 'cancelled')
    }
  })

  it('SENDMODES-11 two processes send 200 mails of one minute once each, in the order of their times', async () => {
    const beside = await startTestServer({
      clock,
      beside: server,
      environment: colleagues.outside.environment,
    })
    try {
      const start = clock.now().getTime() + 5 * minute
      const wanted = Array.from({ length: 200 }, (_, at) => `in order ${at}`)
      // Written in another order than they leave.
      for (const at of wanted.keys()) {
        const place = (at * 77) % 200
        const scheduledTime = new Date(start + place * 250).toISOString()
        await send({ mailSubject: `in order ${place}`, scheduledTime })
      }
      clock.advance(7 * minute)
      await sink.received(200, 60_000)
      const order = await Promise.all(
        sink.mails.map(async ({ raw }) => Number((await parse(raw)).subject?.split(' ')[2])),
      )
      expect([...order].sort((a, b) => a - b)).toEqual([...wanted.keys()])
      // Each process works on 32 at a time: none may overtake more than those.
      for (const [at, place] of order.entries()) expect(Math.abs(at - place)).toBeLessThan(64)
    } finally {
      await beside.stop()
    }
  })
})

describe('separate sending', () => {
  it('SENDMODES-11 COMPOSE-05 gives each recipient a mail that names nobody else, and joins the answers', async () => {
    const sent = await send({
      mailTo: ['李娜 <first@other.test>', 'emma@example.test'],
      mailCc: ['second@other.test'],
      mailBcc: ['third@other.test'],
      mailSubject: 'each alone',
      isSeparate: true,
    })
    const { recipients } = await recipientsIn(wei, sent.submissionId, 'relayed', 'delivered')
    expect(recipients).toHaveLength(4)
    const outside = await sink.received(3)
    const people = ['first@', 'second@', 'third@', 'emma@']
    for (const { raw, recipients: envelope } of outside) {
      expect(envelope).toHaveLength(1)
      const text = raw.toString('latin1')
      const named = people.filter((one) => text.includes(one))
      expect(named).toEqual([envelope[0]?.replace(/other.*/, '')])
      expect((await parse(raw)).to?.[0]?.address).toBe(envelope[0])
    }
    const parsed = await Promise.all(outside.map(({ raw }) => parse(raw)))
    expect(parsed.find((one) => one.to?.[0]?.address === 'first@other.test')?.to?.[0]?.name).toBe(
      '李娜',
    )
    expect(new Set(parsed.map((one) => one.messageId)).size).toBe(3)
    const hers = await eventually(() => find(emma, 'inbox', 'each alone'), Boolean)
    const read = await emma.get(messages.detail, { query: { mailId: hers?.mailId ?? 0 } })
    expect(read.mailTo).toEqual([{ name: '', address: 'emma@example.test' }])
    expect(JSON.stringify(read)).not.toContain('@other.test')
    const own = await wei.get(messages.detail, { query: { mailId: sent.mailId } })
    expect(own.mailTo).toHaveLength(2)
    const id = parsed[0]?.messageId?.slice(1, -1) ?? ''
    const references = [...(parsed[0]?.references?.match(/[^<>\s]+/g) ?? []), id]
    await deliver(server, 'zhangwei@example.test', { subject: 'Re: x', references })
    expect((await find(wei, 'inbox', 'Re: x'))?.threadId).toBe(own.threadId)
  })

  it('SENDMODES-13 COMPOSE-05 stores a separate mail once when it is delivered again after a crash', async () => {
    const sent = await send({
      mailTo: ['emma@example.test', 'zhangwei@example.test'],
      mailSubject: 'separate and recalled',
      isSeparate: true,
    })
    await recipientsIn(wei, sent.submissionId, 'delivered')
    const answer = await wei.get(compose.cancel, { body: { mailId: sent.mailId } })
    expect(answer).toMatchObject({ result: 'recalled', state: 'recalled' })
    expect(await find(emma, 'inbox', 'separate and recalled')).toBeUndefined()
  })
})

describe('what is asked for', () => {
  it('READ-06 COMPOSE-05 asks for a read receipt only when wanted (RFC 8098)', async () => {
    await send({ needReceipt: true })
    await send({})
    const heads = (await sink.received(2)).map(({ raw }) => raw.toString('latin1'))
    const asking = heads.filter((one) => /^Disposition-Notification-To: /m.test(one))
    expect(asking).toHaveLength(1)
    expect(asking[0]).toContain('Disposition-Notification-To: <zhangwei@example.test>')
  })

  it('COMPOSE-03 SENDMODES-10 keeps every choice in the draft, but never the read password', async () => {
    const authorisation = {
      readCount: 3,
      validDays: 7,
      readPassword: 'geheim',
      forbidForward: true,
    }
    const choices = { needReceipt: true, isSeparate: true, priority: 'high' as const }
    const draft = await wei.get(compose.saveDraft, {
      body: draftBody({ ...choices, authorisation }),
    })
    const opened = await wei.get(compose.start, {
      params: { type: 'editAgain' },
      body: { draftId: draft.draftId },
    })
    expect(opened).toMatchObject({
      ...choices,
      authorisation: { ...authorisation, readPassword: '', hasPassword: true },
    })
  })
})

describe('failed mail', () => {
  it('COMPOSE-05 says why, and is sent again to those who did not get it', async () => {
    sink.behaviour.recipients['peer@other.test'] = '550 5.1.1 nobody here'
    const sent = await send({ mailTo: ['peer@other.test', 'good@other.test'] })
    const failed = await recipientsIn(wei, sent.submissionId, 'bounced', 'relayed')
    expect(failed.recipients.find((one) => one.state === 'bounced')?.reason).toContain(
      'nobody here',
    )
    sink.behaviour.recipients = {}
    sink.mails.length = 0
    expect(await wei.get(compose.resend, { body: { mailId: sent.mailId } })).toEqual({ count: 1 })
    const { state } = await recipientsIn(wei, sent.submissionId, 'relayed')
    expect(state).toBe('sent')
    expect(sink.mails.map((one) => one.recipients)).toEqual([['peer@other.test']])
    const again = await wei.call(compose.resend, { body: { mailId: sent.mailId } })
    expect(again.error).toBe('send.nobody-left')
    const inbox = await find(wei, 'inbox', 'Re: x')
    const other = await wei.call(compose.resend, { body: { mailId: inbox?.mailId ?? 0 } })
    expect(other.error).toBe('item.not-found')
  })
})

describe('quick reply', () => {
  const quick = (mailId: number, over: object = {}) => ({
    body: {
      type: 'reply' as const,
      mailId,
      fasthuifuContent: '收到 <b>谢谢</b>\n第二行',
      sendKey: crypto.randomUUID(),
      ...over,
    },
  })

  it('SENDMODES-14 answers with the text as it was typed and the original behind it, once', async () => {
    await deliver(server, 'zhangwei@example.test', {
      from: 'Peer <peer@other.test>',
      subject: '问题 question',
      html: '<p>the <i>original</i></p>',
      messageId: 'quick-source@other.test',
    })
    const source = await find(wei, 'inbox', '问题 question')
    const request = quick(source?.mailId ?? 0, { box: source?.mailboxId })
    const sent = await wei.get(compose.quickSend, request)
    expect((await wei.get(compose.quickSend, request)).submissionId).toBe(sent.submissionId)
    const [mail] = await sink.received(1)
    const parsed = await parse(mail?.raw)
    expect(parsed).toMatchObject({
      subject: 'Re: 问题 question',
      inReplyTo: '<quick-source@other.test>',
    })
    expect(parsed.to?.[0]?.address).toBe('peer@other.test')
    expect(parsed.html).toContain('收到 &#60;b&#62;谢谢&#60;/b&#62;')
    expect(parsed.html).toContain('<i>original</i>')
    expect(parsed.text).toContain('第二行')
    expect(sink.mails).toHaveLength(1)
    expect(await find(wei, 'inbox', '问题 question')).toMatchObject({ answered: true })
  })

  it('SENDMODES-14 refuses an empty text, another folder, and a mail that is not one’s own', async () => {
    const source = await find(wei, 'inbox', '问题 question')
    const mailId = source?.mailId ?? 0
    const empty = await wei.call(compose.quickSend, quick(mailId, { fasthuifuContent: ' \n' }))
    expect(empty).toMatchObject({ error: 'compose.empty', message: '请输入回复内容' })
    const trash = (await listFolder(wei, 'trash')).list[0]?.mailboxId
    const elsewhere = await wei.call(compose.quickSend, quick(mailId, { box: trash }))
    expect(elsewhere.error).toBe('item.not-found')
    expect((await emma.call(compose.quickSend, quick(mailId))).error).toBe('item.not-found')
    expect(sink.mails).toHaveLength(0)
  })
})

it('leaves a store that a recount finds nothing wrong in', async () => {
  const { database, blobs } = server.app
  await eventually(
    () => verifyStore(database, blobs),
    ({ findings }) => findings.length === 0,
    'a clean store',
  )
})
