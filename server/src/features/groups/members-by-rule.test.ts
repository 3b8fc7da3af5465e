import { compose } from '@hongyan/contract/compose'
import { consoleContract, console as fromMail } from '@hongyan/contract/console'
import { type GroupRule, groups } from '@hongyan/contract/groups'
import { settings } from '@hongyan/contract/settings'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { eventually, listFolder, mailBody, signIn } from '../../testing/compose-helpers.ts'
import { type HttpClient, httpClient } from '../../testing/http-client.ts'
import { newGroup, signInAdmin } from '../../testing/mail-groups.ts'
import { startTestServer, type TestServer, testPassword } from '../../testing/start-test-server.ts'

let server: TestServer
let boss: HttpClient
let lin: HttpClient
let admin: HttpClient
let accountId: number
let lab: number
let groupId: number

const rule = (field: GroupRule['conditions'][number]['field'], value: string): GroupRule => ({
  match: 'all',
  conditions: [{ field, op: 'is', value }],
})

beforeAll(async () => {
  server = await startTestServer()
  boss = await signInAdmin(server)
  const { url } = await boss.get(fromMail.token, {})
  admin = httpClient(`http://127.0.0.1:${server.app.consolePort()}`)
  const ticket = new URLSearchParams(new URL(url).hash.slice(1)).get('ticket') ?? ''
  const { token } = await admin.get(consoleContract.open, { body: { ticket } })
  admin.tokens = { accessToken: token } as never
  await admin.get(consoleContract.confirm, { body: { password: testPassword } })
  const made = await admin.get(consoleContract.saveDepartment, { body: { name: '研究室' } })
  lab = made.id
  const person = { address: 'lin@example.test', name: '林小雨', duties: '会计' }
  accountId = (await server.addPerson(person)).accountId
  lin = await signIn(server, 'lin@example.test')
  groupId = await newGroup(boss, {
    address: 'ruled@example.test',
    senders: 'members',
    rule: rule('duties', '会计'),
  })
})

afterAll(() => server.stop())

const isIn = async () =>
  (await lin.get(groups.list, { query: { which: 'authorised' } })).list.some(
    ({ address }) => address === 'ruled@example.test',
  )
const change = (body: object) =>
  admin.get(consoleContract.change, { body: { accountId, ...body } as never })
const ask = (next: GroupRule | null) =>
  boss.get(groups.save, { body: { groupId, name: 'ruled', senders: 'members', rule: next } })

it('CONTACTS-09 who is in a group by a rule follows the rule and what the directory says of a person', async () => {
  expect(await isIn()).toBe(true)
  await change({ duties: '出纳' })
  expect(await isIn()).toBe(false)
  await ask(rule('duties', '出纳'))
  expect(await isIn()).toBe(true)
  await ask(rule('department', '研究室'))
  expect(await isIn()).toBe(false)
  await change({ departmentId: lab })
  expect(await isIn()).toBe(true)
  await admin.get(consoleContract.saveDepartment, { body: { id: lab, name: '实验室' } })
  expect(await isIn()).toBe(false)
  await ask(rule('department', '实验室'))
  expect(await isIn()).toBe(true)
  await ask(rule('name', '林大雨'))
  expect(await isIn()).toBe(false)
  await change({ name: '林大雨' })
  expect(await isIn()).toBe(true)
  await ask(null)
  expect(await isIn()).toBe(false)
})

it('CONTACTS-09 a person who comes after the rule is a member by it and gets its mail', async () => {
  await boss.get(groups.save, {
    body: { groupId, name: 'ruled', rule: rule('address', 'late@example.test') },
  })
  await server.addPerson({ address: 'late@example.test', name: '晚来' })
  const late = await signIn(server, 'late@example.test')
  await lin.get(settings.changeSetting, { body: { key: 'undoSendSeconds', value: 0 } })
  await lin.get(compose.send, {
    body: mailBody({ mailTo: ['ruled@example.test'], mailSubject: 'by a rule' }),
  })
  await eventually(
    async () => (await listFolder(late, 'inbox')).list,
    (list) => list.some(({ mailSubject }) => mailSubject === 'by a rule'),
  )
})

it('CONTACTS-09 who is deleted is in no group by a rule, not by one that leaves somebody out either', async () => {
  await boss.get(groups.save, {
    body: {
      groupId,
      name: 'ruled',
      rule: { match: 'all', conditions: [{ field: 'name', op: 'is-not', value: '林大雨' }] },
    },
  })
  const { accountId: gone } = await server.addPerson({ address: 'gone@example.test', name: '走了' })
  const rows = async () =>
    (
      await server.app.database.query(sql`
      SELECT FROM mail_group_rule_members WHERE group_id = ${groupId} AND account_id = ${gone}`)
    ).length
  expect(await rows()).toBe(1)
  await change({ accountId: gone, disabled: true })
  await admin.get(consoleContract.deletePerson, {
    body: { accountId: gone, heirId: null, addressesTo: 'nobody' },
  })
  await vi.waitFor(
    async () =>
      expect((await admin.call(consoleContract.person, { query: { accountId: gone } })).error).toBe(
        'console.gone',
      ),
    60_000,
  )
  expect(await rows()).toBe(0)
})
