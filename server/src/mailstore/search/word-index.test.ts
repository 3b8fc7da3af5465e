import { search } from '@hongyan/contract/search'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { deliver, mail } from '../../testing/builders.ts'
import { newProgramMailbox, type ProgramMailbox } from '../../testing/imap-client.ts'
import { allPages } from '../../testing/mailbox.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

let server: TestServer
let box: ProgramMailbox

beforeAll(async () => {
  server = await startTestServer()
  box = await newProgramMailbox(server)
})
afterAll(() => server.stop())

const find = async (searchKeyword: string): Promise<string[]> => {
  const found = await allPages((sortValues) =>
    box.client.get(search.search, {
      query: { searchKeyword, pageSize: 7, ...(sortValues ? { sortValues } : {}) },
    }),
  )
  return found.map((one) => one.mailSubject)
}
const counted = async (searchKeyword: string): Promise<number> =>
  (await box.client.get(search.count, { query: { searchKeyword } })).count

const waiting = () =>
  server.app.database.query(sql`
    SELECT 1 FROM message_search WHERE NOT settled AND account_id = ${box.accountId}`)

it('SEARCH-07 a mail is found when its 250 is there, before its words have their places and after', async () => {
  await deliver(server, box.address, { subject: 'one godwit', text: '会议纪要' })
  expect(await waiting()).toHaveLength(1)
  for (const word of ['godwit', 'godw', '会议', 'subject:godwit', '"one godwit"'])
    expect(await find(word)).toEqual(['one godwit'])
  expect(await find('godwit -会议')).toEqual([])
  expect(await counted('godwit')).toBe(1)
  await expect.poll(waiting, { timeout: 30_000 }).toEqual([])
  expect(await find('godwit')).toEqual(['one godwit'])
})

it('SEARCH-07 mails that wait stand among the others, each once and the newest first, on every page', async () => {
  const day = (index: number): string =>
    new Date(Date.UTC(2026, 4, 1) - index * 9 * 24 * 3600_000).toISOString()
  const parts = Array.from({ length: 40 }, (_, index) => ({
    subject: `wait ${index}`,
    text: index % 2 ? 'curlew sandpiper' : 'sandpiper, then a curlew',
    at: day(index),
  }))
  await box.put('inbox', ...parts)
  await server.app.database.run(sql`
    UPDATE message_search SET settled = message_id % 3 = 0 WHERE account_id = ${box.accountId}`)
  const all = parts.map(({ subject }) => subject)
  expect(await find('sandpiper')).toEqual(all)
  expect(await find('"curlew sandpiper"')).toEqual(all.filter((_, index) => index % 2 === 1))
  expect(await counted('curl')).toBe(40)
})

it('SEARCH-07 what a killed process left waiting is settled by the clock of any other', async () => {
  const { database, jobs } = server.app
  // A last mail has all settled; then nothing is planned any more by the process that delivered.
  await deliver(server, box.address, { subject: 'the last' })
  await expect.poll(waiting, { timeout: 30_000 }).toEqual([])
  await database.run(sql`UPDATE message_search SET settled = false`)
  await jobs.enqueue(database, { task: 'settle-words', payload: {} })
  await expect.poll(waiting, { timeout: 30_000 }).toEqual([])
  expect(await find('sandpiper')).toHaveLength(40)
})

it('programs find mails that wait in a large folder too', async () => {
  const { mailstore, database } = server.app
  const prepared = await mailstore.prepare(mail({ subject: 'many' }))
  const copy = { accountId: box.accountId, folder: 'inbox' as const, receivedAt: new Date() }
  await mailstore.deliver(
    prepared,
    Array.from({ length: 1_100 }, () => copy),
  )
  await box.put(
    'inbox',
    { subject: 'a dunlin' },
    { subject: 'old dunlin', at: '2025-01-01T00:00:00Z' },
  )
  await database.run(sql`
    UPDATE message_search SET settled = message_id % 2 = 0 WHERE account_id = ${box.accountId}`)
  const program = await box.program()
  await program.ask('SELECT INBOX')
  const answer = await program.ask('SEARCH SUBJECT dunlin')
  expect(/^\* SEARCH((?: \d+)*)/m.exec(answer)?.[1]?.trim().split(' ')).toHaveLength(2)
  const many = await program.ask('SEARCH NOT SUBJECT dunlin')
  expect(/^\* SEARCH((?: \d+)*)/m.exec(many)?.[1]?.trim().split(' ')).toHaveLength(1_142)
  program.close()
})
