import { memberLevels } from '@hongyan/contract/endpoint'
import { folders } from '@hongyan/contract/folders'
import { messages } from '@hongyan/contract/messages'
import { session } from '@hongyan/contract/session'
import { type SettingChange, settings } from '@hongyan/contract/settings'
import { start } from '@hongyan/contract/start'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { HttpClient } from '../../testing/http-client.ts'
import { newMailbox } from '../../testing/mailbox.ts'
import { newPublicBox } from '../../testing/public-box.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

/** What each endpoint answers by itself. */
const alone = async (client: HttpClient) => ({
  user: await client.get(session.userInfo, {}),
  settings: await client.get(settings.index, { body: {} }),
  platform: await client.get(settings.platform, {}),
  folders: await client.get(folders.list, { query: {} }),
})

const first = (client: HttpClient, query: object = { at: 'inbox' }) =>
  client.get(start.first, { query })

const change = (client: HttpClient, key: SettingChange['key'], value: unknown) =>
  client.get(settings.changeSetting, { body: { key, value } as SettingChange })

/** As the window wants it. */
const suiting = { showMailPageNumber: 2 }

const subjects = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ subject: `mail ${index}`, seen: index % 2 === 0 }))

it('§Speed one call answers user, settings, platform, folders and the first page as each endpoint does alone', async () => {
  const { client, put, inbox } = await newMailbox(server, { name: '李婷' })
  await put('inbox', ...subjects(4))
  const { inbox: part, ...rest } = await first(client)
  expect(rest).toEqual(await alone(client))
  const { page, ...asked } = part ?? expect.unreachable()
  expect(asked).toEqual({ mailboxId: inbox, pageSize: 15, conversation: false })
  expect(page.list).toHaveLength(4)
  expect(page).toEqual(await client.get(messages.list, { query: asked }))
})

it.each([
  { kind: 'pages of the size that was chosen', chosen: { mailCount: 30 }, pageSize: 30 },
  { kind: 'one long list, where that was chosen', chosen: { showMailPageNumber: 0 }, pageSize: 50 },
  { kind: 'what suits a phone', chosen: suiting, room: { phone: 1 }, pageSize: 50 },
  { kind: 'what suits list beside reader', chosen: suiting, room: { wide: 1 }, pageSize: 50 },
  {
    kind: 'pages, where the reader stands alone',
    chosen: { ...suiting, layout: 2 },
    room: { wide: 1 },
    pageSize: 15,
  },
  { kind: 'of conversations', chosen: { conversation: 1 }, pageSize: 15 },
])('MAILLIST-06 MAILLIST-07 the first page is $kind', async ({ chosen, room, pageSize }) => {
  const { client, put } = await newMailbox(server)
  await put('inbox', ...subjects(16))
  for (const [key, value] of Object.entries({ showMailPageNumber: 1, ...chosen }))
    await change(client, key as SettingChange['key'], value)
  const { inbox } = await first(client, { at: 'inbox', ...room })
  const { page, ...asked } = inbox ?? expect.unreachable()
  expect(asked).toMatchObject({ pageSize, conversation: 'conversation' in chosen })
  expect(page).toEqual(await client.get(messages.list, { query: asked }))
})

it('ROUTES-06 the page comes where the person begins in the inbox, by the address or else by the setting', async () => {
  const { client } = await newMailbox(server)
  const comes = async (query: object) => (await first(client, query)).inbox !== null
  await change(client, 'startInInbox', 0)
  expect(await comes({})).toBe(false)
  expect(await comes({ at: 'elsewhere' })).toBe(false)
  expect(await comes({ at: 'inbox' })).toBe(true)
  await change(client, 'startInInbox', 1)
  expect(await comes({})).toBe(true)
  expect(await comes({ at: 'elsewhere' })).toBe(false)
})

it.each(memberLevels)(
  'PUBLICBOX-04 a member (%s) is answered of the mailbox that is worked in, and settings of the own',
  async (level) => {
    const { client, address, put } = await newMailbox(server, { name: '王芳' })
    await put('inbox', { subject: 'of the person' })
    await change(client, 'mailCount', 30)
    const box = await newPublicBox(server, `start-${level}@example.test`)
    await box.grant(address, level)
    await box.enter(client)
    const { inbox, ...rest } = await first(client)
    expect(rest).toEqual(await alone(client))
    expect(rest.user).toMatchObject({
      emailAddr: box.address,
      member: { emailAddr: address, level },
    })
    expect(inbox).toMatchObject({ pageSize: 30, page: { list: [] } })
  },
)
