import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { compose } from '@hongyan/contract/compose'
import { settings } from '@hongyan/contract/settings'
import { startFauxqs } from 'fauxqs'
import pg from 'pg'
import { afterEach, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { type Api, connectApi } from './api.ts'
import {
  databaseUrlOf,
  domain,
  endPostgres,
  makePeople,
  type Product,
  password,
  startProduct,
} from './product.ts'
import { connectSender } from './smtp-sender.ts'
import { type Sink, startSink } from './smtp-sink.ts'

const address = `a@${domain}`
const ends: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

interface Pair {
  /** Started the built-in database. */
  first: Product
  /** Uses the database of the first. */
  second: Product
  databaseUrl: string
  sink: Sink
}

async function startPair(environment: Record<string, string> = {}): Promise<Pair> {
  const folder = await mkdtemp(join(tmpdir(), 'hongyan-two-'))
  ends.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const sink = await startSink(60)
  ends.push(sink.stop)
  const common = {
    HONGYAN_RELAY_HOST: '127.0.0.1',
    HONGYAN_RELAY_PORT: String(sink.port),
    HONGYAN_RELAY_TLS: 'none',
    ...environment,
  }
  const named = (name: string) => ({ ...common, HONGYAN_HOSTNAME: `${name}.example.test` })
  const first = await startProduct({ folder, environment: named('first') })
  ends.push(async () => {
    await first.end('SIGTERM')
    endPostgres(folder)
    await delay(300)
  })
  await makePeople({ folder, environment: common }, ['a'])
  const databaseUrl = databaseUrlOf(folder)
  const second = await startProduct({
    folder,
    environment: { ...named('second'), DATABASE_URL: databaseUrl },
  })
  ends.push(() => second.end('SIGTERM'))
  return { first, second, databaseUrl, sink }
}

async function signIn(product: Product): Promise<Api> {
  const api = connectApi(product.httpPort)
  await api.logIn(address, password)
  return api
}

async function nextPush(product: Product, token: string, subject: string) {
  const url = `ws://127.0.0.1:${product.httpPort}/api/mail/message/${address}`
  const socket = new WebSocket(url, ['hongyan.v1', `bearer.${token}`])
  const arrived = new Promise<{ mailSubject?: string }>((resolve) => {
    socket.on('message', (data) => {
      const message = JSON.parse(String(data))
      if (message.mailSubject === subject) resolve(message)
    })
  })
  await once(socket, 'open')
  const greeted = once(socket, 'message')
  socket.send(JSON.stringify({ since: null }))
  await greeted
  return { arrived, close: () => socket.close() }
}

async function expectPushAcross(from: Product, to: Product, subject: string): Promise<void> {
  const { token } = await signIn(to)
  const push = await nextPush(to, token, subject)
  const sender = await connectSender(from.smtpPort)
  const raw = Buffer.from(`From: x@other.test\r\nSubject: ${subject}\r\n\r\n${subject}\r\n`)
  const answer = await sender.send({ sender: 'x@other.test', recipients: [address], raw })
  expect(answer).toMatch(/^250/)
  expect(await push.arrived).toMatchObject({ mailSubject: subject })
  push.close()
  sender.close()
}

/** Sends through one process; when that dies, once more with the same key through the other. */
async function submit(apis: readonly Api[], subject: string): Promise<void> {
  const body = {
    mailTo: ['peer@other.test'],
    mailCc: [],
    mailBcc: [],
    mailSubject: subject,
    html: `<p>${subject}</p>`,
    quotedHtml: '',
    fileIds: [],
    sendKey: randomUUID(),
  }
  for (const api of apis) {
    const answer = await api.call(compose.send, body).catch(() => null)
    if (answer?.status === 200) return
  }
  throw new Error(`${subject} was not accepted`)
}

/** 100 mails, half of them through each, four at a time. */
async function submitHundred({ first, second }: Pair): Promise<void> {
  const apis = [await signIn(first), await signIn(second)]
  for (const api of apis) {
    await api.call(settings.changeSetting, { key: 'undoSendSeconds', value: 0 })
  }
  const numbers = Array.from({ length: 100 }, (_, index) => index)
  const work = async () => {
    for (let n = numbers.shift(); n !== undefined; n = numbers.shift()) {
      await submit(n % 2 === 0 ? apis : [...apis].reverse(), `out ${n}`)
    }
  }
  await Promise.all([work(), work(), work(), work()])
}

async function rowsOf<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<Row>(text)
  await client.end()
  return rows
}

/** Subjects whose leaving is on record. */
const recorded = async (url: string): Promise<Set<string>> => {
  const rows = await rowsOf<{ subject: string }>(
    url,
    `SELECT m.subject FROM submission_recipients r JOIN submissions s ON s.id = r.submission_id
     JOIN messages m ON m.account_id = s.account_id AND m.id = s.message_id WHERE r.state = 'relayed'`,
  )
  return new Set(rows.map((row) => row.subject))
}

async function untilAllLeft({ databaseUrl }: Pair): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    if ((await recorded(databaseUrl)).size === 100) return
    await delay(100)
  }
  throw new Error('not all mails left')
}

const timesOf = (sink: Sink): Map<string, number> =>
  new Map(
    [...Map.groupBy(sink.sunk, (one) => one.subject)].map(([subject, all]) => [
      subject,
      all.length,
    ]),
  )

const openLeases = async (url: string): Promise<string> => {
  const rows = await rowsOf<{ lease: string }>(
    url,
    `SELECT coalesce(lease, 'none') AS lease FROM submission_recipients
     WHERE state IN ('queued', 'deferred') ORDER BY submission_id`,
  )
  return rows.map((row) => row.lease).join(' ')
}

/** They run out after two minutes; here they do once the living process has nothing left to do. */
async function endLeasesOfTheDead(url: string): Promise<void> {
  for (let before = 'unknown'; ; ) {
    const now = await openLeases(url)
    if (now === before && !now.split(' ').includes('none')) break
    before = now
    // On a machine with other work the living one may need seconds for one mail: what it still sends is its own.
    await delay(4_000)
  }
  await rowsOf(
    url,
    `UPDATE submission_recipients SET next_attempt_at = now(), lease = NULL, lease_until = NULL
     WHERE state IN ('queued', 'deferred')`,
  )
}

interface Killing {
  pair: Pair
  killed: Product
  hello: string
}

/** Kills one of the two while mails leave, and checks what the sink got. @returns the mails that left twice */
async function expectOnceDespiteKill({ pair, killed, hello }: Killing): Promise<number> {
  const { sink, databaseUrl } = pair
  const submitting = submitHundred(pair)
  while (sink.sunk.length < 25) await delay(5)
  await killed.end('SIGKILL')
  const onRecord = await recorded(databaseUrl)
  await submitting
  await endLeasesOfTheDead(databaseUrl)
  await untilAllLeft(pair)
  const times = timesOf(sink)
  expect(times.size).toBe(100)
  const twice = [...times].filter(([, count]) => count > 1).map(([subject]) => subject)
  for (const subject of twice) {
    // Only what the sink had taken from the dead process, and that one could not write down any more.
    expect(onRecord.has(subject)).toBe(false)
    expect(sink.sunk.find((one) => one.subject === subject)?.hello).toBe(hello)
    expect(times.get(subject)).toBe(2)
  }
  return twice.length
}

it('PUSH-08 two processes on one database and one folder: mail is pushed across, 100 mails leave once each', {
  timeout: 120_000,
}, async () => {
  const pair = await startPair()
  await expectPushAcross(pair.first, pair.second, 'across')
  await expectPushAcross(pair.second, pair.first, 'and back')
  await submitHundred(pair)
  await untilAllLeft(pair)
  const times = timesOf(pair.sink)
  expect(times.size).toBe(100)
  expect([...times.values()].every((count) => count === 1)).toBe(true)
  expect(new Set(pair.sink.sunk.map((one) => one.hello)).size).toBe(2)
})

it('P1 a process killed in the middle loses no outgoing mail; twice leaves only what it could not write down', {
  timeout: 120_000,
}, async () => {
  const pair = await startPair()
  const twice = await expectOnceDespiteKill({
    pair,
    killed: pair.second,
    hello: 'second.example.test',
  })
  process.stdout.write(`mails that left twice after the kill: ${twice} of 100\n`)
})

it('P1 PUSH-08 the same on an S3 store, with the process killed that started the database', {
  timeout: 120_000,
}, async () => {
  const store = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false })
  ends.push(() => store.stop())
  const pair = await startPair({
    HONGYAN_S3_ENDPOINT: `http://127.0.0.1:${store.port}`,
    HONGYAN_S3_BUCKET: 'two',
    HONGYAN_S3_KEY: 'key',
    HONGYAN_S3_SECRET: 'secret',
  })
  await expectPushAcross(pair.first, pair.second, 'across')
  const twice = await expectOnceDespiteKill({
    pair,
    killed: pair.first,
    hello: 'first.example.test',
  })
  process.stdout.write(`mails that left twice after the kill: ${twice} of 100\n`)
})

it('§Demo two processes that start together on one empty database make the demo once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hongyan-demo-'))
  ends.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const first = await startProduct({ folder })
  ends.push(async () => {
    await first.end('SIGTERM')
    endPostgres(folder)
    await delay(300)
  })
  const environment = { DATABASE_URL: databaseUrlOf(folder), HONGYAN_DEMO: 'on' }
  const pair = await Promise.all([
    startProduct({ folder, environment }),
    startProduct({ folder, environment }),
  ])
  for (const one of pair) ends.push(() => one.end('SIGTERM'))
  const client = new pg.Client({ connectionString: databaseUrlOf(folder) })
  await client.connect()
  const { rows } = await client.query<{ organisations: number; doubled: number; mails: number }>(`
    SELECT (SELECT count(*)::int FROM organisations) AS organisations,
      (SELECT count(*)::int FROM messages) AS mails,
      (SELECT count(*)::int FROM (SELECT 1 FROM messages WHERE message_id IS NOT NULL
        GROUP BY account_id, message_id HAVING count(*) > 1) d) AS doubled`)
  await client.end()
  expect(rows[0]).toMatchObject({ organisations: 1, doubled: 0 })
  expect(rows[0]?.mails).toBeGreaterThan(250)
})
