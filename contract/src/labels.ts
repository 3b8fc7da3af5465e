import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idList, nothing, ownAddress, text } from './fields.ts'
import { limits } from './limits.ts'
import { changed, page, pageQuery, selection } from './messages.ts'

/**
 * A label with its kept counters (specification §3). `spaceSize` in bytes. What lies in the recycle bin, in spam or
 * in a locked folder is neither listed nor counted.
 */
export const label = z.object({
  labelId: z.number(),
  labelName: z.string(),
  /** One of the colours 0 to 7 of the interface. */
  color: z.number(),
  unread: z.number(),
  mail: z.number(),
  spaceSize: z.number(),
  /** 0 means enabled (L63); 1: kept, but left out of menus. */
  state: z.number(),
})
export type Label = z.infer<typeof label>

const color = z.coerce
  .number()
  .int()
  .min(0)
  .max(limits.labelColors - 1)
const state = z.coerce.number().int().min(0).max(1)
const newLabel = z.object({
  labelName: text(200),
  color: color.optional(),
  emailAddr: ownAddress,
})
const saved = z.object({
  labelId: z.number(),
  /** What the interface shows. */
  message: z.string(),
})
const saveErrors = [
  'label.name-empty',
  'label.name-long',
  'label.name-taken',
  'label.too-many',
  'address.not-yours',
] as const

export const labels = {
  list: endpoint({
    id: 'E92',
    method: 'GET',
    path: 'mail/main/label/list',
    summary: 'Labels with their counters',
    guard: 'session',
    member: 'read',
    query: z.object({ emailAddr: ownAddress }),
    reply: z.object({ list: z.array(label) }),
    errors: ['address.not-yours'],
  }),
  save: endpoint({
    id: 'E104',
    method: 'POST',
    path: 'label/save',
    summary: 'Create a label',
    guard: 'session',
    member: 'full',
    body: newLabel,
    reply: saved,
    errors: saveErrors,
  }),
  add: endpoint({
    id: 'E108',
    method: 'POST',
    path: 'label/add',
    summary: 'Create a label from the sidebar (G7): the same as label/save',
    guard: 'session',
    member: 'full',
    body: newLabel,
    reply: saved,
    errors: saveErrors,
  }),
  update: endpoint({
    id: 'E105',
    method: 'POST',
    path: 'label/update',
    summary: 'Change the name, colour or state of a label; what is absent stays',
    guard: 'session',
    member: 'full',
    body: z.object({
      labelId: id,
      labelName: text(200).optional(),
      color: color.optional(),
      state: state.optional(),
      emailAddr: ownAddress,
    }),
    reply: nothing,
    errors: [
      'label.not-found',
      'label.name-empty',
      'label.name-long',
      'label.name-taken',
      'address.not-yours',
    ],
  }),
  remove: endpoint({
    id: 'E106',
    method: 'POST',
    path: 'label/delete',
    summary: 'Delete a label and take it from its mails',
    guard: 'session',
    member: 'full',
    body: z.object({ labelId: id, emailAddr: ownAddress }),
    reply: nothing,
    errors: ['label.not-found', 'address.not-yours'],
  }),
  mails: endpoint({
    id: 'E66',
    method: 'GET',
    path: 'mail/email/label/list',
    summary:
      "A page of a label's mails over all folders, newest first; keyset paging by sortValues",
    guard: 'session',
    member: 'read',
    query: z.object({ labelId: id, ...pageQuery }),
    reply: page,
    errors: ['label.not-found', 'address.not-yours'],
  }),
  mark: endpoint({
    id: 'E77',
    method: 'POST',
    path: 'mail/email/label/update',
    summary: 'Add labels to messages, take labels from them, or set exactly these',
    guard: 'session',
    member: 'send',
    body: z.object({
      ...selection,
      add: idList.optional(),
      remove: idList.optional(),
      /** All labels that the messages shall have; instead of `add` and `remove`. */
      set: idList.optional(),
    }),
    reply: changed,
    errors: ['mail.none-selected', 'label.not-found', 'folder.not-found', 'address.not-yours'],
  }),
}

/** Sentences that the server answers with when all went well. */
export const labelNotices = {
  made: {
    zh: (name: string) => `已新建标签“${name}”`,
    en: (name: string) => `Label “${name}” created`,
  },
} as const
