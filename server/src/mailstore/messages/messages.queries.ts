import type { Db } from '../../platform/db/pool.ts'
import { json, none, type Sql, sql } from '../../platform/db/sql.ts'
import type { AccountId, FolderId, LabelId, MessageId } from '../../platform/ids.ts'
import { ofThisClient } from '../feed/changes.queries.ts'
import type { Authentication, MessageRow, Viewer } from '../types.ts'

/** Columns of a list row. */
export const rowColumns = sql`
  m.id, m.folder_id AS "folderId", m.uid, m.modseq, m.thread_id AS "threadId", m.received_at AS "receivedAt",
  m.sent_at AS "sentAt", m.size, m.seen, m.starred, m.answered, m.forwarded, m.draft, m.pinned,
  m.has_attachment AS "hasAttachment", m.important, m.color, m.labels,
  (m.authentication IS NULL OR m.authentication ->> 'dmarc' = 'pass') AS trusted,
  m.subject, m.from_name AS "fromName", m.from_address AS "fromAddress",
  m.recipients, m.preview, m.submission_id AS "submissionId"`

/** Leaves out what lies in folders that the viewer may not see. */
export const seenBy = ({ hidden }: Viewer): Sql =>
  hidden.length === 0 ? none : sql`AND m.folder_id <> ALL(${hidden}::bigint[])`

export interface StoredMessage extends MessageRow {
  blob: Buffer
  authentication: Authentication | null
  messageId: string | null
  /** IMAP keywords (RFC 9051 §2.3.2). */
  keywords: string[]
}

/** One message with its blob pointer. */
export async function messageById(
  db: Db,
  viewer: Viewer,
  id: MessageId,
): Promise<StoredMessage | null> {
  const [row] = await db.query(
    sql<StoredMessage>`
    SELECT ${rowColumns}, m.blob, m.authentication, m.message_id AS "messageId", m.keywords FROM messages m
    WHERE m.account_id = ${viewer.accountId} AND m.id = ${id} ${seenBy(viewer)}`.byKey(),
  )
  return row ?? null
}

/** Some messages of a folder, the oldest UIDs first. */
export async function firstIds(
  db: Db,
  accountId: AccountId,
  { folderId, limit }: { folderId: FolderId; limit: number },
): Promise<MessageId[]> {
  const rows = await db.query(sql<{ id: MessageId }>`
    SELECT id FROM messages WHERE account_id = ${accountId} AND folder_id = ${folderId}
    ORDER BY uid LIMIT ${limit}`)
  return rows.map((row) => row.id)
}

/** Ids of messages by folder and IMAP UIDs. */
export async function idsByUid(
  db: Db,
  viewer: Viewer,
  { folderId, uids }: { folderId: FolderId; uids: readonly number[] },
): Promise<MessageId[]> {
  const rows = await db.query(sql<{ id: MessageId }>`
    SELECT m.id FROM messages m
    WHERE m.account_id = ${viewer.accountId} AND m.folder_id = ${folderId} AND m.uid = ANY(${uids}::bigint[])
      ${seenBy(viewer)}`)
  return rows.map((row) => row.id)
}

/** Those of some messages that the viewer may know of. */
export async function visibleIds(
  db: Db,
  viewer: Viewer,
  ids: readonly MessageId[],
): Promise<MessageId[]> {
  const rows = await db.query(sql<{ id: MessageId }>`
    SELECT m.id FROM messages m
    WHERE m.account_id = ${viewer.accountId} AND m.id = ANY(${ids}::bigint[]) ${seenBy(viewer)}`)
  return rows.map((row) => row.id)
}

/** All messages, those that bear \Deleted, or those that do not. */
export type Which = 'all' | 'marked' | 'unmarked'

/** Those of some messages that lie in a folder. */
export async function idsInFolder(
  db: Db,
  viewer: Viewer & { from: FolderId },
  { ids, which }: { ids: readonly MessageId[]; which: Which },
): Promise<MessageId[]> {
  const rows = await db.query(sql<{ id: MessageId }>`
    SELECT m.id FROM messages m
    WHERE m.account_id = ${viewer.accountId} AND m.id = ANY(${ids}::bigint[]) AND m.folder_id = ${viewer.from}
      AND (${which === 'all'} OR m.deleted = ${which === 'marked'}) ${seenBy(viewer)}`)
  return rows.map((row) => row.id)
}

/** The messages of a folder that come before a UID, newest first. */
export interface RowsBelow {
  folderId: FolderId
  uid: number
  limit: number
}

/** For work on a whole folder, a piece at a time. */
export const rowsBelow = (
  db: Db,
  accountId: AccountId,
  { folderId, uid, limit }: RowsBelow,
): Promise<(MessageRow & { blob: Buffer })[]> =>
  db.query(sql<MessageRow & { blob: Buffer }>`
    SELECT ${rowColumns}, m.blob FROM messages m
    WHERE m.account_id = ${accountId} AND m.folder_id = ${folderId} AND m.uid < ${uid}
    ORDER BY m.uid DESC LIMIT ${limit}`)

/** Rows by id, in no order. */
export const rowsById = (
  db: Db,
  viewer: Viewer,
  ids: readonly MessageId[],
): Promise<MessageRow[]> =>
  db.query(sql<MessageRow>`
    SELECT ${rowColumns} FROM messages m
    WHERE m.account_id = ${viewer.accountId} AND m.id = ANY(${ids}::bigint[]) ${seenBy(viewer)}`)

/** Those of some Message-IDs that a mail outside of the recycle bin has, found by their keys in the thread table. */
export async function knownMessageIds(
  db: Db,
  viewer: Viewer,
  wanted: readonly { messageId: string; key: string }[],
): Promise<Set<string>> {
  const rows = await db.query(sql<{ messageId: string }>`
    SELECT DISTINCT m.message_id AS "messageId"
    FROM unnest(${wanted.map((one) => one.key)}::bigint[], ${wanted.map((one) => one.messageId)}::text[]) w (key, message_id)
    JOIN thread_members t ON t.account_id = ${viewer.accountId} AND t.key = w.key
    JOIN messages m ON m.account_id = t.account_id AND m.thread_id = t.thread_id AND m.message_id = w.message_id
    JOIN folders f ON f.account_id = m.account_id AND f.id = m.folder_id
    WHERE f.role IS DISTINCT FROM 'trash' ${seenBy(viewer)}`)
  return new Set(rows.map((row) => row.messageId))
}

/** How many copies of contents a folder has, of mails with these Message-IDs. */
export const countsById = (
  db: Db,
  { accountId, folderId }: { accountId: AccountId; folderId: FolderId },
  wanted: readonly { messageId: string; key: string }[],
): Promise<{ blob: Buffer; count: number }[]> =>
  db.query(sql<{ blob: Buffer; count: number }>`
    SELECT m.blob, count(*)::int AS count
    FROM (SELECT DISTINCT * FROM unnest(${wanted.map(({ key }) => key)}::bigint[],
        ${wanted.map(({ messageId }) => messageId)}::text[]) u (key, message_id)) w
    JOIN thread_members t ON t.account_id = ${accountId} AND t.key = w.key
    JOIN messages m ON m.account_id = t.account_id AND m.thread_id = t.thread_id AND m.message_id = w.message_id
    WHERE m.folder_id = ${folderId} GROUP BY m.blob`)

/** How many copies of some contents a folder has that came in at these moments: a place in its list for each. */
export async function countsAt(
  db: Db,
  { accountId, folderId }: { accountId: AccountId; folderId: FolderId },
  wanted: readonly { blob: Buffer; receivedAt: Date }[],
): Promise<{ blob: Buffer; receivedAt: Date; count: number }[]> {
  return db.query(sql<{ blob: Buffer; receivedAt: Date; count: number }>`
    SELECT m.blob, m.received_at AS "receivedAt", count(*)::int AS count
    FROM (SELECT DISTINCT * FROM unnest(${wanted.map(({ blob }) => blob)}::bytea[],
        ${wanted.map(({ receivedAt }) => receivedAt)}::timestamptz(3)[]) u (blob, at)) w
    CROSS JOIN (VALUES (false), (true)) AS p (pinned)
    JOIN messages m ON m.account_id = ${accountId} AND m.folder_id = ${folderId} AND m.pinned = p.pinned
      AND m.received_at = w.at AND m.blob = w.blob
    GROUP BY m.blob, m.received_at`)
}

/**
 * Copies of a content that came in from a moment on, in any folder. A range of the list index in each folder, because
 * contents have no index.
 */
export async function copiesOf(
  db: Db,
  accountId: AccountId,
  { blobs, since }: { blobs: readonly Buffer[]; since: Date },
): Promise<MessageId[]> {
  const rows = await db.query(sql<{ id: MessageId }>`
    SELECT m.id FROM folders f CROSS JOIN (VALUES (false), (true)) AS p (pinned)
    JOIN messages m ON m.account_id = f.account_id AND m.folder_id = f.id AND m.pinned = p.pinned
      AND m.received_at >= ${since}
    WHERE f.account_id = ${accountId} AND m.blob = ANY(${blobs}::bytea[]) AND m.submission_id IS NULL`)
  return rows.map((row) => row.id)
}

export type FlagName = 'seen' | 'starred' | 'answered' | 'forwarded' | 'pinned'

/** A mark of messages and its new value. */
export type Mark = { flag: FlagName; value: boolean } | { flag: 'color'; value: number }

const flagColumn: Record<Mark['flag'], Sql> = {
  color: sql`color`,
  seen: sql`seen`,
  starred: sql`starred`,
  answered: sql`answered`,
  forwarded: sql`forwarded`,
  pinned: sql`pinned`,
}

export interface FlagChange {
  modseq: number
  ids: MessageId[]
  folders: { folderId: FolderId; mail: number; unread: number }[]
}

/** A mail that is marked as unread was read: a recall must not say otherwise. */
const readBefore = sql`, read_before = true`

/**
 * Sets one mark in one round trip: rows, unread counters and feed. The account's row is locked first, so
 * changes of one mailbox follow each other; rows are looked at again after the wait (READ COMMITTED).
 * @returns null when nothing differed
 */
export async function setFlag(
  db: Db,
  accountId: AccountId,
  change: { ids: readonly MessageId[] } & Mark,
): Promise<FlagChange | null> {
  const column = flagColumn[change.flag]
  const isUnread = change.flag === 'seen' && !change.value
  const unreadStep = change.flag !== 'seen' ? 0 : change.value ? -1 : 1
  const [row] = await db.query(sql<FlagChange>`
    WITH account AS (
      UPDATE accounts SET modseq = modseq + 1 WHERE id = ${accountId} RETURNING modseq),
    changed AS (
      UPDATE messages m SET ${column} = ${change.value}, modseq = account.modseq ${isUnread ? readBefore : none}
      FROM account
      WHERE m.account_id = ${accountId} AND m.id = ANY(${change.ids}::bigint[]) AND m.${column} <> ${change.value}
      RETURNING m.id, m.folder_id, m.labels),
    ${change.flag === 'seen' ? labelledUnread(accountId, unreadStep) : none}
    counted AS (
      UPDATE folders f SET unread = f.unread + d.step, modseq = account.modseq
      FROM (SELECT folder_id, count(*)::int * ${unreadStep}::int AS step FROM changed GROUP BY folder_id) d, account
      WHERE f.account_id = ${accountId} AND f.id = d.folder_id
      RETURNING f.id, f.total, f.unread),
    told AS (
      INSERT INTO changes (account_id, modseq, kind, message_ids, detail)
      SELECT ${accountId}, account.modseq, 'flags', (SELECT array_agg(id) FROM changed),
        ${json(ofThisClient({}))}::jsonb || jsonb_build_object('folders', (SELECT coalesce(jsonb_agg(
          jsonb_build_object('folderId', id, 'mail', total, 'unread', unread)), '[]') FROM counted))
      FROM account WHERE EXISTS (SELECT FROM changed)
      RETURNING modseq, message_ids, detail)
    SELECT modseq, message_ids AS ids, detail -> 'folders' AS folders FROM told`)
  return row ?? null
}

/** Unread counters of the labels of changed messages, as a part of the same statement. */
const labelledUnread = (accountId: AccountId, step: number): Sql => sql`
    labelled AS (
      UPDATE label_counts c SET unread = c.unread + d.step
      FROM (
        SELECT folder_id, label, count(*)::int * ${step}::int AS step FROM changed, unnest(changed.labels) label
        GROUP BY folder_id, label) d
      WHERE c.account_id = ${accountId} AND c.label_id = d.label AND c.folder_id = d.folder_id),`

/**
 * Gives a message an IMAP keyword, with its row of the feed, in one round trip.
 * @returns null when there is no such message or it has the keyword
 */
export async function addKeyword(
  db: Db,
  accountId: AccountId,
  { id, keyword }: { id: MessageId; keyword: string },
): Promise<FlagChange | null> {
  const [row] = await db.query(sql<FlagChange>`
    WITH account AS (
      UPDATE accounts SET modseq = modseq + 1 WHERE id = ${accountId} RETURNING modseq),
    changed AS (
      UPDATE messages m SET keywords = array_append(m.keywords, ${keyword}::text), modseq = account.modseq FROM account
      WHERE m.account_id = ${accountId} AND m.id = ${id} AND NOT m.keywords @> ARRAY[${keyword}::text]
      RETURNING m.id),
    told AS (
      INSERT INTO changes (account_id, modseq, kind, message_ids, detail)
      SELECT ${accountId}, account.modseq, 'flags', (SELECT array_agg(id) FROM changed),
        ${json(ofThisClient({ folders: [] }))}::jsonb
      FROM account WHERE EXISTS (SELECT FROM changed)
      RETURNING modseq, message_ids)
    SELECT modseq, message_ids AS ids, '[]'::jsonb AS folders FROM told`)
  return row ?? null
}

export interface MovingRow {
  id: MessageId
  folderId: FolderId
  uid: number
  seen: boolean
  size: number
  receivedAt: Date
  labels: LabelId[]
  blob: Buffer
}

/** Rows that are about to move or go, locked, oldest UID first. */
export const lockRows = (
  db: Db,
  accountId: AccountId,
  ids: readonly MessageId[],
): Promise<MovingRow[]> =>
  db.query(sql<MovingRow>`
    SELECT id, folder_id AS "folderId", uid, seen, size, received_at AS "receivedAt", labels, blob
    FROM messages
    WHERE account_id = ${accountId} AND id = ANY(${ids}::bigint[]) ORDER BY folder_id, uid FOR UPDATE`)

/**
 * Gives rows their new folder and UIDs (RFC 9051 §2.3.1.1: a moved message gets a new UID). `keepOrigin` remembers
 * where they lay, so that they can be brought back.
 */
export const placeRows = (
  db: Db,
  accountId: AccountId,
  to: {
    folderId: FolderId
    modseq: number
    ids: readonly MessageId[]
    uids: readonly number[]
    keepOrigin: boolean
  },
): Promise<number> =>
  db.run(sql`
    UPDATE messages m SET folder_id = ${to.folderId}, uid = x.uid, modseq = ${to.modseq}, saved_at = now(),
      origin_folder_id = CASE WHEN m.folder_id = ${to.folderId} THEN m.origin_folder_id
        WHEN ${to.keepOrigin} THEN m.folder_id END
    FROM unnest(${to.ids}::bigint[], ${to.uids}::bigint[]) AS x (id, uid)
    WHERE m.account_id = ${accountId} AND m.id = x.id`)

export interface Origin {
  id: MessageId
  folderId: FolderId
  origin: FolderId | null
  draft: boolean
}

/** Where messages lie and where they lay before. */
export const originRows = (db: Db, viewer: Viewer, ids: readonly MessageId[]): Promise<Origin[]> =>
  db.query(sql<Origin>`
    SELECT id, folder_id AS "folderId", origin_folder_id AS origin, draft FROM messages
    WHERE account_id = ${viewer.accountId} AND id = ANY(${ids}::bigint[])
      AND folder_id <> ALL(${viewer.hidden}::bigint[])`)

export interface WalkedRow {
  id: MessageId
  uid: number
  seen: boolean
  starred: boolean
  hasAttachment: boolean
  color: number
  draft: boolean
}

/** The next rows of a folder by UID: for work on all of it in pieces. */
export const walkFolder = (
  db: Db,
  accountId: AccountId,
  at: { folderId: FolderId; after: number; before: number; limit: number },
): Promise<WalkedRow[]> =>
  db.query(sql<WalkedRow>`
    SELECT id, uid, seen, starred, has_attachment AS "hasAttachment", color, draft FROM messages
    WHERE account_id = ${accountId} AND folder_id = ${at.folderId} AND uid > ${at.after} AND uid < ${at.before}
    ORDER BY uid LIMIT ${at.limit}`)

/** Takes rows and their search words away. */
export async function deleteRows(
  db: Db,
  accountId: AccountId,
  rows: readonly MovingRow[],
): Promise<void> {
  const ids = rows.map((row) => row.id)
  await db.run(
    sql`DELETE FROM messages WHERE account_id = ${accountId} AND id = ANY(${ids}::bigint[])`,
  )
  await db.run(sql`
    DELETE FROM message_search s
    USING unnest(${ids}::bigint[], ${rows.map((row) => row.receivedAt)}::timestamptz[]) AS x (id, received_at)
    WHERE s.account_id = ${accountId} AND s.received_at = x.received_at AND s.message_id = x.id`)
  await db.run(
    sql`DELETE FROM file_texts WHERE account_id = ${accountId} AND message_id = ANY(${ids}::bigint[])`,
  )
  await db.run(
    sql`DELETE FROM sent_to WHERE account_id = ${accountId} AND message_id = ANY(${ids}::bigint[])`,
  )
}
