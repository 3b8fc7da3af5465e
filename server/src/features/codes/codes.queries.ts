import type { Db } from '../../platform/db/pool.ts'
import { sql } from '../../platform/db/sql.ts'

export interface SentCode {
  id: string
  purpose: string
  subject: string
  hash: Buffer
  seconds: number
}

export const insertCode = (db: Db, { id, purpose, subject, hash, seconds }: SentCode) =>
  db.run(sql`
    INSERT INTO sent_codes (id, purpose, subject, code_hash, expires_at)
    VALUES (${id}, ${purpose}, ${subject}, ${hash}, now() + make_interval(secs => ${seconds}))`)

/** Counts a try before it is judged; null when there is no such code, or it was tried too often. */
export async function tryCode(
  db: Db,
  code: { id: string; purpose: string; most: number },
): Promise<{ subject: string; hash: Buffer } | null> {
  const [row] = await db.query(sql<{ subject: string; hash: Buffer }>`
    UPDATE sent_codes SET tries = tries + 1
    WHERE id = ${code.id} AND purpose = ${code.purpose} AND tries < ${code.most} AND expires_at > now()
    RETURNING subject, code_hash AS hash`)
  return row ?? null
}

/** @returns 1 for whoever comes first (T18) */
export const spendCode = (db: Db, id: string): Promise<number> =>
  db.run(sql`DELETE FROM sent_codes WHERE id = ${id}`)

/** Notes that a phone is written to, unless that was done too often for that purpose. @returns 1, or 0 when it was */
export async function noteSending(
  db: Db,
  { phone, purpose }: { phone: string; purpose: string },
  { perMinute, perDay }: { perMinute: number; perDay: number },
): Promise<number> {
  await db.query(sql`SELECT pg_advisory_xact_lock(hashtextextended(${phone}, 7265))`)
  return db.run(sql`
    INSERT INTO code_sendings (phone, purpose)
    SELECT ${phone}, ${purpose} FROM (
      SELECT count(*) AS day, count(*) FILTER (WHERE sent_at > now() - interval '1 minute') AS minute FROM code_sendings
      WHERE phone = ${phone} AND purpose = ${purpose} AND sent_at > now() - interval '1 day') had
    WHERE had.minute < ${perMinute} AND had.day < ${perDay}`)
}

export async function sweepCodes(db: Db): Promise<void> {
  await db.run(sql`DELETE FROM sent_codes WHERE expires_at < now()`)
  await db.run(sql`DELETE FROM code_sendings WHERE sent_at < now() - interval '1 day'`)
}
