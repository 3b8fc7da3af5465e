import { randomBytes } from 'node:crypto'
import { folders } from '@hongyan/contract/folders'
import { labels } from '@hongyan/contract/labels'
import { messages } from '@hongyan/contract/messages'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { collectGarbage } from '../platform/blobs/blob-gc.ts'
import { sql } from '../platform/db/sql.ts'
import type { AccountId, MessageId } from '../platform/ids.ts'
import { deliver, mail } from '../testing/builders.ts'
import { type HttpClient, httpClient } from '../testing/http-client.ts'
import { startTestServer, type TestServer, testPassword } from '../testing/start-test-server.ts'
import { wholeAccount } from './types.ts'
import { verifyStore } from './verify/verify.ts'

let server: TestServer
let other: TestServer

beforeAll(async () => {
  server = await startTestServer()
  other = await startTestServer({ beside: server })
})

afterAll(async () => {
  await other.stop()
  await server.stop()
})

const verify = () => verifyStore(server.app.database, server.app.blobs)

/** Same numbers each run: a failure can be looked at again. */
function dice(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return state % sides
  }
}

it('P15 LABELS-01 counters of folders and labels, UIDs, feed, blobs and index equal a recount after random actions at two processes at once', async () => {
  await server.addPerson({ address: 'busy@example.test' })
  const clients = await Promise.all(
    [server, other].map(async ({ url }) => {
      const client = httpClient(url)
      await client.logIn('busy', testPassword)
      return client
    }),
  )
  const [first] = clients
  if (!first) throw new Error('no client')
  const { folderList } = await first.get(folders.list, { query: {} })
  const places = folderList.filter((one) => one.role !== 'drafts').map((one) => one.folderId)
  await deliver(
    server,
    'busy@example.test',
    ...Array.from({ length: 30 }, (_, index) => ({ subject: `m${index}`, text: `${index}` })),
  )
  const inbox = await first.get(messages.list, {
    query: { mailboxId: places[0] ?? 0, pageSize: 100 },
  })
  const ids = inbox.list.map((one) => one.mailId)
  const tags: number[] = []
  for (const labelName of ['红', '绿', '蓝']) {
    tags.push((await first.get(labels.save, { body: { labelName } })).labelId)
  }

  const label = (
    body: { mailIds: number[] },
    client: HttpClient,
    roll: (sides: number) => number,
  ) => {
    const pick = () => tags.filter(() => roll(2) === 0)
    const marks = roll(2) === 0 ? { add: pick(), remove: pick() } : { set: pick() }
    return client.call(labels.mark, { body: { ...body, ...marks } })
  }

  const act = async (roll: (sides: number) => number, client: (typeof clients)[number]) => {
    const body = { mailIds: Array.from({ length: 1 + roll(4) }, () => ids[roll(ids.length)] ?? 0) }
    const value = roll(2) === 0
    const kind = roll(7)
    if (kind === 0) await client.call(messages.seen, { body: { ...body, seen: value } })
    else if (kind === 1) await client.call(messages.star, { body: { ...body, starred: value } })
    else if (kind === 6) await label(body, client, roll)
    else if (kind === 2) await client.call(messages.recycle, { body })
    else if (kind === 3)
      await client.call(messages.destroy, { body: { mailIds: body.mailIds.slice(0, 1) } })
    else if (kind === 4)
      await deliver(server, 'busy@example.test', { subject: `new ${roll(1000)}` })
    else
      await client.call(messages.move, {
        body: { ...body, targetMailboxId: places[roll(places.length)] ?? 0 },
      })
  }
  await Promise.all(
    clients.flatMap((client, index) =>
      [1, 2, 3].map(async (lane) => {
        const roll = dice(index * 10 + lane)
        for (let turn = 0; turn < 40; turn++) await act(roll, client)
      }),
    ),
  )
  expect((await verify()).findings).toEqual([])
})

it('P15 fifty parallel "read" of one mail count once', async () => {
  await server.addPerson({ address: 'one@example.test' })
  const client = httpClient(server.url)
  await client.logIn('one', testPassword)
  const { folderList } = await client.get(folders.list, { query: {} })
  const mailboxId = folderList[0]?.folderId ?? 0
  await deliver(server, 'one@example.test', {}, {})
  const answers = await Promise.all(
    Array.from({ length: 50 }, () =>
      client.get(messages.seen, { body: { mailboxId, mailUids: [1], seen: true } }),
    ),
  )
  expect(answers.reduce((sum, one) => sum + one.count, 0)).toBe(1)
  expect(await client.get(folders.unreadCount, { query: {} })).toMatchObject({ inbox: 1 })
})

it('the same content in many mailboxes is stored once, and goes when the last copy goes', async () => {
  const raw = mail({ text: `shared ${'x'.repeat(3_000)}` })
  const { mailstore, directory, blobs, database } = server.app
  const prepared = await mailstore.prepare(raw)
  const accounts = await Promise.all(
    ['s1', 's2', 's3'].map((name) => server.addPerson({ address: `${name}@example.test` })),
  )
  const outcomes = await mailstore.deliver(
    prepared,
    accounts.map(({ accountId }) => ({
      accountId,
      folder: 'inbox' as const,
      receivedAt: new Date(),
    })),
  )
  expect(outcomes.map((one) => one.kind)).toEqual(['stored', 'stored', 'stored'])
  const first = outcomes[0]
  const account = accounts[0]
  if (first?.kind !== 'stored' || !account) throw new Error('not stored')
  const stored = await mailstore.find(wholeAccount(account.accountId), first.messageId)
  if (!stored) throw new Error('not found')
  expect(await directory.findRecipient('s1@example.test')).toBeTruthy()
  for (const [index, one] of outcomes.entries()) {
    expect(await blobs.has(stored.blob)).toBe(true)
    const owner = accounts[index]
    if (one.kind === 'stored' && owner) await mailstore.remove(owner.accountId, [one.messageId])
  }
  const later = new Date(Date.now() + 2 * 3600_000)
  await collectGarbage(database, blobs, later)
  expect(await blobs.has(stored.blob), 'it can still be fetched back').toBe(true)
  await database.run(sql`UPDATE deleted_messages SET deleted_at = now() - interval '31 days'`)
  await mailstore.sweepRecords()
  await collectGarbage(database, blobs, later)
  await collectGarbage(database, blobs, new Date(later.getTime() + 3600_000))
  expect(await blobs.has(stored.blob)).toBe(false)
  expect((await verify()).findings).toEqual([])
})

it('a mail that comes in several transactions lies on disk once, each copy with its own Received', async () => {
  const { mailstore, blobs, database } = server.app
  const text = randomBytes(250_000).toString('base64').replace(/.{76}/g, '$&\r\n')
  const raw = mail({ subject: 'to many', text })
  const before = (await Array.fromAsync(blobs.each())).length
  const ids: { accountId: AccountId; id: MessageId; blob: Buffer }[] = []
  for (const name of ['j1', 'j2', 'j3']) {
    const { accountId } = await server.addPerson({ address: `${name}@example.test` })
    await deliver(server, `${name}@example.test`, raw)
    const rows = await database.query(sql<{ id: MessageId; blob: Buffer; size: number }>`
      SELECT id, blob, size FROM messages WHERE account_id = ${accountId}`)
    for (const row of rows) {
      const bytes = await mailstore.raw(row)
      expect(bytes.toString('latin1')).toContain(`for <${name}@example.test>`)
      expect(bytes.subarray(-raw.length).equals(raw)).toBe(true)
      expect(Buffer.concat(await Array.fromAsync(mailstore.pieces(row))).equals(bytes)).toBe(true)
      ids.push({ accountId, ...row })
    }
  }
  const stored = await Array.fromAsync(blobs.each())
  expect(stored).toHaveLength(before + 4)
  expect(stored.filter(({ storedSize }) => storedSize > 80_000)).toHaveLength(1)
  expect((await verify()).findings).toEqual([])
  // Each goes by itself; what they share goes with the last.
  const gone = async (one: { accountId: AccountId; id: MessageId }): Promise<void> => {
    await mailstore.remove(one.accountId, [one.id])
    await database.run(sql`UPDATE deleted_messages SET deleted_at = now() - interval '31 days'`)
    await mailstore.sweepRecords()
    for (const hours of [2, 4, 6])
      await collectGarbage(database, blobs, new Date(Date.now() + hours * 3600_000))
  }
  const [last, ...others] = ids
  if (!last) throw new Error('nothing was stored')
  for (const one of others) await gone(one)
  expect(await blobs.check(last.blob)).toBe('ok')
  expect((await verify()).findings).toEqual([])
  await gone(last)
  expect(await blobs.check(last.blob)).toBe('missing')
  const left = await Array.fromAsync(blobs.each())
  expect(left.filter(({ storedSize }) => storedSize > 80_000)).toEqual([])
})

it('verify finds what is wrong', async () => {
  const { database } = server.app
  const { accountId } = await server.addPerson({ address: 'broken@example.test' })
  await deliver(server, 'broken@example.test', {}, {})
  const { sql } = await import('../platform/db/sql.ts')
  await database.run(
    sql`UPDATE folders SET unread = 7, uid_next = 1 WHERE account_id = ${accountId} AND role = 'inbox'`,
  )
  await database.run(sql`DELETE FROM message_search WHERE account_id = ${accountId}`)
  await database.run(sql`UPDATE accounts SET used_bytes = 1 WHERE id = ${accountId}`)
  const problems = new Set((await verify()).findings.map((one) => one.problem))
  expect([...problems].sort()).toEqual([
    'UID not below UIDNEXT',
    'folder counters differ',
    'not in the search index',
    'used bytes differ',
  ])
})

it('a mailbox that is full takes nothing more, and the sender is told (4.2.2)', async () => {
  await server.addPerson({ address: 'full@example.test', quotaBytes: 3_000 })
  await deliver(server, 'full@example.test', { text: 'x'.repeat(1_000) })
  await expect(deliver(server, 'full@example.test', { text: 'x'.repeat(3_000) })).rejects.toThrow(
    /4\.2\.2|5\.2\.2/,
  )
})
