import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idList, instant, ownAddress, person, text } from './fields.ts'
import { limits } from './limits.ts'

/** What happened to the account. */
export const accountActions = [
  'login',
  'new-device',
  'login-failed',
  'logout',
  'password',
  'second-step',
  'mail-key',
  'client-code',
  'client-code-ended',
  'client-login',
  'rules',
  'reply-settings',
  'forward-settings',
  'folder-password-reset',
  'switch',
] as const
export type AccountAction = (typeof accountActions)[number]

/** What happened to a mail. */
export const mailActions = [
  'receive',
  'send',
  'move',
  'recycle',
  'destroy',
  'recover',
  'forward',
  'auto-reply',
  'reject',
] as const
export type MailAction = (typeof mailActions)[number]

const who = {
  time: z.string(),
  /** Browser or protocol, and the address it came from; '' when the server did it by itself. */
  client: z.string(),
  ip: z.string(),
  /** Address of the member who did it in a mailbox of several people; '' else. */
  member: z.string(),
  sortValues: z.string(),
}

export const accountLogItem = z.object({ ...who, action: z.enum(accountActions) })
export type AccountLogItem = z.infer<typeof accountLogItem>

export const mailLogItem = z.object({
  ...who,
  action: z.enum(mailActions),
  mailId: z.number().nullable(),
  mailSubject: z.string(),
  /** The sender; of mail that left, the first recipient. */
  peer: z.string(),
  /** Where it lay, and where it went. */
  mailboxId: z.number().nullable(),
  targetMailboxId: z.number().nullable(),
})
export type MailLogItem = z.infer<typeof mailLogItem>

/** A mail that came or left in the last 30 days and where it is now. */
export const historyItem = mailLogItem.extend({
  place: z.enum(['here', 'retrievable', 'gone']),
  /** Folder it lies in now. */
  nowIn: z.number().nullable(),
})
export type HistoryItem = z.infer<typeof historyItem>

export const deletedItem = z.object({
  mailId: z.number(),
  mailSubject: z.string(),
  mailFrom: person,
  size: z.number(),
  receivedTime: z.string(),
  deletedTime: z.string(),
  /** Until when it can be fetched back. */
  keptUntil: z.string(),
  /** Folder it would go back to. */
  mailboxId: z.number(),
  sortValues: z.string(),
})
export type DeletedItem = z.infer<typeof deletedItem>

const paging = {
  pageSize: z.coerce.number().int().min(1).max(limits.maxPageSize).default(limits.pageSize),
  sortValues: text(200).optional(),
  emailAddr: ownAddress,
}
const period = { startTime: instant.optional(), endTime: instant.optional() }

/** Action names, comma-separated. */
const someOf = <const T extends readonly [string, ...string[]]>(names: T) =>
  text(200)
    .transform((list) => list.split(','))
    .pipe(z.array(z.enum(names)).min(1).max(names.length))
    .optional()

/** One line of the self-check. */
export const checkItem = z.object({
  key: z.enum([
    'quota',
    'failed-logins',
    'other-places',
    'auto-forward',
    'auto-reply',
    'rules',
    'outbox',
    'bounced',
    'mail-in',
  ]),
  level: z.enum(['ok', 'warn', 'danger']),
  values: z.record(z.string(), z.string()),
})
export type CheckItem = z.infer<typeof checkItem>

export const records = {
  userLog: endpoint({
    id: 'E152',
    method: 'GET',
    path: 'mail/log/userLog',
    summary: 'Logins and changes of settings in the last 30 days, newest first',
    guard: 'session',
    query: z.object({ actions: someOf(accountActions), ...period, ...paging }),
    reply: z.object({ list: z.array(accountLogItem), hasMore: z.boolean() }),
    errors: ['search.range', 'address.not-yours'],
  }),
  mailLog: endpoint({
    id: 'E153',
    method: 'GET',
    path: 'mail/log/mailLogInfo',
    summary: 'What happened to mail in the last 30 days, newest first',
    guard: 'session',
    member: 'full',
    query: z.object({ actions: someOf(mailActions), ...period, ...paging }),
    reply: z.object({ list: z.array(mailLogItem), hasMore: z.boolean() }),
    errors: ['search.range', 'address.not-yours'],
  }),
  history: endpoint({
    id: 'N14',
    method: 'GET',
    path: 'mail/email/history',
    summary: 'Mail that came or left in the last 30 days and where it is; or the story of one mail',
    guard: 'session',
    member: 'full',
    query: z.object({ mailId: id.optional(), ...period, ...paging }),
    reply: z.object({ list: z.array(historyItem), hasMore: z.boolean() }),
    errors: ['search.range', 'address.not-yours'],
  }),
  deleted: endpoint({
    id: 'N14b',
    method: 'GET',
    path: 'mail/email/recoverList',
    summary: 'Mail deleted for good in the last 30 days, newest first',
    guard: 'session',
    member: 'full',
    query: z.object(paging),
    reply: z.object({ list: z.array(deletedItem), hasMore: z.boolean() }),
    errors: ['address.not-yours'],
  }),
  recover: endpoint({
    id: 'E59',
    method: 'POST',
    path: 'mail/email/recoverEmail',
    summary:
      'Bring mail back that was deleted for good, with its flags, to its folder or the inbox',
    guard: 'session',
    member: 'full',
    body: z.object({ mailIds: idList, emailAddr: ownAddress }),
    reply: z.object({ count: z.number() }),
    errors: [
      'mail.none-selected',
      'item.not-found',
      'quota.full',
      'folder.not-found',
      'address.not-yours',
    ],
    rate: { max: 120, perSeconds: 60 },
  }),
  selfCheck: endpoint({
    id: 'N13',
    method: 'GET',
    path: 'mail/selfCheck',
    summary: 'What the server finds when it looks at this mailbox',
    guard: 'session',
    member: 'full',
    query: z.object({ emailAddr: ownAddress }),
    reply: z.object({
      list: z.array(checkItem),
      /** The server's clock, ISO 8601. */
      serverTime: z.string(),
    }),
    errors: ['address.not-yours'],
    rate: { max: 60, perSeconds: 60 },
  }),
}
