import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { flag, id, idList, nothing, ownAddress, person, text } from './fields.ts'
import { limits } from './limits.ts'
import { readingFields } from './reader-fields.ts'

/** What the row of a conversation says about the whole of it; counts stop at 100. */
export const conversationFacts = z.object({
  count: z.number(),
  unread: z.number(),
  /** Who wrote, newest first, at most five. */
  people: z.array(person),
})

/** One row of a list (specification §3 "mail list item"). `optType` is used on push messages only (G71). */
export const messageItem = z.object({
  mailId: z.number(),
  mailUid: z.number(),
  mailboxId: z.number(),
  threadId: z.number(),
  seen: z.boolean(),
  starred: z.boolean(),
  pinned: z.boolean(),
  answered: z.boolean(),
  forwarded: z.boolean(),
  draft: z.boolean(),
  hasAttachment: z.boolean(),
  /** Its sender calls it urgent (RFC 2156 Importance, X-Priority). */
  important: z.boolean(),
  /** Flag colour, 0 for none to 7 (G75). */
  color: z.number(),
  /** Ids of its labels. */
  labels: z.array(z.number()),
  mailSubject: z.string(),
  mailFrom: person,
  /** First recipients, for the sent and draft folders. */
  mailTo: z.array(person),
  preview: z.string(),
  size: z.number(),
  /** Where the mail came from: `inside` when one of our own domains sent it and that was proven. */
  source: z.enum(['inside', 'outside']),
  /** Nobody here has written to the sender yet, and the sender is no colleague. */
  stranger: z.boolean(),
  /** Set in lists of conversations: all of the thread that the caller may see, in every folder. */
  conversation: conversationFacts.nullable(),
  receivedTime: z.string(),
  /** Delivery state of a message we sent: null for others. */
  sendState: z.string().nullable(),
  /** Opaque cursor of this row: pass it to read on from here. */
  sortValues: z.string(),
  optType: z.literal(''),
})
export type MessageItem = z.infer<typeof messageItem>

/** One page of a list. */
export const page = z.object({
  list: z.array(messageItem),
  /** All messages of the list (kept counters); null where counting would mean reading them. */
  total: z.number().nullable(),
  hasMore: z.boolean(),
  /** Cursor to read on from, where that is not the last row's: a list of conversations passes over rows. */
  readTo: z.string().nullable().optional(),
})
export type MessagePage = z.infer<typeof page>

/** How a page is asked for. */
export const pageQuery = {
  pageSize: z.coerce.number().int().min(1).max(limits.maxPageSize).default(limits.pageSize),
  /** Cursor: `sortValues` of the last row of the page before (or of the first row, with direction prev). */
  sortValues: text(600).optional(),
  /** `next` reads older mail after the cursor, `prev` newer mail before it, `last` the oldest page. */
  direction: z.enum(['next', 'prev', 'last']).default('next'),
  emailAddr: ownAddress,
}

/** Quick filters of a list. */
export const listFilter = z.enum(['all', 'unread', 'read', 'starred', 'attachment', 'colored'])
export type ListFilter = z.infer<typeof listFilter>

/** In a mailbox of several people: all mail, what is the caller's to answer, or nobody's. */
export const listAssigned = z.enum(['all', 'mine', 'nobody'])
export type ListAssigned = z.infer<typeof listAssigned>

/** What a list is ordered by. Pinned mail stands on top where a folder is shown whole and by date. */
export const listSort = z.enum(['date', 'sender', 'subject', 'size'])
export type ListSort = z.infer<typeof listSort>

export const listOrder = z.enum(['asc', 'desc'])
export type ListOrder = z.infer<typeof listOrder>

/**
 * Messages by folder and IMAP UIDs (`mailboxId` + `mailUids`, G70), by `mailIds`, or the mails of whole conversations
 * that lie in a folder (`mailboxId` + `threadIds`).
 */
export const selection = {
  mailboxId: id.optional(),
  mailUids: idList.optional(),
  mailIds: idList.optional(),
  threadIds: idList.optional(),
  emailAddr: ownAddress,
}
export type Selection = {
  mailboxId?: number
  mailUids?: number[]
  mailIds?: number[]
  threadIds?: number[]
}

/** How many messages an action changed. */
export const changed = z.object({ count: z.number() })

/** Where messages lay before they moved, so that a client can put them back. */
export const moved = z.object({
  count: z.number(),
  from: z.array(z.object({ mailboxId: z.number(), mailIds: z.array(z.number()) })),
})
export type Moved = z.infer<typeof moved>

/** An attachment of a read message; `url` is signed for five minutes and needs no header (G16). */
export const attachment = z.object({
  section: z.string(),
  fileName: z.string(),
  type: z.string(),
  size: z.number(),
  inline: z.boolean(),
  contentId: z.string().nullable(),
  url: z.string(),
  /** For file/preview/{id}; null when the file cannot be previewed. */
  previewId: z.string().nullable(),
})
export type Attachment = z.infer<typeof attachment>

/** One authentication method's result (RFC 8601): `pass`, `fail`, `softfail`, `none`, `temperror` … */
const authentication = z.object({
  spf: z.string(),
  dkim: z.string(),
  dmarc: z.string(),
  arc: z.string(),
  /** Domain that the strongest passing method vouches for; null when none. */
  domain: z.string().nullable(),
})

export const recipientState = z.object({
  address: z.string(),
  name: z.string(),
  kind: z.enum(['to', 'cc', 'bcc']),
  state: z.enum([
    'queued',
    'delivered',
    'relayed',
    'deferred',
    'bounced',
    'cancelled',
    'recalled',
    'recall-refused',
  ]),
  reason: z.string(),
  at: z.string(),
})
export type RecipientState = z.infer<typeof recipientState>

/** `encrypted`, `signed` (multipart), `opaque` (signed, text inside): the root of the mail; `part`: something below it. */
export const smimeForm = z.enum(['encrypted', 'signed', 'opaque', 'part'])
export type SmimeForm = z.infer<typeof smimeForm>

export const messageDetail = messageItem.omit({ sortValues: true, optType: true }).extend({
  mailTo: z.array(person),
  mailCc: z.array(person),
  mailBcc: z.array(person),
  replyTo: z.array(person),
  sender: person.nullable(),
  sentTime: z.string().nullable(),
  messageId: z.string().nullable(),
  text: z.string().nullable(),
  /** As the sender wrote it, NOT sanitised: only ever shown through the sanitiser in the sandboxed frame. */
  unsafeHtml: z.string().nullable(),
  /** The body was cut or parts left out because a parser limit was reached; the source is whole. */
  tooComplex: z.boolean(),
  attachments: z.array(attachment),
  authentication: authentication.nullable(),
  sourceUrl: z.string(),
  recipients: z.array(recipientState),
  submissionId: z.number().nullable(),
  ...readingFields,
  /** A notice of a read-limited mail: its body is opened by `authorised.open` alone. */
  isAuthorised: z.boolean(),
  /** What of it is S/MIME (RFC 8551): the whole mail, or only a part of it. */
  smime: smimeForm.nullable(),
})
export type MessageDetail = z.infer<typeof messageDetail>

export const messages = {
  list: endpoint({
    id: 'E65',
    method: 'GET',
    path: 'mail/email/mailbox/list',
    summary: 'A page of a folder, newest first, pinned on top; keyset paging by sortValues',
    guard: 'session',
    member: 'read',
    query: z.object({
      mailboxId: id,
      ...pageQuery,
      filter: listFilter.default('all'),
      /** By date only, and with no other filter. */
      assigned: listAssigned.default('all'),
      sort: listSort.default('date'),
      /** Newest, largest and Z to A come first with `desc`. */
      order: listOrder.optional(),
      /** One row for each conversation that has mail in the folder; by date and unfiltered only. */
      conversation: flag.default(false),
      /** Start after so many rows from the top (instead of a cursor): by date and unfiltered only. */
      rank: z.coerce.number().int().min(0).max(100_000_000).optional(),
    }),
    reply: page,
    errors: ['folder.not-found', 'folder.locked', 'list.not-combined', 'address.not-yours'],
  }),
  detail: endpoint({
    id: 'N1',
    method: 'GET',
    path: 'mail/email/detail',
    summary: 'One message, parsed, with its attachments and authentication results',
    guard: 'session',
    member: 'read',
    query: z.object({ mailboxId: id.optional(), mailId: id, emailAddr: ownAddress }),
    reply: messageDetail,
    errors: ['item.not-found', 'address.not-yours'],
  }),
  seen: endpoint({
    id: 'E75',
    method: 'POST',
    path: 'mail/email/seen/update',
    summary: 'Mark messages read or unread',
    guard: 'session',
    member: 'read',
    body: z.object({ ...selection, seen: flag }),
    reply: changed,
    errors: ['mail.none-selected', 'folder.not-found', 'address.not-yours'],
  }),
  star: endpoint({
    id: 'N3',
    method: 'POST',
    path: 'mail/email/favorite/update',
    summary: 'Star messages or take the star away',
    guard: 'session',
    member: 'send',
    body: z.object({ ...selection, starred: flag }),
    reply: changed,
    errors: ['mail.none-selected', 'folder.not-found', 'address.not-yours'],
  }),
  move: endpoint({
    id: 'E78',
    method: 'POST',
    path: 'mail/email/move',
    summary: 'Move messages to another folder',
    guard: 'session',
    member: 'send',
    body: z.object({ ...selection, targetMailboxId: id }),
    reply: moved,
    errors: [
      'mail.none-selected',
      'mail.same-folder',
      'mail.bad-target',
      'trash.emptying',
      'folder.not-found',
      'folder.locked',
      'address.not-yours',
    ],
  }),
  recycle: endpoint({
    id: 'E79',
    method: 'POST',
    path: 'mail/email/recoverableDelete',
    summary: 'Move messages to the recycle bin',
    guard: 'session',
    member: 'send',
    body: z.object(selection),
    reply: moved,
    errors: ['mail.none-selected', 'trash.emptying', 'folder.not-found', 'address.not-yours'],
  }),
  destroy: endpoint({
    id: 'E80',
    method: 'POST',
    path: 'mail/email/delete',
    summary: 'Delete messages of the recycle bin, spam or draft folder for good',
    guard: 'session',
    member: 'full',
    body: z.object(selection),
    reply: changed,
    errors: ['mail.none-selected', 'trash.emptying', 'folder.not-found', 'address.not-yours'],
  }),
  pin: endpoint({
    id: 'E74',
    method: 'POST',
    path: 'mail/email/sticky/update',
    summary: 'Pin messages to the top of their folder or let them go',
    guard: 'session',
    member: 'send',
    body: z.object({ ...selection, pinned: flag }),
    reply: changed,
    errors: ['mail.none-selected', 'folder.not-found', 'address.not-yours'],
  }),
  color: endpoint({
    id: 'E76',
    method: 'POST',
    path: 'mail/email/color/update',
    summary: 'Give messages a flag colour, 1 to 7, or take it away with 0',
    guard: 'session',
    member: 'send',
    body: z.object({ ...selection, color: z.coerce.number().int().min(0).max(limits.colors) }),
    reply: changed,
    errors: ['mail.none-selected', 'folder.not-found', 'address.not-yours'],
  }),
  archive: endpoint({
    id: 'N4',
    method: 'POST',
    path: 'mail/email/archive',
    summary: 'Move messages to the archive folder (G56)',
    guard: 'session',
    member: 'send',
    body: z.object(selection),
    reply: moved,
    errors: ['mail.none-selected', 'mail.bad-target', 'folder.not-found', 'address.not-yours'],
  }),
  restore: endpoint({
    id: 'X30',
    method: 'POST',
    path: 'mail/email/restore',
    summary: 'Bring messages back from the recycle bin or spam to the folders they came from',
    guard: 'session',
    member: 'send',
    body: z.object(selection),
    reply: moved,
    errors: ['mail.none-selected', 'folder.not-found', 'address.not-yours'],
  }),
  spam: endpoint({
    id: 'X31',
    method: 'POST',
    path: 'mail/email/spam/update',
    summary: 'Mark messages as spam (they move to the spam folder) or as not spam (they come back)',
    guard: 'session',
    member: 'send',
    body: z.object({ ...selection, spam: flag }),
    reply: moved,
    errors: ['mail.none-selected', 'mail.bad-target', 'folder.not-found', 'address.not-yours'],
  }),
  exportMail: endpoint({
    id: 'E83',
    method: 'POST',
    path: 'mail/email/export',
    summary: 'One message as .eml, several as a .zip of them',
    guard: 'session',
    member: 'read',
    kind: 'binary',
    body: z.object(selection),
    reply: nothing,
    errors: [
      'mail.none-selected',
      'mail.no-forward',
      'item.not-found',
      'folder.not-found',
      'address.not-yours',
    ],
    rate: { max: 60, perSeconds: 60 },
  }),
  download: endpoint({
    id: 'N2',
    method: 'GET',
    path: 'file/download/{ticket}',
    summary: 'Bytes of an attachment, an inline picture or a message source, by a signed ticket',
    guard: 'signed',
    kind: 'binary',
    params: z.object({ ticket: text(600).min(1) }),
    reply: nothing,
    errors: ['link.invalid', 'item.not-found'],
  }),
  showPicture: endpoint({
    id: 'E42',
    method: 'GET',
    path: 'file/showSendMailPicture/{id}',
    summary: 'Bytes of a picture that waits in a mail being written; the id is a signed ticket',
    guard: 'signed',
    kind: 'binary',
    params: z.object({ id: text(600).min(1) }),
    /** `text`: it is drawn as soon as it is there, so one that would take the memory of the reader is answered as an empty sheet. */
    query: z.object({ place: z.enum(['file', 'text']).default('file') }),
    reply: nothing,
    errors: ['link.invalid', 'item.not-found'],
  }),
}
