import { consoleContract as api } from '@hongyan/contract/console'
import { folders } from '@hongyan/contract/folders'
import { session } from '@hongyan/contract/session'
import { settings } from '@hongyan/contract/settings'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { verifyStore } from '../../mailstore/verify/verify.ts'
import { sql } from '../../platform/db/sql.ts'
import { inConsole } from '../../testing/console-client.ts'
import { type HttpClient, httpClient } from '../../testing/http-client.ts'
import { newMailbox, type TestMailbox } from '../../testing/mailbox.ts'
import { startTestServer, type TestServer, testPassword } from '../../testing/start-test-server.ts'
import { checkActs } from './acts-chain.ts'
import { accountTables, userTables } from './console-erase.queries.ts'

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
  const { userId } = await server.addPerson({ address: 'head@example.test', isAdmin: true })
  await database.run(sql`
    UPDATE users SET console_role = 'department', console_department = ${sales} WHERE id = ${userId}`)
  owner = await inConsole(server, 'owner@example.test')
  head = await inConsole(server, 'head@example.test')
})

afterAll(() => server.stop())

const inSales = async (box: TestMailbox) =>
  server.app.database.run(
    sql`UPDATE users SET department_id = ${sales} WHERE account_id = ${box.accountId}`,
  )
const of = ({ accountId }: Pick<TestMailbox, 'accountId'>) => ({ accountId: accountId as number })
const account = (box: TestMailbox, who = owner) => who.get(api.account, { query: of(box) })
const actsOf = async (keyword: string) =>
  (await owner.get(api.acts, { query: { keyword } })).list.map(({ act, done }) => `${act} ${done}`)
const findings = async () => (await verifyStore(server.app.database, server.app.blobs)).findings
const accepts = (address: string) => server.app.directory.findRecipient(address)

it('issue 17: what proves somebody is taken away after the password, and every login ends', async () => {
  const box = await newMailbox(server)
  const { database } = server.app
  await database.run(sql`
    UPDATE users SET totp_secret = 'x', totp_since = now(), bound_phone = '13800000000', second_by_phone = true
    WHERE account_id = ${box.accountId}`)
  expect((await account(box)).ways).toEqual(['totp', 'phone'])
  const body = { ...of(box), ways: ['totp' as const] }
  const calm = await inConsole(server, 'owner@example.test')
  await database.run(sql`UPDATE console_sessions SET confirmed_at = NULL`)
  expect((await calm.call(api.resetSecondStep, { body })).error).toBe('console.confirm')
  for (const one of [owner, head]) await one.get(api.confirm, { body: { password: testPassword } })
  await owner.get(api.resetSecondStep, { body })
  expect((await account(box)).ways).toEqual(['phone'])
  expect((await box.client.call(session.userInfo, {})).error).toBe('session.expired')
  await owner.get(api.resetSecondStep, { body: { ...of(box), ways: ['phone'] } })
  expect((await account(box)).ways).toEqual([])
  const again = httpClient(server.url)
  await again.logIn(box.address, testPassword)
  expect(again.tokens?.accessToken).toBeTruthy()
  await owner.get(api.owePassword, { body: of(box) })
  await again.logIn(box.address, testPassword)
  expect(again.tokens?.forceChangePwd).toBe(true)
  expect(await actsOf(box.address)).toEqual([
    'password-owed true',
    'second-step-reset true',
    'second-step-reset true',
  ])
})

it('issue 17: alias addresses: none that is or was another’s, none of the whole organisation for a department', async () => {
  const [box, other] = [await newMailbox(server), await newMailbox(server)]
  await inSales(box)
  const add = (address: string, who = owner, to = box) =>
    who.call(api.addAlias, { body: { ...of(to), address } })
  expect((await add('Sales.One@EXAMPLE.test')).code).toBe(200)
  expect((await accepts('sales.one@example.test'))?.accountId).toBe(box.accountId)
  expect((await add('sales.one@example.test', owner, other)).error).toBe('alias.taken')
  expect((await add(other.address)).error).toBe('alias.taken')
  expect((await add('x@other.test')).error).toBe('console.domain')
  for (const bad of ['no address', 'a+b@example.test', 'a"b@example.test', '@example.test'])
    expect((await add(bad)).error, bad).toBe('console.address')
  expect((await add('abuse@example.test', head)).error).toBe('console.not-allowed')
  expect((await add('fine@example.test', head)).code).toBe(200)
  expect((await add('out@example.test', head, other)).error).toBe('console.gone')
  const remove = (address: string) => owner.call(api.removeAlias, { body: { ...of(box), address } })
  expect((await remove(box.address)).error).toBe('console.alias-gone')
  expect((await remove('sales.one@example.test')).code).toBe(200)
  expect(await accepts('sales.one@example.test')).toBeNull()
  expect((await add('sales.one@example.test', owner, other)).error).toBe('alias.taken')
  // One's own comes back.
  expect((await add('sales.one@example.test')).code).toBe(200)
  expect((await account(box)).aliases).toEqual(['fine@example.test', 'sales.one@example.test'])
})

it('issue 17: forward, reply of somebody who is away, flags of the index, and the last day', async () => {
  const [box, other] = [await newMailbox(server), await newMailbox(server)]
  const forward = { enabled: true, forwardTo: [other.address], keepOriginal: true }
  await owner.get(api.saveForward, { body: { ...of(box), forward } })
  const own = { ...forward, forwardTo: [box.address] }
  const toOneself = await owner.call(api.saveForward, { body: { ...of(box), forward: own } })
  expect(toOneself.error).toBe('forward.own')
  const reply = { enabled: true, content: '我在休假', startTime: '', endTime: '' }
  await owner.get(api.saveReply, { body: { ...of(box), reply } })
  const flags = { islandPersonnel: true, mailMoveEnable: false, privateEnable: true }
  await owner.get(api.flags, { body: { ...of(box), flags } })
  expect(await account(box)).toMatchObject({ forward, reply, flags })
  expect(await box.client.get(settings.index, { body: {} })).toMatchObject({
    islandPersonnel: 1,
    mailMoveEnable: 0,
    privateEnable: 1,
  })
  const outside = [
    await head.call(api.account, { query: of(box) }),
    await head.call(api.saveForward, { body: { ...of(box), forward } }),
    await head.call(api.saveReply, { body: { ...of(box), reply } }),
    await head.call(api.flags, { body: { ...of(box), flags } }),
    await head.call(api.resetSecondStep, { body: { ...of(box), ways: ['totp'] } }),
    await head.call(api.owePassword, { body: of(box) }),
  ]
  expect(outside.map((one) => one.error)).toEqual(outside.map(() => 'console.gone'))
})

const begin = (box: TestMailbox, heir: TestMailbox | null, addressesTo: 'heir' | 'nobody') =>
  owner.call(api.deletePerson, {
    body: { ...of(box), heirId: heir ? (heir.accountId as number) : null, addressesTo },
  })
const isGone = (box: TestMailbox) =>
  vi.waitFor(async () => {
    expect((await owner.call(api.person, { query: of(box) })).error).toBe('console.gone')
  }, 60_000)

it('issue 17: a person is deleted when the heir has all the mail, and the address goes there too', async () => {
  const [box, heir] = [await newMailbox(server, { name: '周敏' }), await newMailbox(server)]
  const { folderId } = await box.client.get(folders.save, { body: { folderName: '合同' } })
  await box.put('inbox', { subject: 'one', starred: true }, { subject: 'two', seen: true })
  await box.put(folderId, { subject: 'contract' })
  await box.put('trash', { subject: 'thrown away' })
  await box.put('archive', ...Array.from({ length: 70 }, (_, at) => ({ subject: `old ${at}` })))
  expect((await begin(box, box, 'heir')).error).toBe('console.heir')
  expect((await begin(box, heir, 'heir')).code).toBe(200)
  await isGone(box)
  const tree = await server.app.mailstore.folders(heir.accountId)
  const root = tree.find(({ name }) => name.startsWith('周敏'))
  const below = tree.filter(({ parentId }) => parentId === root?.id)
  const mails = await Promise.all(below.map(({ id }) => heir.items(id)))
  const subjects = mails.flat().map(({ mailSubject }) => mailSubject)
  expect(subjects).toHaveLength(74)
  expect(new Set(subjects).size).toBe(74)
  const inbox = mails.flat().filter(({ mailSubject }) => ['one', 'two'].includes(mailSubject))
  expect(
    inbox.map(({ mailSubject, seen, starred }) => [mailSubject, seen, starred]).sort(),
  ).toEqual([
    ['one', false, true],
    ['two', true, false],
  ])
  expect((await accepts(box.address))?.accountId).toBe(heir.accountId)
  const people = await owner.get(api.people, { query: { keyword: '周敏' } })
  expect(people.list).toEqual([])
  expect((await box.client.call(session.userInfo, {})).error).toBe('session.expired')
  expect(await findings()).toEqual([])
  expect(await actsOf(box.address)).toEqual(['person-deleted true'])
})

it('issue 17: without room nothing is lost and nothing erased; a stopped deletion gives the address back', async () => {
  const [box, heir] = [await newMailbox(server), await newMailbox(server)]
  await box.put('inbox', { subject: 'kept' }, { subject: 'kept too' })
  const { database } = server.app
  await database.run(sql`UPDATE accounts SET quota_bytes = 10 WHERE id = ${heir.accountId}`)
  expect((await begin(box, heir, 'heir')).error).toBe('console.heir-full')
  // The room goes while the mail is on its way.
  await database.run(sql`UPDATE accounts SET used_bytes = 0 WHERE id = ${box.accountId}`)
  await database.run(sql`UPDATE accounts SET quota_bytes = 1 WHERE id = ${heir.accountId}`)
  expect((await begin(box, heir, 'heir')).code).toBe(200)
  await vi.waitFor(async () => expect((await account(box)).deletion?.state).toBe('full'), 30_000)
  expect((await accepts(box.address))?.accountId).toBe(heir.accountId)
  expect((await begin(heir, null, 'nobody')).error).toBe('console.is-heir')
  // Nobody opens a mailbox that is about to be erased: what came in would go with it.
  const opened = await owner.call(api.disable, { body: { ...of(box), disabled: false } })
  expect(opened.error).toBe('console.being-deleted')
  await owner.get(api.keepPerson, { body: of(box) })
  expect((await account(box)).deletion).toMatchObject({ state: 'stopped', handed: 0, total: 2 })
  expect((await accepts(box.address))?.accountId).toBe(box.accountId)
  await owner.get(api.disable, { body: { ...of(box), disabled: false } })
  const back = httpClient(server.url)
  await back.logIn(box.address, testPassword)
  expect(back.tokens?.accessToken).toBeTruthy()
  await database.run(sql`UPDATE accounts SET quota_bytes = 1000000000 WHERE id = ${heir.accountId}`)
  expect((await begin(box, heir, 'nobody')).code).toBe(200)
  await isGone(box)
  expect(await accepts(box.address)).toBeNull()
  const again = await owner.call(api.addAlias, { body: { ...of(heir), address: box.address } })
  expect(again.error).toBe('alias.taken')
})

it('issue 17: every table that has something of a person is erased, or named as one that is kept', async () => {
  const rows = await server.app.database.query(sql<{ table: string; column: string }>`
    SELECT c.table_name AS table, c.column_name AS column FROM information_schema.columns c
    JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.column_name IN ('account_id', 'user_id')`)
  const kept = new Set([
    ...['addresses', 'former_addresses', 'users', 'messages', 'activity', 'feedback'],
    ...['submissions', 'authorised_mails', 'authorised_readers', 'authorised_shows'],
    ...['approvals', 'approval_approvers', 'approval_choices', 'approval_deputies'],
    ...['mail_groups', 'mail_group_deliveries', 'console_deletions', 'people_runs'],
    // Erased with their contents, or with what they hang on.
    ...['deleted_messages', 'uploads', 'upload_chunks', 'letter_pictures', 'mail_import_items'],
    ...['mail_migration_folders', 'mail_migration_failures', 'bulk_moves', 'quarantine'],
    // Of the organisation, or over by itself.
    ...['bayes_mails', 'protection_wave_copies', 'legal_hold_people', 'legal_copies'],
    ...['mail_export_people', 'mail_export_items', 'mail_export_tickets'],
    ...['retention_walks', 'retention_sums'],
  ])
  const left = rows.filter(
    ({ table, column }) =>
      !kept.has(table) && !(table in (column === 'account_id' ? accountTables : userTables)),
  )
  const elsewhere = left.filter(
    ({ table, column }) => !(column === 'user_id' && table in accountTables),
  )
  expect(elsewhere).toEqual([])
})

it('issue 17: the log of the console is a chain: a changed, removed or added act is found', async () => {
  const { database } = server.app
  const check = async () =>
    (await checkActs(database)).map(({ problem, place }) => `${problem}: ${place}`)
  expect(await check()).toEqual([])
  const [one] = await database.query(sql<{ id: number; who: string }>`
    SELECT id, who FROM console_acts ORDER BY id LIMIT 1 OFFSET 2`)
  const { id = 0, who = '' } = one ?? {}
  await database.run(sql`UPDATE console_acts SET who = 'somebody@example.test' WHERE id = ${id}`)
  expect(await check()).toContain(`act of the console was changed: act ${id}`)
  await database.run(sql`UPDATE console_acts SET who = ${who} WHERE id = ${id}`)
  expect(await check()).toEqual([])
  await expect(
    database.run(sql`DELETE FROM console_act_links WHERE act_id = ${id}`),
  ).rejects.toThrow('not changed')
  await database.run(sql`ALTER TABLE console_act_links DISABLE TRIGGER console_act_links_stay`)
  await database.run(sql`
    INSERT INTO console_acts (organisation_id, who, act) SELECT organisation_id, 'x', 'y' FROM console_acts LIMIT 1`)
  expect((await check()).join()).toContain('is not in its log')
  await database.run(sql`DELETE FROM console_acts WHERE act = 'y'`)
  await database.run(sql`DELETE FROM console_act_links WHERE act_id = ${id}`)
  await database.run(sql`DELETE FROM console_acts WHERE id = ${id}`)
  expect((await check()).join()).toContain('log of the console was changed')
})
