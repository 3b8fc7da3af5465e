import { folders } from '@hongyan/contract/folders'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyStore } from '../../mailstore/verify/verify.ts'
import { sql } from '../../platform/db/sql.ts'
import { asId } from '../../platform/ids.ts'
import { eventually } from '../../testing/compose-helpers.ts'
import { heldByDead } from '../../testing/dead-worker.queries.ts'
import { newMailbox } from '../../testing/mailbox.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

/** Several pieces. */
const many = 2_600
let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ environment: { HONGYAN_ROLES: 'web,smtp' } })
})

afterAll(() => server.stop())

const startWorker = () =>
  startTestServer({ beside: server, environment: { HONGYAN_ROLES: 'worker' } })

it('issue 17: a night that was killed goes on where it was: each mail goes once and is counted once', async () => {
  const { database, mailstore } = server.app
  const box = await newMailbox(server)
  const one = await mailstore.prepare(Buffer.from('Subject: x\r\n\r\nx\r\n'))
  const receivedAt = new Date(Date.now() - 40 * 86_400_000)
  const copy = { accountId: box.accountId, folder: asId<never>(box.archive), receivedAt }
  await mailstore.deliver(
    one,
    Array.from({ length: many }, () => copy),
  )
  await database.run(sql`
    INSERT INTO retention_rules (organisation_id, name, everybody, kinds, days, keep_starred, keep_label, changed_by,
      active_since, runs_from)
    SELECT id, 'old', true, ARRAY['archive'], 30, false, '', '', now(), now() FROM organisations`)
  await database.run(sql`SELECT graphile_worker.add_job('retention-night')`)
  const locked = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const lock = database.transaction(async (tx) => {
    await tx.run(sql`LOCK TABLE deleted_messages IN EXCLUSIVE MODE`)
    locked.resolve()
    await release.promise
  })
  await locked.promise
  const worker = await startWorker()
  const waiting = () => database.query(sql`SELECT FROM pg_locks WHERE NOT granted`)
  await eventually(waiting, (rows) => rows.length > 0, 'the first piece')
  const stopped = worker.stop()
  await eventually(async () => worker.app.jobs.stopping.aborted, Boolean, 'the stop')
  release.resolve()
  await Promise.all([lock, stopped])
  const archived = async () => {
    const { folderList } = await box.client.get(folders.list, { query: {} })
    return folderList.find(({ role }) => role === 'archive')?.mail
  }
  const left = (await archived()) ?? 0
  expect(left).toBeGreaterThan(0)
  expect(left).toBeLessThan(many)
  await heldByDead(database)
  const next = await startWorker()
  await eventually(archived, (mail) => mail === 0, 'the end of the night')
  const sums = () =>
    database.query(sql<{ ended: boolean }>`
      SELECT s.people, s.mails, w.ended_at IS NOT NULL AS ended FROM retention_sums s JOIN retention_walks w ON w.id = s.walk_id`)
  await eventually(sums, ([row]) => row?.ended === true, 'the end of the night')
  expect(await sums()).toEqual([{ people: 1, mails: many, ended: true }])
  await next.stop()
  expect((await verifyStore(database, server.app.blobs)).findings).toEqual([])
})
