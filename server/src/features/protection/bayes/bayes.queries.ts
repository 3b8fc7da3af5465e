import type { Db } from '../../../platform/db/pool.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { AccountId, MessageId, OrganisationId } from '../../../platform/ids.ts'

/** How many mails of each kind were learnt. */
export async function learntTotals(
  db: Db,
  organisation: OrganisationId,
): Promise<{ spam: number; ham: number }> {
  const [row] = await db.query(sql<{ spam: number; ham: number }>`
    SELECT count(*) FILTER (WHERE spam)::int AS spam, count(*) FILTER (WHERE NOT spam)::int AS ham
    FROM bayes_mails WHERE organisation_id = ${organisation}`)
  return row ?? { spam: 0, ham: 0 }
}

/** Counts of those words that are known. */
export const wordCounts = (
  db: Db,
  organisation: OrganisationId,
  words: readonly bigint[],
): Promise<{ spam: number; ham: number }[]> =>
  db.query(sql<{ spam: number; ham: number }>`
    SELECT spam, ham FROM bayes_words WHERE organisation_id = ${organisation}
      AND word = ANY(${words.map(String)}::bigint[])`)

/** How a content was learnt before; null: not at all. Locks it until the end of the transaction. */
export async function learntAs(
  tx: Db,
  organisation: OrganisationId,
  blob: Buffer,
): Promise<boolean | null> {
  const [row] = await tx.query(sql<{ spam: boolean }>`
    SELECT spam FROM bayes_mails WHERE organisation_id = ${organisation} AND blob = ${blob} FOR UPDATE`)
  return row?.spam ?? null
}

/** @returns 0 where another learns it at the same time */
export const noteLearnt = (
  tx: Db,
  one: { organisation: OrganisationId; blob: Buffer; spam: boolean; accountId: AccountId },
): Promise<number> =>
  tx.run(sql`
    INSERT INTO bayes_mails (organisation_id, blob, spam, account_id)
    VALUES (${one.organisation}, ${one.blob}, ${one.spam}, ${one.accountId})
    ON CONFLICT DO NOTHING`)

export const noteOtherwise = (
  tx: Db,
  one: { organisation: OrganisationId; blob: Buffer; spam: boolean; accountId: AccountId },
): Promise<number> =>
  tx.run(sql`
    UPDATE bayes_mails SET spam = ${one.spam}, account_id = ${one.accountId}, learnt_at = now()
    WHERE organisation_id = ${one.organisation} AND blob = ${one.blob}`)

interface Step {
  organisation: OrganisationId
  words: readonly bigint[]
  /** Steps up or down. */
  spam: number
  ham: number
}

/** In one order, so that two who learn at once never wait for each other. */
export const stepWords = (tx: Db, { organisation, words, spam, ham }: Step): Promise<number> =>
  tx.run(sql`
    INSERT INTO bayes_words AS b (organisation_id, word, spam, ham)
    SELECT ${organisation}, word, greatest(0, ${spam}::int), greatest(0, ${ham}::int)
    FROM unnest(${words.map(String)}::bigint[]) word ORDER BY word
    ON CONFLICT (organisation_id, word) DO UPDATE
    SET spam = greatest(0, b.spam + ${spam}::int), ham = greatest(0, b.ham + ${ham}::int)`)

/**
 * Of words that one mail alone had, which say the least, those that are more than so many. Not those that a lesson holds.
 * @returns how many went
 */
export const trimWords = (
  db: Db,
  organisation: OrganisationId,
  { most, piece }: { most: number; piece: number },
): Promise<number> =>
  db.run(sql`
    DELETE FROM bayes_words b USING (
      SELECT word FROM bayes_words WHERE organisation_id = ${organisation} AND spam + ham <= 1
      ORDER BY word
      LIMIT least(${piece}::bigint, greatest(0,
        (SELECT count(*) FROM bayes_words WHERE organisation_id = ${organisation}) - ${most}::bigint))
      FOR UPDATE SKIP LOCKED) one
    WHERE b.organisation_id = ${organisation} AND b.word = one.word`)

/** Mails that somebody taught since a moment. */
export async function taughtSince(db: Db, accountId: AccountId, since: Date): Promise<number> {
  const [row] = await db.query(sql<{ n: number }>`
    SELECT count(*)::int AS n FROM bayes_mails WHERE account_id = ${accountId} AND learnt_at >= ${since}`)
  return row?.n ?? 0
}

export interface MailToLearn {
  blob: Buffer
  size: number
  subject: string
  fromAddress: string
}

/** Those of some messages that came from outside. */
export const mailsToLearn = (
  db: Db,
  accountId: AccountId,
  ids: readonly MessageId[],
): Promise<MailToLearn[]> =>
  db.query(sql<MailToLearn>`
    SELECT blob, size, subject, from_address AS "fromAddress" FROM messages
    WHERE account_id = ${accountId} AND id = ANY(${ids}::bigint[])
      AND authentication IS NOT NULL AND submission_id IS NULL AND NOT draft ORDER BY id`)

export async function forgetLearnt(tx: Db, organisation: OrganisationId): Promise<void> {
  await tx.run(sql`DELETE FROM bayes_mails WHERE organisation_id = ${organisation}`)
  await tx.run(sql`DELETE FROM bayes_words WHERE organisation_id = ${organisation}`)
}
