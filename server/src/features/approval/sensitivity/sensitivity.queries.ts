import type { Db } from '../../../platform/db/pool.ts'
import { json, sql } from '../../../platform/db/sql.ts'
import type { AccountId, OrganisationId } from '../../../platform/ids.ts'

/** As it is kept; null: nothing was said yet. */
export async function keptLabels(db: Db, organisation: OrganisationId): Promise<unknown> {
  const [row] = await db.query(sql<{ labels: unknown }>`
    SELECT labels FROM sensitivity_labels WHERE organisation_id = ${organisation}`)
  return row?.labels ?? null
}

/** Those of the organisation that a mailbox is of. */
export async function keptLabelsFor(db: Db, accountId: AccountId): Promise<unknown> {
  const [row] = await db.query(sql<{ labels: unknown }>`
    SELECT s.labels FROM accounts a JOIN sensitivity_labels s ON s.organisation_id = a.organisation_id
    WHERE a.id = ${accountId}`)
  return row?.labels ?? null
}

export const writeLabels = (
  db: Db,
  organisation: OrganisationId,
  { labels, now }: { labels: object; now: Date },
): Promise<number> =>
  db.run(sql`
    INSERT INTO sensitivity_labels (organisation_id, labels, changed_at)
    VALUES (${organisation}, ${json(labels)}::jsonb, ${now})
    ON CONFLICT (organisation_id) DO UPDATE SET labels = excluded.labels, changed_at = excluded.changed_at`)
