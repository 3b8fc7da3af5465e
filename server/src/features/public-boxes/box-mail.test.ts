import { authorised } from '@hongyan/contract/authorised'
import { compose } from '@hongyan/contract/compose'
import { feedback } from '@hongyan/contract/feedback'
import { messages } from '@hongyan/contract/messages'
import { publicBoxes } from '@hongyan/contract/public-boxes'
import { reader } from '@hongyan/contract/reader'
import { session } from '@hongyan/contract/session'
import { settings } from '@hongyan/contract/settings'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import {
  draftBody,
  eventually,
  listFolder,
  mailBody,
  signIn,
} from '../../testing/compose-helpers.ts'
import type { HttpClient } from '../../testing/http-client.ts'
import { allPages } from '../../testing/mailbox.ts'
import { newPublicBox, type PublicBox } from '../../testing/public-box.ts'
import { openPush } from '../../testing/push-client.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

let server: TestServer
let second: TestServer
let box: PublicBox
const people = {} as Record<'liting' | 'wang' | 'reader', HttpClient>
const named = (name: string, shown: string) => ({ name: shown, address: `${name}@example.test` })
const liting = named('liting', '李婷')
const wang = named('wang', '王芳')

beforeAll(async () => {
  server = await startTestServer()
  second = await startTestServer({ beside: server })
  box = await newPublicBox(server, 'service@example.test')
  await server.addPerson({ address: liting.address, name: liting.name })
  await server.addPerson({ address: wang.address, name: wang.name })
  await server.addPerson({ address: 'reader@example.test' })
  await box.grant(liting.address, 'on-behalf')
  await box.grant(wang.address, 'send-as')
  await box.grant('reader@example.test', 'read')
  people.liting = await signIn(server, liting.address)
  // Of two members each works at another process.
  people.wang = await signIn(second, wang.address)
  people.reader = await signIn(server, 'reader@example.test')
  for (const client of Object.values(people)) await box.enter(client)
})
afterAll(async () => {
  await second.stop()
  await server.stop()
})

async function arrived(subject: string, more = ''): Promise<number> {
  const { mailstore } = server.app
  const raw = Buffer.from(
    `From: c@other.test\r\nTo: ${box.address}\r\n${more}Subject: ${subject}\r\n\r\nhello\r\n`,
  )
  const [copy] = await mailstore.deliver(await mailstore.prepare(raw), [
    { accountId: box.accountId, folder: 'inbox', receivedAt: new Date() },
  ])
  if (copy?.kind !== 'stored') throw new Error('not stored')
  return copy.messageId
}

let sendings = 0

/** Sends a mail in the mailbox. @returns its id and its head */
async function sent(client: HttpClient): Promise<{ mailId: number; head: string }> {
  const mail = mailBody({
    mailTo: ['x@outside.test'],
    mailSubject: 'answer',
    sendKey: `box-key-${++sendings}`,
  })
  const { mailId } = await client.get(compose.send, { body: mail })
  const viewer = { accountId: box.accountId, hidden: [] }
  const row = await server.app.mailstore.find(viewer, mailId as never)
  if (!row) throw new Error('no mail')
  const raw = (await server.app.mailstore.raw(row)).toString()
  return { mailId, head: raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n\s/g, ' ') }
}

const known = async (client: HttpClient, mailId: number) =>
  (await client.get(publicBoxes.mails, { body: { mailIds: [mailId] } })).list[0]

// Before anything is sent from the mailbox: what becomes of it later is told as well, and brings a lost frame with it.
it('issue 13: a mail is assigned to a member who may answer; every browser of the mailbox hears of it', async () => {
  const mailId = await arrived('order 1')
  const { list } = await people.liting.get(publicBoxes.members, {})
  expect(list.map((one) => one.address)).toEqual([liting.address, wang.address])
  const memberId = list[1]?.memberId ?? 0
  const push = await openPush(second, { address: box.address, client: people.wang })
  await people.liting.get(publicBoxes.assign, { body: { mailIds: [mailId], memberId } })
  expect(await push.next('mailbox')).toMatchObject({ kind: 'members', mailIds: [mailId] })
  expect(await known(people.wang, mailId)).toMatchObject({ assignee: { ...wang, memberId } })
  expect((await people.wang.get(publicBoxes.assigned, { query: { memberId: 0 } })).mailIds).toEqual(
    [mailId],
  )
  expect(
    (await people.liting.get(publicBoxes.assigned, { query: { memberId: 0 } })).mailIds,
  ).toEqual([])
  push.close()

  // The same in the list: mine, nobody's, all.
  const other = await arrived('order 2')
  const inbox = await listFolder(people.wang, 'inbox')
  const mailboxId = inbox.list[0]?.mailboxId ?? 0
  const listed = async (client: HttpClient, assigned: 'mine' | 'nobody' | 'all') =>
    (await client.get(messages.list, { query: { mailboxId, assigned } })).list.map(
      (one) => one.mailId,
    )
  expect(await listed(people.wang, 'mine')).toEqual([mailId])
  expect(await listed(people.liting, 'mine')).toEqual([])
  expect(await listed(people.reader, 'nobody')).toContain(other)
  expect(await listed(people.reader, 'nobody')).not.toContain(mailId)
  expect(await listed(people.wang, 'all')).toEqual(expect.arrayContaining([mailId, other]))
  // What is nobody's is found behind much that is somebody's, over as many pages as it takes.
  const many: number[] = []
  for (let at = 0; at < 70; at++) many.push(await arrived(`taken ${at}`))
  await people.liting.get(publicBoxes.assign, { body: { mailIds: many, memberId } })
  const nobodys = await allPages((sortValues) => {
    const query = { mailboxId, assigned: 'nobody', pageSize: 15, sortValues } as const
    return people.reader.get(messages.list, { query })
  })
  const found = nobodys.map((one) => one.mailId)
  expect([found.includes(other), many.some((id) => found.includes(id))]).toEqual([true, false])
  for (const not of [{ filter: 'unread' }, { sort: 'size' }, { rank: 3 }] as const)
    expect(
      await people.wang.call(messages.list, { query: { mailboxId, assigned: 'mine', ...not } }),
    ).toMatchObject({ error: 'list.not-combined' })

  const notMember = await people.liting.call(publicBoxes.assign, {
    body: { mailIds: [mailId], memberId: 999_999 },
  })
  expect(notMember).toMatchObject({ error: 'publicbox.not-member' })
  const byReader = await people.reader.call(publicBoxes.assign, {
    body: { mailIds: [mailId], memberId: null },
  })
  expect(byReader).toMatchObject({ error: 'publicbox.not-allowed' })
  await people.wang.get(publicBoxes.assign, { body: { mailIds: [mailId], memberId: null } })
  expect(await known(people.wang, mailId)).toMatchObject({ assignee: null })
})

it('issue 13: mail of a member who may not answer it any more is nobody’s, and nobody is said to be answering: taken back, run out, lowered, shut out', async () => {
  const ends: ((address: string) => Promise<unknown>)[] = [
    (address) => box.revoke(address),
    (address) => box.grant(address, 'send-as', new Date(Date.now() - 1_000)),
    (address) => box.grant(address, 'read'),
    async (address) => {
      const { accountId } = (await server.app.directory.findRecipient(address)) ?? {}
      if (accountId) await server.app.directory.setDisabled(accountId, true)
    },
  ]
  for (const [at, end] of ends.entries()) {
    const address = `leaver-${at}@example.test`
    await server.addPerson({ address })
    await box.grant(address, 'full')
    const leaver = await signIn(server, address)
    await box.enter(leaver)
    const mailId = await arrived(`left behind ${at}`)
    const { list } = await people.liting.get(publicBoxes.members, {})
    const memberId = list.find((one) => one.address === address)?.memberId ?? 0
    await people.liting.get(publicBoxes.assign, { body: { mailIds: [mailId], memberId } })
    await leaver.get(publicBoxes.answering, { body: { mailId, active: true } })
    const mailboxId = (await listFolder(people.wang, 'inbox')).list[0]?.mailboxId ?? 0
    const query = { mailboxId, assigned: 'nobody' } as const
    const isNobodys = async () =>
      (await people.wang.get(messages.list, { query })).list.some((one) => one.mailId === mailId)
    const before = await known(people.wang, mailId)
    expect([before?.assignee?.memberId, before?.answering, await isNobodys()]).toMatchObject([
      memberId,
      [{ address }],
      false,
    ])
    await end(address)
    const after = await known(people.wang, mailId)
    expect([at, after?.assignee ?? null, after?.answering ?? [], await isNobodys()]).toEqual([
      at,
      null,
      [],
      true,
    ])
  }
})

it('issue 13: who answers a mail is told to the others while it lasts, in another process too, and nobody is told of a mail of another mailbox', async () => {
  const mailId = await arrived('order 2')
  const push = await openPush(second, { address: box.address, client: people.wang })
  const say = (client: HttpClient, active: boolean) =>
    client.get(publicBoxes.answering, { body: { mailId, active } })
  expect(await say(people.liting, true)).toEqual({ others: [] })
  expect(await push.next('mailbox')).toMatchObject({ kind: 'members', mailIds: [mailId] })
  expect(await known(people.wang, mailId)).toMatchObject({ answering: [liting] })
  expect(await say(people.wang, true)).toEqual({ others: [liting] })
  // One's own work is no news to oneself; and a browser that died is forgotten.
  expect(await known(people.liting, mailId)).toMatchObject({ answering: [wang] })
  await server.app.database.run(sql`UPDATE box_answering SET until = now() - interval '1 second'`)
  expect(await known(people.wang, mailId)).toBeUndefined()
  await say(people.liting, true)
  await say(people.liting, false)
  expect(await known(people.wang, mailId)).toBeUndefined()
  push.close()

  const stranger = await signIn(server, wang.address)
  expect(
    await stranger.call(publicBoxes.answering, { body: { mailId, active: true } }),
  ).toMatchObject({ status: 404 })
  expect((await stranger.get(publicBoxes.mails, { body: { mailIds: [mailId] } })).list).toEqual([])
  expect((await stranger.get(publicBoxes.members, {})).list).toEqual([])
  expect((await stranger.call(session.userInfo, {})).status).toBe(200)
})

it('security §5 mail leaves in the name of the mailbox; who wrote it stands in Sender on its behalf, and in the record in any case', async () => {
  const asItself = await sent(people.wang)
  expect(asItself.head).toMatch(/^From: .*<service@example\.test>/m)
  expect(asItself.head).not.toMatch(/^Sender:|wang@/im)
  const onBehalf = await sent(people.liting)
  expect(onBehalf.head).toMatch(/^From: .*<service@example\.test>/m)
  expect(onBehalf.head).toMatch(/^Sender: .*<liting@example\.test>/m)
  expect(await known(people.reader, asItself.mailId)).toMatchObject({ sentBy: wang })
  expect(await known(people.reader, onBehalf.mailId)).toMatchObject({ sentBy: liting })
  const log = await server.app.database.query(sql<{ member: string }>`
    SELECT member FROM activity WHERE account_id = ${box.accountId} AND kind = 'send' ORDER BY id`)
  expect(log).toEqual([{ member: wang.address }, { member: liting.address }])
})

it('security §5 an organisation may want the writer in From or in Sender of every mail of a mailbox', async () => {
  const organisation = await server.app.directory.organisation()
  if (!organisation) throw new Error('no organisation')
  const { changeOrganisationSettings } = server.app.directory
  await changeOrganisationSettings(organisation.id, { memberShown: 'name' })
  const word = Buffer.from('王芳 代 客服').toString('base64')
  expect((await sent(people.wang)).head).toContain(`=?UTF-8?B?${word}?=`)
  await changeOrganisationSettings(organisation.id, { memberShown: 'header' })
  expect((await sent(people.wang)).head).toMatch(/^Sender: .*<wang@example\.test>/m)
  await changeOrganisationSettings(organisation.id, { memberShown: 'level' })
})

it('SENDMODES-03 security §5 read-limited mail shows over its text who reads it, with the mailbox beside, not the mailbox alone', async () => {
  await server.addPerson({ address: 'sender@example.test' })
  const sender = await signIn(server, 'sender@example.test')
  const authorisation = { readCount: 2, validDays: 7, readPassword: '', forbidForward: false }
  const mailSubject = 'for the mailbox'
  await sender.get(compose.send, {
    body: mailBody({ mailTo: [box.address], mailSubject, authorisation }),
  })
  const notice = await eventually(
    async () =>
      (await listFolder(people.wang, 'inbox')).list.find((one) => one.mailSubject === mailSubject),
    Boolean,
  )
  const body = { mailId: notice?.mailId ?? 0, readPassword: '' }
  const { watermark } = await people.wang.get(authorised.open, { body })
  expect(watermark).toMatchObject({ name: wang.name, address: `${wang.address} (${box.address})` })
})

it('security §5 settings in a mailbox are those of who is at work: time zone, receipts, whom one wrote to', async () => {
  await server.addPerson({ address: 'newyork@example.test' })
  await box.grant('newyork@example.test', 'full')
  const member = await signIn(server, 'newyork@example.test')
  const own = { timeZone: -5, saveContact: 0, readReceipt: 'never' } as const
  await member.get(settings.saveConfig, { body: own })
  await box.enter(member)
  const startTime = '2026-10-01 09:00'
  const autoReply = { enabled: false, content: 'away', startTime, endTime: '' }
  await member.get(settings.saveConfig, { body: { autoReply } })
  expect((await member.get(settings.config, { query: {} })).autoReply).toMatchObject({ startTime })
  const [row] = await server.app.database.query(sql<{ at: Date }>`
    SELECT reply_from AS at FROM auto_answers WHERE account_id = ${box.accountId}`)
  expect(row?.at.toISOString()).toBe('2026-10-01T14:00:00.000Z')

  const asks = await arrived('order 3', 'Disposition-Notification-To: c@other.test\r\n')
  const receiptOf = async (client: HttpClient) =>
    (await client.get(messages.detail, { query: { mailId: asks } })).receipt
  expect(await receiptOf(people.wang)).not.toBeNull()
  expect(await receiptOf(member)).toBeNull()

  await member.get(compose.send, { body: mailBody({ mailTo: ['unkept@outside.test'] }) })
  await people.wang.get(compose.send, { body: mailBody({ mailTo: ['kept@outside.test'] }) })
  const offered = async (keyword: string) =>
    (await people.wang.get(compose.suggest, { query: { keyword } })).list.length
  expect([await offered('kept'), await offered('unkept')]).toEqual([1, 0])
})

it('security §5 what stays for everybody in a mailbox needs more than to read: pictures for good, drafts thrown away', async () => {
  const mailId = await arrived('order 4')
  const pictures = async (client: HttpClient, allow: 'once' | 'message' | 'sender') =>
    (await client.call(reader.pictures, { body: { mailId, allow } })).status
  const asked = ['once', 'message', 'sender'] as const
  const answers = async (client: HttpClient) => {
    const statuses: number[] = []
    for (const allow of asked) statuses.push(await pictures(client, allow))
    return statuses
  }
  expect(await answers(people.reader)).toEqual([200, 403, 403])
  expect(await answers(people.wang)).toEqual([200, 200, 403])

  const draft = await people.wang.get(compose.saveDraft, {
    body: draftBody({ mailSubject: 'half written' }),
  })
  expect(
    await people.liting.get(compose.deleteDrafts, { body: { mailIds: [draft.mailId] } }),
  ).toEqual({ count: 1 })
  expect((await listFolder(people.wang, 'trash')).list).toMatchObject([
    { mailSubject: 'half written' },
  ])
})

it('SHELL-09 feedback from a mailbox is the word of its writer', async () => {
  const form = new FormData()
  form.set('content', 'from the mailbox')
  await fetch(`${server.url}/api/${feedback.send.path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${people.liting.tokens?.accessToken}` },
    body: form,
  })
  const [row] = await server.app.database.query(sql<{ address: string }>`
    SELECT a.address FROM feedback f JOIN accounts a ON a.id = f.account_id WHERE f.content = 'from the mailbox'`)
  expect(row?.address).toBe(liting.address)
})

it('security §5 a mailbox and a member whose time is over are offered to nobody', async () => {
  await server.addPerson({ address: 'late@example.test' })
  await box.grant('late@example.test', 'send-as')
  const members = async () =>
    (await people.liting.get(publicBoxes.members, {})).list.map((one) => one.address)
  expect(await members()).toContain('late@example.test')
  const end = (address: string, until: Date | null) =>
    server.app.database.run(
      sql`UPDATE accounts SET valid_until = ${until} WHERE address = ${address}`,
    )
  await end('late@example.test', new Date(Date.now() - 1000))
  expect(await members()).not.toContain('late@example.test')
  const stranger = await signIn(server, wang.address)
  expect((await stranger.get(publicBoxes.find, {})).list).toHaveLength(1)
  await end(box.address, new Date(Date.now() - 1000))
  expect((await stranger.get(publicBoxes.find, {})).list).toEqual([])
  await end(box.address, null)
})
