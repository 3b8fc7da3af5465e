import { afterAll, beforeAll, expect, it } from 'vitest'
import { type App, createApp, type Ground } from './app.ts'
import { withApp } from './commands/organisation.ts'
import { sql } from './platform/db/sql.ts'
import type { AccountId } from './platform/ids.ts'
import { mail } from './testing/builders.ts'
import { startTestServer, type TestServer } from './testing/start-test-server.ts'

const receivedAt = new Date('2026-01-05T09:00:00Z')
let server: TestServer
let accountId: AccountId

beforeAll(async () => {
  // Nobody works off the queue: what was asked for stays to be seen.
  server = await startTestServer({ environment: { HONGYAN_ROLES: 'web,smtp' } })
  accountId = (await server.addPerson({ address: 'stop@example.test' })).accountId
})

afterAll(() => server.stop())

/** The parts as a command has them: beside the running server, and never started. */
const beside = (): Promise<App> => {
  const { database, blobs, log, clock } = server.app
  return createApp({ config: server.config, database, blobs, log, clock })
}

it('review server: words of mail that a command brings in lie in their places when it ends', async () => {
  const app = await beside()
  for (let index = 0; index < 3; index++) {
    const message = await app.mailstore.prepare(mail({ subject: `brought in ${index}` }))
    await app.mailstore.deliver(message, [{ accountId, folder: 'inbox', receivedAt }])
  }
  await app.stop()
  // What is left to do is what every search would have read from end to end.
  const [left] = await server.app.database.query<{ pages: string }>(
    sql`SELECT gin_clean_pending_list('message_search_words') AS pages`,
  )
  expect(Number(left?.pages)).toBe(0)
})

it('review server: the reading of files that a command brings in is asked for before it ends', async () => {
  const app = await beside()
  const headers = { 'Content-Disposition': 'attachment; filename=plan.txt' }
  const message = await app.mailstore.prepare(mail({ text: 'pelican', headers }))
  await app.mailstore.deliver(message, [{ accountId, folder: 'inbox', receivedAt }])
  await app.stop()
  const asked = await server.app.database.query<{ task: string }>(
    sql`SELECT task_identifier AS task FROM graphile_worker.jobs`,
  )
  expect(asked).toEqual([{ task: 'index-files' }])
})

it('review server: a command that fails lets go of its parts all the same', async () => {
  let stops = 0
  const create = async (ground: Ground): Promise<App> => {
    const app = await createApp(ground)
    return { ...app, stop: () => app.stop().finally(() => stops++) }
  }
  const input = { words: [], config: server.config, createApp: create, print: () => undefined }
  await expect(
    withApp(input, async () => {
      throw new Error('half way')
    }),
  ).rejects.toThrow('half way')
  expect(stops).toBe(1)
})
