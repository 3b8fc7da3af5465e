import { labels } from '@hongyan/contract/labels'
import { search } from '@hongyan/contract/search'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { asId, type FolderId, type MessageId } from '../../platform/ids.ts'
import { newMailbox, type TestMailbox } from '../../testing/mailbox.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { wholeAccount } from '../types.ts'
import { verifyStore } from '../verify/verify.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})

afterAll(() => server.stop())

async function mailboxWith(count: number) {
  const box = await newMailbox(server)
  const mails = Array.from({ length: count }, (_, index) => ({ subject: `mail${index}` }))
  const ids = (await box.put('inbox', ...mails)).map((id) => asId<MessageId>(id))
  return {
    box,
    ids,
    viewer: { ...wholeAccount(box.accountId), from: inboxOf(box) },
    programs: server.app.mailstore.programs,
  }
}

const inboxOf = (box: TestMailbox) => asId<FolderId>(box.inbox)

const position = async (box: TestMailbox) =>
  (await server.app.mailstore.state(box.accountId))?.modseq ?? 0

describe('flags of mail programs (RFC 9051 §6.4.6)', () => {
  it('CLIENTACCESS several flags, \\Deleted and keywords are one change; they are taken away and replaced as well', async () => {
    const { box, ids, viewer, programs } = await mailboxWith(3)
    const before = await position(box)
    const added = await programs.setFlags(viewer, {
      ids,
      mode: 'add',
      flags: ['seen', 'starred', 'deleted'],
      keywords: ['$Work', 'Later'],
    })
    expect(await position(box)).toBe(before + 1)
    expect(added.messages.map((one) => one.modseq)).toEqual([before + 1, before + 1, before + 1])
    expect(added.messages[0]).toMatchObject({
      seen: true,
      starred: true,
      deleted: true,
      answered: false,
      keywords: ['$Work', 'Later'],
    })
    expect(await box.counts(box.inbox)).toEqual({ total: 3, unread: 0 })
    const [first] = ids
    const removed = await programs.setFlags(viewer, {
      ids: first ? [first] : [],
      mode: 'remove',
      flags: ['deleted', 'seen'],
      keywords: ['$WORK', 'unknown'],
    })
    expect(removed.messages).toMatchObject([{ deleted: false, seen: false, keywords: ['Later'] }])
    expect(await box.counts(box.inbox)).toEqual({ total: 3, unread: 1 })
    const set = await programs.setFlags(viewer, {
      ids: first ? [first] : [],
      mode: 'set',
      flags: ['answered', 'forwarded', 'draft'],
      keywords: ['later'],
    })
    const replaced = { answered: true, forwarded: true, draft: true, starred: false }
    expect(set.messages).toMatchObject([{ ...replaced, keywords: ['Later'] }])
    const again = await programs.setFlags(viewer, { ids, mode: 'add', flags: [], keywords: [] })
    expect(again.messages.map((one) => one.uid)).toEqual([1, 2, 3])
  })

  it('CLIENTACCESS UNCHANGEDSINCE leaves what changed meanwhile alone and names it (RFC 7162 §3.1.3)', async () => {
    const { box, ids, viewer, programs } = await mailboxWith(2)
    const known = await position(box)
    const [one, two] = ids
    await server.app.mailstore.setFlag(box.accountId, {
      ids: one ? [one] : [],
      flag: 'starred',
      value: true,
    })
    const done = await programs.setFlags(viewer, {
      ids,
      mode: 'add',
      flags: ['seen'],
      keywords: [],
      unchangedSince: known,
    })
    expect(done.modified.map((row) => row.id)).toEqual([one])
    expect(done.messages.map((row) => row.id)).toEqual([two])
    expect(await box.counts(box.inbox)).toEqual({ total: 2, unread: 1 })
  })

  it('CLIENTACCESS a new copy may come with every flag and keyword', async () => {
    const { box, viewer, programs } = await mailboxWith(1)
    const { mailstore } = server.app
    const stored = await mailstore.rows(viewer, [])
    expect(stored).toEqual([])
    const message = await mailstore.prepare(Buffer.from('Subject: appended\r\n\r\ntext\r\n'))
    const flags = { seen: true, answered: true, forwarded: true, deleted: true, starred: true }
    await mailstore.deliver(message, [
      {
        accountId: box.accountId,
        folder: 'inbox',
        receivedAt: new Date(),
        ...flags,
        keywords: ['$A', 'b'],
      },
    ])
    const all = await programs.changedSince(viewer, { folderId: inboxOf(box), modseq: 0 })
    expect(all.at(-1)).toMatchObject({ ...flags, keywords: ['$A', 'b'], draft: false })
  })
})

describe('copies and moves of mail programs', () => {
  it('CLIENTACCESS a copy has its own UID, the same flags and labels, is found, counts for the quota and shares its content', async () => {
    const { box, ids, viewer, programs } = await mailboxWith(2)
    const { mailstore, database } = server.app
    await programs.setFlags(viewer, { ids, mode: 'add', flags: ['starred'], keywords: ['kept'] })
    const { labelId } = await box.client.get(labels.save, { body: { labelName: '客户' } })
    await mailstore.setLabels(box.accountId, { ids, add: [asId(labelId)], remove: [], set: null })
    const usedBefore = (await mailstore.state(box.accountId))?.used ?? 0
    const archive = asId<FolderId>(box.archive)
    const copies = await programs.copy(viewer, ids, archive)
    expect(copies.map(({ uid, copyUid }) => [uid, copyUid])).toEqual([
      [1, 1],
      [2, 2],
    ])
    expect((await mailstore.state(box.accountId))?.used).toBe(usedBefore * 2)
    expect(await box.subjects(box.archive)).toEqual(await box.subjects(box.inbox))
    const there = await programs.changedSince(viewer, { folderId: archive, modseq: 0 })
    expect(there).toMatchObject([
      { starred: true, keywords: ['kept'], labels: [labelId] },
      { uid: 2 },
    ])
    const found = await box.client.get(search.search, { query: { searchKeyword: 'mail1' } })
    expect(found.list.map((one) => one.mailboxId).sort()).toEqual([box.inbox, box.archive].sort())
    await mailstore.remove(box.accountId, ids)
    const [one] = copies
    const row = one && (await mailstore.find(viewer, one.copyId))
    expect(row && (await mailstore.raw(row)).toString()).toContain('mail0')
    const full = sql`UPDATE accounts SET quota_bytes = used_bytes + 10 WHERE id = ${box.accountId}`
    await database.run(full)
    await expect(
      programs.copy(
        { ...viewer, from: archive },
        copies.map(({ copyId }) => copyId),
        inboxOf(box),
      ),
    ).rejects.toMatchObject({ code: 'quota.full' })
    expect(await box.counts(box.inbox)).toEqual({ total: 0, unread: 0 })
    await expect(programs.copy(viewer, [], asId<FolderId>(999_999))).rejects.toMatchObject({
      code: 'folder.not-found',
    })
  })

  it('CLIENTACCESS a move tells the new UIDs, and the old ones have vanished (RFC 4315, RFC 7162)', async () => {
    const { box, ids, viewer, programs } = await mailboxWith(3)
    const archive = asId<FolderId>(box.archive)
    const known = await position(box)
    const moved = await programs.move(viewer, ids.slice(0, 2), archive)
    expect(moved.map(({ uid, newUid }) => [uid, newUid])).toEqual([
      [1, 1],
      [2, 2],
    ])
    const since = { folderId: inboxOf(box), modseq: known }
    expect(await programs.vanishedSince(viewer, since)).toEqual([1, 2])
    expect(await programs.changedSince(viewer, since)).toEqual([])
    expect(await programs.changedSince(viewer, { folderId: archive, modseq: known })).toHaveLength(
      2,
    )
    const { database } = server.app
    await database.run(
      sql`UPDATE accounts SET feed_floor = ${known + 1} WHERE id = ${box.accountId}`,
    )
    expect(await programs.vanishedSince(viewer, since)).toBeNull()
  })

  it('FOLDERS-16 nothing of a locked folder is copied, moved, flagged or told', async () => {
    const { box, ids, programs } = await mailboxWith(1)
    const hidden = { accountId: box.accountId, hidden: [inboxOf(box)], from: inboxOf(box) }
    const archive = asId<FolderId>(box.archive)
    expect(await programs.copy(hidden, ids, archive)).toEqual([])
    expect(await programs.move(hidden, ids, archive)).toEqual([])
    const seen = { ids, mode: 'add', flags: ['seen'], keywords: [] } as const
    expect(await programs.setFlags(hidden, seen)).toEqual({
      messages: [],
      modified: [],
      position: null,
    })
    const since = { folderId: inboxOf(box), modseq: 0 }
    expect(await programs.changedSince(hidden, since)).toEqual([])
    expect(await programs.vanishedSince(hidden, since)).toEqual([])
  })

  it('READ-08 a mail that was marked \\Deleted comes back unmarked', async () => {
    const { box, ids, viewer, programs } = await mailboxWith(1)
    const { mailstore } = server.app
    await programs.setFlags(viewer, { ids, mode: 'add', flags: ['deleted'], keywords: [] })
    await mailstore.remove(box.accountId, ids)
    await mailstore.recover(viewer, ids)
    const back = await programs.changedSince(viewer, { folderId: inboxOf(box), modseq: 0 })
    expect(back).toMatchObject([{ deleted: false }])
  })
})

it('P15 counters, UIDs, labels, feed, blobs and index equal a recount after all that', async () => {
  const { findings } = await verifyStore(server.app.database, server.app.blobs)
  expect(findings).toEqual([])
})
