import { compose } from '@hongyan/contract/compose'
import { messages } from '@hongyan/contract/messages'
import { records } from '@hongyan/contract/records'
import { rules } from '@hongyan/contract/rules'
import { search } from '@hongyan/contract/search'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { verifyStore } from '../../../mailstore/verify/verify.ts'
import { type Colleagues, freshSink, startColleagues } from '../../../testing/colleagues.ts'
import { eventually, listFolder, mailBody, recipientsIn } from '../../../testing/compose-helpers.ts'
import type { HttpClient } from '../../../testing/http-client.ts'
import type { ShiftingClock } from '../../../testing/shifting-clock.ts'
import type { SmtpSink } from '../../../testing/smtp-sink.ts'
import type { TestServer } from '../../../testing/start-test-server.ts'

const hour = 3_600_000
let colleagues: Colleagues
let sink: SmtpSink
let clock: ShiftingClock
let server: TestServer
let wei: HttpClient
let emma: HttpClient
let bob: HttpClient

beforeAll(async () => {
  colleagues = await startColleagues({ HONGYAN_RECALL_HOURS: '24' })
  ;({ server, sink, clock, wei, emma, bob } = colleagues)
})

afterAll(() => colleagues.stop())

beforeEach(() => freshSink(sink))

const send = (over: Parameters<typeof mailBody>[0]) =>
  wei.get(compose.send, { body: mailBody(over) })

const find = async (client: HttpClient, subject: string, role = 'inbox') =>
  (await listFolder(client, role)).list.find((one) => one.mailSubject.includes(subject))

const arrived = (client: HttpClient, subject: string) =>
  eventually(() => find(client, subject), Boolean, subject)

const recall = (mailId: number) => wei.call(compose.cancel, { body: { mailId } })

const outcomes = (answer: Awaited<ReturnType<typeof recall>>) =>
  Object.fromEntries(
    answer.data.recipients.map(({ address, state, reason }) => [
      address,
      `${state} ${reason}`.trim(),
    ]),
  )

describe('recall', () => {
  it('SENDMODES-13 takes the mail from whoever has not read it, tells them, and says plainly who keeps it', async () => {
    const sent = await send({
      mailTo: ['emma@example.test', 'peer@other.test'],
      mailCc: ['e@example.test'],
      mailBcc: ['bob@example.test'],
      mailSubject: 'a mistake',
      html: '<p>embarrassing words</p>',
    })
    await recipientsIn(wei, sent.submissionId, 'delivered', 'relayed')
    const hers = await arrived(emma, 'a mistake')
    const his = await arrived(bob, 'a mistake')
    await bob.get(messages.seen, { body: { mailIds: [his?.mailId ?? 0], seen: true } })
    const answer = await recall(sent.mailId)
    expect(answer.data).toMatchObject({ result: 'recalled', draftId: null, state: 'sent' })
    const expected = {
      'emma@example.test': 'recalled',
      'e@example.test': 'recalled',
      'bob@example.test': 'recall-refused read',
      'peer@other.test': 'recall-refused outside',
    }
    expect(outcomes(answer)).toEqual(expected)
    const gone = await emma.call(messages.detail, { query: { mailId: hers?.mailId ?? 0 } })
    expect(gone.error).toBe('item.not-found')
    const { list } = await emma.get(search.search, { query: { searchKeyword: 'embarrassing' } })
    expect(list).toHaveLength(0)
    const note = await find(emma, 'Mail recalled')
    expect(note).toMatchObject({ seen: false, receivedTime: hers?.receivedTime })
    const told = await emma.get(messages.detail, { query: { mailId: note?.mailId ?? 0 } })
    expect(told.text).toContain('张伟')
    expect(JSON.stringify(told)).not.toMatch(/a mistake|embarrassing/)
    expect(await find(bob, 'a mistake')).toBeDefined()
    // The result is kept, with the sent mail, and a second call changes nothing.
    const stored = await wei.get(messages.detail, { query: { mailId: sent.mailId } })
    expect(stored.recipients.map(({ address, state }) => [address, state])).toContainEqual([
      'bob@example.test',
      'recall-refused',
    ])
    expect(outcomes(await recall(sent.mailId))).toEqual(expected)
    expect(
      (await listFolder(emma, 'inbox')).list.filter((one) => one.mailSubject.includes('recalled')),
    ).toHaveLength(1)
  })

  it('SENDMODES-13 finds the mail in whatever folder it lies, and calls it recalled when nobody has it', async () => {
    const sent = await send({ mailTo: ['emma@example.test'], mailSubject: 'moved away' })
    await recipientsIn(wei, sent.submissionId, 'delivered')
    const hers = await arrived(emma, 'moved away')
    await emma.get(messages.recycle, { body: { mailIds: [hers?.mailId ?? 0] } })
    expect((await recall(sent.mailId)).data.state).toBe('recalled')
    expect(await find(emma, 'moved away', 'trash')).toBeUndefined()
    const listed = (await listFolder(wei, 'sent')).list.find((one) => one.mailId === sent.mailId)
    expect(listed?.sendState).toBe('recalled')
  })

  it('SENDMODES-13 takes it from who has thrown it away unread too, and not from who had read it', async () => {
    const throwAway = async (client: HttpClient, subject: string) => {
      const mailIds = [(await arrived(client, subject))?.mailId ?? 0]
      await client.get(messages.recycle, { body: { mailIds } })
      await client.get(messages.destroy, { body: { mailIds } })
    }
    const mailTo = ['emma@example.test', 'bob@example.test']
    const sent = await send({ mailTo, mailSubject: 'thrown away' })
    await recipientsIn(wei, sent.submissionId, 'delivered')
    const his = await arrived(bob, 'thrown away')
    await bob.get(messages.seen, { body: { mailIds: [his?.mailId ?? 0], seen: true } })
    await throwAway(emma, 'thrown away')
    await throwAway(bob, 'thrown away')
    const kept = async (client: HttpClient) =>
      (await client.get(records.deleted, { query: {} })).list.filter(
        (one) => one.mailSubject === 'thrown away',
      ).length
    expect([await kept(emma), await kept(bob)]).toEqual([1, 1])
    expect(outcomes(await recall(sent.mailId))).toEqual({
      'emma@example.test': 'recalled',
      'bob@example.test': 'recall-refused read',
    })
    expect([await kept(emma), await kept(bob)]).toEqual([0, 1])
  })

  it('SENDMODES-13 does not call a mail unread that was read once, answered or passed on', async () => {
    await bob.get(rules.saveForward, {
      body: { enabled: 1, forwardTo: ['peer@other.test'] },
    })
    const sent = await send({
      mailTo: ['emma@example.test', 'bob@example.test'],
      mailSubject: 'known already',
    })
    const answered = await send({ mailTo: ['emma@example.test'], mailSubject: 'answered unread' })
    const hers = await arrived(emma, 'known already')
    await arrived(bob, 'known already')
    await bob.get(rules.saveForward, { body: { enabled: 0, forwardTo: [] } })
    for (const seen of [true, false])
      await emma.get(messages.seen, { body: { mailIds: [hers?.mailId ?? 0], seen } })
    expect(outcomes(await recall(sent.mailId))).toEqual({
      'emma@example.test': 'recall-refused read',
      'bob@example.test': 'recall-refused read',
    })
    const other = await arrived(emma, 'answered unread')
    const mailId = other?.mailId ?? 0
    await emma.get(compose.quickSend, {
      body: { type: 'reply', mailId, fasthuifuContent: 'thanks', sendKey: 'an answer to it' },
    })
    expect((await find(emma, 'answered unread'))?.seen).toBe(false)
    expect(outcomes(await recall(answered.mailId))).toEqual({
      'emma@example.test': 'recall-refused read',
    })
  })

  it('SENDMODES-13 stops what waits for another try: it never leaves', async () => {
    sink.behaviour.recipients['peer@other.test'] = '450 4.2.0 later'
    const sent = await send({ mailTo: ['peer@other.test'], mailSubject: 'deferred' })
    await recipientsIn(wei, sent.submissionId, 'deferred')
    const answer = await recall(sent.mailId)
    expect(answer.data.state).toBe('recalled')
    expect(outcomes(answer)).toEqual({ 'peer@other.test': 'recalled not-sent' })
    sink.behaviour.recipients = {}
    clock.advance(5 * hour)
    await send({ mailTo: ['peer@other.test'], mailSubject: 'after it' })
    await sink.received(1)
    expect(sink.mails).toHaveLength(1)
    expect(sink.mails[0]?.raw.toString()).toContain('after it')
  })

  it('SENDMODES-13 recalls nothing after the time that is set for it, nor the mail of others', async () => {
    const sent = await send({ mailTo: ['emma@example.test'], mailSubject: 'too late' })
    await recipientsIn(wei, sent.submissionId, 'delivered')
    const other = await emma.call(compose.cancel, { body: { submissionId: sent.submissionId } })
    expect(other.error).toBe('item.not-found')
    const received = await arrived(emma, 'too late')
    const hers = await emma.call(compose.cancel, { body: { mailId: received?.mailId ?? 0 } })
    expect(hers.error).toBe('item.not-found')
    const before = await wei.get(compose.submission, { query: { submissionId: sent.submissionId } })
    expect(before.recallUntil).not.toBeNull()
    clock.advance(24 * hour)
    expect(await recall(sent.mailId)).toMatchObject({
      error: 'recall.too-late',
      message: '已超过可撤回的时间',
    })
    const after = await wei.get(compose.submission, { query: { submissionId: sent.submissionId } })
    expect(after.recallUntil).toBeNull()
    expect(await find(emma, 'too late')).toBeDefined()
  })

  it('P15 SENDMODES-13 either recalls or is read when both happen at once, never both', async () => {
    for (let round = 0; round < 30; round++) {
      const subject = `race ${round}`
      const sent = await send({ mailTo: ['emma@example.test'], mailSubject: subject })
      await recipientsIn(wei, sent.submissionId, 'delivered')
      const mailIds = [(await arrived(emma, subject))?.mailId ?? 0]
      const reading = () => emma.get(messages.seen, { body: { mailIds, seen: true } })
      const recalling = () => recall(sent.mailId)
      // Each begins first in turn.
      const [read, answer] =
        round % 2 === 0
          ? await Promise.all([reading(), recalling()])
          : ((await Promise.all([recalling(), reading()])).reverse() as [
              Awaited<ReturnType<typeof reading>>,
              Awaited<ReturnType<typeof recalling>>,
            ])
      const result = outcomes(answer)['emma@example.test'] ?? ''
      const kept = await emma.call(messages.detail, { query: { mailId: mailIds[0] ?? 0 } })
      if (result === 'recalled') {
        expect(read.count).toBe(0)
        expect(kept.error).toBe('item.not-found')
      } else {
        expect(result).toBe('recall-refused read')
        expect(read.count).toBe(1)
        expect(kept.data.seen).toBe(true)
      }
    }
  })

  it('P15 SENDMODES-13 many recalls of one mail at once leave one note', async () => {
    const sent = await send({ mailTo: ['bob@example.test'], mailSubject: 'recalled by many' })
    await recipientsIn(wei, sent.submissionId, 'delivered')
    await arrived(bob, 'recalled by many')
    const notes = async () =>
      (await listFolder(bob, 'inbox')).list.filter((one) =>
        one.mailSubject.includes('Mail recalled'),
      )
    const before = (await notes()).length
    const answers = await Promise.all(Array.from({ length: 20 }, () => recall(sent.mailId)))
    expect(new Set(answers.map((one) => one.data.state))).toEqual(new Set(['recalled']))
    expect(await notes()).toHaveLength(before + 1)
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
