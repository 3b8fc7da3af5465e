import { folders } from '@hongyan/contract/folders'
import { rules } from '@hongyan/contract/rules'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '../../testing/compose-helpers.ts'
import { newMailbox, type TestMailbox } from '../../testing/mailbox.ts'
import { ruleBody } from '../../testing/rules-rig.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { sql } from '../db/sql.ts'

let server: TestServer
let box: TestMailbox

beforeAll(async () => {
  server = await startTestServer({ environment: { HONGYAN_ROLES: 'web,smtp' } })
  box = await newMailbox(server)
})

afterAll(() => server.stop())

/** As a process leaves them that was killed so many seconds ago. */
const heldByDead = (worker: string, seconds: number) =>
  server.app.database.run(sql`
    UPDATE graphile_worker._private_jobs SET attempts = 1, locked_by = ${worker},
      locked_at = now() - make_interval(secs => ${seconds})`)

const startWorker = () =>
  startTestServer({ beside: server, environment: { HONGYAN_ROLES: 'worker' } })

it('server.md: a run of rules that was killed goes on within a minute, and a new one is not refused for hours', async () => {
  const { folderId } = await box.client.get(folders.save, { body: { folderName: 'sorted' } })
  await box.put('inbox', { subject: 'one' }, { subject: 'two' })
  const conditions = [{ field: 'subject' as const, operator: 'contains' as const, value: 'o' }]
  await box.client.get(rules.save, {
    body: ruleBody({ conditions, action: { moveTo: folderId } }),
  })
  await box.client.get(rules.run, { body: {} })
  await heldByDead('worker-killed', 50)
  const worker = await startWorker()
  await eventually(
    () => box.client.get(rules.runState, { query: {} }),
    ({ run }) => run?.state === 'done',
  )
  await worker.stop()
  expect(await box.subjects(folderId)).toHaveLength(2)
})

it('server.md: what a living worker holds stays with it', async () => {
  const { database, jobs } = server.app
  await jobs.enqueue(database, { task: 'nobody-does-this', payload: {} })
  await database.run(sql`INSERT INTO job_workers (worker) VALUES ('worker-alive')`)
  await heldByDead('worker-alive', 3_000)
  const worker = await startWorker()
  const held = await database.query(
    sql`SELECT locked_by FROM graphile_worker._private_jobs WHERE locked_by = 'worker-alive'`,
  )
  await worker.stop()
  expect(held).toHaveLength(1)
})
