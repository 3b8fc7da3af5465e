import { authorised } from '@hongyan/contract/authorised'
import { compose } from '@hongyan/contract/compose'
import type { Endpoint } from '@hongyan/contract/endpoint'
import { settings } from '@hongyan/contract/settings'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { headerBlock } from '../../delivery/outbound/canonical-bytes.ts'
import {
  draftBody,
  eventually,
  listFolder,
  mailBody,
  signIn,
} from '../../testing/compose-helpers.ts'
import { startDnsServer, type TestDnsServer } from '../../testing/dns-server.ts'
import type { HttpClient } from '../../testing/http-client.ts'
import { type SmtpSink, startSmtpSink } from '../../testing/smtp-sink.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

let sink: SmtpSink
let dns: TestDnsServer
let server: TestServer
let wei: HttpClient
let emma: HttpClient
/** What belongs to Emma; Wei tries to use it. */
let hers: {
  draftId: number
  submissionId: number
  mailId: number
  fileId: number
  noticeId: number
}

beforeAll(async () => {
  sink = await startSmtpSink()
  dns = await startDnsServer({
    'other.test': { MX: [{ exchange: 'mx.other.test', priority: 10 }] },
    'mx.other.test': { A: ['127.0.0.1'] },
  })
  server = await startTestServer({
    environment: { HONGYAN_DNS: dns.address, HONGYAN_OUTBOUND_PORT: String(sink.port) },
  })
  await server.addPerson({ address: 'zhangwei@example.test', name: '张伟' })
  await server.addPerson({ address: 'emma@example.test', name: 'Emma' })
  wei = await signIn(server, 'zhangwei@example.test')
  emma = await signIn(server, 'emma@example.test', 'en')
  await wei.get(settings.changeSetting, { body: { key: 'undoSendSeconds', value: 0 } })
  hers = await makeHers()
})

afterAll(async () => {
  await server.stop()
  await sink.stop()
  await dns.stop()
})

async function makeHers() {
  const file = await emma.upload(compose.upload, new File(['x'], 'hers.txt'))
  const draft = await emma.get(compose.saveDraft, { body: draftBody() })
  const terms = { readCount: 1, validDays: 1 }
  const body = mailBody({ mailTo: ['emma@example.test'], authorisation: terms })
  const sent = await emma.get(compose.send, { body })
  const inbox = await eventually(
    () => listFolder(emma, 'inbox'),
    ({ list }) => list.length > 0,
  )
  const { submissionId, mailId } = sent
  const noticeId = inbox.list[0]?.mailId ?? 0
  return { draftId: draft.draftId, submissionId, mailId, fileId: file.data.fileId, noticeId }
}

const inject = 'x\r\nBcc: evil@other.test'
const long = 'x'.repeat(2_000)
const terms = { readCount: 1, validDays: 1 }

describe('what is refused with a clear error, and sends nothing', () => {
  it.each<[string, Parameters<typeof mailBody>[0], string]>([
    // Header injection: CR, LF, NUL and other line ends, in every field that reaches a header (T26).
    ['CRLF in the subject', { mailSubject: inject }, 'compose.bad-characters'],
    ['a bare CR in the subject', { mailSubject: 'a\rb' }, 'compose.bad-characters'],
    ['a bare LF in the subject', { mailSubject: 'a\nb' }, 'compose.bad-characters'],
    ['U+2028 in the subject', { mailSubject: 'a\u2028b' }, 'compose.bad-characters'],
    ['U+0085 in the subject', { mailSubject: 'a\u0085b' }, 'compose.bad-characters'],
    ['NUL in the subject', { mailSubject: 'a\u0000b' }, 'request.invalid'],
    [
      'CRLF behind an address',
      { mailTo: ['a@other.test\r\nBcc: e@other.test'] },
      'compose.bad-address',
    ],
    ['CRLF in a name', { mailTo: [`"${inject}" <a@other.test>`] }, 'compose.bad-address'],
    ['LF in Cc', { mailCc: ['a@other.test\nSubject: x'] }, 'compose.bad-address'],
    ['CR in Bcc', { mailBcc: ['a@other.test\rX: y'] }, 'compose.bad-address'],
    ['NUL in an address', { mailTo: ['a\u0000@other.test'] }, 'request.invalid'],
    ['a tab in a name', { mailTo: ['"a\tb" <a@other.test>'] }, 'compose.bad-address'],
    ['CRLF in the key', { sendKey: undefined as never }, 'request.invalid'],
    // Addresses that one reader takes for another one (T30, CVE-2025-13033).
    [
      'two addresses in one entry',
      { mailTo: ['a@other.test, b@other.test'] },
      'compose.bad-address',
    ],
    [
      'a hidden second address',
      { mailTo: ['"a@other.test b@evil.test"@other.test x'] },
      'compose.bad-address',
    ],
    ['a route', { mailTo: ['<@evil.test:a@other.test>, b@other.test'] }, 'compose.bad-address'],
    ['a group', { mailTo: ['friends: a@other.test, b@other.test;'] }, 'compose.bad-address'],
    ['an address literal', { mailTo: ['a@[127.0.0.1]'] }, 'compose.bad-address'],
    ['a numeric domain', { mailTo: ['a@127.0.0.1'] }, 'compose.bad-address'],
    ['no domain', { mailTo: ['root'] }, 'compose.bad-address'],
    ['an SMTP parameter', { mailTo: ['a@other.test> SIZE=1'] }, 'compose.bad-address'],
    ['two at signs', { mailTo: ['a@b@other.test'] }, 'compose.bad-address'],
    ['dots in a row', { mailTo: ['a..b@other.test'] }, 'compose.bad-address'],
    // Names that look like something else (T28, T29).
    [
      'a reversed name',
      { mailTo: ['"\u202etset.rehto@ssob" <a@other.test>'] },
      'compose.bad-address',
    ],
    ['an isolated name', { mailTo: ['"\u2066boss\u2069" <a@other.test>'] }, 'compose.bad-address'],
    ['a bidi mark in the address', { mailTo: ['a\u200e@other.test'] }, 'compose.bad-address'],
    // Too long.
    ['a long subject', { mailSubject: '字'.repeat(256) }, 'compose.subject-long'],
    ['a very long subject', { mailSubject: long }, 'request.invalid'],
    ['a long recipient', { mailTo: [`${long}@other.test`] }, 'request.invalid'],
    ['a long local part', { mailTo: [`${'x'.repeat(65)}@other.test`] }, 'compose.bad-address'],
    [
      'a long domain',
      { mailTo: [`a@${'x'.repeat(60)}.${'y'.repeat(200)}.test`] },
      'compose.bad-address',
    ],
    ['too many recipients', { mailTo: Array(501).fill('a@other.test') }, 'request.invalid'],
    ['a long key', { sendKey: 'k'.repeat(101) }, 'request.invalid'],
    ['a long body', { html: 'x'.repeat(4 * 1024 * 1024 + 1) }, 'request.invalid'],
    [
      'a long read password',
      { authorisation: { ...terms, readPassword: 'x'.repeat(16) } },
      'authorised.password-long',
    ],
    [
      'a read count of text',
      { authorisation: { ...terms, readCount: '1' as never } },
      'request.invalid',
    ],
    [
      'a read count without end',
      { authorisation: { ...terms, readCount: 1e308 } },
      'authorised.count',
    ],
    ['a schedule that is no time', { scheduledTime: '2030-02-30' }, 'request.invalid'],
    ['a schedule in the past', { scheduledTime: '1970-01-01T00:00:00Z' }, 'send.time-past'],
  ])('T26 T30 COMPOSE-09 %s', async (...[, over, error]) => {
    const answer = await wei.call(compose.send, { body: mailBody(over) })
    expect(answer).toMatchObject({ error, status: expect.toSatisfy((one: number) => one < 500) })
    expect(answer.message.length).toBeGreaterThan(3)
    expect(sink.mails).toHaveLength(0)
    expect((await listFolder(wei, 'sent')).list).toHaveLength(0)
  })

  it.each<[string, () => Promise<{ error: string | undefined }>]>([
    [
      'a draft to send',
      () => wei.call(compose.send, { body: mailBody({ draftId: hers.draftId }) }),
    ],
    [
      'a draft to save',
      () =>
        wei.call(compose.saveDraft, {
          body: { ...draftBody(), draftId: hers.draftId, version: 1 },
        }),
    ],
    [
      'a draft to open',
      () =>
        wei.call(compose.start, { params: { type: 'editAgain' }, body: { draftId: hers.draftId } }),
    ],
    [
      'a file to send',
      () => wei.call(compose.send, { body: mailBody({ fileIds: [hers.fileId] }) }),
    ],
    [
      'a submission to cancel',
      () => wei.call(compose.cancel, { body: { submissionId: hers.submissionId } }),
    ],
    ['a sent mail to recall', () => wei.call(compose.cancel, { body: { mailId: hers.mailId } })],
    [
      'a submission to look at',
      () => wei.call(compose.submission, { query: { submissionId: hers.submissionId } }),
    ],
    ['a mail to send again', () => wei.call(compose.resend, { body: { mailId: hers.mailId } })],
    [
      'a mail to answer quickly',
      () =>
        wei.call(compose.quickSend, {
          body: {
            type: 'reply',
            mailId: hers.mailId,
            fasthuifuContent: 'x',
            sendKey: 'forged-key',
          },
        }),
    ],
    [
      'a read-limited mail to open',
      () => wei.call(authorised.open, { body: { mailId: hers.noticeId } }),
    ],
    [
      'a read-limited mail to ask about',
      () => wei.call(authorised.info, { query: { mailId: hers.noticeId } }),
    ],
    [
      'a read-limited mail to delete',
      () => wei.call(authorised.removeRead, { body: { mailIds: [hers.noticeId] } }),
    ],
    ['nothing at all to cancel', () => wei.call(compose.cancel, { body: {} })],
  ])('T14 a forged id: %s', async (...[, call]) => {
    expect((await call()).error).toBe('item.not-found')
  })

  it.each<[string, Endpoint, object]>([
    ['a token that was never given', authorised.outside, { params: { token: 'A'.repeat(43) } }],
    ['a code for it', authorised.outsideCode, { params: { token: 'A'.repeat(43) }, body: {} }],
    [
      'a reading of it',
      authorised.openOutside,
      { params: { token: 'A'.repeat(43) }, body: { code: '000000' } },
    ],
    [
      'a path in place of a token',
      authorised.outside,
      { params: { token: '../../../../../../etc/passwd' } },
    ],
    [
      'a file ticket of another kind',
      authorised.file,
      { params: { ticket: 'eyJraW5kIjoic291cmNlIn0.AAAA' } },
    ],
  ])('T14 a forged token: %s', async (...[, endpoint, input]) => {
    const answer = await wei.call(endpoint, input as never)
    expect(answer.error).toBe('link.invalid')
  })
})

describe('what is harmless and arrives as it was meant', () => {
  it.each([
    ['a comma in a name', '"Brown, Emma" <a@other.test>', 'Brown, Emma'],
    ['quotes in a name', '"the \\"boss\\"" <a@other.test>', 'the "boss"'],
    ['an address as a name', '"ceo@bank.test" <a@other.test>', 'ceo@bank.test'],
    ['an encoded-word as a name', '"=?utf-8?q?ceo=40bank.test?=" <a@other.test>', null],
    ['a name with a semicolon', '"a; b" <a@other.test>', 'a; b'],
  ])('T28 T29 COMPOSE-09 %s: one recipient, the name a name', async (...[, entry, name]) => {
    sink.mails.length = 0
    await wei.get(compose.send, { body: mailBody({ mailTo: [entry] }) })
    const [mail] = await sink.received(1)
    expect(mail?.recipients).toEqual(['a@other.test'])
    const parsed = await PostalMime.parse(mail?.raw ?? '')
    expect(parsed.to).toHaveLength(1)
    expect(parsed.to?.[0]?.address).toBe('a@other.test')
    if (name !== null) expect(parsed.to?.[0]?.name).toBe(name)
    const header = headerBlock(mail?.raw ?? Buffer.alloc(0)).toString('latin1')
    expect(header.match(/^to:/gim)).toHaveLength(1)
    expect(header).not.toMatch(/^bcc:/im)
  })
})

it.each(['<', '</', '<b>x</b>', '<td>x</td>', '<a href=http://a.b>'])(
  'COMPOSE-04 two megabytes of %j are saved, and hold up nobody else for minutes',
  async (piece) => {
    const html = piece.repeat(Math.ceil(2_000_000 / piece.length))
    const saved = await wei.call(compose.saveDraft, { body: draftBody({ html }) })
    expect(saved.code).toBe(200)
  },
)
