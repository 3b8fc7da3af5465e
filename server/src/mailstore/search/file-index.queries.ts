import type { FileText } from '../../documents/file-kinds.ts'
import type { Db } from '../../platform/db/pool.ts'
import { json, sql } from '../../platform/db/sql.ts'
import type { AccountId, MessageId } from '../../platform/ids.ts'

/** A mail whose words are to be made again. */
export interface DueMail {
  accountId: AccountId
  messageId: MessageId
  attempts: number
  /** Null when the mail is gone. */
  blob: Buffer | null
  size: number
  receivedAt: Date | null
}

/** How long a claim holds: what a killed process had is due again within a minute. */
const claimSeconds = 50

/** Takes due mails, those that came last first: they do not wait behind a whole mailbox that is read again. Nobody else gets them while the claim holds. */
export const claimDue = (db: Db, limit: number): Promise<DueMail[]> =>
  db.query(sql<DueMail>`
    WITH claimed AS (
      UPDATE search_due d SET attempts = d.attempts + 1, at = now() + make_interval(secs => ${claimSeconds})
      FROM (SELECT account_id, message_id FROM search_due WHERE at <= now() ORDER BY at DESC LIMIT ${limit}
        FOR UPDATE SKIP LOCKED) due
      WHERE d.account_id = due.account_id AND d.message_id = due.message_id
      RETURNING d.account_id, d.message_id, d.attempts)
    SELECT c.account_id AS "accountId", c.message_id AS "messageId", c.attempts, m.blob, coalesce(m.size, 0) AS size, m.received_at AS "receivedAt"
    FROM claimed c LEFT JOIN messages m ON m.account_id = c.account_id AND m.id = c.message_id`)

/** Mails that wait for their turn in a piece: the claim holds on. */
export const keepClaim = (db: Db, mails: readonly DueMail[]): Promise<number> =>
  db.run(sql`
    UPDATE search_due d SET at = now() + make_interval(secs => ${claimSeconds})
    FROM ${idsOf(mails)} WHERE ${isOne}`)

/** Mails that were claimed and not read: others may have them at once. */
export const handBack = (db: Db, mails: readonly DueMail[]): Promise<number> =>
  db.run(sql`
    UPDATE search_due d SET at = now(), attempts = d.attempts - 1
    FROM ${idsOf(mails)} WHERE ${isOne}`)

/** A mail whose reading failed: it may be the time of a short trouble of ours, so it is tried again later. */
export const postpone = (db: Db, mail: DueMail): Promise<number> =>
  db.run(sql`
    UPDATE search_due d SET at = now() + interval '5 minutes'
    FROM ${idsOf([mail])} WHERE ${isOne}`)

const idsOf = (mails: readonly DueMail[]) => sql`
  unnest(${mails.map(({ accountId }) => accountId)}::bigint[], ${mails.map(({ messageId }) => messageId)}::bigint[])
    AS one (account, message)`
const isOne = sql`d.account_id = one.account AND d.message_id = one.message`

/** The mail needs no more work. */
export const settleDue = (db: Db, { accountId, messageId }: DueMail): Promise<number> =>
  db.run(sql`DELETE FROM search_due WHERE account_id = ${accountId} AND message_id = ${messageId}`)

export interface Words {
  accountId: AccountId
  messageId: MessageId
  receivedAt: Date
  /** tsvector literal with its scope in place */
  tsv: string
  texts: readonly FileText[]
}

/** Gives a mail its words and keeps the text of its files; nothing happens when it is gone. */
export async function writeWords(db: Db, words: Words): Promise<void> {
  const { accountId, messageId, receivedAt, tsv, texts } = words
  await db.run(sql`
    WITH mail AS (
      SELECT id FROM messages WHERE account_id = ${accountId} AND id = ${messageId} FOR KEY SHARE),
    indexed AS (
      UPDATE message_search SET tsv = ${tsv}::tsvector, settled = false
      WHERE account_id = ${accountId} AND received_at = ${receivedAt} AND message_id = ${messageId})
    INSERT INTO file_texts (account_id, message_id, texts)
    SELECT ${accountId}, mail.id, ${json(texts)}::jsonb FROM mail WHERE ${texts.length} > 0
    ON CONFLICT (account_id, message_id) DO UPDATE SET texts = EXCLUDED.texts`)
}

/** Makes every mail due once when the code makes other words than before. @returns true when it did */
export async function noteVersion(db: Db, version: number): Promise<boolean> {
  // One statement: a process that dies in between must not leave the version raised and the mail as it was.
  const [row] = await db.query(sql<{ raised: boolean }>`
    WITH raised AS (UPDATE search_version SET version = ${version} WHERE version < ${version} RETURNING version),
    due AS (
      INSERT INTO search_due (account_id, message_id)
      SELECT account_id, message_id FROM message_search WHERE EXISTS (SELECT FROM raised) ON CONFLICT DO NOTHING)
    SELECT EXISTS (SELECT FROM raised) AS raised`)
  return row?.raised ?? false
}

/** In a store without mail there is nothing to be read again: what comes now is read by this code. */
export const noteFirstVersion = (db: Db, version: number): Promise<number> =>
  db.run(sql`
    UPDATE search_version SET version = ${version}
    WHERE version < ${version} AND NOT EXISTS (SELECT FROM message_search)`)

/** The text of files of some mails. */
export const fileTextsOf = (
  db: Db,
  accountId: AccountId,
  ids: readonly MessageId[],
): Promise<{ id: MessageId; texts: FileText[] }[]> =>
  db.query(sql<{ id: MessageId; texts: FileText[] }>`
    SELECT message_id AS id, texts FROM file_texts
    WHERE account_id = ${accountId} AND message_id = ANY(${ids}::bigint[])`)
