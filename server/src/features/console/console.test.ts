import { consoleContract as api, console as fromMail } from '@hongyan/contract/console'
import type { ConsoleRole } from '@hongyan/contract/console-endpoint'
import { folders } from '@hongyan/contract/folders'
import { groups } from '@hongyan/contract/groups'
import { lock } from '@hongyan/contract/lock'
import { session } from '@hongyan/contract/session'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { type HttpClient, httpClient } from '../../testing/http-client.ts'
import { startTestServer, type TestServer, testPassword } from '../../testing/start-test-server.ts'

let server: TestServer
let owner: HttpClient
let mails: Record<string, HttpClient>
let accounts: Record<string, number>
let sales: number
let north: number
let lab: number

const consoleUrl = () => `http://127.0.0.1:${server.app.consolePort()}`

beforeAll(async () => {
  server = await startTestServer()
  const { directory } = server.app
  const organisationId = (await directory.organisation())?.id ?? (1 as never)
  sales = await directory.createDepartment({ organisationId, name: '销售部', sort: 1 })
  north = await directory.createDepartment({
    organisationId,
    name: '北方',
    sort: 1,
    parentId: sales,
  })
  lab = await directory.createDepartment({ organisationId, name: 'Lab', sort: 2 })
  accounts = {}
  mails = {}
  const add = async (name: string, departmentId: number | null, isAdmin = false) => {
    const { accountId } = await server.addPerson({
      address: `${name}@example.test`,
      departmentId,
      isAdmin,
    })
    accounts[name] = accountId
  }
  await add('owner', null, true)
  for (const name of ['admin', 'head', 'helper', 'auditor', 'user']) await add(name, null)
  await add('sam', sales)
  await add('nora', north)
  await add('lena', lab)
  for (const name of ['owner', 'admin', 'head', 'helper', 'auditor', 'user']) {
    const client = httpClient(server.url)
    await client.logIn(`${name}@example.test`, testPassword)
    mails[name] = client
  }
  owner = await enter('owner')
  await confirm(owner)
  const give = (name: string, role: ConsoleRole, departmentId: number | null = null) =>
    owner.get(api.role, { body: { accountId: accounts[name] ?? 0, role, departmentId } })
  await give('admin', 'admin')
  await give('head', 'department', sales)
  await give('helper', 'helpdesk')
  await give('auditor', 'auditor')
})

afterAll(() => server.stop())

const mailOf = (name: string): HttpClient => {
  const client = mails[name]
  if (!client) throw new Error(name)
  return client
}

async function ticketOf(name: string): Promise<string> {
  const { url } = await mailOf(name).get(fromMail.token, {})
  return new URLSearchParams(new URL(url).hash.slice(1)).get('ticket') ?? ''
}

async function enter(name: string): Promise<HttpClient> {
  const client = httpClient(consoleUrl())
  const { token } = await client.get(api.open, { body: { ticket: await ticketOf(name) } })
  client.tokens = { accessToken: token } as never
  return client
}

const confirm = (client: HttpClient) =>
  client.get(api.confirm, { body: { password: testPassword } })

it('ADMIN-02 ADMIN-03 the link opens the console once, and only for those with a role there', async () => {
  expect(await mailOf('user').call(fromMail.token, {})).toMatchObject({
    error: 'console.not-allowed',
  })
  const client = httpClient(consoleUrl())
  const ticket = await ticketOf('admin')
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => client.call(api.open, { body: { ticket } })),
  )
  expect(answers.filter((one) => one.code === 200)).toHaveLength(1)
  expect(new Set(answers.map((one) => one.error))).toEqual(new Set([undefined, 'console.ticket']))
  client.tokens = { accessToken: answers.find((one) => one.code === 200)?.data.token } as never
  expect(await client.get(api.me, {})).toMatchObject({
    address: 'admin@example.test',
    role: 'admin',
  })
  await client.get(api.end, { body: {} })
  expect(await client.call(api.me, {})).toMatchObject({ error: 'session.expired' })
})

it('ADMIN-02 a token of the mail opens nothing in the console, nor one of the console in the mail', async () => {
  const stranger = httpClient(consoleUrl())
  stranger.tokens = mailOf('owner').tokens
  expect(await stranger.call(api.me, {})).toMatchObject({ error: 'session.expired' })
  const back = httpClient(server.url)
  back.tokens = owner.tokens
  expect((await back.call(session.userInfo, {})).error).toBe('session.expired')
  for (const path of ['mail/main/start', 'console/token'])
    expect((await fetch(`${consoleUrl()}/api/${path}`)).status).toBe(404)
  for (const { path } of Object.values(api))
    expect((await fetch(`${server.url}/api/${path}`)).status).toBe(404)
})

it('ADMIN-02 the console ends with the login of the mail, and is closed while its screen is locked', async () => {
  const mail = httpClient(server.url)
  await mail.logIn('admin@example.test', testPassword)
  await mail.get(lock.set, { body: { password: 'lock-1' } })
  const { url } = await mail.get(fromMail.token, {})
  const client = httpClient(consoleUrl())
  const ticket = new URLSearchParams(new URL(url).hash.slice(1)).get('ticket') ?? ''
  client.tokens = {
    accessToken: (await client.get(api.open, { body: { ticket } })).token,
  } as never
  expect((await client.call(api.me, {})).code).toBe(200)
  const { url: second } = await mail.get(fromMail.token, {})
  const late = new URLSearchParams(new URL(second).hash.slice(1)).get('ticket') ?? ''
  await mail.get(lock.open, { body: {} })
  const isLocked = { status: 400, code: 401014 }
  expect(await client.call(api.me, {})).toMatchObject(isLocked)
  expect(await httpClient(consoleUrl()).call(api.open, { body: { ticket: late } })).toMatchObject(
    isLocked,
  )
  await mail.get(lock.relieve, { body: { password: 'lock-1' } })
  expect((await client.call(api.me, {})).code).toBe(200)
  await mail.call(session.logout, {})
  expect((await client.call(api.me, {})).error).toBe('session.expired')
})

it('ADMIN-03 whoever loses the role is out at the next call', async () => {
  await server.addPerson({ address: 'short@example.test', isAdmin: true })
  const mail = httpClient(server.url)
  await mail.logIn('short@example.test', testPassword)
  mails.short = mail
  const client = await enter('short')
  const { list } = await owner.get(api.people, { query: { keyword: 'short' } })
  await owner.get(api.role, { body: { accountId: list[0]?.accountId ?? 0, role: null } })
  expect((await client.call(api.me, {})).error).toBe('console.not-allowed')
})

it('issue 17: a department administrator sees and changes nobody outside of the own subtree', async () => {
  const head = await enter('head')
  await confirm(head)
  const { list, total } = await head.get(api.people, { query: {} })
  expect(list.map((one) => one.name).sort()).toEqual(['nora', 'sam'])
  expect(total).toBe(2)
  const tree = await head.get(api.departments, {})
  expect(tree.list.map((one) => one.name).sort()).toEqual(['北方', '销售部'].sort())
  const of = { accountId: accounts.lena ?? 0 }
  const outside = [
    await head.call(api.person, { query: of }),
    await head.call(api.change, { body: { ...of, name: 'x' } }),
    await head.call(api.quota, { body: { ...of, quotaBytes: 1024 ** 3 } }),
    await head.call(api.disable, { body: { ...of, disabled: true } }),
    await head.call(api.password, { body: of }),
    await head.call(api.endLogins, { body: of }),
    await head.call(api.cancelFolderPassword, { body: { ...of, folderId: 1 } }),
  ]
  expect(outside.map((one) => one.error)).toEqual(outside.map(() => 'console.gone'))
  for (const departmentId of [lab, null]) {
    const moved = await head.call(api.change, {
      body: { accountId: accounts.nora ?? 0, departmentId },
    })
    expect(moved.error).toBe('console.department-gone')
  }
  const placed = await head.get(api.people, { query: { departmentId: lab } })
  expect(placed.list).toEqual([])
})

it('issue 17: nobody acts on who stands as high or higher; dangerous acts want the password', async () => {
  const helper = await enter('helper')
  const reset = (client: HttpClient, name: string) =>
    client.call(api.password, { body: { accountId: accounts[name] ?? 0 } })
  expect((await reset(helper, 'sam')).error).toBe('console.confirm')
  expect((await helper.call(api.confirm, { body: { password: 'not-the-password' } })).error).toBe(
    'session.password-wrong',
  )
  expect((await reset(helper, 'sam')).error).toBe('console.confirm')
  await confirm(helper)
  for (const name of ['owner', 'admin', 'auditor', 'head'])
    expect((await reset(helper, name)).error, name).toBe('console.not-allowed')
  const admin = await enter('admin')
  await confirm(admin)
  expect((await reset(admin, 'owner')).error).toBe('console.not-allowed')
  expect((await reset(admin, 'admin')).error).toBe('console.not-yourself')
  const own = await owner.call(api.role, { body: { accountId: accounts.owner ?? 0, role: null } })
  expect(own.error).toBe('console.not-yourself')
})

it('issue 17: a new person signs in with the password that was shown once, changes it, and is disabled', async () => {
  const admin = await enter('admin')
  await confirm(admin)
  const add = (address: string) =>
    admin.call(api.add, { body: { name: '周敏', address, departmentId: lab } })
  const { data } = await add('zhoumin@example.test')
  expect((await add('zhoumin@example.test')).error).toBe('alias.taken')
  expect((await add('zhoumin@other.test')).error).toBe('console.domain')
  expect((await add('no address')).error).toBe('console.address')
  const mail = httpClient(server.url)
  await mail.logIn('zhoumin@example.test', data.password)
  expect(mail.tokens?.forceChangePwd).toBe(true)
  const again = await admin.get(api.password, { body: { accountId: data.accountId } })
  expect((await mail.call(session.userInfo, {})).error).toBe('session.expired')
  await mail.logIn('zhoumin@example.test', again.password)
  await admin.get(api.disable, { body: { accountId: data.accountId, disabled: true } })
  expect((await mail.call(session.userInfo, {})).error).toBe('session.expired')
  const shut = await mail.logIn('zhoumin@example.test', again.password)
  expect(shut.error).toBe('login.failed')
  const found = await admin.get(api.people, { query: { keyword: '周', state: 'disabled' } })
  expect(found.list).toMatchObject([{ name: '周敏', disabled: true, department: 'Lab' }])
})

it('ADMIN-04 the administrator gives more room and cancels a folder’s password; the owner’s log says so', async () => {
  const mail = httpClient(server.url)
  await mail.logIn('sam@example.test', testPassword)
  const { folderId } = await mail.get(folders.save, { body: { folderName: '合同' } })
  await mail.get(folders.setPassword, { body: { folderId, password: 'Secret-42' } } as never)
  const helper = await enter('helper')
  await confirm(helper)
  const accountId = accounts.sam ?? 0
  const before = await helper.get(api.person, { query: { accountId } })
  expect(before.lockedFolders).toEqual([{ folderId, name: '合同' }])
  await helper.get(api.cancelFolderPassword, { body: { accountId, folderId } })
  await helper.get(api.quota, { body: { accountId, quotaBytes: 20 * 1024 ** 3 } })
  const after = await helper.get(api.person, { query: { accountId } })
  expect(after).toMatchObject({ lockedFolders: [], quotaBytes: 20 * 1024 ** 3 })
  const auditor = await enter('auditor')
  const { list } = await auditor.get(api.acts, { query: { keyword: 'sam@example.test' } })
  expect(list.map(({ who, act, done }) => ({ who, act, done }))).toEqual([
    { who: 'helper@example.test', act: 'quota-changed', done: true },
    { who: 'helper@example.test', act: 'folder-password-cancelled', done: true },
  ])
})

it('issue 17: departments are made, moved and removed, never into themselves nor with people in them', async () => {
  const save = (body: object) => owner.call(api.saveDepartment, { body } as never)
  const { data } = await save({ name: '南方', parentId: sales })
  expect((await save({ name: '南方', parentId: sales })).error).toBe('console.department-name')
  expect((await save({ id: sales, name: '销售部', parentId: data.id })).error).toBe(
    'console.department-loop',
  )
  expect((await save({ id: sales, name: '销售部', parentId: sales })).error).toBe(
    'console.department-loop',
  )
  expect((await save({ id: data.id, name: '华南', parentId: null })).code).toBe(200)
  const { list } = await owner.get(api.departments, {})
  const south = list.find(({ name }) => name === '华南')
  expect(south?.parentId).toBeNull()
  expect(south?.keys).toEqual(expect.arrayContaining(['华南', 'huanan', 'hn']))
  const remove = (id: number) => owner.call(api.removeDepartment, { body: { id } })
  expect((await remove(sales)).error).toBe('console.department-full')
  expect((await remove(data.id)).code).toBe(200)
  expect((await remove(data.id)).error).toBe('console.department-gone')
})

it('ADMIN-03 who helps, audits or heads a department has no power over mail groups', async () => {
  for (const name of ['helper', 'auditor', 'head']) {
    const mail = mailOf(name)
    const { mayCreate } = await mail.get(groups.list, { query: {} })
    expect(mayCreate).toBe(false)
    expect(await mail.get(session.userInfo, {})).toMatchObject({ isAdmin: 1 })
  }
})

it('ADMIN-03 who heads a department takes no address of the whole organisation', async () => {
  const head = await enter('head')
  const add = (client: HttpClient, address: string) =>
    client.call(api.add, { body: { name: 'P', address, departmentId: sales } })
  expect((await add(head, 'Postmaster@example.test')).error).toBe('console.not-allowed')
  expect((await add(head, 'abuse@example.test')).error).toBe('console.not-allowed')
  expect((await add(owner, 'abuse@example.test')).code).toBe(200)
})

it('issue 17 help desk and department administrators give quota and flags to others, and not to themselves', async () => {
  const gb = 1024 ** 3
  const helper = await enter('helper')
  const quota = (name: string) => ({ body: { accountId: accounts[name] ?? 0, quotaBytes: 3 * gb } })
  expect((await helper.call(api.quota, quota('helper'))).error).toBe('console.not-yourself')
  expect((await helper.call(api.quota, quota('sam'))).code).toBe(200)
  const accountId = accounts.head ?? 0
  const before = await owner.get(api.person, { query: { accountId } })
  const sam = await owner.get(api.person, { query: { accountId: accounts.sam ?? 0 } })
  const move = (departmentId: number | null) =>
    owner.get(api.change, { body: { accountId, departmentId } })
  await move(sam.departmentId)
  const head = await enter('head')
  expect((await head.call(api.quota, quota('head'))).error).toBe('console.not-yourself')
  const flags = { islandPersonnel: 0, mailMoveEnable: 1, privateEnable: 1 }
  const own = { body: { accountId, flags } } as never
  expect((await head.call(api.flags, own)).error).toBe('console.not-yourself')
  expect((await owner.call(api.quota, quota('owner'))).code).toBe(200)
  await move(before.departmentId)
})

// Whoever of the two wins: the last one, for the owner may be shut out after it.
it('issue 17: two owners who shut each other out at once leave one of them', async () => {
  await server.addPerson({ address: 'second@example.test', isAdmin: true })
  const mail = httpClient(server.url)
  await mail.logIn('second@example.test', testPassword)
  mails.second = mail
  const second = await enter('second')
  await confirm(second)
  const { list } = await owner.get(api.people, { query: { keyword: 'second' } })
  const shut = (client: HttpClient, accountId: number | undefined) =>
    client.call(api.disable, { body: { accountId: accountId ?? 0, disabled: true } })
  const answers = await Promise.all([shut(owner, list[0]?.accountId), shut(second, accounts.owner)])
  const alive = await server.app.database.query(sql`
    SELECT FROM users u WHERE is_admin AND coalesce(console_role, 'owner') = 'owner' AND disabled_at IS NULL`)
  expect(alive.length, JSON.stringify(answers.map((one) => one.error))).toBeGreaterThan(0)
})
