import { compose } from '@hongyan/contract/compose'
import { lists } from '@hongyan/contract/lists'
import { type ListSort, messages } from '@hongyan/contract/messages'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deliver } from '../../testing/builders.ts'
import { allPages, newMailbox, type StoredParts } from '../../testing/mailbox.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})

afterAll(() => server.stop())

const day = (number: number): string =>
  new Date(Date.UTC(2026, 0, 1) + number * 36_000_000).toISOString()
const names = (list: readonly { mailSubject: string }[]) => list.map((one) => one.mailSubject)

/** Mails whose senders, subjects and sizes are each in an order of their own. */
const mixed: StoredParts[] = [
  { subject: '周报', from: '张伟 <zw@other.test>', text: 'x'.repeat(50) },
  { subject: 'budget', from: 'Emma <emma@other.test>', text: 'x'.repeat(900) },
  { subject: 'Agenda', from: 'zoe@other.test', text: 'x'.repeat(400) },
  { subject: '安排', from: '李娜 <ln@other.test>', text: 'x'.repeat(1_500) },
  { subject: 'budget', from: 'emma <e2@other.test>', text: 'x'.repeat(10) },
].map((parts, index) => ({ ...parts, at: day(index) }))

describe('orders', () => {
  it.each<[ListSort, 'asc' | 'desc' | undefined, string[]]>([
    ['date', undefined, ['budget', '安排', 'Agenda', 'budget', '周报']],
    ['date', 'asc', ['周报', 'budget', 'Agenda', '安排', 'budget']],
    ['sender', undefined, ['budget', 'budget', 'Agenda', '安排', '周报']],
    ['sender', 'desc', ['周报', '安排', 'Agenda', 'budget', 'budget']],
    ['subject', undefined, ['Agenda', 'budget', 'budget', '安排', '周报']],
    ['subject', 'desc', ['周报', '安排', 'budget', 'budget', 'Agenda']],
    ['size', undefined, ['安排', 'budget', 'Agenda', '周报', 'budget']],
    ['size', 'asc', ['budget', '周报', 'Agenda', 'budget', '安排']],
  ])('MAILLIST-02 a folder by %s %s', async (sort, order, expected) => {
    const box = await newMailbox(server)
    await box.put('inbox', ...mixed)
    const sorted = await box.subjects(box.folderId('inbox'), { sort, order })
    const pinyin = (one: string) => one.replace('安排', 'anpai').replace('周报', 'zhoubao')
    if (sort === 'subject' || sort === 'sender') {
      // Where Latin stands beside Chinese is the collation's business; within each it is by letter and by pinyin.
      const chinese = (list: string[]) => list.filter((one) => pinyin(one) !== one)
      const latin = (list: string[]) => list.filter((one) => pinyin(one) === one)
      expect(chinese(sorted)).toEqual(chinese(expected))
      expect(latin(sorted)).toEqual(latin(expected))
    } else expect(sorted).toEqual(expected)
  })

  it.each<[ListSort, 'asc' | 'desc']>(
    (['date', 'sender', 'subject', 'size'] as const).flatMap((sort) =>
      (['asc', 'desc'] as const).map((order): [ListSort, 'asc' | 'desc'] => [sort, order]),
    ),
  )(
    'MAILLIST-02 pages by %s %s show every mail once, forward, back and from the end',
    async (sort, order) => {
      const box = await newMailbox(server)
      const mailboxId = box.folderId('inbox')
      const ids = await box.put(
        'inbox',
        ...Array.from({ length: 17 }, (_, index) => ({
          subject: `s${index % 4}`,
          from: `P${index % 3} <p@other.test>`,
          text: 'y'.repeat((index % 5) * 20),
          at: day(index % 6),
        })),
      )
      await box.client.get(messages.pin, {
        body: { mailIds: [ids[3] ?? 0, ids[11] ?? 0], pinned: 1 },
      })
      const query = { mailboxId, sort, order, pageSize: 5 }
      const whole = (await box.items(mailboxId, { sort, order })).map((one) => one.mailId)
      expect(new Set(whole).size).toBe(17)
      const forward = await allPages((sortValues) =>
        box.client.get(messages.list, { query: { ...query, sortValues } }),
      )
      expect(forward.map((one) => one.mailId)).toEqual(whole)
      const backward: number[] = []
      let page = await box.client.get(messages.list, { query: { ...query, direction: 'last' } })
      for (;;) {
        backward.unshift(...page.list.map((one) => one.mailId))
        if (!page.hasMore) break
        const sortValues = page.list[0]?.sortValues
        page = await box.client.get(messages.list, {
          query: { ...query, direction: 'prev', sortValues },
        })
      }
      expect(backward).toEqual(whole)
    },
  )

  it('MAILLIST-12 pinned mail stands on top of its folder, newest and oldest first alike', async () => {
    const box = await newMailbox(server)
    const inbox = box.folderId('inbox')
    const ids = await box.put('inbox', ...mixed)
    const body = { mailIds: [ids[2] ?? 0] }
    expect(await box.client.get(messages.pin, { body: { ...body, pinned: true } })).toEqual({
      count: 1,
    })
    expect((await box.subjects(inbox))[0]).toBe('Agenda')
    expect((await box.items(inbox))[0]?.pinned).toBe(true)
    expect((await box.subjects(inbox, { order: 'asc' }))[0]).toBe('Agenda')
    await box.client.get(messages.pin, { body: { ...body, pinned: false } })
    expect((await box.subjects(inbox))[0]).toBe('budget')
  })

  it('MAILLIST-02 a cursor of one order is refused in another, and so are combinations without an index', async () => {
    const box = await newMailbox(server)
    await box.put('inbox', ...mixed)
    const mailboxId = box.folderId('inbox')
    const [row] = await box.items(mailboxId, { sort: 'sender' })
    const refused = (query: object) =>
      box.client.call(messages.list, { query: { mailboxId, ...query } })
    for (const sort of ['date', 'size'] as const)
      expect(await refused({ sort, sortValues: row?.sortValues })).toMatchObject({ status: 400 })
    for (const query of [
      { filter: 'unread', sort: 'size' },
      { filter: 'unread', conversation: 1 },
      { sort: 'sender', rank: 3 },
      { conversation: 1, rank: 3 },
    ])
      expect(await refused(query)).toMatchObject({
        error: 'list.not-combined',
        message: '该排序、筛选与会话视图不能同时使用',
      })
  })
})

describe('filters', () => {
  it.each([
    ['unread', ['c', 'a']],
    ['read', ['e', 'd', 'b']],
    ['starred', ['d', 'c']],
    ['attachment', ['e']],
    ['colored', ['b']],
  ])('MAILLIST-05 a folder shows only its %s mail', async (filter, expected) => {
    const box = await newMailbox(server)
    const inbox = box.folderId('inbox')
    const ids = await box.put(
      'inbox',
      { subject: 'a', at: day(0) },
      { subject: 'b', at: day(1), seen: true },
      { subject: 'c', at: day(2), starred: true },
      { subject: 'd', at: day(3), seen: true, starred: true },
      {
        subject: 'e',
        at: day(4),
        seen: true,
        headers: {
          'Content-Disposition': 'attachment; filename="a.pdf"',
          'Content-Type': 'application/pdf',
        },
      },
    )
    await box.client.get(messages.color, { body: { mailIds: [ids[1] ?? 0], color: 5 } })
    expect(await box.subjects(inbox, { filter })).toEqual(expected)
    const paged = await allPages((sortValues) =>
      box.client.get(messages.list, {
        query: { mailboxId: inbox, filter: filter as 'unread', pageSize: 1, sortValues },
      }),
    )
    expect(names(paged)).toEqual(expected)
  })

  it('MAILLIST-14 a colour from 0 to 7 is kept; another one is refused', async () => {
    const box = await newMailbox(server)
    const [id = 0] = await box.put('inbox', { subject: 'x' })
    const color = (value: number) =>
      box.client.call(messages.color, { body: { mailIds: [id], color: value } })
    expect(await color(7)).toMatchObject({ data: { count: 1 } })
    expect((await box.items(box.folderId('inbox')))[0]?.color).toBe(7)
    expect(await color(7)).toMatchObject({ data: { count: 0 } })
    for (const bad of [8, -1, 1.5]) expect(await color(bad)).toMatchObject({ status: 400 })
    expect(await color(0)).toMatchObject({ data: { count: 1 } })
  })
})

describe('lists over folders', () => {
  async function spread() {
    const box = await newMailbox(server)
    await box.put(
      'inbox',
      { subject: 'in1', at: day(0), starred: true },
      { subject: 'in2', at: day(3), seen: true },
    )
    await box.put(
      'archive',
      { subject: 'ar1', at: day(1) },
      { subject: 'ar2', at: day(4), starred: true, seen: true },
    )
    await box.put('sent', { subject: 'se1', at: day(2), seen: true, starred: true })
    await box.put('trash', { subject: 'tr1', at: day(5), starred: true })
    await box.put('junk', { subject: 'ju1', at: day(6), starred: true })
    return box
  }

  it('MAILLIST-04 MAILLIST-16 the favourites are the starred mails of all folders, without bin and spam', async () => {
    const { client } = await spread()
    const page = await client.get(lists.favorites, { query: {} })
    expect(names(page.list)).toEqual(['ar2', 'se1', 'in1'])
    const paged = await allPages((sortValues) =>
      client.get(lists.favorites, { query: { pageSize: 1, sortValues } }),
    )
    expect(names(paged)).toEqual(['ar2', 'se1', 'in1'])
    const oldest = await client.get(lists.favorites, { query: { order: 'asc', pageSize: 2 } })
    expect(names(oldest.list)).toEqual(['in1', 'se1'])
    const [first] = page.list
    await client.get(messages.star, { body: { mailIds: [first?.mailId ?? 0], starred: 0 } })
    expect(names((await client.get(lists.favorites, { query: {} })).list)).toEqual(['se1', 'in1'])
  })

  it('MAILLIST-05 the quick lists are unread and read mail of all folders, with their number', async () => {
    const { client } = await spread()
    const unread = await client.get(lists.quick, { query: { seen: 0 } })
    expect([names(unread.list), unread.total]).toEqual([['ar1', 'in1'], 2])
    const read = await client.get(lists.quick, { query: { seen: '1', pageSize: 2 } })
    expect([names(read.list), read.total, read.hasMore]).toEqual([['ar2', 'in2'], 3, true])
    const back = await client.get(lists.quick, {
      query: { seen: 1, direction: 'last', pageSize: 2 },
    })
    expect(names(back.list)).toEqual(['in2', 'se1'])
  })

  it('MAILLIST-03 correspondence with a contact goes both ways, over all folders, every recipient counted', async () => {
    const box = await newMailbox(server)
    const partner = 'Partner <Partner@Other.test>'
    await box.put(
      'inbox',
      { subject: 'from them', from: partner, at: day(0) },
      { subject: 'other', at: day(1) },
    )
    await box.put('archive', { subject: 'kept', from: partner, at: day(2) })
    const many = Array.from({ length: 9 }, (_, index) => `p${index}@other.test`)
    await box.put('sent', {
      subject: 'to them',
      from: `Me <${box.address}>`,
      to: [...many, partner].join(', '),
      at: day(3),
      seen: true,
    })
    const related = async (query: object = {}) =>
      names(
        (
          await box.client.get(lists.related, {
            query: { address: 'partner@other.test', ...query },
          })
        ).list,
      )
    expect(await related()).toEqual(['to them', 'kept', 'from them'])
    expect(await related({ order: 'asc' })).toEqual(['from them', 'kept', 'to them'])
    expect(await related({ address: 'p7@other.test' })).toEqual(['to them'])
    expect(await related({ address: 'nobody@other.test' })).toEqual([])
    const paged = await allPages((sortValues) =>
      box.client.get(lists.related, {
        query: { address: 'PARTNER@other.test', pageSize: 1, sortValues },
      }),
    )
    expect(names(paged)).toEqual(['to them', 'kept', 'from them'])
    const [sent] = await box.items(box.folderId('sent'))
    await box.client.get(messages.recycle, { body: { mailIds: [sent?.mailId ?? 0] } })
    await box.client.get(messages.destroy, { body: { mailIds: [sent?.mailId ?? 0] } })
    expect(await related()).toEqual(['kept', 'from them'])
  })

  it('MAILLIST-03 a mail that was just sent is part of the correspondence', async () => {
    const box = await newMailbox(server)
    const content = { mailCc: [], mailBcc: [], html: '<p>x</p>', quotedHtml: '', fileIds: [] }
    await box.client.get(compose.send, {
      body: {
        ...content,
        mailSubject: 'fresh',
        mailTo: ['Peer <peer@other.test>'],
        sendKey: `rel ${box.address}`,
      },
    })
    const page = await box.client.get(lists.related, { query: { address: 'peer@other.test' } })
    expect(names(page.list)).toEqual(['fresh'])
  })
})

describe('ranks', () => {
  it('MAILLIST-02 a list starts at any rank, as counting from the top would, after every kind of change', async () => {
    const box = await newMailbox(server)
    const inbox = box.folderId('inbox')
    const ids = await box.put(
      'inbox',
      ...Array.from({ length: 40 }, (_, index) => ({
        subject: `n${index}`,
        at: day((index * 7) % 20),
      })),
    )
    const some = (...at: number[]) => ({ mailIds: at.map((index) => ids[index] ?? 0) })
    const agree = async () => {
      const whole = await box.subjects(inbox)
      for (let rank = 0; rank <= whole.length; rank++) {
        const page = await box.client.get(messages.list, {
          query: { mailboxId: inbox, rank, pageSize: 3 },
        })
        expect(names(page.list), `rank ${rank}`).toEqual(whole.slice(rank, rank + 3))
      }
    }
    await agree()
    await box.client.get(messages.pin, { body: { ...some(5, 17, 30), pinned: true } })
    await agree()
    await box.client.get(messages.recycle, { body: some(0, 1, 5, 22) })
    await agree()
    await box.client.get(messages.restore, { body: some(5, 22) })
    await deliver(server, box.address, { subject: 'new' })
    await agree()
    const far = await box.client.get(messages.list, { query: { mailboxId: inbox, rank: 5_000 } })
    expect(far).toMatchObject({ list: [], total: 39, hasMore: false })
  })
})

describe('conversations', () => {
  async function talk() {
    const box = await newMailbox(server)
    const answer = { references: ['root@x.test'] }
    await box.put(
      'inbox',
      {
        subject: 'plan',
        messageId: 'root@x.test',
        from: 'Emma <e@other.test>',
        at: day(0),
        seen: true,
      },
      { subject: 'alone', at: day(1) },
      { subject: 'Re: plan', ...answer, from: 'Li <li@other.test>', at: day(2) },
    )
    await box.put('sent', {
      subject: 'Re: plan',
      ...answer,
      from: `Me <${box.address}>`,
      at: day(3),
      seen: true,
    })
    await box.put('trash', { subject: 'Re: plan', ...answer, at: day(4) })
    return box
  }

  it('MAILLIST-02 one row a conversation, newest first, with what the thread holds over all folders', async () => {
    const box = await talk()
    const rows = await box.items(box.folderId('inbox'), { conversation: 1 })
    expect(names(rows)).toEqual(['Re: plan', 'alone'])
    expect(rows[0]?.conversation).toMatchObject({
      count: 3,
      unread: 1,
      people: [{ address: box.address }, { name: 'Li' }, { name: 'Emma' }],
    })
    expect(rows[1]?.conversation).toMatchObject({ count: 1, unread: 1 })
    const flat = await box.items(box.folderId('inbox'))
    expect(flat.map((one) => one.conversation)).toEqual([null, null, null])
  })

  it('MAILLIST-02 the thread lists its mails oldest first, sent answers included', async () => {
    const box = await talk()
    const [row] = await box.items(box.folderId('inbox'), { conversation: 1 })
    const { list } = await box.client.get(lists.thread, { query: { threadId: row?.threadId ?? 0 } })
    expect(list.map((one) => one.mailboxId)).toEqual([
      box.folderId('inbox'),
      box.folderId('inbox'),
      box.folderId('sent'),
      box.folderId('trash'),
    ])
  })

  it('MAILLIST-02 pages of conversations pass over rows without losing or doubling a thread', async () => {
    const box = await newMailbox(server)
    await box.put(
      'inbox',
      ...Array.from({ length: 150 }, (_, index) => ({
        subject: `t${index % 7}`,
        ...(index < 7
          ? { messageId: `t${index}@x.test` }
          : { references: [`t${index % 7}@x.test`] }),
        at: day(index),
      })),
    )
    const all = await allPages((sortValues) =>
      box.client.get(messages.list, {
        query: { mailboxId: box.folderId('inbox'), conversation: 1, pageSize: 2, sortValues },
      }),
    )
    expect(names(all)).toEqual(['t2', 't1', 't0', 't6', 't5', 't4', 't3'])
  })

  it('MAILLIST-17 an action on a conversation takes its mails of the folder and leaves those elsewhere', async () => {
    const box = await talk()
    const inbox = box.folderId('inbox')
    const [row] = await box.items(inbox, { conversation: 1 })
    const done = await box.client.get(messages.archive, {
      body: { mailboxId: inbox, threadIds: [row?.threadId ?? 0] },
    })
    expect(done.count).toBe(2)
    expect(await box.subjects(inbox)).toEqual(['alone'])
    expect(await box.subjects(box.folderId('sent'))).toEqual(['Re: plan'])
  })
})

describe('marks', () => {
  it('MAILLIST-29 a row says whether the mail is from inside and whether the sender is a stranger', async () => {
    const box = await newMailbox(server)
    await box.put(
      'inbox',
      { subject: 'colleague', from: 'Boss <boss@example.test>', at: day(0) },
      { subject: 'outside', from: 'new@other.test', at: day(1) },
    )
    // Claims our domain, comes from outside without a signature.
    await deliver(server, box.address, { subject: 'forged', from: 'Boss <boss@example.test>' })
    const marks = async () =>
      Object.fromEntries(
        (await box.items(box.folderId('inbox'))).map((one) => [
          one.mailSubject,
          [one.source, one.stranger],
        ]),
      )
    expect(await marks()).toEqual({
      colleague: ['inside', false],
      outside: ['outside', true],
      forged: ['outside', false],
    })
    await box.client.get(compose.send, {
      body: {
        mailCc: [],
        mailBcc: [],
        html: 'x',
        quotedHtml: '',
        fileIds: [],
        mailSubject: 'hi',
        mailTo: ['new@other.test'],
        sendKey: `mark ${box.address}`,
      },
    })
    expect(await marks()).toMatchObject({ outside: ['outside', false] })
  })
})
