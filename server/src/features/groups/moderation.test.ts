import { compose } from '@hongyan/contract/compose'
import { groupsEndpoints as api } from '@hongyan/contract/console-groups'
import { groupPosts } from '@hongyan/contract/group-posts'
import { groups } from '@hongyan/contract/groups'
import { messages } from '@hongyan/contract/messages'
import { settings } from '@hongyan/contract/settings'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { mailBody } from '../../testing/compose-helpers.ts'
import { consoleOwner } from '../../testing/console-client.ts'
import type { HttpClient } from '../../testing/http-client.ts'
import { newMailbox, type TestMailbox } from '../../testing/mailbox.ts'
import { connectSmtp } from '../../testing/smtp-client.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

let server: TestServer
let desk: HttpClient
let manager: TestMailbox
let author: TestMailbox
let member: TestMailbox
let groupId: number
const address = 'news@example.test'

const add = (id: number, type: 'member' | 'manager', addresses: string[]) =>
  desk.get(api.saveGroupMembers, {
    body: { groupId: id, type, addresses: addresses.map((one) => ({ address: one })) },
  })

beforeAll(async () => {
  server = await startTestServer()
  ;({ desk } = await consoleOwner(server))
  manager = await newMailbox(server, { name: '王主编' })
  author = await newMailbox(server)
  member = await newMailbox(server)
  for (const { client } of [manager, author])
    await client.get(settings.changeSetting, { body: { key: 'undoSendSeconds', value: 0 } })
  const body = { name: '简报', address, senders: 'anyone', moderated: true, archive: true } as const
  ;({ groupId } = await desk.get(api.saveGroup, { body }))
  await add(groupId, 'manager', [manager.address])
  await add(groupId, 'member', [member.address])
})
afterAll(() => server.stop())

const send = ({ client }: TestMailbox, subject: string) =>
  client.get(compose.send, {
    body: mailBody({
      mailTo: [address],
      mailSubject: subject,
      html: `<p>${subject} 正文</p>`,
    }),
  })
const heldBy = async ({ client }: TestMailbox) => (await client.get(groupPosts.held, {})).list
const waits = async (subject: string) => {
  await expect
    .poll(async () => (await heldBy(manager)).map((one) => one.subject))
    .toContain(subject)
  return (await heldBy(manager)).find((one) => one.subject === subject)?.postId ?? 0
}
const decide = (
  { client }: TestMailbox,
  postId: number,
  how: { release: boolean; reason?: string },
) => client.call(groupPosts.decide, { body: { postIds: [postId], ...how } })

it('issue 17: mail to a moderated group waits, its managers are told, and it goes when one of them lets it go', async () => {
  await send(author, '第一期')
  const postId = await waits('第一期')
  await expect.poll(() => manager.subjects(manager.inbox)).toContain('待放行：第一期')
  expect(await member.subjects(member.inbox)).toEqual([])
  const read = await manager.client.get(groupPosts.read, { query: { postId } })
  expect(read).toMatchObject({ groupName: '简报', author: author.address, files: [] })
  expect(read.text).toContain('第一期 正文')
  // Nobody else sees it, nor decides.
  expect(await heldBy(member)).toEqual([])
  expect((await decide(member, postId, { release: true })).error).toBe('group.not-manager')
  const peeked = await member.client.call(groupPosts.read, { query: { postId } })
  expect(peeked.error).toBe('group.post-gone')
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => decide(manager, postId, { release: true })),
  )
  expect(answers.filter((one) => one.code === 200)).toHaveLength(1)
  expect((await decide(manager, postId, { release: false })).error).toBe('group.post-gone')
  await expect.poll(() => member.subjects(member.inbox)).toEqual(['第一期'])
  expect(await heldBy(manager)).toEqual([])
})

it('issue 17: what is turned away reaches nobody; a colleague hears why, a stranger nothing', async () => {
  await send(author, '广告')
  const postId = await waits('广告')
  expect((await decide(manager, postId, { release: false, reason: '与简报无关' })).code).toBe(200)
  await expect.poll(() => author.subjects(author.inbox)).toContain('未放行：广告')
  const [notice] = await author.items(author.inbox)
  expect(notice?.preview).toContain('与简报无关')
  const line = await connectSmtp(server.smtpPort)
  await line.hello('mx.other.test')
  const data = `From: x@other.test\r\nTo: ${address}\r\nSubject: from outside\r\n\r\ntext\r\n`
  expect((await line.send({ from: 'x@other.test', to: address, data })).code).toBe(250)
  await line.quit()
  const outside = await waits('from outside')
  expect((await decide(manager, outside, { release: false })).code).toBe(200)
  expect(await member.subjects(member.inbox)).not.toContain('广告')
  const left = await server.app.database.query(sql<{ n: number }>`
    SELECT count(*)::int AS n FROM submissions s JOIN submission_recipients r ON r.submission_id = s.id
    WHERE r.address = 'x@other.test'`)
  expect(left[0]?.n).toBe(0)
})

it('issue 17: mail of managers goes at once, and what nobody decided for two weeks is turned away', async () => {
  await send(manager, '主编的话')
  await expect.poll(() => member.subjects(member.inbox)).toContain('主编的话')
  await send(author, '被遗忘的')
  const postId = await waits('被遗忘的')
  await server.app.database.run(sql`
    UPDATE mail_group_posts SET created_at = now() - interval '15 days' WHERE id = ${postId}`)
  await server.app.database.query(
    sql`SELECT graphile_worker.add_job('turn-away-group-mail', '{}'::json)`,
  )
  await expect.poll(() => author.subjects(author.inbox)).toContain('未放行：被遗忘的')
})

it('issue 17: members read what their group keeps and take a copy; others do not', async () => {
  const archive = ({ client }: TestMailbox) =>
    client.call(groupPosts.archive, { query: { groupId } })
  const { data } = await archive(member)
  const subjects = data.list.map((one) => one.subject)
  expect(subjects).toContain('主编的话')
  for (const never of ['广告', 'from outside']) expect(subjects).not.toContain(never)
  const kept = data.list.find((one) => one.subject === '主编的话')?.postId ?? 0
  const stranger = await newMailbox(server)
  expect((await archive(stranger)).error).toBe('group.not-member')
  const peeked = await stranger.client.call(groupPosts.read, { query: { postId: kept } })
  expect(peeked.error).toBe('group.post-gone')
  await add(groupId, 'member', [stranger.address])
  const { list } = await stranger.client.get(groups.list, { query: { which: 'authorised' } })
  expect(list).toMatchObject([{ groupId, mayRead: true }])
  const read = await stranger.client.get(groupPosts.read, { query: { postId: kept } })
  expect(read.text).toContain('主编的话 正文')
  await stranger.client.get(groupPosts.take, { body: { postId: kept } })
  await stranger.client.get(groupPosts.take, { body: { postId: kept } })
  expect(await stranger.subjects(stranger.inbox)).toEqual(['主编的话'])
  const [copy] = await stranger.items(stranger.inbox)
  const shown = await stranger.client.get(messages.detail, {
    query: { mailId: copy?.mailId ?? 0 },
  } as never)
  expect(JSON.stringify(shown)).toContain('主编的话')
})

it('issue 17: an administrator finds, makes, changes, fills and deletes groups in the console', async () => {
  const body = { name: '后勤', address: 'service@example.test', subjectPrefix: '[后勤]' }
  const { groupId: made } = await desk.get(api.saveGroup, { body })
  const taken = await desk.call(api.saveGroup, { body })
  expect(taken.error).toBe('group.address-taken')
  const found = await desk.get(api.groups, { query: { keyword: 'SERVICE@' } })
  expect([found.total, found.list]).toMatchObject([1, [{ groupId: made, subjectPrefix: '[后勤]' }]])
  await add(made, 'member', [member.address, 'outside@other.test'])
  const unknown = await desk.call(api.saveGroupMembers, {
    body: { groupId: made, type: 'member', addresses: [{ address: 'nobody@example.test' }] },
  })
  expect(unknown.error).toBe('group.unknown-member')
  const members = await desk.get(api.groupMembers, { query: { groupId: made } })
  expect(members.list.map(({ kind, type }) => [kind, type])).toEqual(
    expect.arrayContaining([
      ['person', 'manager'],
      ['person', 'member'],
      ['outside', 'member'],
    ]),
  )
  const outside = members.list.find((one) => one.kind === 'outside')?.memberId ?? 0
  await desk.get(api.removeGroupMembers, { body: { groupId: made, memberIds: [outside] } })
  await desk.get(api.saveGroup, { body: { groupId: made, name: '后勤服务', moderated: true } })
  const changed = await desk.get(api.groups, { query: { keyword: '后勤' } })
  expect(changed.list).toMatchObject([{ name: '后勤服务', moderated: true, archive: false }])
  await desk.get(api.removeGroup, { body: { groupId: made } })
  expect((await desk.get(api.groups, { query: { keyword: '后勤' } })).total).toBe(0)
})
