import { once } from 'node:events'
import { records } from '@hongyan/contract/records'
import { session } from '@hongyan/contract/session'
import { settings } from '@hongyan/contract/settings'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { deliver } from '../../testing/builders.ts'
import { listFolder, signIn } from '../../testing/compose-helpers.ts'
import { type HttpClient, httpClient } from '../../testing/http-client.ts'
import { startTestServer, type TestServer, testPassword } from '../../testing/start-test-server.ts'

let server: TestServer
let other: TestServer

beforeAll(async () => {
  server = await startTestServer()
  other = await startTestServer({ beside: server })
})

afterAll(async () => {
  await other.stop()
  await server.stop()
})

let people = 0

async function person() {
  const address = `e${++people}@example.test`
  const { accountId } = await server.addPerson({ address })
  return { address, accountId, client: await signIn(server, address) }
}

type Person = Awaited<ReturnType<typeof person>>

const statusOf = async (at: TestServer, { tokens }: HttpClient): Promise<number> => {
  const client = httpClient(at.url)
  client.tokens = tokens
  return (await client.call(session.userInfo, {})).status
}

async function openSocket(at: TestServer, { address, client }: Person) {
  const url = `${at.url.replace('http', 'ws')}/api/mail/message/${address}`
  const socket = new WebSocket(url, ['hongyan.v1', `bearer.${client.tokens?.accessToken}`])
  const closed = once(socket, 'close').then(([code]) => code as number)
  await once(socket, 'open')
  socket.send(JSON.stringify({ since: null }))
  await once(socket, 'message')
  return { closed }
}

const refreshed = ({ client }: Person) =>
  client.call(session.refresh, { body: { refreshToken: client.tokens?.refreshToken ?? '' } })

describe('AUTH-15 AUTH-18 T18 what ends a login ends it at once: over HTTP, at its sockets, in a second process', () => {
  const ends: Record<string, (one: Person) => Promise<unknown>> = {
    logout: ({ client }) => client.get(session.logout, {}),
    'a refresh token that comes twice': async (one) => {
      const stolen = { tokens: one.client.tokens }
      one.client.tokens = (await refreshed(one)).data
      const body = { refreshToken: stolen.tokens?.refreshToken ?? '' }
      expect((await httpClient(other.url).call(session.refresh, { body })).status).toBe(401)
    },
    'a changed password': ({ accountId }) =>
      server.app.sessions.endAll(accountId, 'password changed'),
    'a disabled account': async ({ accountId }) => {
      await server.app.directory.setDisabled(accountId, true)
      await server.app.sessions.endAll(accountId, 'disabled')
    },
    'its owner, from another login': async ({ address }) => {
      const owner = await signIn(other, address)
      await owner.get(session.endOthers, { body: {} })
    },
  }
  it.each(Object.keys(ends))('%s', async (name) => {
    const one = await person()
    const sockets = await Promise.all([openSocket(server, one), openSocket(other, one)])
    expect(await statusOf(other, one.client)).toBe(200)
    await ends[name]?.(one)
    expect([await statusOf(server, one.client), await statusOf(other, one.client)]).toEqual([
      401, 401,
    ])
    expect((await refreshed(one)).status).toBe(401)
    expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual([4401, 4401])
  })
})

it('T18 a token that was there before a login is not the one after it', async () => {
  const { address, client } = await person()
  const planted = client.tokens
  const answer = await client.logIn(address, testPassword)
  expect(answer.data.accessToken).not.toBe(planted?.accessToken)
  await client.get(session.logout, {})
  client.tokens = planted
  expect((await client.call(session.userInfo, {})).status).toBe(200)
})

describe('the own logins', () => {
  it('SESSIONS the list tells program, place and last use, this one first; a new device stands in the log', async () => {
    const { address, client } = await person()
    const phone = httpClient(server.url)
    phone.headers['User-Agent'] = 'Mozilla/5.0 (iPhone) Safari/605'
    await phone.logIn(address, testPassword)
    const { list } = await phone.get(session.logins, {})
    expect(list).toMatchObject([
      { current: 1, client: 'Mozilla/5.0 (iPhone) Safari/605', ip: '127.0.0.1', locked: 0 },
      { current: 0, client: 'node', ip: '127.0.0.1', locked: 0 },
    ])
    expect(Date.now() - Date.parse(list[0]?.lastUsedTime ?? '')).toBeLessThan(60_000)
    const log = await client.get(records.userLog, { query: { actions: 'new-device' } })
    expect(log.list).toMatchObject([{ client: 'Mozilla/5.0 (iPhone) Safari/605' }])
  })

  it('SESSIONS one of them, or all others, are ended; those of another person do not exist', async () => {
    const one = await person()
    const stranger = await person()
    const second = await signIn(server, one.address)
    const third = await signIn(server, one.address)
    const { list } = await one.client.get(session.logins, {})
    const ids = list.map(({ sessionId }) => sessionId)
    expect(ids).toHaveLength(3)
    for (const sessionId of [ids[0] ?? 0, 9_000_000_000])
      expect(await stranger.client.call(session.endLogin, { body: { sessionId } })).toMatchObject({
        status: 404,
        error: 'session.not-found',
      })
    const newest = list.reduce((a, b) => (a.sessionId > b.sessionId ? a : b))
    await one.client.get(session.endLogin, { body: { sessionId: newest.sessionId } })
    expect(await statusOf(other, third)).toBe(401)
    expect(await statusOf(other, second)).toBe(200)
    expect(await one.client.get(session.endOthers, { body: {} })).toEqual({ count: 1 })
    expect(await statusOf(other, second)).toBe(401)
    expect(await statusOf(other, one.client)).toBe(200)
    expect(await statusOf(server, stranger.client)).toBe(200)
  })
})

it('BANNERS-01 SETTINGS-01 a mailbox that is over: validTime is told before, then no login lives or begins, and mail still comes in', async () => {
  const one = await person()
  const { directory } = server.app
  const index = () => one.client.get(settings.index, { body: {} })
  expect((await index()).validTime).toBe('')
  const soon = new Date(Date.now() + 86_400_000)
  await directory.setValidUntil(one.accountId, soon)
  expect((await index()).validTime).toBe(soon.toISOString())
  await directory.setValidUntil(one.accountId, new Date(Date.now() - 1_000))
  expect([await statusOf(server, one.client), await statusOf(other, one.client)]).toEqual([
    401, 401,
  ])
  expect((await refreshed(one)).status).toBe(401)
  const client = httpClient(server.url)
  expect(await client.logIn(one.address, testPassword)).toMatchObject({
    status: 403,
    error: 'login.mailbox-over',
    message: '该邮箱已到期，邮件仍会保留和接收，请联系管理员延期',
  })
  // Who does not know the password learns nothing of it.
  expect(await client.logIn(one.address, 'not-the-password')).toMatchObject({
    error: 'login.failed',
  })
  await deliver(server, one.address, { subject: 'kept for later' })
  await directory.setValidUntil(one.accountId, null)
  const back = await signIn(server, one.address)
  expect((await listFolder(back, 'inbox')).list.map(({ mailSubject }) => mailSubject)).toEqual([
    'kept for later',
  ])
})
