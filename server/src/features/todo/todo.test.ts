import { once } from 'node:events'
import { folders } from '@hongyan/contract/folders'
import { messages } from '@hongyan/contract/messages'
import type { PushMessage } from '@hongyan/contract/push'
import { records } from '@hongyan/contract/records'
import { type TodoItem, todo } from '@hongyan/contract/todo'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { sql } from '../../platform/db/sql.ts'
import { deliver } from '../../testing/builders.ts'
import { listFolder, signIn } from '../../testing/compose-helpers.ts'
import type { HttpClient } from '../../testing/http-client.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

const address = 'wei@example.test'
let server: TestServer
let wei: HttpClient

beforeAll(async () => {
  server = await startTestServer()
  await server.addPerson({ address })
  await server.addPerson({ address: 'emma@example.test' })
  wei = await signIn(server, address)
})
afterAll(() => server.stop())
beforeEach(() => server.app.database.run(sql`DELETE FROM todos`))

let mails = 0
/** A mail in the inbox; @returns its id. */
async function newMail(subject = `todo ${++mails}`): Promise<number> {
  await deliver(server, address, { subject })
  const found = (await listFolder(wei, 'inbox')).list.find((one) => one.mailSubject === subject)
  return found?.mailId ?? 0
}
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const list = async (body: { done?: 0 | 1; pageSize?: number; sortValues?: string } = {}) =>
  wei.get(todo.list, { body })
const subjects = async (done: 0 | 1 = 0) =>
  (await list({ done })).list.map(({ mailSubject }) => mailSubject)
const put = (mailId: number, over: { dueTime?: string | null; note?: string } = {}) =>
  wei.get(todo.save, { body: { mailId, ...over } })

async function openPush() {
  const socket = new WebSocket(
    `${server.url.replace('http', 'ws')}/api/mail/message/${encodeURIComponent(address)}`,
    ['hongyan.v1', `bearer.${wei.tokens?.accessToken}`],
  )
  const received: PushMessage[] = []
  let wake: () => void = () => undefined
  socket.on('message', (data) => {
    received.push(JSON.parse(String(data)))
    wake()
  })
  await once(socket, 'open')
  socket.send(JSON.stringify({ since: null }))
  const next = async (optType: PushMessage['optType']): Promise<PushMessage> => {
    for (;;) {
      const found = received.find((one) => one.optType === optType)
      if (found) return found
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
  await next('hello')
  return { received, next, close: () => socket.close() }
}

it('TODO-03 TODO-04 puts mail on the list with due time and note, the next due first', async () => {
  const [a, b, c] = [await newMail('later'), await newMail('sooner'), await newMail('some time')]
  await put(c, { note: '看看' })
  await put(a, { dueTime: inMinutes(120) })
  const soon = inMinutes(60)
  const saved = await put(b, { dueTime: soon, note: '回复客户' })
  expect(saved).toMatchObject({ mailId: b, dueTime: soon, note: '回复客户', done: false })
  expect(await subjects()).toEqual(['sooner', 'later', 'some time'])
  // Another save of the same mail changes its entry.
  await put(b, { dueTime: inMinutes(180), note: '' })
  expect(await subjects()).toEqual(['later', 'sooner', 'some time'])
  const { list: one } = await wei.get(todo.list, { body: { mailId: b } })
  expect(one).toMatchObject([{ note: '', mailFrom: { address: 'peer@other.test' } }])
})

it('TODO-04 reads on page by page, however long the list', async () => {
  const ids: number[] = []
  for (let index = 0; index < 5; index++) ids.push(await newMail())
  for (const id of ids) await put(id, { dueTime: inMinutes(10 + id) })
  const seen: TodoItem[] = []
  let sortValues: string | undefined
  do {
    const page = await list({ pageSize: 2, ...(sortValues ? { sortValues } : {}) })
    expect(page.list.length).toBeLessThanOrEqual(2)
    seen.push(...page.list)
    sortValues = page.next ?? undefined
  } while (sortValues)
  expect(seen.map(({ mailId }) => mailId)).toEqual(ids)
})

it('TODO-02 sets and moves the due time alone; a time that is over is refused', async () => {
  const id = await newMail()
  await put(id, { note: 'keep me' })
  const dueTime = inMinutes(30)
  const moved = await wei.get(todo.schedule, { body: { mailId: id, dueTime } })
  expect(moved).toMatchObject({ dueTime, note: 'keep me' })
  const past = await wei.call(todo.schedule, { body: { mailId: id, dueTime: inMinutes(-1) } })
  expect(past).toMatchObject({
    status: 400,
    error: 'todo.past',
    message: '待办时间必须大于当前时间',
  })
  expect((await wei.get(todo.schedule, { body: { mailId: id, dueTime: null } })).dueTime).toBeNull()
  const fresh = await newMail()
  await wei.get(todo.schedule, { body: { mailId: fresh, dueTime } })
  expect(await subjects()).toHaveLength(2)
})

it('TODO-05 marks done and open again; done ones are a list of their own, the newest first', async () => {
  const [a, b] = [await put(await newMail('first done')), await put(await newMail('then done'))]
  await wei.get(todo.over, { body: { pendingIds: [a.pendingId] } })
  expect(await wei.get(todo.over, { body: { pendingIds: [b.pendingId] } })).toEqual({ count: 1 })
  expect(await subjects()).toEqual([])
  expect(await subjects(1)).toEqual(['then done', 'first done'])
  expect(await wei.get(todo.over, { body: { pendingIds: [b.pendingId] } })).toEqual({ count: 0 })
  await wei.get(todo.over, { body: { pendingIds: [b.pendingId], over: 0 } })
  expect(await subjects()).toEqual(['then done'])
})

it('TODO-06 takes mail off the list; the mail stays', async () => {
  const id = await newMail('stays')
  const { pendingId } = await put(id)
  expect(await wei.get(todo.remove, { body: { pendingIds: [pendingId] } })).toEqual({ count: 1 })
  expect(await subjects()).toEqual([])
  expect((await wei.get(messages.detail, { query: { mailId: id } })).mailSubject).toBe('stays')
  expect(await wei.call(todo.remove, { body: { pendingIds: [pendingId] } })).toMatchObject({
    error: 'item.not-found',
  })
})

it('MAILLIST-26 TODO-06 deletes done mail for good, from where it can be fetched back; open mail it does not', async () => {
  const id = await newMail('done and gone')
  const { pendingId } = await put(id)
  const early = await wei.call(todo.destroyDone, { body: { pendingIds: [pendingId] } })
  expect(early).toMatchObject({ error: 'todo.not-done', message: '只能删除已完成的待办邮件' })
  await wei.get(todo.over, { body: { pendingIds: [pendingId] } })
  const push = await openPush()
  expect(await wei.get(todo.destroyDone, { body: { pendingIds: [pendingId] } })).toEqual({
    count: 1,
  })
  expect(await push.next('mailbox')).toMatchObject({ kind: 'removed', mailIds: [id] })
  push.close()
  expect((await wei.call(messages.detail, { query: { mailId: id } })).status).toBe(404)
  expect(await wei.get(records.recover, { body: { mailIds: [id] } })).toEqual({ count: 1 })
})

it('TODO-02 reminds when it is due, once, in every open browser', async () => {
  const id = await newMail('remind me')
  const push = await openPush()
  const dueTime = new Date(Date.now() + 1_500).toISOString()
  const { pendingId } = await put(id, { dueTime, note: '现在' })
  expect(await push.next('mailbox')).toMatchObject({ kind: 'todo', mailIds: [id] })
  expect(await push.next('todo')).toMatchObject({
    pendingId,
    mailId: id,
    mailSubject: 'remind me',
    note: '现在',
    dueTime,
  })
  push.close()
  const [row] = await server.app.database.query(
    sql<{ at: Date | null }>`SELECT reminded_at AS at FROM todos WHERE id = ${pendingId}`,
  )
  expect(row?.at).not.toBeNull()
})

it('TODO-04 mail of others, and of locked folders, is not there', async () => {
  const id = await newMail('secret')
  const { folderId } = await wei.get(folders.save, { body: { folderName: '私密' } })
  await wei.get(messages.move, { body: { mailIds: [id], targetMailboxId: folderId } })
  const { pendingId } = await put(id, { note: 'secret note' })
  const emma = await signIn(server, 'emma@example.test')
  const foreign = await emma.call(todo.save, { body: { mailId: id } })
  expect(foreign).toMatchObject({ status: 404, error: 'item.not-found' })
  await wei.get(folders.setPassword, { body: { folderId, password: 'Geheim-2026' } })
  await wei.get(folders.lock, { body: { folderId } })
  expect((await list()).list).toEqual([])
  expect((await wei.get(todo.list, { body: { mailId: id } })).list).toEqual([])
  for (const answer of [
    await wei.call(todo.over, { body: { pendingIds: [pendingId] } }),
    await wei.call(todo.remove, { body: { pendingIds: [pendingId] } }),
    await wei.call(todo.save, { body: { mailId: id, note: 'x' } }),
  ])
    expect(answer).toMatchObject({ status: 404, error: 'item.not-found' })
  await wei.get(folders.unlock, { body: { folderId, password: 'Geheim-2026' } })
  expect(await subjects()).toEqual(['secret'])
})

it('LIMITS-33 TODO-03 the server counts notes and entries itself', async () => {
  const id = await newMail()
  const long = await wei.call(todo.save, { body: { mailId: id, note: 'x'.repeat(201) } })
  expect(long.status).toBe(400)
  await server.app.database.run(sql`
    INSERT INTO todos (account_id, message_id) SELECT account_id, n FROM addresses, generate_series(-10000, -1) n
    WHERE address = ${address}`)
  expect(await wei.call(todo.save, { body: { mailId: id } })).toMatchObject({
    error: 'todo.too-many',
  })
})
