import { type AddressInfo, createServer, type Server } from 'node:net'
import { compose } from '@hongyan/contract/compose'
import { settings } from '@hongyan/contract/settings'
import PostalMime from 'postal-mime'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deliverLocally } from '../../../delivery/outbound/local-delivery.ts'
import type { RecipientRow, SubmissionRow } from '../../../delivery/outbound/types.ts'
import { sql } from '../../../platform/db/sql.ts'
import { createLog } from '../../../platform/log.ts'
import {
  eventually,
  listFolder,
  mailBody,
  recipientsIn,
  signIn,
} from '../../../testing/compose-helpers.ts'
import { startDnsServer, type TestDnsServer } from '../../../testing/dns-server.ts'
import type { HttpClient } from '../../../testing/http-client.ts'
import { type ShiftingClock, shiftingClock } from '../../../testing/shifting-clock.ts'
import { type SinkOptions, type SmtpSink, startSmtpSink } from '../../../testing/smtp-sink.ts'
import {
  startTestServer,
  type TestServer,
  type TestServerOptions,
} from '../../../testing/start-test-server.ts'

const hour = 3_600_000
/** What one test opened for itself. */
let open: { stop(): Promise<unknown> }[] = []
let dns: TestDnsServer
let clock: ShiftingClock
/** The server and the peer that most tests use. */
let shared: Rig
let sink: SmtpSink

beforeAll(async () => {
  clock = shiftingClock()
  dns = await startDnsServer({
    'other.test': { MX: [{ exchange: 'mx.other.test', priority: 10 }] },
    'mx.other.test': { A: ['127.0.0.1'] },
  })
  sink = await startSmtpSink()
  shared = await rig(sink.port)
  open = []
})

afterAll(async () => {
  await shared.server.stop()
  await sink.stop()
  await dns.stop()
})

beforeEach(() => {
  dns.silent = false
  sink.mails.length = 0
  Object.assign(sink.behaviour, { recipients: {}, data: null, hang: false, drop: false })
})

afterEach(async () => {
  for (const one of open.reverse()) await one.stop()
  open = []
  // What is left of one test must not leave during the next.
  await shared.server.app.database.run(sql`DELETE FROM submissions`)
  clock.advance(60_000)
})

async function sinkWith(options: SinkOptions = {}): Promise<SmtpSink> {
  const sink = await startSmtpSink(options)
  open.push(sink)
  return sink
}

interface Rig {
  server: TestServer
  client: HttpClient
  send(over?: Parameters<typeof mailBody>[0]): Promise<{ submissionId: number; mailId: number }>
}

async function rig(port: number, options: TestServerOptions = {}): Promise<Rig> {
  const environment = {
    HONGYAN_DNS: dns.address,
    HONGYAN_OUTBOUND_PORT: String(port),
    ...options.environment,
  }
  const server = await startTestServer({ clock, ...options, environment })
  open.push(server)
  if (!options.beside) await server.addPerson({ address: 'wei@example.test', name: '张伟' })
  const client = await signIn(server, 'wei@example.test')
  await client.get(settings.changeSetting, { body: { key: 'undoSendSeconds', value: 0 } })
  return {
    server,
    client,
    send: (over) => client.get(compose.send, { body: mailBody(over) }),
  }
}

describe('retries', () => {
  it('COMPOSE-05 tries again after a temporary refusal, on schedule, until it is taken', async () => {
    const { client, send } = shared
    sink.behaviour.recipients = { peer: '451 4.7.1 Greylisted, come back' }
    const { submissionId } = await send()
    const first = await recipientsIn(client, submissionId, 'deferred')
    expect(first.recipients[0]?.reason).toMatch(/^try-later 451 4\.7\.1 Greylisted/)
    sink.behaviour.recipients = {}
    clock.advance(30_000)
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(sink.mails).toHaveLength(0)
    clock.advance(40_000)
    const done = await recipientsIn(client, submissionId, 'relayed')
    expect(done.state).toBe('sent')
    expect(sink.mails).toHaveLength(1)
  })

  it('COMPOSE-05 tells of a delay once after four hours and gives up after three days', async () => {
    const { client, send, server } = shared
    sink.behaviour.drop = true
    const { submissionId } = await send({ mailSubject: 'late' })
    await recipientsIn(client, submissionId, 'deferred')
    const attempts = async () => {
      const rows = await server.app.database.query(
        sql<{ attempts: number }>`
          SELECT attempts FROM submission_recipients WHERE submission_id = ${submissionId}`,
      )
      return rows[0]?.attempts ?? 0
    }
    for (let done = 1; done <= 4; done++) {
      clock.advance(5 * hour)
      await eventually(attempts, (count) => count > done, 'another attempt')
    }
    const reports = async () =>
      (await listFolder(client, 'inbox')).list.filter((one) => one.mailSubject.includes('late'))
    expect((await reports()).map((one) => one.mailSubject)).toEqual(['延迟 Delayed: late'])
    clock.advance(72 * hour)
    const end = await recipientsIn(client, submissionId, 'bounced')
    expect(end).toMatchObject({ state: 'failed' })
    expect(end.recipients[0]?.reason).toMatch(/^expired .*mx\.other\.test/)
    expect((await reports()).map((one) => one.mailSubject)).toContain('退信 Undelivered: late')
  })

  it('COMPOSE-05 defers each recipient by its own answer', async () => {
    const { client, send } = shared
    sink.behaviour.recipients = { full: '452 4.2.2 Mailbox full', gone: '550 5.1.1 Gone' }
    const mailTo = ['full@other.test', 'gone@other.test', 'good@other.test']
    const before = sink.connections
    const { submissionId } = await send({ mailTo })
    const { recipients } = await recipientsIn(
      client,
      submissionId,
      'deferred',
      'bounced',
      'relayed',
    )
    expect(recipients.map((one) => [one.address, one.state, one.reason.split(' ')[0]])).toEqual([
      ['full@other.test', 'deferred', 'mailbox-full'],
      ['gone@other.test', 'bounced', 'no-such-user'],
      ['good@other.test', 'relayed', '250'],
    ])
    expect(sink.mails).toHaveLength(1)
    expect(sink.connections - before).toBe(1)
  })

  it('COMPOSE-05 bounces an address that cannot stand in a command alone, not those beside it', async () => {
    const { client, send, server } = shared
    const scheduledTime = new Date(clock.now().getTime() + hour).toISOString()
    const mailTo = ['odd@other.test', 'good@other.test']
    const { submissionId } = await send({ mailTo, scheduledTime })
    // As rules that were made before such addresses were refused still have them.
    await server.app.database.run(sql`
      UPDATE submission_recipients SET address = '"a>b"@other.test' WHERE address = 'odd@other.test'`)
    clock.advance(hour + 1_000)
    const { recipients } = await recipientsIn(client, submissionId, 'bounced', 'relayed')
    expect(recipients.map((one) => [one.address, one.state])).toEqual([
      ['"a>b"@other.test', 'bounced'],
      ['good@other.test', 'relayed'],
    ])
    expect(recipients[0]?.reason).toMatch(/^bad-address/)
    expect(sink.mails.map((one) => one.recipients)).toEqual([['good@other.test']])
  })

  it('COMPOSE-05 takes a refusal after the data as one for all', async () => {
    const { client, send } = shared
    sink.behaviour.data = '554 5.7.1 Looks like spam'
    const { submissionId } = await send({ mailTo: ['a@other.test', 'b@other.test'] })
    const { recipients, state } = await recipientsIn(client, submissionId, 'bounced')
    expect(state).toBe('failed')
    expect(recipients.map((one) => one.reason)).toEqual(
      Array(2).fill(expect.stringMatching(/^refused 554 5\.7\.1 Looks like spam/)),
    )
  })
})

describe('where mail goes', () => {
  it('COMPOSE-05 tries the next server when the first cannot be reached, by preference', async () => {
    dns.zones['two.test'] = {
      MX: [
        { exchange: 'second.two.test', priority: 20 },
        { exchange: 'first.two.test', priority: 10 },
      ],
    }
    // Nobody listens there.
    dns.zones['first.two.test'] = { A: ['127.0.0.3'] }
    dns.zones['second.two.test'] = { A: ['127.0.0.1'] }
    const { client, send } = shared
    const { submissionId } = await send({ mailTo: ['a@two.test'] })
    await recipientsIn(client, submissionId, 'relayed')
    expect(sink.mails).toHaveLength(1)
    expect(dns.queries).toContain('A first.two.test')
  })

  it.each([
    ['null-mx.test', { MX: [{ exchange: '', priority: 0 }] }, 'no-mail-there'],
    ['nowhere.test', undefined, 'no-domain'],
    ['self.test', { MX: [{ exchange: 'mail.example.test', priority: 1 }] }, 'loop'],
  ])('COMPOSE-05 bounces at once what can never arrive: %s', async (domain, zone, reason) => {
    if (zone) dns.zones[domain] = zone
    const { client, send } = shared
    const { submissionId } = await send({ mailTo: [`a@${domain}`] })
    const { recipients } = await recipientsIn(client, submissionId, 'bounced')
    expect(recipients[0]?.reason).toMatch(new RegExp(`^${reason}`))
  })

  it('COMPOSE-05 sends to the domain itself when it has no MX, and waits when DNS does not answer', async () => {
    const sink = await sinkWith()
    dns.zones['plain.test'] = { A: ['127.0.0.1'] }
    const { client, send } = await rig(sink.port)
    const direct = await send({ mailTo: ['a@plain.test'] })
    await recipientsIn(client, direct.submissionId, 'relayed')
    dns.silent = true
    const unknown = await send({ mailTo: ['a@silent.test'] })
    const { recipients } = await recipientsIn(client, unknown.submissionId, 'deferred')
    expect(recipients[0]?.reason).toMatch(/^dns /)
  })

  it('T24 an MX on a private address gets nothing unless the option names it', async () => {
    dns.zones['inside.test'] = { MX: [{ exchange: 'mx.inside.test', priority: 10 }] }
    dns.zones['mx.inside.test'] = {
      A: ['127.0.0.1', '10.0.0.1'],
      AAAA: ['::1', '::ffff:127.0.0.1'],
    }
    const before = sink.connections
    const environment = { HONGYAN_PRIVATE_MAIL_HOSTS: '192.0.2.0/24' }
    const { client, send } = await rig(sink.port, { environment })
    const sent = await send({ mailTo: ['a@inside.test'] })
    const { recipients } = await recipientsIn(client, sent.submissionId, 'bounced')
    expect(recipients[0]?.reason).toBe('private-host inside.test')
    expect(sink.connections).toBe(before)
  })

  it('COMPOSE-05 gives everything to a relay in one conversation, with its login', async () => {
    const sink = await sinkWith({ login: { user: 'hongyan', password: 'secret' } })
    const relay = {
      HONGYAN_RELAY_HOST: '127.0.0.1',
      HONGYAN_RELAY_PORT: String(sink.port),
      HONGYAN_RELAY_TLS: 'opportunistic',
      HONGYAN_RELAY_USER: 'hongyan',
    }
    const right = await rig(1, { environment: { ...relay, HONGYAN_RELAY_PASSWORD: 'secret' } })
    const sent = await right.send({ mailTo: ['a@one.test', 'b@two.test'] })
    await recipientsIn(right.client, sent.submissionId, 'relayed')
    expect(sink.mails).toMatchObject([
      { user: 'hongyan', secured: true, recipients: ['a@one.test', 'b@two.test'] },
    ])
    // hardening-mail 3: what the server can is what its EHLO says, not its reply to AUTH.
    const far = await right.send({ mailTo: ['用户@例子.test'] })
    await recipientsIn(right.client, far.submissionId, 'relayed')
    expect(sink.mails[1]?.parameters).toHaveProperty('SMTPUTF8')
    const wrong = await rig(1, { environment: { ...relay, HONGYAN_RELAY_PASSWORD: 'wrong' } })
    const late = await wrong.send()
    const { recipients } = await recipientsIn(wrong.client, late.submissionId, 'deferred')
    expect(recipients[0]?.reason).toMatch(/^relay-login /)
  })

  it('T25 requires a verified certificate of a relay with starttls', async () => {
    const sink = await sinkWith()
    const environment = { HONGYAN_RELAY_HOST: '127.0.0.1', HONGYAN_RELAY_PORT: String(sink.port) }
    const { client, send } = await rig(1, { environment })
    const { submissionId } = await send()
    const { recipients } = await recipientsIn(client, submissionId, 'deferred')
    // hardening-mail 11: said as what it is, not as a server that is away.
    expect(recipients[0]?.reason).toMatch(/^certificate /)
    expect(sink.mails).toHaveLength(0)
  })
})

describe('the conversation', () => {
  it('COMPOSE-05 goes on in plain when STARTTLS is not offered or fails', async () => {
    const plain = await sinkWith({ without: ['STARTTLS', 'PIPELINING'] })
    const first = await rig(plain.port)
    await recipientsIn(first.client, (await first.send()).submissionId, 'relayed')
    expect(plain.mails[0]?.secured).toBe(false)
    const broken = await brokenTlsPeer()
    open.push(broken)
    const second = await rig(broken.port)
    await recipientsIn(second.client, (await second.send()).submissionId, 'relayed')
    expect(broken.handshakes).toBe(1)
  })

  it('COMPOSE-05 uses SMTPUTF8 for addresses that need it, and says so when the peer lacks it', async () => {
    const sink = await sinkWith()
    dns.zones['xn--fsqu00a.test'] = { A: ['127.0.0.1'] }
    const { client, send } = await rig(sink.port)
    const sent = await send({ mailTo: ['用户@例子.test'] })
    await recipientsIn(client, sent.submissionId, 'relayed')
    expect(sink.mails[0]?.parameters).toHaveProperty('SMTPUTF8')
    expect(sink.mails[0]?.recipients).toEqual(['用户@例子.test'])
    const ascii = await send({ mailTo: ['user@例子.test'] })
    await recipientsIn(client, ascii.submissionId, 'relayed')
    expect(sink.mails[1]?.parameters).not.toHaveProperty('SMTPUTF8')
    expect(sink.mails[1]?.raw.toString()).toContain('To: user@xn--fsqu00a.test')

    const old = await sinkWith({ without: ['SMTPUTF8'] })
    const other = await rig(old.port)
    const refused = await other.send({ mailTo: ['用户@例子.test'] })
    const { recipients } = await recipientsIn(other.client, refused.submissionId, 'bounced')
    expect(recipients[0]?.reason).toBe('no-smtputf8')
    const report = await eventually(
      () => listFolder(other.client, 'inbox'),
      (page) => page.list.length === 1,
    )
    expect(report.list[0]?.preview).toContain('未能送达')
  })

  it('COMPOSE-05 bounces a mail above the size that the peer announces', async () => {
    const sink = await sinkWith({ maxSize: 1_000 })
    const { client, send } = await rig(sink.port)
    const { submissionId } = await send({ html: 'x'.repeat(5_000) })
    const { recipients } = await recipientsIn(client, submissionId, 'bounced')
    expect(recipients[0]?.reason).toMatch(/^too-big/)
  })
})

describe('hardening-mail 8', () => {
  const many = Array.from({ length: 300 }, (_, at) => `r${at}@other.test`)

  it.each([
    [100, 3],
    [70, 6],
  ])(
    'COMPOSE-05 three hundred recipients at a server that takes %i are %i conversations at most',
    async (takes, most) => {
      const sink = await sinkWith({ maxRecipients: takes })
      const { client, send } = await rig(sink.port)
      const { submissionId } = await send({ mailTo: many })
      await recipientsIn(client, submissionId, 'relayed')
      expect(sink.mails.flatMap((mail) => mail.recipients).sort()).toEqual([...many].sort())
      expect(sink.connections).toBeLessThanOrEqual(most)
    },
  )

  it('COMPOSE-05 recipients that were put off together are tried again together', async () => {
    const { client, send, server } = shared
    const some = many.slice(0, 40)
    sink.behaviour.recipients = Object.fromEntries(some.map((one) => [one, '451 4.7.1 Greylisted']))
    const { submissionId } = await send({ mailTo: some })
    await recipientsIn(client, submissionId, 'deferred')
    const [row] = await server.app.database.query(sql<{ times: number }>`
      SELECT count(DISTINCT next_attempt_at) AS times FROM submission_recipients WHERE submission_id = ${submissionId}`)
    expect(row?.times).toBe(1)
    sink.behaviour.recipients = {}
    clock.advance(70_000)
    await recipientsIn(client, submissionId, 'relayed')
    expect(sink.mails.map((mail) => mail.recipients.length)).toEqual([40])
  })

  it('P15 after a cut behind the final dot no other server gets the mail, and the same one is asked first', async () => {
    const cut = await cutBehindTheDot()
    open.push(cut)
    dns.zones['two.test'] = {
      MX: [
        { exchange: 'first.two.test', priority: 10 },
        { exchange: 'cut.two.test', priority: 20 },
        { exchange: 'third.two.test', priority: 30 },
      ],
    }
    dns.zones['first.two.test'] = { A: ['127.0.0.3'] }
    dns.zones['cut.two.test'] = { A: ['127.0.0.1'] }
    dns.zones['third.two.test'] = { A: ['127.0.0.2'] }
    const third = await sinkWith({ host: '127.0.0.2', port: cut.port })
    const { client, send } = await rig(cut.port)
    const { submissionId } = await send({ mailTo: ['a@two.test'] })
    const { recipients } = await recipientsIn(client, submissionId, 'deferred')
    expect(recipients[0]?.reason).toMatch(/^unanswered /)
    // The one that comes first by preference is back; who may have the mail is asked before it.
    const first = await sinkWith({ host: '127.0.0.3', port: cut.port })
    clock.advance(70_000)
    await eventually(
      () => Promise.resolve(cut.mails),
      (count) => count === 2,
    )
    expect([first.mails.length, third.mails.length]).toEqual([0, 0])
  })
})

describe('once', () => {
  it('P15 two processes on one database send each mail once', async () => {
    const first = shared
    const second = await rig(sink.port, { beside: first.server })
    const sent = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        (index % 2 ? first : second).send({
          mailSubject: `n${index}`,
          mailTo: [`p${index}@other.test`],
        }),
      ),
    )
    for (const one of sent) await recipientsIn(first.client, one.submissionId, 'relayed')
    expect(sink.mails.map((mail) => mail.recipients[0]).sort()).toEqual(
      Array.from({ length: 60 }, (_, index) => `p${index}@other.test`).sort(),
    )
  })

  it('P15 takes over what a process left when it died between claiming and sending, once its lease is out', async () => {
    const sink = await sinkWith()
    const { server, client, send } = await rig(sink.port)
    const { database, outbox, directory } = server.app
    await outbox.stop()
    await server.addPerson({ address: 'li@example.test' })
    const { submissionId } = await send({ mailTo: ['peer@other.test', 'li@example.test'] })
    // What claiming writes; then the process is gone.
    await database.run(sql`UPDATE submissions SET state = 'queued' WHERE id = ${submissionId}`)
    await database.run(sql`
      UPDATE submission_recipients SET lease = 'dead', lease_until = now() + interval '1 hour'
      WHERE submission_id = ${submissionId}`)
    const next = await rig(sink.port, { beside: server })
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(sink.mails).toHaveLength(0)
    await database.run(
      sql`UPDATE submission_recipients SET lease_until = now() - interval '1 second'`,
    )
    next.server.app.outbox.wake()
    await recipientsIn(client, submissionId, 'relayed', 'delivered')
    expect(sink.mails).toHaveLength(1)
    const li = await directory.findRecipient('li@example.test')
    expect(li).not.toBeNull()
  })

  it('P15 stores nothing twice when a process died after delivering to a colleague', async () => {
    const { server, client, send } = await rig(sink.port)
    const { outbox, database, mailstore, directory, blobs } = server.app
    await outbox.stop()
    await server.addPerson({ address: 'li@example.test' })
    const { submissionId } = await send({ mailTo: ['li@example.test'] })
    const li = await signIn(server, 'li@example.test')
    const [row] = await database.query(
      sql<SubmissionRow>`SELECT id, blob FROM submissions WHERE id = ${submissionId}`,
    )
    if (!row) throw new Error('no submission')
    const recipients = [{ address: 'li@example.test' } as RecipientRow]
    const raw = await blobs.get(row.blob)
    await deliverLocally(
      { mailstore, directory, clock, hooks: [], log: createLog('silent') },
      { submission: row, recipients, raw },
    )
    // The outcome was not recorded: another process does it all again.
    await rig(sink.port, { beside: server })
    await recipientsIn(client, submissionId, 'delivered')
    expect((await listFolder(li, 'inbox')).list).toHaveLength(1)
  })

  it('COMPOSE-05 a bounce that cannot be delivered causes no other bounce', async () => {
    const { server } = shared
    sink.behaviour.recipients = { stranger: '550 5.1.1 Gone' }
    await server.app.outbox.bounce({
      envelopeFrom: 'stranger@other.test',
      recipients: [{ address: 'wei@example.test', reason: { code: 'mailbox-full', words: '' } }],
      original: Buffer.from('Subject: x\r\nMessage-ID: <a@other.test>\r\n\r\nbody\r\n'),
      subject: 'x',
      arrived: clock.now(),
    })
    const states = () =>
      server.app.database.query(
        sql<{ state: string; kind: string }>`
          SELECT state, kind FROM submissions WHERE kind = 'bounce'`,
      )
    const rows = await eventually(states, (all) => all.every((one) => one.state === 'failed'))
    expect(rows).toEqual([{ state: 'failed', kind: 'bounce' }])
  })

  it('COMPOSE-05 sends a bounce to another server from nobody, signed, in the thread', async () => {
    const { server } = shared
    await server.app.outbox.bounce({
      envelopeFrom: 'stranger@other.test',
      recipients: [
        {
          address: '用户@example.test',
          reason: { code: 'no-such-user', words: '550 5.1.1 no\r\nX: y' },
        },
      ],
      original: Buffer.from('Subject: x\r\nMessage-ID: <a@other.test>\r\n\r\nbody\r\n'),
      subject: 'x\r\nBcc: evil@other.test',
      arrived: clock.now(),
    })
    const [mail] = await sink.received(1)
    expect(mail).toMatchObject({ from: '', recipients: ['stranger@other.test'] })
    const parsed = await PostalMime.parse(mail?.raw ?? '')
    expect(parsed.headers.map((one) => one.key)).toEqual(
      expect.arrayContaining(['dkim-signature', 'auto-submitted']),
    )
    expect(parsed.bcc).toBeUndefined()
    expect(parsed.inReplyTo).toBe('<a@other.test>')
    const status = parsed.attachments.find((one) => one.mimeType === 'message/delivery-status')
    const content = Buffer.from((status?.content ?? '') as ArrayBuffer).toString()
    expect(content).toContain('Final-Recipient: utf-8; \\x{7528}\\x{6237}@example.test')
    expect(content).not.toMatch(/^X:/m)
  })
})

/** Speaks SMTP, offers STARTTLS, and answers the handshake with nonsense. */
/** Takes a whole mail and closes the connection without an answer. */
async function cutBehindTheDot() {
  const peer = { port: 0, mails: 0, stop: async (): Promise<void> => undefined }
  const server: Server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.write('220 cut.test\r\n')
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      if (text.endsWith('\r\n.\r\n')) {
        peer.mails++
        socket.destroy()
      } else if (/^DATA\r\n$/m.test(text)) socket.write('354 go on\r\n')
      else socket.write('250 2.0.0 ok\r\n')
      if (/^DATA\r\n$/m.test(text)) text = ''
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  peer.port = (server.address() as AddressInfo).port
  peer.stop = () => new Promise((resolve) => server.close(() => resolve()))
  return peer
}

async function brokenTlsPeer() {
  const peer = { port: 0, handshakes: 0, stop: async (): Promise<void> => undefined }
  const answers: [RegExp, string][] = [
    [/^EHLO/, '250-broken.test\r\n250 STARTTLS'],
    [/^STARTTLS/, '220 go'],
    [/^DATA/, '354 go on'],
    [/^(MAIL|RCPT|QUIT)|^\.$/, '250 2.0.0 ok'],
  ]
  const server: Server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.write('220 broken.test\r\n')
    socket.on('data', (chunk) => {
      for (const line of chunk.toString('latin1').split('\r\n')) {
        // The first byte of a TLS record is 22.
        const isTls = line.charCodeAt(0) === 22
        if (isTls) peer.handshakes++
        const reply = isTls ? 'nonsense' : answers.find(([command]) => command.test(line))?.[1]
        if (reply) socket.write(`${reply}\r\n`)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  peer.port = (server.address() as AddressInfo).port
  peer.stop = () => new Promise((resolve) => server.close(() => resolve()))
  return peer
}
