import type { Db } from '../../platform/db/pool.ts'
import { json, sql } from '../../platform/db/sql.ts'
import type { AccountId, OrganisationId } from '../../platform/ids.ts'

export async function settingsRow(db: Db, organisation: OrganisationId): Promise<unknown> {
  const [row] = await db.query(sql<{ settings: unknown }>`
    SELECT settings FROM protection_settings WHERE organisation_id = ${organisation}`)
  return row?.settings ?? {}
}

export const saveSettingsRow = (
  db: Db,
  organisation: OrganisationId,
  settings: object,
): Promise<number> =>
  db.run(sql`
    INSERT INTO protection_settings (organisation_id, settings) VALUES (${organisation}, ${json(settings)}::jsonb)
    ON CONFLICT (organisation_id) DO UPDATE SET settings = EXCLUDED.settings, changed_at = now()`)

export type Verdict = 'allow' | 'block'

export interface SenderRow {
  id: number
  sender: string
  verdict: Verdict
  note: string
  createdAt: Date
}

/** Whose list: the organisation's where there is no account. */
export interface ListOwner {
  organisation: OrganisationId
  accountId: AccountId | null
}

const columns = sql`id, sender, verdict, note, created_at AS "createdAt"`
const ownedBy = ({ organisation, accountId }: ListOwner) =>
  sql`organisation_id = ${organisation} AND account_id IS NOT DISTINCT FROM ${accountId}::bigint`

/** What a list says of each of its senders. */
export const verdictsOf = (
  db: Db,
  owner: ListOwner,
): Promise<{ sender: string; verdict: Verdict }[]> =>
  db.query(sql<{ sender: string; verdict: Verdict }>`
    SELECT sender, verdict FROM protection_senders WHERE ${ownedBy(owner)}`)

/** The latest first. @param keyword '' for all */
export const sendersBefore = (
  db: Db,
  owner: ListOwner,
  { before, keyword, limit }: { before: number | null; keyword: string; limit: number },
): Promise<SenderRow[]> =>
  db.query(sql<SenderRow>`
    SELECT ${columns} FROM protection_senders WHERE ${ownedBy(owner)}
      AND (${before}::bigint IS NULL OR id < ${before})
      AND (${keyword} = '' OR strpos(sender || ' ' || lower(note), lower(${keyword})) > 0)
    ORDER BY id DESC LIMIT ${limit}`)

export async function countSenders(db: Db, owner: ListOwner): Promise<number> {
  const [row] = await db.query(
    sql<{ n: number }>`SELECT count(*)::int AS n FROM protection_senders WHERE ${ownedBy(owner)}`,
  )
  return row?.n ?? 0
}

/** A sender stands on a list once: a second word about it replaces the first. */
export async function putSender(
  db: Db,
  { organisation, accountId }: ListOwner,
  one: { sender: string; verdict: Verdict; note: string },
): Promise<number> {
  const [row] = await db.query(sql<{ id: number }>`
    INSERT INTO protection_senders (organisation_id, account_id, sender, verdict, note)
    VALUES (${organisation}, ${accountId}, ${one.sender}, ${one.verdict}, ${one.note})
    ON CONFLICT (organisation_id, coalesce(account_id, 0), sender)
    DO UPDATE SET verdict = EXCLUDED.verdict, note = EXCLUDED.note RETURNING id`)
  return row?.id ?? 0
}

/** @returns the sender that was taken off */
export async function dropSender(db: Db, owner: ListOwner, id: number): Promise<string | null> {
  const [row] = await db.query(sql<{ sender: string }>`
    DELETE FROM protection_senders WHERE ${ownedBy(owner)} AND id = ${id} RETURNING sender`)
  return row?.sender ?? null
}

/** Those of some mailboxes that have exchanged mail with an address (lower case). */
export const haveMet = (
  db: Db,
  accountIds: readonly AccountId[],
  address: string,
): Promise<{ accountId: AccountId }[]> =>
  db.query(sql<{ accountId: AccountId }>`
    SELECT a AS "accountId" FROM unnest(${accountIds}::bigint[]) a
    WHERE EXISTS (SELECT FROM correspondents c WHERE c.account_id = a AND c.address = ${address})
      OR EXISTS (SELECT FROM messages m JOIN folders f ON f.account_id = m.account_id AND f.id = m.folder_id
        WHERE m.account_id = a AND lower(left(m.from_address, 320)) = ${address}
          AND coalesce(f.role NOT IN ('junk', 'trash'), true))`)
