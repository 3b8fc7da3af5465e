import type { Db } from '../../platform/db/pool.ts'
import { none, sql } from '../../platform/db/sql.ts'
import type { AccountId, FolderId, MessageId } from '../../platform/ids.ts'

export interface TodoRow {
  id: number
  messageId: MessageId
  dueAt: Date | null
  note: string
  doneAt: Date | null
  /** The keyset: due time of open ones (far away without one), time of completion of done ones. */
  sortAt: Date
}

/** Stands for "at some time" in the order of the list; far enough, and a date that JavaScript knows. */
const someTime = sql`timestamptz '9999-12-31 00:00:00+00'`
const sortAt = sql`CASE WHEN done_at IS NULL THEN coalesce(due_at, ${someTime}) ELSE done_at END`
const columns = sql`id, message_id AS "messageId", due_at AS "dueAt", note, done_at AS "doneAt", ${sortAt} AS "sortAt"`

interface TodoPage {
  accountId: AccountId
  /** Entries of mail that lies in these are as if they were not there. */
  hidden: readonly FolderId[]
  done: boolean
  limit: number
  cursor: { at: Date; id: number } | null
}

/** Open ones, the next due first; done ones, the newest first. */
export const todoPage = (
  db: Db,
  { accountId, hidden, done, limit, cursor }: TodoPage,
): Promise<TodoRow[]> =>
  done
    ? db.query(sql<TodoRow>`
        SELECT ${columns} FROM todos WHERE account_id = ${accountId} AND done_at IS NOT NULL AND ${isSeen(hidden)}
          ${cursor ? sql`AND (done_at, id) < (${cursor.at}, ${cursor.id})` : none}
        ORDER BY done_at DESC, id DESC LIMIT ${limit}`)
    : db.query(sql<TodoRow>`
        SELECT ${columns} FROM todos WHERE account_id = ${accountId} AND done_at IS NULL AND ${isSeen(hidden)}
          ${cursor ? sql`AND (coalesce(due_at, ${someTime}), id) > (${cursor.at}, ${cursor.id})` : none}
        ORDER BY coalesce(due_at, ${someTime}), id LIMIT ${limit}`)

const isSeen = (hidden: readonly FolderId[]) => sql`EXISTS (SELECT FROM messages m
  WHERE m.account_id = todos.account_id AND m.id = todos.message_id AND m.folder_id <> ALL(${hidden}::bigint[]))`

export async function todoOfMessage(
  db: Db,
  accountId: AccountId,
  messageId: MessageId,
): Promise<TodoRow | null> {
  const [row] = await db.query(sql<TodoRow>`
    SELECT ${columns} FROM todos WHERE account_id = ${accountId} AND message_id = ${messageId}`)
  return row ?? null
}

export const todosById = (
  db: Db,
  accountId: AccountId,
  ids: readonly number[],
): Promise<TodoRow[]> =>
  db.query(sql<TodoRow>`
    SELECT ${columns} FROM todos WHERE account_id = ${accountId} AND id = ANY(${ids}::bigint[])`)

export async function countTodos(db: Db, accountId: AccountId): Promise<number> {
  const [row] = await db.query(sql<{ count: number }>`
    SELECT count(*)::int AS count FROM todos WHERE account_id = ${accountId}`)
  return row?.count ?? 0
}

interface NewTodo {
  messageId: MessageId
  dueAt: Date | null
  /** Null leaves the note as it is. */
  note: string | null
}

/** Puts a message on the list or changes its entry, which is open again; a new time is reminded of again. */
export async function writeTodo(
  db: Db,
  accountId: AccountId,
  { messageId, dueAt, note }: NewTodo,
): Promise<TodoRow> {
  const [row] = await db.query(sql<TodoRow>`
    INSERT INTO todos AS t (account_id, message_id, due_at, note)
    VALUES (${accountId}, ${messageId}, ${dueAt}, ${note ?? ''})
    ON CONFLICT (account_id, message_id) DO UPDATE SET due_at = EXCLUDED.due_at, note = coalesce(${note}::text, t.note),
      done_at = NULL, reminded_at = CASE WHEN t.due_at IS NOT DISTINCT FROM EXCLUDED.due_at THEN t.reminded_at END
    RETURNING ${columns}`)
  if (!row) throw new Error('the todo was not written')
  return row
}

/** @returns how many changed */
export const markTodos = (
  db: Db,
  accountId: AccountId,
  { ids, doneAt }: { ids: readonly number[]; doneAt: Date | null },
): Promise<number> =>
  db.run(sql`
    UPDATE todos SET done_at = ${doneAt}
    WHERE account_id = ${accountId} AND id = ANY(${ids}::bigint[]) AND (done_at IS NULL) <> (${doneAt}::timestamptz IS NULL)`)

export const deleteTodos = (
  db: Db,
  accountId: AccountId,
  ids: readonly number[],
): Promise<number> =>
  db.run(sql`DELETE FROM todos WHERE account_id = ${accountId} AND id = ANY(${ids}::bigint[])`)

/** Takes the right to remind, once; null when there is nothing (any more) to remind of. */
export async function takeReminder(
  db: Db,
  accountId: AccountId,
  { id, now }: { id: number; now: Date },
): Promise<TodoRow | null> {
  const [row] = await db.query(sql<TodoRow>`
    UPDATE todos SET reminded_at = ${now}
    WHERE account_id = ${accountId} AND id = ${id} AND done_at IS NULL AND reminded_at IS NULL AND due_at <= ${now}
    RETURNING ${columns}`)
  return row ?? null
}
