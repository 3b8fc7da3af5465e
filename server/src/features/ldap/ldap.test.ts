import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { lock } from '@hongyan/contract/lock'
import { passkeys } from '@hongyan/contract/passkeys'
import { passwords } from '@hongyan/contract/passwords'
import { recovery } from '@hongyan/contract/recovery'
import { secondStep } from '@hongyan/contract/second-step'
import { session } from '@hongyan/contract/session'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { tokenHash } from '../../platform/crypto/tokens.ts'
import { sql } from '../../platform/db/sql.ts'
import { httpClient } from '../../testing/http-client.ts'
import { SoftPasskey } from '../../testing/soft-passkey.ts'
import {
  ldapBase,
  serviceDn,
  servicePassword,
  startSlapd,
  type TestSlapd,
} from '../../testing/start-slapd.ts'
import { startTestServer, type TestServer, testPassword } from '../../testing/start-test-server.ts'

const there = 'Password-Of-There-7'
const origin = 'https://mail.example.test'
let slapd: TestSlapd
let server: TestServer
/** Binds as the person itself, over TLS from the first byte. */
let direct: TestServer
let environment: Record<string, string>

beforeAll(async () => {
  slapd = await startSlapd([
    { uid: 'ann', password: there, mail: 'ann@example.test', name: '安娜' },
    { uid: 'u-4711', password: there, mail: 'ben.long@example.test' },
    { uid: 'new', password: there, mail: 'new.person@example.test', name: '新人' },
    { uid: 'twice', password: there, mail: 'twice@example.test' },
    { uid: 'boss-elsewhere', password: there, mail: 'admin@example.test' },
    { uid: 'tagged', password: there, mail: 'ann+x@example.test' },
    { uid: 'away', password: there, mail: 'away@other.test' },
    { uid: 'nobody', password: there },
    { uid: 'shut', password: there, mail: 'shut@example.test', disabled: true },
    { uid: 'leaves', password: there, mail: 'leaves@example.test' },
    { uid: 'ben', password: there, mail: 'ben.other@example.test' },
    { uid: 'victim', password: 'Other-Password-9', mail: 'ben@example.test' },
    { uid: 'guessed', password: there, mail: 'guessed.one@example.test' },
    { uid: "o'br*(ien), =x", password: there, mail: 'obrien@example.test' },
  ])
  environment = {
    // The first of them is down.
    HONGYAN_LDAP_URL: `ldap://localhost:9,${slapd.url}`,
    HONGYAN_LDAP_CA: slapd.caFile,
    HONGYAN_LDAP_BASE: ldapBase,
    HONGYAN_LDAP_USER: serviceDn,
    HONGYAN_LDAP_PASSWORD: servicePassword,
    HONGYAN_LDAP_CREATE: 'on',
    HONGYAN_LDAP_PAGE: 'https://directory.example.test/password',
    HONGYAN_CAPTCHA: 'off',
    HONGYAN_ORIGIN: origin,
    HONGYAN_SMS_URL: 'log',
    HONGYAN_TRUST_PROXY: 'on',
  }
  server = await startTestServer({ environment, log: 'silent' })
  direct = await startTestServer({
    beside: server,
    log: 'silent',
    environment: {
      ...environment,
      HONGYAN_ROLES: 'web',
      HONGYAN_LDAP_URL: slapd.secureUrl,
      HONGYAN_LDAP_USER: '',
      HONGYAN_LDAP_BIND: `uid={name},ou=people,${ldapBase}`,
    },
  })
  for (const name of ['ann', 'ben.long', 'local', 'obrien', 'guessed.one'])
    await server.addPerson({ address: `${name}@example.test` })
  await server.addPerson({ address: 'admin@example.test', isAdmin: true })
})

afterAll(async () => {
  await direct.stop()
  await server.stop()
  await slapd.stop()
})

let networks = 0
/** Each from a network of its own, so that the brakes of one case do not hold another. */
function client(at: TestServer = server) {
  const one = httpClient(at.url, 'en')
  one.headers = { 'X-Forwarded-For': `203.0.${++networks}.9` }
  return one
}

async function tryAs(username: string, password: string, at: TestServer = server) {
  const one = client(at)
  const { error = '', data } = await one.logIn(username, password)
  if (error !== '') return error
  expect(data.accessToken).not.toBe('')
  return (await one.get(session.userInfo, {})).emailAddr
}

it('issue 13 LDAP: a name or an address of the directory opens the mailbox that its entry names; the own password counts no more', async () => {
  expect(await tryAs('ann', testPassword)).toBe('ann@example.test')
  expect(await tryAs('ann', there)).toBe('ann@example.test')
  expect(await tryAs('ANN@example.test', there)).toBe('ann@example.test')
  expect(await tryAs('ann', testPassword)).toBe('login.failed')
  expect(await tryAs('u-4711', there)).toBe('ben.long@example.test')
  expect(await tryAs('ben.long', there)).toBe('ben.long@example.test')
  for (const [name, password] of [
    ['ann', 'Wrong-Guess-1'],
    ['nobody', there],
    ['no-such-person', there],
    // An entry that names a mailbox with a tag, of another domain, or of an administrator opens none.
    ['shut', there],
    ['tagged', there],
    ['away', there],
    ['boss-elsewhere', there],
    ['admin', there],
  ] as const)
    expect(await tryAs(name, password), name).toBe('login.failed')
  expect(await tryAs('admin', testPassword)).toBe('admin@example.test')
})

it('RFC 4513 §5.1.2: no password, and one that begins with a NUL, is nobody’s', async () => {
  const blank = await client().call(session.login, { body: { username: 'ann', password: '' } })
  expect(blank.status).toBe(400)
  // Asked for it again: a directory that takes a name without a password for nobody says yes to anything.
  const one = client()
  await one.logIn('ann', there)
  await one.get(lock.set, { body: { password: 'lock-1' } })
  const reset = (loginPassword: string) =>
    one.call(lock.reset, { body: { loginPassword, password: 'lock-2' } })
  for (const none of ['', '\u0001', testPassword])
    expect((await reset(none)).error).toBe('session.password-wrong')
  expect((await reset(there)).code).toBe(200)
  expect(await tryAs('ann', '\u0000')).not.toMatch(/@/)
  expect(await tryAs('ann', `${there}\u0000`)).not.toMatch(/@/)
})

it.each([
  '*',
  'an*',
  'ann)(uid=*',
  'ann)(|(uid=*)',
  '*)(uid=*))(|(uid=*',
  'x)(mail=ann@example.test',
  'ann\\2a',
  'ann\\',
  '\\61nn',
  'ann,ou=people',
  'ann+sn=x',
  'ann)(objectClass=inetOrgPerson',
  '*@example.test',
])('issue 13 LDAP injection: %s is a name like any other, which nobody has', async (name) => {
  expect(await tryAs(name, there)).toBe('login.failed')
  expect(await tryAs(name, there, direct)).toBe('login.failed')
})

it('issue 13 LDAP: a name full of signs is found as it is, by search and by DN', async () => {
  expect(await tryAs("o'br*(ien), =x", there)).toBe('obrien@example.test')
  expect(await tryAs("o'br*(ien), =x", there, direct)).toBe('obrien@example.test')
})

it('issue 13 LDAP: who has no mailbox gets one at the first login, one of many at once', async () => {
  expect(await tryAs('new', there)).toBe('new.person@example.test')
  const all = await Promise.all(Array.from({ length: 6 }, () => tryAs('twice', there)))
  expect(new Set(all)).toEqual(new Set(['twice@example.test']))
  const one = client()
  await one.logIn('new', there)
  expect((await one.get(session.userInfo, {})).userName).toBe('新人')
})

it('issue 13 LDAP: with the directory’s password again; it is changed and reset there alone', async () => {
  const one = client()
  await one.logIn('ann', there)
  expect(await one.get(passwords.policy, { query: {} })).toMatchObject({
    elsewhere: true,
    remind: false,
    page: 'https://directory.example.test/password',
  })
  const begin = (password: string) => one.call(secondStep.beginTotp, { body: { password } })
  expect((await begin(testPassword)).error).toBe('session.password-wrong')
  expect((await begin(there)).code).toBe(200)
  const change = (oldPassword: string) =>
    one.call(passwords.update, { body: { oldPassword, newPassword: 'Brave-Otter-58' } })
  expect((await change(testPassword)).error).toBe('password.old-wrong')
  expect((await change(there)).error).toBe('password.elsewhere')
  const number = '13900000001'
  await server.app.database.run(sql`
    UPDATE users SET bound_phone = ${number} FROM accounts a WHERE a.id = account_id AND a.address = 'ann@example.test'`)
  const { codeId } = await one.get(recovery.recover, {
    body: { emailAddr: 'ann@example.test', phone: number },
  })
  const [row] = await server.app.database.query(
    sql<{ subject: string }>`SELECT subject FROM sent_codes WHERE id = ${codeId}`,
  )
  expect(row?.subject).toBe('')
})

it('issue 13 LDAP: while the directory is away it is said so, whoever asks; who has a password here gets in', async () => {
  await slapd.halt()
  try {
    expect(await tryAs('admin', testPassword)).toBe('admin@example.test')
    expect(await tryAs('local', testPassword)).toBe('local@example.test')
    for (const name of ['ann', 'admin', 'local', 'no-such-person'])
      expect(await tryAs(name, 'Wrong-Guess-1'), name).toBe('login.directory-away')
  } finally {
    await slapd.resume()
  }
  expect(await tryAs('ann', there)).toBe('ann@example.test')
})

/** Another server at the same database, to which the directory shows other entries. */
async function showing(filter: string, more: Record<string, string> = {}) {
  return startTestServer({
    beside: server,
    log: 'silent',
    environment: { ...environment, HONGYAN_ROLES: 'web', HONGYAN_LDAP_FILTER: filter, ...more },
  })
}

it('RFC 4513 §5.2.1: without an account that searches, the entry that was found must be the one whose password was given', async () => {
  const other = await showing('(mail={address})', {
    HONGYAN_LDAP_USER: '',
    HONGYAN_LDAP_BIND: `uid={name},ou=people,${ldapBase}`,
  })
  try {
    expect(await tryAs('ben', there, other)).toBe('login.failed')
    expect(await tryAs('leaves', there, other)).toBe('leaves@example.test')
  } finally {
    await other.stop()
  }
})

it('issue 13 LDAP: who is not in the directory any more gets in by no passkey and no code of a mail program', async () => {
  const code = 'abcdefghijklmnop'
  const [leaves, stays] = [await withKey('leaves'), await withKey('new')]
  await server.app.database.run(sql`
    INSERT INTO client_access (account_id, is_on, code_hash, code_at)
    SELECT id, true, ${tokenHash(code)}, now() FROM accounts
    WHERE address IN ('leaves@example.test', 'new.person@example.test')`)
  const program = (username: string, at: TestServer) =>
    at.app.clientAccess.logIn({ protocol: 'imap', username, password: code, network: 'x' })
  expect((await leaves(server)).code).toBe(200)
  expect(await program('leaves', server)).toMatchObject({ address: 'leaves@example.test' })
  const other = await showing('(&(uid={name})(!(uid=leaves)))')
  try {
    expect(await leaves(other)).toMatchObject({ status: 403, error: 'login.directory-gone' })
    await expect(program('leaves', other)).rejects.toMatchObject({ code: 'login.failed' })
    expect((await stays(other)).code).toBe(200)
    expect(await program('new.person', other)).toMatchObject({ protocol: 'imap' })
  } finally {
    await other.stop()
  }
})

/** Somebody of the directory who signs in by a passkey. */
async function withKey(uid: string) {
  const owner = client()
  await owner.logIn(uid, there)
  const key = new SoftPasskey(origin)
  const { options } = await owner.get(passkeys.begin, { body: { password: there } })
  await owner.get(passkeys.finish, { body: { name: 'x', response: key.create(options) } })
  return async (at: TestServer) => {
    const one = client(at)
    const asked = await one.get(passkeys.ask, { body: {} })
    return one.call(passkeys.logIn, { body: { response: key.get(asked.options) } })
  }
}

it('P7 twenty wrong passwords and no more are judged, by whatever name of the entry, as for an account', async () => {
  const guesser = client()
  const failed = async (name: string) => (await guesser.logIn(name, 'Wrong-Guess-1')).error
  for (let turn = 0; turn < 20; turn++) expect(await failed('guessed')).toBe('login.failed')
  expect((await guesser.logIn('guessed', there)).error).toBe('login.too-many')
  // The name with a blank more is found by the directory as the same entry.
  expect((await guesser.logIn('gUessed', there)).error).toBe('login.too-many')
  expect(await tryAs('guessed', there)).toBe('guessed.one@example.test')
})

it('issue 13 LDAP: an unknown certificate, no TLS at all, and a line that is cut after StartTLS get no password', async () => {
  const seen: string[] = []
  let lines = 0
  const cutting = createServer((socket: Socket) => {
    lines++
    socket.on('error', () => undefined)
    socket.on('data', (data) => {
      seen.push(data.toString('latin1'))
      // ExtendedResponse, success; then the line is cut.
      socket.write(Buffer.from('300c02010178070a010004000400', 'hex'), () => socket.end())
    })
  }).listen(0, '127.0.0.1')
  await once(cutting, 'listening')
  const cuttingUrl = `ldap://localhost:${(cutting.address() as AddressInfo).port}`
  for (const [url, more] of [
    [slapd.url, { HONGYAN_LDAP_CA: '' }],
    [slapd.secureUrl, { HONGYAN_LDAP_CA: '' }],
    [slapd.secureUrl.replace('localhost', '127.0.0.1'), {}],
    [slapd.url, { HONGYAN_LDAP_TLS: 'none' }],
    [cuttingUrl, {}],
  ] as const) {
    const other = await startTestServer({
      beside: server,
      log: 'silent',
      environment: {
        HONGYAN_ROLES: 'web',
        HONGYAN_LDAP_URL: url,
        HONGYAN_LDAP_CA: slapd.caFile,
        HONGYAN_LDAP_BASE: ldapBase,
        HONGYAN_LDAP_USER: serviceDn,
        HONGYAN_LDAP_PASSWORD: servicePassword,
        ...more,
      },
    })
    expect(await tryAs('ann', there, other), url).toBe('login.directory-away')
    await other.stop()
  }
  cutting.close()
  expect(lines).toBe(1)
  expect(seen.join('')).not.toContain(servicePassword)
})

it('the command says who knows a password: an administrator may be of the directory, anybody of ours again', async () => {
  const idOf = async (address: string) =>
    (await server.app.directory.findRecipient(address))?.accountId ?? (0 as never)
  await server.app.ldap.setLoginBy(await idOf('admin@example.test'), 'directory')
  expect(await tryAs('admin', testPassword)).toBe('login.failed')
  expect(await tryAs('boss-elsewhere', there)).toBe('admin@example.test')
  await server.app.ldap.setLoginBy(await idOf('admin@example.test'), 'own')
  expect(await tryAs('boss-elsewhere', there)).toBe('login.failed')
  expect(await tryAs('admin', testPassword)).toBe('admin@example.test')
})
