import { folders } from '@hongyan/contract/folders'
import { session } from '@hongyan/contract/session'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { httpClient } from '../../testing/http-client.ts'
import { startTestServer, type TestServer, testPassword } from '../../testing/start-test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({
    environment: { HONGYAN_TRUST_PROXY: 'on', HONGYAN_CAPTCHA: 'off' },
  })
})

afterAll(() => server.stop())

let people = 0

async function newPerson() {
  const name = `brakes${++people}`
  await server.addPerson({
    address: `${name}@example.test`,
    aliases: [`${name}.alias@example.test`],
  })
  return name
}

interface Try {
  password?: string
  /** As the proxy in front of us would pass it on. */
  forwarded?: string
  cookie?: string
  at?: TestServer
}

async function tryLogin(
  username: string,
  { password = 'wrong', forwarded = '192.0.2.1', cookie = '', at = server }: Try = {},
) {
  const response = await fetch(`${at.url}/api/${session.login.path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': forwarded, Cookie: cookie },
    body: JSON.stringify({ username, password }),
  })
  const { error = 'none' } = (await response.json()) as { error?: string }
  return { error, cookie: response.headers.get('set-cookie') ?? '' }
}

const tally = (errors: readonly string[]) => Map.groupBy(errors, (one) => one)
const count = (errors: readonly string[], wanted: string) => tally(errors).get(wanted)?.length ?? 0

describe('P7 doors-6 the brake goes by account, not by what was typed', () => {
  it('tags, aliases, case and other full stops are the same account', async () => {
    const name = await newPerson()
    const spellings = [
      `${name}@example.test`,
      `${name}+one@example.test`,
      `${name}+two@example.test`,
      `${name.toUpperCase()}@EXAMPLE.test`,
      `${name}@example\u3002test`,
      `${name}@example\uff0etest`,
      `${name}.alias@example.test`,
      name,
    ]
    for (let attempt = 0; attempt < 20; attempt++)
      expect((await tryLogin(spellings[attempt % 8] ?? '')).error).toBe('login.failed')
    for (const spelling of spellings)
      expect((await tryLogin(spelling, { password: testPassword })).error).toBe('login.too-many')
  })

  it('a name that nobody has is counted alike, so that the brake tells nothing', async () => {
    const from = { forwarded: '192.0.3.1' }
    for (let attempt = 0; attempt < 20; attempt++)
      expect((await tryLogin(`nobody+${attempt}@example.test`, from)).error).toBe('login.failed')
    expect((await tryLogin('nobody@example.test', from)).error).toBe('login.too-many')
  })
})

it('P7 doors-8 of 55 guesses at once 20 are judged', async () => {
  const name = await newPerson()
  const from = { forwarded: '192.0.4.1' }
  const errors = await Promise.all(Array.from({ length: 55 }, () => tryLogin(name, from)))
  expect(
    count(
      errors.map((one) => one.error),
      'login.failed',
    ),
  ).toBe(20)
  expect(
    count(
      errors.map((one) => one.error),
      'login.too-many',
    ),
  ).toBe(35)
})

it('P7 forty right passwords at once, for one person from one network, are forty logins', async () => {
  const name = await newPerson()
  const from = { forwarded: '192.0.5.1', password: testPassword }
  const errors = await Promise.all(Array.from({ length: 40 }, () => tryLogin(name, from)))
  expect(
    count(
      errors.map((one) => one.error),
      'none',
    ),
  ).toBe(40)
})

describe('P7 doors-13 nobody is kept out by the guesses of others', () => {
  it('a stranger’s wrong passwords lock the account for the stranger’s network alone', async () => {
    const name = await newPerson()
    for (let attempt = 0; attempt < 25; attempt++)
      await tryLogin(name, { forwarded: '203.0.113.7' })
    const right = { password: testPassword }
    expect((await tryLogin(name, { ...right, forwarded: '203.0.113.99' })).error).toBe(
      'login.too-many',
    )
    expect((await tryLogin(name, { ...right, forwarded: '198.51.100.1' })).error).toBe('none')
  })

  it('a browser that was here before comes in through a locked network, and has a brake of its own', async () => {
    const name = await newPerson()
    const forwarded = '203.0.114.7'
    const { cookie } = await tryLogin(name, { forwarded, password: testPassword })
    expect(cookie).toMatch(
      /^browser=[\w.~-]+; Path=\/api\/oauth; Max-Age=\d+; HttpOnly; SameSite=Strict, browser=/,
    )
    const known = { forwarded, cookie: cookie.split(';')[0] ?? '' }
    for (let attempt = 0; attempt < 20; attempt++) await tryLogin(name, { forwarded })
    expect((await tryLogin(name, { forwarded, password: testPassword })).error).toBe(
      'login.too-many',
    )
    expect((await tryLogin(name, { ...known, password: testPassword })).error).toBe('none')
    for (let attempt = 0; attempt < 20; attempt++)
      expect((await tryLogin(name, known)).error).toBe('login.failed')
    expect((await tryLogin(name, { ...known, password: testPassword })).error).toBe(
      'login.too-many',
    )
  })

  it('what one account’s browser keeps opens no brake of another, and nothing made up does', async () => {
    const [mine, theirs] = [await newPerson(), await newPerson()]
    const forwarded = '203.0.115.7'
    const { cookie } = await tryLogin(mine, { forwarded, password: testPassword })
    const own = cookie.split(';')[0] ?? ''
    for (let attempt = 0; attempt < 20; attempt++) await tryLogin(theirs, { forwarded })
    for (const made of [own, `${own}x`, 'browser=e30.AAAA', 'browser=~~~~', 'browser=%00'])
      expect(
        (await tryLogin(theirs, { forwarded, cookie: made, password: testPassword })).error,
      ).toBe('login.too-many')
  })
})

describe('P7 doors-7 addresses that a client writes itself count for nothing', () => {
  it('behind one proxy its entry counts, the last one: a hundred guesses of one network are all', async () => {
    const name = await newPerson()
    const guess = (index: number) =>
      tryLogin(`none${index}@example.test`, { forwarded: `10.9.${index}.1, 203.0.116.7` })
    await Promise.all(Array.from({ length: 100 }, (_, index) => guess(index)))
    const forged = { password: testPassword, forwarded: '10.8.8.8, 203.0.116.9' }
    expect((await tryLogin(name, forged)).error).toBe('login.too-many')
  })

  it('behind named proxies only what they passed on is read', async () => {
    const name = await newPerson()
    const strangers = await startTestServer({
      beside: server,
      environment: {
        HONGYAN_TRUST_PROXY: '10.1.2.0/24',
        HONGYAN_ROLES: 'web',
        HONGYAN_CAPTCHA: 'off',
      },
    })
    const chain = await startTestServer({
      beside: server,
      environment: {
        HONGYAN_TRUST_PROXY: '127.0.0.1,10.1.2.0/24',
        HONGYAN_ROLES: 'web',
        HONGYAN_CAPTCHA: 'off',
      },
    })
    for (let attempt = 0; attempt < 20; attempt++)
      await tryLogin(name, { at: strangers, forwarded: `10.9.${attempt}.1` })
    const right = { password: testPassword }
    expect((await tryLogin(name, { ...right, at: strangers })).error).toBe('login.too-many')
    for (let attempt = 0; attempt < 20; attempt++)
      await tryLogin(name, { at: chain, forwarded: `10.9.${attempt}.1, 203.0.117.7, 10.1.2.3` })
    const forwarded = '10.8.8.8, 203.0.117.9, 10.1.2.4'
    expect((await tryLogin(name, { ...right, at: chain, forwarded })).error).toBe('login.too-many')
    await chain.stop()
    await strangers.stop()
  })
})

it('AUTH-18 renewals are no guesses: an office behind one address renews as often as it must', async () => {
  const client = httpClient(server.url)
  await client.logIn(await newPerson(), testPassword)
  for (let renewal = 0; renewal < 100; renewal++) {
    const body = { refreshToken: client.tokens?.refreshToken ?? '' }
    client.tokens = await client.get(session.refresh, { body })
  }
})

describe('P7 passwords of folders are guessed by account and network, never by login', () => {
  const password = 'open-5esame'

  /** A browser somewhere: signs in and gives passwords of folders. */
  const browserAt = async (name: string, forwarded: string) => {
    const call = async (path: string, body: object, token = '') => {
      const headers = {
        'Content-Type': 'application/json',
        'X-Forwarded-For': forwarded,
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
      }
      const init = { method: 'POST', headers, body: JSON.stringify(body) }
      const answer = await fetch(`${server.url}/api/${path}`, init)
      return (await answer.json()) as { error?: string; data: { accessToken: string } }
    }
    const { data } = await call(session.login.path, { username: name, password: testPassword })
    return async (folderId: number, given: string) =>
      (await call(folders.unlock.path, { folderId, password: given }, data.accessToken)).error
  }

  it('doors-13 a second login of a network gets no guesses more; the owner elsewhere opens the folder', async () => {
    const name = await newPerson()
    const owner = httpClient(server.url)
    await owner.logIn(`${name}@example.test`, testPassword)
    const ids: number[] = []
    for (const folderName of ['a', 'b', 'c', 'd']) {
      const { folderId } = await owner.get(folders.save, { body: { folderName } })
      await owner.get(folders.setPassword, { body: { folderId, password } })
      ids.push(folderId)
    }
    const [a = 0, b = 0, c = 0, d = 0] = ids
    const errors: (string | undefined)[] = []
    for (const folderId of [a, b, c, d]) {
      const guess = await browserAt(name, '198.51.100.7')
      for (let turn = 0; turn < 8; turn++) errors.push(await guess(folderId, 'wrong-1'))
    }
    expect(errors.filter((one) => one === 'folder.password-wrong')).toHaveLength(20)
    const guess = await browserAt(name, '198.51.100.200')
    expect(await guess(d, password)).toBe('folder.password-many')
    const elsewhere = await browserAt(name, '203.0.113.5')
    for (let turn = 0; turn < 3; turn++) {
      const thief = await browserAt(name, '198.51.101.7')
      for (let guesses = 0; guesses < 4; guesses++) await thief(a, 'wrong-2')
    }
    expect(await elsewhere(a, password)).toBeUndefined()
  })
})
