import { consoleContract as api } from '@hongyan/contract/console'
import { messages } from '@hongyan/contract/messages'
import { protection } from '@hongyan/contract/protection'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { eventually, listFolder } from '../../testing/compose-helpers.ts'
import type { HttpClient } from '../../testing/http-client.ts'
import {
  type ProtectionRig,
  type Sent,
  sendAll,
  startProtectionRig,
} from '../../testing/protection-rig.ts'
import type { ShiftingClock } from '../../testing/shifting-clock.ts'
import { connectSmtp } from '../../testing/smtp-client.ts'
import type { RunningProgram } from '../../testing/start-program.ts'
import {
  cheapWords,
  eicar,
  gtube,
  startClamd,
  startRspamd,
} from '../../testing/start-protectors.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

let rig: ProtectionRig
let server: TestServer
let wei: HttpClient
let emma: HttpClient
let owner: HttpClient
let guarded: TestServer
let clamd: RunningProgram
let rspamd: RunningProgram
let clock: ShiftingClock

beforeAll(async () => {
  ;[rig, clamd, rspamd] = await Promise.all([startProtectionRig(), startClamd(), startRspamd()])
  ;({ server, wei, emma, owner, clock } = rig)
  guarded = await startTestServer({
    clock,
    beside: server,
    environment: {
      ...rig.environment,
      HONGYAN_RSPAMD_URL: `http://127.0.0.1:${rspamd.port}`,
      HONGYAN_CLAMD: `127.0.0.1:${clamd.port}`,
    },
  })
})
afterAll(async () => {
  await guarded.stop()
  await rig.stop()
  await Promise.all([clamd.stop(), rspamd.stop()])
})
beforeEach(() => settings({}))

const settings = (over: object) => rig.settings(over)
async function send({ by = server, ...mail }: Sent) {
  const [answer] = await sendAll([mail], by.smtpPort)
  if (!answer) throw new Error('nothing was sent')
  return answer
}
const place = async (subject: string, client = wei): Promise<string[]> => {
  const places: string[] = []
  for (const role of ['inbox', 'junk'])
    for (const one of (await listFolder(client, role)).list)
      if (one.mailSubject === subject) places.push(role)
  return places
}
const held = async (subject: string) =>
  (await owner.get(api.quarantine, { query: { keyword: subject } })).list.filter(
    (one) => one.subject === subject,
  )
const source = async (subject: string, client = wei): Promise<string> => {
  for (const role of ['inbox', 'junk'])
    for (const one of (await listFolder(client, role)).list)
      if (one.mailSubject === subject) {
        const [row] = await server.app.database.query(sql<{ blob: Buffer }>`
          SELECT blob FROM messages WHERE id = ${one.mailId}`)
        return (await server.app.blobs.get(row?.blob ?? Buffer.alloc(0))).toString()
      }
  return ''
}

describe('the built-in judgement', () => {
  it('issue 17: an honest mail is delivered, with our trace in place of one that the sender made up', async () => {
    const { code, subject } = await send({
      headers: ['X-Spam-Status: No, score=-99 required=5', 'X-Spam-Flag: NO', 'X-Other: stays'],
    })
    expect(code).toBe(250)
    expect(await place(subject)).toEqual(['inbox'])
    const raw = await source(subject)
    expect(raw.match(/^X-Spam-Status: .*$/gim)).toEqual([
      expect.stringMatching(/^X-Spam-Status: No, score=-0\.2 required=6\.0/),
    ])
    expect(raw).toContain('DMARC_PASS,FIRST_CONTACT')
    expect(raw).toContain('by=mail.example.test')
    expect(raw).not.toMatch(/X-Spam-Flag|score=-99/)
    expect(raw).toContain('X-Other: stays')
  })

  it('issue 17: points of authentication, look-alikes and DNS lists add up: junk, quarantine, refusal by threshold', async () => {
    rig.standsOnList(true)
    const forged = { from: 'Emma Stone <emma@examp1e.test>' }
    const junk = await send(forged)
    expect(await place(junk.subject)).toEqual(['junk'])
    expect(await source(junk.subject)).toMatch(
      /X-Spam-Status: Yes,[\s\S]*AUTH_NONE,COLLEAGUE_NAME,LOOKALIKE_DOMAIN,FIRST_CONTACT,[\s\S]*DNS_LIST/,
    )
    await settings({ phishing: 'quarantine' })
    const phishing = await send(forged)
    expect(await place(phishing.subject)).toEqual([])
    expect(await held(phishing.subject)).toMatchObject([
      { class: 'phishing', address: 'wei@example.test', fromAddress: 'emma@examp1e.test' },
    ])
    await settings({ junkAt: 2, quarantineAt: 3, refuseAt: 9 })
    const refused = await send(forged)
    expect(refused).toMatchObject({ code: 550, text: expect.stringContaining('5.7.1') })
    expect([await place(refused.subject), await held(refused.subject)]).toEqual([[], []])
    rig.standsOnList(false)
    await settings({ builtIn: false })
    const unjudged = await send(forged)
    expect(await place(unjudged.subject)).toEqual(['inbox'])
  })

  it('issue 17: a mail is held once, whatever is thought of it when its sender comes again; where it cannot be held it comes again', async () => {
    await settings({ junkAt: 1, quarantineAt: 1 })
    const mail = { from: 'x@strict.test', envelope: 'x@strict.test' }
    const { database } = server.app
    await database.run(sql`ALTER TABLE quarantine RENAME TO elsewhere`)
    const failed = await send(mail)
    expect(failed.code).toBe(451)
    await database.run(sql`ALTER TABLE elsewhere RENAME TO quarantine`)
    const client = await connectSmtp(server.smtpPort)
    await client.hello()
    const again = async () =>
      (await client.send({ from: 'x@strict.test', to: 'wei@example.test', data: failed.data })).code
    expect(await again()).toBe(250)
    // The answer is lost: the line breaks before another command says that it was heard.
    client.destroy()
    await settings({ builtIn: false })
    const second = await connectSmtp(server.smtpPort)
    await second.hello()
    const { code } = await second.send({
      from: 'x@strict.test',
      to: 'wei@example.test',
      data: failed.data,
    })
    expect(code).toBe(250)
    expect(await held(failed.subject)).toHaveLength(1)
    expect(await place(failed.subject)).toEqual([])
    await second.quit()
  })

  it('issue 17: what people call spam or not is learnt, once a mail, and turned round by another word', async () => {
    const { database } = server.app
    const texts = (n: number) => ({
      spam: { subject: '中奖通知', text: `恭喜您获得大奖，点击领取红包 lottery ${n}` },
      ham: { subject: '周会纪要', text: `项目进度讨论，请查看会议安排 minutes ${n}` },
    })
    await settings({ junkAt: 90, quarantineAt: 95 })
    const lessons = Array.from({ length: 20 }, (_, n) => [texts(n).spam, texts(n).ham]).flat()
    await sendAll(lessons, server.smtpPort)
    const { list } = await listFolder(wei, 'inbox')
    const idsOf = (word: string) =>
      list.filter((one) => one.mailSubject.startsWith(word)).map((one) => one.mailId)
    const learnt = async () => (await owner.get(api.protection, {})).learnt
    await wei.get(messages.spam, { body: { mailIds: idsOf('中奖通知'), spam: true } } as never)
    await eventually(learnt, (one) => one.spam === 20)
    const ham = { mailIds: idsOf('周会纪要') }
    await wei.get(messages.spam, { body: { ...ham, spam: true } } as never)
    await eventually(learnt, (one) => one.spam === 40)
    await wei.get(messages.spam, { body: { ...ham, spam: false } } as never)
    expect(await eventually(learnt, (one) => one.ham === 20)).toMatchObject({ spam: 20, least: 20 })
    const [words] = await database.query(sql<{ n: number; worst: number }>`
      SELECT count(*)::int AS n, min(least(spam, ham))::int AS worst FROM bayes_words`)
    expect(words?.n).toBeGreaterThan(30)
    expect(words?.worst).toBe(0)
    // What was seen once goes when it is more than half a million; what the people taught stays.
    await database.run(sql`
      INSERT INTO bayes_words (organisation_id, word, spam)
      SELECT (SELECT id FROM organisations LIMIT 1), n, 1 FROM generate_series(1, 507000) n ON CONFLICT DO NOTHING`)
    const taught = sql<{
      n: number
    }>`SELECT count(*)::int AS n FROM bayes_words WHERE spam + ham > 1`
    const before = await database.query(taught)
    await database.run(sql`SELECT graphile_worker.add_job('sweep-learnt-words')`)
    await eventually(
      async () =>
        (await database.query(sql<{ n: number }>`SELECT count(*)::int AS n FROM bayes_words`))[0]
          ?.n,
      (n) => n === 500_000,
    )
    expect(await database.query(taught)).toEqual(before)
    await database.run(sql`DELETE FROM bayes_words WHERE word BETWEEN 1 AND 507000`)
    await settings({ junkAt: 3, quarantineAt: 90 })
    clock.advance(60_000)
    const bad = await send({ subject: '中奖通知', text: '恭喜您获得大奖，点击领取红包' })
    const good = await send({ subject: '周会纪要', text: '项目进度讨论，请查看会议安排' })
    expect(await source(bad.subject)).toMatch(/BAYES_9\d/)
    expect(await place(bad.subject)).toEqual(['junk'])
    expect(await source(good.subject)).toMatch(/BAYES_[02]0/)
    expect(await place(good.subject)).toEqual(['inbox'])
    await owner.get(api.forgetLearnt, { body: {} })
    expect(await learnt()).toMatchObject({ spam: 0, ham: 0 })
  })
})

describe('the programs beside', () => {
  it('issue 17: a virus is held, or refused, and an allowed sender changes nothing about it', async () => {
    const { id } = await owner.get(api.saveListedSender, {
      body: { sender: 'friend.test', verdict: 'allow' },
    })
    const infected = { text: eicar, by: guarded }
    const kept = await send(infected)
    expect(kept.code).toBe(250)
    expect(await held(kept.subject)).toMatchObject([{ class: 'virus' }])
    await settings({ virus: 'refuse' })
    expect(await send(infected)).toMatchObject({
      code: 550,
      text: expect.stringContaining('malware'),
    })
    await owner.get(api.removeListedSender, { body: { id } })
  })

  it('issue 17: Rspamd’s score and its rejection count', async () => {
    const scored = await send({ text: cheapWords, by: guarded })
    expect(await place(scored.subject)).toEqual(['junk'])
    expect(await source(scored.subject)).toMatch(/score=7\.5[\s\S]*CHEAP_WATCHES/)
    const rejected = await send({ text: gtube, by: guarded })
    const [row] = await held(rejected.subject)
    expect(row).toMatchObject({ class: 'spam', score: 15 })
    const { reasons, headers } = await owner.get(api.heldMail, { query: { id: row?.id ?? 0 } })
    expect(reasons.map(({ code }) => code)).toContain('GTUBE')
    expect(headers).toContainEqual({ name: 'subject', value: rejected.subject })
  })

  it('issue 17: when they are away mail flows, judged by what is built in, and says that it was not looked at', async () => {
    await Promise.all([rspamd.halt(), clamd.halt()])
    const { code, subject } = await send({ text: cheapWords, by: guarded })
    expect(code).toBe(250)
    expect(await place(subject)).toEqual(['inbox'])
    expect(await source(subject)).toMatch(
      /DMARC_PASS,[\s\S]*UNCHECKED_RSPAMD,[\s\S]*UNCHECKED_CLAMD/,
    )
    expect(await guarded.app.metrics.text()).toMatch(
      /hongyan_protection_unanswered_total\{program="clamd"\} 1/,
    )
    await Promise.all([rspamd.resume(), clamd.resume()])
  })
})

describe('lists of senders', () => {
  it('issue 17: the organisation’s block is before a person’s allow, a person’s block before the organisation’s allow', async () => {
    const put = (sender: string, verdict: 'allow' | 'block') =>
      owner.get(api.saveListedSender, { body: { sender, verdict } })
    const ids = [await put('friend.test', 'block')]
    await wei.get(protection.saveSender, { body: { sender: 'Ann@Friend.test', verdict: 'allow' } })
    expect(await send({})).toMatchObject({ code: 550, text: expect.stringContaining('sender') })
    // An address counts before its domain.
    ids.push(await put('ann@friend.test', 'allow'))
    expect((await send({})).code).toBe(250)
    expect((await send({ from: 'bob@friend.test' })).code).toBe(550)
    expect((await send({ from: 'bob@sub.friend.test' })).code).toBe(550)
    // Behind another author, by the envelope alone.
    expect((await send({ from: 'x@other.test', envelope: 'bob@friend.test' })).code).toBe(550)
    await wei.get(protection.saveSender, { body: { sender: 'ann@friend.test', verdict: 'block' } })
    const both = await send({ to: ['wei@example.test', 'emma@example.test'] })
    expect(await place(both.subject, wei)).toEqual(['junk'])
    expect(await place(both.subject, emma)).toEqual(['inbox'])
    await settings({ blocked: 'quarantine' })
    const kept = await send({ from: 'bob@friend.test' })
    expect(await held(kept.subject)).toMatchObject([{ class: 'blocked' }])
    for (const { id } of ids) await owner.get(api.removeListedSender, { body: { id } })
    const { list } = await wei.get(protection.senders, { query: {} })
    expect(list).toMatchObject([{ sender: 'ann@friend.test', verdict: 'block' }])
    await wei.get(protection.removeSender, { body: { id: list[0]?.id ?? 0 } })
    expect(
      (await emma.call(protection.removeSender, { body: { id: list[0]?.id ?? 0 } })).error,
    ).toBe('item.not-found')
  })

  it('issue 17: an allowed sender passes only where the domain vouches for it; what is no sender is refused', async () => {
    await settings({ junkAt: 1, quarantineAt: 50 })
    for (const sender of ['strict.test', 'unknown.test', 'friend.test'])
      await wei.get(protection.saveSender, { body: { sender, verdict: 'allow' } })
    const forged = await send({ from: 'boss@strict.test' })
    expect(await place(forged.subject)).toEqual(['junk'])
    rig.standsOnList(true)
    const proven = await send({})
    rig.standsOnList(false)
    expect(await source(proven.subject)).toContain('DNS_LIST')
    expect(await place(proven.subject)).toEqual(['inbox'])
    for (const sender of ['nobody', 'a b@x.test', '@', '1.2.3.4', 'x@', '*'])
      expect(
        (await wei.call(protection.saveSender, { body: { sender, verdict: 'allow' } })).error,
      ).toBe('protection.sender')
    const idn = await wei.get(protection.saveSender, {
      body: { sender: '@例子.测试', verdict: 'block' },
    })
    const { list } = await wei.get(protection.senders, { query: {} })
    expect(list.find(({ id }) => id === idn.id)?.sender).toBe('xn--fsqu00a.xn--0zwm56d')
    for (const { id } of list) await wei.get(protection.removeSender, { body: { id } })
  })
})

describe('strangers', () => {
  it('issue 17: greylisting asks a stranger to come again, once, and never who is known or allowed', async () => {
    await settings({ greylist: true, greylistMinutes: 5 })
    const { id } = await owner.get(api.saveListedSender, {
      body: { sender: 'allowed@friend.test', verdict: 'allow' },
    })
    const from = 'new@friend.test'
    expect(await send({ from })).toMatchObject({
      code: 451,
      text: expect.stringContaining('try again in 5 min'),
    })
    clock.advance(2 * 60_000)
    expect((await send({ from })).text).toContain('try again in 3 min')
    expect((await send({ from, to: 'emma@example.test' })).code).toBe(451)
    expect((await send({ from: 'allowed@friend.test' })).code).toBe(250)
    // Proven, and its mailbox has its mail.
    expect((await send({})).code).toBe(250)
    expect((await send({ from: 'ann@friend.test', envelope: 'x@strict.test' })).code).toBe(451)
    clock.advance(3 * 60_000)
    const passed = await send({ from })
    expect(passed.code).toBe(250)
    expect(await place(passed.subject)).toEqual(['inbox'])
    expect((await send({ from })).code).toBe(250)
    await owner.get(api.removeListedSender, { body: { id } })
  })

  it('issue 17: one recipient for whom a mail of a proven sender waits is no bounce: all of it comes again', async () => {
    await settings({ greylist: true, greylistMinutes: 5 })
    const to = ['wei@example.test', 'emma@example.test']
    await server.app.database.run(sql`DELETE FROM greylist`)
    // 张伟 knows this sender, Emma does not.
    await send({ from: 'half@friend.test' })
    clock.advance(5 * 60_000)
    expect((await send({ from: 'half@friend.test' })).code).toBe(250)
    const first = await send({ from: 'half@friend.test', to })
    expect(first.code).toBe(451)
    expect(await place(first.subject)).toEqual(['inbox'])
    const bounces = await server.app.database.query(sql`
      SELECT FROM submission_recipients WHERE address = 'half@friend.test'`)
    expect(bounces).toEqual([])
    clock.advance(5 * 60_000)
    const line = await connectSmtp(server.smtpPort)
    await line.hello()
    const again = await line.send({ from: 'half@friend.test', to, data: first.data })
    await line.quit()
    expect(again.code).toBe(250)
    for (const client of [wei, emma]) expect(await place(first.subject, client)).toEqual(['inbox'])
  })

  it('issue 17: a network names so many recipients in a minute, and more the minute after', async () => {
    await settings({ perNetwork: 3 })
    const codes: number[] = []
    for (let n = 0; n < 5; n++) codes.push((await send({})).code)
    expect(codes).toEqual([250, 250, 250, 450, 450])
    clock.advance(60_000)
    expect((await send({})).code).toBe(250)
    await settings({})
    for (let n = 0; n < 4; n++) expect((await send({})).code).toBe(250)
  })
})
