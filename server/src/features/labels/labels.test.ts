import { folders } from '@hongyan/contract/folders'
import { type Label, labels } from '@hongyan/contract/labels'
import { messages } from '@hongyan/contract/messages'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyStore } from '../../mailstore/verify/verify.ts'
import { sql } from '../../platform/db/sql.ts'
import { asId } from '../../platform/ids.ts'
import { deliver, mail } from '../../testing/builders.ts'
import { eventually } from '../../testing/compose-helpers.ts'
import type { HttpClient } from '../../testing/http-client.ts'
import { newMailbox } from '../../testing/mailbox.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})

afterAll(() => server.stop())

const add = async (client: HttpClient, labelName: string, color?: number) =>
  (await client.get(labels.save, { body: { labelName, color } })).labelId

const labelOf = async (client: HttpClient, id: number): Promise<Label | undefined> =>
  (await client.get(labels.list, { query: {} })).list.find((one) => one.labelId === id)

async function withMails(count: number) {
  const box = await newMailbox(server)
  const mails = Array.from({ length: count }, (_, index) => ({ subject: `m${index}` }))
  await deliver(server, box.address, ...mails)
  const { list } = await box.client.get(messages.list, {
    query: { mailboxId: box.inbox, pageSize: 100 },
  })
  const mailIds = list.map((one) => one.mailId)
  return { ...box, mailIds, sizes: list.map((one) => one.size) }
}

const subjects = async (client: HttpClient, labelId: number) =>
  (await client.get(labels.mails, { query: { labelId } })).list.map((one) => one.mailSubject)

describe('definitions', () => {
  it('LABELS-01 LABELS-02 LABELS-03 LABELS-05 labels are made, listed, changed and deleted', async () => {
    const { client } = await newMailbox(server)
    const { labelId, message } = await client.get(labels.save, {
      body: { labelName: ' 重要 客户 ', color: 3 },
    })
    expect(message).toBe('已新建标签“重要 客户”')
    const { labelId: second } = await client.get(labels.add, { body: { labelName: 'Follow up' } })
    expect((await client.get(labels.list, { query: {} })).list).toEqual([
      { labelId, labelName: '重要 客户', color: 3, unread: 0, mail: 0, spaceSize: 0, state: 0 },
      {
        labelId: second,
        labelName: 'Follow up',
        color: 1,
        unread: 0,
        mail: 0,
        spaceSize: 0,
        state: 0,
      },
    ])
    await client.get(labels.update, { body: { labelId, labelName: '客户', state: 1 } })
    expect(await labelOf(client, labelId)).toMatchObject({ labelName: '客户', color: 3, state: 1 })
    await client.get(labels.update, { body: { labelId, color: 7 } })
    expect(await labelOf(client, labelId)).toMatchObject({ labelName: '客户', color: 7, state: 1 })
    await client.get(labels.remove, { body: { labelId } })
    expect(await labelOf(client, labelId)).toBeUndefined()
    expect(await client.call(labels.remove, { body: { labelId } })).toMatchObject({
      error: 'label.not-found',
    })
  })

  it.each([
    ['  ', 'label.name-empty', '标签名称不能为空'],
    ['一二三四五六七八九十百', 'label.name-long', '标签名称不能超过10个字符'],
    ['TAKEN', 'label.name-taken', '已有同名标签'],
  ])(
    'LABELS-04 LIMITS-18 the name %j is refused with its own message',
    async (labelName, error, message) => {
      const { client } = await newMailbox(server)
      await add(client, 'taken')
      const labelId = await add(client, 'other')
      expect(await client.call(labels.save, { body: { labelName } })).toMatchObject({
        error,
        message,
      })
      expect(await client.call(labels.add, { body: { labelName } })).toMatchObject({
        error,
        message,
      })
      expect(await client.call(labels.update, { body: { labelId, labelName } })).toMatchObject({
        error,
        message,
      })
    },
  )

  it('LABELS-04 a label may be called as a system folder is, and ten emoji are ten characters', async () => {
    const { client } = await newMailbox(server)
    await add(client, '收件箱')
    await add(client, '🦢'.repeat(10))
    expect((await client.get(labels.list, { query: {} })).list).toHaveLength(2)
  })
})

describe('on mails', () => {
  it('LABELS-06 MAILLIST-15 labels are added, taken away and set; rows answer them and counters follow', async () => {
    const { client, mailIds, inbox, sizes } = await withMails(3)
    const [red, blue] = [await add(client, 'red'), await add(client, 'blue')]
    expect(await client.get(labels.mark, { body: { mailIds, add: [red, blue] } })).toEqual({
      count: 3,
    })
    expect(await client.get(labels.mark, { body: { mailIds, add: [red] } })).toEqual({ count: 0 })
    await client.get(labels.mark, { body: { mailboxId: inbox, mailUids: '1,2', remove: [blue] } })
    const { list } = await client.get(messages.list, { query: { mailboxId: inbox } })
    expect(list.map((one) => one.labels)).toEqual([[red, blue], [red], [red]])
    expect(await labelOf(client, red)).toMatchObject({
      mail: 3,
      unread: 3,
      spaceSize: sizes.reduce((sum, one) => sum + one, 0),
    })
    expect(await labelOf(client, blue)).toMatchObject({ mail: 1 })
    await client.get(labels.mark, { body: { mailIds, set: [blue] } })
    expect(await labelOf(client, red)).toMatchObject({ mail: 0, unread: 0, spaceSize: 0 })
    expect(await labelOf(client, blue)).toMatchObject({ mail: 3 })
    const detail = await client.get(messages.detail, { query: { mailId: mailIds[0] ?? 0 } })
    expect(detail.labels).toEqual([blue])
  })

  it('LABELS-06 a label that is not there marks nothing', async () => {
    const { client, mailIds, inbox } = await withMails(1)
    const red = await add(client, 'red')
    expect(
      await client.call(labels.mark, { body: { mailIds, add: [red, 9_999_999] } }),
    ).toMatchObject({ status: 404, error: 'label.not-found' })
    const { list } = await client.get(messages.list, { query: { mailboxId: inbox } })
    expect(list[0]?.labels).toEqual([])
  })

  it("LABELS-06 somebody else's label marks nothing", async () => {
    const { client, mailIds } = await withMails(1)
    const other = await newMailbox(server)
    const theirs = await add(other.client, 'theirs')
    expect(await client.call(labels.mark, { body: { mailIds, add: [theirs] } })).toMatchObject({
      error: 'label.not-found',
    })
  })

  it('LABELS-01 counters follow reading, moving, the recycle bin and deleting for good', async () => {
    const { client, mailIds, trash } = await withMails(4)
    const red = await add(client, 'red')
    await client.get(labels.mark, { body: { mailIds, add: [red] } })
    const [a = 0, b = 0, c = 0] = mailIds
    await client.get(messages.seen, { body: { mailIds: [a, b], seen: true } })
    expect(await labelOf(client, red)).toMatchObject({ mail: 4, unread: 2 })
    const { folderId } = await client.get(folders.save, { body: { folderName: 'else' } })
    await client.get(messages.move, { body: { mailIds: [c], targetMailboxId: folderId } })
    expect(await labelOf(client, red)).toMatchObject({ mail: 4, unread: 2 })
    await client.get(messages.recycle, { body: { mailIds: [a, c] } })
    expect(await labelOf(client, red)).toMatchObject({ mail: 2, unread: 1 })
    await client.get(messages.destroy, { body: { mailIds: [a] } })
    await client.get(messages.move, {
      body: { mailIds: [c], targetMailboxId: folderId, mailboxId: trash },
    })
    expect(await labelOf(client, red)).toMatchObject({ mail: 3, unread: 2 })
    expect((await verifyStore(server.app.database, server.app.blobs)).findings).toEqual([])
  })

  it('LABELS-01 a mail may come with labels; one that does not exist is left out', async () => {
    const { client, accountId, inbox } = await newMailbox(server)
    const red = await add(client, 'red')
    const { mailstore } = server.app
    const prepared = await mailstore.prepare(mail({ subject: 'born red' }))
    await mailstore.deliver(prepared, [
      { accountId, folder: 'inbox', receivedAt: new Date(), labels: [asId(red), asId(8_888_888)] },
    ])
    const { list } = await client.get(messages.list, { query: { mailboxId: inbox } })
    expect(list[0]).toMatchObject({ mailSubject: 'born red', labels: [red] })
    expect(await subjects(client, red)).toEqual(['born red'])
    expect(await labelOf(client, red)).toMatchObject({ mail: 1, unread: 1 })
  })

  it('LABELS-03 deleting a label takes it from its mails', async () => {
    const { client, mailIds, inbox } = await withMails(2)
    const [red, blue] = [await add(client, 'red'), await add(client, 'blue')]
    await client.get(labels.mark, { body: { mailIds, add: [red, blue] } })
    await client.get(labels.remove, { body: { labelId: red } })
    const { list } = await client.get(messages.list, { query: { mailboxId: inbox } })
    expect(list.map((one) => one.labels)).toEqual([[blue], [blue]])
    expect(await client.call(labels.mails, { query: { labelId: red } })).toMatchObject({
      status: 404,
    })
  })

  it('LABELS-03 a label on very many mails is taken from all of them in the background', async () => {
    const { client, accountId } = await newMailbox(server)
    const red = await add(client, 'red')
    const { mailstore, database } = server.app
    const prepared = await mailstore.prepare(mail({ subject: 'many' }))
    const copy = {
      accountId,
      folder: 'inbox' as const,
      receivedAt: new Date(),
      labels: [asId<never>(red)],
    }
    await mailstore.deliver(
      prepared,
      Array.from({ length: 2_500 }, () => copy),
    )
    expect(await labelOf(client, red)).toMatchObject({ mail: 2_500 })
    await client.get(labels.remove, { body: { labelId: red } })
    await eventually(
      () => database.query(sql<{ id: number }>`SELECT id FROM labels WHERE id = ${red}`),
      (rows) => rows.length === 0,
      'the end of the label',
    )
    expect((await verifyStore(database, server.app.blobs)).findings).toEqual([])
  })
})

describe('the list of a label', () => {
  it('LABELS-06 goes over all folders, newest first, in keyset pages, both ways', async () => {
    const { client, mailIds } = await withMails(12)
    const red = await add(client, 'red')
    const { folderId } = await client.get(folders.save, { body: { folderName: 'else' } })
    const odd = mailIds.filter((_, index) => index % 2 === 1)
    await client.get(messages.move, { body: { mailIds: odd, targetMailboxId: folderId } })
    await client.get(labels.mark, { body: { mailIds, add: [red] } })
    const all: number[] = []
    let sortValues: string | undefined
    for (let turn = 0; turn < 3; turn++) {
      const page = await client.get(labels.mails, {
        query: { labelId: red, pageSize: 5, sortValues },
      })
      expect(page).toMatchObject({ total: 12, hasMore: turn < 2 })
      all.push(...page.list.map((one) => one.mailId))
      sortValues = page.list.at(-1)?.sortValues
    }
    expect(all).toEqual(mailIds)
    const last = await client.get(labels.mails, {
      query: { labelId: red, pageSize: 5, direction: 'last' },
    })
    expect(last.list.map((one) => one.mailId)).toEqual(mailIds.slice(-5))
    const before = await client.get(labels.mails, {
      query: {
        labelId: red,
        pageSize: 5,
        direction: 'prev',
        sortValues: last.list[0]?.sortValues,
      },
    })
    expect(before.list.map((one) => one.mailId)).toEqual(mailIds.slice(2, 7))
  })

  it('LABELS-06 FOLDERS-16 mail of a locked folder is neither in the list nor in the counters', async () => {
    const { client, mailIds } = await withMails(3)
    const red = await add(client, 'red')
    const { folderId } = await client.get(folders.save, { body: { folderName: 'secret' } })
    await client.get(labels.mark, { body: { mailIds, add: [red] } })
    await client.get(messages.move, {
      body: { mailIds: mailIds.slice(0, 1), targetMailboxId: folderId },
    })
    await client.get(folders.setPassword, { body: { folderId, password: 'open-5esame' } })
    expect(await subjects(client, red)).toEqual(['m1', 'm0'])
    expect(await labelOf(client, red)).toMatchObject({ mail: 2, unread: 2 })
    expect(
      await client.get(labels.mark, { body: { mailIds: mailIds.slice(0, 1), remove: [red] } }),
    ).toEqual({ count: 0 })
    await client.get(folders.unlock, { body: { folderId, password: 'open-5esame' } })
    expect(await subjects(client, red)).toEqual(['m2', 'm1', 'm0'])
    expect(await labelOf(client, red)).toMatchObject({ mail: 3, unread: 3 })
  })

  it('LABELS-06 a page deep in a large label reads an index range of one page', async () => {
    const { client, accountId, inbox } = await newMailbox(server)
    const red = await add(client, 'red')
    const { database } = server.app
    await database.run(sql`
      INSERT INTO message_labels (account_id, label_id, folder_id, received_at, message_id)
      SELECT ${accountId}, ${red}, ${inbox}, now() - make_interval(secs => n), 100000000 + n FROM generate_series(1, 50000) n`)
    await database.run(sql`
      INSERT INTO label_counts (account_id, label_id, folder_id, total) VALUES (${accountId}, ${red}, ${inbox}, 50000)`)
    await database.run(sql`ANALYZE message_labels`)
    const plan = await database.query(
      sql<{ 'QUERY PLAN': string }>`
      EXPLAIN (ANALYZE, BUFFERS, FORMAT TEXT)
      SELECT x.* FROM label_counts c CROSS JOIN LATERAL (
        SELECT i.received_at, i.message_id FROM message_labels i
        WHERE i.account_id = ${accountId} AND i.label_id = ${red} AND i.folder_id = c.folder_id
          AND (i.received_at, i.message_id) < (now() - interval '40000 seconds', 0)
        ORDER BY i.received_at DESC, i.message_id DESC LIMIT 16) x
      WHERE c.account_id = ${accountId} AND c.label_id = ${red} AND c.total > 0`.planned(),
    )
    const text = plan.map((row) => row['QUERY PLAN']).join('\n')
    expect(text).toMatch(/Index Only Scan Backward using message_labels_pkey .*rows=16/)
    await database.run(sql`DELETE FROM message_labels WHERE label_id = ${red}`)
    await database.run(sql`DELETE FROM label_counts WHERE label_id = ${red}`)
  })
})
