import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ownAddress } from './fields.ts'

/** RFC 6154 special uses; null for a folder that the user made. */
export const folderRole = z.enum(['inbox', 'sent', 'drafts', 'trash', 'junk', 'archive'])
export type FolderRole = z.infer<typeof folderRole>

/** `mail` and `unread` are kept counters. System folders answer their Chinese name (decision G38); code decides by `role`. */
export const folder = z.object({
  folderId: z.number(),
  folderName: z.string(),
  role: folderRole.nullable(),
  parentId: z.number().nullable(),
  mail: z.number(),
  unread: z.number(),
  /** The folder has a password. */
  pwd: z.boolean(),
  /** The folder (itself, or one that it lies in) whose password must be given first; null: open. Counters of a locked one are 0. */
  lockedBy: z.number().nullable(),
  /** False: left out of the menu by its owner. */
  show: z.boolean(),
})
export type Folder = z.infer<typeof folder>

export const folders = {
  list: endpoint({
    id: 'E90',
    method: 'GET',
    path: 'mail/main/folder/list',
    summary: 'System and own folders with their counters',
    guard: 'session',
    query: z.object({ emailAddr: ownAddress }),
    reply: z.object({
      folderList: z.array(folder),
      customList: z.array(folder),
      folderOutList: z.array(folder),
      /** Change-feed position (RFC 7162 MODSEQ) the counters belong to. */
      modseq: z.number(),
    }),
    errors: ['address.not-yours'],
  }),
  unreadCount: endpoint({
    id: 'E32',
    method: 'GET',
    path: 'mail/email/unread/count',
    summary: 'Unread mail in the inbox and in all folders',
    guard: 'session',
    query: z.object({ emailAddr: ownAddress }),
    reply: z.object({ inbox: z.number(), total: z.number() }),
    errors: ['address.not-yours'],
  }),
}
