import { releaseBlobs, retainBlobs } from '../../platform/blobs/blobs.queries.ts'
import type { StoredBlob } from '../../platform/blobs/blobs.ts'
import type { Db } from '../../platform/db/pool.ts'
import { json, sql } from '../../platform/db/sql.ts'
import type { AccountId, OrganisationId } from '../../platform/ids.ts'

export interface Reason {
  code: string
  points: number
  detail: string
}

export interface HeldMail {
  id: number
  accountId: AccountId
  /** Of the mailbox. */
  address: string
  class: string
  score: number
  reasons: Reason[]
  blob: Buffer
  size: number
  envelopeFrom: string
  fromName: string
  fromAddress: string
  subject: string
  authentication: unknown
  receivedAt: Date
  heldAt: Date
  expiresAt: Date
  askedAt: Date | null
}

export type NewHeld = Omit<HeldMail, 'id' | 'address' | 'blob' | 'size' | 'askedAt'> & {
  organisation: OrganisationId
  blob: StoredBlob
}

/** Keeps a mail, and counts its bytes as used. */
export async function insertHeld(tx: Db, one: NewHeld): Promise<number> {
  await retainBlobs(tx, [one.blob])
  const [row] = await tx.query(sql<{ id: number }>`
    INSERT INTO quarantine (organisation_id, account_id, class, score, reasons, blob, size, envelope_from, from_name,
      from_address, subject, authentication, received_at, held_at, expires_at)
    VALUES (${one.organisation}, ${one.accountId}, ${one.class}, ${one.score}, ${json(one.reasons)}::jsonb,
      ${one.blob.hash}, ${one.blob.size}, ${one.envelopeFrom}, ${one.fromName}, ${one.fromAddress}, ${one.subject},
      ${one.authentication === null ? null : json(one.authentication)}::jsonb, ${one.receivedAt}, ${one.heldAt},
      ${one.expiresAt}) RETURNING id`)
  return row?.id ?? 0
}

const columns = sql`q.id, q.account_id AS "accountId", a.address, q.class, q.score, q.reasons, q.blob, q.size,
  q.envelope_from AS "envelopeFrom", q.from_name AS "fromName", q.from_address AS "fromAddress", q.subject,
  q.authentication, q.received_at AS "receivedAt", q.held_at AS "heldAt", q.expires_at AS "expiresAt",
  q.asked_at AS "askedAt"`

interface Page {
  before: number | null
  keyword: string
  class: string | null
  asked: boolean
  limit: number
}

/** The latest first. @param keyword in sender, recipient and, where `inSubjects`, subject */
export const heldBefore = (
  db: Db,
  organisation: OrganisationId,
  page: Page & { inSubjects: boolean },
): Promise<HeldMail[]> =>
  db.query(sql<HeldMail>`
    SELECT ${columns} FROM quarantine q JOIN accounts a ON a.id = q.account_id
    WHERE q.organisation_id = ${organisation} AND (${page.before}::bigint IS NULL OR q.id < ${page.before})
      AND (${page.class}::text IS NULL OR q.class = ${page.class})
      AND (NOT ${page.asked}::boolean OR q.asked_at IS NOT NULL)
      AND (${page.keyword} = '' OR strpos(lower(q.envelope_from || ' ' || q.from_address || ' ' || a.address
        || CASE WHEN ${page.inSubjects}::boolean THEN ' ' || q.from_name || ' ' || q.subject ELSE '' END),
        lower(${page.keyword})) > 0)
    ORDER BY q.id DESC LIMIT ${page.limit}`)

export const heldOf = (
  db: Db,
  accountId: AccountId,
  { before, limit }: { before: number | null; limit: number },
): Promise<HeldMail[]> =>
  db.query(sql<HeldMail>`
    SELECT ${columns} FROM quarantine q JOIN accounts a ON a.id = q.account_id
    WHERE q.account_id = ${accountId} AND (${before}::bigint IS NULL OR q.id < ${before})
    ORDER BY q.id DESC LIMIT ${limit}`)

export const heldByIds = (
  db: Db,
  organisation: OrganisationId,
  ids: readonly number[],
): Promise<HeldMail[]> =>
  db.query(sql<HeldMail>`
    SELECT ${columns} FROM quarantine q JOIN accounts a ON a.id = q.account_id
    WHERE q.organisation_id = ${organisation} AND q.id = ANY(${ids}::bigint[]) ORDER BY q.id`)

export async function countHeld(db: Db, organisation: OrganisationId): Promise<number> {
  const [row] = await db.query(sql<{ n: number }>`
    SELECT count(*)::int AS n FROM quarantine WHERE organisation_id = ${organisation}`)
  return row?.n ?? 0
}

/** Takes a row out, and its use of the bytes. @returns null where somebody else was first */
export async function takeHeld(tx: Db, id: number): Promise<Buffer | null> {
  const [row] = await tx.query(sql<{ blob: Buffer }>`
    DELETE FROM quarantine WHERE id = ${id} RETURNING blob`)
  if (!row) return null
  await releaseBlobs(tx, [row.blob])
  return row.blob
}

/** Takes out what is kept long enough, some at a time. @returns how many */
export async function takeOver(tx: Db, now: Date): Promise<number> {
  const rows = await tx.query(sql<{ blob: Buffer }>`
    DELETE FROM quarantine WHERE id IN (
      SELECT id FROM quarantine WHERE expires_at <= ${now} ORDER BY expires_at LIMIT 500 FOR UPDATE SKIP LOCKED)
    RETURNING blob`)
  await releaseBlobs(
    tx,
    rows.map((row) => row.blob),
  )
  return rows.length
}

/** @returns what it is, null where it is not the account's */
export async function askFor(
  db: Db,
  accountId: AccountId,
  { id, now }: { id: number; now: Date },
): Promise<{ class: string } | null> {
  const [row] = await db.query(sql<{ class: string }>`
    UPDATE quarantine SET asked_at = CASE WHEN class = 'virus' THEN asked_at ELSE coalesce(asked_at, ${now}) END
    WHERE account_id = ${accountId} AND id = ${id} RETURNING class`)
  return row ?? null
}

/** Mailboxes for which something is held that nobody told them of. */
export const untoldAccounts = (
  db: Db,
  after: number,
): Promise<{ accountId: AccountId; last: number }[]> =>
  db.query(sql<{ accountId: AccountId; last: number }>`
    SELECT account_id AS "accountId", max(id) AS last FROM quarantine
    WHERE told_at IS NULL AND account_id > ${after} AND class <> 'recalled'
    GROUP BY account_id ORDER BY account_id LIMIT 100`)

/** What a mailbox was not told of, the latest first. */
export const untoldOf = (
  db: Db,
  accountId: AccountId,
  { last, limit }: { last: number; limit: number },
): Promise<HeldMail[]> =>
  db.query(sql<HeldMail>`
    SELECT ${columns} FROM quarantine q JOIN accounts a ON a.id = q.account_id
    WHERE q.account_id = ${accountId} AND q.told_at IS NULL AND q.id <= ${last} AND q.class <> 'recalled'
    ORDER BY q.id DESC LIMIT ${limit}`)

export const noteTold = (
  db: Db,
  accountId: AccountId,
  { last, now }: { last: number; now: Date },
): Promise<number> =>
  db.run(sql`
    UPDATE quarantine SET told_at = ${now}
    WHERE account_id = ${accountId} AND told_at IS NULL AND id <= ${last}`)
