import { consoleContract as api } from '@hongyan/contract/console'
import { secondStep } from '@hongyan/contract/second-step'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { consoleOwner, inConsole } from '../../testing/console-client.ts'
import { type HttpClient, httpClient } from '../../testing/http-client.ts'
import { startTestServer, type TestServer, testPassword } from '../../testing/start-test-server.ts'

let server: TestServer
let boss: HttpClient
let head: HttpClient

beforeAll(async () => {
  server = await startTestServer()
  const { directory } = server.app
  const organisationId = (await directory.organisation())?.id ?? (1 as never)
  const sales = await directory.createDepartment({ organisationId, name: '销售部', sort: 1 })
  await server.addPerson({ address: 'wei@example.test', name: '张伟', departmentId: sales })
  await server.addPerson({ address: 'lena@example.test', name: 'Lena' })
  boss = (await consoleOwner(server)).desk
  const { accountId } = await server.addPerson({ address: 'head@example.test' })
  await boss.get(api.role, { body: { accountId, role: 'department', departmentId: sales } })
  head = await inConsole(server, 'head@example.test')
})

afterAll(() => server.stop())

const enter = (name: string, password = testPassword) =>
  httpClient(server.url).logIn(`${name}@example.test`, password)

const signIns = async (desk: HttpClient, query: object = {}) =>
  (await desk.get(api.signIns, { query })).list

it('issue 17: who came in and who tried to, by person, result and address', async () => {
  await enter('wei')
  await enter('wei', 'not the password')
  await enter('lena')
  const ofWei = await signIns(boss, { person: '张伟' })
  expect(ofWei.map((one) => one.result)).toEqual(['wrong', 'ok'])
  expect(ofWei[0]).toMatchObject({ address: 'wei@example.test', ip: '127.0.0.1', program: false })
  expect((await signIns(boss, { result: 'wrong' })).map((one) => one.name)).toEqual(['张伟'])
  expect(await signIns(boss, { ip: '203.0.113.9' })).toEqual([])
  expect((await signIns(boss, { ip: '127.0.0.1', person: 'lena@' })).length).toBe(1)
})

it('issue 17: a shut account and a wrong second step are told apart from a wrong password; the person hears the same', async () => {
  const { list } = await boss.get(api.people, { query: { keyword: 'lena' } })
  const accountId = list[0]?.accountId ?? 0
  await boss.get(api.disable, { body: { accountId, disabled: true } })
  expect((await enter('lena')).error).toBe('login.failed')
  expect((await enter('lena', 'wrong')).error).toBe('login.failed')
  expect((await signIns(boss, { person: 'lena@' })).map((one) => one.result).slice(0, 2)).toEqual([
    'wrong',
    'refused',
  ])
  await boss.get(api.disable, { body: { accountId, disabled: false } })

  // An authenticator whose secret nobody has.
  await server.app.database.run(sql`
    UPDATE users SET totp_since = now() WHERE account_id = (SELECT id FROM accounts WHERE address = 'wei@example.test')`)
  const half = await enter('wei')
  const ticket = half.data.second?.ticket ?? ''
  const client = httpClient(server.url)
  const tried = await client.call(secondStep.verify, {
    body: { ticket, way: 'totp', code: '000000' },
  } as never)
  expect(tried.error).toBe('code.wrong')
  expect((await signIns(boss, { person: '张伟' }))[0]?.result).toBe('second')
})

it('issue 17: a department administrator sees sign-ins of the own people alone, page by page', async () => {
  const seen = await signIns(head)
  expect(new Set(seen.map((one) => one.address))).toEqual(new Set(['wei@example.test']))
  expect(await signIns(head, { person: 'lena' })).toEqual([])
  const all = (await signIns(boss, { pageSize: 100 })).map((one) => one.id)
  const paged: number[] = []
  let after: string | null = ''
  while (after !== null) {
    const page: { list: { id: number }[]; cursor: string | null } = await boss.get(api.signIns, {
      query: { pageSize: 2, ...(after !== '' && { after }) },
    })
    paged.push(...page.list.map((one) => one.id))
    after = page.cursor
  }
  expect(paged).toEqual(all)
})
