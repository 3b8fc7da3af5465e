import { compose } from '@hongyan/contract/compose'
import { contacts } from '@hongyan/contract/contacts'
import type { CallInput, Reply } from '@hongyan/contract/endpoint'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import type { OrganisationId } from '../../platform/ids.ts'
import { mailBody, signIn } from '../../testing/compose-helpers.ts'
import type { HttpClient } from '../../testing/http-client.ts'
import { type ShiftingClock, shiftingClock } from '../../testing/shifting-clock.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

type Query = CallInput<typeof contacts.tree>['query']
type Answer = Reply<typeof contacts.tree>

let server: TestServer
let clock: ShiftingClock
let client: HttpClient
let ids: Record<'company' | 'lab' | 'team' | 'sales' | 'foreign' | 'crowd', number>

const tree = (query: Query = {}): Promise<Answer> => client.get(contacts.tree, { query })
const names = ({ departments, people }: Answer) => [
  ...departments.map((one) => `${one.name} ${one.people}`),
  ...people.map((one) => one.name),
]

beforeAll(async () => {
  clock = shiftingClock()
  server = await startTestServer({ clock })
  const { directory } = server.app
  const own = (await directory.organisation())?.id
  if (!own) throw new Error('no organisation')
  const department = (name: string, sort: number, parentId?: number) =>
    directory.createDepartment({
      organisationId: own,
      name,
      sort,
      ...(parentId === undefined ? {} : { parentId }),
    })
  const company = await department('研发中心', 1)
  const lab = await department('实验室', 2, company)
  const team = await department('客户端组', 3, lab)
  const sales = await department('市场部', 0)
  const crowd = await department('全员', 9)
  const people: [string, string, number | null][] = [
    ['lisi', '李四', company],
    ['wangwu', '王五', lab],
    ['zhaoliu', '赵六', team],
    ['ann', 'Ann Lee', sales],
    ['boss', '陈总', null],
  ]
  for (const [local, name, departmentId] of people) {
    await server.addPerson({ address: `${local}@example.test`, name, departmentId })
  }
  const foreign = await anotherOrganisation(server)
  ids = { company, lab, team, sales, foreign, crowd }
  client = await signIn(server, 'boss@example.test')
})

afterAll(() => server.stop())

async function anotherOrganisation({ app }: TestServer): Promise<number> {
  const organisationId: OrganisationId = await app.directory.createOrganisation('Other')
  await app.directory.createDomain(organisationId, 'elsewhere.test')
  const departmentId = await app.directory.createDepartment({
    organisationId,
    name: '研发外部',
    sort: 0,
  })
  await server.addPerson({
    organisationId,
    address: 'lisi@elsewhere.test',
    name: '李外',
    departmentId,
  })
  return departmentId
}

/** Rows alone: nobody of them signs in. */
async function crowd(size: number): Promise<void> {
  const { database } = server.app
  await database.run(sql`
    INSERT INTO accounts (organisation_id, address, display_name)
    SELECT organisation_id, 'crowd' || n || '@example.test', 'Crowd' FROM departments, generate_series(1, ${size}) n
    WHERE id = ${ids.crowd}`)
  await database.run(sql`
    INSERT INTO users (organisation_id, account_id, department_id, name, password_hash)
    SELECT organisation_id, id, ${ids.crowd}, 'Crowd', '' FROM accounts WHERE address LIKE 'crowd%'`)
}

describe('the address book', () => {
  it('COMPOSE-27 opens node by node, in order, each department with everybody in and below it', async () => {
    const top = await tree()
    expect(top).toMatchObject({ name: 'Example 示例', total: 5, sortValues: null })
    expect(names(top)).toEqual(['市场部 1', '研发中心 3', '全员 0', '陈总'])
    const company = await tree({ node: 'department', departmentId: ids.company })
    expect(names(company)).toEqual(['实验室 2', '李四'])
    const lab = await tree({ node: 'department', departmentId: ids.lab })
    expect(names(lab)).toEqual(['客户端组 1', '王五'])
    expect(lab.people[0]).toEqual({
      name: '王五',
      address: 'wangwu@example.test',
      department: '实验室',
      duties: '',
    })
  })

  it('COMPOSE-27 answers no more than a page, and every entry once', async () => {
    const seen: string[] = []
    let sortValues: string | undefined
    do {
      const page = await tree({ pageSize: 3, ...(sortValues ? { sortValues } : {}) })
      expect(page.departments.length + page.people.length).toBeLessThanOrEqual(3)
      seen.push(...names(page))
      sortValues = page.sortValues ?? undefined
    } while (sortValues)
    expect(seen).toEqual(['市场部 1', '研发中心 3', '全员 0', '陈总'])
    const answer = await client.call(contacts.tree, { query: { sortValues: "1'; --" } })
    expect(answer.code).not.toBe(200)
  })

  it('COMPOSE-27 gives a whole department with all below it, and refuses one of more than a mail may have', async () => {
    const { people, total } = await tree({
      node: 'department',
      departmentId: ids.company,
      whole: true,
    })
    expect(total).toBe(3)
    expect(people.map((one) => one.address).sort()).toEqual([
      'lisi@example.test',
      'wangwu@example.test',
      'zhaoliu@example.test',
    ])
    await crowd(501)
    // The tree may be a minute old.
    clock.advance(61_000)
    const answer = await client.call(contacts.tree, {
      query: { node: 'department', departmentId: ids.crowd, whole: true },
    })
    expect(answer.error).toBe('compose.too-many-recipients')
    const page = await tree({ node: 'department', departmentId: ids.crowd })
    expect(page).toMatchObject({ total: 501, people: { length: 50 } })
  })

  it.each([
    ['研发', ['研发中心 3']],
    ['yfzx', ['研发中心 3']],
    ['yanfa', ['研发中心 3']],
    ['lisi', ['李四']],
    ['zl', ['赵六']],
    ['kehu', ['客户端组 1']],
    ['nobody', []],
  ])('COMPOSE-27 finds %s', async (keyword, expected) => {
    expect(names(await tree({ keyword }))).toEqual(expected)
  })

  it('COMPOSE-27 tells where a department that was found is', async () => {
    const { departments } = await tree({ keyword: '客户端' })
    expect(departments[0]).toMatchObject({ departmentId: ids.team, path: ['研发中心', '实验室'] })
  })

  it('COMPOSE-26 a department is offered while its name is typed', async () => {
    const { departments } = await client.get(compose.suggest, { query: { keyword: 'yfzx' } })
    expect(departments).toMatchObject([{ departmentId: ids.company, name: '研发中心', people: 3 }])
  })

  it('COMPOSE-27 shows nothing of another organisation', async () => {
    for (const whole of [true, false]) {
      const answer = await client.call(contacts.tree, {
        query: { node: 'department', departmentId: ids.foreign, whole },
      })
      expect(answer.code).not.toBe(200)
      expect(JSON.stringify(answer)).not.toContain('elsewhere')
    }
    expect(JSON.stringify(await tree({ keyword: '李' }))).not.toContain('elsewhere')
    expect(JSON.stringify(await tree({ keyword: '研发' }))).not.toContain('研发外部')
  })

  it('COMPOSE-27 lists people written to, the latest first, page by page, for oneself alone', async () => {
    for (const local of ['first', 'second', 'third']) {
      await client.get(compose.send, { body: mailBody({ mailTo: [`${local}@far.test`] }) })
    }
    const one = await tree({ node: 'recent', pageSize: 2 })
    expect(one.people.map((who) => who.address)).toEqual(['third@far.test', 'second@far.test'])
    const two = await tree({ node: 'recent', pageSize: 2, sortValues: one.sortValues ?? '' })
    expect(two.people.map((who) => who.address)).toEqual(['first@far.test'])
    expect(two.sortValues).toBeNull()
    const other = await signIn(server, 'ann@example.test')
    const theirs = await other.get(contacts.tree, { query: { node: 'recent' } })
    expect(theirs.people).toEqual([])
  })
})
