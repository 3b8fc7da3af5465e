import type { Authentication } from '../../mailstore/types.ts'
import { releaseBlobs } from '../../platform/blobs/blobs.queries.ts'
import type { Db } from '../../platform/db/pool.ts'
import { json, sql } from '../../platform/db/sql.ts'
import type { AccountId, FolderId, MessageId, OrganisationId, UserId } from '../../platform/ids.ts'

export type DeletionState = 'handing' | 'full' | 'erasing' | 'done' | 'stopped'

export interface DeletionRow {
  id: number
  accountId: AccountId
  userId: UserId
  name: string
  address: string
  heirId: AccountId | null
  heirUserId: UserId | null
  heir: string
  addressesTo: 'heir' | 'nobody'
  state: DeletionState
  addresses: string[]
  folders: Record<string, FolderId>
  total: number
  handed: number
}

const columns = sql`x.id, x.account_id AS "accountId", u.id AS "userId", u.name, a.address, x.heir_id AS "heirId",
  h.id AS "heirUserId", coalesce(h.name, '') AS heir, x.addresses_to AS "addressesTo", x.state, x.addresses, x.folders,
  x.total, x.handed`
const tables = sql`console_deletions x JOIN accounts a ON a.id = x.account_id JOIN users u ON u.account_id = a.id
  LEFT JOIN users h ON h.account_id = x.heir_id`

export async function deletionOf(db: Db, accountId: AccountId): Promise<DeletionRow | null> {
  const [row] = await db.query(
    sql<DeletionRow>`SELECT ${columns} FROM ${tables} WHERE x.account_id = ${accountId}`,
  )
  return row ?? null
}

export async function lockDeletion(db: Db, accountId: AccountId): Promise<DeletionRow | null> {
  const [row] = await db.query(
    sql<DeletionRow>`SELECT ${columns} FROM ${tables} WHERE x.account_id = ${accountId} FOR UPDATE OF x`,
  )
  return row ?? null
}

interface Begun {
  organisationId: OrganisationId
  accountId: AccountId
  heirId: AccountId | null
  addressesTo: 'heir' | 'nobody'
  addresses: string[]
}

/** One that was stopped begins anew; copies that another heir had are that one's. @returns 0 where one is under way */
export async function insertDeletion(db: Db, one: Begun): Promise<number> {
  const rows = await db.query(sql<{ id: number }>`
    INSERT INTO console_deletions AS x (organisation_id, account_id, heir_id, addresses_to, addresses, total)
    VALUES (${one.organisationId}, ${one.accountId}, ${one.heirId}, ${one.addressesTo}, ${one.addresses}::text[],
      (SELECT count(*) FROM messages WHERE account_id = ${one.accountId}))
    ON CONFLICT (account_id) DO UPDATE SET heir_id = EXCLUDED.heir_id, addresses_to = EXCLUDED.addresses_to,
      addresses = EXCLUDED.addresses, total = EXCLUDED.total, state = 'handing', created_at = now(),
      folders = CASE WHEN x.heir_id IS DISTINCT FROM EXCLUDED.heir_id THEN '{}' ELSE x.folders END,
      handed = CASE WHEN x.heir_id IS DISTINCT FROM EXCLUDED.heir_id THEN 0 ELSE x.handed END
      WHERE x.state = 'stopped'
    RETURNING id`)
  const [row] = rows
  if (!row) return 0
  await db.run(sql`
    DELETE FROM console_handed g USING console_deletions x
    WHERE g.deletion_id = ${row.id} AND x.id = g.deletion_id AND x.handed = 0`)
  return 1
}

export const setDeletion = (db: Db, id: number, state: DeletionState): Promise<number> =>
  db.run(sql`
    UPDATE console_deletions SET state = ${state}, done_at = CASE WHEN ${state} = 'done' THEN now() END
    WHERE id = ${id}`)

export const keepFolders = (
  db: Db,
  id: number,
  folders: Record<string, FolderId>,
): Promise<number> =>
  db.run(sql`UPDATE console_deletions SET folders = ${json(folders)}::jsonb WHERE id = ${id}`)

/** A mail of which the heir has no copy yet. */
export interface UnhandedRow {
  id: MessageId
  folderId: FolderId
  size: number
  blob: Buffer
  receivedAt: Date
  seen: boolean
  starred: boolean
  answered: boolean
  forwarded: boolean
  keywords: string[]
  authentication: Authentication | null
}

export const unhanded = (
  db: Db,
  { id, accountId }: Pick<DeletionRow, 'id' | 'accountId'>,
  limit: number,
): Promise<UnhandedRow[]> =>
  db.query(sql<UnhandedRow>`
    SELECT m.id, m.folder_id AS "folderId", m.size::float8 AS size, m.blob, m.received_at AS "receivedAt", m.seen, m.starred,
      m.answered, m.forwarded, m.keywords, m.authentication
    FROM messages m
    WHERE m.account_id = ${accountId}
      AND NOT EXISTS (SELECT FROM console_handed g WHERE g.deletion_id = ${id} AND g.message_id = m.id)
    ORDER BY m.id LIMIT ${limit}`)

/** @returns those that nobody noted before */
export async function noteHanded(
  db: Db,
  id: number,
  ids: readonly MessageId[],
): Promise<Set<MessageId>> {
  const rows = await db.query(sql<{ id: MessageId }>`
    INSERT INTO console_handed (deletion_id, message_id) SELECT ${id}, m FROM unnest(${ids}::bigint[]) m
    ON CONFLICT DO NOTHING RETURNING message_id AS id`)
  await db.run(sql`UPDATE console_deletions SET handed = handed + ${rows.length} WHERE id = ${id}`)
  return new Set(rows.map((row) => row.id))
}

export async function someMessages(
  db: Db,
  accountId: AccountId,
  limit: number,
): Promise<MessageId[]> {
  const rows = await db.query(sql<{ id: MessageId }>`
    SELECT id FROM messages WHERE account_id = ${accountId} ORDER BY id LIMIT ${limit}`)
  return rows.map(({ id }) => id)
}

/** Contents that other rows of the account hold, some at a time. @returns how many */
export async function eraseContents(db: Db, accountId: AccountId, limit: number): Promise<number> {
  const some = (table: 'quarantine' | 'uploads' | 'upload_chunks' | 'letter_pictures') => {
    const name = {
      quarantine: sql`quarantine`,
      uploads: sql`uploads`,
      upload_chunks: sql`upload_chunks`,
      letter_pictures: sql`letter_pictures`,
    }[table]
    return db.query(sql<{ blob: Buffer }>`
      DELETE FROM ${name} WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM ${name} WHERE account_id = ${accountId} LIMIT ${limit} FOR UPDATE)) RETURNING blob`)
  }
  const gone = [
    ...(await some('quarantine')),
    ...(await some('upload_chunks')),
    ...(await some('uploads')),
    ...(await some('letter_pictures')),
    ...(await db.query(sql<{ blob: Buffer }>`
      DELETE FROM mail_import_items WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM mail_import_items WHERE account_id = ${accountId} AND blob IS NOT NULL LIMIT ${limit} FOR UPDATE))
      RETURNING blob`)),
  ]
  await releaseBlobs(
    db,
    gone.map(({ blob }) => blob),
  )
  return gone.length
}

/** True for whom somebody's mail is on its way to. */
export async function isHeir(db: Db, accountId: AccountId): Promise<boolean> {
  const rows = await db.query(sql`
    SELECT FROM console_deletions WHERE heir_id = ${accountId} AND state IN ('handing', 'full')`)
  return rows.length > 0
}

/** Room that is left in a mailbox. */
export async function roomIn(db: Db, accountId: AccountId): Promise<number> {
  const [row] = await db.query(sql<{ room: number }>`
    SELECT (quota_bytes - used_bytes)::float8 AS room FROM accounts WHERE id = ${accountId}`)
  return row?.room ?? 0
}

/** True while the mail of an account is kept by order. */
export async function isOnHold(db: Db, accountId: AccountId): Promise<boolean> {
  const rows = await db.query(sql`SELECT FROM legal_holds_on(${accountId}) LIMIT 1`)
  return rows.length > 0
}
