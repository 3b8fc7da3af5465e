import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { flag, id, nothing, ownAddress, text } from './fields.ts'
import { limits } from './limits.ts'
import { folderRetention } from './retention-fields.ts'

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
  /**
   * The folder whose password must be given first: itself or one that it lies in. Null: open for this login.
   * Counters of a locked folder are 0.
   */
  lockedBy: z.number().nullable(),
  /** False: left out of the menu by its owner. */
  show: z.boolean(),
  /** The rule by which old mail is deleted from it; null: none, or the folder is locked. A field of ours. */
  retention: folderRetention.nullable(),
})
export type Folder = z.infer<typeof folder>

/** A place that mail can be moved to (specification §3 `moveMails`). */
export const moveTarget = z.object({
  id: z.number(),
  name: z.string(),
  role: folderRole.nullable(),
  parentId: z.number().nullable(),
  pwd: z.boolean(),
  lockedBy: z.number().nullable(),
  show: z.boolean(),
  isSystem: z.boolean(),
  /** Where mail deleted from it goes: the recycle bin, or null when it goes for good. */
  deleteId: z.number().nullable(),
  /** What it is found by while somebody types: its name, pinyin and initials, in lower case. */
  keys: z.array(z.string()),
})
export type MoveTarget = z.infer<typeof moveTarget>

/** Longer than any name may be: the server answers with the message of the rule, not with a schema's. */
const typedName = text(200)
const password = text(200)
const session = 'session'
/** On top of the count of wrong passwords, which is per folder and login (P7). */
const guesses = { max: 600, perSeconds: 60 }

const nameErrors = [
  'folder.name-empty',
  'folder.name-long',
  'folder.name-system',
  'folder.name-taken',
] as const
const ownFolderErrors = ['folder.not-found', 'folder.system', 'address.not-yours'] as const
const passwordErrors = [
  ...ownFolderErrors,
  'folder.password-wrong',
  'folder.password-many',
  'folder.no-password',
] as const

const saved = z.object({
  folderId: z.number(),
  /** What the interface shows (M88). */
  message: z.string(),
})
const newFolder = z.object({
  folderName: typedName,
  /** A folder of one's own to put it into; absent: top level. */
  parentId: id.nullable().optional(),
  emailAddr: ownAddress,
})
const saveErrors = [
  ...nameErrors,
  'folder.bad-parent',
  'folder.locked',
  'folder.too-many',
  'address.not-yours',
] as const

/** The folders of a mailbox and where its change feed stands. */
export const folderLists = z.object({
  folderList: z.array(folder),
  customList: z.array(folder),
  folderOutList: z.array(folder),
  /** Change-feed position (RFC 7162 MODSEQ) the counters belong to. */
  modseq: z.number(),
})

export const folders = {
  list: endpoint({
    id: 'E90',
    method: 'GET',
    path: 'mail/main/folder/list',
    summary: 'System and own folders with their counters',
    guard: session,
    member: 'read',
    query: z.object({ emailAddr: ownAddress }),
    reply: folderLists,
    errors: ['address.not-yours'],
  }),
  targets: endpoint({
    id: 'E91',
    method: 'GET',
    path: 'mail/main/folder/folderList',
    summary: 'Folders that mail can be moved to, with what they are found by while typing',
    guard: session,
    member: 'read',
    query: z.object({ emailAddr: ownAddress }),
    reply: z.object({ moveMails: z.array(moveTarget) }),
    errors: ['address.not-yours'],
  }),
  unreadCount: endpoint({
    id: 'E32',
    method: 'GET',
    path: 'mail/email/unread/count',
    summary: 'Unread mail in the inbox and in all folders',
    guard: session,
    member: 'read',
    query: z.object({ emailAddr: ownAddress }),
    reply: z.object({ inbox: z.number(), total: z.number() }),
    errors: ['address.not-yours'],
  }),
  save: endpoint({
    id: 'E93',
    method: 'POST',
    path: 'folder/save',
    summary: 'Create a folder',
    guard: session,
    member: 'full',
    body: newFolder,
    reply: saved,
    errors: saveErrors,
  }),
  add: endpoint({
    id: 'E107',
    method: 'POST',
    path: 'folder/add',
    summary: 'Create a folder from the sidebar (G7): the same as folder/save',
    guard: session,
    member: 'full',
    body: newFolder,
    reply: saved,
    errors: saveErrors,
  }),
  rename: endpoint({
    id: 'E94',
    method: 'POST',
    path: 'folder/updateName',
    summary: 'Rename a folder',
    guard: session,
    member: 'full',
    body: z.object({ folderId: id, folderName: typedName, emailAddr: ownAddress }),
    reply: nothing,
    errors: [...nameErrors, ...ownFolderErrors, 'folder.locked'],
  }),
  place: endpoint({
    id: 'X40',
    method: 'POST',
    path: 'folder/place',
    summary: 'Put a folder into another one, or elsewhere among its siblings',
    guard: session,
    member: 'full',
    body: z.object({
      folderId: id,
      /** Null: top level. */
      parentId: id.nullable(),
      /** The sibling it comes before; null: last. */
      beforeId: id.nullable(),
      emailAddr: ownAddress,
    }),
    reply: nothing,
    errors: [...ownFolderErrors, 'folder.bad-parent', 'folder.name-taken', 'folder.locked'],
  }),
  remove: endpoint({
    id: 'E95',
    method: 'POST',
    path: 'folder/delete/password',
    summary:
      'Delete a folder: its mail goes to the recycle bin. The password is needed where one is set (G76)',
    guard: session,
    member: 'full',
    rate: guesses,
    body: z.object({ folderId: id, password: password.optional(), emailAddr: ownAddress }),
    reply: z.object({
      count: z.number(),
      /** False: so much mail that the rest moves in the background; the folder goes after it. */
      done: z.boolean(),
    }),
    errors: [
      ...ownFolderErrors,
      'folder.locked',
      'folder.password-wrong',
      'folder.password-many',
      'folder.has-children',
      'trash.emptying',
    ],
  }),
  show: endpoint({
    id: 'E100',
    method: 'POST',
    path: 'folder/updateState',
    summary: 'Show a folder in the menu (state 0) or leave it out (state 1)',
    guard: session,
    member: 'full',
    body: z.object({
      folderId: id,
      state: z.coerce.number().int().min(0).max(1),
      emailAddr: ownAddress,
    }),
    reply: nothing,
    errors: [...ownFolderErrors, 'folder.locked'],
  }),
  clear: endpoint({
    id: 'E101',
    method: 'POST',
    path: 'folder/recoverableClear',
    summary:
      'Empty a folder recoverably: its mail goes to the recycle bin; mail of the recycle bin and of spam goes to the 30 days of mail retrieval (G73)',
    guard: session,
    member: 'full',
    body: z.object({ folderId: id, emailAddr: ownAddress }),
    reply: z.object({
      count: z.number(),
      /** False: the rest goes in the background. */
      done: z.boolean(),
    }),
    errors: ['folder.not-found', 'folder.locked', 'trash.emptying', 'address.not-yours'],
  }),
  setPassword: endpoint({
    id: 'E96',
    method: 'POST',
    path: 'folder/setPwd',
    summary: 'Set a password: from then on every login must give it to see the folder',
    guard: session,
    rate: guesses,
    body: z.object({ folderId: id, password, emailAddr: ownAddress }),
    reply: nothing,
    errors: [
      ...ownFolderErrors,
      'folder.locked',
      'folder.password-length',
      'folder.password-exists',
    ],
  }),
  changePassword: endpoint({
    id: 'E98',
    method: 'POST',
    path: 'folder/modifyPwd',
    summary: 'Change the password of a folder; every login must give the new one',
    guard: session,
    rate: guesses,
    body: z.object({
      folderId: id,
      oldPassword: password,
      newPassword: password,
      emailAddr: ownAddress,
    }),
    reply: nothing,
    errors: [...passwordErrors, 'folder.password-length', 'folder.locked'],
  }),
  cancelPassword: endpoint({
    id: 'E97',
    method: 'POST',
    path: 'folder/cancelPwd',
    summary: 'Take the password from a folder, with the password (G77)',
    guard: session,
    rate: guesses,
    body: z.object({ folderId: id, password, emailAddr: ownAddress }),
    reply: nothing,
    errors: [...passwordErrors, 'folder.locked'],
  }),
  unlock: endpoint({
    id: 'E99',
    method: 'POST',
    path: 'folder/validPwd',
    summary: 'Give the password of a folder: it is open for this login until logout or lock (G78)',
    guard: session,
    member: 'read',
    rate: guesses,
    body: z.object({ folderId: id, password, emailAddr: ownAddress }),
    reply: nothing,
    errors: passwordErrors,
  }),
  lock: endpoint({
    id: 'X41',
    method: 'POST',
    path: 'folder/lockPwd',
    summary: 'Lock a password folder again in this login',
    guard: session,
    member: 'read',
    body: z.object({ folderId: id, emailAddr: ownAddress }),
    reply: nothing,
    errors: ['folder.not-found', 'address.not-yours'],
  }),
  forgotPassword: endpoint({
    id: 'E102',
    method: 'GET',
    path: 'folder/forgetPwd',
    summary: 'What to do when the password of a folder is forgotten: ask the administrator (G77)',
    guard: session,
    query: z.object({ folderId: id.optional(), emailAddr: ownAddress }),
    reply: z.object({ message: z.string() }),
    errors: ['folder.not-found', 'address.not-yours'],
  }),
  hasPassword: endpoint({
    id: 'E103',
    method: 'GET',
    path: 'folder/existPwd',
    summary: 'Whether a folder has a password, and whether this login must give it',
    guard: session,
    member: 'read',
    query: z.object({ folderId: id, emailAddr: ownAddress }),
    reply: z.object({ exist: flag, locked: flag }),
    errors: ['folder.not-found', 'address.not-yours'],
  }),
}

/** Bounds of a folder password, counted in characters. */
export const folderPassword = {
  min: limits.folderPasswordMin,
  max: limits.folderPasswordMax,
} as const

/** Sentences that the server answers with when all went well (M88, M91). */
export const folderNotices = {
  made: {
    zh: (name: string) => `已新建文件夹“${name}”`,
    en: (name: string) => `Folder “${name}” created`,
  },
  forgotten: { zh: '请联系管理员', en: 'Please contact the administrator' },
} as const
