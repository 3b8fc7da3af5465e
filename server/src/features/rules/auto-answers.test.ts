import { compose } from '@hongyan/contract/compose'
import { records } from '@hongyan/contract/records'
import { rules } from '@hongyan/contract/rules'
import { settings as settingsApi } from '@hongyan/contract/settings'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { verifyStore } from '../../mailstore/verify/verify.ts'
import { sql } from '../../platform/db/sql.ts'
import { deliver, type MailParts, mail } from '../../testing/builders.ts'
import { eventually, listFolder, mailBody, signIn } from '../../testing/compose-helpers.ts'
import type { HttpClient } from '../../testing/http-client.ts'
import { type RulesRig, startRulesRig } from '../../testing/rules-rig.ts'
import { connectSmtp } from '../../testing/smtp-client.ts'

let rig: RulesRig
let wei: HttpClient

beforeAll(async () => {
  rig = await startRulesRig()
  wei = rig.wei
})
afterAll(() => rig.stop())

beforeEach(async () => {
  for (const client of [wei, rig.emma]) {
    await client.get(rules.saveReply, { body: { enabled: 0, content: '' } })
    await client.get(rules.saveForward, { body: { enabled: 0, forwardTo: [] } })
  }
  await rig.server.app.database.run(sql`DELETE FROM submissions`)
  rig.sink.mails.length = 0
  Object.assign(rig.sink.behaviour, { recipients: {}, data: null })
})

const reply = (over: object = {}) =>
  wei.get(rules.saveReply, {
    body: { enabled: 1, content: '我在休假。\nBack on Monday.', ...over },
  })
const forward = (over: object = {}) =>
  wei.get(rules.saveForward, {
    body: { enabled: 1, forwardTo: ['home@other.test'], keepOriginal: 1, ...over },
  })
const arrive = (parts: MailParts) =>
  deliver(rig.server, 'wei@example.test', { to: 'wei@example.test', ...parts })
const inRole = async (role: string, subject: string, client = wei) =>
  (await listFolder(client, role)).list.filter((one) => one.mailSubject === subject)
/** Everything that was ever handed to the outbox: what is not there will never leave. */
const handedOver = () =>
  rig.server.app.database.query(sql<{ kind: string; envelope_from: string }>`
    SELECT kind, envelope_from FROM submissions ORDER BY id`)

async function arriveFrom(sender: string, parts: MailParts): Promise<void> {
  const client = await connectSmtp(rig.server.smtpPort)
  await client.hello()
  const data = mail({ to: 'wei@example.test', ...parts })
  await client.send({ from: sender, to: 'wei@example.test', data })
  await client.quit()
}

describe('automatic reply', () => {
  it('RULES-10 keeps content and period in the time zone of the user', async () => {
    const form = {
      enabled: true,
      content: '我在休假',
      startTime: '2026-10-01 09:00',
      endTime: '2026-10-08 18:30',
    }
    await wei.get(rules.saveReply, { body: form })
    expect(await wei.get(rules.getReply, { query: {} })).toEqual(form)
    const [row] = await rig.server.app.database.query(
      sql<{
        from: Date
      }>`SELECT reply_from AS "from" FROM auto_answers WHERE reply_from IS NOT NULL`,
    )
    // 9 o'clock in Beijing, the default zone.
    expect(row?.from.toISOString()).toBe('2026-10-01T01:00:00.000Z')
    await rig.server.app.database.run(
      sql`UPDATE users SET settings = settings || '{"timeZone": 0}' WHERE name = '张伟'`,
    )
    expect(await wei.get(rules.getReply, { query: {} })).toMatchObject({
      startTime: '2026-10-01 01:00',
    })
    await rig.server.app.database.run(
      sql`UPDATE users SET settings = settings - 'timeZone' WHERE name = '张伟'`,
    )
    const turned = { ...form, startTime: form.endTime, endTime: form.startTime }
    expect(await wei.call(rules.saveReply, { body: turned })).toMatchObject({
      error: 'reply.range',
    })
    const noDay = { ...form, startTime: '2026-13-41 09:00' }
    expect(await wei.call(rules.saveReply, { body: noDay })).toMatchObject({ status: 400 })
  })

  it('RULES-11 the content is required, in words of the catalogue', async () => {
    expect(await wei.call(rules.saveReply, { body: { enabled: 1, content: ' \n' } })).toMatchObject(
      { status: 400, error: 'reply.no-content', message: '请输入回复内容' },
    )
    expect(await wei.call(rules.saveReply, { body: { enabled: 0, content: '' } })).toMatchObject({
      status: 200,
    })
    const long = 'x'.repeat(2_001)
    expect((await wei.call(rules.saveReply, { body: { enabled: 1, content: long } })).status).toBe(
      400,
    )
  })

  it('RULES-12 RULES-17 answers a person, as RFC 3834 wants it', async () => {
    await reply()
    await arrive({ subject: '开会吗？', messageId: 'q1@other.test', references: ['q0@other.test'] })
    const [sent] = await rig.sink.received(1)
    expect(sent).toMatchObject({ from: '', recipients: ['peer@other.test'] })
    const raw = sent?.raw.toString() ?? ''
    expect(raw).toMatch(/^DKIM-Signature:/)
    expect(raw).toMatch(/^Auto-Submitted: auto-replied\r$/m)
    const parsed = await PostalMime.parse(raw)
    expect(parsed).toMatchObject({
      subject: '自动回复：开会吗？',
      inReplyTo: '<q1@other.test>',
      from: { name: '张伟', address: 'wei@example.test' },
    })
    expect(parsed.references).toContain('<q0@other.test>')
    expect(parsed.text?.trim()).toBe('我在休假。\r\nBack on Monday.')
    const { list } = await wei.get(records.mailLog, { query: { actions: 'auto-reply' } })
    expect(list[0]).toMatchObject({ mailSubject: '开会吗？', peer: 'peer@other.test' })
  })

  it('RULES-12 is sent only inside its period', async () => {
    const at = (days: number) => {
      const date = new Date(rig.clock.now().getTime() + days * 86_400_000 + 8 * 3_600_000)
      return date.toISOString().slice(0, 16).replace('T', ' ')
    }
    await reply({ startTime: at(1), endTime: at(3) })
    await arriveFrom('early@other.test', { subject: 'early' })
    expect(await handedOver()).toEqual([])
    await reply({ startTime: at(-3), endTime: at(-1) })
    await arriveFrom('late@other.test', { subject: 'late' })
    expect(await handedOver()).toEqual([])
    await reply({ startTime: at(-1), endTime: at(1) })
    await arriveFrom('now@other.test', { subject: 'now' })
    expect((await rig.sink.received(1))[0]?.recipients).toEqual(['now@other.test'])
  })

  it('RULES-12 answers each sender once in seven days, and anew when the reply changes', async () => {
    await reply()
    for (const subject of ['one', 'two']) await arriveFrom('often@other.test', { subject })
    await rig.sink.received(1)
    expect(await handedOver()).toHaveLength(1)
    rig.clock.advance(7 * 86_400_000 + 1_000)
    const again = await signIn(rig.server, 'wei@example.test')
    await arriveFrom('Often@other.test', { subject: 'three' })
    await rig.sink.received(2)
    expect(await handedOver()).toHaveLength(2)
    await again.get(rules.saveReply, { body: { enabled: 1, content: '新内容' } })
    await arriveFrom('often@other.test', { subject: 'four' })
    await rig.sink.received(3)
  })

  it.each<[string, string, MailParts]>([
    ['a bounce', '', { subject: 'x' }],
    ['an automatic mail', 'a1@other.test', { headers: { 'Auto-Submitted': 'auto-generated' } }],
    ['another automatic reply', 'a2@other.test', { headers: { 'Auto-Submitted': 'auto-replied' } }],
    ['a list', 'a3@other.test', { headers: { 'List-Id': '<news.other.test>' } }],
    ['bulk mail', 'a4@other.test', { headers: { Precedence: 'bulk' } }],
    [
      'a sender that asks for none',
      'a5@other.test',
      { headers: { 'X-Auto-Response-Suppress': 'OOF' } },
    ],
    ['a robot', 'no-reply@other.test', {}],
    ['the mail system', 'MAILER-DAEMON@other.test', {}],
    ['the owner of a list', 'owner-news@other.test', {}],
    ['oneself', 'zhangwei@example.test', {}],
    ['mail that does not name the mailbox', 'a6@other.test', { to: 'team@other.test' }],
    ['spam', 'ceo@strict.test', { from: 'ceo@strict.test' }],
    ['a sender that nobody vouches for (hardening-mail 5)', 'a9@forged.test', {}],
    [
      'nobody who sends in the name of another (hardening-mail 5)',
      'a9@strict.test',
      { from: 'a@x.test' },
    ],
  ])('RULES-17 never answers %s', async (_what, sender, parts) => {
    await reply()
    await arriveFrom(sender, { subject: 'auto', ...parts })
    expect(await handedOver()).toEqual([])
  })

  it('RULES-17 answers mail to an alias and between two mailboxes that both reply, once each', async () => {
    await reply()
    await rig.emma.get(rules.saveReply, { body: { enabled: 1, content: 'I am away.' } })
    await rig.emma.get(compose.send, {
      body: mailBody({ mailTo: ['zhangwei@example.test'], mailSubject: 'ping' }),
    })
    const answers = async () => inRole('inbox', '自动回复：ping', rig.emma)
    await eventually(answers, (found) => found.length === 1)
    // Emma's own reply does not answer an answer.
    expect(
      (await listFolder(wei, 'inbox')).list.filter((one) => /ping/.test(one.mailSubject)),
    ).toHaveLength(1)
  })
})

describe('automatic forward', () => {
  it('RULES-13 keeps addresses and what becomes of the original', async () => {
    await forward({ forwardTo: ['a@other.test', 'B <b@other.test>'], keepOriginal: 0 })
    expect(await wei.get(rules.getForward, { query: {} })).toEqual({
      enabled: true,
      forwardTo: ['a@other.test', 'b@other.test'],
      keepOriginal: false,
    })
    const wrong = await wei.call(rules.saveForward, { body: { enabled: 1, forwardTo: ['nope'] } })
    expect(wrong).toMatchObject({ error: 'rule.bad-address' })
    const none = await wei.call(rules.saveForward, { body: { enabled: 1, forwardTo: [] } })
    expect(none).toMatchObject({ error: 'rule.no-address', message: '请输入邮件地址' })
    const own = { enabled: 1 as const, forwardTo: ['ZhangWei@example.test'] }
    expect(await wei.call(rules.saveForward, { body: own })).toMatchObject({ error: 'forward.own' })
  })

  it('RULES-15 refuses an address that is there twice, with the fixed text', async () => {
    const body = { enabled: 1 as const, forwardTo: ['a@other.test', 'A <A@Other.test>'] }
    expect(await wei.call(rules.saveForward, { body })).toMatchObject({
      error: 'forward.duplicate',
      message: '转发邮箱中存在重复的邮件地址！',
    })
    expect((await rig.emma.call(rules.saveForward, { body })).message).toBe(
      'The forwarding list contains duplicate email addresses!',
    )
  })

  it('RULES-13 passes mail on byte for byte under its mark, in the name of the mailbox, unsigned', async () => {
    await forward({ forwardTo: ['a@other.test', 'b@other.test'] })
    await arrive({ subject: 'on its way', from: 'boss@example.test', text: '预算' })
    const [sent] = await rig.sink.received(1)
    expect(sent?.from).toBe('wei@example.test')
    expect(sent?.recipients.toSorted()).toEqual(['a@other.test', 'b@other.test'])
    const raw = sent?.raw.toString() ?? ''
    // What was found about it is sealed before it (RFC 8617).
    expect(raw).toMatch(/^ARC-Seal: i=1;/)
    expect(raw).toMatch(
      /^ARC-Authentication-Results: i=1; [\s\S]{0,200}\r\nX-Forwarded-By: wei@example\.test\r\n/m,
    )
    // Whoever writes our domain into From must not get our signature by way of a forward.
    expect(raw).not.toMatch(/^DKIM-Signature:/m)
    expect(raw).not.toMatch(/^Return-Path:/m)
    expect(raw.endsWith('\r\n\r\n预算\r\n')).toBe(true)
    expect(await inRole('inbox', 'on its way')).toHaveLength(1)
  })

  it('RULES-16 keep original off takes the mail out of the inbox; the recycle bin still has it', async () => {
    await forward({ keepOriginal: 0 })
    await arrive({ subject: 'not kept' })
    await rig.sink.received(1)
    expect(await inRole('inbox', 'not kept')).toEqual([])
    expect(await inRole('trash', 'not kept')).toMatchObject([{ seen: true }])
  })

  it('RULES-16 a mail that cannot be handed over stays in the inbox', async () => {
    await forward({ keepOriginal: 0 })
    const { database } = rig.server.app
    await database.run(sql`
      ALTER TABLE submissions ADD CONSTRAINT broken CHECK (envelope_from <> 'wei@example.test') NOT VALID`)
    try {
      await arrive({ subject: 'stays' })
    } finally {
      await database.run(sql`ALTER TABLE submissions DROP CONSTRAINT broken`)
    }
    expect(await inRole('inbox', 'stays')).toMatchObject([{ seen: false }])
    expect(await inRole('trash', 'stays')).toEqual([])
    const { findings } = await verifyStore(database, rig.server.app.blobs)
    expect(findings).toEqual([])
  })

  it('RULES-17 a mail comes back and is not passed on again: two mailboxes that forward to each other', async () => {
    await forward({ forwardTo: ['emma@example.test'] })
    await rig.emma.get(rules.saveForward, {
      body: { enabled: 1, forwardTo: ['wei@example.test'], keepOriginal: 1 },
    })
    await arrive({ subject: 'round trip' })
    // To Emma, and once back to Wei; there it ends.
    await eventually(
      () => inRole('inbox', 'round trip'),
      (found) => found.length === 2,
    )
    expect(await inRole('inbox', 'round trip', rig.emma)).toHaveLength(1)
    await eventually(
      () => rig.server.app.database.query(sql<{ state: string }>`SELECT state FROM submissions`),
      (rows) => rows.length === 2 && rows.every((one) => one.state === 'sent'),
    )
  })

  it.each<[string, string, MailParts]>([
    [
      'passed this mailbox already',
      'p1@other.test',
      { headers: { 'X-Forwarded-By': 'zhangwei@example.test' } },
    ],
    ['is a bounce', '', {}],
    [
      'is an automatic reply',
      'p2@other.test',
      { headers: { 'Auto-Submitted': 'auto-replied (vacation)' } },
    ],
  ])('RULES-17 never passes on what %s', async (_what, sender, parts) => {
    await forward({ keepOriginal: 0 })
    await arriveFrom(sender, { subject: 'no further', ...parts })
    expect(await handedOver()).toEqual([])
    expect((await inRole('inbox', 'no further')).length).toBeGreaterThan(0)
  })

  it('RULES-17 never passes on what went through many mailboxes', async () => {
    await forward()
    const hops = Array.from(
      { length: 5 },
      (_, hop) => `X-Forwarded-By: h${hop}@other.test\r\n`,
    ).join('')
    const raw = Buffer.concat([
      Buffer.from(hops),
      mail({ to: 'wei@example.test', subject: 'tired' }),
    ])
    await deliver(rig.server, 'wei@example.test', raw)
    expect(await handedOver()).toEqual([])
  })

  it('RULES-09 a retry after a lost answer is passed on once', async () => {
    await forward()
    const data = mail({ to: 'wei@example.test', subject: 'retry' })
    for (const _attempt of [1, 2]) {
      const client = await connectSmtp(rig.server.smtpPort)
      await client.hello()
      const answer = await client.send({ from: 'peer@other.test', to: 'wei@example.test', data })
      expect(answer.code).toBe(250)
      client.destroy()
    }
    await rig.sink.received(1)
    expect(await handedOver()).toHaveLength(1)
    expect(await inRole('inbox', 'retry')).toHaveLength(1)
  })

  it('RULES-16 a forward that fails for good comes back to whoever passed it on', async () => {
    rig.sink.behaviour.recipients = { home: '550 5.1.1 No such user' }
    await forward({ keepOriginal: 0 })
    await arrive({ subject: 'undeliverable' })
    const reports = async () =>
      (await listFolder(wei, 'inbox')).list.filter((one) =>
        one.mailSubject.includes('undeliverable'),
      )
    await eventually(reports, (found) => found.length === 1)
    expect(await inRole('trash', 'undeliverable')).toHaveLength(1)
  })
})

describe('where the organisation forbids it', () => {
  it('RULES-14 nothing is offered, saved or passed on', async () => {
    const closed = await startRulesRig({ HONGYAN_AUTO_FORWARD: 'off' })
    try {
      expect(await closed.wei.get(settingsApi.index, { body: {} })).toMatchObject({
        autoForwardEnable: 0,
      })
      expect(await wei.get(settingsApi.index, { body: {} })).toMatchObject({ autoForwardEnable: 1 })
      const body = { enabled: 1 as const, forwardTo: ['home@other.test'] }
      expect(await closed.wei.call(rules.saveForward, { body })).toMatchObject({
        status: 403,
        error: 'forward.not-allowed',
      })
      // Set before the gate was closed.
      await closed.server.app.database.run(sql`
        INSERT INTO auto_answers (account_id, forward_enabled, forward_to)
        SELECT account_id, true, '{home@other.test}' FROM addresses WHERE address = 'wei@example.test'`)
      await deliver(closed.server, 'wei@example.test', { subject: 'closed' })
      expect(await closed.server.app.database.query(sql`SELECT id FROM submissions`)).toEqual([])
      expect(await closed.wei.get(rules.getForward, { query: {} })).toMatchObject({
        enabled: false,
      })
    } finally {
      await closed.stop()
    }
  })
})
