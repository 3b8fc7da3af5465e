import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { flag, id, idList, instant, ownAddress, person, text } from './fields.ts'
import { limits } from './limits.ts'

/** A mail that waits for something to be done about it. */
export const todoItem = z.object({
  pendingId: z.number(),
  mailId: z.number(),
  mailboxId: z.number(),
  mailSubject: z.string(),
  mailFrom: person,
  receivedTime: z.string(),
  seen: z.boolean(),
  /** When it is due; null: at some time. */
  dueTime: z.string().nullable(),
  note: z.string(),
  done: z.boolean(),
})
export type TodoItem = z.infer<typeof todoItem>

const dueTime = instant.nullable()

export const todo = {
  schedule: endpoint({
    id: 'E84',
    method: 'POST',
    path: 'mail/pending/mailSchedule',
    summary: 'Put a mail on the todo list for a time, or move the time of one that is there',
    guard: 'session',
    member: 'send',
    body: z.object({ mailId: id, dueTime, emailAddr: ownAddress }),
    reply: todoItem,
    errors: ['item.not-found', 'todo.past', 'todo.too-many', 'address.not-yours'],
  }),
  save: endpoint({
    id: 'E85',
    method: 'POST',
    path: 'mail/pending/saveOrUpdatePendingInfo',
    summary: 'Put a mail on the todo list with due time and note, or change its entry',
    guard: 'session',
    member: 'send',
    body: z.object({
      mailId: id,
      dueTime: dueTime.default(null),
      note: text(limits.todoNote).default(''),
      emailAddr: ownAddress,
    }),
    reply: todoItem,
    errors: ['item.not-found', 'todo.past', 'todo.too-many', 'address.not-yours'],
  }),
  list: endpoint({
    id: 'E86',
    method: 'POST',
    path: 'mail/pending/pendingMailList',
    summary: 'Todo mail by due time, open or done; keyset paging by sortValues',
    guard: 'session',
    member: 'read',
    body: z.object({
      done: flag.default(false),
      /** The entry of one mail. */
      mailId: id.optional(),
      pageSize: z.coerce.number().int().min(1).max(limits.maxPageSize).default(limits.pageSize),
      sortValues: text(200).optional(),
      emailAddr: ownAddress,
    }),
    /** `next`: sortValues of the next page; null on the last. Entries whose mail is gone or locked are left out. */
    reply: z.object({ list: z.array(todoItem), next: z.string().nullable() }),
    errors: ['address.not-yours'],
  }),
  over: endpoint({
    id: 'E87',
    method: 'POST',
    path: 'mail/pending/overPending',
    summary: 'Mark todo mail done, or with over false open again',
    guard: 'session',
    member: 'send',
    body: z.object({ pendingIds: idList, over: flag.default(true), emailAddr: ownAddress }),
    reply: z.object({ count: z.number() }),
    errors: ['item.not-found', 'address.not-yours'],
  }),
  remove: endpoint({
    id: 'E88',
    method: 'POST',
    path: 'mail/pending/deletePendingMail',
    summary: 'Take mail off the todo list; the mail stays',
    guard: 'session',
    member: 'send',
    body: z.object({ pendingIds: idList, emailAddr: ownAddress }),
    reply: z.object({ count: z.number() }),
    errors: ['item.not-found', 'address.not-yours'],
  }),
  destroyDone: endpoint({
    id: 'E89',
    method: 'POST',
    path: 'mail/doCompletedelMail',
    summary: 'Delete done todo mail for good (G72); it can be fetched back for 30 days',
    guard: 'session',
    member: 'full',
    body: z.object({ pendingIds: idList, emailAddr: ownAddress }),
    reply: z.object({ count: z.number() }),
    errors: ['item.not-found', 'todo.not-done', 'address.not-yours'],
  }),
}
