import { once } from 'node:events'
import { idleHeader } from '@hongyan/contract/endpoint'
import { folders } from '@hongyan/contract/folders'
import { lock } from '@hongyan/contract/lock'
import { messages } from '@hongyan/contract/messages'
import { session } from '@hongyan/contract/session'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { sql } from '../../platform/db/sql.ts'
import { deliver } from '../../testing/builders.ts'
import { signIn } from '../../testing/compose-helpers.ts'
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

const secret = '鸿雁1234'
let people = 0

/** A person with a lock password, signed in. */
async function person() {
  const address = `l${++people}@example.test`
  await server.addPerson({ address })
  const client = await signIn(server, address)
  await client.get(lock.set, { body: { password: secret } })
  return { address, client }
}

/** The same login, at the other process. */
function elsewhere({ tokens }: HttpClient): HttpClient {
  const client = httpClient(other.url)
  client.tokens = tokens
  return client
}

const lockNow = (client: HttpClient) => client.get(lock.open, { body: {} })
const relieve = (client: HttpClient, password = secret) =>
  client.call(lock.relieve, { body: { password } })
const isAutoLock = async (client: HttpClient, idle: number) =>
  (await client.get(lock.isAutoLock, { body: { idle } })).isAutoLock

const isLocked = { status: 400, code: 401014, message: '屏幕已锁定', data: null }

/** As if nobody had touched the newest login of all for so long. */
const leaveAlone = (seconds: number) =>
  server.app.database.run(sql`
    UPDATE sessions SET last_used_at = now() - make_interval(secs => ${seconds}) WHERE id = (SELECT max(id) FROM sessions)`)

async function openSocket(at: TestServer, { address, client }: Awaited<ReturnType<typeof person>>) {
  const url = `${at.url.replace('http', 'ws')}/api/mail/message/${address}`
  const socket = new WebSocket(url, ['hongyan.v1', `bearer.${client.tokens?.accessToken}`])
  const received: string[] = []
  socket.on('message', (data) => received.push(String(data)))
  const closed = once(socket, 'close').then(([code]) => code as number)
  await once(socket, 'open')
  socket.send(JSON.stringify({ since: null }))
  await once(socket, 'message')
  return { closed, received }
}

it('SECURITY-12 SECURITY-13 SECURITY-20 isOpen tells flag and haspass; open wants a lock password and the flag; set sets the first one only', async () => {
  const address = 'first@example.test'
  await server.addPerson({ address })
  const client = await signIn(server, address)
  expect(await client.get(lock.isOpen, {})).toEqual({ flag: 1, haspass: 0, locked: 0, minutes: 10 })
  expect(await client.call(lock.open, { body: {} })).toMatchObject({
    status: 400,
    error: 'lock.no-password',
    message: '请先设置锁屏密码',
  })
  for (const password of ['123', 'x'.repeat(21)])
    expect((await client.call(lock.set, { body: { password } })).error).toBe('lock.length')
  const set = { body: { password: secret, minutes: 5 } } as const
  expect(await client.get(lock.set, set)).toEqual({ flag: 1, haspass: 1, locked: 0, minutes: 5 })
  expect((await client.call(lock.set, set)).error).toBe('lock.exists')
  await client.get(lock.set, { body: { flag: 0 } })
  expect((await client.call(lock.open, { body: {} })).error).toBe('lock.off')
  const stored = await server.app.database.query(sql<{ hash: string }>`
    SELECT lock_hash AS hash FROM users WHERE lock_hash IS NOT NULL`)
  for (const { hash } of stored) expect(hash).toMatch(/^\$argon2id\$/)
})

it('SECURITY-21 SECURITY-22 SECURITY-23 ERRORS-05 a locked login gets 400 and 401014 in every process until the lock password relieves it, other logins go on', async () => {
  const { address, client } = await person()
  const beside = elsewhere(client)
  const second = await signIn(server, address)
  expect(await lockNow(client)).toMatchObject({ locked: 1 })
  for (const one of [client, beside]) {
    expect(await one.call(session.userInfo, {})).toMatchObject(isLocked)
    expect(await one.call(lock.set, { body: { flag: 0 } })).toMatchObject(isLocked)
    expect(await one.get(lock.isOpen, {})).toMatchObject({ locked: 1, haspass: 1 })
    // G64: yes until it is relieved.
    expect(await isAutoLock(one, 0)).toBe(1)
  }
  const english = httpClient(server.url, 'en')
  english.tokens = client.tokens
  expect((await english.call(session.userInfo, {})).message).toBe('The screen is locked')
  expect((await second.call(session.userInfo, {})).status).toBe(200)
  expect(await relieve(beside, 'wrong')).toMatchObject({
    status: 400,
    error: 'lock.wrong',
    message: '锁屏密码不正确，还可以尝试4次',
  })
  expect(await client.call(session.userInfo, {})).toMatchObject(isLocked)
  expect(await relieve(beside)).toMatchObject({ status: 200, data: { locked: 0 } })
  expect((await client.call(session.userInfo, {})).status).toBe(200)
})

it('SECURITY-22 SECURITY-23 a locked login gets no new tokens, and needs none: however long it was locked, its password opens it', async () => {
  const { client } = await person()
  await lockNow(client)
  const body = { refreshToken: client.tokens?.refreshToken ?? '' }
  expect(await client.call(session.refresh, { body })).toMatchObject(isLocked)
  await server.app.database.run(
    sql`UPDATE sessions SET access_expires_at = now() - interval '1 hour' WHERE id = (SELECT max(id) FROM sessions)`,
  )
  expect(await client.call(session.userInfo, {})).toMatchObject(isLocked)
  expect((await relieve(client)).status).toBe(200)
  // An old access token opened the screen, and nothing else.
  expect((await client.call(session.userInfo, {})).status).toBe(401)
  client.tokens = await client.get(session.refresh, { body })
  expect((await client.call(session.userInfo, {})).status).toBe(200)
})

it('SECURITY-22 a locked login may sign out, and then no password opens it', async () => {
  const { client } = await person()
  await lockNow(client)
  expect((await client.call(session.logout, {})).status).toBe(200)
  expect((await relieve(client)).status).toBe(401)
})

it('SECURITY-22 sockets of a locked login close in every process, hear nothing, and no new one opens', async () => {
  const somebody = await person()
  const near = await openSocket(server, somebody)
  const far = await openSocket(other, somebody)
  await lockNow(somebody.client)
  expect(await Promise.all([near.closed, far.closed])).toEqual([4423, 4423])
  await deliver(server, somebody.address, { subject: 'not for a locked screen' })
  for (const { received } of [near, far]) expect(received.join()).not.toContain('locked screen')
  const url = `${other.url.replace('http', 'ws')}/api/mail/message/${somebody.address}`
  const late = new WebSocket(url, ['hongyan.v1', `bearer.${somebody.client.tokens?.accessToken}`])
  const [, answer] = await once(late, 'unexpected-response')
  expect(answer.statusCode).toBe(400)
  answer.destroy()
})

it('SECURITY-22 links that a login was given open nothing while it is locked, and its folder passwords are forgotten', async () => {
  const { address, client } = await person()
  await deliver(server, address, { subject: 'linked' })
  const { folderList } = await client.get(folders.list, { query: {} })
  const inbox = folderList.find(({ role }) => role === 'inbox')?.folderId ?? 0
  const { list } = await client.get(messages.list, { query: { mailboxId: inbox } })
  const detail = await client.get(messages.detail, { query: { mailId: list[0]?.mailId ?? 0 } })
  const { folderId } = await client.get(folders.save, { body: { folderName: 'safe' } })
  const password = 'folder-1'
  await client.get(folders.setPassword, { body: { folderId, password } })
  await client.get(folders.unlock, { body: { folderId, password } })
  const see = async () =>
    (await client.call(messages.list, { query: { mailboxId: folderId } })).status
  expect(await see()).toBe(200)
  const link = server.url + detail.sourceUrl
  expect((await fetch(link)).status).toBe(200)
  await lockNow(client)
  for (const one of [link, other.url + detail.sourceUrl]) {
    const answer = await fetch(one)
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: 401014 }])
  }
  await relieve(client)
  expect((await fetch(link)).status).toBe(200)
  expect(await see()).toBe(403)
})

it('SECURITY-14 SECURITY-15 isAutoLock says yes when the minutes are over, by the clock of the server; a deed within the last minute counts', async () => {
  const { client } = await person()
  await client.get(lock.set, { body: { minutes: 1 } })
  expect(await isAutoLock(client, 0)).toBe(0)
  await leaveAlone(61)
  expect(await isAutoLock(client, 61)).toBe(1)
  // A claim that is older than a minute moves nothing; a fresh one does.
  expect(await isAutoLock(client, 3_000)).toBe(1)
  expect(await isAutoLock(client, 5)).toBe(0)
  await client.get(lock.set, { body: { minutes: 0 } })
  await leaveAlone(10_000)
  expect(await isAutoLock(client, 10_000)).toBe(0)
})

it('SECURITY-14 SECURITY-22 a browser that never asks is locked all the same, in every process, and calls that nobody made keep no screen open', async () => {
  const somebody = await person()
  const { client } = somebody
  await client.get(lock.set, { body: { minutes: 1 } })
  const socket = await openSocket(server, somebody)
  await leaveAlone(140)
  client.headers[idleHeader] = '140'
  expect((await client.call(session.userInfo, {})).status).toBe(200)
  await leaveAlone(151)
  expect(await elsewhere(client).call(session.userInfo, {})).toMatchObject(isLocked)
  client.headers = {}
  expect(await client.call(session.userInfo, {})).toMatchObject(isLocked)
  const body = { refreshToken: client.tokens?.refreshToken ?? '' }
  expect(await client.call(session.refresh, { body })).toMatchObject(isLocked)
  await deliver(server, somebody.address, { subject: 'nobody is there' })
  expect(await socket.closed).toBe(4423)
  expect(socket.received.join()).not.toContain('nobody is there')
  // Longer minutes, set by another login, open nothing.
  const second = await signIn(server, somebody.address)
  await second.get(lock.set, { body: { minutes: 60 } })
  expect(await client.call(session.userInfo, {})).toMatchObject(isLocked)
  expect((await relieve(client)).status).toBe(200)
  expect((await client.call(session.userInfo, {})).status).toBe(200)
})

it('SECURITY-14 a call without a word about idleness is a deed', async () => {
  const { client } = await person()
  await client.get(lock.set, { body: { minutes: 1 } })
  await leaveAlone(140)
  expect((await client.call(session.userInfo, {})).status).toBe(200)
  expect(await isAutoLock(client, 100)).toBe(0)
})

it('SECURITY-23 the fifth wrong lock password ends the login, also when thirty come at once', async () => {
  const { client } = await person()
  await lockNow(client)
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      relieve(index % 2 ? client : elsewhere(client), `guess ${index}`),
    ),
  )
  const errors = answers.map(({ error }) => error)
  expect(errors.filter((one) => one === 'lock.wrong')).toHaveLength(4)
  expect(answers.filter(({ status }) => status === 200)).toEqual([])
  expect(answers.find(({ error }) => error === 'lock.ended')).toMatchObject({ status: 401 })
  expect((await relieve(client)).status).toBe(401)
  const body = { refreshToken: client.tokens?.refreshToken ?? '' }
  expect((await client.call(session.refresh, { body })).status).toBe(401)
})

it('SECURITY-12 SECURITY-24 reset wants the login password; the old lock password is dead, and without one the locked logins end', async () => {
  const { address, client } = await person()
  const left = await signIn(server, address)
  await lockNow(left)
  const reset = (password: string, loginPassword = testPassword) =>
    client.call(lock.reset, { body: { loginPassword, password } })
  expect(await reset('', 'not-mine')).toMatchObject({
    status: 400,
    error: 'session.password-wrong',
  })
  expect(await reset('new-one')).toMatchObject({ status: 200, data: { haspass: 1 } })
  expect((await relieve(left)).error).toBe('lock.wrong')
  expect((await relieve(left, 'new-one')).status).toBe(200)
  await left.get(lock.open, { body: {} })
  expect(await reset('')).toMatchObject({ status: 200, data: { haspass: 0 } })
  expect((await left.call(lock.isOpen, {})).status).toBe(401)
  expect((await client.call(session.userInfo, {})).status).toBe(200)
})
