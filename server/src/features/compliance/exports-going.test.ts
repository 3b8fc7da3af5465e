import { consoleContract as api } from '@hongyan/contract/console'
import { session } from '@hongyan/contract/session'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { consoleUrl, inConsole } from '../../testing/console-client.ts'
import { type HttpClient, httpClient } from '../../testing/http-client.ts'
import { newMailbox } from '../../testing/mailbox.ts'
import { type ShiftingClock, shiftingClock } from '../../testing/shifting-clock.ts'
import { startTestServer, type TestServer, testPassword } from '../../testing/start-test-server.ts'

let server: TestServer
let clock: ShiftingClock
let owner: HttpClient
let second: HttpClient
let exportId: number

/** More than what stands between the server and somebody who does not read. */
const mails = 4
const line = `${'x'.repeat(998)}\r\n`
const long = line.repeat(12_000)

beforeAll(async () => {
  clock = shiftingClock()
  server = await startTestServer({ clock })
  for (const name of ['owner', 'second'])
    await server.addPerson({ address: `${name}@example.test`, isAdmin: true })
  owner = await inConsole(server, 'owner@example.test')
  second = await inConsole(server, 'second@example.test')
  const box = await newMailbox(server)
  await box.put('inbox', ...Array.from({ length: mails }, () => ({ text: long })))
  exportId = await newExport(box.accountId)
})

afterAll(() => server.stop())

async function newExport(accountId: number): Promise<number> {
  const wish = { reason: 'case 8', accountIds: [accountId], mailFrom: null, mailUntil: null }
  const { id } = await owner.get(api.askMailExport, { body: wish })
  await second.get(api.decideMailExport, { body: { id, agree: true, word: 'seen' } })
  await vi.waitFor(async () => expect((await exportOf(id)).state).toBe('ready'), 60_000)
  return id
}

const exportOf = async (id: number) => {
  const { list } = await second.get(api.mailExports, { query: { pageSize: 100 } })
  return list.find((one) => one.id === id) ?? Promise.reject(new Error('no export'))
}

const linkFor = async (desk: HttpClient) =>
  `${consoleUrl(server)}${(await desk.get(api.mailExportTicket, { body: { id: exportId } })).url}`

/** The file as it begins to come; what is left of it is read when that is asked for. */
async function begin(desk: HttpClient) {
  const answer = await fetch(await linkFor(desk))
  expect(answer.status).toBe(200)
  const reader = answer.body?.getReader()
  if (!reader) throw new Error('no file')
  let size = 0
  // In the middle of the first mail.
  while (size < 1_000_000) size += (await reader.read()).value?.length ?? 0
  const rest = async (): Promise<number> => {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return size
      size += value.length
    }
  }
  return {
    length: Number(answer.headers.get('content-length')),
    /** Cut off, with no more than what was on its way. */
    expectCut: async (): Promise<void> => {
      const length = Number(answer.headers.get('content-length'))
      await expect(rest()).rejects.toThrow()
      expect(size).toBeLessThan(length / 2)
    },
    rest,
  }
}

const asUser = async (name: string) => {
  const rows = await server.app.database.query(sql<{ id: number }>`
    SELECT u.id FROM users u JOIN accounts a ON a.id = u.account_id WHERE a.address = ${`${name}@example.test`}`)
  return rows[0]?.id ?? 0
}

it('issue 17: a fetching goes on over heartbeats while nothing is changed, and is the whole file', async () => {
  const { length, rest } = await begin(owner)
  clock.advance(30_000)
  clock.advance(30_000)
  expect(await rest()).toBe(length)
})

it('issue 17: a fetching ends at once where its login ends, by whoever', async () => {
  const mail = httpClient(server.url)
  await mail.logIn('owner@example.test', testPassword)
  const desk = await inConsole(server, 'owner@example.test')
  const { expectCut } = await begin(desk)
  await server.app.sessions.endAll((await ownerAccount()) as never, 'disabled')
  await expectCut()
  owner = await inConsole(server, 'owner@example.test')
  expect((await mail.call(session.userInfo, {})).error).toBe('session.expired')
})

const ownerAccount = async () => {
  const rows = await server.app.database.query(sql<{ id: number }>`
    SELECT id FROM accounts WHERE address = 'owner@example.test'`)
  return rows[0]?.id
}

it.each([
  ['who fetches leaves the console', (desk: HttpClient) => desk.get(api.end, { body: {} })],
  [
    'the role is taken',
    async () =>
      server.app.database.run(
        sql`UPDATE users SET console_role = 'helpdesk' WHERE id = ${await asUser('owner')}`,
      ),
  ],
  [
    'the export is withdrawn',
    () =>
      server.app.database.run(sql`UPDATE mail_exports SET state = 'gone' WHERE id = ${exportId}`),
  ],
])('issue 17: a fetching ends at the next heartbeat when %s', async (_, change) => {
  const desk = await inConsole(server, 'owner@example.test')
  const { expectCut } = await begin(desk)
  await change(desk)
  clock.advance(30_000)
  await expectCut()
  await server.app.database.run(
    sql`UPDATE users SET console_role = 'owner' WHERE id = ${await asUser('owner')}`,
  )
  await server.app.database.run(sql`UPDATE mail_exports SET state = 'ready' WHERE id = ${exportId}`)
})

it('issue 17: HEAD spends no link and counts as no fetching; a part is not given, and the link is spent by it', async () => {
  const desk = await inConsole(server, 'owner@example.test')
  const link = await linkFor(desk)
  const { downloads } = await exportOf(exportId)
  const head = await fetch(link, { method: 'HEAD' })
  expect([head.status, head.headers.get('allow')]).toEqual([405, 'GET'])
  expect((await exportOf(exportId)).downloads).toBe(downloads)
  const part = await fetch(link, { headers: { range: 'bytes=1000-' } })
  expect([part.status, part.headers.get('accept-ranges')]).toEqual([200, 'none'])
  const bytes = new Uint8Array(await part.arrayBuffer())
  expect(bytes.length).toBe(Number(part.headers.get('content-length')))
  expect(Buffer.from(bytes.subarray(0, 2)).toString()).toBe('PK')
  const more = await fetch(link, { headers: { range: 'bytes=0-10' } })
  expect((await more.json()).error).toBe('exports.ticket')
  expect((await exportOf(exportId)).downloads).toBe(downloads + 1)
})
