import { errorText } from '@hongyan/contract/errors'
import { folders } from '@hongyan/contract/folders'
import { messages } from '@hongyan/contract/messages'
import { search } from '@hongyan/contract/search'
import { session } from '@hongyan/contract/session'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { emptyDisk, expireAccess, fillDisk, lastUsed } from '../../testing/full-disk.queries.ts'
import { type HttpClient, httpClient } from '../../testing/http-client.ts'
import { newMailbox, type TestMailbox } from '../../testing/mailbox.ts'
import { newPublicBox } from '../../testing/public-box.ts'
import { startTestServer, type TestServer, testPassword } from '../../testing/start-test-server.ts'

let server: TestServer
let reads: TestMailbox
let renews: TestMailbox

beforeAll(async () => {
  server = await startTestServer()
  reads = await newMailbox(server)
  renews = await newMailbox(server)
  await reads.put('inbox', { subject: 'here', text: 'words' })
  const { database } = server.app
  await expireAccess(database)
  await lastUsed(database, 60, [reads.accountId])
  await fillDisk(database)
})

afterAll(() => server.stop())

const renew = (client: HttpClient) =>
  client.call(session.refresh, { body: { refreshToken: client.tokens?.refreshToken ?? '' } })

it('P4 who is in reads on while the disk of the database is full', async () => {
  const { client, inbox } = reads
  const { list } = await client.get(messages.list, { query: { mailboxId: inbox } })
  const opened = await client.get(messages.detail, { query: { mailId: list[0]?.mailId ?? 0 } })
  expect(opened.mailSubject).toBe('here')
  const source = await fetch(new URL(opened.sourceUrl, server.url))
  expect(await source.text()).toContain('words')
  const found = await client.call(search.search, { query: { searchKeyword: 'words' } })
  expect(found.status).toBe(200)
})

it.each(['zh', 'en'] as const)(
  'P4 a login on a full disk is answered plainly (%s)',
  async (language) => {
    const answer = await httpClient(server.url, language).logIn(reads.address, testPassword)
    expect(answer).toMatchObject({
      status: 507,
      error: 'server.full',
      message: errorText('server.full', language, {}),
      data: null,
    })
  },
)

it('P4 a token that grew too old is renewed on a full disk, for reading, and is dead with its login', async () => {
  const { client } = renews
  const known = client.tokens
  expect(await client.call(folders.list, { query: {} })).toMatchObject({ error: 'session.expired' })
  for (let time = 0; time < 2; time++) {
    const renewed = await renew(client)
    expect(renewed).toMatchObject({ status: 200, data: { refreshToken: known?.refreshToken } })
    client.tokens = renewed.data
    await client.get(folders.list, { query: {} })
  }
  expect(await client.call(folders.save, { body: { folderName: 'new' } })).toMatchObject({
    error: 'server.full',
  })
  const changed = client.tokens?.accessToken.replace(/^.{6}/, 'AAAAAA') ?? ''
  expect(
    await fetch(new URL(`/api/${folders.list.path}`, server.url), {
      headers: { authorization: `Bearer ${changed}` },
    }),
  ).toMatchObject({ status: 401 })

  await emptyDisk(server.app.database)
  const pass = client.tokens
  const renewed = await renew(client)
  expect(renewed).toMatchObject({ status: 200 })
  // A login that went to another mailbox has no tokens of its own, this one neither.
  const box = await newPublicBox(server, 'service@example.test')
  await box.grant(renews.address, 'read')
  client.tokens = renewed.data
  await box.enter(client)
  const away = client.tokens
  client.tokens = pass
  expect(await client.call(folders.list, { query: {} })).toMatchObject({ error: 'session.expired' })
  client.tokens = away
  await client.get(folders.list, { query: {} })
  await server.app.sessions.endAll(renews.accountId, 'for the test')
  client.tokens = pass
  expect(await client.call(folders.list, { query: {} })).toMatchObject({ error: 'session.expired' })
})
