import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { folders } from '@hongyan/contract/folders'
import { messages } from '@hongyan/contract/messages'
import { type Migration, migrations, type SourceServer } from '@hongyan/contract/migration'
import { ImapFlow, type ImapFlowOptions } from 'imapflow'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTurnsOfTheLoop } from '../features/migration/sources/paced-lines.ts'
import { json, sql } from '../platform/db/sql.ts'
import { createSelfSigned } from '../protocols/shared/self-signed.ts'
import { startDnsServer, type TestDnsServer } from './dns-server.ts'
import { newMailbox, type TestMailbox } from './mailbox.ts'
import { type Script, type ScriptedMessage, startScriptedSource } from './scripted-source.ts'
import { startTestServer, type TestServer } from './start-test-server.ts'

const host = 'mail.example.test'
let server: TestServer
let beside: TestServer
let dns: TestDnsServer
let certificates: string
let [keyFile, certFile] = ['', '']

beforeAll(async () => {
  certificates = await mkdtemp(join(tmpdir(), 'hongyan-test-hostile-'))
  const { key, cert } = await createSelfSigned(host, new Date())
  keyFile = join(certificates, 'key.pem')
  certFile = join(certificates, 'cert.pem')
  await Promise.all([writeFile(keyFile, key), writeFile(certFile, cert)])
  dns = await startDnsServer({ [host]: { A: ['127.0.0.1'] } })
  const environment = { HONGYAN_DNS: dns.address, HONGYAN_MIGRATION_CA: certFile }
  server = await startTestServer({ environment })
  beside = await startTestServer({ environment, beside: server })
})

afterAll(async () => {
  await beside.stop()
  await server.stop()
  await dns.stop()
  await rm(certificates, { recursive: true, force: true })
})

const sourceOf = (script: Script) => startScriptedSource(keyFile, certFile, script)

const given = (port: number, over: Partial<SourceServer> = {}) => ({
  address: 'old@elsewhere.test',
  userName: '',
  password: 'secret-of-old',
  server: { protocol: 'imap', host, port, security: 'tls', ...over } satisfies SourceServer,
})

const mail = (uid: number, over: Partial<ScriptedMessage> = {}): ScriptedMessage => ({
  uid,
  raw: `From: Old <old@elsewhere.test>\r\nSubject: m-${uid}\r\nMessage-ID: <${uid}@elsewhere.test>\r\nDate: Thu, 01 Jan 2015 00:00:00 +0000\r\n\r\ntext of ${uid}\r\n`,
  ...over,
})

async function newest({ client }: TestMailbox): Promise<Migration> {
  const [found] = (await client.get(migrations.list, { query: {} })).list
  if (!found) throw new Error('there is no migration')
  return found
}

async function ended(box: TestMailbox): Promise<Migration> {
  for (;;) {
    const found = await newest(box)
    if (found.status !== 'dispatching' && found.status !== 'inProgress') return found
    await new Promise((go) => setTimeout(go, 50))
  }
}

it('issue 14: two processes never fetch for one migration at once, whoever is told to', async () => {
  const messages = Array.from({ length: 60 }, (_, at) => mail(at + 1))
  const source = await sourceOf({ folders: [{ path: 'INBOX', messages }], slow: 15 })
  const target = await newMailbox(server)
  const body = { ...given(source.port), range: 'all' as const }
  const { migrationId: jobId } = await target.client.get(migrations.save, { body })
  const database = server.app.database
  const [row] = await database.query(
    sql<{
      accountId: number
    }>`SELECT account_id AS "accountId" FROM mail_migrations WHERE id = ${jobId}`,
  )
  const payload = { accountId: row?.accountId, jobId }
  for (let times = 0; times < 12; times++)
    await database.query(
      sql<{
        id: string
      }>`SELECT id FROM graphile_worker.add_job('migrate-mail', ${json(payload)}::json)`,
    )
  expect(await ended(target)).toMatchObject({ status: 'completed', imported: 60, skipped: 0 })
  expect(source.counts.mostLines).toBe(1)
  expect((await target.counts(target.inbox)).total).toBe(60)
  source.stop()
})

it('issue 14: a refusal that will pass is no wrong password, and neither is a line that is cut within the sign-in', async () => {
  const { client } = await newMailbox(server)
  const tried = async (answer: string) => {
    const source = await sourceOf({ folders: [], logins: [answer] })
    const { error } = await client.call(migrations.preview, { body: given(source.port) })
    source.stop()
    return error
  }
  expect(await tried('NO [AUTHENTICATIONFAILED] no')).toBe('migration.login')
  expect(await tried('NO wrong')).toBe('migration.login')
  for (const answer of [
    'NO [UNAVAILABLE] the directory is down',
    'NO [INUSE] somebody else is in',
    'NO [LIMIT] enough of you',
    'NO [ALERT] Too many simultaneous connections',
    'cut',
  ])
    expect(await tried(answer), answer).toBe('migration.unreachable')
})

it('MIGRATION-05 issue 14: what cuts the line, lies about its size or does not open stands in the result file, and the rest comes', {
  timeout: 120_000,
}, async () => {
  const large = mail(3, { raw: `${mail(3).raw}${'x'.repeat(200_000)}`, size: 10 })
  const source = await sourceOf({
    folders: [
      { path: 'INBOX', messages: [mail(1), mail(2, { cuts: true }), large, mail(4)] },
      { path: 'Broken', messages: [mail(10)], refusal: 'NO [NOPERM] not for you' },
      { path: 'Sparse', messages: [mail(20), mail(4_000_000_000)], saysUidNext: false },
    ],
    // The second one in a row has to wait.
    logins: ['OK', 'NO [UNAVAILABLE] soon', 'OK'],
  })
  const target = await newMailbox(server)
  const body = { ...given(source.port), range: 'all' as const }
  const { migrationId } = await target.client.get(migrations.save, { body })
  expect(await ended(target)).toMatchObject({
    status: 'completed',
    imported: 4,
    skipped: 0,
    failed: 3,
  })
  expect(source.counts.asked).toBeLessThan(60)
  const rows = async (language: 'zh' | 'en') => {
    const authorization = `Bearer ${target.client.tokens?.accessToken}`
    const path = `/api/${migrations.file.path}?migrationId=${migrationId}&language=${language}`
    const answer = await fetch(new URL(path, server.url), {
      headers: { Authorization: authorization },
    })
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const file = Buffer.from(await answer.arrayBuffer())
    return file.toString('utf8').replace('\ufeff', '').trimEnd().split('\r\n')
  }
  const [head, ...lines] = await rows('en')
  expect(head).toBe('"Folder","Number","Sender and subject","Size (bytes)","Time (UTC)","Reason"')
  expect(lines.map((line) => line.split('","').map((cell) => cell.replaceAll('"', '')))).toEqual(
    expect.arrayContaining([
      [
        'INBOX',
        '2',
        '',
        expect.any(String),
        // As spreadsheets read it.
        expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
        expect.stringContaining('connection broke'),
      ],
      ['INBOX', '3', '', '10', expect.any(String), 'Message cannot be read'],
      ['Broken', '', '', '', '', expect.stringContaining('folder could not be opened')],
    ]),
  )
  expect(lines).toHaveLength(3)
  expect((await rows('zh'))[0]).toBe(
    '"文件夹","编号","发件人与主题","大小（字节）","时间（UTC）","原因"',
  )
  // The next one brings nothing twice, and says how many were here.
  await target.client.get(migrations.save, { body })
  expect(await ended(target)).toMatchObject({ imported: 0, skipped: 4, failed: 3 })
  source.stop()
})

it('issue 14: small messages are asked for together, and one by one where that is refused', async () => {
  const messages = Array.from({ length: 120 }, (_, at) => mail(at + 1))
  for (const [mostAtOnce, asked] of [
    [100, 12],
    [1, 140],
  ] as const) {
    const source = await sourceOf({ folders: [{ path: 'INBOX', messages }], mostAtOnce })
    const target = await newMailbox(server)
    await target.client.get(migrations.save, {
      body: { ...given(source.port), range: 'all' as const },
    })
    const done = { status: 'completed', imported: 120, skipped: 0, failed: 0 }
    expect(await ended(target)).toMatchObject(done)
    expect(source.counts.asked).toBeLessThan(asked)
    source.stop()
  }
})

it('T24 issue 14: a source that lists folders without end is hung up on', async () => {
  const folder = `* LIST () "/" "${'x'.repeat(1_000)}`
  const source = await sourceOf({
    folders: [],
    flood: (socket) => {
      let at = 0
      const more = (): void => {
        while (socket.writable && at < 1_000_000)
          if (!socket.write(`${folder}${at++}"\r\n`)) return void socket.once('drain', more)
      }
      more()
    },
  })
  const { client } = await newMailbox(server)
  const { error } = await client.call(migrations.preview, { body: given(source.port) })
  expect(error).toBe('migration.unreachable')
  source.stop()
})

it('T24 issue 14: who asks a server that says nothing, again and again, keeps nobody from reading mail', async () => {
  const source = await sourceOf({ folders: [], silent: true })
  const { client, put } = await newMailbox(server)
  const [mailId = 0] = await put('inbox', { subject: 'here' })
  let answered = 0
  const looks = Array.from({ length: 16 }, async () => {
    const { error } = await client.call(migrations.preview, { body: given(source.port) })
    answered++
    return error
  })
  await expect.poll(() => source.counts.lines).toBeGreaterThan(0)
  await client.get(messages.detail, { query: { mailId } })
  expect(answered).toBe(0)
  source.stop()
  expect(new Set(await Promise.all(looks))).toEqual(new Set(['migration.unreachable']))
})

it('issue 14: a folder with a password is neither a target nor looked at', async () => {
  const source = await sourceOf({ folders: [{ path: 'Private', messages: [mail(1)] }] })
  const target = await newMailbox(server)
  await target.client.get(folders.save, { body: { folderName: 'Private' } })
  const { customList } = await target.client.get(folders.list, { query: {} })
  const folderId = customList.find(({ folderName }) => folderName === 'Private')?.folderId ?? 0
  await target.client.get(folders.setPassword, {
    body: { folderId, password: 'Locked-Away-1' },
  })
  await target.client.get(migrations.save, {
    body: { ...given(source.port), range: 'all' as const },
  })
  expect(await ended(target)).toMatchObject({ status: 'completed', imported: 1 })
  expect(await target.subjects(target.folderId('archive'))).toEqual(['m-1'])
  source.stop()
})

/** A line to a source with one empty folder, which floods it when it is asked for its folders, in turns of the loop. */
async function floodedLine(said: string, logger: ImapFlowOptions['logger'] = false) {
  const flood = (socket: Socket): void => void socket.write(said)
  const source = await sourceOf({ folders: [{ path: 'INBOX', messages: [] }], flood })
  const client = new ImapFlow({
    ...{ host: '127.0.0.1', port: source.port, secure: true, logger, disableAutoIdle: true },
    ...{ auth: { user: 'old', pass: 'secret' }, tls: { rejectUnauthorized: false } },
  })
  return {
    client,
    /** The most that `counted` saw in one turn of the loop. */
    mostInTurn: async (counted: { now: number; most: number }): Promise<number> => {
      inTurnsOfTheLoop(client)
      await client.connect()
      let isOver = false
      const turn = (): void => {
        counted.now = 0
        if (!isOver) setImmediate(turn)
      }
      turn()
      await client.list()
      isOver = true
      client.close()
      source.stop()
      return counted.most
    },
  }
}

const counter = () => {
  const counted = { now: 0, most: 0, all: 0 }
  const count = (much: number): void => {
    counted.all += much
    counted.now += much
    counted.most = Math.max(counted.most, counted.now)
  }
  return { counted, count }
}

it('issue 12: lines by the thousand that a source sends at once are gone through in many turns of the loop', async () => {
  const { counted, count } = counter()
  const heard = ({ src }: { src?: string }): void => {
    if (src === 's') count(1)
  }
  const none = (): void => undefined
  const logger = { trace: heard, debug: heard, info: none, warn: none, error: none }
  const { mostInTurn } = await floodedLine('* OK still here\r\n'.repeat(4_000), logger)
  expect(await mostInTurn(counted)).toBeLessThan(100)
  expect(counted.all).toBeGreaterThan(4_000)
})

it('issue 12: empty lines by the thousand are looked through in many turns of the loop', async () => {
  const { counted, count } = counter()
  const { client, mostInTurn } = await floodedLine('\n'.repeat(60_000))
  const { streamer } = client as unknown as {
    streamer: { processChunkSegment(chunk: Buffer, from: number): Promise<number | null> }
  }
  const scan = streamer.processChunkSegment
  streamer.processChunkSegment = (chunk, from) => {
    count(chunk.length - from)
    return scan.call(streamer, chunk, from)
  }
  expect(await mostInTurn(counted)).toBeLessThanOrEqual(32 * 1024)
  expect(counted.all).toBeGreaterThan(60_000)
})
