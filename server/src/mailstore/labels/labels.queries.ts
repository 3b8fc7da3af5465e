import type { Db } from '../../platform/db/pool.ts'
import { json, none, type Sql, sql } from '../../platform/db/sql.ts'
import type { AccountId, FolderId, LabelId, MessageId } from '../../platform/ids.ts'
import { rowColumns } from '../messages/messages.queries.ts'
import type { MessageRow, Viewer } from '../types.ts'

export interface LabelRow {
  id: LabelId
  name: string
  /** What mail programs call it. */
  keyword: string
  color: number
  /** 0 means enabled. */
  state: number
  total: number
  unread: number
  bytes: number
}

/** Counters that a viewer's labels are made of: not those of locked folders, of the recycle bin and of spam. */
const countedFor = ({ hidden }: Viewer): Sql => sql`
  JOIN folders f ON f.account_id = c.account_id AND f.id = c.folder_id
    AND coalesce(f.role NOT IN ('trash', 'junk'), true)
    ${hidden.length === 0 ? none : sql`AND f.id <> ALL(${hidden}::bigint[])`}`

const labelRows = (viewer: Viewer, which: Sql): Sql<LabelRow> => sql<LabelRow>`
  SELECT l.id, l.name, l.keyword, l.color, l.state, coalesce(s.total, 0) AS total, coalesce(s.unread, 0) AS unread,
    coalesce(s.bytes, 0)::bigint AS bytes
  FROM labels l LEFT JOIN (
    SELECT c.label_id, sum(c.total)::int AS total, sum(c.unread)::int AS unread, sum(c.bytes) AS bytes
    FROM label_counts c ${countedFor(viewer)}
    WHERE c.account_id = ${viewer.accountId} GROUP BY c.label_id) s ON s.label_id = l.id
  WHERE l.account_id = ${viewer.accountId} AND l.deleted_at IS NULL ${which} ORDER BY l.sort, l.id`

/** Labels in their order, with what is kept about their mail. */
export const labelsOf = (db: Db, viewer: Viewer): Promise<LabelRow[]> =>
  db.query(labelRows(viewer, none))

export async function labelById(db: Db, viewer: Viewer, id: LabelId): Promise<LabelRow | null> {
  const [row] = await db.query(labelRows(viewer, sql`AND l.id = ${id}`))
  return row ?? null
}

/** A label as mail programs know it. */
export type LabelKeyword = Pick<LabelRow, 'id' | 'name' | 'keyword'>

export const labelKeywords = (db: Db, accountId: AccountId): Promise<LabelKeyword[]> =>
  db.query(sql<LabelKeyword>`
    SELECT id, name, keyword FROM labels WHERE account_id = ${accountId} AND deleted_at IS NULL ORDER BY sort, id`)

/** Which of some labels an account has. */
export async function knownLabels(
  db: Db,
  accounts: readonly AccountId[],
  ids: readonly LabelId[],
): Promise<{ accountId: AccountId; id: LabelId }[]> {
  return db.query(sql<{ accountId: AccountId; id: LabelId }>`
    SELECT account_id AS "accountId", id FROM labels
    WHERE account_id = ANY(${accounts}::bigint[]) AND id = ANY(${ids}::bigint[]) AND deleted_at IS NULL`)
}

export interface LabelPageRequest extends Viewer {
  labelId: LabelId
  limit: number
  direction: 'next' | 'prev' | 'last'
  cursor: { receivedAt: Date; id: number } | null
}

/**
 * One page of a label over all folders, in the order of its direction. Each folder that has such mail gives an index
 * range of one page, and these are merged: the depth of the page and the size of the label do not matter.
 */
export function labelPage(db: Db, page: LabelPageRequest): Promise<MessageRow[]> {
  const { accountId, labelId, limit, direction, cursor } = page
  const order = (rows: Sql): Sql =>
    direction === 'next'
      ? sql`ORDER BY ${rows}.received_at DESC, ${rows}.message_id DESC LIMIT ${limit}`
      : sql`ORDER BY ${rows}.received_at, ${rows}.message_id LIMIT ${limit}`
  return db.query(sql<MessageRow>`
    WITH near AS MATERIALIZED (
      SELECT x.received_at, x.message_id FROM label_counts c ${countedFor(page)}
      CROSS JOIN LATERAL (
        SELECT i.received_at, i.message_id FROM message_labels i
        WHERE i.account_id = ${accountId} AND i.label_id = ${labelId} AND i.folder_id = c.folder_id
          ${cursorBound(cursor, direction)} ${order(sql`i`)}) x
      WHERE c.account_id = ${accountId} AND c.label_id = ${labelId} AND c.total > 0 ${order(sql`x`)})
    SELECT ${rowColumns} FROM near JOIN messages m ON m.account_id = ${accountId} AND m.id = near.message_id
    ${order(sql`near`)}`)
}

function cursorBound(
  cursor: LabelPageRequest['cursor'],
  direction: LabelPageRequest['direction'],
): Sql {
  if (!cursor) return none
  return direction === 'next'
    ? sql`AND (i.received_at, i.message_id) < (${cursor.receivedAt}, ${cursor.id})`
    : sql`AND (i.received_at, i.message_id) > (${cursor.receivedAt}, ${cursor.id})`
}

/** One label on one message, as the index by label holds it. */
export interface LabelEntry {
  labelId: LabelId
  folderId: FolderId
  receivedAt: Date
  messageId: MessageId
}

const entriesOf = (entries: readonly LabelEntry[]): Sql => sql`unnest(
  ${entries.map((one) => one.labelId)}::bigint[], ${entries.map((one) => one.folderId)}::bigint[],
  ${entries.map((one) => one.receivedAt)}::timestamptz[], ${entries.map((one) => one.messageId)}::bigint[])
  AS x (label_id, folder_id, received_at, message_id)`

const sameEntry = sql`i.label_id = x.label_id AND i.folder_id = x.folder_id AND i.received_at = x.received_at
  AND i.message_id = x.message_id`

export const insertEntries = (
  db: Db,
  accountId: AccountId,
  entries: readonly LabelEntry[],
): Promise<number> =>
  db.run(sql`
    INSERT INTO message_labels (account_id, label_id, folder_id, received_at, message_id)
    SELECT ${accountId}, x.* FROM ${entriesOf(entries)}`)

export const deleteEntries = (
  db: Db,
  accountId: AccountId,
  entries: readonly LabelEntry[],
): Promise<number> =>
  db.run(sql`
    DELETE FROM message_labels i USING ${entriesOf(entries)} WHERE i.account_id = ${accountId} AND ${sameEntry}`)

/** Messages moved: their entries go along. */
export const placeEntries = (
  db: Db,
  accountId: AccountId,
  { entries, folderId }: { entries: readonly LabelEntry[]; folderId: FolderId },
): Promise<number> =>
  db.run(sql`
    UPDATE message_labels i SET folder_id = ${folderId} FROM ${entriesOf(entries)}
    WHERE i.account_id = ${accountId} AND ${sameEntry}`)

export interface LabelStep {
  labelId: LabelId
  folderId: FolderId
  total: number
  unread: number
  bytes: number
}

/** Adds to counters. The caller holds the account's lock. */
export const stepLabels = (
  db: Db,
  accountId: AccountId,
  steps: readonly LabelStep[],
): Promise<number> =>
  db.run(sql`
    INSERT INTO label_counts AS c (account_id, label_id, folder_id, total, unread, bytes)
    SELECT ${accountId}, x."labelId", x."folderId", x.total, x.unread, x.bytes
    FROM json_to_recordset(${json(steps)}::json)
      AS x ("labelId" bigint, "folderId" bigint, total int, unread int, bytes bigint)
    ON CONFLICT (account_id, label_id, folder_id) DO UPDATE SET
      total = c.total + EXCLUDED.total, unread = c.unread + EXCLUDED.unread, bytes = c.bytes + EXCLUDED.bytes`)

/** Gives messages their labels. */
export const writeLabels = (
  db: Db,
  accountId: AccountId,
  { modseq, rows }: { modseq: number; rows: readonly { id: MessageId; labels: LabelId[] }[] },
): Promise<number> =>
  db.run(sql`
    UPDATE messages m SET modseq = ${modseq}, labels = ARRAY(SELECT json_array_elements_text(x.labels)::bigint)
    FROM json_to_recordset(${json(rows)}::json) AS x (id bigint, labels json)
    WHERE m.account_id = ${accountId} AND m.id = x.id`)

/** Some messages that have a label. */
export async function messagesOfLabel(
  db: Db,
  accountId: AccountId,
  { labelId, limit }: { labelId: LabelId; limit: number },
): Promise<MessageId[]> {
  const rows = await db.query(sql<{ id: MessageId }>`
    SELECT message_id AS id FROM message_labels
    WHERE account_id = ${accountId} AND label_id = ${labelId} LIMIT ${limit}`)
  return rows.map((row) => row.id)
}

export async function insertLabel(
  db: Db,
  accountId: AccountId,
  { name, keyword, color }: { name: string; keyword: string; color: number },
): Promise<LabelId> {
  const [row] = await db.query(sql<{ id: LabelId }>`
    INSERT INTO labels (account_id, name, keyword, color, sort)
    SELECT ${accountId}, ${name}, ${keyword}, ${color}, coalesce(max(sort), 0) + 1 FROM labels WHERE account_id = ${accountId}
    RETURNING id`)
  if (!row) throw new Error('the label was not made')
  return row.id
}

export interface LabelPatch {
  name: string | null
  color: number | null
  state: number | null
}

export const patchLabel = (
  db: Db,
  accountId: AccountId,
  { id, name, color, state }: LabelPatch & { id: LabelId },
): Promise<number> =>
  db.run(sql`
    UPDATE labels SET name = coalesce(${name}, name), color = coalesce(${color}, color),
      state = coalesce(${state}, state)
    WHERE account_id = ${accountId} AND id = ${id}`)

/** Nobody sees the label from now on; its mails are cleaned of it after that. */
export const hideLabel = (db: Db, accountId: AccountId, id: LabelId): Promise<number> =>
  db.run(sql`
    UPDATE labels SET deleted_at = now() WHERE account_id = ${accountId} AND id = ${id} AND deleted_at IS NULL`)

/** The end of a label that is on no message any more. */
export async function deleteLabel(db: Db, accountId: AccountId, id: LabelId): Promise<void> {
  await db.run(sql`DELETE FROM label_counts WHERE account_id = ${accountId} AND label_id = ${id}`)
  await db.run(sql`DELETE FROM labels WHERE account_id = ${accountId} AND id = ${id}`)
}

/** A folder that is empty for good has nothing to count. */
export const forgetFolderCounts = (
  db: Db,
  accountId: AccountId,
  folderId: FolderId,
): Promise<number> =>
  db.run(sql`DELETE FROM label_counts WHERE account_id = ${accountId} AND folder_id = ${folderId}`)
