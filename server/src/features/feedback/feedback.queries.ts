import type { Db } from '../../platform/db/pool.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AccountId, OrganisationId } from '../../platform/ids.ts'

export const insertFeedback = (
  db: Db,
  accountId: AccountId,
  { content, client }: { content: string; client: string },
): Promise<number> =>
  db.run(
    sql`INSERT INTO feedback (account_id, content, client) VALUES (${accountId}, ${content}, ${client})`,
  )

export interface FeedbackRow {
  at: Date
  accountId: AccountId
  content: string
  client: string
}

/** What came since then, newest first. */
export const feedbackSince = (db: Db, since: Date, limit: number): Promise<FeedbackRow[]> =>
  db.query(sql<FeedbackRow>`
    SELECT created_at AS at, account_id AS "accountId", content, client FROM feedback
    WHERE created_at >= ${since} ORDER BY created_at DESC, id DESC LIMIT ${limit}`)

export interface InboxRow {
  id: number
  at: Date
  name: string
  address: string
  content: string
  client: string
  doneAt: Date | null
  doneBy: string | null
  answeredAt: Date | null
}

const inbox = sql`f.id, f.created_at AS at, a.display_name AS name, a.address, f.content, f.client,
  f.done_at AS "doneAt", f.done_by AS "doneBy", f.answered_at AS "answeredAt"
  FROM feedback f JOIN accounts a ON a.id = f.account_id`

const states = {
  open: sql`f.done_at IS NULL`,
  done: sql`f.done_at IS NOT NULL`,
  all: sql`true`,
}

/** The latest first. */
export const feedbackInbox = (
  db: Db,
  organisationId: OrganisationId,
  { state, before, limit }: { state: keyof typeof states; before: number | null; limit: number },
): Promise<InboxRow[]> =>
  db.query(sql<InboxRow>`
    SELECT ${inbox} WHERE a.organisation_id = ${organisationId} AND ${states[state]}
      AND (${before}::bigint IS NULL OR f.id < ${before})
    ORDER BY f.id DESC LIMIT ${limit}`)

export async function feedbackById(
  db: Db,
  organisationId: OrganisationId,
  id: number,
): Promise<InboxRow | null> {
  const [row] = await db.query(
    sql<InboxRow>`SELECT ${inbox} WHERE a.organisation_id = ${organisationId} AND f.id = ${id}`,
  )
  return row ?? null
}

/** How many nobody dealt with. */
export async function openFeedback(db: Db, organisationId: OrganisationId): Promise<number> {
  const [row] = await db.query(sql<{ count: number }>`
    SELECT count(*)::int AS count FROM feedback f JOIN accounts a ON a.id = f.account_id
    WHERE a.organisation_id = ${organisationId} AND ${states.open}`)
  return row?.count ?? 0
}

/** @param by null: it is open again */
export const markFeedback = (
  db: Db,
  id: number,
  { by, answered }: { by: string | null; answered: boolean },
): Promise<number> =>
  db.run(sql`
    UPDATE feedback SET done_at = CASE WHEN ${by}::text IS NULL THEN NULL ELSE now() END, done_by = ${by},
      answered_at = CASE WHEN ${answered} THEN now() ELSE answered_at END
    WHERE id = ${id}`)
