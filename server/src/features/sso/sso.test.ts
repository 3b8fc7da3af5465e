import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { lock } from '@hongyan/contract/lock'
import { session } from '@hongyan/contract/session'
import { settings } from '@hongyan/contract/settings'
import { sso } from '@hongyan/contract/sso'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { httpClient } from '../../testing/http-client.ts'
import { type OpenIdProvider, startOpenIdProvider } from '../../testing/openid-provider.ts'
import { startTestServer, type TestServer, testPassword } from '../../testing/start-test-server.ts'

const origin = 'http://mail.example.test'
let provider: OpenIdProvider
let server: TestServer

beforeAll(async () => {
  provider = await startOpenIdProvider(`${origin}/`)
  server = await startTestServer({
    environment: {
      HONGYAN_ORIGIN: origin,
      HONGYAN_OIDC_ISSUER: provider.issuer,
      HONGYAN_OIDC_SECRET: 'a-secret-of-some-length',
      HONGYAN_OIDC_NAME: 'Staff login',
    },
  })
  for (const name of ['ann', 'ben', 'unverified-eve'])
    await server.addPerson({ address: `${name}@example.test` })
})

afterAll(async () => {
  await server.stop()
  provider.stop()
})

const client = () => httpClient(server.url)

/** Out to the provider and back, as far as the address that the browser comes back to. */
async function comeBack(name: string) {
  const { url, flow } = await client().get(sso.begin, {})
  const { searchParams } = await provider.signIn(url, name)
  const one = (key: string) => searchParams.get(key) ?? ''
  return { flow, code: one('code'), state: one('state'), iss: one('iss') }
}

const finish = (body: Awaited<ReturnType<typeof comeBack>>) => client().call(sso.finish, { body })

it('AUTH-23 AUTH-31 by discovery, PKCE, state and nonce one is signed in by a verified address, and after that by issuer and subject', async () => {
  expect(await client().get(settings.platform, {})).toMatchObject({ sso: 'Staff login' })
  const { url } = await client().get(sso.begin, {})
  const { searchParams } = new URL(url)
  expect(Object.fromEntries(searchParams)).toMatchObject({
    redirect_uri: `${origin}/`,
    response_type: 'code',
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
  })
  const { code, data } = await finish(await comeBack('ann'))
  expect(code).toBe(200)
  const token = expect.stringMatching(/^[\w-]{43}$/)
  expect(data).toMatchObject({ accessToken: token, refreshToken: token })
  expect(sso.finish).toMatchObject({ method: 'POST', path: 'oauth/code' })
  const ann = client()
  ann.tokens = data
  expect(await ann.get(session.userInfo, {})).toMatchObject({ emailAddr: 'ann@example.test' })
  // The address moves to another person; who signs in there stays who it was.
  await server.app.database.run(
    sql`UPDATE addresses SET account_id = (SELECT id FROM accounts WHERE address = 'ben@example.test')
      WHERE address = 'ann@example.test'`,
  )
  const again = client()
  again.tokens = (await finish(await comeBack('ann'))).data
  expect(await again.get(session.userInfo, {})).toMatchObject({ emailAddr: 'ann@example.test' })
})

it('T18 what comes back is good once, in the browser that began, also of twenty at once', async () => {
  const back = await comeBack('ben')
  const { flow: otherFlow } = await client().get(sso.begin, {})
  expect((await finish({ ...back, flow: otherFlow })).error).toBe('sso.refused')
  const uses = await Promise.all(Array.from({ length: 20 }, () => finish(back)))
  expect(uses.filter((one) => one.code === 200)).toHaveLength(1)
  expect(uses.filter((one) => one.error === 'sso.refused')).toHaveLength(19)
})

it('T18 nonce replay and mix-up: a code of another login, and an answer in the name of another issuer, are refused', async () => {
  const [mine, theirs] = [await comeBack('ben'), await comeBack('ben')]
  expect((await finish({ ...mine, code: theirs.code })).error).toBe('sso.refused')
  const back = await comeBack('ben')
  expect((await finish({ ...back, iss: 'https://evil.example' })).error).toBe('sso.refused')
  // A right code, whose ID token is for another login: by its nonce alone.
  const replayed = await comeBack('ben')
  await server.app.database.run(sql`UPDATE sso_flows SET nonce = 'of-another-login'`)
  expect((await finish(replayed)).error).toBe('sso.refused')
  const bare = await comeBack('ben')
  expect((await finish({ ...bare, iss: undefined as never })).error).toBe('sso.refused')
})

it('SECURITY-24 who has no password here resets the lock password within ten minutes after signing in there', async () => {
  const ann = client()
  ann.tokens = (await finish(await comeBack('ann'))).data
  await ann.get(lock.set, { body: { password: 'forgotten' } })
  const reset = (who: typeof ann) =>
    who.call(lock.reset, { body: { loginPassword: '', password: 'new-one' } })
  expect(await reset(ann)).toMatchObject({ status: 200, data: { haspass: 1 } })
  const byPassword = client()
  await byPassword.logIn('ann@example.test', testPassword)
  expect((await reset(byPassword)).error).toBe('session.password-wrong')
  await server.app.database.run(
    sql`UPDATE sessions SET created_at = created_at - interval '10 minutes' WHERE by_sso`,
  )
  expect((await reset(ann)).error).toBe('session.password-wrong')
})

it('an address that the provider did not verify, and one that nobody has, open nothing', async () => {
  expect((await finish(await comeBack('unverified-eve'))).error).toBe('sso.unknown')
  expect((await finish(await comeBack('stranger'))).error).toBe('sso.unknown')
})

it('T18 an address that one document of the provider verifies verifies none in another', async () => {
  await server.addPerson({ address: 'fay@example.test' })
  expect((await finish(await comeBack('two-faced-fay'))).error).toBe('sso.unknown')
  expect((await finish(await comeBack('fay'))).code).toBe(200)
})

it('T18 the first time counts the main address alone: who took another name of somebody at the provider is sent nobody', async () => {
  const { accountId } = await server.addPerson({ address: 'mallory@example.test' })
  const address = 'carol.new@example.test'
  expect(await server.app.directory.profiles.claim(accountId, { address, most: 5 })).toBe('done')
  expect((await finish(await comeBack('carol.new'))).error).toBe('sso.unknown')
  expect((await finish(await comeBack('mallory+carol'))).error).toBe('sso.unknown')
})

it('T18 another identity of the provider with the same address does not open the mailbox, until an administrator lets the first one go', async () => {
  await server.addPerson({ address: 'dora@example.test' })
  expect((await finish(await comeBack('dora'))).code).toBe(200)
  // As if the one that came had been another subject with her address.
  await server.app.database.run(
    sql`UPDATE sso_identities SET subject = 'dora-before' WHERE subject = 'dora'`,
  )
  expect((await finish(await comeBack('dora'))).error).toBe('sso.unknown')
  const dora = await server.app.directory.findRecipient('dora@example.test')
  if (dora) await server.app.ldap.setLoginBy(dora.accountId, 'own')
  expect((await finish(await comeBack('dora'))).code).toBe(200)
})

it('a person who was shut out here is not let in from there', async () => {
  await server.addPerson({ address: 'gone@example.test' })
  expect((await finish(await comeBack('gone'))).code).toBe(200)
  const gone = await server.app.directory.findRecipient('gone@example.test')
  if (gone) await server.app.directory.setDisabled(gone.accountId, true)
  expect((await finish(await comeBack('gone'))).error).toBe('sso.unknown')
})

it('without a provider there is none, and one that does not answer is said to be away', async () => {
  const silent = createServer((_, response) => response.writeHead(500).end())
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  for (const [issuer, error] of [
    ['', 'sso.off'],
    [`http://127.0.0.1:${(silent.address() as AddressInfo).port}`, 'sso.away'],
  ] as const) {
    const other = await startTestServer({
      beside: server,
      log: 'silent',
      environment: { HONGYAN_OIDC_ISSUER: issuer, HONGYAN_ROLES: 'web' },
    })
    expect((await httpClient(other.url).call(sso.begin, {})).error).toBe(error)
    await other.stop()
  }
  silent.close()
})

it('issue 13 back-channel logout: who signs out at the provider is out here, at once and in every mailbox; nothing else ends by it', async () => {
  await server.addPerson({ address: 'gil@example.test' })
  const signOn = async () => {
    const one = client()
    one.tokens = (await finish(await comeBack('gil'))).data
    const rows = await server.app.database.query(
      sql<{ sid: string }>`SELECT sso_sid AS sid FROM sessions ORDER BY id DESC LIMIT 1`,
    )
    return { one, sid: rows[0]?.sid ?? '' }
  }
  const statusOf = async (one: ReturnType<typeof client>) =>
    (await one.call(session.userInfo, {})).status
  /** As the provider sends it: a form. */
  const tell = async (token: string, type = 'application/x-www-form-urlencoded') => {
    const answer = await fetch(`${server.url}/api/${sso.logout.path}`, {
      method: 'POST',
      headers: { 'Content-Type': type },
      body: new URLSearchParams({ logout_token: token }).toString(),
    })
    return [answer.status, ((await answer.json()) as { error?: string }).error]
  }
  const [first, second] = [await signOn(), await signOn()]
  expect(first.sid).not.toBe('')
  expect(first.sid).not.toBe(second.sid)
  const byPassword = client()
  await byPassword.logIn('gil@example.test', testPassword)

  const right = await provider.logoutToken('gil', first.sid)
  const [head = '', body = '', signature = ''] = right.split('.')
  const forged = JSON.parse(Buffer.from(body, 'base64url').toString())
  const other = Buffer.from(JSON.stringify({ ...forged, sid: second.sid })).toString('base64url')
  const none = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url')
  for (const bad of [
    'none',
    `${head}.${other}.${signature}`,
    `${none}.${body}.`,
    await provider.logoutToken('gil', first.sid, 'another'),
    await provider.idToken('gil'),
  ])
    expect(await tell(bad)).toEqual([400, 'sso.refused'])
  expect(await Promise.all([first, second].map(({ one }) => statusOf(one)))).toEqual([200, 200])

  expect(await tell(right)).toEqual([200, undefined])
  expect([await statusOf(first.one), await statusOf(second.one)]).toEqual([401, 200])
  expect(await tell(await provider.logoutToken('nobody-of-ours', 'x'))).toEqual([200, undefined])
  // Without a session it is all of the person's, but for what began otherwise, or later.
  const all = await provider.logoutToken('gil')
  expect(await tell(all)).toEqual([200, undefined])
  expect([await statusOf(second.one), await statusOf(byPassword)]).toEqual([401, 200])
  const third = await signOn()
  await server.app.database.run(
    sql`UPDATE sessions SET created_at = now() + interval '1 minute' WHERE sso_sid = ${third.sid}`,
  )
  expect(await tell(all)).toEqual([200, undefined])
  expect(await statusOf(third.one)).toBe(200)
})

it('T20 a form is taken nowhere else: any page of the web can send one', async () => {
  for (const path of [session.login.path, sso.finish.path, session.refresh.path]) {
    const answer = await fetch(`${server.url}/api/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ username: 'ann@example.test', password: testPassword }),
    })
    expect([path, answer.status]).toEqual([path, 400])
  }
})
