import { readFileSync } from 'node:fs'
import { consoleContract as api } from '@hongyan/contract/console'
import { session } from '@hongyan/contract/session'
import { Attribute, Change, Client } from 'ldapts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { sql } from '../../../platform/db/sql.ts'
import { inConsole } from '../../../testing/console-client.ts'
import { type HttpClient, httpClient } from '../../../testing/http-client.ts'
import {
  ldapBase,
  rootDn,
  rootPassword,
  serviceDn,
  servicePassword,
  startSlapd,
  type TestSlapd,
} from '../../../testing/start-slapd.ts'
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts'

const password = 'Password-Of-There-7'
let slapd: TestSlapd
let server: TestServer
let owner: HttpClient
let root: Client

beforeAll(async () => {
  const people = Array.from({ length: 12 }, (_, at) => ({
    uid: `p${at}`,
    password,
    mail: `p${at}@example.test`,
    name: `人员${at}`,
  }))
  slapd = await startSlapd([
    ...people,
    { uid: 'far', password, mail: 'far@other.test' },
    { uid: 'shut', password, mail: 'shut@example.test', disabled: true },
  ])
  server = await startTestServer({
    log: 'silent',
    environment: {
      HONGYAN_LDAP_URL: slapd.url,
      HONGYAN_LDAP_CA: slapd.caFile,
      HONGYAN_LDAP_BASE: ldapBase,
      HONGYAN_LDAP_USER: serviceDn,
      HONGYAN_LDAP_PASSWORD: servicePassword,
      HONGYAN_CAPTCHA: 'off',
    },
  })
  await server.addPerson({ address: 'owner@example.test', isAdmin: true })
  await server.addPerson({ address: 'local@example.test' })
  owner = await inConsole(server, 'owner@example.test')
  root = new Client({ url: slapd.secureUrl, tlsOptions: { ca: readFileSync(slapd.caFile) } })
  await root.bind(rootDn, rootPassword)
})

afterAll(async () => {
  await root.unbind()
  await server.stop()
  await slapd.stop()
})

const dn = (uid: string) => `uid=${uid},ou=people,${ldapBase}`
const set = (uid: string, type: string, ...values: string[]) =>
  root.modify(
    dn(uid),
    new Change({ operation: 'replace', modification: new Attribute({ type, values }) }),
  )
const check = async () => {
  const { runId } = await owner.get(api.checkSync, { body: {} })
  const { run, list } = await owner.get(api.listRows, { query: { runId, pageSize: 200 } })
  return { runId, run, list }
}
const finished = (runId: number) =>
  vi.waitFor(async () => {
    const { run } = await owner.get(api.listRows, { query: { runId } })
    expect(run.state).toBe('done')
    return run
  }, 60_000)
const work = async () => {
  const { runId, ...rest } = await check()
  await owner.get(api.startList, { body: { runId } })
  return { ...rest, done: await finished(runId) }
}
const person = async (address: string) =>
  (await owner.get(api.people, { query: { keyword: address } })).list[0]

it('issue 17: people of the directory come in with their departments, and a second run changes nothing', async () => {
  await set('p1', 'title', '工程师')
  await set('p1', 'departmentNumber', '研发部/平台')
  const { plan } = await owner.get(api.sync, {})
  await owner.get(api.saveSync, {
    body: { plan: { ...plan, department: 'departmentNumber', everyHours: 1 } },
  })
  const first = await work()
  expect(first.run.counts).toEqual({ new: 12, changed: 0, same: 0, refused: 0 })
  expect(first.done).toMatchObject({ done: 12, failed: 0 })
  expect(await person('p1@')).toMatchObject({ name: '人员1', department: '平台' })
  const mail = httpClient(server.url)
  await mail.logIn('p1@example.test', password)
  expect((await mail.call(session.userInfo, {})).code).toBe(200)
  const { run } = await check()
  expect(run.counts).toEqual({ new: 0, changed: 0, same: 12, refused: 0 })
})

it('issue 17: changed there is changed here; disabled there and who left is disabled, never deleted; who was shut here stays shut', async () => {
  const mail = httpClient(server.url)
  await mail.logIn('p2@example.test', password)
  await set('p1', 'cn', '改名')
  await set('p2', 'objectClass', 'inetOrgPerson', 'extensibleObject')
  await set('p2', 'userAccountControl', '514')
  await root.del(dn('p3'))
  const four = await person('p4@')
  await owner.get(api.disable, { body: { accountId: four?.accountId ?? 0, disabled: true } })
  const { run, list } = await work()
  expect(run.disabling).toBe(2)
  expect(
    list
      .filter(({ outcome }) => outcome === 'changed')
      .map(({ address }) => address)
      .sort(),
  ).toEqual(['p1@example.test', 'p2@example.test', 'p3@example.test'])
  expect(await person('p1@')).toMatchObject({ name: '改名' })
  for (const one of ['p2@', 'p3@', 'p4@']) expect((await person(one))?.disabled, one).toBe(true)
  expect((await mail.call(session.userInfo, {})).error).toBe('session.expired')
  await set('p2', 'userAccountControl', '512')
  await work()
  expect((await person('p2@'))?.disabled).toBe(false)
  expect((await person('p4@'))?.disabled).toBe(true)
  expect((await person('local@'))?.disabled).toBe(false)
})

it('issue 17: by its schedule it stops and asks where too many would be disabled, or where nobody came', async () => {
  const due = async () => {
    await server.app.database.run(sql`UPDATE directory_syncs SET last_at = NULL`)
    await server.app.database.run(sql`SELECT graphile_worker.add_job('directory-sync', '{}'::json)`)
    return vi.waitFor(async () => {
      const now = await owner.get(api.sync, {})
      expect(now.lastAt).not.toBeNull()
      return now
    }, 30_000)
  }
  await set('p5', 'cn', 'By schedule')
  const calm = await due()
  await finished(calm.lastRunId ?? 0)
  expect(await person('p5@')).toMatchObject({ name: 'By schedule' })
  for (const uid of ['p6', 'p7', 'p8']) await root.del(dn(uid))
  const { lastRunId } = await due()
  const { list } = await owner.get(api.lists, {})
  expect(list.find(({ id }) => id === lastRunId)).toMatchObject({ state: 'asking', disabling: 3 })
  expect((await person('p6@'))?.disabled).toBe(false)
  await owner.get(api.startList, { body: { runId: lastRunId ?? 0 } })
  await finished(lastRunId ?? 0)
  expect((await person('p6@'))?.disabled).toBe(true)
  const { plan } = await owner.get(api.sync, {})
  await owner.get(api.saveSync, { body: { plan: { ...plan, filter: '(uid=nobody-at-all)' } } })
  expect((await due()).trouble).toBe('nobody')
  expect((await owner.call(api.checkSync, { body: {} })).error).toBe('console.nobody-there')
  expect((await person('p9@'))?.disabled).toBe(false)
  await slapd.halt()
  expect((await owner.call(api.checkSync, { body: {} })).error).toBe('login.directory-away')
  await slapd.resume()
})

it('issue 17: somebody on legal hold who left the directory is shut out and keeps mailbox and hold', async () => {
  // Its line was cut with the server's.
  await root.bind(rootDn, rootPassword)
  const { plan } = await owner.get(api.sync, {})
  await owner.get(api.saveSync, { body: { plan: { ...plan, filter: '(uid=*)' } } })
  const accountId = (await person('p10@'))?.accountId ?? 0
  await owner.get(api.addLegalHold, {
    body: {
      ...{ reason: 'case 10', accountIds: [accountId], departmentIds: [] },
      ...{ mailFrom: null, mailUntil: null },
    },
  })
  await root.del(dn('p10'))
  await work()
  expect(await person('p10@')).toMatchObject({ accountId, disabled: true })
  const erase = { accountId, heirId: null, addressesTo: 'nobody' as const }
  expect((await owner.call(api.deletePerson, { body: erase })).error).toBe('console.on-hold')
})
