import { createHmac } from 'node:crypto'
import { alarmSettings } from '@hongyan/contract/alarm-fields'
import { compose } from '@hongyan/contract/compose'
import { consoleContract as api } from '@hongyan/contract/console'
import { rules } from '@hongyan/contract/rules'
import { settings } from '@hongyan/contract/settings'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { eventually, listFolder, mailBody, signIn } from '../../testing/compose-helpers.ts'
import { consoleOwner } from '../../testing/console-client.ts'
import { startDnsServer, type TestDnsServer } from '../../testing/dns-server.ts'
import type { HttpClient } from '../../testing/http-client.ts'
import { newProgramMailbox } from '../../testing/imap-client.ts'
import { connectSmtp } from '../../testing/smtp-client.ts'
import { type SmtpSink, startSmtpSink } from '../../testing/smtp-sink.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { submissionIn } from '../../testing/submission-client.ts'
import { startWebStub, type WebStub } from '../../testing/web-stub.ts'

let dns: TestDnsServer
let sink: SmtpSink
let hook: WebStub
let hookAnswers = 204
let server: TestServer
let boss: HttpClient
let ownerMail: HttpClient
let wei: HttpClient
let weiId: number

beforeAll(async () => {
  sink = await startSmtpSink()
  hook = await startWebStub((_, response) => response.writeHead(hookAnswers).end())
  dns = await startDnsServer({
    'other.test': {
      MX: [{ exchange: 'mx.other.test', priority: 10 }],
      TXT: ['v=spf1 ip4:127.0.0.1 -all'],
    },
    'mx.other.test': { A: ['127.0.0.1'] },
  })
  server = await startTestServer({
    environment: {
      HONGYAN_DNS: dns.address,
      HONGYAN_OUTBOUND_PORT: String(sink.port),
      HONGYAN_PRIVATE_WEB_HOSTS: `127.0.0.1:${hook.port}`,
    },
  })
  weiId = (await server.addPerson({ address: 'wei@example.test', name: '张伟' })).accountId
  await server.addPerson({ address: 'lena@example.test' })
  const owner = await consoleOwner(server)
  boss = owner.desk
  ownerMail = owner.mail
  wei = await signIn(server, 'wei@example.test')
  await wei.get(settings.changeSetting, { body: { key: 'undoSendSeconds', value: 0 } })
})

afterAll(async () => {
  await server.stop()
  await sink.stop()
  await hook.stop()
  await dns.stop()
})

const set = (over: object) =>
  boss.call(api.saveAlarmSettings, { body: { ...alarmSettings.parse({}), ...over } })

const send = (client: HttpClient, ...mailTo: string[]) =>
  client.call(compose.send, { body: mailBody({ mailTo }) })

/** The minute's look, as the clock would ask for it. */
const watch = () =>
  server.app.database.query(
    sql`SELECT graphile_worker.add_job('watch-house', job_key => 'watch-house')`,
  )

const alarms = async () => (await boss.get(api.alarms, { query: {} })).list
const holds = async () => (await boss.get(api.sendingHolds, {})).list

it('issue 17: a person sends so many in a minute and no more, by whatever door; a colleague is not concerned', async () => {
  const lena = await signIn(server, 'lena@example.test')
  const earlier = await Promise.all(Array.from('abcdef', (one) => send(lena, `${one}@other.test`)))
  expect(new Set(earlier.map(({ code }) => code))).toEqual(new Set([200]))
  await server.app.database.query(
    sql`UPDATE submissions SET created_at = created_at - interval '1 hour'`,
  )
  await set({ perMinute: 3 })
  const box = await newProgramMailbox(server)
  const from = box.address
  await box.client.get(settings.changeSetting, { body: { key: 'undoSendSeconds', value: 0 } })
  expect((await send(box.client, 'a@other.test', 'b@other.test')).code).toBe(200)
  expect((await send(box.client, 'a@other.test', 'b@other.test')).error).toBe('alarms.too-many')
  const smtp = await submissionIn(server, box)
  const data = `From: ${from}\r\nTo: c@other.test\r\nSubject: x\r\n\r\nbody`
  const to = ['c@other.test', 'd@other.test']
  expect((await smtp.send({ from, to, data })).text).toMatch(/^451 4\.7\.1/)
  expect((await smtp.send({ from, to: ['c@other.test'], data })).code).toBe(250)
  // Of what comes at once none is overlooked.
  const sent = await Promise.all(Array.from('abcdefgh', (one) => send(lena, `${one}@other.test`)))
  expect(sent.filter(({ code }) => code === 200)).toHaveLength(3)
  expect(new Set(sent.map(({ error }) => error))).toEqual(new Set([undefined, 'alarms.too-many']))
  await set({})
})

it('issue 17: who sends too much in a day is held, what waits is put aside, administrators are told by mail and webhook, and let it go', async () => {
  const secret = (await boss.get(api.alarmSecret, { body: {} })).secret
  await set({
    perDay: 2,
    mailTo: ['owner@example.test'],
    webhook: `http://127.0.0.1:${hook.port}/hook`,
  })
  sink.behaviour.recipients = { e: '451 4.7.1 Later' }
  expect((await send(wei, 'e@other.test')).code).toBe(200)
  expect((await send(wei, 'f@other.test', 'g@other.test')).error).toBe('alarms.held')
  expect((await send(wei, 'f@other.test')).error).toBe('alarms.held')
  expect(await holds()).toMatchObject([{ address: 'wei@example.test', why: 'mass' }])
  const stopped = await eventually(
    () => boss.get(api.queue, { query: { state: 'stopped' } }),
    ({ list }) => list.length > 0,
  )
  expect(stopped.list[0]?.address).toBe('e@other.test')

  // Mail still comes in, and what would be passed on by itself stays.
  await wei.get(rules.saveForward, { body: { enabled: 1, forwardTo: ['passed@other.test'] } })
  const smtp = await connectSmtp(server.smtpPort)
  await smtp.hello('mx.other.test')
  const data = 'From: ann@other.test\r\nSubject: still comes\r\n\r\nbody'
  expect((await smtp.send({ from: 'ann@other.test', to: 'wei@example.test', data })).code).toBe(250)
  await wei.get(rules.saveForward, { body: { enabled: 0, forwardTo: [] } })
  expect((await listFolder(wei, 'inbox')).list.map((mail) => mail.mailSubject)).toContain(
    'still comes',
  )
  await server.app.tracing.flush()
  expect((await boss.get(api.trace, { query: { recipient: 'passed@other.test' } })).list).toEqual(
    [],
  )

  const told = await eventually(
    () => listFolder(ownerMail, 'inbox'),
    ({ list }) => list.some((mail) => mail.mailSubject.includes('wei@example.test')),
  )
  expect(told.list[0]?.mailSubject).toContain('held for outgoing mail')
  await eventually(
    async () => hook.seen.length,
    (count) => count > 0,
  )
  const [call] = hook.seen
  expect(JSON.parse(call?.body ?? '')).toMatchObject({ kind: 'held', about: 'wei@example.test' })
  const time = String(call?.headers['x-hongyan-time'])
  const wanted = createHmac('sha256', secret).update(`${time}.${call?.body}`).digest('hex')
  expect(call?.headers['x-hongyan-signature']).toBe(`sha256=${wanted}`)

  await boss.get(api.releaseSending, { body: { accountId: weiId } })
  expect(await holds()).toEqual([])
  expect((await send(wei, 'f@other.test')).code).toBe(200)
  expect((await boss.call(api.releaseSending, { body: { accountId: weiId } })).error).toBe(
    'console.gone',
  )
  await watch()
  await eventually(alarms, (list) =>
    list.every((one) => one.kind !== 'held' || one.endedAt !== null),
  )
  const { list: acts } = await boss.get(api.acts, { query: { keyword: '' } })
  expect(acts.map((one) => one.act)).toContain('sending-released')
})

it('issue 17: an account whose mail bounces again and again is held', async () => {
  await set({ ownBouncesPerHour: 2 })
  sink.behaviour.recipients = Object.fromEntries(
    ['x1', 'x2', 'x3'].map((name) => [name, '550 5.1.1 Nobody']),
  )
  const lena = await signIn(server, 'lena@example.test')
  await lena.get(settings.changeSetting, { body: { key: 'undoSendSeconds', value: 0 } })
  await send(lena, 'x1@other.test', 'x2@other.test', 'x3@other.test')
  await eventually(
    async () => {
      await server.app.tracing.flush()
      await watch()
      return holds()
    },
    (list) => list.some((one) => one.address === 'lena@example.test' && one.why === 'bounces'),
  )
  expect((await send(lena, 'a@other.test')).error).toBe('alarms.held')
})

it('issue 17: guesses at a password are an alarm of that account, once as long as they go on', async () => {
  await set({ wrongPasswordsPerHour: 3 })
  await server.app.database.run(sql`
    INSERT INTO activity (account_id, kind, ip) SELECT ${weiId}, 'login-failed', '203.0.113.7' FROM generate_series(1, 9)`)
  for (let round = 0; round < 2; round++) {
    await watch()
    await eventually(alarms, (list) => list.some((one) => one.kind === 'guesses'))
  }
  const guesses = (await alarms()).filter((one) => one.kind === 'guesses')
  expect(guesses).toMatchObject([{ about: 'wei@example.test', figure: 9, endedAt: null }])
})

it('issue 17: a webhook is https without port, or a host that the owner of the machine named', async () => {
  for (const webhook of [
    'http://example.org/hook',
    'https://example.org:8443/hook',
    'https://user@example.org/hook',
    'http://127.0.0.1:1/hook',
    'ftp://example.org/hook',
    'nonsense',
  ])
    expect((await set({ webhook })).error, webhook).toBe('alarms.webhook')
  expect((await set({ webhook: 'https://example.org/hook' })).code).toBe(200)
  expect((await set({ mailTo: ['no address'] })).error).toBe('console.address')
})

it('issue 17: a webhook that fails is tried again; mail is told meanwhile', async () => {
  hookAnswers = 503
  await set({ webhook: `http://127.0.0.1:${hook.port}/hook`, networksPerHour: 2 })
  const before = hook.seen.length
  await server.app.database.run(sql`
    INSERT INTO activity (account_id, kind, ip)
    SELECT ${weiId}, 'login', '203.0.' || n || '.7' FROM generate_series(1, 5) n`)
  await watch()
  await eventually(
    async () => hook.seen.length,
    (count) => count > before,
  )
  const waiting = await eventually(
    () =>
      server.app.database.query(sql<{ attempts: number; again: boolean }>`
        SELECT attempts, run_at > now() AS again FROM graphile_worker.jobs
        WHERE task_identifier = 'tell-alarm-by-webhook'`),
    (rows) => rows.some((one) => one.attempts > 0 && one.again),
  )
  expect(waiting.length).toBeGreaterThan(0)
  hookAnswers = 204
})

it('issue 17: of mails that come at once no more leave than a day may have, and the next one holds the account', async () => {
  await server.addPerson({ address: 'mia@example.test' })
  const mia = await signIn(server, 'mia@example.test')
  await set({ perDay: 3 })
  const sent = await Promise.all(Array.from('abcdefgh', (one) => send(mia, `${one}@other.test`)))
  expect(sent.filter(({ code }) => code === 200)).toHaveLength(3)
  expect(new Set(sent.map(({ error }) => error))).toEqual(new Set([undefined, 'alarms.held']))
  expect((await send(mia, 'i@other.test')).error).toBe('alarms.held')
  expect(await holds()).toContainEqual(expect.objectContaining({ address: 'mia@example.test' }))
  await set({})
})
