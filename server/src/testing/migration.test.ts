import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { folders } from '@hongyan/contract/folders'
import { type Migration, migrations, type SourceServer } from '@hongyan/contract/migration'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApp } from '../app.ts'
import { migrateMailCommand } from '../commands/migrate-mail.ts'
import { createSelfSigned } from '../protocols/shared/self-signed.ts'
import { startDnsServer, type TestDnsServer } from './dns-server.ts'
import { newProgramMailbox, type ProgramMailbox } from './imap-client.ts'
import { newMailbox, type TestMailbox } from './mailbox.ts'
import { openPush } from './push-client.ts'
import { startTestServer, type TestServer } from './start-test-server.ts'

const host = 'mail.example.test'
let server: TestServer
let dns: TestDnsServer
let certificates: string
let source: ProgramMailbox

beforeAll(async () => {
  certificates = await mkdtemp(join(tmpdir(), 'hongyan-test-migration-'))
  const { key, cert } = await createSelfSigned(host, new Date())
  const [keyFile, certFile] = [join(certificates, 'key.pem'), join(certificates, 'cert.pem')]
  await Promise.all([writeFile(keyFile, key), writeFile(certFile, cert)])
  dns = await startDnsServer({
    [host]: { A: ['127.0.0.1'] },
    'inside.test': { A: ['10.1.2.3'] },
    'hosted.test': { MX: [{ exchange: 'mx2.mxhichina.com', priority: 5 }] },
  })
  server = await startTestServer({
    environment: {
      HONGYAN_DNS: dns.address,
      HONGYAN_TLS_KEY: keyFile,
      HONGYAN_TLS_CERT: certFile,
      HONGYAN_MIGRATION_CA: certFile,
    },
  })
  source = await filledSource()
})

afterAll(async () => {
  await server.stop()
  await dns.stop()
  await rm(certificates, { recursive: true, force: true })
})

const text = (id: string, date: string): string =>
  [
    'From: Old <old@elsewhere.test>',
    `Subject: ${id}`,
    `Message-ID: <${id}@elsewhere.test>`,
    `Date: ${date}`,
    '',
    `text of ${id}`,
    '',
  ].join('\r\n')

/** Mail in folders of a mailbox, as a program would leave it there. */
async function filledSource(): Promise<ProgramMailbox> {
  const box = await newProgramMailbox(server)
  const program = await box.program()
  const append = async (
    folder: string,
    { flags, at, id }: { flags: string; at: string; id: string },
  ): Promise<void> => {
    const raw = text(id, 'Thu, 01 Jan 2015 00:00:00 +0000')
    const line = `APPEND ${folder} (${flags}) "${at}" {${raw.length}+}\r\n${raw}`
    expect(await program.ask(line)).toContain('APPENDUID')
  }
  await program.ask('CREATE "Projects/2026"')
  for (let at = 0; at < 150; at++)
    await append('INBOX', {
      flags: at % 2 ? '\\Seen' : '',
      at: '05-Mar-2021 10:00:00 +0000',
      id: `in-${at}`,
    })
  await append('Sent', { flags: '\\Seen', at: '06-Mar-2021 10:00:00 +0000', id: 'sent-1' })
  await append('"Projects/2026"', {
    flags: '\\Flagged \\Answered Important',
    at: '07-Mar-2024 10:00:00 +0000',
    id: 'p-1',
  })
  await program.ask('LOGOUT')
  return box
}

const imap = (): SourceServer => ({
  protocol: 'imap',
  host,
  port: server.app.imapPorts().tlsPort ?? 0,
  security: 'tls',
})

const given = (over: Partial<{ password: string; server: SourceServer }> = {}) => ({
  address: source.address,
  userName: '',
  password: source.code,
  server: imap(),
  ...over,
})

async function ended({ client }: TestMailbox): Promise<Migration> {
  for (;;) {
    const [newest] = (await client.get(migrations.list, { query: {} })).list
    if (newest && newest.status !== 'dispatching' && newest.status !== 'inProgress') return newest
    await new Promise((go) => setTimeout(go, 50))
  }
}

it('MIGRATION-01 MIGRATION-02 MIGRATION-03 MIGRATION-07 MIGRATION-09 mail comes with folders, flags and dates; a second run brings what is new alone', async () => {
  const target = await newMailbox(server)
  const push = await openPush(server, target)
  const begun = await target.client.get(migrations.save, { body: { ...given(), range: 'all' } })
  expect(begun).toMatchObject({
    status: 'dispatching',
    address: source.address,
    range: 'all',
    reason: null,
  })
  const first = await ended(target)
  expect(first).toMatchObject({
    status: 'completed',
    total: 152,
    imported: 152,
    skipped: 0,
    failed: 0,
  })
  // A browser that is open is told of what came.
  while ((await push.next('mailbox')).kind !== 'added');
  push.close()
  expect(await target.counts(target.inbox)).toEqual({ total: 150, unread: 75 })
  const inbox = await target.items(target.inbox)
  expect(new Set(inbox.map(({ mailSubject }) => mailSubject)).size).toBe(100)
  expect(new Date(inbox[0]?.receivedTime ?? '').toISOString()).toBe('2021-03-05T10:00:00.000Z')
  expect(await target.subjects(target.folderId('sent'))).toEqual(['sent-1'])
  const { customList } = await target.client.get(folders.list, { query: {} })
  const own = customList.find(({ folderName }) => folderName === '2026')?.folderId ?? 0
  expect(await target.items(own)).toMatchObject([{ mailSubject: 'p-1', starred: true }])

  const program = await source.program()
  const raw = text('late', 'Thu, 01 Jan 2015 00:00:00 +0000')
  await program.ask(`APPEND INBOX () {${raw.length}+}\r\n${raw}`)
  await program.ask('LOGOUT')
  // No folder is made this time, and nothing else tells of what came.
  const again = await openPush(server, target)
  await target.client.get(migrations.save, { body: { ...given(), range: 'all' } })
  expect(await ended(target)).toMatchObject({ status: 'completed', imported: 1, skipped: 152 })
  while ((await again.next('mailbox')).kind !== 'added');
  again.close()
})

it('MIGRATION-08 MIGRATION-09 a range is asked for, and what is outside of it stays away', async () => {
  const target = await newMailbox(server)
  const none = await target.client.call(migrations.save, { body: given() })
  expect([none.status, none.message]).toEqual([400, '请选择迁移时间范围'])
  const bad = { ...given(), range: 'time' as const, since: '2024-02-01', until: '2024-01-01' }
  expect((await target.client.call(migrations.save, { body: bad })).error).toBe(
    'migration.bad-range',
  )
  const range = { range: 'time' as const, since: '2024-03-01', until: '2024-03-31' }
  await target.client.get(migrations.save, { body: { ...given(), ...range } })
  expect(await ended(target)).toMatchObject({ status: 'completed', imported: 1, range: 'time' })
})

it('MIGRATION-10 MIGRATION-11 a login that is refused says so before anything is kept; the password is told to nobody', async () => {
  const target = await newMailbox(server)
  const wrong = await target.client.call(migrations.save, {
    body: { ...given({ password: 'wrong-wrong-wrong' }), range: 'all' },
  })
  expect([wrong.status, wrong.error]).toEqual([400, 'migration.login'])
  expect((await target.client.get(migrations.list, { query: {} })).list).toEqual([])
  const preview = await target.client.get(migrations.preview, { body: given() })
  expect(preview.folders).toContainEqual({
    name: 'Projects/2026',
    target: 'Projects/2026',
    role: '',
    total: 1,
  })
  const begun = await target.client.get(migrations.save, { body: { ...given(), range: 'all' } })
  const said = JSON.stringify([begun, await target.client.get(migrations.list, { query: {} })])
  expect(said).not.toContain(source.code)
  await ended(target)
})

it('MIGRATION-04 MIGRATION-07 one that was paused goes on where it was, one that was cancelled does not; others may not touch it', async () => {
  const target = await newMailbox(server)
  const { migrationId } = await target.client.get(migrations.save, {
    body: { ...given(), range: 'all' },
  })
  const change = (action: 'pause' | 'resume' | 'cancel') =>
    target.client.call(migrations.update, { body: { migrationId, action } })
  expect((await change('pause')).data).toMatchObject({ status: 'paused' })
  const other = await newMailbox(server)
  const foreign = { body: { migrationId, action: 'cancel' as const } }
  expect((await other.client.call(migrations.update, foreign)).error).toBe('item.not-found')
  expect((await change('pause')).error).toBe('migration.not-now')
  const another = { body: { ...given(), range: 'all' as const } }
  expect((await target.client.call(migrations.save, another)).error).toBe('migration.running')
  expect((await change('resume')).data.status).toMatch(/dispatching|inProgress/)
  expect(await ended(target)).toMatchObject({ status: 'completed', imported: 153 })
  expect((await target.counts(target.inbox)).total).toBe(151)
  expect((await change('cancel')).error).toBe('migration.not-now')
})

it('T24 MIGRATION-09 no address inside the house is asked, and none without a certificate that holds', async () => {
  const { client } = await newMailbox(server)
  const tried = async (over: Partial<SourceServer>) =>
    (await client.call(migrations.preview, { body: given({ server: { ...imap(), ...over } }) }))
      .error
  expect(await tried({ host: 'inside.test', port: 993 })).toBe('migration.closed-address')
  expect(await tried({ host: 'nowhere.test' })).toBe('migration.unreachable')
  expect(await tried({ host: '127.0.0.1' })).toBe('migration.no-tls')
})

it('MIGRATION-06 an address tells its provider and server', async () => {
  const { client } = await newMailbox(server)
  const of = async (address: string) => client.get(migrations.code, { query: { address } })
  expect(await of('a@163.com')).toMatchObject({ code: 'netease', server: { host: 'imap.163.com' } })
  expect(await of('a@hotmail.com')).toMatchObject({ code: 'outlook', needsAppPassword: 1 })
  expect(await of('A@Hosted.test')).toMatchObject({
    code: 'aliyun',
    server: { host: 'imap.qiye.aliyun.com' },
  })
  expect(await of('a@example.org')).toMatchObject({
    code: 'other',
    server: { host: 'imap.example.org' },
  })
  expect(await of('nothing')).toMatchObject({ code: 'other', server: null })
})

it('MIGRATION-09 the inbox comes by POP3 too, its bytes untouched', async () => {
  const target = await newMailbox(server)
  const { tlsPort } = server.app.pop3Ports()
  const pop3: SourceServer = { protocol: 'pop3', host, port: tlsPort ?? 0, security: 'tls' }
  await target.client.get(migrations.save, { body: { ...given({ server: pop3 }), range: 'all' } })
  expect(await ended(target)).toMatchObject({ status: 'completed', imported: 151, failed: 0 })
})

it('issue 14: many migrations begin from a CSV file; each row is told, no password is', async () => {
  const [one, other] = [await newMailbox(server), await newMailbox(server)]
  const { port } = imap()
  const file = join(certificates, 'many.csv')
  const rows = [
    '\ufeff地址,来源,密码,服务器,端口,协议,加密,开始日期,结束日期',
    `${one.address},${source.address},${source.code},${host},${port},imap,tls,2024-03-01,2024-03-31`,
    `${other.address},"${source.address}","not ""the, secret",${host},${port},,,,`,
    `nobody@example.test,${source.address},${source.code},${host},${port},imap,tls,,`,
    `${other.address},${source.address},${source.code},${host},${port},ftp,none,,`,
  ]
  await writeFile(file, rows.join('\r\n'))
  const said: string[] = []
  const print = (line: string) => void said.push(line)
  const words = [file]
  expect(await migrateMailCommand({ words, config: server.config, createApp, print })).toBe(1)
  expect(said.map((line) => line.replace(/^.* from [^:]*: /, ''))).toEqual([
    'begun',
    expect.stringMatching(/./),
    'nobody here has this address',
    'not understood: protocol, security',
    '1 begun, 3 not',
  ])
  expect(said.join()).not.toMatch(new RegExp(`${source.code}|secret`))
  expect(await ended(one)).toMatchObject({ status: 'completed', imported: 1, range: 'time' })
  expect((await other.client.get(migrations.list, { query: {} })).list).toEqual([])
})

it('T24 MIGRATION-09 a server that names a UID beyond all others, and a folder with an endless name, is asked a few times', async () => {
  let fetches = 0
  const answers: Record<string, string> = {
    CAPABILITY: '* CAPABILITY IMAP4rev1\r\n',
    LIST: `* LIST () "/" INBOX\r\n* LIST () "/" "${'x'.repeat(5_000)}"\r\n`,
    STATUS: '* STATUS INBOX (MESSAGES 1)\r\n',
    // It has a message, which it names no number of: its listing is not believed.
    SELECT: '* 1 EXISTS\r\n* OK [UIDVALIDITY 1] a\r\n* OK [UIDNEXT 4294967295] b\r\n',
  }
  answers.EXAMINE = answers.SELECT ?? ''
  const hostile = createServer(
    {
      key: await readFile(join(certificates, 'key.pem')),
      cert: await readFile(join(certificates, 'cert.pem')),
    },
    (socket) => {
      socket.on('error', () => undefined)
      socket.write('* OK hello\r\n')
      socket.on('data', (bytes) => {
        for (const line of String(bytes)
          .split('\r\n')
          .filter((one) => one !== '')) {
          const [tag, verb = '', next = ''] = line.split(' ')
          if (next === 'FETCH' || verb === 'FETCH') fetches++
          // It lists a message and never hands it out.
          if (next === 'FETCH' && line.includes('1:') && !line.includes('BODY'))
            socket.write('* 1 FETCH (UID 7 FLAGS () RFC822.SIZE 9)\r\n')
          socket.write(`${answers[verb.toUpperCase()] ?? ''}${tag} OK done\r\n`)
        }
      })
    },
  ).listen(0, '127.0.0.1')
  await once(hostile, 'listening')
  const { port } = hostile.address() as AddressInfo
  const target = await newMailbox(server)
  const body = { ...given({ server: { ...imap(), port } }), range: 'all' as const }
  expect((await target.client.get(migrations.preview, { body })).folders).toHaveLength(1)
  await target.client.get(migrations.save, { body })
  expect(await ended(target)).toMatchObject({ status: 'completed', imported: 0, failed: 2 })
  expect(fetches).toBeLessThan(40)
  hostile.close()
})
