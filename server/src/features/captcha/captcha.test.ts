import { createHash } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import { captcha } from '@hongyan/contract/captcha'
import { session } from '@hongyan/contract/session'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { httpClient } from '../../testing/http-client.ts'
import { startTestServer, type TestServer, testPassword } from '../../testing/start-test-server.ts'

let server: TestServer
let always: TestServer

beforeAll(async () => {
  server = await startTestServer({ environment: { HONGYAN_TRUST_PROXY: 'on' } })
  always = await startTestServer({
    beside: server,
    environment: { HONGYAN_TRUST_PROXY: 'on', HONGYAN_CAPTCHA: 'always', HONGYAN_ROLES: 'web' },
  })
})

afterAll(async () => {
  await always.stop()
  await server.stop()
})

let people = 0

async function newPerson(): Promise<string> {
  const address = `captcha${++people}@example.test`
  await server.addPerson({ address })
  return address
}

const browser = (at = server, from = '192.0.2.1') => {
  const client = httpClient(at.url)
  client.headers = { 'X-Forwarded-For': from }
  return client
}

/** What only the server knows. */
async function answerOf(id: string): Promise<string> {
  const [row] = await server.app.database.query(
    sql<{ answer: string }>`SELECT answer FROM captchas WHERE id = ${id}`,
  )
  return row?.answer ?? ''
}

type Browser = ReturnType<typeof browser>
const login = (client: Browser, username: string, more: { password?: string; captcha?: string }) =>
  client.call(session.login, { body: { username, password: testPassword, ...more } })

async function newPass(client: Browser): Promise<string> {
  const { captchaId } = await client.get(captcha.ask, { query: { kind: 'slide' } })
  const answer = await answerOf(captchaId)
  return (await client.get(captcha.verify, { body: { captchaId, answer } })).pass
}

describe('AUTH-21 the picture is drawn by the server and does not tell its answer', () => {
  it.each(['slide', 'picture'] as const)('%s: a PNG of its own each time', async (kind) => {
    const client = browser()
    const [one, other] = [
      await client.get(captcha.ask, { query: { kind } }),
      await client.get(captcha.ask, { query: { kind } }),
    ]
    expect(one.image).not.toBe(other.image)
    const bytes = Buffer.from(one.image.replace('data:image/png;base64,', ''), 'base64')
    expect(bytes.subarray(1, 4).toString()).toBe('PNG')
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([one.width, one.height])
    const end = bytes.indexOf('IEND') - 8
    const pixels = inflateSync(bytes.subarray(bytes.indexOf('IDAT') + 4, end))
    expect(pixels.length).toBe((one.width * 3 + 1) * one.height)
    const answer = await answerOf(one.captchaId)
    expect(answer).toMatch(kind === 'slide' ? /^\d{2,3}$/ : /^[2-9A-Y]{5}$/)
    const { image, piece, captchaId, ...rest } = one
    if (kind === 'slide') expect(Object.values(rest).map(String)).not.toContain(answer)
    else expect(JSON.stringify(rest)).not.toContain(answer)
  })
})

describe('AUTH-05 AUTH-09 the server judges', () => {
  it('the puzzle: near is right, beside it is wrong, and a second try is none', async () => {
    const client = browser()
    for (const [beside, right] of [
      [0, true],
      [6, true],
      [-6, true],
      [7, false],
      [-7, false],
    ] as const) {
      const { captchaId } = await client.get(captcha.ask, { query: {} })
      const wanted = Number(await answerOf(captchaId))
      const body = { captchaId, answer: String(wanted + beside) }
      expect((await client.call(captcha.verify, { body })).error).toBe(
        right ? undefined : 'captcha.wrong',
      )
      const again = { body: { captchaId, answer: String(wanted) } }
      expect((await client.call(captcha.verify, again)).error).toBe('captcha.wrong')
    }
  })

  it('the characters in any case; M3 says what is wrong', async () => {
    const client = browser()
    const { captchaId } = await client.get(captcha.ask, { query: { kind: 'picture' } })
    const answer = (await answerOf(captchaId)).toLowerCase()
    expect((await client.call(captcha.verify, { body: { captchaId, answer } })).code).toBe(200)
    const { captchaId: next } = await client.get(captcha.ask, { query: { kind: 'picture' } })
    const body = { captchaId: next, answer: '00000' }
    expect((await client.call(captcha.verify, { body })).message).toBe('验证码不正确')
  })

  it('work instead of sight: a hash that begins with zeros', async () => {
    const client = browser()
    const asked = await client.get(captcha.ask, { query: { kind: 'work' } })
    expect(asked.bits).toBeGreaterThanOrEqual(16)
    const isDone = (answer: number) =>
      createHash('sha256').update(`${asked.challenge}:${answer}`).digest().readUInt32BE(0) >>>
        (32 - asked.bits) ===
      0
    let answer = 0
    while (!isDone(answer)) answer++
    const body = { captchaId: asked.captchaId, answer: String(answer) }
    const { pass } = await client.get(captcha.verify, { body })
    const address = await newPerson()
    expect((await login(browser(always), address, { captcha: pass })).code).toBe(200)
    const lazy = await client.get(captcha.ask, { query: { kind: 'work' } })
    const guess = { body: { captchaId: lazy.captchaId, answer: '0' } }
    expect((await client.call(captcha.verify, guess)).error).toBe('captcha.wrong')
  })

  it('T18 of twenty right answers and of twenty uses of a pass at once one wins each, from one network, in its time', async () => {
    const client = browser()
    const address = await newPerson()
    const { captchaId } = await client.get(captcha.ask, { query: {} })
    const answer = await answerOf(captchaId)
    const other = browser(server, '198.51.100.9')
    expect((await other.call(captcha.verify, { body: { captchaId, answer } })).error).toBe(
      'captcha.wrong',
    )
    const tries = Array.from({ length: 20 }, () =>
      client.call(captcha.verify, { body: { captchaId, answer } }),
    )
    const right = (await Promise.all(tries)).filter((one) => one.code === 200)
    expect(right).toHaveLength(1)
    const pass = right[0]?.data.pass ?? ''
    const elsewhere = browser(always, '198.51.100.9')
    expect((await login(elsewhere, address, { captcha: pass })).error).toBe('captcha.needed')
    const uses = Array.from({ length: 20 }, () =>
      login(browser(always), address, { captcha: pass }),
    )
    const entered = (await Promise.all(uses)).filter((one) => one.code === 200)
    expect(entered).toHaveLength(1)
    const late = await newPass(client)
    await server.app.database.run(sql`UPDATE captchas SET expires_at = now() - interval '1 second'`)
    expect((await login(browser(always), address, { captcha: late })).error).toBe('captcha.needed')
  })
})

it('P7 sixty wrong answers of a network and no more are judged for a while, right ones in between or not', async () => {
  const client = browser(server, '203.0.116.1')
  const answer = async () => {
    const { captchaId } = await client.get(captcha.ask, { query: { kind: 'work' } })
    return (await client.call(captcha.verify, { body: { captchaId, answer: 'no' } })).error
  }
  for (let turn = 0; turn < 30; turn++) expect(await answer()).toBe('captcha.wrong')
  await newPass(client)
  for (let turn = 0; turn < 30; turn++) expect(await answer()).toBe('captcha.wrong')
  expect(await answer()).toBe('code.too-many')
  const elsewhere = browser(server, '203.0.117.1')
  const none = { body: { captchaId: 'none', answer: 'no' } }
  expect((await elsewhere.call(captcha.verify, none)).error).toBe('captcha.wrong')
})

describe('AUTH-08 AUTH-22 P7 when a login is asked', () => {
  it('by policy each time, and verify/code says so before', async () => {
    const address = await newPerson()
    expect((await login(browser(always), address, {})).error).toBe('captcha.needed')
    expect((await login(browser(always), address, { captcha: 'made-up' })).error).toBe(
      'captcha.needed',
    )
    const query = { loginType: 'password', domainName: 'example.test' } as const
    expect(await browser(always).get(captcha.needed, { query })).toMatchObject({ needed: 1 })
    expect(await browser().get(captcha.needed, { query })).toMatchObject({ needed: 0 })
    // A code is sent to no phone without one.
    const byPhone = { query: { ...query, loginType: 'phone' as const } }
    expect(await browser().get(captcha.needed, byPhone)).toMatchObject({ needed: 1 })
  })

  it('after ten wrong passwords, known or unknown name; with a captcha up to twenty are judged', async () => {
    for (const [address, from] of [
      [await newPerson(), '203.0.113.1'],
      ['nobody@example.test', '203.0.114.1'],
    ] as const) {
      const client = browser(server, from)
      const wrong = async (captcha?: string) =>
        (await login(client, address, { password: 'Wrong-Guess-1', ...(captcha && { captcha }) }))
          .error
      for (let attempt = 0; attempt < 10; attempt++) expect(await wrong()).toBe('login.failed')
      expect(await wrong()).toBe('captcha.needed')
      expect((await login(client, address, {})).error).toBe('captcha.needed')
      for (let attempt = 0; attempt < 10; attempt++)
        expect(await wrong(await newPass(client))).toBe('login.failed')
      expect(await wrong(await newPass(client))).toBe('login.too-many')
    }
  })

  it('whoever has the right password and solves one is in', async () => {
    const address = await newPerson()
    const client = browser(server, '203.0.115.1')
    for (let attempt = 0; attempt < 10; attempt++)
      await login(client, address, { password: 'Wrong-Guess-1' })
    expect((await login(client, address, { captcha: await newPass(client) })).code).toBe(200)
  })
})
