import { compose } from '@hongyan/contract/compose'
import { consoleContract as api } from '@hongyan/contract/console'
import { folders } from '@hongyan/contract/folders'
import { labels } from '@hongyan/contract/labels'
import { messages } from '@hongyan/contract/messages'
import { records } from '@hongyan/contract/records'
import { retentionKinds } from '@hongyan/contract/retention-fields'
import { todo } from '@hongyan/contract/todo'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { eventually, mailBody } from '../../testing/compose-helpers.ts'
import { inConsole } from '../../testing/console-client.ts'
import type { HttpClient } from '../../testing/http-client.ts'
import { newProgramMailbox } from '../../testing/imap-client.ts'
import { newMailbox, type TestMailbox } from '../../testing/mailbox.ts'
import { openPush } from '../../testing/push-client.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

let server: TestServer
let owner: HttpClient
let auditor: HttpClient
let sales: number
let north: number

beforeAll(async () => {
  server = await startTestServer()
  const { directory, database } = server.app
  const organisationId = (await directory.organisation())?.id ?? (1 as never)
  sales = await directory.createDepartment({ organisationId, name: '销售部', sort: 1 })
  const below = { organisationId, name: '北方', sort: 1, parentId: sales }
  north = await directory.createDepartment(below)
  await server.addPerson({ address: 'owner@example.test', isAdmin: true })
  const { userId } = await server.addPerson({ address: 'auditor@example.test', isAdmin: true })
  await database.run(sql`UPDATE users SET console_role = 'auditor' WHERE id = ${userId}`)
  owner = await inConsole(server, 'owner@example.test')
  auditor = await inConsole(server, 'auditor@example.test')
})

afterAll(() => server.stop())

const rules = async (who = owner) => (await who.get(api.retentionRules, {})).list

afterEach(async () => {
  for (const { id } of await rules()) await owner.get(api.removeRetention, { body: { id } })
})

const wish = {
  name: 'old mail',
  everybody: true,
  accountIds: [] as number[],
  departmentIds: [] as number[],
  kinds: [...retentionKinds],
  days: 30,
  keepStarred: false,
  keepLabel: '',
}
type Wish = typeof wish
const rule = async (over: Partial<Wish> = {}) =>
  (await owner.get(api.saveRetention, { body: { ...wish, ...over } })).id
const ruleOf = async (id: number) => (await rules()).find((one) => one.id === id)

/** The end of a dry run. */
async function tried(id: number) {
  await owner.get(api.tryRetention, { body: { id } })
  const done = async () => (await ruleOf(id))?.trial
  return eventually(done, (trial) => trial?.endedAt !== null, 'the end of the dry run')
}

/** Switched on, and as if its first night had come. */
async function on(id: number): Promise<void> {
  await tried(id)
  await owner.get(api.switchRetention, { body: { id, on: true } })
  await server.app.database.run(
    sql`UPDATE retention_rules SET runs_from = now() - interval '1 minute' WHERE id = ${id}`,
  )
}

const active = async (over: Partial<Wish> = {}) => {
  const id = await rule(over)
  await on(id)
  return id
}

const nights = () =>
  server.app.database.query(sql<{ ended: boolean }>`
    SELECT ended_at IS NOT NULL AS ended FROM retention_walks WHERE trial_of IS NULL`)

/** A night from its beginning to its end. */
async function night(): Promise<void> {
  const { length } = await nights()
  await server.app.database.run(sql`SELECT graphile_worker.add_job('retention-night')`)
  const isOver = (list: { ended: boolean }[]) =>
    list.length > length && list.every(({ ended }) => ended)
  await eventually(nights, isOver, 'the end of the night')
}

/** The job of a night that has nothing to do. */
async function idleNight(): Promise<void> {
  const { length } = await nights()
  await server.app.database.run(sql`SELECT graphile_worker.add_job('retention-night')`)
  const jobs = () =>
    server.app.database.query(
      sql`SELECT FROM graphile_worker.jobs WHERE task_identifier = 'retention-night'`,
    )
  await eventually(jobs, (list) => list.length === 0, 'the job')
  expect(await nights()).toHaveLength(length)
}

const runs = async (who = owner) => (await who.get(api.retentionRuns, { query: {} })).list
const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const move = (box: TestMailbox, departmentId: number) =>
  server.app.database.run(
    sql`UPDATE users SET department_id = ${departmentId} WHERE account_id = ${box.accountId}`,
  )
const arrived = (box: TestMailbox, days: number) =>
  server.app.database.run(sql`
    UPDATE messages SET saved_at = now() - make_interval(days => ${days}::int)
    WHERE account_id = ${box.accountId} AND folder_id = ANY(ARRAY[${box.trash}, ${box.folderId('junk')}]::bigint[])`)

/** Old mail of every kind that stays, and of every kind that goes. */
async function fill(box: TestMailbox, oldest: string): Promise<void> {
  const { client } = box
  const at = ago(40)
  const { folderId } = await client.get(folders.save, { body: { folderName: 'own' } })
  const { labelId } = await client.get(labels.save, { body: { labelName: 'Keep' } })
  const { labelId: other } = await client.get(labels.save, { body: { labelName: 'other' } })
  await box.put('trash', { subject: 'old in trash', at: oldest })
  await box.put('junk', { subject: 'old in junk', at })
  await arrived(box, 31)
  await box.put('trash', { subject: 'thrown away today', at })
  await box.put('inbox', { subject: 'new', at: ago(20) }, { subject: 'starred', at, starred: true })
  const [pinned = 0, kept = 0, labelled = 0, due = 0, over = 0] = await box.put(
    'inbox',
    { subject: 'pinned', at },
    { subject: 'labelled keep', at },
    { subject: 'labelled other', at },
    { subject: 'to do later', at },
    { subject: 'to do before', at },
  )
  await client.get(messages.pin, { body: { mailIds: [pinned], pinned: true } })
  await client.get(labels.mark, { body: { mailIds: [kept], add: [labelId] } })
  await client.get(labels.mark, { body: { mailIds: [labelled], add: [other] } })
  const later = new Date(Date.now() + 5 * 86_400_000).toISOString()
  await client.get(todo.save, { body: { mailId: due, dueTime: later } })
  await client.get(todo.save, { body: { mailId: over, dueTime: later } })
  await server.app.database.run(sql`
    UPDATE todos SET due_at = now() - interval '1 day' WHERE account_id = ${box.accountId} AND message_id = ${over}`)
  await box.put('archive', { subject: 'archived', at })
  await box.put(folderId, { subject: 'in an own folder', at })
  await box.put('sent', { subject: 'sent', at })
  const { sendKey: _key, ...draft } = mailBody({ mailSubject: 'draft' })
  await client.get(compose.saveDraft, { body: draft })
  for (const mailSubject of ['scheduled', 'awaiting approval'])
    await client.get(compose.send, { body: mailBody({ mailSubject, scheduledTime: later }) })
  await server.app.database.run(sql`
    UPDATE submissions s SET state = 'awaiting-approval' FROM messages m
    WHERE m.account_id = s.account_id AND m.id = s.message_id AND m.subject = 'awaiting approval'`)
  await server.app.database.run(sql`
    UPDATE messages SET received_at = ${at} WHERE account_id = ${box.accountId}
      AND subject IN ('draft', 'scheduled', 'awaiting approval')`)
}

async function allSubjects(box: TestMailbox): Promise<string[]> {
  const rows = await server.app.database.query(
    sql<{ subject: string }>`SELECT subject FROM messages WHERE account_id = ${box.accountId}`,
  )
  return rows.map(({ subject }) => subject).sort()
}

const stays = [
  ...['awaiting approval', 'draft', 'labelled keep', 'new', 'scheduled', 'starred'],
  ...['thrown away today', 'to do later'],
]
const goes = [
  ...['archived', 'in an own folder', 'labelled other', 'old in junk', 'old in trash', 'pinned'],
  ...['sent', 'to do before'],
]

it('issue 17: a rule deletes what is old and nothing else, as its dry run said; its owner can get it back', async () => {
  const box = await newMailbox(server)
  const other = await newMailbox(server)
  const oldest = ago(50)
  await fill(box, oldest)
  await other.put('inbox', { subject: 'not named', at: ago(400) })
  const accountIds = [box.accountId as number]
  const id = await rule({ everybody: false, accountIds, keepStarred: true, keepLabel: 'keep' })
  const trial = await tried(id)
  expect(trial).toMatchObject({ people: 1, mails: goes.length, oldest })
  expect(trial?.looked).toBe(trial?.mailboxes)
  expect(await allSubjects(box)).toEqual([...stays, ...goes].sort())
  await on(id)
  await night()
  expect(await allSubjects(box)).toEqual(stays)
  expect(await other.subjects(other.inbox)).toEqual(['not named'])
  const [run] = await runs()
  const { people, mails, bytes } = trial ?? {}
  expect(run).toMatchObject({ rule: 'old mail', people, mails, bytes, oldest })
  expect(run?.endedAt).not.toBeNull()
  const { list } = await box.client.get(records.deleted, { query: { pageSize: 100 } })
  expect(list.map((one) => one.mailSubject).sort()).toEqual(goes)
  await night()
  expect((await runs())[0]).toMatchObject({ people: 0, mails: 0, bytes: 0, oldest: null })
})

it('issue 17: the nearest rule decides on each kind of folder: person, department, department above, everybody', async () => {
  const named = await newMailbox(server)
  const inNorth = await newMailbox(server)
  const inSales = await newMailbox(server)
  const elsewhere = await newMailbox(server)
  await move(named, north)
  await move(inNorth, north)
  await move(inSales, sales)
  const all = [named, inNorth, inSales, elsewhere]
  const ages = [5, 15, 25, 35, 45]
  for (const box of all)
    for (const folder of ['inbox', 'archive'] as const)
      await box.put(folder, ...ages.map((days) => ({ subject: `${days}`, at: ago(days) })))
  const some = { everybody: false, kinds: ['inbox' as const] }
  await active({ name: 'all', days: 10 })
  // Of two that are equally near the one for fewer folders decides, then the one that keeps longer.
  await active({ name: 'all inboxes', days: 20, kinds: ['inbox'] })
  await active({ name: 'all inboxes, shorter', days: 4, kinds: ['inbox'] })
  await active({ ...some, name: 'sales', departmentIds: [sales], days: 30 })
  await active({ ...some, name: 'north', departmentIds: [north], days: 40 })
  await active({ ...some, name: 'person', accountIds: [named.accountId], days: 50 })
  await night()
  const inboxes = await Promise.all(all.map((box) => box.subjects(box.inbox)))
  expect(inboxes.map((list) => list.length)).toEqual([5, 4, 3, 2])
  for (const box of all) expect(await box.subjects(box.archive)).toEqual(['5'])
  const { folderList } = await inSales.client.get(folders.list, { query: {} })
  const told = Object.fromEntries(folderList.map(({ role, retention }) => [role, retention?.days]))
  expect(told).toEqual({ inbox: 30, sent: 10, archive: 10, junk: 10, trash: 10, drafts: undefined })
})

it('issue 17: a rule that is off deletes nothing, is tried as it is before it goes on, and has a night of grace', async () => {
  const box = await newMailbox(server)
  await box.put('inbox', { subject: 'old', at: ago(40) })
  const accountIds = [box.accountId as number]
  const body = { ...wish, everybody: false, accountIds }
  const id = await rule(body)
  await idleNight()
  const turn = (to: boolean) => owner.call(api.switchRetention, { body: { id, on: to } })
  expect((await turn(true)).error).toBe('retention.untried')
  await tried(id)
  await owner.get(api.saveRetention, { body: { ...body, id, days: 35 } })
  expect((await turn(true)).error).toBe('retention.untried')
  await tried(id)
  const { firstNight } = await owner.get(api.retentionRules, {})
  await owner.get(api.switchRetention, { body: { id, on: true } })
  expect(await ruleOf(id)).toMatchObject({
    runsFrom: firstNight,
    activeBy: 'owner@example.test',
    days: 35,
  })
  expect(new Date(firstNight).getTime() - Date.now()).toBeGreaterThan(11 * 3_600_000)
  await idleNight()
  const change = await owner.call(api.saveRetention, { body: { ...body, id } })
  expect(change.error).toBe('retention.is-on')
  await server.app.database.run(sql`UPDATE retention_rules SET runs_from = now() WHERE id = ${id}`)
  await owner.get(api.switchRetention, { body: { id, on: false } })
  await idleNight()
  expect(await box.subjects(box.inbox)).toEqual(['old'])
})

it('issue 17: what a legal hold keeps no rule deletes, until the hold is released', async () => {
  const box = await newMailbox(server)
  await box.put('inbox', { subject: 'before', at: ago(400) }, { subject: 'held', at: ago(100) })
  const hold = { accountIds: [box.accountId as number], departmentIds: [], mailUntil: null }
  const body = { reason: 'case', ...hold, mailFrom: ago(200) }
  const { id } = await owner.get(api.addLegalHold, { body })
  await active({ everybody: false, accountIds: [box.accountId] })
  await night()
  expect(await box.subjects(box.inbox)).toEqual(['held'])
  await owner.get(api.releaseLegalHold, { body: { id } })
  await night()
  expect(await box.subjects(box.inbox)).toEqual([])
})

it('issue 17: open programs and browsers see the mail go; the log of the mailbox says that a rule did it', async () => {
  const box = await newProgramMailbox(server)
  await box.put('inbox', { subject: 'new' }, { subject: 'old', at: ago(40) })
  const program = await box.program()
  await program.ask('SELECT INBOX')
  program.write('i IDLE\r\n')
  await program.until(/^\+ /)
  const push = await openPush(server, box)
  await active({ everybody: false, accountIds: [box.accountId], kinds: ['inbox'] })
  await night()
  expect(await program.until(/EXPUNGE/)).toBe('* 2 EXPUNGE\r\n')
  for (;;) if ((await push.next('mailbox')).kind === 'removed') break
  program.close()
  push.close()
  const rows = await server.app.database.query(sql`
    SELECT subject, client FROM activity WHERE account_id = ${box.accountId} AND kind = 'destroy'`)
  expect(rows).toEqual([{ subject: 'old', client: 'retention' }])
})

it('issue 17: nothing of another organisation is deleted or shown', async () => {
  const { directory, database } = server.app
  const organisationId = await directory.createOrganisation('Elsewhere')
  await directory.createDomain(organisationId, 'elsewhere.test')
  const foreign = await server.addPerson({ organisationId, address: 'li@elsewhere.test' })
  const box = await newMailbox(server)
  await box.put('inbox', { subject: 'old', at: ago(40) })
  await database.run(sql`
    INSERT INTO messages SELECT (jsonb_populate_record(NULL::messages, to_jsonb(m) || jsonb_build_object(
      'account_id', ${foreign.accountId}::bigint,
      'folder_id', (SELECT id FROM folders WHERE account_id = ${foreign.accountId} AND role = 'inbox')))).*
    FROM messages m WHERE m.account_id = ${box.accountId}`)
  const left = () =>
    database.query(sql`SELECT FROM messages WHERE account_id = ${foreign.accountId}`)
  const accountIds = [foreign.accountId as number]
  const body = { ...wish, everybody: false, accountIds }
  expect((await owner.call(api.saveRetention, { body })).error).toBe('console.gone')
  await active()
  await night()
  expect(await box.subjects(box.inbox)).toEqual([])
  expect(await left()).toHaveLength(1)
  await database.run(sql`DELETE FROM messages WHERE account_id = ${foreign.accountId}`)
})

it('issue 17: a rule must name somebody; auditors see rules and runs and change none; the log has the whole rule', async () => {
  const refused: [Partial<Wish>, string][] = [
    [{ everybody: false }, 'compliance.nobody'],
    [{ everybody: false, accountIds: [999_999] }, 'console.gone'],
    [{ everybody: false, departmentIds: [999_999] }, 'console.department-gone'],
    [{ kinds: [] }, 'request.invalid'],
    [{ days: 0 }, 'request.invalid'],
  ]
  for (const [over, error] of refused) {
    const answer = await owner.call(api.saveRetention, { body: { ...wish, ...over } })
    expect(answer.error).toBe(error)
  }
  const id = await active({ name: 'three years', days: 1_095, keepLabel: 'Keep' })
  await night()
  expect((await rules(auditor)).map((one) => one.id)).toEqual([id])
  expect((await runs(auditor))[0]).toMatchObject({ rule: 'three years' })
  const may = [
    auditor.call(api.saveRetention, { body: wish }),
    auditor.call(api.tryRetention, { body: { id } }),
    auditor.call(api.switchRetention, { body: { id, on: false } }),
    auditor.call(api.removeRetention, { body: { id } }),
  ]
  for (const one of await Promise.all(may)) expect(one.error).toBe('console.not-allowed')
  const { list } = await owner.get(api.acts, { query: { pageSize: 2 } })
  const details = { everybody: true, days: 1_095, keepLabel: 'Keep', kinds: wish.kinds.join(' ') }
  expect(list).toMatchObject([
    { act: 'retention-on', whom: 'three years', details, done: true },
    { act: 'retention-saved', whom: 'three years', done: true },
  ])
})
