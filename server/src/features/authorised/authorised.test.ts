import { authorised } from '@hongyan/contract/authorised'
import { compose } from '@hongyan/contract/compose'
import { messages } from '@hongyan/contract/messages'
import { search } from '@hongyan/contract/search'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { verifyStore } from '../../mailstore/verify/verify.ts'
import { createSigner, sharedSecret } from '../../platform/crypto/signer.ts'
import { sql } from '../../platform/db/sql.ts'
import { deliver } from '../../testing/builders.ts'
import { type Colleagues, freshSink, startColleagues } from '../../testing/colleagues.ts'
import { eventually, listFolder, mailBody, recipientsIn } from '../../testing/compose-helpers.ts'
import { type HttpClient, httpClient } from '../../testing/http-client.ts'
import { openPush } from '../../testing/push-client.ts'
import type { ShiftingClock } from '../../testing/shifting-clock.ts'
import type { SmtpSink } from '../../testing/smtp-sink.ts'
import type { TestServer } from '../../testing/start-test-server.ts'
import { inflateEntries } from '../../testing/unzip.ts'

const day = 24 * 3_600_000
const canary = 'canary-body-5b1e'
let colleagues: Colleagues
let sink: SmtpSink
let clock: ShiftingClock
let server: TestServer
let wei: HttpClient
let emma: HttpClient
let bob: HttpClient

beforeAll(async () => {
  colleagues = await startColleagues()
  ;({ server, sink, clock, wei, emma, bob } = colleagues)
})

afterAll(() => colleagues.stop())

beforeEach(() => freshSink(sink))

const terms = { readCount: 2, validDays: 7, readPassword: '', forbidForward: true }
let number = 0

/** Sends a read-limited mail, and finds its notice in the mailbox of a colleague. */
async function sendTo(
  address: string,
  over: Partial<typeof terms> = {},
  more: Parameters<typeof mailBody>[0] = {},
) {
  const mailSubject = `protected ${++number}`
  const sent = await wei.get(compose.send, {
    body: mailBody({
      mailTo: [address],
      mailSubject,
      html: `<p>${canary} <b>secret</b></p>`,
      authorisation: { ...terms, ...over },
      ...more,
    }),
  })
  await recipientsIn(wei, sent.submissionId, 'delivered', 'relayed')
  return { ...sent, mailSubject }
}

async function sendToEmma(over: Partial<typeof terms> = {}, more = {}) {
  const sent = await sendTo('emma@example.test', over, more)
  const notice = await eventually(() => find(emma, sent.mailSubject), Boolean)
  return { ...sent, noticeId: notice?.mailId ?? 0 }
}

const find = async (client: HttpClient, subject: string, role = 'inbox') =>
  (await listFolder(client, role)).list.find((one) => one.mailSubject === subject)

const open = (client: HttpClient, mailId: number, readPassword = '') =>
  client.call(authorised.open, { body: { mailId, readPassword } })

const info = (client: HttpClient, mailId: number) =>
  client.call(authorised.info, { query: { mailId } })

/** The link in a notice that went out. */
async function linkIn(): Promise<string> {
  const [mail] = await sink.received(1)
  const text = mail?.raw.toString('latin1').replaceAll('=\r\n', '') ?? ''
  expect(text).not.toContain(canary)
  return /linkPage\/letter\/([\w-]{43})/.exec(text)?.[1] ?? ''
}

async function codeIn(count: number): Promise<string> {
  const mails = await sink.received(count)
  const raw = mails[count - 1]?.raw.toString('latin1') ?? ''
  return /(\d{6})\?=\r\n|code: (\d{6})/i.exec(raw)?.slice(1).find(Boolean) ?? ''
}

describe('the terms of a read-limited mail', () => {
  it.each([
    ['SENDMODES-05', { readCount: 0 }, 'authorised.count', '阅读次数须为1到10的整数'],
    ['SENDMODES-05', { readCount: 11 }, 'authorised.count', ''],
    ['SENDMODES-05', { readCount: 1.5 }, 'authorised.count', ''],
    ['SENDMODES-06', { validDays: 0 }, 'authorised.days', '有效天数须为1到30的整数'],
    ['SENDMODES-06', { validDays: 31 }, 'authorised.days', ''],
    ['SENDMODES-06', { validDays: 2.5 }, 'authorised.days', ''],
    [
      'SENDMODES-04',
      { readPassword: '密'.repeat(16) },
      'authorised.password-long',
      '阅读密码不能超过15个字符',
    ],
  ])('%s LIMITS-24 refuses %j', async (...[, over, error, message]) => {
    const authorisation = { ...terms, ...over }
    const answer = await wei.call(compose.send, { body: mailBody({ authorisation }) })
    expect(answer).toMatchObject({ status: 400, error })
    if (message) expect(answer.message).toBe(message)
  })

  it('SENDMODES-04 SENDMODES-05 SENDMODES-06 LIMITS-24 takes the outermost values', async () => {
    const most = { readCount: 10, validDays: 30, readPassword: '密'.repeat(15) }
    const { noticeId } = await sendToEmma(most)
    expect((await info(emma, noticeId)).data).toMatchObject({
      state: 'open',
      isSender: false,
      needsPassword: true,
      readLimit: 10,
      remaining: 10,
    })
    const { noticeId: least } = await sendToEmma({ readCount: 1, validDays: 1 })
    expect((await info(emma, least)).data).toMatchObject({ remaining: 1, needsPassword: false })
  })
})

describe('reading', () => {
  it('SENDMODES-03 gives the body out by the counted read alone, under the reader’s name', async () => {
    const file = await wei.upload(compose.upload, new File([canary], 'plan.txt'))
    const { noticeId } = await sendToEmma({}, { fileIds: [file.data.fileId] })
    const first = await open(emma, noticeId)
    expect(first.data).toMatchObject({
      remaining: 1,
      mailFrom: { name: '张伟', address: 'zhangwei@example.test' },
      watermark: { name: 'Emma Brown', address: 'emma@example.test' },
    })
    expect(first.data.unsafeHtml).toContain(`${canary} <b>secret</b>`)
    const [attached] = first.data.attachments
    expect(attached).toMatchObject({ fileName: 'plan.txt', size: canary.length })
    const url = new URL(attached?.url ?? '', server.url)
    const response = await fetch(url)
    expect(await response.text()).toBe(canary)
    expect(response.headers.get('content-disposition')).toMatch(/^attachment/)
    expect(response.headers.get('cache-control')).toBe('no-store')
    // The same words as a ticket of another kind open it at no door, and its own none but that of letters.
    const own = url.pathname.split('/').at(-1) ?? ''
    const words = JSON.parse(Buffer.from(own.split('.')[0] ?? '', 'base64url').toString())
    const signer = createSigner(await sharedSecret(server.app.database, 'file-tickets'), clock)
    const statusAt = async (place: string, ticket: string) =>
      (await fetch(new URL(`/api/file/${place}/${ticket}`, server.url))).status
    const kinds = ['outside', 'part', 'pass', 'browser', 'own-picture', undefined]
    const answers = kinds.map((kind) => statusAt('letter', signer.sign({ ...words, kind }, 900)))
    expect(await Promise.all(answers)).toEqual([200, 404, 404, 404, 404, 404])
    expect(await statusAt('download', own)).toBe(404)
    clock.advance(20 * 60_000)
    expect((await fetch(url)).status).toBe(404)
  })

  it('SENDMODES-07 deletes the mail with the last read', async () => {
    const { noticeId, mailSubject } = await sendToEmma({ readCount: 2 })
    expect((await open(emma, noticeId)).data.remaining).toBe(1)
    expect(await find(emma, mailSubject)).toBeDefined()
    const push = await openPush(server, { address: 'emma@example.test', client: emma })
    expect((await open(emma, noticeId)).data.remaining).toBe(0)
    expect(await push.next('mailbox')).toMatchObject({ kind: 'removed', mailIds: [noticeId] })
    push.close()
    expect(await find(emma, mailSubject)).toBeUndefined()
    for (const role of ['trash', 'archive'])
      expect(await find(emma, mailSubject, role)).toBeUndefined()
    expect((await open(emma, noticeId)).error).toBe('item.not-found')
  })

  it('P15 SENDMODES-07 of a hundred readings of a mail with one read left exactly one gets the body', async () => {
    const { noticeId } = await sendToEmma({ readCount: 1 })
    const answers = await Promise.all(Array.from({ length: 100 }, () => open(emma, noticeId)))
    const given = answers.filter((one) => one.code === 200)
    expect(given).toHaveLength(1)
    expect(given[0]?.data.unsafeHtml).toContain(canary)
    const others = new Set(answers.filter((one) => one.code !== 200).map((one) => one.error))
    expect([...others].every((one) => one === 'authorised.ended' || one === 'item.not-found')).toBe(
      true,
    )
    expect(JSON.stringify(answers.filter((one) => one.code !== 200))).not.toContain(canary)
  })

  it.each([2, 5, 10])(
    'P15 SENDMODES-05 gives exactly %i bodies to 50 readings at once',
    async (readCount) => {
      const { noticeId } = await sendToEmma({ readCount })
      const answers = await Promise.all(Array.from({ length: 50 }, () => open(emma, noticeId)))
      expect(answers.filter((one) => one.code === 200)).toHaveLength(readCount)
    },
  )

  it('SENDMODES-08 opens with the read password only, and stops whoever guesses', async () => {
    const { noticeId } = await sendToEmma({ readPassword: 'Öffne 密码' })
    const wrong = await open(emma, noticeId, 'wrong')
    expect(wrong).toMatchObject({ status: 403, error: 'authorised.password-wrong' })
    expect((await open(emma, noticeId)).error).toBe('authorised.password-wrong')
    const right = await open(emma, noticeId, 'O\u0308ffne 密码')
    expect(right.data.remaining).toBe(1)
    for (let guess = 0; guess < 5; guess++) await open(emma, noticeId, `guess ${guess}`)
    const late = await open(emma, noticeId, 'Öffne 密码')
    expect(late).toMatchObject({ status: 429, error: 'authorised.too-many' })
    expect((await info(emma, noticeId)).data.remaining).toBe(1)
  })

  it('SENDMODES-08 MAILLIST-25 cannot be read past its days, and is then deleted on demand (E82)', async () => {
    const { noticeId } = await sendToEmma({ validDays: 1 })
    const early = await emma.call(authorised.removeRead, { body: { mailIds: [noticeId] } })
    expect(early.error).toBe('authorised.not-ended')
    clock.advance(day)
    expect(await open(emma, noticeId)).toMatchObject({ status: 410, error: 'authorised.ended' })
    expect((await info(emma, noticeId)).data.state).toBe('expired')
    await server.app.authorised.sweep()
    const [{ keys } = { keys: -1 }] = await server.app.database.query(sql<{ keys: number }>`
      SELECT count(*)::int AS keys FROM authorised_readers r JOIN authorised_mails a ON a.id = r.authorised_id
      WHERE a.valid_until <= ${clock.now()} AND r.sealed_key IS NOT NULL`)
    expect(keys).toBe(0)
    const gone = await emma.get(authorised.removeRead, { body: { mailIds: [noticeId] } })
    expect(gone.count).toBe(1)
  })

  it('SENDMODES-03 opens for nobody else: not by id, and not by a notice that was copied', async () => {
    const { noticeId, mailSubject } = await sendToEmma()
    expect((await open(bob, noticeId)).error).toBe('item.not-found')
    const { sourceUrl } = await emma.get(messages.detail, { query: { mailId: noticeId } })
    const source = await (await fetch(new URL(sourceUrl, server.url))).text()
    expect(source).toContain('X-Hongyan-Authorised: ')
    await deliver(server, 'bob@example.test', Buffer.from(source))
    const copied = await eventually(() => find(bob, mailSubject), Boolean)
    expect((await open(bob, copied?.mailId ?? 0)).error).toBe('item.not-found')
    const forged = await bob.get(messages.detail, { query: { mailId: copied?.mailId ?? 0 } })
    expect(forged.isAuthorised).toBe(false)
    const ordinary = await sendPlain()
    expect((await open(emma, ordinary)).error).toBe('item.not-found')
  })

  it('SENDMODES-03 its sender reads it without a count, and can write it again', async () => {
    const { mailId, noticeId } = await sendToEmma({ readPassword: 'x' })
    expect((await info(wei, mailId)).data).toMatchObject({ isSender: true })
    for (let look = 0; look < 3; look++) {
      expect((await open(wei, mailId)).data.unsafeHtml).toContain(canary)
    }
    expect((await info(emma, noticeId)).data.remaining).toBe(2)
    const again = await wei.get(compose.start, { params: { type: 'editAgain' }, body: { mailId } })
    expect(again.quotedHtml).toContain(canary)
  })
})

async function sendPlain(): Promise<number> {
  const mailSubject = `plain ${++number}`
  await wei.get(compose.send, { body: mailBody({ mailTo: ['emma@example.test'], mailSubject }) })
  return (await eventually(() => find(emma, mailSubject), Boolean))?.mailId ?? 0
}

describe('other doors', () => {
  it('SENDMODES-03 a notice that bounced is not sent twice, and the copy of its sender says what it is', async () => {
    const body = mailBody({ mailTo: ['ghost@example.test'], authorisation: terms })
    const { mailId, submissionId } = await wei.get(compose.send, { body })
    await recipientsIn(wei, submissionId, 'bounced')
    const again = await wei.call(compose.resend, { body: { mailId } })
    expect(again.error).toBe('send.nobody-left')
    const copy = await wei.get(messages.detail, { query: { mailId } })
    expect(copy.isAuthorised).toBe(true)
  })

  it('SENDMODES-03 none of them holds a word of the body: lists, search, source, quotes, tables', async () => {
    const { noticeId, mailId } = await sendToEmma({ forbidForward: false })
    const detail = await emma.get(messages.detail, { query: { mailId: noticeId } })
    expect(detail.isAuthorised).toBe(true)
    const source = await fetch(new URL(detail.sourceUrl, server.url))
    const own = await wei.get(messages.detail, { query: { mailId } })
    const ownSource = await fetch(new URL(own.sourceUrl, server.url))
    const begin = (type: 'reply' | 'forward') =>
      emma.get(compose.start, { params: { type }, body: { mailId: noticeId } })
    const seen = [
      detail,
      own,
      await source.text(),
      await ownSource.text(),
      await listFolder(emma, 'inbox'),
      await listFolder(wei, 'sent'),
      await begin('reply'),
      await begin('forward'),
      await emma.get(search.search, { query: { searchKeyword: 'secret' } }),
      (await wei.get(search.search, { query: { searchKeyword: canary } })).list,
    ]
    expect(JSON.stringify(seen).includes(canary)).toBe(false)
    expect((await begin('reply')).quotedHtml).toBe('')
    const rows = await server.app.database.query(sql<{ n: number }>`
      SELECT count(*)::int AS n FROM messages WHERE preview LIKE '%canary%' OR subject LIKE '%canary%'
      UNION ALL SELECT count(*)::int FROM message_search WHERE tsv::text LIKE '%canary%'
      UNION ALL SELECT count(*)::int FROM drafts WHERE content::text LIKE '%canary%' AND sent_submission_id IS NOT NULL`)
    expect(rows.map((row) => row.n)).toEqual([0, 0, 0])
  })

  it('SENDMODES-03 SENDMODES-12 its text and files are kept for taking it back, and not a minute longer', async () => {
    const scheduledTime = new Date(clock.now().getTime() + 3_600_000).toISOString()
    const file = await wei.upload(compose.upload, new File([canary], 'secret.txt'))
    const body = mailBody({
      ...{ mailTo: ['emma@example.test'], mailSubject: 'kept for an hour', scheduledTime },
      html: `<p>${canary}</p>`,
      fileIds: [file.data.fileId],
      authorisation: terms,
    })
    const sent = await wei.get(compose.send, { body })
    const kept = async () => {
      const rows = await server.app.database.query(sql<{ n: number }>`
        SELECT count(*)::int AS n FROM drafts
        WHERE content::text LIKE '%canary%' AND sent_submission_id = ${sent.submissionId}
        UNION ALL SELECT count(*)::int FROM uploads WHERE id = ${file.data.fileId}`)
      return rows.map((row) => row.n)
    }
    await server.app.compose.emptyProtected()
    expect(await kept()).toEqual([1, 1])
    clock.advance(3_600_000)
    await recipientsIn(wei, sent.submissionId, 'delivered')
    await server.app.compose.emptyProtected()
    expect(await kept()).toEqual([0, 0])
  })

  it('SENDMODES-03 COMPOSE-05 a send whose answer was lost is answered again, and only for the same read password', async () => {
    const authorisation = { ...terms, readPassword: 'one password' }
    const body = mailBody({
      mailSubject: 'answered twice',
      authorisation,
      sendKey: 'of-a-protected-mail',
    })
    const { submissionId } = await wei.get(compose.send, { body })
    expect(await wei.get(compose.send, { body })).toMatchObject({ submissionId })
    const other = { ...body, authorisation: { ...authorisation, readPassword: 'another one' } }
    expect(await wei.call(compose.send, { body: other })).toMatchObject({ error: 'draft.sent' })
  })

  it('SENDMODES-09 G86 cannot be exported when its sender forbade it, alone or among others', async () => {
    const { noticeId } = await sendToEmma({ forbidForward: true })
    const { noticeId: free } = await sendToEmma({ forbidForward: false })
    const exported = (client: HttpClient, mailIds: number[]) =>
      fetch(`${server.url}/api/${messages.exportMail.path}`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Authorization: `Bearer ${client.tokens?.accessToken}`,
        },
        body: JSON.stringify({ mailIds }),
      })
    const refused = await exported(emma, [noticeId])
    expect(refused.status).toBe(403)
    expect(await refused.json()).toMatchObject({ error: 'mail.no-forward' })
    expect((await exported(emma, [free])).status).toBe(200)
    const zip = Buffer.from(await (await exported(emma, [noticeId, free])).arrayBuffer())
    const sizes = [...inflateEntries(zip).values()].map((file) => file.length > 0)
    expect(sizes.sort()).toEqual([false, true])
  })

  it('SENDMODES-09 cannot be forwarded when its sender forbade it: the server refuses', async () => {
    const { noticeId } = await sendToEmma({ forbidForward: true })
    for (const type of ['forward', 'forwardAsAttachment'] as const) {
      const begin = await emma.call(compose.start, { params: { type }, body: { mailId: noticeId } })
      expect(begin).toMatchObject({ status: 403, error: 'mail.no-forward' })
      const body = mailBody({ writeMode: type, sourceMailId: noticeId })
      expect((await emma.call(compose.send, { body })).error).toBe('mail.no-forward')
    }
    const { noticeId: allowed } = await sendToEmma({ forbidForward: false })
    const begin = await emma.call(compose.start, {
      params: { type: 'forward' },
      body: { mailId: allowed },
    })
    expect(begin.code).toBe(200)
  })

  it('SENDMODES-13 SENDMODES-03 recalled, the original is gone even where the notice left the house', async () => {
    const sent = await sendTo(
      'emma@example.test',
      {},
      { mailCc: ['peer@other.test', 'bob@example.test'] },
    )
    const token = await linkIn()
    const his = await eventually(() => find(bob, sent.mailSubject), Boolean)
    expect((await open(bob, his?.mailId ?? 0)).code).toBe(200)
    const answer = await wei.get(compose.cancel, { body: { mailId: sent.mailId } })
    expect(Object.fromEntries(answer.recipients.map((one) => [one.address, one.state]))).toEqual({
      'emma@example.test': 'recalled',
      'peer@other.test': 'recalled',
      'bob@example.test': 'recall-refused',
    })
    const link = await httpClient(server.url).call(authorised.outside, { params: { token } })
    expect(link.error).toBe('link.invalid')
    expect((await open(bob, his?.mailId ?? 0)).code).toBe(200)
  })

  it('SENDMODES-12 SENDMODES-03 taken back before it left, the original is gone too', async () => {
    const scheduledTime = new Date(clock.now().getTime() + day).toISOString()
    const authorisation = { ...terms, readPassword: 'once' }
    const sent = await wei.get(compose.send, {
      body: mailBody({ mailSubject: 'taken back', authorisation, scheduledTime }),
    })
    const { draftId } = await wei.get(compose.cancel, { body: { mailId: sent.mailId } })
    const rows = await server.app.database.query(
      sql`SELECT FROM authorised_mails WHERE submission_id = ${sent.submissionId}`,
    )
    expect(rows).toHaveLength(0)
    const opened = await wei.get(compose.start, {
      params: { type: 'editAgain' },
      body: { draftId: draftId ?? 0 },
    })
    expect(opened.authorisation).toMatchObject({
      readCount: 2,
      readPassword: '',
      hasPassword: true,
    })
  })
})

describe('readers outside', () => {
  const guest = () => httpClient(server.url, 'en')
  const outside = (token: string) => guest().call(authorised.outside, { params: { token } })
  const ask = (token: string) =>
    guest().call(authorised.outsideCode, { params: { token }, body: {} })
  const openOutside = (token: string, code: string, readPassword = '') =>
    guest().call(authorised.openOutside, { params: { token }, body: { code, readPassword } })

  it('SENDMODES-08 SENDMODES-03 read by link with a one-time code and the password, counted like others', async () => {
    await sendTo('peer@other.test', { readPassword: 'sesame', readCount: 2 })
    const token = await linkIn()
    const first = await outside(token)
    expect(first.data).toMatchObject({ sentTo: 'p***@other.test', needsPassword: true })
    expect(JSON.stringify(first)).not.toMatch(/protected|zhangwei|peer@/)
    expect((await openOutside(token, '000000', 'sesame')).error).toBe('authorised.code-wrong')
    expect((await ask(token)).code).toBe(200)
    const code = await codeIn(2)
    expect(sink.mails[1]?.recipients).toEqual(['peer@other.test'])
    expect((await openOutside(token, code, 'wrong')).error).toBe('authorised.password-wrong')
    const read = await openOutside(token, code, 'sesame')
    expect(read.data).toMatchObject({
      remaining: 1,
      watermark: { name: '', address: 'peer@other.test' },
    })
    expect(read.data.unsafeHtml).toContain(canary)
    // A code opens once.
    expect((await openOutside(token, code, 'sesame')).error).toBe('authorised.code-wrong')
    await ask(token)
    expect((await openOutside(token, await codeIn(3), 'sesame')).data.remaining).toBe(0)
    expect((await outside(token)).error).toBe('link.invalid')
    expect((await ask(token)).error).toBe('link.invalid')
  })

  it('P15 SENDMODES-07 of thirty openings with one code exactly one gets the body', async () => {
    await sendTo('peer@other.test', { readCount: 10 })
    const token = await linkIn()
    await ask(token)
    const code = await codeIn(2)
    const answers = await Promise.all(Array.from({ length: 30 }, () => openOutside(token, code)))
    expect(answers.filter((one) => one.code === 200)).toHaveLength(1)
  })

  it('T22 SENDMODES-08 stops whoever guesses the code or asks for too many', async () => {
    await sendTo('peer@other.test')
    const token = await linkIn()
    await ask(token)
    const code = await codeIn(2)
    for (let guess = 0; guess < 5; guess++) await openOutside(token, 'abcdef')
    expect((await openOutside(token, code)).error).toBe('authorised.too-many')
    for (let more = 0; more < 4; more++) await ask(token)
    expect((await ask(token)).error).toBe('authorised.too-many')
    expect((await outside('x'.repeat(43))).error).toBe('link.invalid')
    expect((await openOutside('x'.repeat(43), code)).error).toBe('link.invalid')
  })
})

it('leaves a store that a recount finds nothing wrong in, and nothing of what was thrown away', async () => {
  const { database, blobs, authorised: safe } = server.app
  const { mailId } = await sendToEmma()
  await wei.get(messages.recycle, { body: { mailIds: [mailId] } })
  await wei.get(messages.destroy, { body: { mailIds: [mailId] } })
  clock.advance(40 * day)
  const count = async () =>
    (await database.query(sql<{ n: number }>`SELECT count(*)::int AS n FROM authorised_mails`))[0]
      ?.n
  const before = (await count()) ?? 0
  await safe.sweep()
  expect(await count()).toBe(before - 1)
  await eventually(
    () => verifyStore(database, blobs),
    ({ findings }) => findings.length === 0,
    'a clean store',
  )
})
