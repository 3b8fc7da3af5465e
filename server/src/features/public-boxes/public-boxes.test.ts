import { compose } from '@hongyan/contract/compose'
import { folders } from '@hongyan/contract/folders'
import { lists } from '@hongyan/contract/lists'
import { lock } from '@hongyan/contract/lock'
import { messages } from '@hongyan/contract/messages'
import { publicBoxes } from '@hongyan/contract/public-boxes'
import { session } from '@hongyan/contract/session'
import { settings } from '@hongyan/contract/settings'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { signIn } from '../../testing/compose-helpers.ts'
import { type HttpClient, httpClient } from '../../testing/http-client.ts'
import { newPublicBox, type PublicBox } from '../../testing/public-box.ts'
import { openPush } from '../../testing/push-client.ts'
import { startTestServer, type TestServer, testPassword } from '../../testing/start-test-server.ts'

let server: TestServer
let second: TestServer
let box: PublicBox
let other: PublicBox

beforeAll(async () => {
  server = await startTestServer()
  second = await startTestServer({ beside: server })
  box = await newPublicBox(server, 'service@example.test')
  other = await newPublicBox(server, 'press@example.test', '新闻')
})
afterAll(async () => {
  await second.stop()
  await server.stop()
})

let people = 0

interface Person {
  address: string
  client: HttpClient
}

/** Somebody new, who may do something in the mailbox and is signed in to the own one. */
async function newMember(
  level: Parameters<PublicBox['grant']>[1] | null,
  until?: Date,
): Promise<Person> {
  const address = `person-${++people}@example.test`
  await server.addPerson({ address, name: `李婷${people}` })
  if (level) await box.grant(address, level, until)
  return { address, client: await signIn(server, address) }
}

const enter = (client: HttpClient, emailAddr = box.address, type?: number) =>
  client.call(publicBoxes.switchTo, { body: { emailAddr, type } })
const leave = (client: HttpClient) => client.call(publicBoxes.switchTo, { body: {} })
const who = (client: HttpClient) => client.get(session.userInfo, {})
/** The same tokens, at the door of another process. */
const atSecond = ({ tokens }: HttpClient): HttpClient =>
  Object.assign(httpClient(second.url), { tokens })
const copyOf = ({ tokens }: HttpClient): HttpClient =>
  Object.assign(httpClient(server.url), { tokens })
const statusOf = async (client: HttpClient) => (await client.call(session.userInfo, {})).status

describe('public mailboxes', () => {
  it('PUBLICBOX-02 E24 the list holds what a person may switch to, and is empty for everybody else', async () => {
    const { client, address } = await newMember('send-as')
    const stranger = await newMember(null)
    const friend = await newMember(null)
    const { accountId } = (await server.app.directory.findRecipient(friend.address)) ?? {
      accountId: null,
    }
    const { accountId: own } = (await server.app.directory.findRecipient(address)) ?? {
      accountId: null,
    }
    const owner = own && (await server.app.directory.ownerOf(own))
    if (!accountId || !owner) throw new Error('no account')
    await server.app.publicBoxes.grant(
      { accountId, userId: owner.userId },
      { level: 'full', until: null },
    )
    expect((await client.get(publicBoxes.find, {})).list).toEqual([
      expect.objectContaining({
        emailAddr: box.address,
        userName: '客服',
        type: 2,
        level: 'send-as',
        until: '',
      }),
      expect.objectContaining({ emailAddr: friend.address, type: 1, level: 'full' }),
    ])
    expect((await who(client)).associatedAccount).toEqual({ '1': friend.address })
    expect((await stranger.client.get(publicBoxes.find, {})).list).toEqual([])
  })

  it('PUBLICBOX-01 PUBLICBOX-04 PUBLICBOX-05 new tokens lead to the mailbox, an empty request back; none of the old ones opens anything', async () => {
    const { client, address } = await newMember('full')
    const before = copyOf(client)
    await box.enter(client)
    expect(await who(client)).toMatchObject({
      emailAddr: box.address,
      userName: '客服',
      accountType: 2,
      member: { emailAddr: address, level: 'full' },
    })
    const inBox = copyOf(client)
    expect(await statusOf(before)).toBe(401)
    const renewed = await before.call(session.refresh, {
      body: { refreshToken: before.tokens?.refreshToken ?? '' },
    })
    expect(renewed.status).toBe(401)
    expect(await statusOf(client)).toBe(200)

    const back = await leave(client)
    client.tokens = back.data
    expect(await who(client)).toMatchObject({ emailAddr: address, member: null, accountType: 1 })
    expect(await statusOf(inBox)).toBe(401)
    expect(await statusOf(atSecond(inBox))).toBe(401)
    expect(await leave(client)).toMatchObject({ status: 400, error: 'publicbox.not-away' })
  })

  it('PUBLICBOX-06 E166 the call carries address and type; a mailbox of another type is none', async () => {
    const { client } = await newMember('read')
    expect(await enter(client, box.address, 1)).toMatchObject({ error: 'publicbox.not-yours' })
    expect((await enter(client, box.address.toUpperCase(), 2)).status).toBe(200)
  })

  it('PUBLICBOX-07 a mailbox that is not for a person, and one that nobody has, are refused in the same words', async () => {
    const { client, address } = await newMember('full')
    const stranger = await newMember(null)
    const answers = [
      await enter(client, other.address, 2),
      await enter(client, 'nobody@example.test', 2),
      await enter(client, stranger.address, 1),
      await enter(client, address, 1),
    ]
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(answers[0]).toMatchObject({ status: 403, error: 'publicbox.not-yours' })
    expect(await statusOf(client)).toBe(200)
  })

  it('PUBLICBOX-07 out of a mailbox a person goes where the person may, never where that mailbox might', async () => {
    const { client } = await newMember('full')
    // What is granted to the mailbox itself, by whatever mistake, is nobody's.
    const boxOwner = await server.app.directory.ownerOf(box.accountId)
    if (!boxOwner) throw new Error('no user')
    await server.app.publicBoxes.grant(
      { accountId: other.accountId, userId: boxOwner.userId },
      { level: 'full', until: null },
    )
    await box.enter(client)
    expect((await client.get(publicBoxes.find, {})).list).toHaveLength(1)
    expect(await enter(client, other.address, 2)).toMatchObject({ error: 'publicbox.not-yours' })
    await server.app.publicBoxes.revoke({ accountId: other.accountId, userId: boxOwner.userId })
  })

  it('T18 nobody logs in as a public mailbox, whatever password it is given', async () => {
    await server.app.directory.setPassword(box.accountId, testPassword)
    const client = httpClient(server.url)
    expect(await client.logIn(box.address, testPassword)).toMatchObject({ error: 'login.failed' })
  })
})

describe('what a session in another mailbox hangs on', () => {
  it('security §5 it ends with the permission: taken away, run out, or lowered, in every process and on its socket', async () => {
    const { client, address } = await newMember('full')
    await box.enter(client)
    await box.grant(address, 'read')
    const level = await atSecond(client).call(folders.save, { body: { folderName: 'x' } })
    expect(level).toMatchObject({ status: 403, error: 'publicbox.not-allowed' })
    const push = await openPush(server, { address: box.address, client })
    await box.revoke(address)
    expect([await statusOf(client), await statusOf(atSecond(client))]).toEqual([401, 401])
    // The socket hears nothing more: it is asked for its right before each word.
    const { mailstore } = server.app
    const mail = await mailstore.prepare(
      Buffer.from('From: x@other.test\r\nSubject: secret\r\n\r\nx\r\n'),
    )
    await mailstore.deliver(mail, [
      { accountId: box.accountId, folder: 'inbox', receivedAt: new Date() },
    ])
    expect(await push.closed).toBe(4401)

    const late = await newMember('full', new Date(Date.now() + 3_600_000))
    await box.enter(late.client)
    await box.grant(late.address, 'full', new Date(Date.now() - 1_000))
    expect([await statusOf(late.client), await statusOf(atSecond(late.client))]).toEqual([401, 401])
    expect(await enter(await signIn(server, late.address))).toMatchObject({
      error: 'publicbox.not-yours',
    })
  })

  it('whoever is shut out of a mailbox goes back to the own one by the refresh token, once; a thief of it ends the login', async () => {
    const { client, address } = await newMember('full')
    const old = client.tokens
    await box.enter(client)
    const there = client.tokens
    await box.revoke(address)
    const renew = (token: string | undefined, at = server) =>
      httpClient(at.url).call(session.refresh, { body: { refreshToken: token ?? '' } })
    expect((await renew(old?.refreshToken)).status).toBe(401)
    const back = await renew(there?.refreshToken, second)
    expect(back).toMatchObject({ status: 200, data: { returned: true } })
    client.tokens = back.data
    expect(await who(client)).toMatchObject({ emailAddr: address, member: null })
    expect((await leave(client)).error).toBe('publicbox.not-away')
    // What was the other mailbox's opens nothing, and a second use is no second way back.
    expect((await renew(there?.refreshToken)).status).toBe(401)
    const again = await renew(client.tokens.refreshToken)
    expect(again).toMatchObject({ status: 200 })
    expect(again.data.returned).toBeUndefined()

    // One that was used already ends the login, as everywhere.
    await box.grant(address, 'read')
    const thief = await signIn(server, address)
    await box.enter(thief)
    const first = thief.tokens
    expect((await renew(first?.refreshToken)).status).toBe(200)
    await box.revoke(address)
    expect((await renew(first?.refreshToken)).status).toBe(401)
    expect((await leave(thief)).status).toBe(401)
  })

  it('SECURITY-22 security §5 there is no way back for a login that is locked, or over', async () => {
    const { client, address } = await newMember('full')
    await client.get(lock.set, { body: { password: 'lock-it-5' } })
    await box.enter(client)
    const { refreshToken = '' } = client.tokens ?? {}
    await box.revoke(address)
    await server.app.database.run(sql`UPDATE sessions SET locked_at = now() WHERE login_id IS NULL
      AND user_id = (SELECT id FROM users WHERE account_id = (SELECT id FROM accounts WHERE address = ${address}))`)
    const renew = () => httpClient(server.url).call(session.refresh, { body: { refreshToken } })
    expect(await renew()).toMatchObject({ status: 400, code: 401014 })
    await server.app.database.run(sql`UPDATE sessions SET revoked_at = now() WHERE login_id IS NULL
      AND user_id = (SELECT id FROM users WHERE account_id = (SELECT id FROM accounts WHERE address = ${address}))`)
    expect((await renew()).status).toBe(401)
  })

  it('security §5 it ends with the login of its person: signed out, ended from elsewhere, disabled, password changed', async () => {
    const ends: ((person: Person, elsewhere: HttpClient) => Promise<unknown>)[] = [
      ({ client }) => client.get(session.logout, {}),
      async (_, elsewhere) => elsewhere.get(session.endOthers, { body: {} }),
      async ({ address }) => {
        const { accountId } = (await server.app.directory.findRecipient(address)) ?? {}
        if (accountId) await server.app.directory.setDisabled(accountId, true)
      },
      async ({ address }) => {
        const { accountId } = (await server.app.directory.findRecipient(address)) ?? {}
        if (accountId) await second.app.sessions.endAll(accountId, 'password changed')
      },
    ]
    for (const end of ends) {
      const person = await newMember('full')
      const elsewhere = await signIn(server, person.address)
      await box.enter(person.client)
      expect(await statusOf(person.client)).toBe(200)
      await end(person, elsewhere)
      expect([await statusOf(person.client), await statusOf(atSecond(person.client))]).toEqual([
        401, 401,
      ])
      const { refreshToken = '' } = person.client.tokens ?? {}
      expect((await person.client.call(session.refresh, { body: { refreshToken } })).status).toBe(
        401,
      )
      expect((await leave(person.client)).status).toBe(401)
    }
  })

  it('T18 a refresh token used twice ends the whole login, not only the session in the mailbox', async () => {
    const { client, address } = await newMember('full')
    await box.enter(client)
    const stolen = client.tokens?.refreshToken ?? ''
    expect((await client.call(session.refresh, { body: { refreshToken: stolen } })).status).toBe(
      200,
    )
    expect((await client.call(session.refresh, { body: { refreshToken: stolen } })).status).toBe(
      401,
    )
    const { list } = await (await signIn(server, address)).get(session.logins, {})
    expect(list).toHaveLength(1)
  })

  it('SECURITY-22 the lock screen is that of the person: it locks in the mailbox, opens with the person’s password, and holds at home', async () => {
    const { client } = await newMember('full')
    await client.get(lock.set, { body: { password: 'lock-1' } })
    await box.enter(client)
    await client.get(lock.open, { body: {} })
    for (const one of [client, atSecond(client)])
      expect(await one.call(folders.list, { query: {} })).toMatchObject({
        status: 400,
        code: 401014,
      })
    expect(await leave(client)).toMatchObject({ code: 401014 })
    expect(await client.call(lock.relieve, { body: { password: 'wrong' } })).toMatchObject({
      error: 'lock.wrong',
    })
    await client.get(lock.relieve, { body: { password: 'lock-1' } })
    expect((await client.call(folders.list, { query: {} })).status).toBe(200)
    // The password of the lock is no business of a mailbox.
    expect(
      await client.call(lock.reset, { body: { loginPassword: testPassword, password: '' } }),
    ).toMatchObject({
      error: 'publicbox.not-allowed',
    })
  })

  it('AUTH-35 a person who owes a new password is refused in the mailbox too', async () => {
    const { client, address } = await newMember('full')
    await box.enter(client)
    await server.app.database.run(sql`
      UPDATE users u SET password_owed = true FROM accounts a WHERE a.id = u.account_id AND a.address = ${address}`)
    expect(await client.call(folders.list, { query: {} })).toMatchObject({
      error: 'password.change-owed',
    })
  })

  it('P15 of many switches at once one session is left', async () => {
    const { client } = await newMember('full')
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => enter(index % 2 ? client : atSecond(client))),
    )
    const pairs = answers.flatMap((one) => (one.status === 200 ? [one.data] : []))
    const alive = await Promise.all(
      pairs.map((tokens) => statusOf(Object.assign(httpClient(server.url), { tokens }))),
    )
    expect(alive.filter((status) => status === 200)).toHaveLength(1)
  })

  it('the settings and the logins of a person stay the person’s; the mailbox sees neither', async () => {
    const { client } = await newMember('full')
    await client.get(settings.changeSetting, { body: { key: 'language', value: 'en' } })
    await box.enter(client)
    expect((await client.get(settings.index, { body: {} })).language).toBe('en')
    expect(await client.call(session.logins, {})).toMatchObject({ error: 'publicbox.not-allowed' })
    client.tokens = (await leave(client)).data
    expect((await client.get(session.logins, {})).list).toHaveLength(1)
  })

  it('mail of the own mailbox is not there in the other one, and the other way round', async () => {
    const { client } = await newMember('read')
    const { mailstore } = server.app
    const mail = await mailstore.prepare(
      Buffer.from('From: x@other.test\r\nSubject: order 7\r\n\r\nhello\r\n'),
    )
    const [copy] = await mailstore.deliver(mail, [
      { accountId: box.accountId, folder: 'inbox', receivedAt: new Date() },
    ])
    if (copy?.kind !== 'stored') throw new Error('not stored')
    const ask = () => client.call(messages.detail, { query: { mailId: copy.messageId } })
    expect((await ask()).status).toBe(404)
    await box.enter(client)
    expect((await ask()).data).toMatchObject({ mailSubject: 'order 7' })
    expect(
      (await client.get(lists.quick, { query: { seen: '0' } as never })).list.length,
    ).toBeGreaterThan(0)
    expect(
      await client.call(compose.saveDraft, {
        body: {
          mailTo: [],
          mailCc: [],
          mailBcc: [],
          mailSubject: 'x',
          html: '',
          quotedHtml: '',
          fileIds: [],
        },
      }),
    ).toMatchObject({ error: 'publicbox.not-allowed' })
  })
})
