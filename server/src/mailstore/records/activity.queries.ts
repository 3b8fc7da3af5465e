import { currentActor } from '../../platform/actor.ts'
import type { Db } from '../../platform/db/pool.ts'
import { none, type Sql, sql } from '../../platform/db/sql.ts'
import type { AccountId, FolderId, MessageId } from '../../platform/ids.ts'

/** How long the log, and mail deleted for good, is kept (L53). */
const kept = sql`interval '30 days'`

/** Something that happened to the account, or to a mail that is not in the store. */
export interface NewActivity {
  accountId: AccountId
  kind: string
  peer?: string
  subject?: string
  messageId?: MessageId | null
  folderId?: FolderId | null
}

/** Writes one line of the log, in the name of the current actor. */
export const insertActivity = (db: Db, one: NewActivity): Promise<number> => {
  const { client, ip, member } = currentActor()
  return db.run(sql`
    INSERT INTO activity (account_id, kind, client, ip, member, message_id, folder_id, peer, subject)
    VALUES (${one.accountId}, ${one.kind}, ${client}, ${ip}, ${member}, ${one.messageId ?? null}, ${one.folderId ?? null},
      ${one.peer ?? ''}, ${one.subject ?? ''})`)
}

/** Writes what is done to stored messages, before it is done: they are still where they were. Drafts are not logged. */
export const insertMessageActivity = (
  db: Db,
  accountId: AccountId,
  { kind, ids, target }: { kind: string; ids: readonly MessageId[]; target: FolderId | null },
): Promise<number> => {
  const { client, ip, member } = currentActor()
  return db.run(sql`
    INSERT INTO activity (account_id, kind, client, ip, member, message_id, folder_id, target_id, peer, subject)
    SELECT account_id, ${kind}, ${client}, ${ip}, ${member}, id, folder_id, ${target}::bigint, from_address, subject
    FROM messages WHERE account_id = ${accountId} AND id = ANY(${ids}::bigint[]) AND NOT draft ORDER BY id`)
}

export interface ActivityRow {
  id: number
  kind: string
  at: Date
  client: string
  ip: string
  /** The member who did it; '' for the mailbox's own person and for the server. */
  member: string
  messageId: MessageId | null
  folderId: FolderId | null
  targetId: FolderId | null
  peer: string
  subject: string
  /** Where the message is now: a folder, in `deleted_messages`, or nowhere. */
  nowIn: FolderId | null
  retrievable: boolean
}

export interface ActivityRequest {
  accountId: AccountId
  kinds: readonly string[]
  limit: number
  cursor: { at: Date; id: number } | null
  from: Date | null
  until: Date | null
  /** Folders whose mail must not show: neither what was done there nor the story of what lies there now. */
  hidden: readonly FolderId[]
}

const columns = sql`a.id, a.kind, a.at, a.client, a.ip, a.member, a.message_id AS "messageId", a.folder_id AS "folderId",
  a.target_id AS "targetId", a.peer, a.subject, m.folder_id AS "nowIn", d.id IS NOT NULL AS retrievable`

const places = sql`
  LEFT JOIN messages m ON m.account_id = a.account_id AND m.id = a.message_id
  LEFT JOIN deleted_messages d ON d.account_id = a.account_id AND d.id = a.message_id`

const notHidden = (hidden: readonly FolderId[]): Sql =>
  hidden.length === 0
    ? none
    : sql`AND NOT coalesce(a.folder_id = ANY(${hidden}::bigint[]), false)
        AND NOT coalesce(a.target_id = ANY(${hidden}::bigint[]), false)
        AND NOT coalesce(m.folder_id = ANY(${hidden}::bigint[]), false)
        AND NOT coalesce(d.folder_id = ANY(${hidden}::bigint[]), false)`

/** A page of the log, newest first: one index range for each kind, so that rare kinds are found at once. */
export const activityPage = (db: Db, request: ActivityRequest): Promise<ActivityRow[]> =>
  db.query(sql<ActivityRow>`
    SELECT p.* FROM unnest(${request.kinds}::text[]) AS wanted (kind) CROSS JOIN LATERAL (
      SELECT ${columns} FROM activity a ${places}
      WHERE a.account_id = ${request.accountId} AND a.kind = wanted.kind AND a.at > now() - ${kept}
        ${request.cursor ? sql`AND (a.at, a.id) < (${request.cursor.at}, ${request.cursor.id})` : none}
        ${request.from ? sql`AND a.at >= ${request.from}` : none}
        ${request.until ? sql`AND a.at <= ${request.until}` : none}
        ${notHidden(request.hidden)}
      ORDER BY a.at DESC, a.id DESC LIMIT ${request.limit}) p
    ORDER BY p.at DESC, p.id DESC LIMIT ${request.limit}`)

/** What is asked of the log about one message. */
export type ActivityOfRequest = Pick<ActivityRequest, 'limit' | 'cursor' | 'hidden'> & {
  messageId: MessageId
}

/** The story of one message, newest first; nothing when any of it is hidden. */
export const activityOf = (
  db: Db,
  accountId: AccountId,
  request: ActivityOfRequest,
): Promise<ActivityRow[]> =>
  db.query(sql<ActivityRow>`
    SELECT ${columns} FROM activity a ${places}
    WHERE a.account_id = ${accountId} AND a.message_id = ${request.messageId} AND a.at > now() - ${kept}
      ${request.cursor ? sql`AND (a.at, a.id) < (${request.cursor.at}, ${request.cursor.id})` : none}
      ${notHidden(request.hidden)}
    ORDER BY a.at DESC, a.id DESC LIMIT ${request.limit}`)

/** Lines of a kind in the last days, by client address: for the self-check. */
export const activityByPlace = (
  db: Db,
  accountId: AccountId,
  { kind, days }: { kind: string; days: number },
): Promise<{ ip: string; times: number; last: Date }[]> =>
  db.query(sql<{ ip: string; times: number; last: Date }>`
    SELECT ip, count(*)::int AS times, max(at) AS last FROM activity
    WHERE account_id = ${accountId} AND kind = ${kind} AND at > now() - make_interval(days => ${days}::int)
    GROUP BY ip ORDER BY last DESC LIMIT 50`)

/** From which folder messages last came to the one they are in: where they go back to. */
export const lastOrigins = (
  db: Db,
  accountId: AccountId,
  ids: readonly MessageId[],
): Promise<{ messageId: MessageId; origin: FolderId }[]> =>
  db.query(sql<{ messageId: MessageId; origin: FolderId }>`
    SELECT DISTINCT ON (a.message_id) a.message_id AS "messageId", a.folder_id AS origin FROM activity a
    WHERE a.account_id = ${accountId} AND a.message_id = ANY(${ids}::bigint[]) AND a.kind IN ('move', 'recycle')
    ORDER BY a.message_id, a.at DESC, a.id DESC`)

/** Forgets what is older than 30 days, a piece at a time. @returns how many lines */
export const sweepActivity = (db: Db, limit: number): Promise<number> =>
  db.run(sql`
    DELETE FROM activity WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM activity WHERE at <= now() - ${kept} LIMIT ${limit}))`)
