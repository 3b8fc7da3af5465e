import { compose } from '@hongyan/contract/compose'
import { consoleContract as api } from '@hongyan/contract/console'
import { folders } from '@hongyan/contract/folders'
import { messages } from '@hongyan/contract/messages'
import { settings } from '@hongyan/contract/settings'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { verifyStore } from '../../mailstore/verify/verify.ts'
import { sql } from '../../platform/db/sql.ts'
import { mailBody } from '../../testing/compose-helpers.ts'
import { inConsole } from '../../testing/console-client.ts'
import type { HttpClient } from '../../testing/http-client.ts'
import { newProgramMailbox, type ProgramMailbox } from '../../testing/imap-client.ts'
import type { TestMailbox } from '../../testing/mailbox.ts'
import { popIn } from '../../testing/pop3-client.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { createLegalHolds } from './holds.service.ts'

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

const wish = {
  reason: 'case 12',
  accountIds: [] as number[],
  departmentIds: [] as number[],
  mailFrom: null as string | null,
  mailUntil: null as string | null,
}
const hold = async (over: Partial<typeof wish>) =>
  (await owner.get(api.addLegalHold, { body: { ...wish, ...over } })).id
const kept = async (id: number, who = owner) =>
  (await who.get(api.legalCopies, { query: { id, pageSize: 100 } })).list
const subjects = async (id: number) => (await kept(id)).map((one) => one.subject).sort()
const findings = async () => (await verifyStore(server.app.database, server.app.blobs)).findings
const move = (box: TestMailbox, departmentId: number | null) =>
  server.app.database.run(
    sql`UPDATE users SET department_id = ${departmentId} WHERE account_id = ${box.accountId}`,
  )
const destroy = (box: TestMailbox, mailIds: number[]) =>
  box.client.get(messages.destroy, { body: { mailIds } })

/** As if 31 days had passed since it was deleted: nobody can fetch it back. */
async function over(): Promise<void> {
  await server.app.database.run(
    sql`UPDATE deleted_messages SET deleted_at = deleted_at - interval '31 days'`,
  )
  await server.app.mailstore.sweepRecords()
}

/** Puts a mail into the recycle bin and empties it. */
async function emptyBin(box: TestMailbox, subject: string): Promise<void> {
  await box.put('trash', { subject })
  await box.client.get(folders.clear, { body: { folderId: box.trash } })
  await vi.waitFor(async () => expect(await box.subjects(box.trash)).toEqual([]), 10_000)
}

async function expunge(box: ProgramMailbox, subject: string): Promise<void> {
  await box.put('archive', { subject })
  const program = await box.program()
  await program.ask('SELECT Archive')
  await program.ask('STORE 1:* +FLAGS (\\Deleted)')
  expect(await program.ask('EXPUNGE')).toMatch(/1 EXPUNGE/)
  program.close()
}

async function dele(box: ProgramMailbox, subject: string): Promise<void> {
  await box.put('inbox', { subject })
  const program = await popIn(server, box)
  expect(await program.ask('DELE 1')).toMatch(/^\+OK/)
  expect(await program.ask('QUIT')).toMatch(/^\+OK/)
}

it('issue 17: what somebody on legal hold deletes, empties, expunges or fetches away by POP3 is kept where they do not see it', async () => {
  const box = await newProgramMailbox(server)
  const free = await newProgramMailbox(server)
  const id = await hold({ accountIds: [box.accountId] })
  for (const one of [box, free]) {
    await destroy(one, await one.put('inbox', { subject: 'deleted' }))
    await emptyBin(one, 'emptied')
    await expunge(one, 'expunged')
    await dele(one, 'fetched')
  }
  expect(await kept(id)).toEqual([])
  await over()
  expect(await subjects(id)).toEqual(['deleted', 'emptied', 'expunged', 'fetched'])
  const [first] = await kept(id)
  expect(first).toMatchObject({ address: box.address, fromAddress: expect.stringContaining('@') })
  const seen: (string | null)[] = []
  for (let before: number | undefined; ; ) {
    const query = { id, pageSize: 1, ...(before !== undefined && { before }) }
    const [one] = (await owner.get(api.legalCopies, { query })).list
    if (!one) break
    seen.push(one.subject)
    before = one.id
  }
  expect(seen.sort()).toEqual(await subjects(id))
  const rows = await server.app.database.query(sql`
    SELECT FROM deleted_messages WHERE account_id IN (${box.accountId}, ${free.accountId})`)
  expect(rows).toEqual([])
  expect(await findings()).toEqual([])
  // Their bytes are there when all that nobody uses has gone.
  const { database, blobs } = server.app
  const stored = await database.query(sql<{ blob: Buffer }>`SELECT blob FROM legal_copies`)
  for (const { blob } of stored) expect((await blobs.get(blob)).length).toBeGreaterThan(0)
})

it('issue 17: a draft that is thrown away is kept, not each of its versions; a recalled mail is kept where it was taken from', async () => {
  const box = await newProgramMailbox(server)
  const writer = await newProgramMailbox(server)
  const id = await hold({ accountIds: [box.accountId, writer.accountId] })
  const { sendKey: _key, ...draft } = mailBody({ mailSubject: 'first' })
  const saved = await box.client.get(compose.saveDraft, { body: draft })
  const next = { ...draft, mailSubject: 'second', draftId: saved.draftId, version: saved.version }
  const again = await box.client.get(compose.saveDraft, { body: next })
  expect(await subjects(id)).toEqual([])
  await box.client.get(compose.deleteDrafts, { body: { mailIds: [again.mailId] } })
  expect(await subjects(id)).toEqual(['second'])
  await writer.client.get(settings.changeSetting, { body: { key: 'undoSendSeconds', value: 0 } })
  const mistake = mailBody({ mailTo: [box.address], mailSubject: 'mistake' })
  const sent = await writer.client.get(compose.send, { body: mistake })
  await vi.waitFor(async () => expect(await box.subjects(box.inbox)).toEqual(['mistake']), 10_000)
  await writer.client.get(compose.cancel, { body: { mailId: sent.mailId } })
  await vi.waitFor(async () => expect(await subjects(id)).toEqual(['mistake', 'second']), 10_000)
  expect(await findings()).toEqual([])
})

it('issue 17: a hold is for mail of its time, and for departments with all below, for who was there and who comes', async () => {
  const there = await newProgramMailbox(server)
  const comes = await newProgramMailbox(server)
  await move(there, north)
  const from = '2026-01-01T00:00:00Z'
  const until = '2026-02-01T00:00:00Z'
  const id = await hold({ departmentIds: [sales], mailFrom: from, mailUntil: until })
  const delivered = async (box: TestMailbox, subject: string) =>
    destroy(
      box,
      await box.put(
        'inbox',
        { subject: `${subject} early`, at: '2025-12-31T23:59:59Z' },
        { subject, at: from },
        { subject: `${subject} late`, at: until },
      ),
    )
  await delivered(comes, 'before')
  await over()
  expect(await subjects(id)).toEqual([])
  await move(comes, north)
  await move(there, null)
  await delivered(comes, 'come')
  await delivered(there, 'gone elsewhere')
  await over()
  expect(await subjects(id)).toEqual(['come', 'gone elsewhere'])
  await move(comes, null)
  await delivered(comes, 'left')
  await over()
  expect(await subjects(id)).toEqual(['come', 'gone elsewhere'])
})

it('issue 17: nobody on hold is erased; released, what no other hold keeps goes after 30 days', async () => {
  const { database } = server.app
  const box = await newProgramMailbox(server)
  const one = await hold({ accountIds: [box.accountId], reason: 'one' })
  const two = await hold({
    accountIds: [box.accountId],
    reason: 'two',
    mailUntil: '2026-01-01T00:00:00Z',
  })
  await destroy(
    box,
    await box.put('inbox', { subject: 'old', at: '2025-05-05T00:00:00Z' }, { subject: 'new' }),
  )
  await over()
  expect([await subjects(one), await subjects(two)]).toEqual([['new', 'old'], ['old']])
  const erase = { accountId: box.accountId as number, heirId: null, addressesTo: 'nobody' as const }
  expect((await owner.call(api.deletePerson, { body: erase })).error).toBe('console.on-hold')
  await owner.get(api.releaseLegalHold, { body: { id: one } })
  const again = await owner.call(api.releaseLegalHold, { body: { id: one } })
  expect(again.error).toBe('compliance.hold-gone')
  const { sweep } = createLegalHolds({ database })
  await sweep()
  expect(await subjects(one)).toEqual(['new', 'old'])
  await database.run(
    sql`UPDATE legal_holds SET released_at = now() - interval '31 days' WHERE id = ${one}`,
  )
  await sweep()
  expect([await subjects(one), await subjects(two)]).toEqual([[], ['old']])
  expect(await findings()).toEqual([])
})

it('issue 17: a hold that begins while somebody is being deleted keeps what goes with them', async () => {
  const { database } = server.app
  const box = await newProgramMailbox(server)
  const heir = await newProgramMailbox(server)
  await box.put('inbox', { subject: 'last' })
  await destroy(box, await box.put('inbox', { subject: 'deleted' }))
  const quota = (bytes: number) =>
    database.run(sql`UPDATE accounts SET quota_bytes = ${bytes} WHERE id = ${heir.accountId}`)
  await database.run(sql`UPDATE accounts SET used_bytes = 0 WHERE id = ${box.accountId}`)
  await quota(1)
  const accountId = box.accountId as number
  const body = { accountId, heirId: heir.accountId as number, addressesTo: 'heir' as const }
  const state = async () =>
    (await owner.get(api.account, { query: { accountId } })).deletion?.state ?? 'none'
  expect((await owner.call(api.deletePerson, { body })).code).toBe(200)
  await vi.waitFor(async () => expect(await state()).toBe('full'), 20_000)
  const id = await hold({ accountIds: [accountId] })
  await quota(1_000_000_000)
  expect((await owner.call(api.deletePerson, { body })).code).toBe(200)
  await vi.waitFor(async () => expect(await subjects(id)).toEqual(['deleted', 'last']), 20_000)
  const gone = async () => (await owner.call(api.person, { query: { accountId } })).error
  await vi.waitFor(async () => expect(await gone()).toBe('console.gone'), 20_000)
  expect(await findings()).toEqual([])
})

it('issue 17: auditors see holds and whose mail was kept, never what it is about; acts stand in the log', async () => {
  const box = await newProgramMailbox(server)
  const id = await hold({ accountIds: [box.accountId], reason: 'case 99' })
  await destroy(box, await box.put('inbox', { subject: 'secret' }))
  await over()
  expect((await kept(id, auditor)).map(({ address, subject }) => ({ address, subject }))).toEqual([
    { address: box.address, subject: null },
  ])
  const { list } = await auditor.get(api.legalHolds, { query: {} })
  expect(list[0]).toMatchObject({
    id,
    reason: 'case 99',
    createdBy: 'owner@example.test',
    releasedAt: null,
    people: [{ address: box.address }],
    departments: [],
  })
  const late = { mailFrom: '2026-02-01T00:00:00Z', mailUntil: '2026-01-01T00:00:00Z' }
  const refused: [Partial<typeof wish>, string][] = [
    [{}, 'compliance.nobody'],
    [{ accountIds: [999_999] }, 'console.gone'],
    [{ departmentIds: [999_999] }, 'console.department-gone'],
    [{ departmentIds: [sales], ...late }, 'compliance.range'],
  ]
  for (const [over, error] of refused) {
    const answer = await owner.call(api.addLegalHold, { body: { ...wish, ...over } })
    expect(answer.error).toBe(error)
  }
  await owner.get(api.releaseLegalHold, { body: { id } })
  const { list: acts } = await owner.get(api.acts, { query: { pageSize: 2 } })
  expect(acts).toMatchObject([
    { act: 'hold-released', done: true },
    { act: 'hold-added', whom: box.address, details: { reason: 'case 99' }, done: true },
  ])
})
