import { bulk } from '@hongyan/contract/bulk'
import { folders } from '@hongyan/contract/folders'
import { labels } from '@hongyan/contract/labels'
import { rules } from '@hongyan/contract/rules'
import { search } from '@hongyan/contract/search'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { claimDue } from './mailstore/search/file-index.queries.ts'
import { verifyStore } from './mailstore/verify/verify.ts'
import { sql } from './platform/db/sql.ts'
import { asId, type FolderId } from './platform/ids.ts'
import { eventually } from './testing/compose-helpers.ts'
import { heldByDead } from './testing/dead-worker.queries.ts'
import { newMailbox, type TestMailbox } from './testing/mailbox.ts'
import { ruleBody } from './testing/rules-rig.ts'
import { startTestServer, type TestServer } from './testing/start-test-server.ts'

let server: TestServer
let box: TestMailbox

beforeAll(async () => {
  server = await startTestServer({ environment: { HONGYAN_ROLES: 'web,smtp' } })
  box = await newMailbox(server)
})

afterAll(() => server.stop())

const allDue = () => server.app.database.query(sql`SELECT FROM search_due`)
const claimed = () =>
  server.app.database.query(sql`SELECT FROM search_due WHERE attempts > 0 OR at > now()`)

const startWorker = () =>
  startTestServer({ beside: server, environment: { HONGYAN_ROLES: 'worker' } })

const withFile = (text: string) => ({
  text,
  headers: { 'Content-Disposition': 'attachment; filename=plan.txt' },
})

const indexJobs = () =>
  server.app.database.query(
    sql`SELECT FROM graphile_worker.jobs WHERE task_identifier = 'index-files'`,
  )

it('server.md: a run of rules that was killed goes on within a minute, and a new one is not refused for hours', async () => {
  const { folderId } = await box.client.get(folders.save, { body: { folderName: 'sorted' } })
  await box.put('inbox', { subject: 'one' }, { subject: 'two' })
  const conditions = [{ field: 'subject' as const, operator: 'contains' as const, value: 'o' }]
  await box.client.get(rules.save, {
    body: ruleBody({ conditions, action: { moveTo: folderId } }),
  })
  await box.client.get(rules.run, { body: {} })
  await heldByDead(server.app.database)
  const worker = await startWorker()
  await eventually(
    () => box.client.get(rules.runState, { query: {} }),
    ({ run }) => run?.state === 'done',
  )
  await worker.stop()
  expect(await box.subjects(folderId)).toHaveLength(2)
})

it('server.md: files whose reading was killed are found by their text within a minute', async () => {
  const { database } = server.app
  await box.put('inbox', withFile('pelican'))
  await eventually(indexJobs, (rows) => rows.length === 1, 'the job')
  // Fifty seconds after a process has claimed the mail and died.
  expect(await claimDue(database, 8)).toHaveLength(1)
  await database.run(sql`UPDATE search_due SET at = at - interval '50 seconds'`)
  await heldByDead(database)
  const worker = await startWorker()
  await eventually(
    () => box.client.get(search.search, { query: { searchKeyword: 'pelican' } }),
    ({ list }) => list.length === 1,
    'the words of the file',
  )
  await eventually(allDue, (rows) => rows.length === 0, 'the end of the reading')
  await worker.stop()
})

it('server.md: a process that is stopped ends the mail whose files it reads, and hands on the others', async () => {
  const { database } = server.app
  await box.put('inbox', withFile('one'), withFile('two'), withFile('three'))
  const locked = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const lock = database.transaction(async (tx) => {
    await tx.run(sql`LOCK TABLE file_texts IN EXCLUSIVE MODE`)
    locked.resolve()
    await release.promise
  })
  await locked.promise
  const worker = await startWorker()
  const waiting = () => database.query(sql`SELECT FROM pg_locks WHERE NOT granted`)
  await eventually(waiting, (rows) => rows.length === 1, 'the first mail')
  expect(await claimed()).toHaveLength(3)
  const stopped = worker.stop()
  await eventually(async () => worker.app.jobs.stopping.aborted, Boolean, 'the stop')
  release.resolve()
  await Promise.all([lock, stopped])
  expect(await allDue()).toHaveLength(2)
  expect(await claimed()).toEqual([])
  expect(await indexJobs()).toHaveLength(1)
  const next = await startWorker()
  await eventually(allDue, (rows) => rows.length === 0, 'the end of the reading')
  await next.stop()
})

it('server.md: an emptied folder, a deleted label and an action that were killed go on as well', async () => {
  const { database, mailstore } = server.app
  const large = await newMailbox(server)
  const { folderId } = await large.client.get(folders.save, { body: { folderName: 'large' } })
  const { labelId } = await large.client.get(labels.save, { body: { labelName: 'red' } })
  const one = await mailstore.prepare(Buffer.from('Subject: x\r\n\r\nx\r\n'))
  const copy = {
    accountId: large.accountId,
    receivedAt: new Date(),
    labels: [asId<never>(labelId)],
  }
  const copies = (folder: FolderId) => Array.from({ length: 3_100 }, () => ({ ...copy, folder }))
  await mailstore.deliver(one, copies(asId(folderId)))
  await large.client.get(labels.remove, { body: { labelId } })
  await large.client.get(folders.remove, { body: { folderId } })
  await box.put('archive', { subject: 'unread' })
  const archive = box.folderId('archive')
  await box.client.get(bulk.start, { body: { mailboxId: archive, action: 'seen' } })
  await heldByDead(database)
  const left = () =>
    database.query(sql<{ task: string }>`
      SELECT t.identifier AS task FROM graphile_worker._private_jobs j
      JOIN graphile_worker._private_tasks t ON t.id = j.task_id
      WHERE t.identifier IN ('clear-folder', 'sweep-label', 'bulk-action')`)
  expect((await left()).map(({ task }) => task).sort()).toEqual([
    'bulk-action',
    'clear-folder',
    'sweep-label',
  ])
  const worker = await startWorker()
  await eventually(left, (rows) => rows.length === 0, 'the end of all work')
  await worker.stop()
  expect(await large.counts(large.folderId('trash'))).toMatchObject({ total: 3_100 })
  expect((await large.client.get(folders.list, { query: {} })).customList).toEqual([])
  expect((await verifyStore(database, server.app.blobs)).findings).toEqual([])
  expect(await box.counts(archive)).toEqual({ total: 1, unread: 0 })
})

it('server.md: what a living worker holds stays with it', async () => {
  const { database, jobs } = server.app
  await jobs.enqueue(database, { task: 'nobody-does-this', payload: {} })
  await database.run(sql`INSERT INTO job_workers (worker) VALUES ('worker-alive')`)
  await heldByDead(database, { worker: 'worker-alive', seconds: 3_000 })
  const worker = await startWorker()
  const held = await database.query(
    sql`SELECT locked_by FROM graphile_worker._private_jobs WHERE locked_by = 'worker-alive'`,
  )
  await worker.stop()
  expect(held).toHaveLength(1)
})
