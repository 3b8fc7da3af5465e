import { compose } from '@hongyan/contract/compose'
import { folders } from '@hongyan/contract/folders'
import { messages } from '@hongyan/contract/messages'
import { records } from '@hongyan/contract/records'
import { search } from '@hongyan/contract/search'
import { settings } from '@hongyan/contract/settings'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deliver, mail } from '../../testing/builders.ts'
import type { HttpClient } from '../../testing/http-client.ts'
import { newMailbox } from '../../testing/mailbox.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})

afterAll(() => server.stop())

const counts = async (client: HttpClient, id: number) => {
  const { folderList } = await client.get(folders.list, { query: {} })
  const { mail: total, unread } = folderList.find((one) => one.folderId === id) ?? {
    mail: -1,
    unread: -1,
  }
  return { total, unread }
}

describe('folders', () => {
  it('FOLDERS-04 everybody has the system folders with their Chinese names', async () => {
    const { client } = await newMailbox(server)
    const { folderList } = await client.get(folders.list, { query: {} })
    expect(folderList.map((one) => [one.role, one.folderName])).toEqual([
      ['inbox', '收件箱'],
      ['sent', '已发送'],
      ['drafts', '草稿箱'],
      ['trash', '回收站'],
      ['junk', '垃圾邮件'],
      ['archive', '归档'],
    ])
  })

  it('FOLDERS-01 counters follow deliveries; SHELL-25 unread/count and SHELL-24 quota too', async () => {
    const { client, inbox, address } = await newMailbox(server)
    await deliver(server, address, { subject: 'one' }, { subject: 'two' })
    expect(await counts(client, inbox)).toEqual({ total: 2, unread: 2 })
    expect(await client.get(folders.unreadCount, { query: {} })).toEqual({ inbox: 2, total: 2 })
    const { curMap, maxMap } = await client.get(settings.quota, { query: {} })
    expect(curMap.curSize).toBeGreaterThan(200)
    expect(maxMap.setSize).toBe(10 * 1024 ** 3)
  })
})

describe('lists', () => {
  it('MAILLIST-01 a row says who, what and when', async () => {
    const { client, inbox, address } = await newMailbox(server)
    await deliver(server, address, {
      subject: '第四季度预算',
      from: '=?gb2312?B?wO7Nxg==?= <li@other.test>',
      text: '请查收附件中的预算。',
    })
    const { list, total, hasMore } = await client.get(messages.list, {
      query: { mailboxId: inbox },
    })
    expect({ total, hasMore }).toEqual({ total: 1, hasMore: false })
    expect(list[0]).toMatchObject({
      mailSubject: '第四季度预算',
      mailFrom: { name: '李推', address: 'li@other.test' },
      preview: '请查收附件中的预算。',
      seen: false,
      mailboxId: inbox,
      mailUid: 1,
      optType: '',
    })
  })

  it('MAILLIST-02 keyset pages show each mail once, forward, back and from the end, while mail comes in', async () => {
    const { client, inbox, address } = await newMailbox(server)
    await deliver(
      server,
      address,
      ...Array.from({ length: 23 }, (_, index) => ({ subject: `n${index}` })),
    )
    const subjects: string[] = []
    let cursor: string | undefined
    for (let page = 0; page < 5; page++) {
      const answer = await client.get(messages.list, {
        query: { mailboxId: inbox, pageSize: 5, sortValues: cursor },
      })
      subjects.push(...answer.list.map((one) => one.mailSubject))
      expect(answer.hasMore).toBe(page < 4)
      cursor = answer.list.at(-1)?.sortValues
      if (page === 1) await deliver(server, address, { subject: 'meanwhile' })
    }
    expect(subjects).toEqual(Array.from({ length: 23 }, (_, index) => `n${22 - index}`))
    const last = await client.get(messages.list, {
      query: { mailboxId: inbox, pageSize: 5, direction: 'last' },
    })
    expect(last.list.map((one) => one.mailSubject)).toEqual(['n4', 'n3', 'n2', 'n1', 'n0'])
    const before = await client.get(messages.list, {
      query: {
        mailboxId: inbox,
        pageSize: 5,
        direction: 'prev',
        sortValues: last.list[0]?.sortValues,
      },
    })
    expect(before.list.map((one) => one.mailSubject)).toEqual(['n9', 'n8', 'n7', 'n6', 'n5'])
  })

  it('LIMITS-10 a page has 15 mails unless asked otherwise, never more than 100', async () => {
    const { client, inbox, address } = await newMailbox(server)
    await deliver(server, address, ...Array.from({ length: 16 }, () => ({})))
    expect((await client.get(messages.list, { query: { mailboxId: inbox } })).list).toHaveLength(15)
    expect(
      await client.call(messages.list, { query: { mailboxId: inbox, pageSize: 101 } }),
    ).toMatchObject({ status: 400 })
  })

  it('MAILLIST-02 a cursor that we did not make is refused', async () => {
    const { client, inbox } = await newMailbox(server)
    for (const sortValues of ['x', '2.a.b', '1.zzzzzzzzzzz.1', "0.a.b' OR 1=1"]) {
      expect(
        await client.call(messages.list, { query: { mailboxId: inbox, sortValues } }),
      ).toMatchObject({ status: 400, error: 'request.invalid' })
    }
  })
})

describe('actions', () => {
  it('MAILLIST-13 seen and MAILLIST-16 starred change rows and counters once', async () => {
    const { client, inbox, address } = await newMailbox(server)
    await deliver(server, address, {}, {}, {})
    const body = { mailboxId: inbox, mailUids: '1,2' as never }
    expect(await client.get(messages.seen, { body: { ...body, seen: 1 } })).toEqual({ count: 2 })
    expect(await client.get(messages.seen, { body: { ...body, seen: true } })).toEqual({ count: 0 })
    expect(await counts(client, inbox)).toEqual({ total: 3, unread: 1 })
    expect(await client.get(messages.seen, { body: { ...body, seen: 0 } })).toEqual({ count: 2 })
    expect(await counts(client, inbox)).toEqual({ total: 3, unread: 3 })
    await client.get(messages.star, { body: { ...body, starred: true } })
    const { list } = await client.get(messages.list, { query: { mailboxId: inbox } })
    expect(list.map((one) => [one.mailUid, one.starred])).toEqual([
      [3, false],
      [2, true],
      [1, true],
    ])
  })

  it('MAILLIST-17 SHELL-18 move takes mails along with their counters and gives new UIDs', async () => {
    const { client, inbox, archive, address } = await newMailbox(server)
    await deliver(server, address, { subject: 'x' }, { subject: 'y' })
    expect(
      await client.get(messages.move, {
        body: { mailboxId: inbox, mailUids: [1, 2], targetMailboxId: archive },
      }),
    ).toMatchObject({ count: 2, from: [{ mailboxId: inbox }] })
    expect(await counts(client, inbox)).toEqual({ total: 0, unread: 0 })
    expect(await counts(client, archive)).toEqual({ total: 2, unread: 2 })
    const { list } = await client.get(messages.list, { query: { mailboxId: archive } })
    await client.get(messages.move, {
      body: { mailIds: [list[0]?.mailId ?? 0], targetMailboxId: inbox },
    })
    const back = await client.get(messages.list, { query: { mailboxId: inbox } })
    expect(back.list[0]?.mailUid).toBe(3)
  })

  it('MAILLIST-18 nothing selected and MAILLIST-19 the same folder are refused', async () => {
    const { client, inbox, archive, address } = await newMailbox(server)
    await deliver(server, address, {})
    const nothing = await client.call(messages.move, {
      body: { mailboxId: inbox, mailUids: [], targetMailboxId: archive },
    })
    expect(nothing).toMatchObject({ status: 400, message: '请至少选择一行' })
    const same = await client.call(messages.move, {
      body: { mailboxId: inbox, mailUids: [1], targetMailboxId: inbox },
    })
    expect(same).toMatchObject({ status: 400, message: '已在该文件夹中' })
  })

  it('MAILLIST-22 recycles, MAILLIST-23 deletes for good from there, and gives the space back', async () => {
    const { client, inbox, trash, address } = await newMailbox(server)
    await deliver(server, address, { text: 'x'.repeat(5_000) })
    const [row] = (await client.get(messages.list, { query: { mailboxId: inbox } })).list
    const body = { mailIds: [row?.mailId ?? 0] }
    await client.get(messages.recycle, { body })
    expect(await counts(client, trash)).toEqual({ total: 1, unread: 1 })
    await client.get(messages.destroy, { body })
    expect(await counts(client, trash)).toEqual({ total: 0, unread: 0 })
    expect((await client.get(settings.quota, { query: {} })).curMap.curSize).toBe(0)
    expect((await client.get(search.search, { query: { searchKeyword: 'hello' } })).list).toEqual(
      [],
    )
  })

  it('MAILLIST-23 G72 deletes for good out of the inbox too; mail retrieval has it', async () => {
    const { client, inbox, trash, put } = await newMailbox(server)
    const [mailId = 0, other = 0] = await put('inbox', { subject: 'gone' }, { subject: 'kept' })
    expect(await client.get(messages.destroy, { body: { mailIds: [mailId] } })).toEqual({
      count: 1,
    })
    expect(await counts(client, inbox)).toMatchObject({ total: 1 })
    expect(await counts(client, trash)).toMatchObject({ total: 0 })
    const { list } = await client.get(records.deleted, { query: {} })
    expect(list).toMatchObject([{ mailSubject: 'gone' }])
    expect((await client.get(messages.detail, { query: { mailId: other } })).mailSubject).toBe(
      'kept',
    )
  })
})

describe('reading', () => {
  const mixed = (parts: string) => {
    const head = mail({
      headers: { 'Content-Type': 'multipart/mixed; boundary=b' },
      text: '',
    }).toString()
    return Buffer.from(`${head.trimEnd()}\r\n\r\n${parts}--b--\r\n`)
  }
  const file = (type: string, name: string, content: string) =>
    `--b\r\nContent-Type: ${type}\r\nContent-Disposition: attachment; filename="${name}"\r\n\r\n${content}\r\n`

  it('looks 8: a list says which mail its sender calls urgent, in either way of saying it', async () => {
    const { client, inbox, address } = await newMailbox(server)
    const ways: Record<string, string>[] = [
      { Importance: 'high' },
      { 'X-Priority': '1 (Highest)' },
      {},
    ]
    for (const headers of ways) await deliver(server, address, mail({ headers }))
    const { list } = await client.get(messages.list, { query: { mailboxId: inbox } })
    expect(list.map(({ important }) => important)).toEqual([false, true, true])
  })

  it('READ-01 a mail opens with its text, people and attachments, and the bytes come back as they were sent', async () => {
    const { client, inbox, address } = await newMailbox(server)
    const raw = mixed(
      `--b\r\nContent-Type: text/plain\r\n\r\nsee file\r\n${file('application/pdf', 'a.pdf', '%PDF-1.4 bytes')}`,
    )
    await deliver(server, address, raw)
    const [row] = (await client.get(messages.list, { query: { mailboxId: inbox } })).list
    expect(row).toMatchObject({ hasAttachment: true, preview: 'see file' })
    const detail = await client.get(messages.detail, {
      query: { mailboxId: inbox, mailId: row?.mailId ?? 0 },
    })
    expect(detail).toMatchObject({
      text: expect.stringContaining('see file'),
      unsafeHtml: null,
      tooComplex: false,
      attachments: [{ fileName: 'a.pdf', type: 'application/pdf', size: 14 }],
    })
    const download = await fetch(server.url + detail.attachments[0]?.url)
    expect(await download.text()).toBe('%PDF-1.4 bytes')
    const source = await (await fetch(server.url + detail.sourceUrl)).text()
    expect(source.endsWith(raw.toString())).toBe(true)
  })

  it.each([
    ['text/html', 'x.html', '<script>alert(1)</script>'],
    ['image/svg+xml', 'x.svg', '<svg onload="alert(1)"/>'],
    ['text/xml', 'x.xml', '<x/>'],
    ['application/javascript', 'x.js', 'alert(1)'],
  ])('T4 an attachment of type %s is only ever saved, never shown', async (type, name, content) => {
    const { client, inbox, address } = await newMailbox(server)
    await deliver(server, address, mixed(file(type, name, content)))
    const [row] = (await client.get(messages.list, { query: { mailboxId: inbox } })).list
    const { attachments } = await client.get(messages.detail, {
      query: { mailId: row?.mailId ?? 0 },
    })
    const response = await fetch(server.url + attachments[0]?.url)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': expect.stringMatching(/^attachment;/),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
  })

  it('T14 a download ticket that was changed, or is of another kind, opens nothing', async () => {
    const { client, inbox, address } = await newMailbox(server)
    await deliver(server, address, {})
    const [row] = (await client.get(messages.list, { query: { mailboxId: inbox } })).list
    const { sourceUrl } = await client.get(messages.detail, { query: { mailId: row?.mailId ?? 0 } })
    const [body = '', signature = ''] = sourceUrl.split('/').at(-1)?.split('.') ?? []
    const payload = JSON.parse(Buffer.from(body, 'base64url').toString())
    const forged = Buffer.from(
      JSON.stringify({ ...payload, message: payload.message - 1 }),
    ).toString('base64url')
    for (const ticket of [
      `${forged}.${signature}`,
      `${body}.`,
      body,
      'x.y',
      `${body}.${signature}x`,
      '%00',
      '..%2f..',
    ]) {
      expect((await fetch(`${server.url}/api/file/download/${ticket}`)).status, ticket).toBe(404)
    }
  })
})

it('threads: an answer joins its mail across folders, by reference or, without one, by subject', async () => {
  const { client, inbox, archive, address } = await newMailbox(server)
  await deliver(
    server,
    address,
    { subject: 'plan', messageId: 'root@x.test' },
    { subject: 'Re: plan', references: ['root@x.test'] },
    { subject: '回复：plan' },
    { subject: 'plan' },
  )
  await client.get(messages.move, {
    body: { mailboxId: inbox, mailUids: [1], targetMailboxId: archive },
  })
  await deliver(server, address, {
    subject: 'AW: other',
    references: ['root@x.test', 'unknown@x.test'],
  })
  const { list } = await client.get(messages.list, { query: { mailboxId: inbox } })
  const [late, fresh, bySubject, byReference] = list.map((one) => one.threadId)
  expect(bySubject).toBe(byReference)
  expect(late).toBe(byReference)
  expect(fresh).not.toBe(byReference)
})

it('the sent folder shows what became of a mail', async () => {
  const { client, address } = await newMailbox(server)
  const other = await newMailbox(server)
  const content = {
    mailCc: [],
    mailBcc: [],
    html: '<p>x</p>',
    quotedHtml: '',
    fileIds: [],
    mailSubject: 'state',
  }
  const { mailId } = await client.get(compose.send, {
    body: { ...content, mailTo: [other.address], sendKey: `state ${address}` },
  })
  const { folderList } = await client.get(folders.list, { query: {} })
  const mailboxId = folderList.find((one) => one.role === 'sent')?.folderId ?? 0
  await expect
    .poll(async () => (await client.get(messages.list, { query: { mailboxId } })).list)
    .toMatchObject([{ mailId, sendState: 'sent', seen: true }])
})
