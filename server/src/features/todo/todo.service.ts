import { limits } from '@hongyan/contract/limits'
import type { TodoItem } from '@hongyan/contract/todo'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { MessageRow, Viewer } from '../../mailstore/types.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Db } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import { asId, type FolderId, type MessageId } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { fromTimeCursor, toTimeCursor } from '../../platform/time-cursor.ts'
import { registerReminders, remindLater } from './reminders.ts'
import {
  countTodos,
  deleteTodos,
  markTodos,
  type TodoRow,
  todoOfMessage,
  todoPage,
  todosById,
  writeTodo,
} from './todo.queries.ts'

export interface TodoDeps {
  database: Database
  mailstore: Mailstore
  jobs: Jobs
  clock: Clock
}

interface TodoForm {
  mailId: number
  dueTime: string | null
  /** Null leaves the note as it is. */
  note: string | null
}

interface ListRequest {
  done: boolean
  mailId?: number | undefined
  pageSize: number
  sortValues?: string | undefined
}

export type Todos = ReturnType<typeof createTodos>

/** Mail that waits for something to be done about it. */
export function createTodos(deps: TodoDeps) {
  registerReminders(deps)
  return {
    /** @throws item.not-found, todo.past, todo.too-many */
    save: (viewer: Viewer, form: TodoForm) => save(deps, viewer, form),
    list: (viewer: Viewer, request: ListRequest) => list(deps, viewer, request),
    /** @throws item.not-found */
    over: async (viewer: Viewer, ids: readonly number[], over: boolean): Promise<number> =>
      changing(deps, viewer, {
        ids,
        work: (tx) =>
          markTodos(tx, viewer.accountId, { ids, doneAt: over ? deps.clock.now() : null }),
      }),
    /** @throws item.not-found */
    remove: async (viewer: Viewer, ids: readonly number[]): Promise<number> =>
      changing(deps, viewer, { ids, work: (tx) => deleteTodos(tx, viewer.accountId, ids) }),
    /** Done mail for good (G72). @throws item.not-found, todo.not-done */
    destroyDone: (viewer: Viewer, ids: readonly number[]) => destroyDone(deps, viewer, ids),
  }
}

async function save(deps: TodoDeps, viewer: Viewer, form: TodoForm): Promise<TodoItem> {
  const { database, mailstore, clock } = deps
  const { accountId } = viewer
  const messageId = asId<MessageId>(form.mailId)
  const [message] = await mailstore.rows(viewer, [messageId])
  if (!message || message.draft) throw new AppError('item.not-found')
  const dueAt = form.dueTime === null ? null : new Date(form.dueTime)
  const before = await todoOfMessage(database, accountId, messageId)
  const moved = dueAt?.getTime() !== before?.dueAt?.getTime()
  if (dueAt && moved && dueAt <= clock.now()) throw new AppError('todo.past')
  if (!before && (await countTodos(database, accountId)) >= limits.todos)
    throw new AppError('todo.too-many', { max: String(limits.todos) })
  const { row, changes } = await database.transaction(async (tx) => {
    const about = { messageIds: [messageId], places: [message.folderId] }
    const changes = await mailstore.todosChangedIn(tx, accountId, about)
    const row = await writeTodo(tx, accountId, { messageId, dueAt, note: form.note })
    await remindLater(deps, tx, { accountId, row })
    return { row, changes }
  })
  mailstore.announce(changes)
  return asItem(row, message)
}

async function list(
  deps: TodoDeps,
  viewer: Viewer,
  request: ListRequest,
): Promise<{ list: TodoItem[]; next: string | null }> {
  const { database } = deps
  const { accountId, hidden } = viewer
  if (request.mailId !== undefined) {
    const row = await todoOfMessage(database, accountId, asId(request.mailId))
    return { list: await withMessages(deps, viewer, row ? [row] : []), next: null }
  }
  const { done, pageSize } = request
  const cursor = fromTimeCursor(request.sortValues)
  const rows = await todoPage(database, { accountId, hidden, done, cursor, limit: pageSize + 1 })
  const page = rows.slice(0, pageSize)
  const last = rows.length > pageSize ? page.at(-1) : undefined
  const next = last ? toTimeCursor({ at: last.sortAt, id: last.id }) : null
  return { list: await withMessages(deps, viewer, page), next }
}

/** Entries whose mail is gone or locked are left out. */
async function withMessages(
  deps: TodoDeps,
  viewer: Viewer,
  rows: readonly TodoRow[],
): Promise<TodoItem[]> {
  const ids = rows.map(({ messageId }) => messageId)
  const found = ids.length > 0 ? await deps.mailstore.rows(viewer, ids) : []
  const messages = new Map(found.map((message) => [message.id, message]))
  return rows.flatMap((row) => {
    const message = messages.get(row.messageId)
    return message ? [asItem(row, message)] : []
  })
}

/** Entries that are not there, or whose mail is gone or locked, do not exist. */
async function findAll(
  { database, mailstore }: TodoDeps,
  viewer: Viewer,
  ids: readonly number[],
): Promise<{ rows: TodoRow[]; messageIds: MessageId[]; places: FolderId[] }> {
  const rows = await todosById(database, viewer.accountId, ids)
  const messageIds = rows.map(({ messageId }) => messageId)
  const messages = await mailstore.rows(viewer, messageIds)
  if (rows.length < ids.length || messages.length < rows.length)
    throw new AppError('item.not-found')
  return { rows, messageIds, places: messages.map(({ folderId }) => folderId) }
}

async function changing(
  deps: TodoDeps,
  viewer: Viewer,
  { ids, work }: { ids: readonly number[]; work: (tx: Db) => Promise<number> },
): Promise<number> {
  const { messageIds, places } = await findAll(deps, viewer, ids)
  const { count, changes } = await deps.database.transaction(async (tx) => {
    const about = { messageIds, places }
    const changes = await deps.mailstore.todosChangedIn(tx, viewer.accountId, about)
    return { changes, count: await work(tx) }
  })
  deps.mailstore.announce(changes)
  return count
}

async function destroyDone(
  deps: TodoDeps,
  viewer: Viewer,
  ids: readonly number[],
): Promise<number> {
  const { rows, messageIds } = await findAll(deps, viewer, ids)
  if (rows.some((row) => row.doneAt === null)) throw new AppError('todo.not-done')
  const { changes, result } = await deps.database.transaction(async (tx) => {
    const removed = await deps.mailstore.removeIn(tx, viewer.accountId, messageIds)
    await deleteTodos(tx, viewer.accountId, ids)
    return removed
  })
  deps.mailstore.announce(changes)
  return result
}

const asItem = (row: TodoRow, message: MessageRow): TodoItem => ({
  pendingId: row.id,
  mailId: message.id,
  mailboxId: message.folderId,
  mailSubject: message.subject,
  mailFrom: { name: message.fromName, address: message.fromAddress },
  receivedTime: message.receivedAt.toISOString(),
  seen: message.seen,
  dueTime: row.dueAt?.toISOString() ?? null,
  note: row.note,
  done: row.doneAt !== null,
})
