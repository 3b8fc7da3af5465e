import type { Db } from '../../platform/db/pool.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AccountId, MessageId, SubmissionId } from '../../platform/ids.ts'

/** A copy of a sent mail. */
export interface SentCopy {
  id: MessageId
  uid: number
  blob: Buffer
  size: number
}

/** What of the last minutes in Sent has a Message-ID: copies of submissions, or those that a program filed itself. */
export const sentCopies = (
  db: Db,
  accountId: AccountId,
  { messageId, of }: { messageId: string; of: 'submission' | 'program' },
): Promise<SentCopy[]> =>
  db.query(sql<SentCopy>`
    SELECT m.id, m.uid, m.blob, m.size FROM messages m
    WHERE m.account_id = ${accountId} AND m.message_id = ${messageId} AND m.received_at > now() - interval '15 minutes'
      AND m.folder_id = (SELECT f.id FROM folders f WHERE f.account_id = ${accountId} AND f.role = 'sent')
      AND (m.submission_id IS NOT NULL) = ${of === 'submission'} AND NOT m.deleted
    ORDER BY m.id LIMIT 3`)

/** A copy that a program filed shows the state of the submission from now on, and is filed already. @returns 0 where it is there no more */
export async function tieCopy(
  db: Db,
  accountId: AccountId,
  { id, submissionId }: { id: MessageId; submissionId: SubmissionId },
): Promise<number> {
  const tied = await db.run(sql`
    UPDATE messages SET submission_id = ${submissionId}
    WHERE account_id = ${accountId} AND id = ${id} AND submission_id IS NULL`)
  if (tied > 0) await fileCopy(db, accountId, id)
  return tied
}

/**
 * A program filed the copy of its submission itself: once. The same again is a mail of its own, which a program may mean to put
 * in the place of the first. @returns whether it was the first time
 */
export async function fileCopy(db: Db, accountId: AccountId, id: MessageId): Promise<boolean> {
  await db.run(sql`
    DELETE FROM filed_copies WHERE account_id = ${accountId} AND filed_at < now() - interval '1 day'`)
  const filed = await db.run(sql`
    INSERT INTO filed_copies (account_id, message_id) VALUES (${accountId}, ${id}) ON CONFLICT DO NOTHING`)
  return filed > 0
}
