import { bulk } from '@hongyan/contract/bulk'
import { compose } from '@hongyan/contract/compose'
import type { Endpoint } from '@hongyan/contract/endpoint'
import { type Moved, messages } from '@hongyan/contract/messages'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mail } from '../../testing/builders.ts'
import { newMailbox, type TestMailbox } from '../../testing/mailbox.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { inflateEntries } from '../../testing/unzip.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})

afterAll(() => server.stop())

/** What the toast's Undo does: each group back to where the answer says it lay. */
async function undo({ client }: TestMailbox, { from }: Moved): Promise<void> {
  for (const { mailboxId, mailIds } of from)
    await client.get(messages.move, { body: { mailIds, targetMailboxId: mailboxId } })
}

describe('archive, spam, restore', () => {
  it('MAILLIST-21 archive moves mail to the archive folder, and the answer says how to undo it', async () => {
    const box = await newMailbox(server)
    const [inbox, archive] = [box.folderId('inbox'), box.folderId('archive')]
    const [own] = await box.put('sent', { subject: 'mine', seen: true })
    const mailIds = [...(await box.put('inbox', { subject: 'a' }, { subject: 'b' })), own ?? 0]
    const done = await box.client.get(messages.archive, { body: { mailIds } })
    expect(done.count).toBe(3)
    expect((await box.subjects(archive)).sort()).toEqual(['a', 'b', 'mine'])
    expect(await box.counts(inbox)).toEqual({ total: 0, unread: 0 })
    await undo(box, done)
    expect(await box.counts(inbox)).toEqual({ total: 2, unread: 2 })
    expect(await box.subjects(box.folderId('sent'))).toEqual(['mine'])
    const [draft] = await box.put('drafts', { subject: 'd', draft: true, seen: true })
    expect(
      await box.client.call(messages.archive, { body: { mailIds: [draft ?? 0] } }),
    ).toMatchObject({ error: 'mail.bad-target', message: '不能移动到此处' })
  })

  it('MAILLIST-22 restoring from the bin brings each mail back to the folder it came from', async () => {
    const box = await newMailbox(server)
    const mailIds = [
      ...(await box.put('inbox', { subject: 'in' })),
      ...(await box.put('archive', { subject: 'ar' })),
      ...(await box.put('drafts', { subject: 'dr', draft: true, seen: true })),
    ]
    const recycled = await box.client.get(messages.recycle, { body: { mailIds } })
    expect(recycled.from.map((one) => one.mailIds.length)).toEqual([1, 1, 1])
    expect(await box.counts(box.folderId('trash'))).toEqual({ total: 3, unread: 2 })
    expect((await box.client.get(messages.restore, { body: { mailIds } })).count).toBe(3)
    for (const role of ['inbox', 'archive', 'drafts'] as const)
      expect(await box.subjects(box.folderId(role))).toEqual([role.slice(0, 2)])
    // What never was in the bin is not moved by it.
    expect(await box.client.get(messages.restore, { body: { mailIds } })).toEqual({
      count: 0,
      from: [],
    })
  })

  it('MAILLIST-21 spam goes to its folder and comes back when it is none', async () => {
    const box = await newMailbox(server)
    const mailIds = await box.put('archive', { subject: 'offer' })
    const spam = (value: boolean) =>
      box.client.get(messages.spam, { body: { mailIds, spam: value } })
    expect((await spam(true)).from).toEqual([{ mailboxId: box.folderId('archive'), mailIds }])
    expect(await box.subjects(box.folderId('junk'))).toEqual(['offer'])
    expect((await spam(false)).from).toEqual([{ mailboxId: box.folderId('junk'), mailIds }])
    expect(await box.subjects(box.folderId('archive'))).toEqual(['offer'])
    const late = await box.put('junk', { subject: 'filtered at delivery' })
    await box.client.get(messages.spam, { body: { mailIds: late, spam: false } })
    expect(await box.subjects(box.folderId('inbox'))).toEqual(['filtered at delivery'])
  })

  it('MAILLIST-24 drafts are deleted for good, other mail is refused by that call', async () => {
    const box = await newMailbox(server)
    const content = {
      mailTo: [],
      mailCc: [],
      mailBcc: [],
      mailSubject: 'd',
      html: 'x',
      quotedHtml: '',
    }
    const draft = await box.client.get(compose.saveDraft, { body: { ...content, fileIds: [] } })
    const [other = 0] = await box.put('inbox', { subject: 'x' })
    const drop = (mailIds: number[]) => box.client.call(compose.deleteDrafts, { body: { mailIds } })
    expect(await drop([other])).toMatchObject({ error: 'mail.not-draft' })
    expect(await drop([draft.mailId])).toMatchObject({ data: { count: 1 } })
    expect(await box.counts(box.folderId('drafts'))).toEqual({ total: 0, unread: 0 })
    expect(await box.counts(box.folderId('trash'))).toEqual({ total: 0, unread: 0 })
  })
})

describe('export', () => {
  const fetchExport = async (box: TestMailbox, body: object) =>
    fetch(`${server.url}/api/mail/email/export`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${box.client.tokens?.accessToken}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify(body),
    })

  it('MAILLIST-28 one mail is exported as it was received, named by its subject', async () => {
    const box = await newMailbox(server)
    const raw = mail({
      subject: '=?utf-8?B?5ZCI5ZCML+WuoeaJuQ==?=',
      text: 'body',
      messageId: 'one@x.test',
    })
    const [outcome] = await server.app.mailstore.deliver(await server.app.mailstore.prepare(raw), [
      { accountId: box.accountId, folder: 'inbox', receivedAt: new Date('2026-03-08T01:00:00Z') },
    ])
    const id = outcome?.kind === 'stored' ? outcome.messageId : 0
    const answer = await fetchExport(box, { mailIds: [id] })
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'message/rfc822',
      'content-disposition': expect.stringContaining(
        `filename*=UTF-8''${encodeURIComponent('2026-03-08 合同 审批.eml')}`,
      ),
      'x-content-type-options': 'nosniff',
    })
    expect(Buffer.from(await answer.arrayBuffer()).equals(raw)).toBe(true)
  })

  it('MAILLIST-28 several mails are a zip of all of them, whole, each with a name of its own', async () => {
    const box = await newMailbox(server)
    const parts = [
      { subject: 'same', text: 'first' },
      { subject: 'same', text: 'second' },
      { subject: '../../etc/passwd', text: 'x'.repeat(200_000) },
      { subject: '', text: 'no subject' },
      // One name to macOS.
      { subject: 'R\u00e9sum\u00e9', text: 'composed' },
      { subject: 're\u0301sume\u0301', text: 'taken apart' },
    ]
    const mailIds = await box.put(
      'inbox',
      ...parts.map((one) => ({ ...one, at: '2026-03-08T00:00:00Z' })),
    )
    const answer = await fetchExport(box, { mailIds })
    expect(answer.headers.get('content-type')).toBe('application/zip')
    const entries = inflateEntries(Buffer.from(await answer.arrayBuffer()))
    expect([...entries.keys()].sort()).toEqual([
      '2026-03-08 R\u00e9sum\u00e9.eml',
      '2026-03-08 etc passwd.eml',
      '2026-03-08 mail.eml',
      '2026-03-08 re\u0301sume\u0301 (2).eml',
      '2026-03-08 same (2).eml',
      '2026-03-08 same.eml',
    ])
    const texts = [...entries.values()].map(String)
    for (const { text } of parts) expect(texts.some((one) => one.includes(text))).toBe(true)
  })

  it('MAILLIST-28 nothing selected, and mail of others, export nothing', async () => {
    const [box, other] = [await newMailbox(server), await newMailbox(server)]
    const mailIds = await other.put('inbox', { subject: 'theirs' })
    expect(await (await fetchExport(box, { mailIds: [] })).json()).toMatchObject({
      message: '请至少选择一行',
    })
    expect((await fetchExport(box, { mailIds })).status).toBe(404)
  })
})

describe('LIMITS-33 the server enforces the limits of mail lists', () => {
  it.each<[string, Endpoint, object]>([
    [
      'more than 1000 mails at once',
      messages.seen,
      { mailIds: Array.from({ length: 1_001 }, (_, at) => at + 1), seen: 1 },
    ],
    ['a colour above 7', messages.color, { mailIds: [1], color: 8 }],
    ['an unknown action on a folder', bulk.start, { mailboxId: 1, action: 'explode' }],
  ])('LIMITS-33 %s is refused', async (_, endpoint, body) => {
    const { client } = await newMailbox(server)
    expect(await client.call(endpoint, { body } as never)).toMatchObject({
      status: 400,
      error: 'request.invalid',
    })
  })

  it('LIMITS-33 a page of more than 100 and an unknown filter or order are refused', async () => {
    const box = await newMailbox(server)
    const mailboxId = box.folderId('inbox')
    for (const query of [{ pageSize: 101 }, { filter: 'odd' }, { sort: 'colour' }, { rank: -1 }])
      expect(
        await box.client.call(messages.list, { query: { mailboxId, ...query } as never }),
      ).toMatchObject({ status: 400, error: 'request.invalid' })
  })
})
