import { consoleContract as api } from '@hongyan/contract/console'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { consoleOwner, inConsole } from '../../testing/console-client.ts'
import type { HttpClient } from '../../testing/http-client.ts'
import { newPublicBox } from '../../testing/public-box.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

let server: TestServer
let owner: HttpClient
let head: HttpClient
let sales: number
let north: number
let lab: number

/** Each of `names` once for each address, in this order of accounts. */
const people: [address: string, name: string][] = [
  ['w1@example.test', '王伟'],
  ['a1@example.test', 'Ann'],
  ['w2@example.test', '王伟'],
  ['l1@example.test', '李娜'],
  ['b1@example.test', 'bob'],
  ['w3@example.test', '王伟'],
  ['l2@example.test', '李娜娜'],
  ['a2@example.test', 'ANNA'],
  ['x1@example.test', 'Zoë'],
]

beforeAll(async () => {
  server = await startTestServer()
  const { directory } = server.app
  const organisationId = (await directory.organisation())?.id ?? (1 as never)
  const department = (name: string, parentId?: number) =>
    directory.createDepartment({
      ...{ organisationId, name, sort: 1 },
      ...(parentId !== undefined && { parentId }),
    })
  sales = await department('销售部')
  north = await department('北方', sales)
  lab = await department('Lab')
  const places = [sales, north, lab, null]
  for (const [at, [address, name]] of people.entries())
    await server.addPerson({
      address,
      name,
      departmentId: places[at % 4] ?? null,
      aliases: at === 3 ? ['nana.li@example.test'] : [],
    })
  await newPublicBox(server, 'wang.box@example.test', '王伟客服')
  const { desk } = await consoleOwner(server, 'zz-owner@example.test')
  owner = desk
  const { accountId } = await server.addPerson({ address: 'zz-head@example.test' })
  await owner.get(api.role, { body: { accountId, role: 'department', departmentId: sales } })
  head = await inConsole(server, 'zz-head@example.test')
})

afterAll(() => server.stop())

type Query = {
  keyword?: string
  departmentId?: number
  state?: 'all' | 'active' | 'disabled' | 'role'
}

/** All pages of a question, and the total that each of them told. */
async function walk(client: HttpClient, query: Query, pageSize = 2) {
  const found: string[] = []
  const totals = new Set<number>()
  for (let pageNum = 1; ; pageNum++) {
    const { list, total } = await client.get(api.people, { query: { ...query, pageNum, pageSize } })
    totals.add(total)
    found.push(...list.map((one) => one.address.replace('@example.test', '')))
    if (list.length === 0) return { found, totals: [...totals] }
  }
}

it('issue 17: pages of people follow each other by name, equal names by account, and each tells the same number', async () => {
  const { found, totals } = await walk(owner, {})
  expect(found).toEqual([
    ...['a2', 'a1', 'x1', 'b1', 'zz-head', 'zz-owner', 'l1', 'l2', 'w1', 'w2', 'w3'],
  ])
  expect(totals).toEqual([found.length])
  expect((await walk(owner, {}, 100)).found).toEqual(found)
})

it('issue 17: people are searched by name, address and alias in any case, and a public mailbox is none of them', async () => {
  const by = async (keyword: string) => {
    const { found, totals } = await walk(owner, { keyword })
    expect(totals, keyword).toEqual([found.length])
    return found
  }
  expect(await by('王伟')).toEqual(['w1', 'w2', 'w3'])
  expect(await by('李')).toEqual(['l1', 'l2'])
  expect(await by('ann')).toEqual(['a2', 'a1'])
  expect(await by('ZOË')).toEqual(['x1'])
  expect(await by('NANA.LI')).toEqual(['l1'])
  expect(await by('W2@EXAMPLE')).toEqual(['w2'])
  expect(await by('wang.box')).toEqual([])
  expect(await by('nobody-at-all')).toEqual([])
  expect(await by('%')).toEqual([])
})

it('issue 17: pages are of a department with all below, of a state, and of both, the own subtree of a department administrator', async () => {
  expect((await walk(owner, { departmentId: sales })).found).toEqual(['a1', 'x1', 'b1', 'w1', 'w3'])
  expect((await walk(owner, { departmentId: north })).found).toEqual(['a1', 'w3'])
  expect((await walk(owner, { state: 'role' })).found).toEqual(['zz-head', 'zz-owner'])
  const { list } = await owner.get(api.people, { query: { keyword: 'w3@' } })
  const accountId = list[0]?.accountId ?? 0
  await owner.get(api.disable, { body: { accountId, disabled: true } })
  expect((await walk(owner, { keyword: '王', state: 'active' })).found).toEqual(['w1', 'w2'])
  expect(await walk(owner, { departmentId: sales, state: 'disabled' })).toEqual({
    found: ['w3'],
    totals: [1],
  })
  expect(await walk(head, {})).toEqual({ found: ['a1', 'x1', 'b1', 'w1', 'w3'], totals: [5] })
  expect(await walk(head, { keyword: '李' })).toEqual({ found: [], totals: [0] })
  expect((await walk(head, { departmentId: lab })).found).toEqual([])
})

it('issue 17: the tree counts the people directly in each department, in the order in which departments stand', async () => {
  const counts = async (client: HttpClient) =>
    (await client.get(api.departments, {})).list.map(({ name, people: n }) => [name, n])
  expect(await counts(owner)).toEqual([
    ['销售部', 3],
    ['北方', 2],
    ['Lab', 2],
  ])
  expect(await counts(head)).toEqual([
    ['销售部', 3],
    ['北方', 2],
  ])
  for (const departmentId of [lab, null]) {
    const body = { name: 'P', address: 'newcomer@example.test', departmentId }
    expect((await head.call(api.add, { body })).error).toBe('console.department-gone')
  }
})

it('issue 17 storage: what each department has, who is in none, and who has the most', async () => {
  const megabyte = 1024 * 1024
  for (const [at, [address]] of people.entries())
    await server.app.database.run(sql`
      UPDATE accounts SET used_bytes = ${(at + 1) * megabyte} WHERE address = ${address}`)
  const { departments, others, largest } = await owner.get(api.storage, {})
  // Each fourth is in one: 1 + 5 + 9, 2 + 6, 3 + 7; 4 + 8, and the two who look, are in none.
  expect(departments.map((one) => ({ ...one, usedBytes: one.usedBytes / megabyte }))).toEqual([
    { id: sales, parentId: null, name: '销售部', people: 3, usedBytes: 15 },
    { id: north, parentId: sales, name: '北方', people: 2, usedBytes: 8 },
    { id: lab, parentId: null, name: 'Lab', people: 2, usedBytes: 10 },
  ])
  expect(others.people).toBe(4)
  expect(Math.floor(others.usedBytes / megabyte)).toBe(12)
  expect(largest.slice(0, 2)).toMatchObject([
    { address: 'x1@example.test', name: 'Zoë', department: '销售部', usedBytes: 9 * megabyte },
    { address: 'a2@example.test', department: '' },
  ])
  expect((await head.call(api.storage, {})).error).toBe('console.not-allowed')
})
