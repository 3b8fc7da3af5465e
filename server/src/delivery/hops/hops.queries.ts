import type { Db } from '../../platform/db/pool.ts'
import { json, sql } from '../../platform/db/sql.ts'
import type { AccountId, MessageId, SubmissionId } from '../../platform/ids.ts'
import type { Try } from './hop-types.ts'

/** A row of `traced`. */
export interface TracedRow {
  at: Date
  mail: string
  submissionId: SubmissionId | null
  sender: string
  recipient: string
  written: string
  senderAccount: AccountId | null
  recipientAccount: AccountId | null
  messageId: string
  subject: string
  words: readonly string[]
  size: number
  outcome: string
  said: string
  protocol: string
  ip: string
  helo: string
  tls: string
  copyId: MessageId | null
}

export const insertTraced = (db: Db, rows: readonly TracedRow[]): Promise<number> =>
  db.run(sql`
    INSERT INTO traced (at, mail, submission_id, sender, recipient, written, sender_account, recipient_account, message_id,
      subject, words, size, outcome, said, protocol, ip, helo, tls, copy_id)
    SELECT at, mail, "submissionId", sender, recipient, written, "senderAccount", "recipientAccount", "messageId",
      subject, ARRAY(SELECT json_array_elements_text(words)), size, outcome, said, protocol, ip, helo, tls, "copyId"
    FROM json_to_recordset(${json(rows)}::json) AS x (at timestamptz, mail text, "submissionId" bigint, sender text,
      recipient text, written text, "senderAccount" bigint, "recipientAccount" bigint, "messageId" text, subject text,
      words json, size int, outcome text, said text, protocol text, ip text, helo text, tls text, "copyId" bigint)`)

export const insertTries = (db: Db, rows: readonly Try[]): Promise<number> =>
  db.run(sql`
    INSERT INTO trace_tries (at, submission_id, address, state, said, next_at, copy_id)
    SELECT at, "submissionId", address, state, said, "nextAt", "copyId"
    FROM json_to_recordset(${json(rows)}::json) AS x (at timestamptz, "submissionId" bigint, address text, state text,
      said text, "nextAt" timestamptz, "copyId" bigint)`)

/** A recipient of a submission that is committed. */
export interface SubmittedRow {
  at: Date
  submissionId: SubmissionId
  sender: string
  recipient: string
  written: string
  senderAccount: AccountId | null
  recipientAccount: AccountId | null
  messageId: string
  subject: string
  size: number
}

/** Of those of them that are committed by now. The sender's copy says what the mail is about; a mail passed on has none. */
export const submittedRows = (db: Db, ids: readonly SubmissionId[]): Promise<SubmittedRow[]> =>
  db.query(sql<SubmittedRow>`
    SELECT s.created_at AS at, s.id AS "submissionId", s.account_id AS "senderAccount", s.size,
      CASE WHEN s.kind = 'mail' THEN coalesce(own.address, lower(s.envelope_from)) ELSE lower(s.envelope_from) END AS sender,
      coalesce(box.address, lower(r.address)) AS recipient, r.address AS written, box.id AS "recipientAccount",
      coalesce(m.message_id, '') AS "messageId", coalesce(m.subject, '') AS subject
    FROM submissions s JOIN submission_recipients r ON r.submission_id = s.id
    LEFT JOIN accounts own ON own.id = s.account_id
    LEFT JOIN messages m ON m.account_id = s.account_id AND m.id = s.message_id
    LEFT JOIN addresses known ON known.address = lower(r.address)
    LEFT JOIN accounts box ON box.id = known.account_id
    WHERE s.id = ANY(${ids}::bigint[])`)

/**
 * Mail of ours that nobody traced, because the process that took it was killed: younger than an hour, and older than what a
 * living process still has in hand.
 */
export async function untracedSubmissions(db: Db, limit: number): Promise<SubmissionId[]> {
  const rows = await db.query(sql<{ id: SubmissionId }>`
    SELECT s.id FROM submissions s
    WHERE s.id > (SELECT max(submission_id) FROM traced WHERE at > now() - interval '30 days') - 2000
      AND s.created_at BETWEEN now() - interval '1 hour' AND now() - interval '2 minutes'
      AND NOT EXISTS (SELECT FROM traced t WHERE t.submission_id = s.id)
    ORDER BY s.id LIMIT ${limit}`)
  return rows.map(({ id }) => id)
}

/** Partitions for the weeks to come, and none for those that are over. */
export const traceUpkeep = (db: Db, today: Date): Promise<unknown> =>
  db.query(sql`SELECT trace_upkeep(${today})`)
