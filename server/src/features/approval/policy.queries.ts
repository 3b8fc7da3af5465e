import type { Db } from '../../platform/db/pool.ts'
import { json, sql } from '../../platform/db/sql.ts'
import type { AccountId, OrganisationId } from '../../platform/ids.ts'

/** Of which mail, under which key, which rule asked what. */
export interface Asking {
  accountId: AccountId
  sendKey: string
  ruleId: number
  /** Digest of what was asked; another one is another question. */
  asked: Buffer
}

/** @returns what was answered to this very question; null: nothing */
export async function answerTo(
  db: Db,
  { accountId, sendKey, ruleId, asked }: Asking,
): Promise<string | null> {
  const [row] = await db.query(sql<{ answer: string | null }>`
    SELECT answer FROM policy_answers WHERE account_id = ${accountId} AND send_key = ${sendKey}
      AND rule_id = ${ruleId} AND asked = ${asked}`)
  return row?.answer ?? null
}

/** Writes what is asked; an answer to another question is no answer any more. */
export const writeQuestion = (
  db: Db,
  { accountId, sendKey, ruleId, asked }: Asking,
  { question, now }: { question: object; now: Date },
): Promise<number> =>
  db.run(sql`
    INSERT INTO policy_answers (account_id, send_key, rule_id, asked, question, at)
    VALUES (${accountId}, ${sendKey}, ${ruleId}, ${asked}, ${json(question)}::jsonb, ${now})
    ON CONFLICT (account_id, send_key, rule_id) DO UPDATE SET
      asked = excluded.asked, question = excluded.question, answer = NULL, at = excluded.at`)

/** The newest question that was not answered. */
export async function questionOf(db: Db, accountId: AccountId, sendKey: string): Promise<unknown> {
  const [row] = await db.query(sql<{ question: unknown }>`
    SELECT question FROM policy_answers
    WHERE account_id = ${accountId} AND send_key = ${sendKey} AND answer IS NULL ORDER BY at DESC LIMIT 1`)
  return row?.question ?? null
}

export const writeAnswer = (
  db: Db,
  accountId: AccountId,
  { sendKey, ruleId, answer }: { sendKey: string; ruleId: number; answer: string },
): Promise<number> =>
  db.run(sql`
    UPDATE policy_answers SET answer = ${answer}
    WHERE account_id = ${accountId} AND send_key = ${sendKey} AND rule_id = ${ruleId} AND answer IS NULL`)

export const forgetAnswers = (db: Db, before: Date): Promise<number> =>
  db.run(sql`DELETE FROM policy_answers WHERE at < ${before}`)

export interface NewEvent {
  organisationId: OrganisationId
  at: Date
  ruleName: string
  /** As the contract has it. */
  outcome: string
  who: string
  subject: string
  recipients: number
  reasons: unknown
  note: string
}

export const insertEvents = (db: Db, events: readonly NewEvent[]): Promise<number> =>
  db.run(sql`
    INSERT INTO policy_events (organisation_id, at, rule_name, outcome, who, subject, recipients, reasons, note)
    SELECT "organisationId", at, "ruleName", outcome, who, subject, recipients, reasons, note
    FROM json_to_recordset(${json(events)}::json) AS x ("organisationId" bigint, at timestamptz, "ruleName" text,
      outcome text, who text, subject text, recipients int, reasons jsonb, note text)`)

export interface EventRow extends Omit<NewEvent, 'organisationId'> {
  id: number
}

/** The latest first. `keyword`: part of a rule's name, of who wrote, or of the reason that was given. */
export const eventsOf = (
  db: Db,
  organisation: OrganisationId,
  { before, keyword, limit }: { before: number | null; keyword: string; limit: number },
): Promise<EventRow[]> =>
  db.query(sql<EventRow>`
    SELECT id, at, rule_name AS "ruleName", outcome, who, subject, recipients, reasons, note FROM policy_events
    WHERE organisation_id = ${organisation} AND (${before}::bigint IS NULL OR id < ${before})
      AND (${keyword} = '' OR strpos(lower(rule_name), lower(${keyword})) > 0
        OR strpos(lower(who), lower(${keyword})) > 0 OR strpos(lower(note), lower(${keyword})) > 0)
    ORDER BY id DESC LIMIT ${limit}`)

export const forgetEvents = (db: Db, before: Date): Promise<number> =>
  db.run(sql`DELETE FROM policy_events WHERE at < ${before}`)
