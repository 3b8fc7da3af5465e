import { consoleContract as api } from '@hongyan/contract/console'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { sql } from '../../../platform/db/sql.ts'
import { consoleUrl, inConsole } from '../../../testing/console-client.ts'
import { type HttpClient, httpClient } from '../../../testing/http-client.ts'
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import { readCsv } from './csv.ts'

let server: TestServer
let owner: HttpClient
let head: HttpClient
let sales: number

beforeAll(async () => {
  server = await startTestServer()
  const { directory, database } = server.app
  const organisationId = (await directory.organisation())?.id ?? (1 as never)
  sales = await directory.createDepartment({ organisationId, name: '销售部', sort: 1 })
  await server.addPerson({ address: 'owner@example.test', isAdmin: true })
  await server.addPerson({ address: 'second@example.test', isAdmin: true })
  const { userId } = await server.addPerson({ address: 'head@example.test', isAdmin: true })
  await database.run(sql`
    UPDATE users SET console_role = 'department', console_department = ${sales} WHERE id = ${userId}`)
  owner = await inConsole(server, 'owner@example.test')
  head = await inConsole(server, 'head@example.test')
})

afterAll(() => server.stop())

const check = (text: string | Buffer, who = owner) =>
  who.call(api.checkList, {
    body: { name: 'people.csv', file: Buffer.from(text).toString('base64') },
  })
const rowsOf = async (runId: number, who = owner) =>
  who.get(api.listRows, { query: { runId, pageSize: 200 } })
const judged = async (text: string | Buffer, who = owner) => {
  const { data } = await check(text, who)
  const { list, run } = await rowsOf(data.runId, who)
  const said = list.map(({ address, outcome, fields, why }) =>
    [address.split('@')[0], outcome, ...fields, ...(why ? [why] : [])].join(' '),
  )
  return { runId: data.runId, run, said }
}
const finished = (runId: number, who = owner) =>
  vi.waitFor(async () => {
    const { run, list } = await rowsOf(runId, who)
    expect(run.state).toBe('done')
    return { run, list }
  }, 60_000)
const work = async (runId: number) => {
  await owner.get(api.startList, { body: { runId } })
  return finished(runId)
}
const file = async (endpoint: typeof api.exportPeople | typeof api.listResult, query: object) => {
  const asked = new URLSearchParams(query as Record<string, string>)
  const answer = await fetch(`${consoleUrl(server)}/api/${endpoint.path}?${asked}`, {
    headers: { authorization: `Bearer ${owner.tokens?.accessToken}` },
  })
  return { text: await answer.text(), type: answer.headers.get('content-type') }
}

/** What an older spreadsheet writes: the decoder turned round. */
function inGbk(text: string): Buffer {
  const codes = new Map<string, number[]>()
  const decoder = new TextDecoder('gbk')
  for (let high = 0x81; high <= 0xfe; high++)
    for (let low = 0x40; low <= 0xfe; low++)
      codes.set(decoder.decode(Uint8Array.of(high, low)), [high, low])
  return Buffer.from([...text].flatMap((one) => codes.get(one) ?? [one.charCodeAt(0)]))
}

const list = [
  '邮箱地址,姓名,部门,职务,电话,空间上限（GB）,别名地址,密码,已停用,有效期至',
  'li.na@example.test,李娜,销售部/华北,经理,010-1,2,na@example.test ln@example.test,Given-Pass-7,否,2030-12-31',
  'wang,"王五 ""小五""",研发部/平台,工程师,,,,,,',
  'zhao@example.test,赵六,,,,,,,是,',
].join('\r\n')

it('issue 17: a list says row by row what would happen, changes nothing, then does it; a second run changes nothing', async () => {
  const first = await judged(inGbk(list))
  expect(first.said).toEqual(['li.na new', 'wang new', 'zhao new'])
  expect(first.run).toMatchObject({
    state: 'checked',
    counts: { new: 3, refused: 0 },
    disabling: 0,
  })
  expect((await owner.get(api.people, { query: { keyword: '李娜' } })).total).toBe(0)
  const { run, list: rows } = await work(first.runId)
  expect(run).toMatchObject({ done: 3, failed: 0 })
  expect(rows.every(({ did }) => did === 'done')).toBe(true)
  const found = await owner.get(api.people, { query: { keyword: 'wang@' } })
  expect(found.list).toMatchObject([{ name: '王五 "小五"', department: '平台' }])
  const na = httpClient(server.url)
  await na.logIn('ln@example.test', 'Given-Pass-7')
  expect(na.tokens?.forceChangePwd).toBe(true)
  // What was made is shown once, works, and must be changed.
  const { text } = await file(api.listResult, { runId: first.runId, language: 'en' })
  const lines = (await readCsv(text, 100)) ?? []
  expect(lines.map((cells) => [cells[1], cells[3], cells[6] === ''])).toEqual([
    ['Address', 'Result', false],
    ['li.na@example.test', 'new', true],
    ['wang@example.test', 'new', false],
    ['zhao@example.test', 'new', false],
  ])
  const wang = httpClient(server.url)
  await wang.logIn('wang@example.test', lines[2]?.[6] ?? '')
  expect(wang.tokens?.forceChangePwd).toBe(true)
  const again = await judged(list)
  expect(again.said).toEqual(['li.na same', 'wang same', 'zhao same'])
  const changed = await judged(list.replace('经理', '总监').replace('na@example.test ', ''))
  expect(changed.said[0]).toBe('li.na changed duties aliases')
  await work(changed.runId)
  expect(await server.app.directory.findRecipient('na@example.test')).toBeNull()
  expect((await owner.call(api.startList, { body: { runId: first.runId } })).error).toBe(
    'console.list-over',
  )
})

it('issue 17: what cannot be is refused with its reason, and the other rows are done', async () => {
  const bad = [
    'address;name;aliases;quota;disabled;valid_until;department',
    'good@example.test;Good;;;;;',
    'GOOD@example.test;Twice;;;;;',
    'no address;X;;;;;',
    'x@other.test;X;;;;;',
    'a+b@example.test;X;;;;;',
    'noname@example.test;;;;;;',
    'thief@example.test;X;owner@example.test;;;;',
    'quota@example.test;X;;lots;;;',
    'maybe@example.test;X;;;maybe;;',
    'day@example.test;X;;;;2030-02-31;',
    'owner@example.test;Owner;;;yes;;',
    'second@example.test;Second;;;yes;;',
    `${'l'.repeat(65)}@example.test;X;;;;;`,
    `long@example.test;${'名'.repeat(61)};;;;;`,
  ].join('\n')
  const { runId, said } = await judged(bad)
  expect(said.map((one) => one.replace(/l{65}/, 'l'))).toEqual([
    'good new',
    'good refused twice',
    'no address refused address',
    'x refused domain',
    'a+b refused address',
    'noname refused name',
    'thief refused taken',
    'quota refused quota',
    'maybe refused disabled',
    'day refused date',
    'owner refused yourself',
    'second refused owner',
    'l refused address',
    'long refused length',
  ])
  await work(runId)
  expect((await owner.get(api.people, { query: { keyword: 'good@' } })).total).toBe(1)
  expect((await check('name\nX')).error).toBe('console.list-columns')
  expect((await check('address,name\r\n')).error).toBe('console.list-empty')
  expect((await check(Buffer.alloc(2_000, 7))).error).toBe('console.list-columns')
})

it('issue 17: a department administrator takes in people of the own subtree alone', async () => {
  const text = [
    'address,name,department,aliases',
    'mine@example.test,Mine,销售部,',
    'deep@example.test,Deep,销售部/新部门,',
    'lab@example.test,Lab,研发部,',
    'top@example.test,Top,,',
    'boss@example.test,Boss,销售部,abuse@example.test',
    'zhao@example.test,Renamed,销售部,',
  ].join('\n')
  const { runId, said } = await judged(text, head)
  expect(said).toEqual([
    'mine new',
    'deep refused department',
    'lab refused department',
    'top refused department',
    'boss refused reserved',
    'zhao refused outside',
  ])
  await head.get(api.startList, { body: { runId } })
  await finished(runId, head)
  // Those of others are not there.
  const { list: seen } = await head.get(api.lists, {})
  expect(seen.map(({ id }) => id)).toEqual([runId])
  const all = await owner.get(api.lists, {})
  const other = all.list.find(({ id }) => id !== runId)?.id ?? 0
  const query = { runId: other }
  expect((await head.call(api.listRows, { query })).error).toBe('console.list-gone')
})

it('issue 17: everybody as a list is taken in again without a change, and no cell of it is a formula', async () => {
  await server.addPerson({
    address: 'formula@example.test',
    name: '=HYPERLINK("http://evil.test")',
    duties: '+1',
    phone: '-2',
    departmentId: sales,
    quotaBytes: 1024 ** 2 * 7 + 1,
  })
  await server.addPerson({ address: 'quote@example.test', name: '@x', duties: "'=kept" })
  const { text, type } = await file(api.exportPeople, { language: 'zh' })
  expect(type).toContain('text/csv')
  expect(text).toContain(`"'=HYPERLINK(""http://evil.test"")"`)
  const cells = ((await readCsv(text, 1_000)) ?? []).flat()
  expect(cells.filter((cell) => /^[=+\-@]/.test(cell))).toEqual([])
  const { run, said } = await judged(text)
  expect(run.counts).toMatchObject({ new: 0, changed: 0, refused: 0 })
  expect(said.length).toBeGreaterThan(5)
  const acts = await owner.get(api.acts, { query: { keyword: 'people-exported' } })
  expect(acts.list[0]).toMatchObject({ who: 'owner@example.test', done: true })
})

it('issue 17: who loses the role loses the list; one list is worked on at a time', async () => {
  const { accountId } = await server.addPerson({ address: 'short@example.test', isAdmin: true })
  const short = await inConsole(server, 'short@example.test')
  const { data } = await check('address,name\nlate@example.test,Late', short)
  await server.app.database.run(
    sql`UPDATE people_runs SET state = 'working' WHERE id = ${data.runId}`,
  )
  const other = await check('address,name\nlater@example.test,Later')
  const busy = await owner.call(api.startList, { body: { runId: other.data.runId } })
  expect(busy.error).toBe('console.list-busy')
  await server.app.database.run(
    sql`UPDATE people_runs SET state = 'checked' WHERE id = ${data.runId}`,
  )
  await owner.get(api.role, { body: { accountId: accountId as number, role: null } })
  expect((await short.call(api.startList, { body: data })).error).toBe('console.not-allowed')
  await owner.get(api.startList, { body: data })
  await vi.waitFor(async () => {
    expect((await rowsOf(data.runId)).run.state).toBe('stopped')
  }, 30_000)
  expect(await server.app.directory.findRecipient('late@example.test')).toBeNull()
})
