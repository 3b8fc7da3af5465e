import { compose } from '@hongyan/contract/compose'
import { publicBoxes } from '@hongyan/contract/public-boxes'
import { session } from '@hongyan/contract/session'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { mailBody, signIn } from '../../testing/compose-helpers.ts'
import type { HttpClient } from '../../testing/http-client.ts'
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

async function arrived(subject: string): Promise<number> {
  const { mailstore } = server.app
  const raw = Buffer.from(
    `From: c@other.test\r\nTo: ${box.address}\r\nSubject: ${subject}\r\n\r\nhello\r\n`,
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
