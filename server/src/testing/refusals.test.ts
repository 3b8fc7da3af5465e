import { bulk } from '@hongyan/contract/bulk'
import { compose } from '@hongyan/contract/compose'
import { contacts } from '@hongyan/contract/contacts'
import type { ErrorCode } from '@hongyan/contract/errors'
import { folders } from '@hongyan/contract/folders'
import { labels } from '@hongyan/contract/labels'
import { limits } from '@hongyan/contract/limits'
import { messages } from '@hongyan/contract/messages'
import { phone } from '@hongyan/contract/phone'
import { rules } from '@hongyan/contract/rules'
import { search } from '@hongyan/contract/search'
import { templates } from '@hongyan/contract/templates'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../platform/db/sql.ts'
import { mailBody } from './compose-helpers.ts'
import type { Answer } from './http-client.ts'
import { newMailbox, type TestMailbox } from './mailbox.ts'
import { ruleBody } from './rules-rig.ts'
import { startTestServer, type TestServer } from './start-test-server.ts'

let server: TestServer
let box: TestMailbox
let other: TestMailbox
let mailId = 0
let draftMailId = 0

beforeAll(async () => {
  server = await startTestServer()
  box = await newMailbox(server)
  other = await newMailbox(server)
  mailId = (await box.put('inbox', { subject: 'mail' }))[0] ?? 0
  draftMailId = (await box.put('drafts', { subject: 'draft', draft: true }))[0] ?? 0
})

afterAll(() => server.stop())

type Refused = () => Promise<Answer<unknown>>

const all = (body: Parameters<typeof box.client.call<typeof bulk.start>>[1]['body']) =>
  box.client.call(bulk.start, { body })
const move = (mailIds: number[], targetMailboxId: number) =>
  box.client.call(messages.move, { body: { mailIds, targetMailboxId } })
const rule = (over: Parameters<typeof ruleBody>[0]) =>
  box.client.call(rules.save, { body: ruleBody(over) })
const letter = (over: object) =>
  box.client.call(templates.save, { body: { name: 'n', content: '<p>c</p>', ...over } })
const send = (over: Parameters<typeof mailBody>[0]) =>
  box.client.call(compose.send, { body: mailBody({ mailTo: [box.address], ...over }) })
const raw = (...lines: string[]) => Buffer.from(`${lines.join('\r\n')}\r\n`)

/** A program's mail: what it is refused with, as an answer has it. */
const hand = async (recipients: string[], message?: Buffer): Promise<Answer<unknown>> => {
  const thrown = await server.app.compose
    .submitRaw({
      accountId: box.accountId,
      envelopeFrom: box.address,
      recipients: recipients.map((address) => ({ address })),
      raw: message ?? raw(`From: ${box.address}`, 'Subject: handed', '', 'text'),
    })
    .then(
      () => undefined,
      (one: { code: string }) => one.code,
    )
  return { status: 400, code: 0, message: '字', error: thrown, data: null }
}

/** Each line: what is asked, and what it is refused with. Nothing of it may happen all the same. */
const refusals: [ErrorCode, string, Refused][] = [
  [
    'folder.not-found',
    'a move into the folder of somebody else',
    () => move([mailId], other.inbox),
  ],
  ['mail.bad-target', 'a mail among the drafts', () => move([mailId], box.folderId('drafts'))],
  ['mail.bad-target', 'a draft in the inbox', () => move([draftMailId], box.inbox)],
  [
    'folder.not-found',
    'mail by numbers of no folder',
    () => box.client.call(messages.seen, { body: { mailUids: [1], seen: true } }),
  ],
  [
    'mail.none-selected',
    'nothing marked',
    () => box.client.call(messages.seen, { body: { seen: true } }),
  ],
  [
    'folder.not-found',
    'all mail of nowhere',
    () => all({ mailboxId: other.inbox, action: 'seen' }),
  ],
  [
    'folder.not-found',
    'all mail to nowhere',
    () => all({ mailboxId: box.inbox, action: 'move', targetMailboxId: other.inbox }),
  ],
  [
    'mail.same-folder',
    'all mail to where it is',
    () => all({ mailboxId: box.inbox, action: 'move', targetMailboxId: box.inbox }),
  ],
  [
    'mail.bad-target',
    'all mail among the drafts',
    () => all({ mailboxId: box.inbox, action: 'move', targetMailboxId: box.folderId('drafts') }),
  ],
  [
    'mail.bad-target',
    'all drafts into the inbox',
    () => all({ mailboxId: box.folderId('drafts'), action: 'move', targetMailboxId: box.inbox }),
  ],
  [
    'mail.bad-target',
    'all restored that is at home',
    () => all({ mailboxId: box.inbox, action: 'restore' }),
  ],
  [
    'mail.not-deletable',
    'the inbox emptied for good',
    () => all({ mailboxId: box.inbox, action: 'destroy' }),
  ],
  [
    'mail.bad-target',
    'a rule into the drafts',
    () => rule({ action: { moveTo: box.folderId('drafts') } }),
  ],
  [
    'folder.not-found',
    'a rule into the folder of somebody else',
    () => rule({ action: { moveTo: other.inbox } }),
  ],
  [
    'label.not-found',
    'a rule with a label that is not there',
    () => rule({ action: { labelIds: [8_888_888] } }),
  ],
  [
    'folder.not-found',
    'a search in the folder of somebody else',
    () =>
      box.client.call(search.search, {
        query: { searchKeyword: 'mail', mailboxId: other.inbox },
      }),
  ],
  [
    'phone.no-gateway',
    'a code where no phones are called',
    () => box.client.call(phone.sendCode, { body: { purpose: 'bind', phone: '13800000000' } }),
  ],
  ['template.no-name', 'a template without a name', () => letter({ name: ' ' })],
  ['template.empty', 'a template without text', () => letter({ content: '<p> </p>' })],
  ['paper.gone', 'a template on a paper that is not there', () => letter({ paperId: '8888888' })],
  [
    'item.not-found',
    'a template changed that is not there',
    () => letter({ templateId: 8_888_888 }),
  ],
  ['paper.gone', 'a mail on a paper that is not there', () => send({ paperId: '8888888' })],
  [
    'address.not-yours',
    'a mail from the address of somebody else',
    () => send({ mailFrom: other.address }),
  ],
  [
    'mail.not-draft',
    'a mail deleted as a draft',
    () => box.client.call(compose.deleteDrafts, { body: { mailIds: [mailId] } }),
  ],
  [
    'item.not-found',
    'a draft deleted that is not there',
    () => box.client.call(compose.deleteDrafts, { body: { mailIds: [draftMailId, 8_888_888] } }),
  ],
  [
    'request.invalid',
    'the address book behind no cursor',
    () => box.client.call(contacts.tree, { query: { sortValues: 'x' } }),
  ],
  [
    'request.invalid',
    'the people written to behind no cursor',
    () => box.client.call(contacts.tree, { query: { node: 'recent', sortValues: 'x' } }),
  ],
  [
    'item.not-found',
    'a department that is not there',
    () =>
      box.client.call(contacts.tree, { query: { node: 'department', departmentId: 8_888_888 } }),
  ],
  ['compose.no-recipient', 'a handed mail to nobody', () => hand([])],
  [
    'compose.bad-address',
    'a handed mail to no address',
    () => hand(['peer@other.test', 'nonsense']),
  ],
  [
    'compose.bad-address',
    'a handed mail to a group',
    () => hand(['all: a@other.test, b@other.test;']),
  ],
  [
    'compose.too-many-recipients',
    'a handed mail to more than 500',
    () => hand(Array.from({ length: limits.recipients + 1 }, (_, at) => `r${at}@other.test`)),
  ],
  [
    'address.not-yours',
    'a handed mail in the name of somebody else',
    () => hand([other.address], raw(`From: ${other.address}`, 'Subject: no', '', 'text')),
  ],
  [
    'address.not-yours',
    'a handed mail with a sender who is somebody else',
    () =>
      hand(
        [other.address],
        raw(`From: ${box.address}`, `Sender: ${other.address}`, 'Subject: no', '', 'text'),
      ),
  ],
]

describe('ERRORS-01 issue 12: what cannot be is refused in words of its own, and nothing of it happens', () => {
  it.each(refusals)('%s: %s', async (error, _, ask) => {
    const answer = await ask()
    expect(answer.error).toBe(error)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.message).toMatch(/\p{Script=Han}/u)
  })

  it('everything is where it was', async () => {
    expect(await box.subjects(box.inbox)).toEqual(['mail'])
    expect(await box.subjects(box.folderId('drafts'))).toEqual(['draft'])
    expect(await box.subjects(box.folderId('sent'))).toEqual([])
    expect(await other.subjects(other.inbox)).toEqual([])
    expect((await box.client.get(rules.list, { query: {} })).list).toEqual([])
    expect((await box.client.get(templates.list, { query: {} })).list).toEqual([])
    const [mail] = await box.items(box.inbox)
    expect(mail?.seen).toBe(false)
  })
})

describe('while a mailbox is full', () => {
  it('LIMITS-33 nothing is sent from it, by a browser or a program, and no draft is lost', async () => {
    const { database } = server.app
    const quota = (bytes: number) =>
      database.run(
        sql`UPDATE accounts SET quota_bytes = used_bytes + ${bytes} WHERE id = ${box.accountId}`,
      )
    await quota(10)
    expect((await send({})).error).toBe('quota.full')
    expect((await hand([other.address])).error).toBe('quota.full')
    expect(await box.subjects(box.folderId('sent'))).toEqual([])
    expect(await box.subjects(box.folderId('drafts'))).toEqual(['draft'])
    await quota(10_000_000)
  })
})

describe('while a folder is being emptied', () => {
  it('MAILLIST-23 nothing is begun with all mail in it or into it', async () => {
    const { database } = server.app
    const until = (end: string) =>
      database.run(
        sql`UPDATE folders SET emptying_until = ${end}::timestamptz WHERE id = ${box.trash}`,
      )
    await until('2999-01-01')
    for (const body of [
      { mailboxId: box.trash, action: 'destroy' },
      { mailboxId: box.inbox, action: 'recycle' },
    ] as const)
      expect((await all(body)).error).toBe('trash.emptying')
    await until('2000-01-01')
    expect((await all({ mailboxId: box.trash, action: 'seen' })).status).toBe(200)
  })
})

describe('LIMITS-33 so many an account has, and not one more', () => {
  it('100 labels', async () => {
    const label = () => other.client.call(labels.save, { body: { labelName: 'last' } })
    await server.app.database.run(sql`
      INSERT INTO labels (account_id, name, keyword, color, sort)
      SELECT ${other.accountId}, 'n' || n, 'k' || n, 0, n FROM generate_series(1, ${limits.labels}) n`)
    expect((await label()).error).toBe('label.too-many')
    await server.app.database.run(
      sql`DELETE FROM labels WHERE account_id = ${other.accountId} AND name = 'n1'`,
    )
    expect((await label()).status).toBe(200)
  })

  it('500 folders', async () => {
    const folder = () => other.client.call(folders.save, { body: { folderName: 'last' } })
    await server.app.database.run(sql`
      INSERT INTO folders (account_id, role, name, sort, uid_validity)
      SELECT ${other.accountId}, NULL, 'n' || n, n, 1
      FROM generate_series(1, ${limits.folders} - (SELECT count(*) FROM folders WHERE account_id = ${other.accountId})) n`)
    expect((await folder()).error).toBe('folder.too-many')
    await server.app.database.run(
      sql`DELETE FROM folders WHERE account_id = ${other.accountId} AND name = 'n1'`,
    )
    expect((await folder()).status).toBe(200)
  })
})
