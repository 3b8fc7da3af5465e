import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, nothing, ownAddress } from './fields.ts'
import { listFilter } from './messages.ts'

/** What can be done to everything in a folder. `destroy` empties the recycle bin, spam or drafts for good. */
export const bulkAction = z.enum([
  'seen',
  'unseen',
  'star',
  'unstar',
  'move',
  'archive',
  'recycle',
  'spam',
  'restore',
  'destroy',
])
export type BulkAction = z.infer<typeof bulkAction>

/** Actions that move mail can be taken back, which is an action too. */
export const bulkJobAction = z.enum([...bulkAction.options, 'undo'])
export type BulkJobAction = z.infer<typeof bulkJobAction>

/** How far an action on a whole folder is; also pushed while it runs. */
export const bulkProgress = z.object({
  jobId: z.number(),
  mailboxId: z.number(),
  action: bulkJobAction,
  state: z.enum(['running', 'done', 'stopped', 'failed']),
  /** Messages looked at, of so many; and how many of them were changed. */
  looked: z.number(),
  total: z.number(),
  changed: z.number(),
  /** It has ended and moved mail: `undo` puts that back, for some minutes. */
  undoable: z.boolean(),
})
export type BulkProgress = z.infer<typeof bulkProgress>

/** Actions on all mail of a folder: run on the server in pieces, can be stopped, go on after a crash. */
export const bulk = {
  start: endpoint({
    id: 'X33',
    method: 'POST',
    path: 'mail/email/all/start',
    summary:
      'Begin an action on all mail that is in a folder now; mail that arrives later is left alone',
    guard: 'session',
    member: 'full',
    body: z.object({
      mailboxId: id,
      action: bulkAction,
      filter: listFilter.default('all'),
      targetMailboxId: id.optional(),
      emailAddr: ownAddress,
    }),
    reply: bulkProgress,
    errors: [
      'folder.not-found',
      'mail.same-folder',
      'mail.bad-target',
      'mail.not-deletable',
      'trash.emptying',
      'folder.locked',
      'mail.busy',
      'address.not-yours',
    ],
    rate: { max: 60, perSeconds: 60 },
  }),
  running: endpoint({
    id: 'X34',
    method: 'GET',
    path: 'mail/email/all/state',
    summary: 'Actions on whole folders that are running',
    guard: 'session',
    member: 'read',
    query: z.object({ emailAddr: ownAddress }),
    reply: z.object({ list: z.array(bulkProgress) }),
    errors: ['address.not-yours'],
  }),
  stop: endpoint({
    id: 'X35',
    method: 'POST',
    path: 'mail/email/all/stop',
    summary: 'Stop one: what was done stays done',
    guard: 'session',
    member: 'full',
    body: z.object({ jobId: id, emailAddr: ownAddress }),
    reply: nothing,
    errors: ['item.not-found', 'address.not-yours'],
  }),
  undo: endpoint({
    id: 'X117',
    method: 'POST',
    path: 'mail/email/all/undo',
    summary:
      'Put back what an action that has ended moved, unless it was moved on since; once, for ten minutes',
    guard: 'session',
    member: 'full',
    body: z.object({ jobId: id, emailAddr: ownAddress }),
    reply: bulkProgress,
    errors: [
      'item.not-found',
      'folder.not-found',
      'folder.locked',
      'trash.emptying',
      'mail.busy',
      'address.not-yours',
    ],
  }),
}
