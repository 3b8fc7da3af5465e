import { compose } from '@hongyan/contract/compose'
import { consoleContract as api } from '@hongyan/contract/console'
import type { ConsoleRole } from '@hongyan/contract/console-endpoint'
import { messages } from '@hongyan/contract/messages'
import { settings } from '@hongyan/contract/settings'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import {
  eventually,
  listFolder,
  mailBody,
  recipientsIn,
  signIn,
} from '../../testing/compose-helpers.ts'
import { consoleOwner, inConsole } from '../../testing/console-client.ts'
import { startDnsServer, type TestDnsServer } from '../../testing/dns-server.ts'
import type { HttpClient } from '../../testing/http-client.ts'
import { type ShiftingClock, shiftingClock } from '../../testing/shifting-clock.ts'
import { connectSmtp } from '../../testing/smtp-client.ts'
import { type SmtpSink, startSmtpSink } from '../../testing/smtp-sink.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

let dns: TestDnsServer
let sink: SmtpSink
let clock: ShiftingClock
let server: TestServer
let wei: HttpClient
let boss: HttpClient
let head: HttpClient
let auditor: HttpClient

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
  const { directory } = server.app
  const organisationId = (await directory.organisation())?.id ?? (1 as never)
  const sales = await directory.createDepartment({ organisationId, name: '销售部', sort: 1 })
  await server.addPerson({ address: 'wei@example.test', name: '张伟', departmentId: sales })
  await server.addPerson({ address: 'lena@example.test' })
  const { desk } = await consoleOwner(server)
  boss = desk
  wei = await signIn(server, 'wei@example.test')
  await wei.get(settings.changeSetting, { body: { key: 'undoSendSeconds', value: 0 } })
  const withRole = async (address: string, role: ConsoleRole, departmentId: number | null) => {
    const { accountId } = await server.addPerson({ address })
    await boss.get(api.role, { body: { accountId, role, departmentId } })
    return inConsole(server, address)
  }
  head = await withRole('head@example.test', 'department', sales)
  auditor = await withRole('auditor@example.test', 'auditor', null)
})

afterAll(async () => {
  await server.stop()
  await sink.stop()
  await dns.stop()
})

const from = 'ann@other.test'

const outside = async (to: string[], subject: string, id: string) => {
  const smtp = await connectSmtp(server.smtpPort)
  await smtp.hello('mx.other.test')
  const data = `From: ${from}\r\nTo: ${to[0]}\r\nSubject: ${subject}\r\nMessage-ID: <${id}>\r\n\r\nbody`
  const answer = await smtp.send({ from, to, data })
  await smtp.quit()
  return answer
}

const trace = async (desk: HttpClient, query: object = {}) => {
  await server.app.tracing.flush()
  return desk.get(api.trace, { query })
}

const one = async (desk: HttpClient, query: object) => {
  const { list } = await trace(desk, query)
  const [mail] = list
  if (!mail) throw new Error(`nothing for ${JSON.stringify(query)}`)
  return desk.get(api.tracedMail, { query: { id: mail.id, at: mail.at } })
}

it('issue 17: a mail from outside is found by sender, recipient, Message-ID and subject, from its 250 to when it was read', async () => {
  const id = 'first@other.test'
  await outside(['wei@example.test', 'lena@example.test'], '季度报告 draft', id)
  for (const query of [
    { sender: 'ANN@other.test', recipient: 'wei@example.test' },
    { messageId: `<${id}>`, recipient: 'wei@example.test' },
    { subject: '报告', recipient: 'wei@example.test' },
    { subject: 'Draft', recipient: 'wei@example.test' },
  ]) {
    const { list } = await trace(boss, query)
    expect(list, JSON.stringify(query)).toMatchObject([
      { way: 'in', sender: 'ann@other.test', subject: '季度报告 draft', state: 'inbox' },
    ])
  }
  expect((await trace(boss, { subject: '预算' })).list).toEqual([])
  expect((await trace(boss, { messageId: id, until: '2020-01-01T00:00:00Z' })).list).toEqual([])
  const before = await one(boss, { messageId: id, recipient: 'wei@example.test' })
  expect(before.steps).toMatchObject([
    { kind: 'received', ip: '127.0.0.1', client: expect.stringContaining('mx.other.test') },
    { kind: 'inbox' },
  ])
  expect(before.copy).toMatchObject({ place: 'inbox', seen: false })
  expect(before.related.map((mail) => mail.recipient)).toEqual(['lena@example.test'])
  const { list } = await listFolder(wei, 'inbox')
  const mailIds = list.map((mail) => mail.mailId)
  await wei.get(messages.seen, { body: { mailIds, seen: true } })
  const after = await one(boss, { messageId: id, recipient: 'wei@example.test' })
  expect(after.copy).toMatchObject({ place: 'inbox', seen: true })
})

it('issue 17: what we refuse stands there with our words, before and after the first byte', async () => {
  await outside(['nobody@example.test'], 'x', 'refused@other.test')
  expect((await trace(boss, { recipient: 'nobody@example.test' })).list).toMatchObject([
    { state: 'refused', words: expect.stringMatching(/^550 5\.1\.1 /), sender: 'ann@other.test' },
  ])
})

it('issue 17: a mail of ours shows each try, what the other server said, and its end', async () => {
  sink.behaviour.recipients = { late: '451 4.7.1 Come back later', no: '550 5.1.1 Nobody here' }
  const mailTo = ['late@other.test', 'no@other.test', 'lena@example.test']
  const { submissionId } = await wei.get(compose.send, {
    body: mailBody({ mailTo, mailSubject: '合同 terms' }),
  })
  await recipientsIn(wei, submissionId, 'deferred', 'bounced', 'delivered')
  const states = async () =>
    Object.fromEntries(
      (await trace(boss, { subject: '合同' })).list.map((mail) => [mail.recipient, mail.state]),
    )
  expect(await states()).toEqual({
    'late@other.test': 'retrying',
    'no@other.test': 'bounced',
    'lena@example.test': 'delivered',
  })
  sink.behaviour.recipients = {}
  clock.advance(3_600_000)
  server.app.outbox.wake()
  await recipientsIn(wei, submissionId, 'relayed', 'bounced', 'delivered')
  const late = await one(boss, { recipient: 'late@other.test' })
  expect(late.steps).toMatchObject([
    { kind: 'submitted', ip: '127.0.0.1' },
    { kind: 'retrying', reason: 'try-later', words: '451 4.7.1 Come back later' },
    { kind: 'relayed', words: expect.stringMatching(/^250/) },
  ])
  const no = await one(boss, { recipient: 'no@other.test' })
  expect(no.steps.at(-1)).toMatchObject({ kind: 'bounced', words: '550 5.1.1 Nobody here' })
  const lena = await one(boss, { recipient: 'lena@example.test', sender: 'wei@example.test' })
  expect(lena.copy).toMatchObject({ place: 'inbox', seen: false })
})

it('issue 17: an auditor sees where mail went, not what it is about; nobody else reads subjects by searching for them', async () => {
  const { list } = await trace(auditor, { sender: 'wei@example.test' })
  expect(list.length).toBeGreaterThan(0)
  expect(list.every((mail) => mail.subject === null)).toBe(true)
  for (const desk of [auditor, head])
    expect((await desk.call(api.trace, { query: { subject: '合同' } })).error).toBe(
      'console.not-allowed',
    )
})

it('issue 17: a department administrator sees mail of the own people alone', async () => {
  await outside(['lena@example.test'], 'private', 'lena@other.test')
  await outside(['wei@example.test'], 'for sales', 'sales@other.test')
  const { list } = await trace(head)
  expect(list.map((mail) => mail.recipient)).not.toContain('nobody@example.test')
  for (const mail of list)
    expect([mail.sender, mail.recipient], JSON.stringify(mail)).toContain('wei@example.test')
  const own = list.map((mail) => `${mail.id}`)
  expect(new Set(own).size).toBe(own.length)
  expect((await trace(head, { messageId: 'lena@other.test' })).list).toEqual([])
  const [theirs] = (await trace(boss, { messageId: 'lena@other.test' })).list
  const asked = { id: theirs?.id ?? 0, at: theirs?.at ?? '' }
  expect((await head.call(api.tracedMail, { query: asked })).error).toBe('console.gone')
  const shared = await one(head, { messageId: 'first@other.test' })
  expect(shared.related).toEqual([])
})

it('issue 17: pages follow each other without a gap', async () => {
  const all = (await trace(boss, { pageSize: 100 })).list.map((mail) => mail.id)
  const seen: number[] = []
  let after: string | null = ''
  while (after !== null) {
    const page: { list: { id: number }[]; cursor: string | null } = await trace(boss, {
      pageSize: 2,
      ...(after !== '' && { after }),
    })
    seen.push(...page.list.map((mail) => mail.id))
    after = page.cursor
  }
  expect(seen).toEqual(all)
})

it('issue 17: a word of every subject and one of some are found page by page, newest first, none left out', async () => {
  const { database } = server.app
  // Two days back to five: 6,000 mails, of which each 400th says another word too.
  await database.run(sql`
    INSERT INTO traced (at, mail, sender, recipient, written, message_id, subject, words, outcome)
    SELECT at, 'm' || n, 's@x.test', 'many@example.test', 'many@example.test', n || '@x.test', 'alles ' || n,
      CASE WHEN n % 400 = 0 THEN ARRAY[day || '.alles', day || '.manches'] ELSE ARRAY[day || '.alles'] END, 'inbox'
    FROM generate_series(0, 5999) n, LATERAL (SELECT now() - interval '2 days' - interval '43 seconds' * n AS at) t,
      LATERAL (SELECT floor(extract(epoch FROM t.at) / 86400)::int AS day) d`)
  const walk = async (query: { subject: string; until?: string }, pageSize: number) => {
    const found: string[] = []
    let after: string | null = ''
    while (after !== null) {
      const page: { list: { subject: string | null }[]; cursor: string | null } = await trace(
        boss,
        { ...query, pageSize, ...(after !== '' && { after }) },
      )
      found.push(...page.list.map((mail) => mail.subject ?? ''))
      after = page.cursor
    }
    return found
  }
  const named = (numbers: number[]) => numbers.map((n) => `alles ${n}`)
  const all = Array.from({ length: 6_000 }, (_, n) => n)
  const some = all.filter((n) => n % 400 === 0)
  expect(await walk({ subject: 'Alles' }, 100)).toEqual(named(all))
  expect(await walk({ subject: 'manches' }, 10)).toEqual(named(some))
  expect(await walk({ subject: 'alles MANCHES' }, 10)).toEqual(named(some))
  const [last] = (await trace(boss, { messageId: '3000@x.test' })).list
  const until = last?.at ?? ''
  expect(await walk({ subject: 'manches', until }, 3)).toEqual(named(some.filter((n) => n >= 3000)))
  await database.run(sql`DELETE FROM traced WHERE sender = 's@x.test'`)
})

it('issue 17: what a killed process did not trace is traced from the queue; what has no partition waits among the rest and moves', async () => {
  const { submissionId } = await wei.get(compose.send, {
    body: mailBody({ mailTo: ['kim@other.test'], mailSubject: 'lost' }),
  })
  await recipientsIn(wei, submissionId, 'relayed')
  const { database, tracing } = server.app
  await tracing.flush()
  await database.run(sql`DELETE FROM traced WHERE submission_id = ${submissionId}`)
  await database.run(
    sql`UPDATE submissions SET created_at = now() - interval '5 minutes' WHERE id = ${submissionId}`,
  )
  await tracing.repair()
  expect((await trace(boss, { recipient: 'kim@other.test' })).list).toMatchObject([
    { state: 'relayed' },
  ])

  const rest = async () =>
    (await database.query(sql<{ n: number }>`SELECT count(*)::int AS n FROM traced_rest`))[0]?.n
  await database.run(sql`
    INSERT INTO traced (at, sender, recipient, written) VALUES
      (now() + interval '60 days', 'a@x.test', 'far@example.test', 'far@example.test'),
      (now() - interval '120 days', 'a@x.test', 'old@example.test', 'old@example.test')`)
  expect(await rest()).toBe(2)
  await database.query(sql`SELECT trace_upkeep(now() + interval '60 days')`)
  expect(await rest()).toBe(0)
  const partitions = await database.query(sql<{ name: string }>`
    SELECT tableoid::regclass::text AS name FROM traced WHERE recipient = 'far@example.test'`)
  expect(partitions[0]?.name).toMatch(/^traced_\d{8}$/)
  // A quarter later the weeks of today are gone, and nothing else.
  await database.query(sql`SELECT trace_upkeep(now() + interval '110 days')`)
  const left = await database.query(sql<{ to: string }>`SELECT recipient AS to FROM traced`)
  expect(left).toEqual([{ to: 'far@example.test' }])
  await database.query(sql`SELECT trace_upkeep(now())`)
})

it('issue 17: mail is taken while its trace cannot be written', async () => {
  const { database } = server.app
  await database.run(sql`ALTER TABLE traced RENAME TO traced_away`)
  try {
    expect((await outside(['wei@example.test'], 'taken', 'taken@other.test')).code).toBe(250)
    await server.app.tracing.flush()
    await eventually(
      () => listFolder(wei, 'inbox'),
      ({ list }) => list.some((mail) => mail.mailSubject === 'taken'),
    )
  } finally {
    await database.run(sql`ALTER TABLE traced_away RENAME TO traced`)
  }
})
