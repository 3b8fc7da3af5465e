import { labels } from '@hongyan/contract/labels'
import { type MessageItem, messages } from '@hongyan/contract/messages'
import { search } from '@hongyan/contract/search'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { deliver, type MailParts, mail } from '../../testing/builders.ts'
import { newMailbox } from '../../testing/mailbox.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})

afterAll(() => server.stop())

async function searcher() {
  const box = await newMailbox(server)
  const find = async (searchKeyword: string, more: object = {}) =>
    subjects((await box.client.get(search.search, { query: { searchKeyword, ...more } })).list)
  return { ...box, find }
}

const subjects = (list: readonly MessageItem[]) => list.map((one) => one.mailSubject)

const three: MailParts[] = [
  {
    subject: '合同审批通知',
    from: '张伟 <zhangwei@supplier.test>',
    text: '请于本周五前完成会议纪要的确认。',
  },
  {
    subject: 'Budget 2026',
    from: 'Emma Clarke <emma@partner.test>',
    text: 'The café telemetry shows ＦＵＬＬ width and naïve words.',
  },
  {
    subject: '回复：预算',
    from: 'li@other.test',
    text: '预算表见附件，另附 quarterly report。',
    headers: { Cc: '王芳 <wangfang@partner.test>' },
  },
]

async function searchable() {
  const box = await searcher()
  await deliver(server, box.address, ...three)
  return box
}

/** For tests that only look: one mailbox for all of them. */
let lookedAt: ReturnType<typeof searchable> | null = null
const toLookAt = () => {
  lookedAt ??= searchable()
  return lookedAt
}

const [contract, budget, answer] = three.map((one) => one.subject ?? '')

describe('words', () => {
  it.each([
    ['合同', [contract]],
    ['审批通知', [contract]],
    ['会议纪要', [contract]],
    ['要的确认', [contract]],
    ['议要', []],
    ['同批', []],
    ['纪', [contract]],
    ['认', [contract]],
    ['zhangwei', [contract]],
    ['zw', [contract]],
    ['张伟', [contract]],
    ['budget', [budget]],
    ['BUDG', [budget]],
    ['cafe', [budget]],
    ['full naive', [budget]],
    ['telemetry xylophone', []],
    ['emma@partner.test', [budget]],
    ['partner.test', [answer, budget]],
    ['预算', [answer]],
    ['预算 report', [answer]],
    ['预算表见附件，另附 quarterly', [answer]],
    ['test', [answer, budget, contract]],
  ])('SEARCH-07 %s', async (keyword, expected) => {
    const { find } = await toLookAt()
    expect(await find(keyword)).toEqual(expected)
  })

  it.each(["'", "x' & 'y", 'a | b', '!a', 'a:*', '\\', '(((', '&', 'a <-> b', '::tsquery', "it's"])(
    'T22 %s is text, not an operator',
    async (searchKeyword) => {
      const { client } = await toLookAt()
      const { status } = await client.call(search.search, { query: { searchKeyword } })
      expect([200, 400]).toContain(status)
    },
  )
})

describe('operators', () => {
  it.each([
    ['from:emma', [budget]],
    ['发件人:张伟', [contract]],
    ['发件人：zw', [contract]],
    ['to:example.test budget', [budget]],
    ['to:ex -budget', [answer, contract]],
    ['收件人:emma', []],
    ['cc:wangfang', [answer]],
    ['抄送:王芳', [answer]],
    ['subject:budget', [budget]],
    ['主题:预算', [answer]],
    ['subject:telemetry', []],
    ['body:telemetry', [budget]],
    ['正文:会议纪要', [contract]],
    ['body:budget', []],
    ['"naive words"', [budget]],
    ['"words naive"', []],
    ['"full width and naive"', [budget]],
    ['「会议纪要」', [contract]],
    ['「预算表见附件，另附」', [answer]],
    ['"附件 另附 quarterly report"', [answer]],
    ['"另附 见附件"', []],
    ['test -"naive words"', [answer, contract]],
    ['test -"words naive"', [answer, budget, contract]],
    ['test -会议纪要', [answer, budget]],
    ['test -议要', [answer, budget, contract]],
    ['test -body:telemetry', [answer, contract]],
    ['test -body:budget', [answer, budget, contract]],
    ['"naive words" OR 纪要的', [budget, contract]],
    ['test "words naive" OR 合同', [contract]],
    ['is:unread "naive words"', [budget]],
    ['is:unread -"naive words"', [answer, contract]],
    ['test -budget', [answer, contract]],
    ['test -from:emma -合同', [answer]],
    ['合同 OR budget', [budget, contract]],
    ['合同 或 预算', [answer, contract]],
    ['emma OR is:read', [budget]],
    ['-test', []],
    ['-budget is:unread', [answer, contract]],
    ['before:2020', []],
    ['after:2020 合同', [contract]],
    ['after:yesterday budget', [budget]],
    ['之后:今天', [answer, budget, contract]],
    ['before:today', []],
    ['in:inbox budget', [budget]],
    ['文件夹:收件箱 budget', [budget]],
    ['in:trash budget', []],
    ['-in:trash budget', [budget]],
    ['larger:1M', []],
    ['smaller:1M budget', [budget]],
    ['larger:10 -budget -合同', [answer]],
    ['is:starred', []],
    ['has:attachment', []],
    ['-has:attachment budget', [budget]],
    ['colour:blue', []],
  ])('SEARCH-01 SEARCH-07 %s', async (keyword, expected) => {
    const { find } = await toLookAt()
    expect(await find(keyword)).toEqual(expected)
  })

  it('SEARCH-01 is:unread, is:read and is:starred follow the flags, in both languages', async () => {
    const { find, client, folderId } = await searchable()
    await client.get(messages.seen, {
      body: { mailboxId: folderId('inbox'), mailUids: [2], seen: true },
    })
    await client.get(messages.star, {
      body: { mailboxId: folderId('inbox'), mailUids: [1], starred: true },
    })
    expect(await find('is:unread')).toEqual([answer, contract])
    expect(await find('未读')).toEqual([answer, contract])
    expect(await find('is:read test')).toEqual([budget])
    expect(await find('已读')).toEqual([budget])
    expect(await find('is:starred')).toEqual([contract])
    expect(await find('星标 合同')).toEqual([contract])
  })

  it('SEARCH-01 has:attachment and filename: look at attachments, in both languages', async () => {
    const { find, address } = await searchable()
    await deliver(server, address, {
      subject: 'with a file',
      headers: { 'Content-Type': 'multipart/mixed; boundary=b' },
      text: '--b\r\nContent-Type: text/plain\r\n\r\nbody\r\n--b\r\nContent-Type: application/x-a; name="报价单 final.bin"\r\nContent-Disposition: attachment\r\n\r\nx\r\n--b--',
    })
    for (const typed of ['has:attachment', '有:附件', '有附件', '附件 final', 'filename:final'])
      expect(await find(typed), typed).toEqual(['with a file'])
    expect(await find('附件名:报价单')).toEqual(['with a file'])
    expect(await find('报价单', { scope: '3' })).toEqual(['with a file'])
    expect(await find('报价单', { scope: '1,2' })).toEqual([])
  })

  it('SEARCH-01 label: finds mail with a label; an unknown label or folder is read as words', async () => {
    const { find, client, address } = await searchable()
    const { labelId } = await client.get(labels.save, {
      body: { labelName: 'Project 甲', color: 1 },
    })
    const { list } = await client.get(search.search, { query: { searchKeyword: 'budget' } })
    const mailIds = list.map((one) => one.mailId)
    await client.get(labels.mark, { body: { mailIds, add: [labelId] } })
    expect(await find('label:"project 甲"')).toEqual([budget])
    expect(await find('标签:"Project 甲" telemetry')).toEqual([budget])
    expect(await find('标签:"Project 甲" 合同')).toEqual([])
    expect(await find('-label:"project 甲" test')).toEqual([answer, contract])
    expect(await find('label:nothing')).toEqual([])
    await deliver(server, address, { subject: 'about in:nowhere here' })
    expect(await find('in:nowhere')).toEqual(['about in:nowhere here'])
  })

  it('SEARCH-01 the answer says what was understood, and where it stands in the text', async () => {
    const { client } = await searcher()
    const searchKeyword = 'from:emma -draft OR 主题:预算 before:2026-03-01 larger:2M in:nowhere'
    const { understood, terms } = await client.get(search.search, { query: { searchKeyword } })
    expect(understood.map(({ kind, value, negated, or }) => [kind, value, negated, or])).toEqual([
      ['from', 'emma', false, false],
      ['words', 'draft', true, false],
      ['subject', '预算', false, true],
      ['before', '2026-03-01', false, false],
      ['larger', String(2 * 1024 ** 2), false, false],
      ['words', 'in:nowhere', false, false],
    ])
    expect(understood.map(({ start, end }) => searchKeyword.slice(start, end))).toEqual(
      searchKeyword.split(' ').filter((one) => one !== 'OR'),
    )
    expect(terms).toEqual(['in:nowhere', 'emma', '预算'])
  })
})

describe('the form', () => {
  it('SEARCH-04 SEARCH-05 SEARCH-09 SEARCH-10 scope, sender, folder, time, attachment and read state are applied', async () => {
    const { find, client, folderId } = await searchable()
    expect(await find('预算', { scope: '1' })).toEqual([answer])
    expect(await find('telemetry', { scope: '1' })).toEqual([])
    expect(await find('telemetry', { scope: '2' })).toEqual([budget])
    expect(await find('telemetry', { scope: '1,2' })).toEqual([budget])
    expect(await find('emma', { searchType: '1' })).toEqual([budget])
    expect(await find('emma', { searchType: '2' })).toEqual([])
    expect(await find('budget', { mailboxId: folderId('trash') })).toEqual([])
    expect(await find('budget', { mailboxId: folderId('inbox') })).toEqual([budget])
    expect(await find('budget', { endTime: '2020-01-01T00:00:00Z' })).toEqual([])
    expect(await find('budget', { startTime: '2020-01-01T00:00:00Z' })).toEqual([budget])
    expect(await find('budget', { hasAttachment: '1' })).toEqual([])
    expect(await find('budget', { hasAttachment: '0' })).toEqual([budget])
    expect(await find('budget', { hasAttachment: '2', isUnread: '2' })).toEqual([budget])
    await client.get(messages.seen, {
      body: { mailboxId: folderId('inbox'), mailUids: [2], seen: true },
    })
    expect(await find('budget', { isUnread: '1' })).toEqual([])
    expect(await find('budget', { isUnread: '0' })).toEqual([budget])
  })

  it('SEARCH-04 SEARCH-05 SEARCH-10 every code means its own: all is not none, and scope 3 is the name of a file', async () => {
    const { find, client, address, folderId } = await searcher()
    const file = 'Content-Disposition: attachment; filename="heron.txt"\r\n\r\ny\r\n'
    await deliver(
      server,
      address,
      {
        subject: 'osprey with a file',
        headers: { 'Content-Type': 'multipart/mixed; boundary=b' },
        text: `--b\r\n\r\nx\r\n--b\r\nContent-Type: text/plain\r\n${file}--b--`,
      },
      { subject: 'osprey alone' },
    )
    const [both, withFile, alone] = [
      ['osprey alone', 'osprey with a file'],
      ['osprey with a file'],
      ['osprey alone'],
    ]
    expect(await find('osprey', { hasAttachment: 2 })).toEqual(both)
    expect(await find('osprey', { hasAttachment: 1 })).toEqual(withFile)
    expect(await find('osprey', { hasAttachment: 0 })).toEqual(alone)
    const first = { mailboxId: folderId('inbox'), mailUids: [1], seen: true }
    await client.get(messages.seen, { body: first })
    expect(await find('osprey', { isUnread: 2 })).toEqual(both)
    expect(await find('osprey', { isUnread: 1 })).toEqual(alone)
    expect(await find('osprey', { isUnread: 0 })).toEqual(withFile)
    expect(await find('heron', { scope: '3' })).toEqual(withFile)
    expect(await find('heron', { scope: '1' })).toEqual([])
    expect(await find('osprey', { scope: '3' })).toEqual([])
    expect(await find('osprey', { scope: '1,3' })).toEqual(both)
  })

  it('SEARCH-02 an empty keyword and SEARCH-08 a range the wrong way round are refused', async () => {
    const { client } = await searcher()
    const call = (query: { searchKeyword: string; startTime?: string; endTime?: string }) =>
      client.call(search.search, { query })
    expect(await call({ searchKeyword: ' !? ' })).toMatchObject({
      error: 'search.empty',
      message: '请输入搜索关键字',
    })
    const range = { startTime: '2026-02-01T00:00:00Z', endTime: '2026-01-01T00:00:00Z' }
    expect(await call({ searchKeyword: 'x', ...range })).toMatchObject({
      error: 'search.range',
      message: '开始时间不能晚于结束时间',
    })
  })

  it('SEARCH-07 the count is exact up to its bound, then it says that there is more', async () => {
    const { client, accountId } = await searchable()
    const count = (searchKeyword: string) => client.get(search.count, { query: { searchKeyword } })
    expect(await count('test')).toEqual({ count: 3, more: false })
    expect(await count('is:unread')).toEqual({ count: 3, more: false })
    expect(await count('nothing')).toEqual({ count: 0, more: false })
    const { mailstore } = server.app
    const receivedAt = new Date()
    const copy = { accountId, folder: 'inbox' as const, receivedAt }
    await mailstore.deliver(
      await mailstore.prepare(mail({ subject: 'many' })),
      Array.from({ length: 1001 }, () => copy),
    )
    expect(await count('subject:many')).toEqual({ count: 1000, more: true })
    expect(await count('-subject:many')).toEqual({ count: 3, more: false })
  })
})

describe('suggestions', () => {
  it('SEARCH-01 people by name, pinyin and address, subjects by their words, the newest first', async () => {
    await server.addPerson({ address: 'zhaomin@example.test', name: '赵敏' })
    const { client, address } = await searchable()
    await deliver(server, address, { subject: 'Re: Budget 2026' }, { subject: '预算与 budgets' })
    const suggest = (keyword: string) => client.get(search.suggest, { query: { keyword } })
    expect((await suggest('zhangw')).people).toMatchObject([
      { name: '张伟', address: 'zhangwei@supplier.test' },
    ])
    expect((await suggest('张')).people).toMatchObject([{ name: '张伟' }])
    expect((await suggest('zm')).people).toMatchObject([{ name: '赵敏' }])
    expect((await suggest('em')).people).toMatchObject([{ address: 'emma@partner.test' }])
    expect((await suggest('budg')).subjects.map((one) => one.subject)).toEqual([
      '预算与 budgets',
      'Budget 2026',
    ])
    expect((await suggest('审批')).subjects.map((one) => one.subject)).toEqual([contract])
    expect(await suggest('  ')).toEqual({ people: [], subjects: [] })
    expect(await suggest('xylophone')).toEqual({ people: [], subjects: [] })
  })
})

describe('lines', () => {
  it('SEARCH-07 a word far down in a mail is shown in its line, in its row nothing is repeated', async () => {
    const { client, address, find } = await searcher()
    const text = `${'first words of the mail. '.repeat(40)}Then the kestrel landed. ${'and on '.repeat(60)}`
    await deliver(server, address, { subject: 'far down', text }, { subject: 'kestrel above' })
    expect(await find('kestrel')).toEqual(['kestrel above', 'far down'])
    const { list } = await client.get(search.search, { query: { searchKeyword: 'kestrel' } })
    const mailIds = list.map((one) => one.mailId)
    const lines = await client.get(search.snippets, {
      query: { searchKeyword: 'kestrel', mailIds: mailIds.join(',') },
    })
    expect(lines.list).toHaveLength(1)
    expect(lines.list[0]).toMatchObject({ mailId: mailIds[1], fileName: null })
    expect(lines.list[0]?.text).toMatch(/^…kestrel landed\..*…$/)
  })
})

describe('saved searches', () => {
  it('SEARCH-01 are kept under a name, replaced, listed and deleted', async () => {
    const { client } = await searcher()
    const query = { searchKeyword: 'from:emma', hasAttachment: '1' as const }
    const saved = await client.get(search.save, { body: { name: ' Emma ', query } })
    expect(saved).toEqual({ id: saved.id, name: 'Emma', query })
    await client.get(search.save, { body: { name: 'Emma', query: { searchKeyword: 'emma' } } })
    const { list } = await client.get(search.saved, { query: {} })
    expect(list).toEqual([{ id: saved.id, name: 'Emma', query: { searchKeyword: 'emma' } }])
    const other = await searcher()
    expect((await other.client.get(search.saved, { query: {} })).list).toEqual([])
    expect(await other.client.call(search.forget, { body: { id: saved.id } })).toMatchObject({
      error: 'item.not-found',
    })
    await client.get(search.forget, { body: { id: saved.id } })
    expect((await client.get(search.saved, { query: {} })).list).toEqual([])
  })

  it('SEARCH-02 SEARCH-08 nothing wrong can be saved, and no more than fifty', async () => {
    const { client } = await searcher()
    const save = (
      name: string,
      query: { searchKeyword: string; startTime?: string; endTime?: string },
    ) => client.call(search.save, { body: { name, query } })
    expect(await save('empty', { searchKeyword: ' ' })).toMatchObject({ error: 'search.empty' })
    const range = { startTime: '2026-02-01T00:00:00Z', endTime: '2026-01-01T00:00:00Z' }
    expect(await save('range', { searchKeyword: 'x', ...range })).toMatchObject({
      error: 'search.range',
    })
    await Promise.all(
      Array.from({ length: 50 }, (_, index) => save(`n${index}`, { searchKeyword: 'x' })),
    )
    expect(await save('one more', { searchKeyword: 'x' })).toMatchObject({
      error: 'search.too-many-saved',
    })
    expect(await save('n7', { searchKeyword: 'y' })).toMatchObject({ code: 200 })
  })
})

it('SEARCH-07 FOLDERS mail in a locked folder is neither found, counted, shown in lines nor suggested', async () => {
  const { client, accountId, address, find } = await searcher()
  const [folder] = await server.app.database.query(
    sql<{
      id: number
    }>`INSERT INTO folders (account_id, name, uid_validity) VALUES (${accountId}, 'safe', 1) RETURNING id`,
  )
  const targetMailboxId = folder?.id ?? 0
  await deliver(server, address, { subject: 'falcon secret', from: 'Falco <falco@other.test>' })
  const { list } = await client.get(search.search, { query: { searchKeyword: 'falcon' } })
  const mailIds = list.map((one) => one.mailId)
  await client.get(messages.move, { body: { mailIds, targetMailboxId } })
  expect(await find('falcon', { mailboxId: targetMailboxId })).toEqual(['falcon secret'])
  await server.app.database.run(
    sql`UPDATE folders SET password_hash = 'x' WHERE account_id = ${accountId} AND id = ${targetMailboxId}`,
  )
  for (const typed of ['falcon', 'is:unread', 'in:safe', 'from:falco', '-other'])
    expect(await find(typed), typed).toEqual([])
  expect(await client.get(search.count, { query: { searchKeyword: 'falcon' } })).toMatchObject({
    count: 0,
  })
  expect(await client.get(search.suggest, { query: { keyword: 'falco' } })).toEqual({
    people: [],
    subjects: [],
  })
  const lines = { searchKeyword: 'hello', mailIds: mailIds.join(',') }
  expect(await client.get(search.snippets, { query: lines })).toEqual({ list: [] })
  expect(
    await client.call(search.search, {
      query: { searchKeyword: 'falcon', mailboxId: targetMailboxId },
    }),
  ).toMatchObject({ error: 'folder.locked' })
})
