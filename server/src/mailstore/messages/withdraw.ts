import { releaseBlobs } from '../../platform/blobs/blobs.queries.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { AccountId, MessageId } from '../../platform/ids.ts'
import { forgetDeleted, lockDeletedCopies } from '../records/deleted.queries.ts'
import type { Change, KeptMessage } from '../types.ts'
import { copiesOf, lockRows } from './messages.queries.ts'
import { lockAccounts } from './store.queries.ts'
import { asItem, type IdSource, storeItems } from './store.ts'
import { areKnown } from './withdraw.queries.ts'

/** Copies of one mail in one mailbox. */
export interface Copies {
  accountId: AccountId
  /** Hashes under which the copies were stored. */
  copies: readonly Buffer[]
  /** Not delivered before. */
  since: Date
}

/** Copies that are to be taken out again. */
export interface Withdrawal extends Copies {
  /** What stands in their place afterwards. */
  note: KeptMessage
}

/** `gone`: the mailbox has no such copy any more. */
export interface Withdrawn {
  kind: 'withdrawn' | 'read' | 'gone'
  changes: Change[]
}

interface Options {
  ids: IdSource
  removeIn(
    tx: Db,
    accountId: AccountId,
    gone: { forget: readonly MessageId[] },
  ): Promise<{ changes: Change[] }>
}

/** Taking copies out of a mailbox behind the back of its owner; steps of a larger transaction. */
export const withdrawingOf = (options: Options) => ({
  /** Deletes the copies of a mail from a mailbox for good, read or not. */
  removeCopiesIn: async (tx: Db, { accountId, copies, since }: Copies): Promise<Change[]> => {
    const found = await copiesOf(tx, accountId, { blobs: copies, since })
    return (await options.removeIn(tx, accountId, { forget: found })).changes
  },
  /** Takes unread copies of a mail out of a mailbox again, and leaves a note in their place. */
  withdrawIn: (tx: Db, request: Withdrawal) => withdrawIn(options, tx, request),
})

/**
 * All copies or none: one that was read, answered or passed on keeps the mail where it is. Behind the lock of the mailbox, which whoever marks
 * a mail as read takes too, so that a recall and a reading at the same moment have one outcome.
 */
async function withdrawIn(
  { ids: idSource, removeIn }: Options,
  tx: Db,
  { accountId, copies, since, note }: Withdrawal,
): Promise<Withdrawn> {
  await lockAccounts(tx, [accountId])
  const found = await copiesOf(tx, accountId, { blobs: copies, since })
  const rows = await lockRows(tx, accountId, found)
  const deleted = await lockDeletedCopies(tx, accountId, { blobs: copies, since })
  const all = [...rows, ...deleted]
  if (all.length === 0) return { kind: 'gone', changes: [] }
  const ids = all.map((row) => row.id)
  if (await areKnown(tx, accountId, ids)) return { kind: 'read', changes: [] }
  // Thrown away unread: it can still be fetched back, and must not.
  const { released } = await forgetDeleted(
    tx,
    accountId,
    deleted.map((row) => row.id),
  )
  await releaseBlobs(tx, released)
  const [first] = rows
  if (!first) return { kind: 'withdrawn', changes: [] }
  // Not among the deleted mail that can be fetched back.
  const removed = await removeIn(tx, accountId, { forget: rows.map((row) => row.id) })
  const { folderId: folder, receivedAt } = first
  const copy = { accountId, folder, receivedAt, ignoreQuota: true }
  const plan = await storeItems(tx, [asItem(note, [copy], note.blob)], { ids: idSource })
  return { kind: 'withdrawn', changes: [...removed.changes, ...plan.changes] }
}
