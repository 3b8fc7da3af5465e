import { recovery } from '@hongyan/contract/recovery'
import { session } from '@hongyan/contract/session'
import { parseMessage } from '@hongyan/mime/parse'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { httpClient } from '../../testing/http-client.ts'
import { startRelay } from '../../testing/outside-world.ts'
import type { SmtpSink } from '../../testing/smtp-sink.ts'
import { startTestServer, type TestServer, testPassword } from '../../testing/start-test-server.ts'

let server: TestServer
let sink: SmtpSink

beforeAll(async () => {
  const relay = await startRelay()
  sink = relay.sink
  server = await startTestServer({ environment: { ...relay.environment, HONGYAN_CAPTCHA: 'off' } })
  for (const name of ['ann', 'bob', 'none', 'two'])
    await server.addPerson({
      address: `${name}@example.test`,
      aliases: [`${name}.too@example.test`],
    })
})

afterAll(async () => {
  await server.stop()
  await sink.stop()
})

/** A minute passes for whoever is written to. */
const later = () => server.app.database.run(sql`DELETE FROM code_sendings`)
const codeOf = (count: number) =>
  sink.received(count).then((mails) => {
    const mail = mails.at(-1)
    const { subject } = parseMessage(mail?.raw ?? Buffer.alloc(0)).envelope
    return { to: mail?.recipients, code: /(\d{6})$/.exec(subject)?.[1] ?? '' }
  })
let mails = 0

async function signedIn(name: string) {
  const client = httpClient(server.url)
  await client.logIn(`${name}@example.test`, testPassword)
  return client
}

async function bind(name: string, address: string) {
  const client = await signedIn(name)
  await later()
  const { codeId } = await client.get(recovery.sendCode, { body: { address } })
  const { to, code } = await codeOf(++mails)
  expect(to).toEqual([address])
  await client.get(recovery.bind, { body: { address, codeId, code, password: testPassword } })
  return client
}

const forget = (name: string) =>
  httpClient(server.url).call(recovery.recover, { body: { emailAddr: `${name}@example.test` } })
const edit = (codeId: string, code: string, newPassword = 'Brave-Otter-58') =>
  httpClient(server.url).call(recovery.edit, { body: { codeId, code, way: 'mail', newPassword } })

it('AUTH-28 a recovery address is set by its code and the password, is of outside, and is shown with its name hidden', async () => {
  const client = await signedIn('ann')
  expect(await client.get(recovery.bound, {})).toEqual({ address: '' })
  const inside = await client.call(recovery.sendCode, { body: { address: 'bob@example.test' } })
  expect(inside.error).toBe('recovery.inside')
  const address = 'ann.home@other.test'
  const { codeId } = await client.get(recovery.sendCode, { body: { address } })
  const { code } = await codeOf(++mails)
  const given = { address, codeId, code, password: testPassword }
  const call = (changed: Partial<typeof given>) =>
    client.call(recovery.bind, { body: { ...given, ...changed } })
  expect((await call({ password: 'Wrong-Guess-1' })).error).toBe('session.password-wrong')
  expect((await call({ code: code === '000000' ? '000001' : '000000' })).error).toBe('code.wrong')
  const bob = await signedIn('bob')
  expect((await bob.call(recovery.bind, { body: given })).error).toBe('code.wrong')
  await later()
  const again = await client.get(recovery.sendCode, { body: { address } })
  const right = { codeId: again.codeId, code: (await codeOf(++mails)).code }
  expect((await call({ ...right, address: 'other@other.test' })).error).toBe('code.wrong')
  await later()
  const third = await client.get(recovery.sendCode, { body: { address } })
  expect((await call({ codeId: third.codeId, code: (await codeOf(++mails)).code })).code).toBe(200)
  expect(await client.get(recovery.bound, {})).toEqual({ address: 'a***@other.test' })
})

it('AUTH-28 AUTH-33 T18 the code that reached the recovery address replaces the password once, and ends every login', async () => {
  const client = await bind('bob', 'bob.home@other.test')
  await later()
  const { data } = await forget('bob')
  const { to, code } = await codeOf(++mails)
  expect(to).toEqual(['bob.home@other.test'])
  expect((await edit(data.codeId, code, 'Sunshine-42!')).error).toBe('password.weak')
  // A code by mail is none that was sent to a phone.
  const asPhone = await httpClient(server.url).call(recovery.edit, {
    body: { codeId: data.codeId, code, newPassword: 'Brave-Otter-58' },
  })
  expect(asPhone.error).toBe('code.wrong')
  const answers = await Promise.all(Array.from({ length: 4 }, () => edit(data.codeId, code)))
  expect(answers.filter((one) => one.code === 200)).toHaveLength(1)
  expect((await client.call(session.userInfo, {})).status).toBe(401)
  const login = await httpClient(server.url).logIn('bob@example.test', 'Brave-Otter-58')
  expect(login.code).toBe(200)
})

it('T18 P7 a stranger, somebody without such an address and nobody are answered alike, written to as often, and get nothing', async () => {
  await later()
  const count = mails
  const answers = [await forget('none'), await forget('nobody')]
  for (const answer of answers) {
    expect(answer).toMatchObject({
      status: 200,
      data: { codeId: expect.stringMatching(/^[\w-]{43}$/), seconds: 300 },
    })
    expect((await edit(answer.data.codeId, '123456')).error).toBe('code.wrong')
  }
  for (const name of ['none', 'nobody', 'NOBODY', 'none+a', 'None.Too', 'none.too+b', 'nobody+c'])
    expect((await forget(name)).error, name).toBe('code.too-often')
  expect(sink.mails).toHaveLength(count)
})

it('T18 a code to an address that was replaced since, or taken away, is none; five wrong ones spend it', async () => {
  const client = await bind('two', 'two.old@other.test')
  await later()
  const { data } = await forget('two')
  const { code } = await codeOf(++mails)
  await client.get(recovery.unbind, { body: { password: testPassword } })
  expect((await edit(data.codeId, code)).error).toBe('code.wrong')
  await bind('two', 'two.new@other.test')
  expect((await edit(data.codeId, code)).error).toBe('code.wrong')
  await later()
  const { data: next } = await forget('two')
  const fresh = await codeOf(++mails)
  const wrong = fresh.code === '000000' ? '000001' : '000000'
  for (let turn = 0; turn < 5; turn++) await edit(next.codeId, wrong)
  expect((await edit(next.codeId, fresh.code)).error).toBe('code.wrong')
})
