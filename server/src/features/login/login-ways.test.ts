import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { captcha } from '@hongyan/contract/captcha'
import { passkeys } from '@hongyan/contract/passkeys'
import { passwords } from '@hongyan/contract/passwords'
import { phone } from '@hongyan/contract/phone'
import { recovery } from '@hongyan/contract/recovery'
import { secondStep } from '@hongyan/contract/second-step'
import { session, type TokenPair } from '@hongyan/contract/session'
import { smime } from '@hongyan/contract/smime'
import { sso } from '@hongyan/contract/sso'
import { tickets } from '@hongyan/contract/tickets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { base32, totpCode, totpStep } from '../../platform/crypto/totp.ts'
import { sql } from '../../platform/db/sql.ts'
import { eventually } from '../../testing/compose-helpers.ts'
import { type HttpClient, httpClient } from '../../testing/http-client.ts'
import { makeCertificate } from '../../testing/make-certificate.ts'
import { startTestServer, type TestServer, testPassword } from '../../testing/start-test-server.ts'

let server: TestServer
let guarded: TestServer
let gateway: Server
/** What the gateway was asked to send, the last at the end. */
const sent: { phone: string; code: string; signed: boolean }[] = []
const secret = 'shared-with-the-gateway'

beforeAll(async () => {
  gateway = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      const { phone, code } = JSON.parse(body)
      const time = request.headers['x-timestamp']
      const right = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
      sent.push({ phone, code, signed: request.headers['x-signature'] === right })
      response.end()
    })
  })
  gateway.listen(0, '127.0.0.1')
  await once(gateway, 'listening')
  const environment = {
    HONGYAN_SMS_URL: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/send`,
    HONGYAN_SMS_BODY: '{"phone":"{phone}","code":"{code}"}',
    HONGYAN_SMS_SECRET: secret,
    HONGYAN_TRUST_PROXY: 'on',
  }
  server = await startTestServer({ environment: { ...environment, HONGYAN_CAPTCHA: 'off' } })
  guarded = await startTestServer({
    beside: server,
    environment: { ...environment, HONGYAN_ROLES: 'web' },
  })
})

afterAll(async () => {
  await guarded.stop()
  await server.stop()
  gateway.close()
})

let people = 0

interface Person {
  address: string
  number: string
  client: HttpClient
}

/** Somebody who is signed in; each comes from a network of the own. */
async function newPerson(): Promise<Person> {
  const address = `ways${++people}@example.test`
  await server.addPerson({ address })
  const client = from(`198.51.${people}.1`)
  await client.logIn(address, testPassword)
  return { address, number: `138${String(people).padStart(8, '0')}`, client }
}

function from(address: string): HttpClient {
  const client = httpClient(server.url)
  client.headers = { 'X-Forwarded-For': address }
  return client
}

/** A minute and a day pass for the phones. */
const later = () => server.app.database.run(sql`DELETE FROM code_sendings`)

/** The code that reached a phone. */
async function codeFor(number: string): Promise<string> {
  const last = async () => sent.findLast((one) => one.phone === number)
  return (await eventually(last, (one) => one !== undefined, 'a code'))?.code ?? ''
}

async function sendTo(number: string, purpose: 'login' | 'bind', client: HttpClient) {
  await later()
  sent.length = 0
  const { codeId } = await client.get(phone.sendCode, { body: { purpose, phone: number } })
  return { codeId, code: await codeFor(number) }
}

async function bindPhone({ client, number }: Person): Promise<void> {
  const given = await sendTo(number, 'bind', client)
  await client.get(phone.bind, { body: { phone: number, ...given, password: testPassword } })
}

const wrongOf = (code: string) => (code === '000000' ? '000001' : '000000')

/** An authenticator of a person, as its owner would have it. */
async function addTotp({ client }: Person) {
  const { secret, url } = await client.get(secondStep.beginTotp, {
    body: { password: testPassword },
  })
  const bytes = unbase32(secret)
  const now = () => Math.floor(Date.now() / 30_000)
  const { recoveryCodes } = await client.get(secondStep.confirmTotp, {
    body: { code: totpCode(bytes, now()) },
  })
  // The code of the step to come stays right for half a minute at least, whenever it is made.
  return { url, recoveryCodes, code: (step = 0) => totpCode(bytes, now() + 1 + step) }
}

function unbase32(text: string): Buffer {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...text].map((one) => letters.indexOf(one).toString(2).padStart(5, '0')).join('')
  return Buffer.from(bits.match(/.{8}/g)?.map((one) => Number.parseInt(one, 2)) ?? [])
}

const half = (answer: { data: TokenPair }) => {
  expect(answer.data).toMatchObject({ accessToken: '', refreshToken: '', secondVerified: true })
  return answer.data.second ?? { ticket: '', ways: [], phone: '' }
}

describe('AUTH-06 AUTH-26 AUTH-27 SECURITY-10 a phone', () => {
  it('is bound by a code and the password, shown with its middle hidden, and signs in', async () => {
    const person = await newPerson()
    const { client, number } = person
    expect(await client.get(phone.bound, {})).toEqual({ phone: '' })
    const given = await sendTo(number, 'bind', client)
    expect(sent.every((one) => one.signed)).toBe(true)
    const body = { phone: number, ...given, password: 'Wrong-Guess-1' }
    expect((await client.call(phone.bind, { body })).error).toBe('session.password-wrong')
    await client.get(phone.bind, { body: { ...body, password: testPassword } })
    expect(await client.get(phone.bound, {})).toEqual({
      phone: `138****${number.slice(-4)}`,
    })
    const other = from('203.0.113.1')
    const right = await sendTo(number, 'login', other)
    const wrong = { phone: number, codeId: right.codeId, code: wrongOf(right.code) }
    expect((await other.call(phone.logIn, { body: wrong })).error).toBe('code.wrong')
    other.tokens = await other.get(phone.logIn, { body: { phone: number, ...right } })
    expect((await other.call(session.userInfo, {})).data).toMatchObject({
      emailAddr: person.address,
    })
    const again = await from('203.0.113.1').call(phone.logIn, { body: { phone: number, ...right } })
    expect(again.error).toBe('code.wrong')
    await client.get(phone.unbind, { body: { password: testPassword } })
    await later()
    sent.length = 0
    await other.get(phone.sendCode, { body: { purpose: 'login', phone: number } })
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(sent).toEqual([])
  })

  it.each(['12800138000', '1380013800', '138001380001', '+8613800138000', ''])(
    'AUTH-06 the number %s is none',
    async (number) => {
      const body = { purpose: 'login', phone: number } as never
      expect((await from('203.0.113.2').call(phone.sendCode, { body })).status).toBe(400)
    },
  )

  it('T18 a code is good for its purpose, its phone, five tries and one use, also of twenty at once', async () => {
    const [mine, theirs] = [await newPerson(), await newPerson()]
    await bindPhone(mine)
    await bindPhone(theirs)
    const client = from('203.0.113.3')
    const given = await sendTo(mine.number, 'login', client)
    const misused = { phone: theirs.number, ...given }
    expect((await client.call(phone.logIn, { body: misused })).error).toBe('code.wrong')
    const bound = await sendTo(mine.number, 'bind', mine.client)
    const crossed = { phone: mine.number, ...bound }
    expect((await client.call(phone.logIn, { body: crossed })).error).toBe('code.wrong')
    const guessed = await sendTo(mine.number, 'login', client)
    const wrong = { phone: mine.number, codeId: guessed.codeId, code: wrongOf(guessed.code) }
    for (let attempt = 0; attempt < 5; attempt++) await client.call(phone.logIn, { body: wrong })
    const late = await client.call(phone.logIn, { body: { phone: mine.number, ...guessed } })
    expect(late.error).toBe('code.wrong')
    const once = await sendTo(mine.number, 'login', client)
    const uses = Array.from({ length: 20 }, () =>
      from('203.0.113.3').call(phone.logIn, { body: { phone: mine.number, ...once } }),
    )
    const right = (await Promise.all(uses)).filter(({ code }) => code === 200)
    expect(right).toHaveLength(1)
  })

  it('is written to once a minute and ten times a day, whoever asks and whether anybody has it', async () => {
    await later()
    const client = from('203.0.113.4')
    const ask = () =>
      client.call(phone.sendCode, { body: { purpose: 'login', phone: '13900000000' } })
    const many = await Promise.all(Array.from({ length: 8 }, ask))
    expect(many.filter(({ code }) => code === 200)).toHaveLength(1)
    expect(many.filter(({ error }) => error === 'code.too-often')).toHaveLength(7)
    for (let turn = 1; turn < 10; turn++) {
      await server.app.database.run(
        sql`UPDATE code_sendings SET sent_at = sent_at - interval '2 minutes'`,
      )
      expect((await ask()).code).toBe(200)
    }
    await server.app.database.run(
      sql`UPDATE code_sendings SET sent_at = sent_at - interval '2 minutes'`,
    )
    expect((await ask()).error).toBe('code.too-often')
  })

  it('AUTH-30 smsGatewayStatus says whether codes can be sent; a stranger is asked for a captcha first', async () => {
    const none = await startTestServer({ beside: server, environment: { HONGYAN_ROLES: 'web' } })
    expect(await httpClient(none.url).get(phone.gateway, {})).toEqual({ smsGatewayStatus: 0 })
    await none.stop()
    const client = httpClient(guarded.url)
    expect(await client.get(phone.gateway, {})).toEqual({ smsGatewayStatus: 1 })
    const body = { purpose: 'login', phone: '13900000001' } as const
    expect((await client.call(phone.sendCode, { body })).error).toBe('captcha.needed')
    const picture = await client.get(phone.imageCode, { body: {} })
    const [row] = await server.app.database.query(
      sql<{ answer: string }>`SELECT answer FROM captchas WHERE id = ${picture.captchaId}`,
    )

    const { pass } = await client.get(captcha.verify, {
      body: { captchaId: picture.captchaId, answer: row?.answer ?? '' },
    })
    await later()
    const asked = { body: { ...body, captcha: pass } }
    expect((await client.call(phone.sendCode, asked)).code).toBe(200)
    await later()
    expect((await client.call(phone.sendCode, asked)).error).toBe('captcha.needed')
  })
})

describe('AUTH-07 AUTH-10 AUTH-24 the second step', () => {
  it('AUTH-10 by phone: no token before the code, one after it', async () => {
    const person = await newPerson()
    await bindPhone(person)
    await person.client.get(secondStep.setByPhone, {
      body: { password: testPassword, on: true },
    })
    const client = from('203.0.114.1')
    const asked = half(await client.logIn(person.address, testPassword))
    expect(asked).toMatchObject({ ways: ['sms'], phone: `138****${person.number.slice(-4)}` })
    client.tokens = null
    for (const token of [asked.ticket, '']) {
      client.headers = { ...client.headers, Authorization: `Bearer ${token}` }
      expect((await client.call(session.userInfo, {})).status).toBe(401)
    }
    client.headers = { 'X-Forwarded-For': '203.0.114.1' }
    await later()
    sent.length = 0
    const { codeId } = await client.get(phone.sendCode, {
      body: { purpose: 'second', ticket: asked.ticket },
    })
    const code = await codeFor(person.number)
    const body = { ticket: asked.ticket, codeId, code }
    const wrong = await client.call(secondStep.verifyPhone, {
      body: { ...body, code: wrongOf(code) },
    })
    expect(wrong.error).toBe('code.wrong')
    client.tokens = await client.get(secondStep.verifyPhone, { body })
    expect((await client.call(session.userInfo, {})).status).toBe(200)
    client.tokens = null
    expect((await client.call(secondStep.verifyPhone, { body })).error).toBe('session.expired')
  })

  it('by an authenticator: the same code a second time is refused, recovery codes open once each', async () => {
    const person = await newPerson()
    const { url, code, recoveryCodes } = await addTotp(person)
    expect(url).toMatch(/^otpauth:\/\/totp\/Example%20%E7%A4%BA%E4%BE%8B:ways\d+%40example\.test\?/)
    expect(recoveryCodes).toHaveLength(10)
    const client = from('203.0.114.2')
    const next = async () => half(await client.logIn(person.address, testPassword)).ticket
    const enter = async (way: 'totp' | 'recovery', given: string, ticket?: string) =>
      client.call(secondStep.verify, {
        body: { ticket: ticket ?? (await next()), way, code: given },
      })
    client.tokens = null
    const right = code()
    const tickets = await Promise.all(Array.from({ length: 5 }, next))
    client.tokens = null
    const uses = await Promise.all(tickets.map((ticket) => enter('totp', right, ticket)))
    expect(uses.filter((one) => one.code === 200)).toHaveLength(1)
    expect(uses.filter((one) => one.error === 'code.wrong')).toHaveLength(4)
    expect((await enter('totp', code(-1))).error).toBe('code.wrong')
    const [first = ''] = recoveryCodes
    expect((await enter('recovery', first.toLowerCase().replace('-', ' '))).code).toBe(200)
    expect((await enter('recovery', first)).error).toBe('code.wrong')
    expect(await person.client.get(secondStep.state, {})).toMatchObject({
      totp: 1,
      recoveryLeft: 9,
    })
  })

  it('a ticket is of use in the network and in the browser where the login began, and nowhere else', async () => {
    const person = await newPerson()
    await bindPhone(person)
    const { code } = await addTotp(person)
    await person.client.get(secondStep.setByPhone, { body: { password: testPassword, on: true } })
    const client = from('203.0.114.31')
    const { ticket } = half(await client.logIn(person.address, testPassword))
    client.tokens = null
    const thief = from('203.0.113.31')
    await later()
    const steps = [
      (who: HttpClient) => who.call(phone.sendCode, { body: { purpose: 'second', ticket } }),
      (who: HttpClient) =>
        who.call(secondStep.verifyPhone, { body: { ticket, codeId: 'x', code: '000000' } }),
      (who: HttpClient) => who.call(passkeys.askSecond, { body: { ticket } }),
      (who: HttpClient) =>
        who.call(secondStep.verify, { body: { ticket, way: 'totp', code: code() } }),
    ]
    for (const step of steps) expect((await step(thief)).error).toBe('session.expired')
    // A browser whose network gives it another address for each call is known by what it kept; another login's is none.
    const kept = await halfCookie(person.address, '203.0.116.41')
    const others = await halfCookie(person.address, '203.0.117.42')
    const moving = from('203.0.113.43')
    for (const [cookie, error] of [
      [others.cookie, 'session.expired'],
      ['half=made-up', 'session.expired'],
      [kept.cookie, 'code.wrong'],
    ] as const) {
      moving.headers = { ...moving.headers, Cookie: cookie }
      const guess = { ticket: kept.ticket, way: 'recovery', code: 'AAAAA-AAAAA' } as const
      expect((await moving.call(secondStep.verify, { body: guess })).error).toBe(error)
    }
    // Another address of the same network is the same place.
    const same = from('203.0.114.32')
    const body = { ticket, way: 'totp', code: code() } as const
    expect((await same.call(secondStep.verify, { body })).code).toBe(200)
  })

  it('AUTH-35 a login that owes a new password pays it in the network and in the browser where it began, and nowhere else', async () => {
    const address = `ways${++people}@example.test`
    await server.addPerson({ address, temporary: true })
    const begun = await halfCookie(address, '203.0.114.33')
    expect(begun.data).toMatchObject({ forceChangePwd: true })
    const client = from('203.0.115.33')
    client.tokens = begun.data
    client.headers = { ...client.headers, Cookie: begun.cookie }
    const thief = from('203.0.113.33')
    thief.tokens = client.tokens
    const body = { oldPassword: testPassword, newPassword: 'Brave-Otter-58' }
    expect((await thief.call(passwords.policy, { query: {} })).error).toBe('session.expired')
    expect((await thief.call(passwords.update, { body })).error).toBe('session.expired')
    expect((await client.call(passwords.update, { body })).code).toBe(200)
    // What owes nothing any more goes where its owner goes.
    expect((await thief.call(session.userInfo, {})).code).toBe(200)
  })

  it('a phone is never both steps: no way in where it is the second one, and no second one after it', async () => {
    const person = await newPerson()
    await bindPhone(person)
    const { code } = await addTotp(person)
    const body = { password: testPassword, on: true }
    await person.client.get(secondStep.setByPhone, { body })
    const client = from('203.0.114.7')
    const given = await sendTo(person.number, 'login', client)
    const asked = half(await client.call(phone.logIn, { body: { phone: person.number, ...given } }))
    expect(asked.ways).toEqual(['totp', 'recovery'])
    await later()
    const again = { body: { purpose: 'second', ticket: asked.ticket } } as const
    expect((await client.call(phone.sendCode, again)).error).toBe('session.expired')
    const other = half(await from('203.0.114.8').logIn(person.address, testPassword))
    sent.length = 0
    const second = { body: { purpose: 'second', ticket: other.ticket } } as const
    const { codeId } = await client.get(phone.sendCode, second)
    const crossed = { ticket: asked.ticket, codeId, code: await codeFor(person.number) }
    expect((await client.call(secondStep.verifyPhone, { body: crossed })).error).toBe(
      'session.expired',
    )
    const entered = { ticket: asked.ticket, way: 'totp', code: code() } as const
    expect((await client.call(secondStep.verify, { body: entered })).code).toBe(200)

    await person.client.get(secondStep.removeTotp, { body: { password: testPassword } })
    await later()
    sent.length = 0
    await client.get(phone.sendCode, { body: { purpose: 'login', phone: person.number } })
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(sent).toEqual([])
  })

  it('SECURITY-10 whoever holds a phone for a moment takes it from nobody', async () => {
    const [mine, theirs] = [await newPerson(), await newPerson()]
    await bindPhone(mine)
    await mine.client.get(secondStep.setByPhone, { body: { password: testPassword, on: true } })
    const given = await sendTo(mine.number, 'bind', theirs.client)
    const body = { phone: mine.number, ...given, password: testPassword }
    expect((await theirs.client.call(phone.bind, { body })).error).toBe('phone.taken')
    expect(await mine.client.get(secondStep.state, {})).toMatchObject({ byPhone: 1 })
  })

  it('SECURITY-10 of two accounts that bind one phone at the same moment one has it, and the other is told so', async () => {
    for (let round = 0; round < 3; round++) {
      const both = [await newPerson(), await newPerson()]
      const [{ number }] = both as [Person, Person]
      const given: Awaited<ReturnType<typeof sendTo>>[] = []
      for (const { client } of both) given.push(await sendTo(number, 'bind', client))
      const answers = await Promise.all(
        both.map(({ client }, at) =>
          client.call(phone.bind, {
            body: { phone: number, ...(given[at] as (typeof given)[0]), password: testPassword },
          }),
        ),
      )
      expect(answers.map(({ error }) => error).sort()).toEqual(['phone.taken', undefined])
      const shown = await Promise.all(both.map(({ client }) => client.get(phone.bound, {})))
      expect(shown.map((one) => one.phone).sort()).toEqual(['', expect.stringMatching(/^138\*/)])
    }
  })

  it('ten wrong codes in 15 minutes and no more are judged, however many tickets there are', async () => {
    const person = await newPerson()
    const { recoveryCodes } = await addTotp(person)
    const client = from('203.0.114.3')
    const errors: (string | undefined)[] = []
    for (let attempt = 0; attempt < 11; attempt++) {
      const { ticket } = half(await client.logIn(person.address, testPassword))
      client.tokens = null
      const body = { ticket, way: 'recovery', code: 'AAAAA-AAAAA' } as const
      errors.push((await client.call(secondStep.verify, { body })).error)
    }
    expect(errors.filter((one) => one === 'code.wrong')).toHaveLength(10)
    const { ticket } = half(await client.logIn(person.address, testPassword))
    client.tokens = null
    const body = { ticket, way: 'recovery', code: recoveryCodes[0] ?? '' } as const
    expect((await client.call(secondStep.verify, { body })).error).toBe('code.too-many')
  })

  it('is not asked of a trusted browser until the password changes, and of every other', async () => {
    const person = await newPerson()
    const { recoveryCodes } = await addTotp(person)
    const call = async (path: string, body: object, cookie = '') => {
      const headers = { 'Content-Type': 'application/json', Cookie: cookie }
      const init = { method: 'POST', headers, body: JSON.stringify(body) }
      const answer = await fetch(`${server.url}/api/${path}`, init)
      const { data } = (await answer.json()) as { data: TokenPair }
      return { data, cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' }
    }
    const given = { username: person.address, password: testPassword }
    const first = await call(session.login.path, given)
    expect([first.data.secondVerified, first.cookie]).toEqual([
      true,
      expect.stringMatching(/^half=/),
    ])
    const ticket = first.data.second?.ticket
    const entered = await call(secondStep.verify.path, {
      ticket,
      way: 'recovery',
      code: recoveryCodes[0],
      trust: true,
    })
    expect(entered.data.accessToken).not.toBe('')
    const trusted = await call(session.login.path, given, entered.cookie)
    expect(trusted.data).toMatchObject({ secondVerified: false })
    const again = await call(session.login.path, given, trusted.cookie)
    expect(again.data).toMatchObject({ secondVerified: false })
    expect((await call(session.login.path, given)).data.secondVerified).toBe(true)
    const newPassword = 'Brave-Otter-58'
    const change = { oldPassword: testPassword, newPassword }
    await person.client.get(passwords.update, { body: change })
    const fresh = { ...given, password: newPassword }
    const changed = await call(session.login.path, fresh, again.cookie)
    expect(changed.data.secondVerified).toBe(true)
    const back = await call(secondStep.verify.path, {
      ticket: changed.data.second?.ticket,
      way: 'recovery',
      code: recoveryCodes[1],
      trust: true,
    })
    expect((await call(session.login.path, fresh, back.cookie)).data.secondVerified).toBe(false)
    await person.client.get(secondStep.forgetBrowsers, { body: {} })
    const forgotten = await call(session.login.path, fresh, back.cookie)
    expect(forgotten.data.secondVerified).toBe(true)
  })

  it('every login is told by which browser it comes: one that was trusted after a password is so after a phone, and nothing else is told', async () => {
    const person = await newPerson()
    await bindPhone(person)
    const { recoveryCodes } = await addTotp(person)
    const client = from('203.0.114.21')
    const { ticket } = half(await client.logIn(person.address, testPassword))
    const given = { ticket, way: 'recovery', code: recoveryCodes[0], trust: true }
    const marks = await marksOf(secondStep.verify.path, given, client)
    const logins = [session.login, tickets.logIn, passkeys.logIn, sso.finish, phone.logIn]
    for (const { path } of logins) expect([path, sentTo(marks, path).length]).toEqual([path, 1])
    // What goes on with a ticket has that of the login that it goes on with.
    for (const { path } of [secondStep.verify, secondStep.verifyPhone, session.refresh, phone.bind])
      expect([path, sentTo(marks, path)]).toEqual([path, []])

    client.tokens = null
    const byPhone = async () => {
      const body = { phone: person.number, ...(await sendTo(person.number, 'login', client)) }
      return client.get(phone.logIn, { body })
    }
    expect(await byPhone()).toMatchObject({ secondVerified: true })
    client.headers = { ...client.headers, Cookie: sentTo(marks, phone.logIn.path).join('; ') }
    expect(await byPhone()).toMatchObject({ secondVerified: false })
  })

  it('nobody makes it weaker without the password', async () => {
    const person = await newPerson()
    const { code } = await addTotp(person)
    const { client } = person
    const again = await client.call(secondStep.confirmTotp, { body: { code: code() } })
    expect(again.error).toBe('second.is-on')
    const body = { password: 'Wrong-Guess-1' }
    for (const answer of [
      await client.call(secondStep.removeTotp, { body }),
      await client.call(secondStep.newRecoveryCodes, { body }),
      await client.call(secondStep.setByPhone, { body: { ...body, on: false } }),
      await client.call(phone.unbind, { body }),
    ])
      expect(answer.error).toBe('session.password-wrong')
    const begun = await client.call(secondStep.beginTotp, { body: { password: testPassword } })
    expect(begun.error).toBe('second.is-on')
    await client.get(secondStep.removeTotp, { body: { password: testPassword } })
    expect((await from('203.0.114.5').logIn(person.address, testPassword)).data).toMatchObject({
      secondVerified: false,
    })
  })

  it('RFC 6238 appendix B: the codes of its table, and one step beside now', () => {
    const key = Buffer.from('12345678901234567890')
    for (const [time, code] of [
      [59, '287082'],
      [1111111109, '081804'],
      [1234567890, '005924'],
      [20000000000, '353130'],
    ] as const) {
      const now = new Date(time * 1000)
      const step = Math.floor(time / 30)
      expect(totpStep(key, code, now)).toBe(step)
      expect(totpStep(key, code, new Date(now.getTime() + 30_000))).toBe(step)
      expect(totpStep(key, code, new Date(now.getTime() + 90_000))).toBeNull()
    }
    expect(base32(Buffer.from('foobar'))).toBe('MZXW6YTBOI')
  })
})

describe('AUTH-28 AUTH-33 AUTH-34 a forgotten password', () => {
  const asked = async (client: HttpClient, emailAddr: string, number: string) => {
    await later()
    sent.length = 0
    return client.call(recovery.recover, { body: { emailAddr, phone: number } })
  }

  it('is replaced by the code that reached the bound phone; every login ends, the rules hold', async () => {
    const person = await newPerson()
    await bindPhone(person)
    const client = from('203.0.115.1')
    const { data } = await asked(client, person.address, person.number)
    const given = { codeId: data.codeId, code: await codeFor(person.number) }
    const unfit = { ...given, newPassword: 'Sunshine-42!' }
    expect((await client.call(recovery.edit, { body: unfit })).error).toBe('password.weak')
    const edited = await client.call(recovery.edit, {
      body: { ...given, newPassword: 'Brave-Otter-58' },
    })
    expect(edited.code).toBe(200)
    expect((await person.client.call(session.userInfo, {})).status).toBe(401)
    expect((await from('203.0.115.9').logIn(person.address, 'Brave-Otter-58')).code).toBe(200)
    const again = { ...given, newPassword: 'Brave-Heron-58' }
    expect((await client.call(recovery.edit, { body: again })).error).toBe('code.wrong')
  })

  it('T18 the answer is the same for a stranger, another phone and nobody, and nothing is sent', async () => {
    const person = await newPerson()
    await bindPhone(person)
    const client = from('203.0.115.2')
    const other = await newPerson()
    const answers: Awaited<ReturnType<typeof asked>>[] = []
    for (const [address, number] of [
      [person.address, '13900000002'],
      ['nobody@example.test', person.number],
      [other.address, person.number],
      ['nobody@example.test', '13900000003'],
    ] as const) {
      answers.push(await asked(client, address, number))
      await new Promise((resolve) => setTimeout(resolve, 50))
      expect(sent).toEqual([])
    }
    const shape = {
      status: 200,
      data: { codeId: expect.stringMatching(/^[\w-]{43}$/), seconds: 300 },
    }
    for (const answer of answers) expect(answer).toMatchObject(shape)
    for (const { data } of answers) {
      const body = { codeId: data.codeId, code: '123456', newPassword: 'Brave-Otter-58' }
      expect((await client.call(recovery.edit, { body })).error).toBe('code.wrong')
    }
    expect((await from('203.0.115.8').logIn(person.address, testPassword)).code).toBe(200)
  })
})

describe('P7 T18 what an attacker does with the ways in', () => {
  const asHalf = (answer: Awaited<ReturnType<HttpClient['logIn']>>) => half(answer).ticket

  it('P7 the name of a code is never the name of a network: nobody closes the codes of an office', async () => {
    const client = from('203.0.120.1')
    for (const office of ['203.0.120.0/24', '203.0.121.0/24']) {
      const body = { phone: '13900000009', codeId: `network ${office}`, code: '000000' }
      expect((await client.call(phone.logIn, { body })).error).toBe('code.wrong')
    }
    const counts = await server.app.database.query(
      sql`SELECT 1 FROM login_failures WHERE key = 'code network 203.0.121.0/24'`,
    )
    expect(counts).toEqual([])
  })

  it('P7 whoever asks for codes for a phone keeps its owner from no second step', async () => {
    const person = await newPerson()
    await bindPhone(person)
    await person.client.get(secondStep.setByPhone, { body: { password: testPassword, on: true } })
    await later()
    const stranger = from('203.0.122.1')
    const asked = { body: { purpose: 'login', phone: person.number } } as const
    expect((await stranger.call(phone.sendCode, asked)).code).toBe(200)
    expect((await stranger.call(phone.sendCode, asked)).error).toBe('code.too-often')
    const client = from('203.0.122.9')
    const ticket = asHalf(await client.logIn(person.address, testPassword))
    const second = { body: { purpose: 'second', ticket } } as const
    expect((await client.call(phone.sendCode, second)).code).toBe(200)
  })

  it('SECURITY-10 nobody has codes sent to any phone without being signed in, and then to ten', async () => {
    const person = await newPerson()
    const ask = (index: number, client = person.client) => {
      const body = { purpose: 'bind', phone: `139111100${10 + index}` } as const
      return client.call(phone.sendCode, { body })
    }
    expect((await ask(20, from('203.0.123.1'))).status).toBe(401)
    for (let index = 0; index < 10; index++) expect((await ask(index)).code).toBe(200)
    expect((await ask(10)).error).toBe('code.too-many')
  })

  it('T18 AUTH-33 a phone that is a step of the login replaces no password, also by a code from before', async () => {
    const person = await newPerson()
    await bindPhone(person)
    const client = from('203.0.124.1')
    const ask = async () => {
      await later()
      sent.length = 0
      const body = { emailAddr: person.address, phone: person.number }
      return client.get(recovery.recover, { body })
    }
    const { codeId } = await ask()
    const code = await codeFor(person.number)
    const on = { body: { password: testPassword, on: true } }
    await person.client.get(secondStep.setByPhone, on)
    const edit = { body: { codeId, code, newPassword: 'Brave-Otter-58' } }
    expect((await client.call(recovery.edit, edit)).error).toBe('code.wrong')
    expect((await ask()).seconds).toBe(300)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(sent).toEqual([])
  })

  it('P7 whoever has the password alone does not keep a known browser from its second step', async () => {
    const person = await newPerson()
    const own = from('203.0.125.1')
    const cookie = await cookieOf(person.address)
    const { code } = await addTotp(person)
    const thief = from('203.0.125.9')
    const tries = Array.from({ length: 11 }, async () => {
      const ticket = asHalf(await thief.logIn(person.address, testPassword))
      const body = { ticket, way: 'recovery', code: 'AAAAA-AAAAA' } as const
      return (await thief.call(secondStep.verify, { body })).error
    })
    expect(await Promise.all(tries)).toContain('code.too-many')
    own.headers = { ...own.headers, Cookie: cookie }
    const ticket = asHalf(await own.logIn(person.address, testPassword))
    own.tokens = null
    const body = { ticket, way: 'totp', code: code(), trust: true } as const
    expect((await own.call(secondStep.verify, { body })).code).toBe(200)
    expect((await own.logIn(person.address, testPassword)).data.secondVerified).toBe(false)
    // An administrator gives another password: nothing that was trusted with the old one is.
    const account = await server.app.directory.findRecipient(person.address)
    if (account) await server.app.directory.setPassword(account.accountId, 'Brave-Otter-58')
    expect((await own.logIn(person.address, 'Brave-Otter-58')).data.secondVerified).toBe(true)
  })

  it('T15 a login with the old password that is under way while the password changes opens nothing', async () => {
    const person = await newPerson()
    const gate = Promise.withResolvers<void>()
    const changing = Promise.withResolvers<void>()
    const change = server.app.database.transaction(async (tx) => {
      await tx.run(sql`
        UPDATE users u SET password_changed_at = now() + interval '1 second' FROM accounts a
        WHERE a.id = u.account_id AND a.address = ${person.address}`)
      changing.resolve()
      await gate.promise
    })
    await changing.promise
    let over = false
    const login = from('203.0.126.1')
      .logIn(person.address, testPassword)
      .finally(() => {
        over = true
      })
    const waits = async () => {
      const rows = await server.app.database.query(
        sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      )
      return rows.length > 0
    }
    while (!over && !(await waits())) await new Promise((resolve) => setTimeout(resolve, 20))
    gate.resolve()
    await change
    expect((await login).error).toBe('session.expired')
  })
})

/** A right password from a browser, and what that keeps of it. */
async function halfCookie(username: string, address: string) {
  const answer = await fetch(`${server.url}/api/${session.login.path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address },
    body: JSON.stringify({ username, password: testPassword }),
  })
  const { data } = (await answer.json()) as { data: TokenPair }
  const own = answer.headers.getSetCookie().find((one) => one.startsWith('half='))
  return { data, ticket: data.second?.ticket ?? '', cookie: own?.split(';')[0] ?? '' }
}

interface Mark {
  pair: string
  path: string
}

/** What a browser is given to keep by a call. */
async function marksOf(path: string, body: object, { headers }: HttpClient): Promise<Mark[]> {
  const answer = await fetch(`${server.url}/api/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return answer.headers.getSetCookie().map((one) => ({
    pair: one.split(';')[0] ?? '',
    path: /; Path=([^;]+)/.exec(one)?.[1] ?? '',
  }))
}

/** What it sends along with a call (RFC 6265 §5.1.4). */
const sentTo = (marks: readonly Mark[], path: string): string[] =>
  marks
    .filter((one) => `/api/${path}` === one.path || `/api/${path}`.startsWith(`${one.path}/`))
    .map(({ pair }) => pair)

/** What a browser keeps after a login. */
async function cookieOf(address: string): Promise<string> {
  const answer = await fetch(`${server.url}/api/${session.login.path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': '203.0.125.1' },
    body: JSON.stringify({ username: address, password: testPassword }),
  })
  return answer.headers.get('set-cookie')?.split(';')[0] ?? ''
}

describe('KEYS-03 KEYS-08 a new key is confirmed', () => {
  const newKey = (email: string) => ({
    certificate: makeCertificate({ emails: [email] }).toString('base64'),
    sealedKey: 'AAAA',
    salt: 'AAAA',
    iterations: 600_000,
    proof: 'AAAA',
  })

  it('by the code that was sent to the bound phone, once; the password is not enough then, nor a code for something else', async () => {
    const person = await newPerson()
    const { client, number, address } = person
    const none = await client.call(smime.sendSms, { body: {} })
    expect(none).toMatchObject({ status: 400, error: 'phone.none' })
    await bindPhone(person)
    expect(await client.get(smime.own, { query: {} })).toMatchObject({
      confirmBy: 'sms',
      phone: `${number.slice(0, 3)}****${number.slice(-4)}`,
    })
    const save = (confirm: object) =>
      client.call(smime.save, { body: { ...newKey(address), confirm } })
    const login = await sendTo(number, 'login', from('198.52.1.1'))
    for (const confirm of [{ password: testPassword }, login])
      expect(await save(confirm)).toMatchObject({ error: 'code.wrong' })
    await later()
    sent.length = 0
    const { codeId } = await client.get(smime.sendSms, { body: {} })
    const confirm = { codeId, code: await codeFor(number) }
    expect((await save(confirm)).status).toBe(200)
    const again = await client.call(smime.resetKey, { body: { ...newKey(address), confirm } })
    expect(again).toMatchObject({ error: 'code.wrong' })
  })

  it('without a phone by the password and a code of the authenticator', async () => {
    const person = await newPerson()
    const { client, address } = person
    const { code } = await addTotp(person)
    expect(await client.get(smime.own, { query: {} })).toMatchObject({ confirmBy: 'totp' })
    const save = (confirm: object) =>
      client.call(smime.save, { body: { ...newKey(address), confirm } })
    expect(await save({ password: testPassword })).toMatchObject({ error: 'code.wrong' })
    expect(await save({ password: 'Wrong-Guess-1', code: code() })).toMatchObject({
      error: 'session.password-wrong',
    })
    expect((await save({ password: testPassword, code: code() })).status).toBe(200)
  })
})
