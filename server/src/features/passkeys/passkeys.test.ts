import { home } from '@hongyan/contract/home'
import { limits } from '@hongyan/contract/limits'
import { passkeys } from '@hongyan/contract/passkeys'
import { secondStep } from '@hongyan/contract/second-step'
import { session } from '@hongyan/contract/session'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { type HttpClient, httpClient } from '../../testing/http-client.ts'
import { type Dishonest, SoftPasskey } from '../../testing/soft-passkey.ts'
import { startTestServer, type TestServer, testPassword } from '../../testing/start-test-server.ts'
import { relyingPartyOf } from './webauthn.ts'

let server: TestServer
const origin = 'https://mail.example.test'
const environment = { HONGYAN_ORIGIN: origin, HONGYAN_CAPTCHA: 'off', HONGYAN_TRUST_PROXY: 'on' }

beforeAll(async () => {
  server = await startTestServer({ environment })
})

afterAll(() => server.stop())

let people = 0

/** A client from a network of its own. */
function stranger(): HttpClient {
  const client = httpClient(server.url)
  client.headers = { 'X-Forwarded-For': `198.51.${++people}.1` }
  return client
}

/** Somebody who is signed in and has a passkey. */
async function holder() {
  const client = stranger()
  const address = `keys${people}@example.test`
  await server.addPerson({ address })
  await client.logIn(address, testPassword)
  return { client, address, key: await addKey(client) }
}

const begin = async (client: HttpClient) =>
  (await client.get(passkeys.begin, { body: { password: testPassword } })).options

async function addKey(client: HttpClient, name = 'laptop') {
  const key = new SoftPasskey(origin)
  const response = key.create(await begin(client))
  await client.get(passkeys.finish, { body: { name, response } })
  return key
}

const ask = async (client: HttpClient) => (await client.get(passkeys.ask, { body: {} })).options

const enter = async (key: SoftPasskey, bent: Dishonest = {}, client = stranger()) =>
  client.call(passkeys.logIn, { body: { response: key.get(await ask(client), bent) } })

const step = (client: HttpClient, on: boolean) =>
  client.call(secondStep.setByPasskey, { body: { password: testPassword, on } })

/** The right password, and what it was answered with. */
async function half(address: string, client = stranger()) {
  const body = { username: address, password: testPassword }
  const { second } = await client.get(session.login, { body })
  return { client, second: second ?? { ticket: '', ways: [], phone: '' } }
}

const askSecond = async ({ client, second: { ticket } }: Awaited<ReturnType<typeof half>>) =>
  (await client.get(passkeys.askSecond, { body: { ticket } })).options

it('ROUTES-07 a passkey is good on the port for phones too, and at no bare address', () => {
  expect(relyingPartyOf({ origin, phonePort: 9443 })?.origins).toEqual([origin, `${origin}:9443`])
  expect(relyingPartyOf({ origin, phonePort: null })?.origins).toEqual([origin])
  expect(relyingPartyOf({ origin: 'https://192.0.2.1', phonePort: null })).toBeNull()
})

describe('AUTH-24 SECURITY-01 own passkeys', () => {
  it('are added with the password and a name, listed with their last use, and removed with the password', async () => {
    const { client, key } = await holder()
    const wrong = { password: 'Wrong-Guess-1' }
    const denied = await client.call(passkeys.begin, { body: wrong })
    expect(denied).toMatchObject({ status: 400, error: 'session.password-wrong' })
    const before = await client.get(passkeys.list, {})
    expect(before).toMatchObject({ usable: 1, list: [{ name: 'laptop', lastUsedTime: null }] })
    expect((await enter(key)).status).toBe(200)
    await addKey(client, 'stick')
    const { list } = await client.get(passkeys.list, {})
    expect(list.map((one) => [one.name, one.lastUsedTime !== null])).toEqual([
      ['stick', false],
      ['laptop', true],
    ])
    const passkeyId = list[1]?.passkeyId ?? 0
    const open = await client.call(passkeys.remove, { body: { passkeyId, ...wrong } })
    expect(open).toMatchObject({ error: 'session.password-wrong' })
    const other = await holder()
    const theirs = { body: { passkeyId, password: testPassword } }
    expect(await other.client.call(passkeys.remove, theirs)).toMatchObject({ status: 404 })
    expect((await enter(key)).status).toBe(200)
    await client.get(passkeys.remove, theirs)
    expect(await enter(key)).toMatchObject({ status: 400, error: 'passkey.refused' })
  })

  it('WebAuthn §7.1 a registration is good once, for who began it, at this origin', async () => {
    const { client } = await holder()
    const other = await holder()
    const finish = (one: HttpClient, response: ReturnType<SoftPasskey['create']>) =>
      one.call(passkeys.finish, { body: { name: 'x', response } })
    const refused = { status: 400, error: 'passkey.refused' }
    const key = new SoftPasskey(origin)
    const options = await begin(client)
    expect(await finish(other.client, key.create(options))).toMatchObject(refused)
    for (const bent of [
      { origin: 'https://mail.example.test.evil.test' },
      { rpId: 'evil.test' },
      { type: 'webauthn.get' },
    ])
      expect(await finish(client, key.create(await begin(client), bent))).toMatchObject(refused)
    // A challenge of the login page keeps no key.
    expect(await finish(client, key.create(await ask(client)))).toMatchObject(refused)
    const good = key.create(await begin(client))
    expect((await finish(client, good)).status).toBe(200)
    expect(await finish(client, good)).toMatchObject(refused)
    // A key that somebody has is nobody else's.
    expect(await finish(other.client, key.create(await begin(other.client)))).toMatchObject(refused)
    const broken = { ...good, response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' } }
    expect(
      await client.call(passkeys.finish, { body: { name: 'x', response: broken } }),
    ).toMatchObject(refused)
  })

  it('of two registrations at once the last free place is for one', async () => {
    const { client, address } = await holder()
    await server.app.database.run(sql`
      INSERT INTO passkeys (user_id, credential_id, public_key, counter, transports, synced, name)
      SELECT u.id, 'made' || n, '', 0, '{}', false, 'key' FROM generate_series(2, ${limits.passkeys - 1}) n,
        users u JOIN accounts a ON a.id = u.account_id WHERE a.address = ${address}`)
    const keys = [await begin(client), await begin(client), await begin(client)].map((options) =>
      new SoftPasskey(origin).create(options),
    )
    const answers = await Promise.all(
      keys.map((response) => client.call(passkeys.finish, { body: { name: 'x', response } })),
    )
    expect(answers.map(({ error }) => error).sort()).toEqual([
      'passkey.many',
      'passkey.many',
      undefined,
    ])
    expect((await client.get(passkeys.list, {})).list).toHaveLength(limits.passkeys)
  })

  it('are off where browsers allow none: at a bare address', async () => {
    const bare = await startTestServer({
      beside: server,
      environment: { HONGYAN_ORIGIN: 'http://192.0.2.7', HONGYAN_ROLES: 'web' },
    })
    try {
      const client = httpClient(bare.url)
      expect(await client.call(passkeys.ask, { body: {} })).toMatchObject({ error: 'passkey.off' })
      await client.logIn((await holder()).address, testPassword)
      expect(await client.get(passkeys.list, {})).toMatchObject({ usable: 0 })
    } finally {
      await bare.stop()
    }
  })
})

describe('AUTH-24 a passkey alone', () => {
  it('signs in, asks for no other step, and the login is like any other', async () => {
    const { key, address } = await holder()
    const client = stranger()
    const options = await ask(client)
    expect(options).toMatchObject({ rpId: 'mail.example.test', userVerification: 'required' })
    expect(options.allowCredentials ?? []).toEqual([])
    const pair = await client.get(passkeys.logIn, { body: { response: key.get(options) } })
    expect(pair).toMatchObject({ secondVerified: false, forceChangePwd: false })
    client.headers = { ...client.headers, Authorization: `Bearer ${pair.accessToken}` }
    expect(await client.get(session.userInfo, {})).toMatchObject({ emailAddr: address })
  })

  it('WebAuthn §7.2 a replay, another origin or host, no verified user, a bent signature, an older counter, another person: refused in one word', async () => {
    const { key } = await holder()
    const other = await holder()
    const refused = { status: 400, error: 'passkey.refused' }
    const client = stranger()
    const used = key.get(await ask(client))
    expect((await client.call(passkeys.logIn, { body: { response: used } })).status).toBe(200)
    expect(await client.call(passkeys.logIn, { body: { response: used } })).toMatchObject(refused)
    const bends: [string, Dishonest][] = [
      ['a page that looks like ours', { origin: 'https://mail-example.test' }],
      ['our page without TLS', { origin: 'http://mail.example.test' }],
      ['another host', { rpId: 'example.test' }],
      ['a registration', { type: 'webauthn.create' }],
      ['nobody verified', { verified: false }],
      ['a signature of nothing', { signature: Buffer.from('3006020101020101', 'hex') }],
      ['the handle of another', { userHandle: 'AAAA' }],
      ['the name of another key', { id: other.key.id }],
      ['the name of no key', { id: 'AAAAAAAAAAAAAAAAAAAAAA' }],
      ['a counter that went back', { counter: 1 }],
    ]
    for (const [what, bent] of bends)
      expect([what, await enter(key, bent)]).toMatchObject([what, refused])
    // The counter that went back was the copy's; the owner's own goes on.
    key.counter = 9
    expect((await enter(key)).status).toBe(200)
    // A challenge that nobody gave out, and one whose time is over.
    expect(
      await client.call(passkeys.logIn, {
        body: { response: key.get({ challenge: 'AAAA', rpId: 'mail.example.test' }) },
      }),
    ).toMatchObject(refused)
    const late = key.get(await ask(client))
    await server.app.database.run(sql`UPDATE passkey_challenges SET expires_at = now()`)
    expect(await client.call(passkeys.logIn, { body: { response: late } })).toMatchObject(refused)
  })

  it('of twenty uses of one answer at once one wins', async () => {
    const { key } = await holder()
    const client = stranger()
    const response = key.get(await ask(client))
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => client.call(passkeys.logIn, { body: { response } })),
    )
    expect(answers.filter((one) => one.status === 200)).toHaveLength(1)
  })

  it('is refused to who was shut out, and after twenty wrong ones not judged from there; elsewhere it is', async () => {
    const { key, address } = await holder()
    const client = stranger()
    for (let turn = 0; turn < 20; turn++)
      expect((await enter(key, { origin: 'https://evil.test' }, client)).status).toBe(400)
    expect(await enter(key, {}, client)).toMatchObject({ status: 429, error: 'login.too-many' })
    expect((await enter(key)).status).toBe(200)
    const found = await server.app.directory.findRecipient(address)
    if (found) await server.app.directory.setDisabled(found.accountId, true)
    expect(await enter(key)).toMatchObject({ error: 'passkey.refused' })
  })
})

describe('AUTH-24 a passkey after the password', () => {
  it('is asked for where its owner wants it, opens once, and trust keeps it away in that browser', async () => {
    const { client, address, key } = await holder()
    expect((await half(address)).second.ways).toEqual([])
    expect((await step(client, true)).status).toBe(200)
    expect(await client.get(secondStep.state, {})).toMatchObject({ byPasskey: 1 })
    const begun = await half(address)
    expect(begun.second.ways).toEqual(['passkey'])
    const options = await askSecond(begun)
    expect(options.allowCredentials).toMatchObject([{ id: key.id }])
    const { ticket } = begun.second
    // The password was given: the key need not verify its user again.
    const response = key.get(options, { verified: false })
    const body = { ticket, response, trust: true }
    const answer = await fetch(`${server.url}/api/${passkeys.verify.path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...begun.client.headers },
      body: JSON.stringify(body),
    })
    const [Cookie = ''] = answer.headers.getSetCookie().map((one) => one.split(';')[0] ?? '')
    expect(await answer.json()).toMatchObject({ data: { secondVerified: false } })
    const replayed = await begun.client.call(passkeys.verify, { body })
    expect(replayed).toMatchObject({ status: 401, error: 'session.expired' })
    const trusted = stranger()
    trusted.headers = { ...trusted.headers, Cookie }
    expect((await half(address, trusted)).second.ways).toEqual([])
    expect((await half(address)).second.ways).toEqual(['passkey'])
    // With the last key goes the step: nobody is asked for what is not there.
    const { list } = await client.get(passkeys.list, {})
    await client.get(passkeys.remove, {
      body: { passkeyId: list[0]?.passkeyId ?? 0, password: testPassword },
    })
    expect((await half(address)).second.ways).toEqual([])
    expect(await step(client, true)).toMatchObject({ error: 'passkey.none' })
  })

  it('challenges of the login page, of another ticket and of the settings, and the key of somebody else, open nothing', async () => {
    const { client, address, key } = await holder()
    const other = await holder()
    await step(client, true)
    expect((await client.get(home.index, { body: {} })).steps.secondStep).toBe(true)
    const begun = await half(address)
    const another = await half(address)
    const { ticket } = begun.second
    const answers = [
      key.get(await ask(begun.client)),
      key.get(await askSecond(another)),
      key.get({ ...(await begin(client)), rpId: 'mail.example.test' }),
      other.key.get(await askSecond(begun)),
    ]
    for (const response of answers)
      expect(
        await begun.client.call(passkeys.verify, { body: { ticket, response, trust: false } }),
      ).toMatchObject({ status: 400, error: 'passkey.refused' })
    // Nor does a challenge of the second step sign anybody in alone.
    const alone = key.get(await askSecond(begun))
    expect(await begun.client.call(passkeys.logIn, { body: { response: alone } })).toMatchObject({
      error: 'passkey.refused',
    })
    const response = key.get(await askSecond(begun))
    const right = { body: { ticket, response, trust: false } }
    expect((await begun.client.call(passkeys.verify, right)).status).toBe(200)
  })

  it('ten wrong ones are judged, whoever has the password; a ticket that nobody gave out begins nothing', async () => {
    const { client, address, key } = await holder()
    await step(client, true)
    const begun = await half(address)
    const { ticket } = begun.second
    const guess = async (bent: Dishonest) =>
      begun.client.call(passkeys.verify, {
        body: { ticket, response: key.get(await askSecond(begun), bent), trust: false },
      })
    for (let turn = 0; turn < 10; turn++)
      expect(await guess({ origin: 'https://evil.test' })).toMatchObject({
        error: 'passkey.refused',
      })
    expect(await guess({})).toMatchObject({ status: 429, error: 'code.too-many' })
    expect(
      await client.call(passkeys.askSecond, { body: { ticket: 'x'.repeat(43) } }),
    ).toMatchObject({
      status: 401,
      error: 'session.expired',
    })
    // Alone it has a count of its own.
    expect((await enter(key)).status).toBe(200)
  })
})
