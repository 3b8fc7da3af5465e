import { session } from '@hongyan/contract/session'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { asId } from '../../platform/ids.ts'
import { httpClient } from '../../testing/http-client.ts'
import { startTestServer, type TestServer, testPassword } from '../../testing/start-test-server.ts'

/** How many passwords were compared with a hash, each of which takes its 17 ms. */
const hashes = vi.hoisted(() => ({ judged: 0 }))
vi.mock(import('@node-rs/argon2'), async (original) => {
  const real = await original()
  const verify: typeof real.verify = (...given) => {
    hashes.judged++
    return real.verify(...given)
  }
  return { ...real, verify }
})

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ environment: { HONGYAN_CAPTCHA: 'off' } })
  await server.addPerson({
    address: 'a@example.test',
    name: '张伟',
    duties: '产品总监',
    gender: 1,
    phone: '13800138000',
    departmentId: await server.app.directory.createDepartment({
      organisationId: (await server.app.directory.organisation())?.id ?? asId(1),
      name: '产品部',
      sort: 1,
    }),
    aliases: ['alias@example.test'],
  })
  await server.addPerson({ address: 'gone@example.test' })
  await server.addPerson({ address: 'locked@example.test' })
})

afterAll(() => server.stop())

const signedIn = async (username = 'a@example.test') => {
  const client = httpClient(server.url)
  await client.logIn(username, testPassword)
  return client
}

it.each(['a@example.test', 'A@Example.TEST', 'a', 'alias@example.test'])(
  'AUTH-23 signs in as %s and gets a token pair',
  async (username) => {
    const answer = await httpClient(server.url).logIn(username, testPassword)
    expect(answer).toMatchObject({
      status: 200,
      code: 200,
      data: { secondVerified: false, expiresIn: 600 },
    })
    expect(answer.data.accessToken).toMatch(/^[\w-]{43}$/)
  },
)

it('AUTH-12 a wrong password, an unknown user and a disabled one look the same', async () => {
  const gone = await server.app.directory.findRecipient('gone@example.test')
  if (gone) await server.app.directory.setDisabled(gone.accountId, true)
  const answers = await Promise.all([
    httpClient(server.url).logIn('a@example.test', 'wrong-password'),
    httpClient(server.url).logIn('nobody@example.test', 'wrong-password'),
    httpClient(server.url).logIn('gone@example.test', testPassword),
  ])
  for (const answer of answers)
    expect(answer).toMatchObject({ status: 400, error: 'login.failed', data: null })
})

it('AUTH-12 T18 each of them costs one password hash, so that no time tells them apart', async () => {
  const gone = await server.app.directory.findRecipient('gone@example.test')
  if (gone) await server.app.directory.setDisabled(gone.accountId, true)
  const costs: number[] = []
  for (const name of ['a@example.test', 'nobody@example.test', 'gone@example.test', 'not a name']) {
    hashes.judged = 0
    await httpClient(server.url).logIn(name, 'wrong-password')
    costs.push(hashes.judged)
  }
  expect(costs).toEqual([1, 1, 1, 1])
})

it('I18N-03 errors come in the language of the request', async () => {
  const zh = await httpClient(server.url, 'zh').logIn('a@example.test', 'wrong-password')
  const en = await httpClient(server.url, 'en').logIn('a@example.test', 'wrong-password')
  expect([zh.message, en.message]).toEqual([
    '用户名或密码不正确',
    'Incorrect user name or password',
  ])
})

it('AUTH-13 ERRORS-01 ERRORS-02 ERRORS-06 the client credential opens what is public under the base, and nothing else; a success is 200, an expired login 401 in both languages', async () => {
  const ask = async (path: string, language: string) => {
    const headers = {
      Authorization: 'Basic aG9uZ3lhbi13ZWI6aG9uZ3lhbi13ZWI=',
      'Accept-Language': language,
    }
    const response = await fetch(`${server.url}/${path}`, { headers })
    return { status: response.status, text: await response.text() }
  }
  const open = await ask(`api/${session.domains.path}`, 'en')
  expect([open.status, JSON.parse(open.text)]).toMatchObject([200, { code: 200 }])
  expect((await ask(session.domains.path, 'en')).text).not.toContain('"code":200')
  for (const [language, message] of [
    ['zh', '登录已过期，请重新登录'],
    ['en', 'login expired, please log in again'],
  ] as const) {
    const { status, text } = await ask(`api/${session.userInfo.path}`, language)
    expect([status, JSON.parse(text)]).toMatchObject([401, { code: 401, message, data: null }])
  }
})

it('AUTH-32 user/info says who is signed in', async () => {
  const client = await signedIn()
  expect(await client.get(session.userInfo, {})).toEqual({
    userName: '张伟',
    emailAddr: 'a@example.test',
    account: 'a',
    duties: '产品总监',
    companyName: 'Example 示例',
    member: null,
    isAdmin: 0,
    accountType: 1,
    gender: 1,
    phone: '13800138000',
    deptName: '产品部',
    deptId: expect.any(Number),
    // One department, one mailbox and no picture: nobody can be given more yet.
    partTimeDeptName: '',
    associatedAccount: {},
    avatar: '',
  })
})

it('AUTH-18 a refresh token gives a new pair, and the old access token is dead at once', async () => {
  const client = await signedIn()
  const old = client.tokens
  const fresh = await client.get(session.refresh, {
    body: { refreshToken: old?.refreshToken ?? '' },
  })
  expect((await client.call(session.userInfo, {})).status).toBe(401)
  client.tokens = fresh
  expect((await client.call(session.userInfo, {})).status).toBe(200)
})

it('AUTH-18 a refresh token that comes twice ends the whole login', async () => {
  const client = await signedIn()
  const stolen = client.tokens?.refreshToken ?? ''
  client.tokens = await client.get(session.refresh, { body: { refreshToken: stolen } })
  expect(await client.call(session.refresh, { body: { refreshToken: stolen } })).toMatchObject({
    status: 401,
  })
  expect((await client.call(session.userInfo, {})).status).toBe(401)
  const next = await client.call(session.refresh, {
    body: { refreshToken: client.tokens.refreshToken },
  })
  expect(next.status).toBe(401)
})

it('P15 of twenty parallel uses of one refresh token at most one wins', async () => {
  const client = await signedIn()
  const refreshToken = client.tokens?.refreshToken ?? ''
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => client.call(session.refresh, { body: { refreshToken } })),
  )
  expect(answers.filter((one) => one.code === 200)).toHaveLength(1)
})

it('AUTH-15 after logout both tokens are refused', async () => {
  const client = await signedIn()
  const refreshToken = client.tokens?.refreshToken ?? ''
  await client.get(session.logout, {})
  expect((await client.call(session.userInfo, {})).status).toBe(401)
  expect((await client.call(session.refresh, { body: { refreshToken } })).status).toBe(401)
})

it('AUTH-01 disabling a person ends the sessions', async () => {
  const { accountId } = await server.addPerson({ address: 'leaver@example.test' })
  const client = await signedIn('leaver@example.test')
  await server.app.directory.setDisabled(accountId, true)
  expect((await client.call(session.userInfo, {})).status).toBe(401)
})

it('P7 twenty wrong passwords lock the account for the right one too, and nobody else', async () => {
  const client = httpClient(server.url)
  for (let attempt = 0; attempt < 20; attempt++)
    await client.logIn('locked@example.test', 'wrong-password')
  expect(await client.logIn('locked@example.test', testPassword)).toMatchObject({
    status: 429,
    error: 'login.too-many',
  })
  expect((await client.logIn('a@example.test', testPassword)).code).toBe(200)
})

it('AUTH-29 lists the domains for the login form', async () => {
  expect(await httpClient(server.url).get(session.domains, {})).toEqual({
    domains: ['example.test'],
  })
})

it('T20 a cookie alone is nobody', async () => {
  const client = await signedIn()
  const response = await fetch(`${server.url}/api/user/info`, {
    headers: { Cookie: `token=${client.tokens?.accessToken}` },
  })
  expect(response.status).toBe(401)
})
