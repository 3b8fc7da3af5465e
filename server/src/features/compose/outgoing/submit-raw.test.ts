import { compose } from '@hongyan/contract/compose'
import { messages } from '@hongyan/contract/messages'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AccountId } from '../../../platform/ids.ts'
import {
  type Colleagues,
  freshSink,
  startColleagues,
  weiAddress,
} from '../../../testing/colleagues.ts'
import { eventually, listFolder, recipientsIn } from '../../../testing/compose-helpers.ts'
import { newPublicBox } from '../../../testing/public-box.ts'
import { openPush } from '../../../testing/push-client.ts'

let colleagues: Colleagues
let accountId: AccountId

beforeAll(async () => {
  colleagues = await startColleagues()
  const found = await colleagues.server.app.directory.findRecipient(weiAddress)
  if (!found) throw new Error('nobody')
  accountId = found.accountId
})

afterAll(() => colleagues.stop())

beforeEach(() => freshSink(colleagues.sink))

const text = (...lines: string[]) => Buffer.from(`${lines.join('\r\n')}\r\n`)

const submit = (raw: Buffer, recipients: string[], envelopeFrom = weiAddress) =>
  colleagues.server.app.compose.submitRaw({
    ...{ accountId, envelopeFrom, raw },
    recipients: recipients.map((address) => ({ address })),
  })

describe('what a mail program hands over (RFC 6409)', () => {
  it('CLIENTACCESS leaves as it was written, to colleagues and outside, with its copy in Sent and its state', async () => {
    const { wei, emma, sink } = colleagues
    const raw = text(
      `From: =?utf-8?B?5byg5Lyf?= <${weiAddress}>`,
      'To: peer@other.test, emma@example.test',
      'Bcc: secret@other.test,',
      ' Another <more@other.test>',
      'Subject: as written',
      'X-Own: kept  as   it is',
      '',
      'line one',
      'line two',
    )
    const recipients = [
      'peer@other.test',
      'emma@example.test',
      'secret@other.test',
      'PEER@other.test',
    ]
    const { submissionId, mailId } = await submit(raw, recipients)
    await recipientsIn(wei, submissionId, 'delivered', 'relayed')
    const [mail] = await sink.received(1)
    expect([...(mail?.recipients ?? [])].sort()).toEqual(['peer@other.test', 'secret@other.test'])
    const left = String(mail?.raw)
    expect(left).toContain('X-Own: kept  as   it is\r\n')
    expect(left).toContain('\r\n\r\nline one\r\nline two\r\n')
    // A signature may spell anything.
    expect(left.slice(left.indexOf('\r\nDate: '))).not.toMatch(/bcc|secret|more@/i)
    expect(left).toMatch(/^Date: .* \+0000\r$/m)
    expect(left).toMatch(/^Message-ID: <[^>]+@example\.test>\r$/m)
    expect(left).toMatch(/^DKIM-Signature: /m)
    const sent = await wei.get(messages.detail, { query: { mailId } })
    expect(sent.mailSubject).toBe('as written')
    const state = await wei.get(compose.submission, { query: { submissionId } })
    expect(state.state).toBe('sent')
    const inbox = await eventually(
      async () => (await listFolder(emma, 'inbox')).list,
      (list) => list.some((one) => one.mailSubject === 'as written'),
    )
    expect(inbox).toHaveLength(1)
  })

  it('CLIENTACCESS PUSH-08 its copy in Sent is told to open browsers at once', async () => {
    const { server, wei, clock } = colleagues
    const push = await openPush(server, { address: weiAddress, client: wei })
    const { mailId } = await server.app.compose.submitRaw({
      accountId,
      envelopeFrom: weiAddress,
      recipients: [{ address: 'peer@other.test' }],
      raw: text(`From: ${weiAddress}`, 'Subject: told', '', 'later'),
      // Nothing happens to it that would be told as well.
      holdUntil: new Date(clock.now().getTime() + 86_400_000),
    })
    expect(await push.next('mailbox')).toMatchObject({ kind: 'added', mailIds: [mailId] })
    push.close()
  })

  it('CLIENTACCESS keeps its own Date and Message-ID, and bare line ends become CRLF (T25)', async () => {
    const raw = Buffer.from(
      `From: wei@example.test\nDate: Fri, 2 Jan 2026 03:04:05 +0800\nMessage-ID: <own@client>\nSubject: s\n\na\rb\nc`,
    )
    await submit(raw, ['peer@other.test'], 'wei@example.test')
    const [mail] = await colleagues.sink.received(1)
    const left = String(mail?.raw)
    expect(left.match(/^Message-ID:/gim)).toHaveLength(1)
    expect(left).toContain('Date: Fri, 2 Jan 2026 03:04:05 +0800\r\n')
    expect(left.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    expect(mail?.from).toBe('wei@example.test')
  })

  it('CLIENTACCESS is refused in another’s name, without recipients, with bad ones, over a full mailbox; nothing is kept then', async () => {
    const { wei, sink } = colleagues
    const before = (await listFolder(wei, 'sent')).list.length
    const own = text(`From: ${weiAddress}`, 'Subject: x', '', 'x')
    const foreign = text('From: emma@example.test', 'Subject: x', '', 'x')
    const two = text(`From: ${weiAddress}, ceo@example.test`, 'Subject: x', '', 'x')
    const peer = ['peer@other.test']
    for (const [attempt, code] of [
      [() => submit(own, peer, 'emma@example.test'), 'address.not-yours'],
      [() => submit(foreign, peer), 'address.not-yours'],
      [() => submit(two, peer), 'address.not-yours'],
      [() => submit(own, []), 'compose.no-recipient'],
      [() => submit(own, ['not an address']), 'compose.bad-address'],
      [
        () =>
          submit(
            own,
            Array.from({ length: 501 }, (_, at) => `p${at}@other.test`),
          ),
        'compose.too-many-recipients',
      ],
    ] as const)
      await expect(attempt()).rejects.toMatchObject({ code })
    expect((await listFolder(wei, 'sent')).list).toHaveLength(before)
    expect(sink.mails).toHaveLength(0)
  })

  it('CLIENTACCESS T31 so many recipients in an hour are a person’s, on many lines at once and from any mailbox', async () => {
    const { server, clock } = colleagues
    const desk = await newPublicBox(server, 'flood@example.test')
    await desk.grant(weiAddress, 'on-behalf')
    const holdUntil = new Date(clock.now().getTime() + 86_400_000)
    const mail = (from: string, recipients: number) =>
      server.app.compose.submitRaw({
        accountId,
        envelopeFrom: from,
        recipients: Array.from({ length: recipients }, (_, at) => ({
          address: `p${at}@other.test`,
        })),
        raw: text(`From: ${from}`, `Subject: ${recipients}`, '', 'x'),
        holdUntil,
      })
    // In other minutes: so many in one is another limit.
    for (const recipients of [450, 450, 450, 150]) {
      await mail(weiAddress, recipients)
      clock.advance(61_000)
    }
    const outcomes = await Promise.allSettled(
      [weiAddress, desk.address, weiAddress, desk.address].map((from) => mail(from, 240)),
    )
    const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(refused.map(({ code }) => code)).toEqual(['compose.too-fast', 'compose.too-fast'])
  })
})
