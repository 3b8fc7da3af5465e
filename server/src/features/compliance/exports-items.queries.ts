import { releaseBlobs } from '../../platform/blobs/blobs.queries.ts'
import type { Db } from '../../platform/db/pool.ts'
import { none, type Sql, sql } from '../../platform/db/sql.ts'
import type { FolderId, MessageId } from '../../platform/ids.ts'
import { type ExportPerson, type ExportRow, personColumns } from './exports.queries.ts'

/** A mail that is about to go into an export. */
export interface SourceRow {
  /** By which the walk goes on: of the row, not of the mail. */
  id: number
  messageId: MessageId
  /** Null: of a copy that a legal hold keeps, nobody knows any more. */
  folderId: FolderId | null
  blob: Buffer
  size: number
  receivedAt: Date
}

type Range = Pick<ExportRow, 'mailFrom' | 'mailUntil' | 'holdId'>

const within = (row: Sql, { mailFrom, mailUntil }: Range): Sql => sql`
  ${mailFrom ? sql`AND ${row}.received_at >= ${mailFrom}` : none} ${mailUntil ? sql`AND ${row}.received_at < ${mailUntil}` : none}`

/** The next mails of a person from where they lie: the mailbox, what was deleted, what legal holds have kept. */
export function sourceRows(
  db: Db,
  { accountId, source, lastId }: Pick<ExportPerson, 'accountId' | 'source' | 'lastId'>,
  { limit, ...range }: Range & { limit: number },
): Promise<SourceRow[]> {
  if (source === 'mailbox')
    return db.query(sql<SourceRow>`
      SELECT m.id, m.id AS "messageId", m.folder_id AS "folderId", m.blob, m.size, m.received_at AS "receivedAt"
      FROM messages m WHERE m.account_id = ${accountId} AND m.id > ${lastId} ${within(sql`m`, range)}
      ORDER BY m.id LIMIT ${limit}`)
  if (source === 'deleted')
    return db.query(sql<SourceRow>`
      SELECT m.id, m.id AS "messageId", m.folder_id AS "folderId", m.blob, m.size, m.received_at AS "receivedAt"
      FROM deleted_messages m WHERE m.account_id = ${accountId} AND m.id > ${lastId} ${within(sql`m`, range)}
      ORDER BY m.id LIMIT ${limit}`)
  const { holdId } = range
  return db.query(sql<SourceRow>`
    SELECT m.id, m.message_id AS "messageId", NULL::bigint AS "folderId", m.blob, m.size, m.received_at AS "receivedAt"
    FROM legal_copies m WHERE m.account_id = ${accountId} AND m.id > ${lastId} ${within(sql`m`, range)}
      ${holdId === null ? none : sql`AND EXISTS (SELECT FROM legal_copy_holds k WHERE k.copy_id = m.id AND k.hold_id = ${holdId})`}
    ORDER BY m.id LIMIT ${limit}`)
}

/** How many exports are being made that were asked for before. */
export async function workingBefore(db: Db, id: number): Promise<number> {
  const [row] = await db.query(sql<{ count: number }>`
    SELECT count(*)::int AS count FROM mail_exports WHERE state = 'working' AND id < ${id}`)
  return row?.count ?? 0
}

/** The person whose mail comes next. */
export async function nextPerson(db: Db, exportId: number): Promise<ExportPerson | null> {
  const [row] = await db.query(sql<ExportPerson>`
    SELECT ${personColumns}
    FROM mail_export_people WHERE export_id = ${exportId} AND source <> 'done' ORDER BY account_id LIMIT 1`)
  return row ?? null
}

export interface NewItem {
  messageId: MessageId
  path: string
  /** Null: unreadable. */
  blob: Buffer | null
  size: number
  crc: number
  receivedAt: Date
  line: string
}

type Step = Pick<ExportPerson, 'exportId' | 'accountId' | 'source' | 'lastId'>

/** Goes on in the walk. @returns false where somebody else went on from here, or the export has ended */
export async function stepPerson(db: Db, from: Step, to: Pick<Step, 'source' | 'lastId'>) {
  const rows = await db.query(sql`
    SELECT FROM mail_exports WHERE id = ${from.exportId} AND state = 'working' FOR UPDATE`)
  if (rows.length === 0) return false
  const count = await db.run(sql`
    UPDATE mail_export_people SET source = ${to.source}, last_id = ${to.lastId}
    WHERE export_id = ${from.exportId} AND account_id = ${from.accountId} AND source = ${from.source} AND last_id = ${from.lastId}`)
  return count > 0
}

/** Adds mails under the lock of their export, each once, with a reference to its blob. */
export async function addItems(
  db: Db,
  { exportId, accountId }: Pick<Step, 'exportId' | 'accountId'>,
  items: readonly NewItem[],
): Promise<void> {
  const added = await db.query(sql<{ blob: Buffer | null; size: number }>`
    INSERT INTO mail_export_items (export_id, seq, account_id, message_id, path, blob, size, crc, received_at, line)
    SELECT ${exportId}, e.mails + e.unreadable + row_number() OVER (ORDER BY x.ord), ${accountId}, x.message_id, x.path, x.blob,
      x.size, x.crc, x.received_at, x.line
    FROM mail_exports e, unnest(${items.map(({ messageId }) => messageId)}::bigint[], ${items.map(({ path }) => path)}::text[],
      ${items.map(({ blob }) => blob)}::bytea[], ${items.map(({ size }) => size)}::int[], ${items.map(({ crc }) => crc)}::bigint[],
      ${items.map(({ receivedAt }) => receivedAt.toISOString())}::timestamptz[], ${items.map(({ line }) => line)}::text[])
      WITH ORDINALITY AS x (message_id, path, blob, size, crc, received_at, line, ord)
    WHERE e.id = ${exportId} AND NOT EXISTS (SELECT FROM mail_export_items i
      WHERE i.export_id = ${exportId} AND i.account_id = ${accountId} AND i.message_id = x.message_id)
    RETURNING blob, size`)
  const readable = added.filter(({ blob }) => blob !== null)
  const bytes = readable.reduce((sum, { size }) => sum + size, 0)
  const unreadable = added.length - readable.length
  await db.run(sql`
    UPDATE mail_exports SET mails = mails + ${readable.length}, unreadable = unreadable + ${unreadable}, bytes = bytes + ${bytes}
    WHERE id = ${exportId}`)
  await db.run(sql`
    UPDATE mail_export_people SET mails = mails + ${readable.length} WHERE export_id = ${exportId} AND account_id = ${accountId}`)
  await holdBlobs(
    db,
    readable.flatMap(({ blob }) => blob ?? []),
  )
}

/** One more use of contents that rows already name. */
async function holdBlobs(db: Db, hashes: readonly Buffer[]): Promise<void> {
  const count = await db.run(sql`
    WITH more AS (SELECT hash, count(*)::int AS n FROM unnest(${hashes}::bytea[]) AS x (hash) GROUP BY hash),
      locked AS (SELECT b.hash FROM blobs b JOIN more USING (hash) ORDER BY b.hash FOR UPDATE OF b)
    UPDATE blobs b SET refs = b.refs + more.n, released_at = NULL FROM more JOIN locked USING (hash) WHERE b.hash = more.hash`)
  // Let go of by everybody else for an hour, and collected: the piece is done again, and reads what is there then.
  if (count < new Set(hashes.map((one) => one.toString('hex'))).size)
    throw new Error('contents went while they were exported')
}

export interface ItemRow {
  seq: number
  path: string
  blob: Buffer | null
  size: number
  crc: number
  receivedAt: Date
  line: string
}

/** What the file is made of, a page at a time. @param after the last of the page before */
export const itemsAfter = (
  db: Db,
  exportId: number,
  { after, limit }: { after: number; limit: number },
): Promise<ItemRow[]> =>
  db.query(sql<ItemRow>`
    SELECT seq, path, blob, size, crc, received_at AS "receivedAt", line FROM mail_export_items
    WHERE export_id = ${exportId} AND seq > ${after} ORDER BY seq LIMIT ${limit}`)

/** What the records of a zip take for all its mails. */
export async function recordsOf(
  db: Db,
  exportId: number,
): Promise<{ count: number; bytes: number; names: number }> {
  const [row] = await db.query(sql<{ count: number; bytes: number; names: number }>`
    SELECT count(*)::int AS count, coalesce(sum(size::bigint), 0)::bigint AS bytes,
      coalesce(sum(octet_length(path)), 0)::bigint AS names
    FROM mail_export_items WHERE export_id = ${exportId} AND blob IS NOT NULL`)
  return row ?? { count: 0, bytes: 0, names: 0 }
}

export const finishExport = (
  db: Db,
  id: number,
  one: {
    indexSize: number
    indexCrc: number
    manifest: string
    madeAt: Date
    expiresAt: Date
    tellAt: Date | null
  },
): Promise<number> =>
  db.run(sql`
    UPDATE mail_exports SET state = 'ready', index_size = ${one.indexSize}, index_crc = ${one.indexCrc}, manifest = ${one.manifest},
      made_at = ${one.madeAt}, expires_at = ${one.expiresAt}, tell_at = ${one.tellAt}
    WHERE id = ${id} AND state = 'working'`)

/** Lets go of some of what exports hold that are no more. @returns how many */
export async function sweepItems(db: Db, limit: number): Promise<number> {
  const gone = await db.query(sql<{ blob: Buffer | null }>`
    DELETE FROM mail_export_items WHERE ctid = ANY(ARRAY(
      SELECT i.ctid FROM mail_export_items i JOIN mail_exports e ON e.id = i.export_id
      WHERE e.state IN ('gone', 'failed', 'withdrawn') LIMIT ${limit} FOR UPDATE OF i SKIP LOCKED))
    RETURNING blob`)
  await releaseBlobs(
    db,
    gone.flatMap(({ blob }) => blob ?? []),
  )
  return gone.length
}

/** Files that are too old, requests that nobody decided, links that nobody used. */
export async function sweepExports(db: Db, now: Date, waitingDays: number): Promise<void> {
  await db.run(sql`
    UPDATE mail_exports SET state = 'gone', manifest = NULL WHERE state = 'ready' AND expires_at < ${now}`)
  await db.run(sql`
    UPDATE mail_exports SET state = 'lapsed'
    WHERE state = 'waiting' AND asked_at < ${now}::timestamptz - make_interval(days => ${waitingDays})`)
  await db.run(sql`DELETE FROM mail_export_tickets WHERE expires_at < ${now}`)
}

/** Exports of which somebody is still to be told, whose time has come. */
export const exportsToTell = (db: Db, now: Date, limit: number): Promise<{ id: number }[]> =>
  db.query(sql<{ id: number }>`
    SELECT id FROM mail_exports WHERE tell_at <= ${now} ORDER BY tell_at LIMIT ${limit}`)

/** Somebody who is still to be told; who was deleted is not. */
export async function nextToTell(db: Db, exportId: number): Promise<ExportPerson | null> {
  const [row] = await db.query(sql<ExportPerson>`
    SELECT ${personColumns}
    FROM mail_export_people p WHERE export_id = ${exportId} AND told_at IS NULL
      AND NOT EXISTS (SELECT FROM users u WHERE u.account_id = p.account_id AND u.deleted_at IS NOT NULL) ORDER BY account_id LIMIT 1`)
  return row ?? null
}

export const noteTold = (
  db: Db,
  { exportId, accountId }: Pick<ExportPerson, 'exportId' | 'accountId'>,
): Promise<number> =>
  db.run(sql`
    UPDATE mail_export_people SET told_at = now() WHERE export_id = ${exportId} AND account_id = ${accountId}`)

export const noteAllTold = (db: Db, id: number): Promise<number> =>
  db.run(sql`UPDATE mail_exports SET tell_at = NULL WHERE id = ${id}`)
