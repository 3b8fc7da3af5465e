import { compose } from '@hongyan/contract/compose'
import { folders } from '@hongyan/contract/folders'
import { home } from '@hongyan/contract/home'
import { messages } from '@hongyan/contract/messages'
import { signatures } from '@hongyan/contract/signatures'
import { todo } from '@hongyan/contract/todo'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deliver } from '../../testing/builders.ts'
import { mailBody } from '../../testing/compose-helpers.ts'
import { newMailbox } from '../../testing/mailbox.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const day = 24 * 3_600_000
const ago = (days: number) => new Date(Date.now() - days * day).toISOString()
const subjectsOf = (list: readonly { mailSubject: string }[]) =>
  list.map(({ mailSubject }) => mailSubject)

it('SHELL-22 home answers in one call: who matters of the unread, to-do, drafts, quota, people and first steps', async () => {
  const { client, put, address, inbox } = await newMailbox(server, { name: '李婷' })
  const index = () => client.get(home.index, { body: { emailAddr: address } })
  expect(await index()).toEqual({
    unread: { list: [], count: 0, inboxId: inbox },
    todo: { list: [], count: 0 },
    drafts: { list: [], count: 0 },
    unanswered: [],
    announcements: [],
    quota: { setSize: 10 * 1024 ** 3, curSize: 0 },
    people: [],
    steps: { wrote: false, signature: false, secondStep: false },
  })
  await client.get(compose.send, { body: mailBody({ mailTo: ['陈客户 <chen@partner.test>'] }) })
  const [colleague = 0] = await put(
    'inbox',
    { from: 'Bob <bob@example.test>', subject: 'colleague', at: ago(3) },
    { from: 'Ad <news@shop.test>', subject: 'newsletter', at: ago(1) },
    { from: 'Chen <Chen@partner.test>', subject: 'customer', at: ago(2) },
    { from: 'Ad <news@shop.test>', subject: 'starred', starred: true, at: ago(4) },
    { from: 'Bob <bob@example.test>', subject: 'read', seen: true, at: ago(1) },
  )
  // Under the name of a colleague, and not proved.
  await deliver(server, address, { from: 'Boss <boss@example.test>', subject: 'forged' })
  await put('drafts', { subject: 'a draft', draft: true, seen: true })
  await client.get(todo.save, { body: { mailId: colleague, dueTime: null } })
  await client.get(signatures.save, { body: { name: 'mine', content: '<p>李婷</p>' } })
  const full = await index()
  expect(subjectsOf(full.unread.list)).toEqual(['customer', 'colleague', 'starred'])
  expect(full.unread.count).toBe(5)
  expect(subjectsOf(full.todo.list)).toEqual(['colleague'])
  expect([subjectsOf(full.drafts.list), full.drafts.count]).toEqual([['a draft'], 1])
  expect(full.people).toEqual([{ name: '陈客户', address: 'chen@partner.test' }])
  expect(full.quota.curSize).toBeGreaterThan(0)
  expect(full.steps).toEqual({ wrote: true, signature: true, secondStep: false })
})

it('SHELL-22 who matters is found behind many who do not, in order and six at most, and nobody behind a hundred of them', async () => {
  const { client, put, address } = await newMailbox(server)
  const hours = (count: number) => new Date(Date.now() - count * 3_600_000).toISOString()
  const news = (from: number, count: number) =>
    Array.from({ length: count }, (_, one) => ({
      from: 'Ad <news@shop.test>',
      subject: `news ${from + one}`,
      at: hours(from + one),
    }))
  const known = (at: number) => ({
    from: 'Bob <bob@example.test>',
    subject: `bob ${at}`,
    at: hours(at),
  })
  await put('inbox', ...news(1, 30), known(31), ...news(32, 20), ...[52, 53, 54].map(known))
  const unread = async () =>
    subjectsOf((await client.get(home.index, { body: { emailAddr: address } })).unread.list)
  expect(await unread()).toEqual(['bob 31', 'bob 52', 'bob 53', 'bob 54'])
  await put('inbox', ...[55, 56, 57].map(known))
  expect(await unread()).toEqual(['bob 31', 'bob 52', 'bob 53', 'bob 54', 'bob 55', 'bob 56'])
  // The newest hundred are looked at.
  await put('inbox', ...news(-120, 100))
  expect(await unread()).toEqual([])
})

it('SHELL-22 sent mail that nothing came after is shown from its second day to its fourteenth', async () => {
  const { client, put, address } = await newMailbox(server)
  const sent = (subject: string, days: number, more: object = {}) => ({
    from: address,
    to: 'chen@partner.test',
    subject,
    at: ago(days),
    seen: true,
    messageId: `${subject}@example.test`,
    ...more,
  })
  await put(
    'sent',
    sent('fresh', 1),
    sent('waiting', 3),
    sent('answered', 4),
    sent('draft-begun', 5),
    sent('long-ago', 15),
    sent('first', 10),
    sent('reminder', 6, { references: ['first@example.test'] }),
  )
  const answer = { from: 'Chen <chen@partner.test>', seen: true }
  await put('inbox', {
    ...answer,
    subject: 'Re: answered',
    at: ago(3),
    references: ['answered@example.test'],
  })
  await put('drafts', {
    from: address,
    subject: 'Re: draft-begun',
    draft: true,
    at: ago(1),
    references: ['draft-begun@example.test'],
  })
  const { unanswered, steps } = await client.get(home.index, { body: {} })
  expect(subjectsOf(unanswered)).toEqual(['waiting', 'draft-begun', 'reminder'])
  expect(steps.wrote).toBe(true)
})

it('SHELL-22 FOLDERS-16 mail of a locked folder shows neither in lists nor in counts', async () => {
  const { client, put, inbox } = await newMailbox(server)
  const [id = 0] = await put('inbox', { from: 'Bob <bob@example.test>', subject: 'secret' })
  await client.get(todo.save, { body: { mailId: id, dueTime: null } })
  await client.get(folders.save, { body: { folderName: 'locked' } })
  const { customList } = await client.get(folders.list, { query: {} })
  const folderId = customList.find((one) => one.folderName === 'locked')?.folderId ?? 0
  await client.get(messages.move, { body: { mailIds: [id], targetMailboxId: folderId } })
  await client.get(folders.setPassword, { body: { folderId, password: 'kite-58' } })
  const shown = await client.get(home.index, { body: {} })
  expect(JSON.stringify(shown)).not.toContain('secret')
  expect([shown.todo.count, shown.unread.inboxId]).toEqual([0, inbox])
})

it('SHELL-23 announcements are shown between their days, to the whole organisation, newest first', async () => {
  const [one, other] = [await newMailbox(server), await newMailbox(server)]
  const { announcements, directory } = server.app
  const id = (await directory.organisation())?.id ?? (0 as never)
  const publish = (title: string, from: number, until: number) =>
    announcements.publish(id, {
      title,
      content: `${title}：<b>全文</b>`,
      startsAt: new Date(Date.now() + from * day),
      endsAt: new Date(Date.now() + until * day),
    })
  await publish('昨日已毕', -3, -1)
  const older = await publish('系统维护', -2, 3)
  await publish('国庆放假', -1, 2)
  await publish('明日发布', 1, 4)
  for (const { client, address } of [one, other]) {
    const { list } = await client.get(home.announcements, { query: { emailAddr: address } })
    expect(list.map(({ title }) => title)).toEqual(['国庆放假', '系统维护'])
    expect(list[0]?.content).toBe('国庆放假：<b>全文</b>')
    expect((await client.get(home.index, { body: {} })).announcements).toEqual(list)
  }
  expect(await announcements.withdraw(id, older)).toBe(true)
  const { list } = await one.client.get(home.announcements, { query: {} })
  expect(list.map(({ title }) => title)).toEqual(['国庆放假'])
})
