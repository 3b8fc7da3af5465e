import type { Db } from '../../platform/db/pool.ts'
import type { AccountId, FolderId, MessageId } from '../../platform/ids.ts'
import { lockAccount } from '../folders/folders.queries.ts'
import type { Change, ChangeDetail } from '../types.ts'
import { insertChange } from './changes.queries.ts'

/** Which messages, where they are, and what to remind of. */
export interface TodoChange extends Pick<ChangeDetail, 'reminders'> {
  messageIds: MessageId[]
  places: FolderId[]
}

/** Writes a feed row about todo entries of messages; first in a transaction, for it locks the mailbox. */
export async function todosChangedIn(
  tx: Db,
  accountId: AccountId,
  { messageIds, ...detail }: TodoChange,
): Promise<Change[]> {
  const modseq = await lockAccount(tx, accountId)
  return [await insertChange(tx, { accountId, modseq, kind: 'todo', messageIds, detail })]
}

/** Tells the browsers of a mailbox that mail waits to be approved, or was decided; first in a transaction, for it locks the mailbox. */
export async function approvalChangedIn(tx: Db, accountId: AccountId): Promise<Change[]> {
  const modseq = await lockAccount(tx, accountId)
  return [
    await insertChange(tx, { accountId, modseq, kind: 'approval', messageIds: [], detail: {} }),
  ]
}

/** Writes a feed row about what the members of a mailbox do with messages; first in a transaction, for it locks the mailbox. */
export async function membersChangedIn(
  tx: Db,
  accountId: AccountId,
  { messageIds, ...detail }: Omit<TodoChange, 'reminders'>,
): Promise<Change[]> {
  const modseq = await lockAccount(tx, accountId)
  return [await insertChange(tx, { accountId, modseq, kind: 'members', messageIds, detail })]
}
