import { type BulkAction, type BulkProgress, bulk } from '@hongyan/contract/bulk'
import { folders } from '@hongyan/contract/folders'
import { messages } from '@hongyan/contract/messages'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyStore } from '../../mailstore/verify/verify.ts'
import { sql } from '../../platform/db/sql.ts'
import { heldByDead } from '../../testing/dead-worker.queries.ts'
import { newMailbox, type TestMailbox } from '../../testing/mailbox.ts'
import { openPush } from '../../testing/push-client.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

/** One process answers people and does no jobs; a second one does them when a test starts it. */
let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ environment: { HONGYAN_ROLES: 'web,smtp' } })
})

afterAll(() => server.stop())

const startWorker = () =>
  startTestServer({ beside: server, environment: { HONGYAN_ROLES: 'worker' } })

/** Copies of one mail, put in at once. */
async function fill(box: TestMailbox, count: number): Promise<void> {
  const { mailstore } = server.app
  const message = await mailstore.prepare(Buffer.from('Subject: many\r\n\r\nx\r\n'))
  const copy = { accountId: box.accountId, folder: 'inbox' as const, receivedAt: new Date() }
  await mailstore.deliver(
    message,
    Array.from({ length: count }, () => copy),
  )
}

it('MAILLIST-23 MAILLIST-27 emptying the bin runs in pieces with progress; deleting meanwhile is refused', async () => {
  const box = await newMailbox(server)
  await fill(box, 1_200)
  const trash = box.folderId('trash')
  const push = await openPush(server, box)
  const progress = () => push.next('bulk')
  const start = (body: Parameters<typeof box.client.call<typeof bulk.start>>[1]['body']) =>
    box.client.call(bulk.start, { body })
  await start({ mailboxId: box.folderId('inbox'), action: 'recycle' })
  expect(await progress()).toMatchObject({ state: 'running', looked: 0, total: 1_200 })
  const worker = await startWorker()
  const steps: BulkProgress[] = []
  do steps.push(await progress())
  while (steps.at(-1)?.state === 'running')
  expect(steps.map((one) => [one.looked, one.changed, one.state])).toEqual([
    [500, 500, 'running'],
    [1_000, 1_000, 'running'],
    [1_200, 1_200, 'done'],
  ])
  await worker.stop()
  expect(await box.counts(trash)).toEqual({ total: 1_200, unread: 1_200 })

  const { data } = await start({ mailboxId: trash, action: 'destroy' })
  const [one] = await box.items(trash, { pageSize: 1 })
  const refused = { status: 409, message: '邮件正在清空，请清空完成后再进行删除' }
  const body = { mailIds: [one?.mailId ?? 0] }
  expect(await box.client.call(messages.destroy, { body })).toMatchObject(refused)
  expect(await box.client.call(messages.recycle, { body })).toMatchObject(refused)
  expect(
    await box.client.call(messages.move, { body: { ...body, targetMailboxId: trash } }),
  ).toMatchObject(refused)
  expect(await start({ mailboxId: trash, action: 'destroy' })).toMatchObject(refused)
  expect((await box.client.get(bulk.running, { query: {} })).list).toMatchObject([
    { jobId: data.jobId, action: 'destroy' },
  ])

  const again = await startWorker()
  while ((await progress()).state !== 'done');
  await again.stop()
  expect(await box.counts(trash)).toEqual({ total: 0, unread: 0 })
  expect((await box.client.get(bulk.running, { query: {} })).list).toEqual([])
  const late = await box.put('inbox', { subject: 'late' })
  expect((await box.client.get(messages.recycle, { body: { mailIds: late } })).count).toBe(1)
  push.close()
  expect((await verifyStore(server.app.database, server.app.blobs)).findings).toEqual([])
})

it('MAILLIST-17 an action on a whole folder is stopped, and what arrives meanwhile is left alone', async () => {
  const box = await newMailbox(server)
  const [inbox, archive] = [box.folderId('inbox'), box.folderId('archive')]
  await fill(box, 10)
  const push = await openPush(server, box)
  const first = await box.client.get(bulk.start, { body: { mailboxId: inbox, action: 'archive' } })
  expect(
    await box.client.call(bulk.start, { body: { mailboxId: inbox, action: 'seen' } }),
  ).toMatchObject({ error: 'mail.busy' })
  await box.client.get(bulk.stop, { body: { jobId: first.jobId } })
  // The other windows take their bar away.
  expect((await push.next('bulk')).state).toBe('running')
  expect(await push.next('bulk')).toMatchObject({ jobId: first.jobId, state: 'stopped' })
  expect(await box.client.call(bulk.stop, { body: { jobId: first.jobId } })).toMatchObject({
    status: 404,
  })
  await box.client.get(bulk.start, { body: { mailboxId: inbox, action: 'archive' } })
  await box.put('inbox', { subject: 'meanwhile' })
  const worker = await startWorker()
  while ((await push.next('bulk')).state !== 'done');
  await worker.stop()
  push.close()
  expect(await box.subjects(inbox)).toEqual(['meanwhile'])
  expect((await box.counts(archive)).total).toBe(10)
})

it('MAILLIST-17 after a crash an action goes on where it was, and does nothing twice', async () => {
  const box = await newMailbox(server)
  const inbox = box.folderId('inbox')
  await fill(box, 700)
  const { jobId } = await box.client.get(bulk.start, { body: { mailboxId: inbox, action: 'seen' } })
  // As a process leaves it that was killed after its first piece.
  const { database } = server.app
  await database.run(
    sql`UPDATE bulk_actions SET last_uid = 500, seen_rows = 500 WHERE id = ${jobId}`,
  )
  await heldByDead(database)
  const push = await openPush(server, box)
  const worker = await startWorker()
  expect(await push.next('bulk')).toMatchObject({ state: 'done', looked: 700, changed: 200 })
  await worker.stop()
  push.close()
  expect(await box.counts(inbox)).toEqual({ total: 700, unread: 500 })
})

it('MAILLIST-17 an action that cannot go on, since its target is gone, is told to have failed', async () => {
  const box = await newMailbox(server)
  await fill(box, 3)
  const { folderId } = await box.client.get(folders.save, { body: { folderName: 'gone' } })
  const { jobId } = await box.client.get(bulk.start, {
    body: { mailboxId: box.folderId('inbox'), action: 'move', targetMailboxId: folderId },
  })
  await box.client.get(folders.remove, { body: { folderId } })
  const push = await openPush(server, box)
  const worker = await startWorker()
  expect(await push.next('bulk')).toMatchObject({ jobId, state: 'failed', changed: 0 })
  await worker.stop()
  push.close()
  expect((await box.counts(box.folderId('inbox'))).total).toBe(3)
})

it('MAILLIST-13 a filter narrows an action; restoring a bin brings all mail back to where it lay', async () => {
  const box = await newMailbox(server)
  await box.put('inbox', { subject: 'a' }, { subject: 'b', seen: true })
  await box.put('archive', { subject: 'c' })
  const push = await openPush(server, box)
  const worker = await startWorker()
  const run = async (body: { mailboxId: number; action: BulkAction; filter?: 'read' }) => {
    await box.client.get(bulk.start, { body })
    for (;;) {
      const progress = await push.next('bulk')
      if (progress.state !== 'running') return progress
    }
  }
  const inbox = box.folderId('inbox')
  expect(await run({ mailboxId: inbox, action: 'recycle', filter: 'read' })).toMatchObject({
    looked: 2,
    changed: 1,
  })
  expect(await box.subjects(inbox)).toEqual(['a'])
  await run({ mailboxId: box.folderId('archive'), action: 'recycle' })
  expect(await run({ mailboxId: box.folderId('trash'), action: 'restore' })).toMatchObject({
    changed: 2,
  })
  expect((await box.subjects(inbox)).sort()).toEqual(['a', 'b'])
  expect(await box.subjects(box.folderId('archive'))).toEqual(['c'])
  await worker.stop()
  push.close()
})

it.each([
  { action: 'destroy', from: 'inbox', error: 'mail.not-deletable' },
  { action: 'restore', from: 'inbox', error: 'mail.bad-target' },
  { action: 'move', from: 'inbox', to: 'inbox', error: 'mail.same-folder' },
  { action: 'move', from: 'inbox', to: 'drafts', error: 'mail.bad-target' },
  { action: 'archive', from: 'drafts', error: 'mail.bad-target' },
  { action: 'move', from: 'inbox', error: 'folder.not-found' },
] as const)('MAILLIST-17 $action of all of the $from is refused: $error', async (wanted) => {
  const box = await newMailbox(server)
  const body = {
    mailboxId: box.folderId(wanted.from),
    action: wanted.action,
    ...('to' in wanted && wanted.to ? { targetMailboxId: box.folderId(wanted.to) } : {}),
  }
  expect(await box.client.call(bulk.start, { body })).toMatchObject({ error: wanted.error })
})

it('MAILLIST-17 a move of a whole folder is taken back: each mail returns, but what was moved on stays there', async () => {
  const box = await newMailbox(server)
  const [inbox, archive, trash] = [
    box.folderId('inbox'),
    box.folderId('archive'),
    box.folderId('trash'),
  ]
  await fill(box, 700)
  const [there] = await box.put('archive', { subject: 'was there before' })
  const push = await openPush(server, box)
  const worker = await startWorker()
  const ended = async () => {
    for (;;) {
      const one = await push.next('bulk')
      if (one.state !== 'running') return one
    }
  }
  const undo = (jobId: number) => box.client.call(bulk.undo, { body: { jobId } })
  const start = await box.client.get(bulk.start, { body: { mailboxId: inbox, action: 'archive' } })
  expect(start.undoable).toBe(false)
  expect(await ended()).toMatchObject({ state: 'done', changed: 700, undoable: true })
  const [movedOn] = await box.items(archive, { pageSize: 1 })
  const other = movedOn?.mailId === there ? (await box.items(archive))[1]?.mailId : movedOn?.mailId
  await box.client.get(messages.recycle, { body: { mailIds: [other ?? 0] } })

  const stranger = await newMailbox(server)
  expect(await stranger.client.call(bulk.undo, { body: { jobId: start.jobId } })).toMatchObject({
    status: 404,
  })
  expect(await undo(start.jobId)).toMatchObject({
    status: 200,
    data: { action: 'undo', total: 700 },
  })
  expect(await ended()).toMatchObject({
    action: 'undo',
    state: 'done',
    looked: 700,
    changed: 699,
    undoable: false,
  })
  expect((await box.counts(inbox)).total).toBe(699)
  expect((await box.counts(trash)).total).toBe(1)
  expect(await box.subjects(archive)).toEqual(['was there before'])
  // Once is enough, and what was not a move cannot be taken back.
  expect(await undo(start.jobId)).toMatchObject({ status: 404 })
  const seen = await box.client.get(bulk.start, { body: { mailboxId: inbox, action: 'seen' } })
  expect(await ended()).toMatchObject({ action: 'seen', undoable: false })
  expect(await undo(seen.jobId)).toMatchObject({ status: 404 })
  await worker.stop()
  push.close()
  expect((await verifyStore(server.app.database, server.app.blobs)).findings).toEqual([])
})

it('MAILLIST-17 FOLDERS-16 nothing is taken back into or out of a locked folder, nor after ten minutes', async () => {
  const box = await newMailbox(server)
  const inbox = box.folderId('inbox')
  const { folderId } = await box.client.get(folders.save, { body: { folderName: 'secret' } })
  await fill(box, 3)
  const push = await openPush(server, box)
  const worker = await startWorker()
  const { jobId } = await box.client.get(bulk.start, {
    body: { mailboxId: inbox, action: 'move', targetMailboxId: folderId },
  })
  while ((await push.next('bulk')).state === 'running');
  await box.client.get(folders.setPassword, { body: { folderId, password: 'open-5esame' } })
  expect(await box.client.call(bulk.undo, { body: { jobId } })).toMatchObject({
    error: 'folder.locked',
  })
  await box.client.get(folders.unlock, { body: { folderId, password: 'open-5esame' } })
  await server.app.database.run(sql`
    UPDATE bulk_actions SET updated_at = now() - interval '11 minutes' WHERE id = ${jobId}`)
  expect(await box.client.call(bulk.undo, { body: { jobId } })).toMatchObject({ status: 404 })
  await server.app.database.run(sql`UPDATE bulk_actions SET updated_at = now() WHERE id = ${jobId}`)
  expect(await box.client.call(bulk.undo, { body: { jobId } })).toMatchObject({ status: 200 })
  while ((await push.next('bulk')).state === 'running');
  expect((await box.counts(inbox)).total).toBe(3)
  await worker.stop()
  push.close()
})
