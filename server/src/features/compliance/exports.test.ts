import { createHash } from 'node:crypto'
import { consoleContract as api } from '@hongyan/contract/console'
import { folders } from '@hongyan/contract/folders'
import { messages } from '@hongyan/contract/messages'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { verifyStore } from '../../mailstore/verify/verify.ts'
import { sql } from '../../platform/db/sql.ts'
import { readZipDirectory } from '../../platform/zip/zip-format.ts'
import { consoleUrl, inConsole } from '../../testing/console-client.ts'
import type { HttpClient } from '../../testing/http-client.ts'
import { newMailbox, type TestMailbox } from '../../testing/mailbox.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { checkActs } from '../console/console.public.ts'

let server: TestServer
const desks = {} as Record<'owner' | 'second' | 'auditor', HttpClient>
const accounts = {} as Record<'owner' | 'second' | 'auditor', number>

beforeAll(async () => {
  server = await startTestServer()
  for (const name of ['owner', 'second', 'auditor'] as const) {
    const address = `${name}@example.test`
    const { userId, accountId } = await server.addPerson({ address, isAdmin: true })
    accounts[name] = accountId
    const role = name === 'second' ? 'admin' : name
    await server.app.database.run(sql`UPDATE users SET console_role = ${role} WHERE id = ${userId}`)
    desks[name] = await inConsole(server, address)
  }
})

afterAll(() => server.stop())

const wish = { reason: 'case 7', accountIds: [] as number[], mailFrom: null, mailUntil: null }
type More = Record<string, unknown>

const askFor = (who: HttpClient, box: TestMailbox, more: More = {}) =>
  who.get(api.askMailExport, { body: { ...wish, accountIds: [box.accountId], ...more } })
const decide = (who: HttpClient, id: number, agree = true) =>
  who.call(api.decideMailExport, { body: { id, agree, word: 'seen' } })
const exportOf = async (id: number, who = desks.owner) => {
  const { list } = await who.get(api.mailExports, { query: { pageSize: 100 } })
  return list.find((one) => one.id === id) ?? Promise.reject(new Error('no export'))
}
const isReady = (id: number) =>
  vi.waitFor(async () => expect((await exportOf(id)).state).toBe('ready'), 20_000)
const linkFor = async (id: number, who = desks.owner) =>
  `${consoleUrl(server)}${(await who.get(api.mailExportTicket, { body: { id } })).url}`
const findings = async () => (await verifyStore(server.app.database, server.app.blobs)).findings
const acts = async (pageSize: number) =>
  (await desks.owner.get(api.acts, { query: { pageSize } })).list.map(({ act, done }) => ({
    act,
    done,
  }))

/** The files of an export, by their paths. */
async function fetched(id: number, who = desks.owner): Promise<Map<string, Buffer>> {
  const answer = await fetch(await linkFor(id, who))
  expect(answer.status).toBe(200)
  const zip = Buffer.from(await answer.arrayBuffer())
  expect(answer.headers.get('content-length')).toBe(String(zip.length))
  const files = new Map<string, Buffer>()
  const directoryAt = zip.readUInt32LE(zip.length - 6)
  for (const { name, size, headerAt } of readZipDirectory(zip.subarray(directoryAt))) {
    const at = headerAt + 30 + zip.readUInt16LE(headerAt + 26)
    files.set(name, zip.subarray(at, at + size))
  }
  return files
}

/** Every cell is quoted. */
const rowsIn = (csv: string): string[][] =>
  csv
    .split('\r\n')
    .slice(0, -1)
    .map((line) =>
      [...line.matchAll(/"((?:[^"]|"")*)"/g)].map(([, cell = '']) => cell.replaceAll('""', '"')),
    )

function indexIn(files: Map<string, Buffer>): Record<string, string>[] {
  const bytes = files.get('index.csv') ?? Buffer.alloc(0)
  expect(bytes.subarray(0, 3).toString('hex')).toBe('efbbbf')
  const [head = [], ...rows] = rowsIn(bytes.toString().slice(1))
  return rows.map((row) => Object.fromEntries(head.map((name, index) => [name, row[index] ?? ''])))
}

/** Agreed by the other of the two. */
async function made(box: TestMailbox, more: More = {}): Promise<number> {
  const { id } = await askFor(desks.owner, box, more)
  expect((await decide(desks.second, id)).code).toBe(200)
  await isReady(id)
  return id
}

const storedBytes = async (box: TestMailbox): Promise<string[]> => {
  const rows = await server.app.database.query(sql<{ blob: Buffer }>`
    SELECT blob FROM messages WHERE account_id = ${box.accountId}
    UNION ALL SELECT blob FROM deleted_messages WHERE account_id = ${box.accountId}`)
  return rows.map(({ blob }) => blob.toString('hex')).sort()
}

it('issue 17: an export has every mail of a person byte for byte, deleted and kept ones marked, with an index and a manifest', async () => {
  const { database, mailstore } = server.app
  const box = await newMailbox(server)
  const other = await newMailbox(server)
  const holdWish = { reason: 'hold', departmentIds: [], mailFrom: null, mailUntil: null }
  await desks.owner.get(api.addLegalHold, {
    body: { ...holdWish, accountIds: [box.accountId] },
  })
  await box.put('inbox', { subject: 'one', at: '2026-01-05T10:00:00Z' }, { subject: '=1+1' })
  await other.put('inbox', { subject: 'of somebody else' })
  const { folderId } = await box.client.get(folders.save, { body: { folderName: '../CON' } })
  await box.put(folderId, { subject: 'behind a curtain' })
  await box.client.get(folders.setPassword, { body: { folderId, password: 'Secret-42' } } as never)
  const destroy = async (subject: string) =>
    box.client.get(messages.destroy, { body: { mailIds: await box.put('inbox', { subject }) } })
  await destroy('kept by law')
  await database.run(sql`
    UPDATE deleted_messages SET deleted_at = deleted_at - interval '31 days' WHERE account_id = ${box.accountId}`)
  await mailstore.sweepRecords()
  await destroy('deleted a moment ago')
  const stored = await storedBytes(box)
  const id = await made(box)

  const files = await fetched(id)
  const index = indexIn(files)
  const mails = [...files].filter(([name]) => name.endsWith('.eml'))
  expect(mails).toHaveLength(5)
  for (const [name, bytes] of mails) {
    const row = index.find(({ Path }) => Path === name)
    expect(row?.['SHA-256']).toBe(createHash('sha256').update(bytes).digest('hex'))
    expect(row?.Size).toBe(String(bytes.length))
    expect(name).toMatch(
      /^m\d+@example\.test\/(?:_deleted\/|_kept\/)?(?:[^./][^/]*\/)?\d{4}-\d\d-\d\d-\d+\.eml$/,
    )
  }
  const hashes = mails.map(([, bytes]) => createHash('sha256').update(bytes).digest('hex'))
  expect(hashes.sort()).toEqual(expect.arrayContaining(stored))
  const bySubject = new Map(index.map((row) => [row.Subject, row]))
  expect([...bySubject.keys()].sort()).toEqual(
    ["'=1+1", 'behind a curtain', 'deleted a moment ago', 'kept by law', 'one'].sort(),
  )
  expect(bySubject.get('one')).toMatchObject({ Kind: 'mailbox', Person: box.address })
  expect(bySubject.get('deleted a moment ago')?.Kind).toBe('deleted')
  expect(bySubject.get('kept by law')?.Kind).toBe('kept')
  expect(bySubject.get('kept by law')?.Path).toContain('/_kept/')
  const manifest = JSON.parse(files.get('manifest.json')?.toString() ?? '{}')
  expect(manifest).toMatchObject({
    export: id,
    reason: 'case 7',
    askedBy: 'owner@example.test',
    agreedBy: 'second@example.test',
    agreedWith: 'seen',
    mails: 5,
    people: [{ address: box.address, mails: 5 }],
    index: {
      sha256: createHash('sha256')
        .update(files.get('index.csv') ?? '')
        .digest('hex'),
    },
  })
  // The same bytes again, though the mail is gone from the mailbox meanwhile.
  await box.client.get(messages.destroy, {
    body: { mailIds: (await box.items(box.inbox)).map(({ mailId }) => mailId) },
  })
  expect(await fetched(id, desks.second)).toEqual(files)
  expect(await findings()).toEqual([])
  expect(await acts(6)).toContainEqual({ act: 'export-fetched', done: true })
  expect((await exportOf(id)).downloads).toBe(2)
})

it('issue 17: an export is of the time, the hold and the correspondent that were asked for', async () => {
  const box = await newMailbox(server)
  const free = await newMailbox(server)
  await box.put(
    'inbox',
    { subject: 'early', at: '2025-12-31T23:59:59Z', from: 'lee@other.test' },
    { subject: 'in time', at: '2026-01-01T00:00:00Z', from: 'lee@other.test' },
    { subject: 'of another', at: '2026-01-02T00:00:00Z', from: 'wu@other.test' },
    { subject: 'late', at: '2026-02-01T00:00:00Z', from: 'lee@other.test' },
  )
  await free.put('inbox', { subject: 'not on hold' })
  const { id: holdId } = await desks.owner.get(api.addLegalHold, {
    body: {
      reason: 'hold',
      accountIds: [box.accountId],
      departmentIds: [],
      mailFrom: '2026-01-01T00:00:00Z',
      mailUntil: null,
    },
  })
  const more = { accountIds: [], holdId, mailUntil: '2026-02-01T00:00:00Z' }
  const subjectsOf = async (id: number) =>
    indexIn(await fetched(id))
      .map(({ Subject }) => Subject)
      .sort()
  expect(await subjectsOf(await made(free, more))).toEqual(['in time', 'of another'])
  const party = { ...more, party: 'LEE@other' }
  expect(await subjectsOf(await made(free, party))).toEqual(['in time'])
})

it('issue 17: what hides its sender behind a long header is found by who it is from all the same', async () => {
  const box = await newMailbox(server)
  const { mailstore } = server.app
  const padding = `X-Padding: ${'x'.repeat(900)}\r\n`.repeat(80)
  const from = (who: string) => `From: ${who}@other.test\r\nSubject: from ${who}\r\n\r\nx\r\n`
  for (const raw of [padding + from('lee'), from('lee'), from('wang')])
    await mailstore.deliver(await mailstore.prepare(Buffer.from(raw)), [
      { accountId: box.accountId as never, folder: 'inbox', receivedAt: new Date() },
    ])
  const index = indexIn(await fetched(await made(box, { party: 'lee@other.test' })))
  expect(index).toHaveLength(2)
})

it('issue 17: two people have two folders, and no folder has a name that a system keeps for itself', async () => {
  const boxes = []
  for (const local of ['a|b', 'a*b', `${'long'.repeat(15)}-one`, `${'long'.repeat(15)}-two`]) {
    const address = `${local}@example.test`
    const { accountId } = await server.addPerson({ address })
    const raw = await server.app.mailstore.prepare(Buffer.from(`Subject: x\r\n\r\n${local}\r\n`))
    await server.app.mailstore.deliver(raw, [
      { accountId, folder: 'inbox', receivedAt: new Date('2026-01-01') },
    ])
    boxes.push(accountId as number)
  }
  const box = await newMailbox(server)
  for (const folderName of ['CON .txt', 'COM¹', 'conin$', 'rtl\u2028x\ufff9'])
    await box.put((await box.client.get(folders.save, { body: { folderName } })).folderId, {})
  const id = await made(box, { accountIds: [...boxes, box.accountId] })
  const files = await fetched(id)
  const paths = [...files.keys()].filter((one) => one.endsWith('.eml'))
  expect(paths).toHaveLength(boxes.length + 4)
  const folderNames = paths.filter((one) => one.startsWith('m')).map((one) => one.split('/')[1])
  expect(folderNames.sort()).toEqual(['_CON .txt', '_COM¹', '_conin$', 'rtl x'].sort())
})

it('issue 17: four eyes: not who asked, not whose mail it is, not without the office; one decision of two at once', async () => {
  const box = await newMailbox(server)
  const { id } = await askFor(desks.owner, box)
  expect((await exportOf(id)).state).toBe('waiting')
  expect((await decide(desks.owner, id)).error).toBe('exports.own-request')
  expect((await decide(desks.auditor, id)).error).toBe('console.not-allowed')
  const third = await newMailbox(server)
  await server.app.database.run(
    sql`UPDATE users SET is_admin = true, console_role = 'admin' WHERE account_id = ${third.accountId}`,
  )
  const desk = await inConsole(server, third.address)
  const two = await Promise.all([decide(desks.second, id), decide(desk, id)])
  expect(two.map(({ error }) => error ?? 'done').sort()).toEqual(['done', 'exports.not-waiting'])
  await isReady(id)
  // About the own mail of the one who would agree.
  const own = await desks.owner.get(api.askMailExport, {
    body: { ...wish, accountIds: [accounts.second, box.accountId] },
  })
  expect((await decide(desks.second, own.id)).error).toBe('exports.own-mail')
  // The role is lost between asking and agreeing, of either.
  await server.app.database.run(
    sql`UPDATE users SET is_admin = false, console_role = NULL WHERE account_id = ${third.accountId}`,
  )
  expect((await decide(desk, own.id)).error).toBe('console.not-allowed')
  const asked = async () => {
    await server.app.database.run(
      sql`UPDATE users SET is_admin = true, console_role = 'admin' WHERE account_id = ${third.accountId}`,
    )
    return (await askFor(await inConsole(server, third.address), box)).id
  }
  const orphan = await asked()
  await server.app.database.run(
    sql`UPDATE users SET disabled_at = now() WHERE account_id = ${third.accountId}`,
  )
  expect((await decide(desks.second, orphan)).error).toBe('exports.asker-out')
  expect((await decide(desks.second, orphan, false)).code).toBe(200)
  expect((await exportOf(orphan)).state).toBe('refused')
  await server.app.database.run(
    sql`UPDATE users SET disabled_at = NULL, is_admin = false, console_role = NULL WHERE account_id = ${third.accountId}`,
  )
})

it('issue 17: agreed and withdrawn at once, it is one of both', async () => {
  const box = await newMailbox(server)
  for (let round = 0; round < 8; round++) {
    const { id } = await askFor(desks.owner, box)
    const [agreed, ended] = await Promise.all([
      decide(desks.second, id),
      desks.owner.call(api.endMailExport, { body: { id } }),
    ])
    // A withdrawal after the agreement stops what is being made.
    expect(ended.code).toBe(200)
    expect([undefined, 'exports.not-waiting']).toContain(agreed.error ?? undefined)
    const { state } = await exportOf(id)
    expect(['withdrawn', 'gone']).toContain(state)
  }
  expect((await desks.owner.call(api.endMailExport, { body: { id: 999_999 } })).error).toBe(
    'exports.not-there',
  )
})

it('issue 17: the link is good once, for a minute, while the console that asked for it is open; and the file goes after seven days', async () => {
  const { database } = server.app
  const box = await newMailbox(server)
  await box.put('inbox', { subject: 'x' })
  const id = await made(box)
  const link = await linkFor(id)
  expect((await fetch(link)).status).toBe(200)
  const again = await fetch(link)
  expect([again.status, (await again.json()).error]).toEqual([404, 'exports.ticket'])
  const old = await linkFor(id)
  await database.run(sql`UPDATE mail_export_tickets SET expires_at = now()`)
  expect((await fetch(old)).status).toBe(404)
  const desk = await inConsole(server, 'owner@example.test')
  const left = await linkFor(id, desk)
  await desk.get(api.end, { body: {} })
  expect((await fetch(left)).status).toBe(404)
  const last = await linkFor(id)
  await database.run(
    sql`UPDATE mail_exports SET expires_at = now() - interval '1 minute' WHERE id = ${id}`,
  )
  await sweep()
  expect((await exportOf(id)).state).toBe('gone')
  expect((await fetch(last)).status).toBe(404)
  const late = await desks.owner.call(api.mailExportTicket, { body: { id } })
  expect(late.error).toBe('exports.not-ready')
  expect(await database.query(sql`SELECT FROM mail_export_items WHERE export_id = ${id}`)).toEqual(
    [],
  )
  expect(await findings()).toEqual([])
})

it('issue 17: an export that is cut off in its middle goes on, with each mail once', async () => {
  const { database } = server.app
  const box = await newMailbox(server)
  const one = await server.app.mailstore.prepare(Buffer.from('Subject: x\r\n\r\nx\r\n'))
  const copy = { accountId: box.accountId, folder: 'inbox' as const, receivedAt: new Date() }
  await server.app.mailstore.deliver(
    one,
    Array.from({ length: 450 }, () => copy),
  )
  const { id } = await askFor(desks.owner, box)
  // The first step is done and the second is cut off: its transaction never ends, and the worker is killed.
  const released = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const lock = database.transaction(async (tx) => {
    await tx.run(sql`SELECT FROM mail_export_people WHERE export_id = ${id} FOR UPDATE`)
    locked.resolve()
    await released.promise
  })
  await locked.promise
  expect((await decide(desks.second, id)).code).toBe(200)
  const waiting = () =>
    database.query<{ pid: number }>(sql`
      SELECT pid FROM pg_stat_activity
      WHERE wait_event_type = 'Lock' AND query LIKE '%mail_export_people SET source%' AND datname = current_database()`)
  await vi.waitFor(async () => expect(await waiting()).toHaveLength(1), 20_000)
  const [{ pid } = { pid: 0 }] = await waiting()
  await database.run(sql`SELECT pg_terminate_backend(${pid})`)
  released.resolve()
  await lock
  // It is tried again, soon.
  await database.run(sql`UPDATE graphile_worker._private_jobs SET run_at = now()`)
  await isReady(id)
  const index = indexIn(await fetched(id))
  expect(new Set(index.map(({ Path }) => Path)).size).toBe(450)
  expect(await exportOf(id)).toMatchObject({ mails: 450, people: [{ mails: 450 }] })
  expect(await findings()).toEqual([])
})

it('issue 17: a mail whose bytes are lost is named in the index and counted, the others are there', async () => {
  const box = await newMailbox(server)
  const [id] = await box.put('inbox', { subject: 'lost' }, { subject: 'there' })
  const lost = createHash('sha256').update('nothing has this').digest()
  const [row] = await server.app.database.query(sql<{ blob: Buffer }>`
    SELECT blob FROM messages WHERE account_id = ${box.accountId} AND id = ${id}`)
  const put = (blob: Buffer | undefined) =>
    server.app.database.run(
      sql`UPDATE messages SET blob = ${blob} WHERE account_id = ${box.accountId} AND id = ${id}`,
    )
  await put(lost)
  const exported = await made(box)
  const files = await fetched(exported)
  const index = indexIn(files)
  const told = index.map(({ Note, 'SHA-256': hash, Path }) => ({
    Note,
    hash,
    isThere: Path !== '',
  }))
  expect(told).toContainEqual({ Note: 'unreadable', hash: lost.toString('hex'), isThere: false })
  expect(told.filter(({ Note }) => Note === '')).toHaveLength(1)
  expect(files.size).toBe(3)
  expect(await exportOf(exported)).toMatchObject({ mails: 1, unreadable: 1 })
  await put(row?.blob)
  expect(await findings()).toEqual([])
})

/** As its cron does. */
const sweep = async () => {
  const { database, jobs } = server.app
  await jobs.enqueue(database, { task: 'sweep-mail-exports', payload: {} })
  await vi.waitFor(async () => {
    const rows = await database.query(
      sql`SELECT FROM graphile_worker.jobs WHERE task_identifier = 'sweep-mail-exports'`,
    )
    expect(rows).toEqual([])
  }, 20_000)
}

it('issue 17: auditors ask by address and follow, never fetch; what they ask for needs an administrator', async () => {
  const box = await newMailbox(server)
  await box.put('inbox', { subject: 'secret' })
  const body = { ...wish, addresses: [box.address.toUpperCase()] }
  const { id, state } = await desks.auditor.get(api.askMailExport, { body })
  expect(state).toBe('waiting')
  const unknown = await desks.auditor.call(api.askMailExport, {
    body: { ...wish, addresses: ['nobody@example.test'] },
  })
  expect(unknown.error).toBe('exports.person-gone')
  expect((await decide(desks.owner, id)).code).toBe(200)
  await isReady(id)
  const seen = await exportOf(id, desks.auditor)
  expect(seen).toMatchObject({ mails: 1, mayDownload: false, mayDecide: false, mayEnd: true })
  expect(JSON.stringify(seen)).not.toContain('secret')
  const ticket = (who: HttpClient) => who.call(api.mailExportTicket, { body: { id } })
  expect((await ticket(desks.auditor)).error).toBe('console.not-allowed')
  // Neither asked nor agreed.
  expect((await ticket(desks.second)).error).toBe('exports.not-yours')
  expect([...(await fetched(id)).keys()]).toHaveLength(3)
})

it('issue 17: whose mail it is is told at once, later or, for a reason, not at all; in their language', async () => {
  const { database } = server.app
  const english = await newMailbox(server, { language: 'en' })
  const chinese = await newMailbox(server)
  await database.run(sql`
    UPDATE users SET settings = settings || '{"language": "en"}' WHERE account_id = ${english.accountId}`)
  await made(english)
  await vi.waitFor(
    async () => expect(await english.subjects(english.inbox)).toEqual(['Your mail was exported']),
    20_000,
  )
  const [notice] = await english.items(english.inbox)
  expect(JSON.stringify(notice)).toContain('owner@example.test')
  const later = await made(chinese, { tell: 'later', tellDays: 3 })
  expect(await chinese.subjects(chinese.inbox)).toEqual([])
  await database.run(sql`
    UPDATE mail_exports SET tell_at = tell_at - interval '3 days' WHERE id = ${later}`)
  await database.run(sql`
    SELECT graphile_worker.add_job('tell-mail-exports', '{}'::json) FROM generate_series(1, 2)`)
  await vi.waitFor(
    async () => expect(await chinese.subjects(chinese.inbox)).toEqual(['您的邮件已被导出']),
    20_000,
  )
  const never = { ...wish, accountIds: [chinese.accountId], tell: 'never' as const }
  const mute = await desks.owner.call(api.askMailExport, { body: never })
  expect(mute.error).toBe('exports.silence')
  const { id } = await askFor(desks.owner, chinese, { tell: 'never', silence: 'police' })
  expect((await exportOf(id)).silence).toBe('police')
  await desks.owner.get(api.endMailExport, { body: { id } })
})

it('issue 17: four eyes go off only when two want it, and what nobody is told of needs a second person even then', async () => {
  const box = await newMailbox(server)
  const turn = (who: HttpClient, on: boolean) => who.get(api.switchFourEyes, { body: { on } })
  expect(await turn(desks.owner, false)).toEqual({
    on: true,
    offAskedBy: 'owner@example.test',
    alone: false,
  })
  expect((await turn(desks.owner, false)).on).toBe(true)
  expect((await askFor(desks.owner, box)).state).toBe('waiting')
  expect(await turn(desks.second, false)).toMatchObject({ on: false, offAskedBy: '' })
  const alone = await askFor(desks.owner, box)
  expect(alone.state).toBe('working')
  await isReady(alone.id)
  expect(
    (await askFor(desks.auditor, box, { accountIds: [], addresses: [box.address] })).state,
  ).toBe('waiting')
  const silent = await askFor(desks.owner, box, { tell: 'never', silence: 'police' })
  expect(silent.state).toBe('waiting')
  const { list } = await desks.owner.get(api.alarms, { query: {} })
  expect(list.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['export', 'four-eyes']))
  expect((await turn(desks.second, true)).on).toBe(true)
  expect((await acts(100)).map(({ act }) => act)).toEqual(
    expect.arrayContaining(['four-eyes-off-asked', 'four-eyes-off', 'four-eyes-on', 'export-made']),
  )
  expect(await checkActs(server.app.database)).toEqual([])
})

it('issue 17: where there is nobody who could agree, it is said; the only one turns four eyes off alone', async () => {
  const { database } = server.app
  const box = await newMailbox(server)
  const shut = (is: boolean) =>
    database.run(sql`
      UPDATE users SET disabled_at = ${is ? new Date() : null} WHERE account_id = ${accounts.second}`)
  await shut(true)
  const { id } = await askFor(desks.owner, box)
  expect(await exportOf(id)).toMatchObject({ state: 'waiting', isStuck: true })
  const { fourEyes } = await desks.owner.get(api.mailExports, { query: {} })
  expect(fourEyes).toEqual({ on: true, offAskedBy: '', alone: true })
  expect((await desks.owner.get(api.switchFourEyes, { body: { on: false } })).on).toBe(false)
  await desks.owner.get(api.endMailExport, { body: { id } })
  const now = await askFor(desks.owner, box)
  expect(now.state).toBe('working')
  await desks.owner.get(api.switchFourEyes, { body: { on: true } })
  await shut(false)
})

it('issue 17: nobody is asked about twenty exports at once, and a wrong time or nobody is refused', async () => {
  const box = await newMailbox(server)
  const refused: [More, string][] = [
    [{ accountIds: [] }, 'exports.nobody'],
    [{ accountIds: [999_999] }, 'exports.person-gone'],
    [{ accountIds: [], holdId: 999_999 }, 'compliance.hold-gone'],
    [{ mailFrom: '2026-02-01T00:00:00Z', mailUntil: '2026-01-01T00:00:00Z' }, 'compliance.range'],
  ]
  for (const [more, error] of refused) {
    const body = { ...wish, accountIds: [box.accountId], ...more }
    expect((await desks.owner.call(api.askMailExport, { body })).error).toBe(error)
  }
  await server.app.database.run(sql`
    UPDATE mail_exports SET state = 'withdrawn' WHERE state IN ('waiting', 'working', 'ready')`)
  for (let one = 0; one < 20; one++) await askFor(desks.owner, box)
  const body = { ...wish, accountIds: [box.accountId] }
  expect((await desks.owner.call(api.askMailExport, { body })).error).toBe('exports.many')
})

it('issue 17: mail of another organisation is in no export', async () => {
  const { database, directory } = server.app
  const organisationId = await directory.createOrganisation('Other')
  const [row] = await database.query(sql<{ id: number }>`
    UPDATE accounts SET organisation_id = ${organisationId} WHERE id = ${(await newMailbox(server)).accountId} RETURNING id`)
  const body = { ...wish, accountIds: [row?.id ?? 0] }
  expect((await desks.owner.call(api.askMailExport, { body })).error).toBe('exports.person-gone')
})
