import type { Authentication } from '../../mailstore/types.ts'
import type { Db } from '../../platform/db/pool.ts'
import { json, sql } from '../../platform/db/sql.ts'
import type { MessageId, SubmissionId } from '../../platform/ids.ts'

/** `waiting` and `refused` are for groups whose mail somebody looks at first. */
export type PostState = 'waiting' | 'sending' | 'sent' | 'refused'

/** A mail to a group when it comes. */
export interface NewPost {
  groupId: number
  state: PostState
  mailKey: Buffer
  submissionId: SubmissionId | null
  envelope: readonly string[]
  author: string
  foreign: boolean
  authentication: Authentication | null
  subject: string
}

export async function insertPost(db: Db, messageId: MessageId, post: NewPost): Promise<number> {
  const [row] = await db.query(sql<{ id: number }>`
    INSERT INTO mail_group_posts (group_id, message_id, state, mail_key, submission_id, envelope, author, foreign_mail,
      authentication, subject)
    VALUES (${post.groupId}, ${messageId}, ${post.state}, ${post.mailKey}, ${post.submissionId}, ${post.envelope}::text[],
      ${post.author}, ${post.foreign}, ${post.authentication === null ? null : json(post.authentication)}::jsonb,
      ${post.subject})
    RETURNING id`)
  return row?.id ?? 0
}

export interface PostRow extends Omit<NewPost, 'mailKey'> {
  id: number
  messageId: MessageId
  mailKey: Buffer
  insideBlob: Buffer | null
  insideSize: number
  outsideBlob: Buffer | null
  outsideSize: number
  rewritten: boolean
  afterAccount: number
  afterAddress: string
}

const columns = sql`id, group_id AS "groupId", message_id AS "messageId", state, mail_key AS "mailKey",
  submission_id AS "submissionId", envelope, author, foreign_mail AS foreign, authentication, subject,
  inside_blob AS "insideBlob", inside_size AS "insideSize", outside_blob AS "outsideBlob", outside_size AS "outsideSize",
  from_rewritten AS rewritten, after_account AS "afterAccount", after_address AS "afterAddress"`

export async function postById(db: Db, id: number): Promise<PostRow | null> {
  const [row] = await db.query(
    sql<PostRow>`SELECT ${columns} FROM mail_group_posts WHERE id = ${id}`,
  )
  return row ?? null
}

export async function lockPost(db: Db, id: number): Promise<PostRow | null> {
  const [row] = await db.query(
    sql<PostRow>`SELECT ${columns} FROM mail_group_posts WHERE id = ${id} FOR UPDATE`,
  )
  return row ?? null
}

export const setBlobs = (
  db: Db,
  id: number,
  {
    inside,
    outside,
    rewritten,
  }: {
    inside: { hash: Buffer; size: number }
    outside: { hash: Buffer; size: number }
    rewritten: boolean
  },
): Promise<number> =>
  db.run(sql`
    UPDATE mail_group_posts SET inside_blob = ${inside.hash}, inside_size = ${inside.size}, outside_blob = ${outside.hash},
      outside_size = ${outside.size}, from_rewritten = ${rewritten}
    WHERE id = ${id}`)

/** Those of some addresses (lower case) to whom a mail has not gone by any group; it counts as gone from now on. */
export async function claimDeliveries(
  db: Db,
  { id, mailKey }: PostRow,
  addresses: readonly string[],
): Promise<Set<string>> {
  const rows = await db.query(sql<{ address: string }>`
    INSERT INTO mail_group_deliveries (mail_key, address, post_id)
    SELECT ${mailKey}, address, ${id} FROM unnest(${addresses}::text[]) AS x (address) ORDER BY address
    ON CONFLICT DO NOTHING RETURNING address`)
  return new Set(rows.map((row) => row.address))
}

/** Addresses (lower case) that a mail of ours goes to without any group. */
export async function recipientsOfSubmission(db: Db, id: SubmissionId): Promise<string[]> {
  const rows = await db.query(sql<{ address: string }>`
    SELECT lower(address) AS address FROM submission_recipients WHERE submission_id = ${id}`)
  return rows.map((row) => row.address)
}

/** Addresses outside (lower case) that a mail may go to by groups; null: whoever is in them. */
export async function reachOfSubmission(db: Db, id: SubmissionId): Promise<string[] | null> {
  const [row] = await db.query(sql<{ reach: string[] | null }>`
    SELECT reach FROM submissions WHERE id = ${id}`)
  return row?.reach ?? null
}

/** The mailboxes behind addresses (lower case). */
export async function accountsAt(db: Db, addresses: readonly string[]): Promise<Set<number>> {
  const rows = await db.query(sql<{ id: number }>`
    SELECT account_id AS id FROM addresses WHERE address = ANY(${addresses}::text[])`)
  return new Set(rows.map((row) => row.id))
}

export const advance = (
  db: Db,
  id: number,
  { account, address, recipients }: { account: number; address: string; recipients: number },
): Promise<number> =>
  db.run(sql`
    UPDATE mail_group_posts SET after_account = ${account}, after_address = ${address},
      recipients = recipients + ${recipients} WHERE id = ${id}`)

export const endPost = (db: Db, id: number): Promise<number> =>
  db.run(sql`
    UPDATE mail_group_posts SET state = 'sent', ended_at = now(), inside_blob = NULL, outside_blob = NULL WHERE id = ${id}`)

/** Forgets who got old mail; a repeat of it is recognised no more. */
export const sweepDeliveries = (db: Db, before: Date): Promise<number> =>
  db.run(sql`
    DELETE FROM mail_group_deliveries d USING mail_group_posts p
    WHERE p.id = d.post_id AND p.created_at < ${before} AND p.state <> 'sending'`)
