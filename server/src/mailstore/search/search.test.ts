import { folders } from '@hongyan/contract/folders'
import { search } from '@hongyan/contract/search'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AccountId } from '../../platform/ids.ts'
import { mail } from '../../testing/builders.ts'
import { httpClient } from '../../testing/http-client.ts'
import { allPages } from '../../testing/mailbox.ts'
import { startTestServer, type TestServer, testPassword } from '../../testing/start-test-server.ts'
import { indexedPart, wordsQuery } from './search-terms.ts'

let server: TestServer
const count = 3_000
const dayMs = 24 * 3600 * 1000
const newest = Date.UTC(2026, 5, 1)

/** Message `index` of the large mailbox, the newest first; about four a day. */
const subjectOf = (index: number): string =>
  [
    `all ${index}`,
    index % 3 > 0 ? 'mostly' : '',
    index % 7 === 0 ? 'seventh' : '',
    index % 100 === 50 ? 'seldom' : '',
    index > 2_800 ? 'ancient' : '',
    index === 700 ? 'once' : '',
  ].join(' ')

/** Every mail holds the words of these phrases, only the oldest holds them side by side. */
const textOf = (index: number): string =>
  index === count - 1
    ? `The project, meeting on Monday. 请看预算，会议照旧。${'A long text. '.repeat(2_000)}`
    : 'The meeting of the project. 会议照旧，请看预算。'
const oldest = subjectOf(count - 1).trim()

let large: AccountId

beforeAll(async () => {
  server = await startTestServer()
  const { accountId } = await server.addPerson({ address: 'large@example.test' })
  large = accountId
  await server.addPerson({ address: 'empty@example.test' })
  const { mailstore } = server.app
  await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const prepared = await mailstore.prepare(
        mail({ subject: subjectOf(index), text: textOf(index) }),
      )
      const receivedAt = new Date(newest - index * (dayMs / 4))
      await mailstore.deliver(prepared, [{ accountId, folder: 'inbox', receivedAt }])
    }),
  )
})

afterAll(() => server.stop())

async function findAll(
  name: string,
  query: { searchKeyword: string; scope?: string; startTime?: string; mailboxId?: number },
): Promise<string[]> {
  const client = httpClient(server.url)
  await client.logIn(name, testPassword)
  const found = await allPages((sortValues) =>
    client.get(search.search, {
      query: { ...query, pageSize: 30, ...(sortValues ? { sortValues } : {}) },
    }),
  )
  return found.map((one) => one.mailSubject.trim())
}

it.each(['all', 'seventh', 'seldom', 'ancient', 'once', 'nothing'])(
  'SEARCH-07 in a large mailbox every mail with a word is found once, the newest first: %s',
  async (searchKeyword) => {
    const wanted = Array.from({ length: count }, (_, index) => subjectOf(index))
      .filter((subject) => subject.split(' ').includes(searchKeyword))
      .map((subject) => subject.trim())
    const query = { searchKeyword, scope: '1' }
    expect(await findAll('large', query)).toEqual(wanted)
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

it.each([
  ['"project meeting"', [oldest]],
  ['"the project meeting on monday"', [oldest]],
  ['预算会议', [oldest]],
  ['「预算，会议照旧」', [oldest]],
  ['"meeting project"', []],
  ['larger:20k', [oldest]],
  ['larger:20k meeting', [oldest]],
  ['larger:20k -meeting', []],
  ['smaller:20k once', [subjectOf(700).trim()]],
  ['"meeting of the project" once', [subjectOf(700).trim()]],
])(
  'SEARCH-07 what only one of thousands of mails fulfils is found, however many come near it: %s',
  async (searchKeyword, wanted) => {
    const found = await findAll('large', { searchKeyword })
    expect(found).toEqual(wanted)
  },
  120_000,
)

it.each([
  'mostly seldom',
  'mostly ancient',
  'seldom mostly ancient',
  'mostly once OR ancient',
  'mostly -ancient seldom',
])(
  'SEARCH-07 rare words among common ones find the same as each mail tells by itself: %s',
  async (searchKeyword) => {
    const holds = (subject: string, word: string) =>
      word.startsWith('-') !== subject.split(' ').includes(word.replace('-', ''))
    const groups = searchKeyword.replaceAll(' OR ', '|').split(' ')
    const wanted = Array.from({ length: count }, (_, index) => subjectOf(index).trim()).filter(
      (subject) => groups.every((group) => group.split('|').some((word) => holds(subject, word))),
    )
    expect(await findAll('large', { searchKeyword })).toEqual(wanted)
  },
)

/** All pages of a phrase that may take no time. */
async function withoutTime(phrase: string) {
  const exact = wordsQuery({ text: phrase, fields: [], phrase: true }) ?? ''
  const words = { index: indexedPart(exact), exact, terms: [] }
  const bounds = { from: null, until: null, hidden: [], conditions: [], budgetMs: 0 }
  const asked = { accountId: large, words, limit: 31, ...bounds }
  const { mailstore } = server.app
  const found: string[] = []
  let pages = 0
  for (let cursor: { receivedAt: Date; id: number } | null = null; ; ) {
    const { rows, reached } = await mailstore.search({ ...asked, cursor })
    found.push(...rows.map(({ subject }) => subject.trim()))
    pages++
    // A page that is full ends with its last row.
    cursor = reached ?? (rows.length === asked.limit ? (rows.at(-1) ?? null) : null)
    if (cursor === null) return { found, pages, counted: await mailstore.countFound(asked) }
  }
}

it('SEARCH-07 without any time each page still gets on, tells where it ended, and together they find everything', async () => {
  const subjects = Array.from({ length: count }, (_, index) => subjectOf(index).trim())
  const seldom = await withoutTime('project meeting')
  expect(seldom.found).toEqual(subjects.slice(-1))
  expect(seldom.pages).toBeGreaterThan(10)
  expect(seldom.counted).toMatchObject({ count: 0, more: true })
  const common = await withoutTime('meeting of the project')
  expect(common.found).toEqual(subjects.slice(0, -1))
})
