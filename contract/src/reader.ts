import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, nothing, ownAddress, person, text } from './fields.ts'
import { limits } from './limits.ts'
import { attachment } from './messages.ts'

const ticket = text(900).min(1)

/** One attachment made fit to be looked at (READ-04). Everything in it is as hostile as the file was. */
export const preview = z.discriminatedUnion('kind', [
  /** Bytes under `url`, drawn by the browser itself. */
  z.object({
    kind: z.literal('picture'),
    url: z.string(),
    /** It takes so much memory that who looks is asked first. */
    isGiant: z.boolean(),
  }),
  z.object({ kind: z.literal('pdf'), url: z.string() }),
  z.object({ kind: z.literal('text'), text: z.string(), truncated: z.boolean() }),
  z.object({
    kind: z.literal('table'),
    rows: z.array(z.array(z.string())),
    truncated: z.boolean(),
  }),
  /** A document as HTML: NOT sanitised, only for the sandboxed frame. */
  z.object({ kind: z.literal('html'), unsafeHtml: z.string(), truncated: z.boolean() }),
  /** A message inside the message, or what Outlook packed into a winmail.dat. */
  z.object({
    kind: z.literal('message'),
    subject: z.string(),
    from: z.array(person),
    to: z.array(person),
    cc: z.array(person),
    sentTime: z.string().nullable(),
    text: z.string().nullable(),
    unsafeHtml: z.string().nullable(),
    attachments: z.array(attachment),
    truncated: z.boolean(),
  }),
])
export type Preview = z.infer<typeof preview>

/** What a member of another's mailbox needs for each `allow`: all but the first stay for everybody who works there. */
export const pictureMembers = { once: 'read', message: 'send', sender: 'full' } as const

export const reader = {
  pictures: endpoint({
    id: 'X60',
    method: 'POST',
    path: 'mail/email/pictures',
    summary:
      'Signed addresses of our own proxy for the remote pictures of a message; `allow` says for how long they are wanted',
    guard: 'session',
    member: 'read',
    body: z.object({
      mailId: id,
      /**
       * `once`: this time; `message`: whenever this message is opened; `sender`: for all mail of its sender. Members need
       * what `pictureMembers` says.
       */
      allow: z.enum(['once', 'message', 'sender']).default('once'),
      emailAddr: ownAddress,
    }),
    reply: z.object({
      /** `url` as a browser would resolve it, `src` the address to load instead. */
      list: z.array(z.object({ url: z.string(), src: z.string() })),
    }),
    errors: ['item.not-found', 'address.not-yours', 'publicbox.not-allowed'],
  }),
  picture: endpoint({
    id: 'X61',
    method: 'GET',
    path: 'file/picture/{ticket}',
    summary: 'A remote picture, fetched by the server without cookies or referrer and kept',
    guard: 'signed',
    kind: 'binary',
    params: z.object({ ticket: text(8_000).min(1) }),
    reply: nothing,
    errors: ['link.invalid', 'picture.unavailable'],
    rate: { max: 3_000, perSeconds: 60 },
  }),
  pictureSenders: endpoint({
    id: 'X62',
    method: 'GET',
    path: 'mail/email/pictureSenders',
    summary: 'Senders whose remote pictures are always shown, by address',
    guard: 'session',
    member: 'read',
    query: z.object({
      pageSize: z.coerce.number().int().min(1).max(limits.maxPageSize).default(limits.maxPageSize),
      /** Address of the last row of the page before. */
      after: text(320).optional(),
      emailAddr: ownAddress,
    }),
    reply: z.object({
      list: z.array(z.object({ address: z.string(), addedTime: z.string() })),
      hasMore: z.boolean(),
    }),
    errors: ['address.not-yours'],
  }),
  removePictureSender: endpoint({
    id: 'X63',
    method: 'POST',
    path: 'mail/email/pictureSenders/delete',
    summary: 'Stop showing the remote pictures of a sender',
    guard: 'session',
    member: 'full',
    body: z.object({ address: text(320).min(1), emailAddr: ownAddress }),
    reply: nothing,
    errors: ['item.not-found', 'address.not-yours'],
  }),
  preview: endpoint({
    id: 'N12',
    method: 'GET',
    path: 'file/preview/{id}',
    summary: 'An attachment made fit to be looked at; `id` is the previewId of the attachment',
    guard: 'session',
    member: 'read',
    params: z.object({ id: ticket }),
    reply: preview,
    errors: ['link.invalid', 'item.not-found', 'preview.unsupported', 'preview.too-big'],
    rate: { max: 300, perSeconds: 60 },
  }),
  zip: endpoint({
    id: 'X64',
    method: 'GET',
    path: 'file/zip/{ticket}',
    summary: 'All attachments of a message in one zip, by a signed ticket',
    guard: 'signed',
    kind: 'binary',
    params: z.object({ ticket }),
    reply: nothing,
    errors: ['link.invalid', 'item.not-found'],
  }),
  unsubscribe: endpoint({
    id: 'X65',
    method: 'POST',
    path: 'mail/email/unsubscribe',
    summary: 'Leave the mailing list of a message in one click (RFC 8058)',
    guard: 'session',
    member: 'send',
    body: z.object({ mailId: id, emailAddr: ownAddress }),
    reply: nothing,
    errors: [
      'item.not-found',
      'unsubscribe.not-offered',
      'unsubscribe.failed',
      'address.not-yours',
    ],
    rate: { max: 30, perSeconds: 60 },
  }),
  receipt: endpoint({
    id: 'X66',
    method: 'POST',
    path: 'mail/email/receipt',
    summary: 'Answer a request for a read receipt: send it (RFC 8098) or let it be, once',
    guard: 'session',
    member: 'send',
    body: z.object({ mailId: id, answer: z.enum(['send', 'ignore']), emailAddr: ownAddress }),
    reply: nothing,
    errors: ['item.not-found', 'receipt.not-asked', 'address.not-yours'],
  }),
}
