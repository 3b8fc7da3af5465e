import { folders } from '@hongyan/contract/folders'
import { search } from '@hongyan/contract/search'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mail } from '../testing/builders.ts'
import { httpClient } from '../testing/http-client.ts'
import { startTestServer, type TestServer, testPassword } from '../testing/start-test-server.ts'

let server: TestServer
const count = 3_000
const dayMs = 24 * 3600 * 1000
const newest = Date.UTC(2026, 5, 1)

/** Message `index` of the large mailbox, the newest first; about four a day. */
const subjectOf = (index: number): string =>
  [
    `all ${index}`,
    index % 7 === 0 ? 'seventh' : '',
    index % 100 === 50 ? 'seldom' : '',
    index > 2_800 ? 'ancient' : '',
    index === 700 ? 'once' : '',
  ].join(' ')

beforeAll(async () => {
  server = await startTestServer()
  const { accountId } = await server.addPerson({ address: 'large@example.test' })
  await server.addPerson({ address: 'empty@example.test' })
  const { mailstore } = server.app
  await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const prepared = await mailstore.prepare(mail({ subject: subjectOf(index) }))
      const receivedAt = new Date(newest - index * (dayMs / 4))
      await mailstore.deliver(prepared, [{ accountId, folder: 'inbox', receivedAt }])
    }),
  )
}, 60_000)

afterAll(() => server.stop())

async function findAll(
  name: string,
  query: { searchKeyword: string; scope?: string; startTime?: string; mailboxId?: number },
): Promise<string[]> {
  const client = httpClient(server.url)
  await client.logIn(name, testPassword)
  const found: string[] = []
  for (let sortValues: string | undefined; ; ) {
    const page = await client.get(search.search, {
      query: { ...query, pageSize: 30, ...(sortValues ? { sortValues } : {}) },
    })
    found.push(...page.list.map((one) => one.mailSubject))
    sortValues = page.list.at(-1)?.sortValues
    if (!page.hasMore) return found
  }
}

it.each(['all', 'seventh', 'seldom', 'ancient', 'once', 'nothing'])(
  'SEARCH-07 in a large mailbox every mail with a word is found once, the newest first: %s',
  async (searchKeyword) => {
    const wanted = Array.from({ length: count }, (_, index) => subjectOf(index))
      .filter((subject) => subject.split(' ').includes(searchKeyword))
      .map((subject) => subject.trim())
    const query = { searchKeyword, scope: '1' }
    expect((await findAll('large', query)).map((one) => one.trim())).toEqual(wanted)
    expect(await findAll('empty', query)).toEqual([])
  },
)

it('SEARCH-09 a search that begins at a time finds nothing before it, in a large mailbox too', async () => {
  const startTime = new Date(newest - 20 * dayMs).toISOString()
  expect(await findAll('large', { searchKeyword: 'seventh', startTime })).toHaveLength(12)
})

it.each(['seldom', 'ancient', 'all -seventh', 'subject:seventh is:unread'])(
  'SEARCH-09 in a folder of thousands, and by conditions: %s',
  async (searchKeyword) => {
    const client = httpClient(server.url)
    await client.logIn('large', testPassword)
    const { folderList } = await client.get(folders.list, { query: {} })
    const mailboxId = folderList.find((one) => one.role === 'inbox')?.folderId ?? 0
    const everywhere = await findAll('large', { searchKeyword })
    expect(await findAll('large', { searchKeyword, mailboxId })).toEqual(everywhere)
    expect(everywhere.length).toBeGreaterThan(0)
    const { count, more } = await client.get(search.count, { query: { searchKeyword, mailboxId } })
    expect({ count, more }).toEqual({
      count: Math.min(1000, everywhere.length),
      more: everywhere.length > 1000,
    })
  },
  // Hundreds of pages.
  120_000,
)
