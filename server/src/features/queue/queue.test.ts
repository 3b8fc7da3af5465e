import { compose } from '@hongyan/contract/compose'
import { consoleContract as api, console as fromMail } from '@hongyan/contract/console'
import { settings } from '@hongyan/contract/settings'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  eventually,
  listFolder,
  mailBody,
  recipientsIn,
  signIn,
} from '../../testing/compose-helpers.ts'
import { startDnsServer, type TestDnsServer } from '../../testing/dns-server.ts'
import { type HttpClient, httpClient } from '../../testing/http-client.ts'
import { type ShiftingClock, shiftingClock } from '../../testing/shifting-clock.ts'
import { type SmtpSink, startSmtpSink } from '../../testing/smtp-sink.ts'
import { startTestServer, type TestServer, testPassword } from '../../testing/start-test-server.ts'

let dns: TestDnsServer
let sink: SmtpSink
let clock: ShiftingClock
let server: TestServer
let wei: HttpClient
let boss: HttpClient

beforeAll(async () => {
  clock = shiftingClock()
  sink = await startSmtpSink()
  dns = await startDnsServer({
    'other.test': { MX: [{ exchange: 'mx.other.test', priority: 10 }] },
    'mx.other.test': { A: ['127.0.0.1'] },
  })
  server = await startTestServer({
    clock,
    environment: { HONGYAN_DNS: dns.address, HONGYAN_OUTBOUND_PORT: String(sink.port) },
  })
  await server.addPerson({ address: 'wei@example.test', name: '张伟' })
  await server.addPerson({ address: 'boss@example.test', isAdmin: true })
  wei = await signIn(server, 'wei@example.test')
  await wei.get(settings.changeSetting, { body: { key: 'undoSendSeconds', value: 0 } })
  const mail = await signIn(server, 'boss@example.test')
  const { url } = await mail.get(fromMail.token, {})
  boss = httpClient(`http://127.0.0.1:${server.app.consolePort()}`)
  const ticket = new URLSearchParams(new URL(url).hash.slice(1)).get('ticket') ?? ''
  boss.tokens = { accessToken: (await boss.get(api.open, { body: { ticket } })).token } as never
  await boss.get(api.confirm, { body: { password: testPassword } })
})

afterAll(async () => {
  await server.stop()
  await sink.stop()
  await dns.stop()
})

/** A mail that the other server does not take yet. */
async function waiting(name: string) {
  sink.behaviour.recipients = { ...sink.behaviour.recipients, [name]: '451 4.7.1 Come back later' }
  const address = `${name}@other.test`
  const { submissionId } = await wei.get(compose.send, { body: mailBody({ mailTo: [address] }) })
  await recipientsIn(wei, submissionId, 'deferred')
  return { submissionId, address }
}

const queue = (state: 'waiting' | 'stopped' = 'waiting', keyword = '') =>
  boss.get(api.queue, { query: { state, keyword, pageSize: 50 } })

const takes = (name: string) => {
  const { [name]: _, ...others } = sink.behaviour.recipients
  sink.behaviour.recipients = others
}

it('shows why a mail waits and until when, found by address, a page at a time', async () => {
  const mails = [await waiting('ann'), await waiting('ben'), await waiting('cao')]
  const { list } = await queue()
  expect(list.map((one) => one.address).sort()).toEqual(mails.map((one) => one.address).sort())
  expect(list[0]).toMatchObject({
    sender: 'wei@example.test',
    attempts: 1,
    reason: 'try-later',
    words: '451 4.7.1 Come back later',
    stopped: false,
  })
  expect(Date.parse(list[0]?.nextAttemptAt ?? '')).toBeGreaterThan(clock.now().getTime())
  expect((await queue('waiting', 'BEN@')).list.map((one) => one.address)).toEqual([
    'ben@other.test',
  ])
  const seen: string[] = []
  let after: string | null = ''
  while (after !== null) {
    const page: { list: { address: string }[]; cursor: string | null } = await boss.get(api.queue, {
      query: { pageSize: 1, ...(after !== '' && { after }) },
    })
    seen.push(...page.list.map((one) => one.address))
    after = page.cursor
  }
  expect(seen.sort()).toEqual(mails.map((one) => one.address).sort())
  expect((await boss.get(api.queueDomains, {})).list).toEqual([
    { domain: 'other.test', waiting: 3, tried: 3, reason: 'try-later' },
  ])
})

it('a mail is tried at once, put aside over its time, let go, and given up with word to its sender', async () => {
  const [ann, ben] = (await queue()).list
  if (!ann || !ben) throw new Error('nobody waits')
  takes(ann.address.split('@')[0] ?? '')
  const of = ({ submissionId, address }: typeof ann) => ({ submissionId, address })
  expect(await boss.get(api.queueRetry, { body: { recipients: [of(ann)] } })).toEqual({ count: 1 })
  await recipientsIn(wei, ann.submissionId, 'relayed')

  await boss.get(api.queueStop, { body: { recipients: [of(ben)] } })
  takes(ben.address.split('@')[0] ?? '')
  expect((await queue('stopped')).list.map((one) => one.address)).toEqual([ben.address])
  expect((await queue()).list.map((one) => one.address)).not.toContain(ben.address)
  clock.advance(3_600_000)
  const other = (await queue()).list[0]
  if (!other) throw new Error('nobody waits')
  await boss.get(api.queueRetry, { body: { recipients: [of(other)] } })
  await eventually(queue, ({ list }) => (list[0]?.attempts ?? 0) > 1)
  expect((await recipientsIn(wei, ben.submissionId, 'deferred')).recipients[0]?.state).toBe(
    'deferred',
  )
  expect(await boss.get(api.queueRelease, { body: { recipients: [of(ben)] } })).toEqual({
    count: 1,
  })
  await recipientsIn(wei, ben.submissionId, 'relayed')

  expect(await boss.get(api.queueRemove, { body: { recipients: [of(other)] } })).toEqual({
    count: 1,
  })
  const gone = await recipientsIn(wei, other.submissionId, 'bounced')
  expect(gone.recipients[0]?.reason).toBe('removed')
  const told = await eventually(
    () => listFolder(wei, 'inbox'),
    ({ list }) => list.length > 0,
  )
  expect(told.list[0]?.mailSubject).toMatch(/Undelivered/)
  expect((await queue()).list).toEqual([])
  const { list: acts } = await boss.get(api.acts, { query: { pageSize: 10 } })
  expect(acts.map((one) => one.act)).toEqual([
    'queue-remove',
    'queue-release',
    'queue-retry',
    'queue-stop',
    'queue-retry',
  ])
})

it('what is being tried while it is put aside stays put aside; what is unknown, ended or of another state counts as nothing', async () => {
  const { submissionId, address } = await waiting('dan')
  const recipients = [{ submissionId, address }]
  await boss.get(api.queueStop, { body: { recipients } })
  expect(await boss.get(api.queueRetry, { body: { recipients } })).toEqual({ count: 0 })
  expect(await boss.get(api.queueStop, { body: { recipients } })).toEqual({ count: 0 })
  await boss.get(api.queueRelease, { body: { recipients } })
  await recipientsIn(wei, submissionId, 'deferred')
  const strange = [{ submissionId: submissionId + 1_000, address }]
  for (const call of [api.queueRetry, api.queueStop, api.queueRelease, api.queueRemove])
    expect(await boss.get(call, { body: { recipients: strange } })).toEqual({ count: 0 })
})
