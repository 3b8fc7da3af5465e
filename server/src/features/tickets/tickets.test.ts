import { createHmac, randomUUID } from 'node:crypto'
import { secondStep } from '@hongyan/contract/second-step'
import { session } from '@hongyan/contract/session'
import { settings } from '@hongyan/contract/settings'
import { tickets } from '@hongyan/contract/tickets'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { totpCode } from '../../platform/crypto/totp.ts'
import { sql } from '../../platform/db/sql.ts'
import { httpClient } from '../../testing/http-client.ts'
import { startTestServer, type TestServer, testPassword } from '../../testing/start-test-server.ts'

const origin = 'https://mail.example.test'
let server: TestServer
let secret: string

beforeAll(async () => {
  server = await startTestServer({ environment: { HONGYAN_ORIGIN: origin } })
  for (const name of ['ann', 'bob', 'careful', 'gone'])
    await server.addPerson({
      address: `${name}@example.test`,
      aliases: [`${name}.alias@example.test`],
    })
  await server.addPerson({ address: 'newcomer@example.test', temporary: true })
  secret = await server.app.tickets.add('portal', 'https://portal.example.test/in?from=mail')
  await server.app.tickets.add('other', null)
})

afterAll(() => server.stop())

const now = () => Math.floor(Date.now() / 1000)
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A ticket as another system would make it, with what is changed. */
function ticketFor(
  name: string,
  changed: Record<string, unknown> = {},
  how: Record<string, unknown> = {},
) {
  const said = {
    iss: 'portal',
    sub: `${name}@example.test`,
    aud: origin,
    iat: now(),
    exp: now() + 60,
    jti: randomUUID(),
    ...changed,
  }
  const body = `${part({ alg: 'HS256', typ: 'JWT', ...how })}.${part(said)}`
  const key = String(how.key ?? secret)
  return `${body}.${createHmac('sha256', key).update(body).digest('base64url')}`
}

const enter = (uapticket: string) =>
  httpClient(server.url).call(tickets.logIn, { body: { uapticket } })

it('AUTH-25 POST and GET: a ticket of another system says who it is and signs in once, also of twenty at the same time', async () => {
  const client = httpClient(server.url)
  const uapticket = ticketFor('ann')
  expect(await client.get(tickets.look, { query: { uapticket } })).toEqual({
    address: 'ann@example.test',
    system: 'portal',
  })
  const answers = await Promise.all(Array.from({ length: 20 }, () => enter(uapticket)))
  expect(answers.filter((one) => one.code === 200)).toHaveLength(1)
  expect(new Set(answers.map((one) => one.error))).toEqual(new Set([undefined, 'ticket.refused']))
  client.tokens = answers.find((one) => one.code === 200)?.data ?? null
  expect((await client.get(session.userInfo, {})).emailAddr).toBe('ann@example.test')
  expect(await client.get(tickets.look, { query: {} })).toEqual({ address: '', system: '' })
  const byPassword = await client.call(tickets.logIn, {
    body: { username: 'bob', password: testPassword },
  })
  expect(byPassword.code).toBe(200)
})

it.each([
  ['a changed signature', () => `${ticketFor('ann').slice(0, -4)}AAAA`],
  ['no signature', () => ticketFor('ann').replace(/[^.]+$/, '')],
  ['alg none', () => ticketFor('ann', {}, { alg: 'none' })],
  ['another algorithm', () => ticketFor('ann', {}, { alg: 'HS512' })],
  ['a key in its header', () => ticketFor('ann', {}, { jwk: {}, kid: '../../x' })],
  ['another secret', () => ticketFor('ann', {}, { key: 'guessed' })],
  ['another system’s name', () => ticketFor('ann', { iss: 'other' })],
  ['an unknown system', () => ticketFor('ann', { iss: 'nobody' })],
  ['another origin', () => ticketFor('ann', { aud: 'https://evil.test' })],
  ['a time that is over', () => ticketFor('ann', { iat: now() - 120, exp: now() - 1 })],
  ['a time to come', () => ticketFor('ann', { iat: now() + 120, exp: now() + 180 })],
  ['a life of a day', () => ticketFor('ann', { exp: now() + 86_400 })],
  ['no end', () => ticketFor('ann', { exp: undefined })],
  ['no name of its own', () => ticketFor('ann', { jti: undefined })],
  ['an alias', () => ticketFor('ann.alias'), 'sso.unknown'],
  ['nobody', () => ticketFor('nobody'), 'sso.unknown'],
  ['no ticket at all', () => 'a.b.c'],
])('AUTH-25 T18 a ticket with %s opens nothing', async (_, made, error = 'ticket.refused') => {
  expect((await enter(made())).error).toBe(error)
})

it('AUTH-24 AUTH-25 the second step is asked for; a ticket in its payload must be of the same person', async () => {
  const owner = httpClient(server.url)
  await owner.logIn('careful', testPassword)
  const { secret: shown } = await owner.get(secondStep.beginTotp, {
    body: { password: testPassword },
  })
  const key = Buffer.from(
    [...shown]
      .map((one) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(one).toString(2).padStart(5, '0'))
      .join('')
      .match(/.{8}/g)
      ?.map((one) => Number.parseInt(one, 2)) ?? [],
  )
  const step = () => Math.floor(Date.now() / 30_000)
  await owner.get(secondStep.confirmTotp, { body: { code: totpCode(key, step()) } })
  await server.app.database.run(sql`
    UPDATE users SET password_owed = true FROM accounts a
    WHERE a.id = account_id AND a.address = 'careful@example.test'`)
  const uapticket = ticketFor('careful')
  const { data } = await enter(uapticket)
  expect(data).toMatchObject({ accessToken: '', secondVerified: true })
  const verify = (mine: string) =>
    httpClient(server.url).call(secondStep.verify, {
      body: {
        ticket: data.second?.ticket ?? '',
        way: 'totp',
        // Right for half a minute at least, whenever it is made.
        code: totpCode(key, step() + 1),
        uapticket: mine,
      },
    })
  expect((await verify(ticketFor('ann'))).error).toBe('ticket.refused')
  expect((await verify('nonsense')).error).toBe('ticket.refused')
  const entered = await verify(uapticket)
  expect(entered.data.accessToken).not.toBe('')
  // Who came by a ticket owes no password that nobody used, after the second step as before.
  expect(entered.data.forceChangePwd).toBe(false)
  const client = Object.assign(httpClient(server.url), { tokens: entered.data })
  expect((await client.call(settings.index, { body: {} })).code).toBe(200)
})

it('who came from another system owes no password that nobody used', async () => {
  const client = httpClient(server.url)
  client.tokens = (await enter(ticketFor('newcomer'))).data
  expect(client.tokens?.forceChangePwd).toBe(false)
  const used = await client.call(settings.index, { body: {} })
  expect(used.code).toBe(200)
  const fresh = await client.get(session.refresh, {
    body: { refreshToken: client.tokens?.refreshToken ?? '' },
  })
  expect(fresh.forceChangePwd).toBe(false)
  const byPassword = httpClient(server.url)
  await byPassword.logIn('newcomer', testPassword)
  expect((await byPassword.call(settings.index, { body: {} })).error).toBe('password.change-owed')
})

it('E26 E27 who is signed in goes to another system with a ticket of a minute, to the page that was given for it alone', async () => {
  const client = httpClient(server.url)
  await client.logIn('bob', testPassword)
  expect(await client.get(tickets.systems, {})).toEqual({ list: [{ system: 'portal' }] })
  const { url } = await client.get(tickets.authorize, { query: { system: 'portal' } })
  const to = new URL(url)
  expect(`${to.origin}${to.pathname}`).toBe('https://portal.example.test/in')
  expect(to.searchParams.get('from')).toBe('mail')
  const [head = '', body = '', signature = ''] = (to.searchParams.get('uapticket') ?? '').split('.')
  expect(createHmac('sha256', secret).update(`${head}.${body}`).digest('base64url')).toBe(signature)
  expect(JSON.parse(Buffer.from(body, 'base64url').toString())).toMatchObject({
    iss: origin,
    aud: 'portal',
    sub: 'bob@example.test',
  })
  // What is meant for there opens nothing here.
  expect((await enter(`${head}.${body}.${signature}`)).error).toBe('ticket.refused')
  for (const system of ['other', 'nobody']) {
    const { error } = await client.call(tickets.authorize, { query: { system } })
    expect(error).toBe('ticket.no-system')
  }
})

it('a system that was taken away, or got a new secret, signs nobody in', async () => {
  const old = ticketFor('bob')
  secret = await server.app.tickets.add('portal', null)
  expect((await enter(old)).error).toBe('ticket.refused')
  expect((await enter(ticketFor('bob'))).code).toBe(200)
  await server.app.tickets.remove('portal')
  expect((await enter(ticketFor('bob'))).error).toBe('ticket.refused')
})
