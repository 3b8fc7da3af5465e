import { compose } from '@hongyan/contract/compose'
import { folders } from '@hongyan/contract/folders'
import { labels } from '@hongyan/contract/labels'
import { messages } from '@hongyan/contract/messages'
import { type MailLogItem, records } from '@hongyan/contract/records'
import { rules } from '@hongyan/contract/rules'
import { search } from '@hongyan/contract/search'
import { session } from '@hongyan/contract/session'
import { settings } from '@hongyan/contract/settings'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { verifyStore } from '../../mailstore/verify/verify.ts'
import { collectGarbage } from '../../platform/blobs/blob-gc.ts'
import { sql } from '../../platform/db/sql.ts'
import { deliver, type MailParts } from '../../testing/builders.ts'
import { eventually, listFolder, mailBody, signIn } from '../../testing/compose-helpers.ts'
import { type HttpClient, httpClient } from '../../testing/http-client.ts'
import { startTestServer, type TestServer, testPassword } from '../../testing/start-test-server.ts'

let server: TestServer
let wei: HttpClient
let address: string

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

let people = 0
beforeEach(async () => {
  address = `wei${++people}@example.test`
  await server.addPerson({ address })
  wei = await signIn(server, address)
})

const arrive = (...mails: MailParts[]) => deliver(server, address, ...mails)
const folderOf = async (role: string) => {
  const { folderList } = await wei.get(folders.list, { query: {} })
  return folderList.find((one) => one.role === role)?.folderId ?? 0
}
const idOf = async (role: string, subject: string) =>
  (await listFolder(wei, role)).list.find((one) => one.mailSubject === subject)?.mailId ?? 0
const mailLog = async (query: object = {}) =>
  (await wei.get(records.mailLog, { query: { pageSize: 100, ...query } })).list
const actions = (list: readonly { action: string }[]) => list.map(({ action }) => action)
const verify = async () => (await verifyStore(server.app.database, server.app.blobs)).findings
/** Moves a mail to the recycle bin and deletes it for good; @returns its id. */
async function destroy(subject: string, role = 'inbox'): Promise<number> {
  const id = await idOf(role, subject)
  await wei.get(messages.recycle, { body: { mailIds: [id] } })
  await wei.get(messages.destroy, { body: { mailIds: [id] } })
  return id
}
const deleted = async () => (await wei.get(records.deleted, { query: { pageSize: 100 } })).list

describe('the log', () => {
  it('LOGS-02 LOGS-05 tells logins, wrong passwords, logouts and changed settings, with client and address', async () => {
    const other = httpClient(server.url)
    await other.logIn(address, 'wrong password')
    await other.logIn(address, testPassword)
    await other.get(session.logout, {})
    await wei.get(rules.saveReply, { body: { enabled: 0, content: '' } })
    await wei.get(rules.saveForward, { body: { enabled: 0, forwardTo: [] } })
    await wei.get(rules.removeAll, { body: {} })
    const { list } = await wei.get(records.userLog, { query: {} })
    expect(actions(list)).toEqual([
      'rules',
      'forward-settings',
      'reply-settings',
      'logout',
      'new-device',
      'login',
      'login-failed',
      'login',
    ])
    for (const one of list) expect(one).toMatchObject({ ip: '127.0.0.1', client: 'node' })
    const logins = await wei.get(records.userLog, { query: { actions: 'login,logout' } })
    expect(actions(logins.list)).toEqual(['logout', 'login', 'login'])
  })

  it('LOGS-03 LOGS-05 tells what was received, sent, moved and deleted, by whom and from where', async () => {
    await arrive({ subject: '合同', from: 'Peer <peer@other.test>' })
    const id = await idOf('inbox', '合同')
    const archive = await folderOf('archive')
    const [inbox, trash] = [await folderOf('inbox'), await folderOf('trash')]
    await wei.get(messages.move, { body: { mailIds: [id], targetMailboxId: archive } })
    await wei.get(messages.recycle, { body: { mailIds: [id] } })
    await wei.get(messages.destroy, { body: { mailIds: [id] } })
    await wei.get(compose.send, { body: mailBody({ mailTo: [address], mailSubject: '发出' }) })
    const list = await mailLog()
    const about = { mailId: id, mailSubject: '合同', peer: 'peer@other.test' }
    const browser = { client: 'node', ip: '127.0.0.1' }
    expect(list).toMatchObject([
      { action: 'send', mailSubject: '发出', peer: address, ...browser },
      { action: 'destroy', ...about, mailboxId: trash, ...browser },
      { action: 'recycle', ...about, mailboxId: archive, targetMailboxId: trash, ...browser },
      { action: 'move', ...about, mailboxId: inbox, targetMailboxId: archive, ...browser },
      { action: 'receive', ...about, mailboxId: inbox, client: 'ESMTP', ip: '127.0.0.1' },
    ])
  })

  it('LOGS-05 an action that fails is not in the log, nor is a draft', async () => {
    await arrive({ subject: 'kept' })
    const id = await idOf('inbox', 'kept')
    const to = { mailIds: [id], targetMailboxId: 999_999 }
    expect((await wei.call(messages.move, { body: to })).status).toBe(404)
    const { sendKey: _key, ...draft } = mailBody({ mailSubject: 'draft' })
    const saved = await wei.get(compose.saveDraft, { body: draft })
    await wei.get(compose.deleteDrafts, { body: { mailIds: [saved.mailId] } })
    expect(actions(await mailLog())).toEqual(['receive'])
    expect(await deleted()).toEqual([])
  })

  it('LOGS-03 reads on by a cursor, in a period and by kind; rare kinds are found among many', async () => {
    await arrive(...Array.from({ length: 7 }, (_, index) => ({ subject: `m${index}` })))
    await wei.get(messages.recycle, { body: { mailIds: [await idOf('inbox', 'm0')] } })
    const all: MailLogItem[] = []
    for (let sortValues = ''; ; sortValues = all.at(-1)?.sortValues ?? '') {
      const page = await wei.get(records.mailLog, {
        query: { pageSize: 3, ...(sortValues ? { sortValues } : {}) },
      })
      all.push(...page.list)
      if (!page.hasMore) break
    }
    expect(all.map((one) => `${one.action} ${one.mailSubject}`)).toEqual([
      'recycle m0',
      ...[6, 5, 4, 3, 2, 1, 0].map((index) => `receive m${index}`),
    ])
    expect(await mailLog({ actions: 'recycle,destroy' })).toHaveLength(1)
    const { time } = all.find((one) => one.mailSubject === 'm3') ?? { time: '' }
    expect((await mailLog({ endTime: time })).map((one) => one.mailSubject)).toContain('m3')
    expect((await mailLog({ endTime: time })).map((one) => one.mailSubject)).not.toContain('m4')
    expect(
      await wei.call(records.mailLog, {
        query: { startTime: '2026-02-01T00:00:00Z', endTime: '2026-01-01T00:00:00Z' },
      }),
    ).toMatchObject({ error: 'search.range' })
    for (const bad of ['x', '1', '1,2,3', `${'9'.repeat(30)},1`])
      expect(await wei.call(records.mailLog, { query: { sortValues: bad } })).toMatchObject({
        status: 400,
      })
    expect(await wei.call(records.mailLog, { query: { actions: 'nothing' } })).toMatchObject({
      status: 400,
    })
  })

  it('LOGS-04 LIMITS-27 covers the last 30 days, and older lines are swept', async () => {
    await arrive({ subject: 'fresh' }, { subject: 'old' })
    const { database, mailstore } = server.app
    await database.run(sql`
      UPDATE activity SET at = now() - interval '30 days 1 minute' WHERE subject = 'old' OR kind = 'login'`)
    expect((await mailLog()).map((one) => one.mailSubject)).toEqual(['fresh'])
    expect((await wei.get(records.userLog, { query: {} })).list).toEqual([])
    await mailstore.sweepRecords()
    const rows = await database.query(
      sql`SELECT id FROM activity WHERE at < now() - interval '30 days'`,
    )
    expect(rows).toEqual([])
  })

  it('LOGS-02 LOGS-03 belongs to its account alone', async () => {
    await arrive({ subject: 'mine' })
    const stranger = `other${people}@example.test`
    await server.addPerson({ address: stranger })
    const other = await signIn(server, stranger)
    expect((await other.get(records.mailLog, { query: {} })).list).toEqual([])
    const story = { query: { mailId: await idOf('inbox', 'mine') } }
    expect((await other.get(records.history, story)).list).toEqual([])
  })
})

describe('history and retrieval', () => {
  it('READ-08 mail history shows what came and left and where it is now, and the story of one mail', async () => {
    await arrive({ subject: 'here' }, { subject: 'gone' })
    const id = await destroy('gone')
    const { list } = await wei.get(records.history, { query: {} })
    expect(list).toMatchObject([
      { mailSubject: 'gone', action: 'receive', place: 'retrievable', nowIn: null },
      { mailSubject: 'here', action: 'receive', place: 'here', nowIn: await folderOf('inbox') },
    ])
    const story = await wei.get(records.history, { query: { mailId: id } })
    expect(actions(story.list)).toEqual(['destroy', 'recycle', 'receive'])
    await server.app.database.run(
      sql`UPDATE deleted_messages SET deleted_at = now() - interval '31 days'`,
    )
    await server.app.mailstore.sweepRecords()
    const after = await wei.get(records.history, { query: { mailId: id } })
    expect(after.list[0]?.place).toBe('gone')
  })

  it('READ-08 mail deleted for good comes back with flags, labels and folder, and is found again', async () => {
    const { folderId } = await wei.get(folders.save, { body: { folderName: '客户' } })
    const { labelId } = await wei.get(labels.save, { body: { labelName: '重要' } })
    await arrive({
      subject: '报价单',
      text: '独一无二的词语 quotation',
      date: new Date('2026-01-02'),
    })
    const id = await idOf('inbox', '报价单')
    await wei.get(messages.seen, { body: { mailIds: [id], seen: 1 } })
    await wei.get(messages.star, { body: { mailIds: [id], starred: 1 } })
    await wei.get(labels.mark, { body: { mailIds: [id], add: [labelId] } })
    await wei.get(messages.move, { body: { mailIds: [id], targetMailboxId: folderId } })
    const before = await wei.get(messages.detail, { query: { mailId: id } })
    const quotaBefore = await wei.get(settings.quota, { query: {} })
    await wei.get(messages.recycle, { body: { mailIds: [id] } })
    await wei.get(messages.destroy, { body: { mailIds: [id] } })
    expect((await wei.get(settings.quota, { query: {} })).curMap.curSize).toBe(0)
    expect(await deleted()).toMatchObject([
      {
        mailId: id,
        mailSubject: '报价单',
        mailboxId: folderId,
        mailFrom: { address: 'peer@other.test' },
      },
    ])
    expect(await verify()).toEqual([])
    expect(await wei.get(records.recover, { body: { mailIds: [id] } })).toEqual({ count: 1 })
    const after = await wei.get(messages.detail, { query: { mailId: id } })
    expect({ ...after, mailUid: 0, sourceUrl: '' }).toEqual({
      ...before,
      mailUid: 0,
      sourceUrl: '',
    })
    expect(await wei.get(settings.quota, { query: {} })).toEqual(quotaBefore)
    const found = await wei.get(search.search, { query: { searchKeyword: '独一无二' } })
    expect(found.list.map((one) => one.mailId)).toEqual([id])
    const counted = (await wei.get(labels.list, { query: {} })).list[0]
    expect(counted).toMatchObject({ mail: 1, unread: 0 })
    expect(await deleted()).toEqual([])
    expect(await verify()).toEqual([])
    expect(actions(await mailLog())[0]).toBe('recover')
  })

  it('READ-08 goes to the inbox when its folder is gone; an unread mail counts as unread again', async () => {
    const { folderId } = await wei.get(folders.save, { body: { folderName: '临时' } })
    await arrive({ subject: 'orphan' })
    const id = await idOf('inbox', 'orphan')
    await wei.get(messages.move, { body: { mailIds: [id], targetMailboxId: folderId } })
    await wei.get(messages.recycle, { body: { mailIds: [id] } })
    await wei.get(messages.destroy, { body: { mailIds: [id] } })
    await server.app.database.run(sql`DELETE FROM folders WHERE id = ${folderId}`)
    await wei.get(records.recover, { body: { mailIds: [id] } })
    const { folderList } = await wei.get(folders.list, { query: {} })
    expect(folderList.find((one) => one.role === 'inbox')).toMatchObject({ mail: 1, unread: 1 })
    expect(await verify()).toEqual([])
  })

  it('READ-08 several mails come back at once, each once, also when asked for twice at the same time', async () => {
    await arrive(...['x', 'y', 'z'].map((subject) => ({ subject })))
    const ids = [await destroy('x'), await destroy('y'), await destroy('z')]
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => wei.call(records.recover, { body: { mailIds: ids } })),
    )
    expect(answers.filter((one) => one.status === 200)).toHaveLength(1)
    expect(answers.filter((one) => one.error === 'item.not-found')).toHaveLength(5)
    expect((await listFolder(wei, 'inbox')).total).toBe(3)
    expect(await verify()).toEqual([])
  })

  it('READ-08 needs room in the mailbox', async () => {
    await arrive({ subject: 'big', text: `${'x'.repeat(70)}\r\n`.repeat(50) })
    const id = await destroy('big')
    await server.app.database.run(
      sql`UPDATE accounts SET quota_bytes = 1000 WHERE address = ${address}`,
    )
    expect(await wei.call(records.recover, { body: { mailIds: [id] } })).toMatchObject({
      status: 507,
      error: 'quota.full',
    })
    expect(await deleted()).toHaveLength(1)
    expect(await wei.call(records.recover, { body: { mailIds: [] } })).toMatchObject({
      error: 'mail.none-selected',
    })
  })

  it('READ-08 LIMITS-27 is kept for 30 days, then its content goes too', async () => {
    await arrive({ subject: 'too late', text: `unique ${address}` })
    const id = await destroy('too late')
    const { database, blobs, mailstore } = server.app
    const [row] = await database.query(
      sql<{ blob: Buffer }>`SELECT blob FROM deleted_messages WHERE id = ${id}`,
    )
    if (!row) throw new Error('not kept')
    const [entry] = await deleted()
    const kept = Date.parse(entry?.keptUntil ?? '') - Date.parse(entry?.deletedTime ?? '')
    expect(kept).toBe(30 * 86_400_000)
    const later = new Date(Date.now() + 48 * 3_600_000)
    await collectGarbage(database, blobs, later)
    expect(await blobs.has(row.blob)).toBe(true)
    await database.run(
      sql`UPDATE deleted_messages SET deleted_at = now() - interval '30 days 1 minute'`,
    )
    expect(await deleted()).toEqual([])
    const answer = await wei.call(records.recover, { body: { mailIds: [id] } })
    expect(answer).toMatchObject({ status: 404, error: 'item.not-found' })
    await mailstore.sweepRecords()
    await collectGarbage(database, blobs, later)
    await collectGarbage(database, blobs, new Date(later.getTime() + 3_600_000))
    expect(await blobs.has(row.blob)).toBe(false)
    expect(await verify()).toEqual([])
  })

  it('READ-08 a mail that is taken back before it leaves is not kept', async () => {
    const sent = await wei.get(compose.send, { body: mailBody({ mailSubject: 'undone' }) })
    await wei.get(compose.cancel, { body: { submissionId: sent.submissionId } })
    expect(await deleted()).toEqual([])
  })
})

describe('a folder with a password', () => {
  it('READ-08 LOGS-03 its mail is in no log, no history and no retrieval until it is opened', async () => {
    const { folderId } = await wei.get(folders.save, { body: { folderName: '私密' } })
    await arrive({ subject: 'canary inside' }, { subject: 'canary deleted' }, { subject: 'open' })
    for (const subject of ['canary inside', 'canary deleted']) {
      const mailIds = [await idOf('inbox', subject)]
      await wei.get(messages.move, { body: { mailIds, targetMailboxId: folderId } })
    }
    // Deleted for good by the system itself, right out of the folder.
    const owner = await server.app.directory.findRecipient(address)
    const inside = await wei.get(messages.list, { query: { mailboxId: folderId } })
    const gone = inside.list.find((one) => one.mailSubject === 'canary deleted')
    if (!owner || !gone) throw new Error('not there')
    await server.app.mailstore.remove(owner.accountId, [gone.mailId as never])
    const everything = async () =>
      JSON.stringify([
        await mailLog(),
        (await wei.get(records.history, { query: { pageSize: 100 } })).list,
        (await wei.get(records.history, { query: { mailId: gone.mailId } })).list,
        await deleted(),
      ])
    expect(await everything()).toContain('canary inside')
    await wei.get(folders.setPassword, { body: { folderId, password: 'Geheim-2026' } })
    await wei.get(folders.lock, { body: { folderId } })
    expect(await everything()).not.toContain('canary')
    expect(await everything()).toContain('open')
    expect(await wei.call(records.recover, { body: { mailIds: [gone.mailId] } })).toMatchObject({
      status: 404,
      error: 'item.not-found',
    })
    await wei.get(folders.unlock, { body: { folderId, password: 'Geheim-2026' } })
    expect(await everything()).toContain('canary deleted')
  })
})

describe('self-check', () => {
  it('LOGS-01 looks at quota, logins, forwards, rules and what is on its way', async () => {
    const check = async () =>
      new Map(
        (await wei.get(records.selfCheck, { query: {} })).list.map(
          (one) => [one.key, one] as const,
        ),
      )
    const fine = await check()
    expect([...fine.values()].every((one) => one.level === 'ok')).toBe(true)
    expect(fine.get('other-places')?.values.list).toBe('127.0.0.1')
    const guesser = httpClient(server.url)
    for (let attempt = 0; attempt < 3; attempt++) await guesser.logIn(address, 'guess')
    await wei.get(rules.saveForward, {
      body: { enabled: 1, forwardTo: ['home@other.test'], keepOriginal: 1 },
    })
    const { folderId } = await wei.get(folders.save, { body: { folderName: '短命' } })
    await wei.get(rules.save, {
      body: {
        name: '坏规则',
        conditions: [{ field: 'subject', operator: 'contains', value: 'x' }],
        action: { moveTo: folderId },
      },
    })
    const { database } = server.app
    await database.run(sql`DELETE FROM folders WHERE id = ${folderId}`)
    await database.run(
      sql`UPDATE accounts SET quota_bytes = 100, used_bytes = 99 WHERE address = ${address}`,
    )
    const found = await check()
    expect(found.get('failed-logins')).toMatchObject({ level: 'warn', values: { times: '3' } })
    expect(found.get('auto-forward')).toMatchObject({
      level: 'warn',
      values: { list: 'home@other.test' },
    })
    expect(found.get('rules')).toMatchObject({ level: 'warn', values: { names: '坏规则' } })
    expect(found.get('quota')).toMatchObject({ level: 'danger', values: { percent: '99' } })
    expect(found.get('mail-in')?.level).toBe('ok')
    await database.run(sql`UPDATE accounts SET used_bytes = 100 WHERE address = ${address}`)
    expect((await check()).get('mail-in')).toMatchObject({
      level: 'danger',
      values: { list: address },
    })
    await database.run(sql`UPDATE accounts SET used_bytes = 0 WHERE address = ${address}`)
  })

  it('LOGS-01 counts mail that came back', async () => {
    await wei.get(settings.changeSetting, { body: { key: 'undoSendSeconds', value: 0 } })
    await wei.get(compose.send, { body: mailBody({ mailTo: ['nobody@example.test'] }) })
    const bounced = async () =>
      (await wei.get(records.selfCheck, { query: {} })).list.find((one) => one.key === 'bounced')
    const found = await eventually(bounced, (one) => one?.values.count === '1')
    expect(found?.level).toBe('warn')
  })
})
