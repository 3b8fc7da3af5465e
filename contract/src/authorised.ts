import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idList, nothing, ownAddress, person, text } from './fields.ts'

const token = text(100).min(20)
const readPassword = text(200).default('')

/** What somebody may know of a read-limited mail before it is opened. */
export const authorisedInfo = z.object({
  /** `used-up`, `expired`, `recalled`: nothing opens it any more. */
  state: z.enum(['open', 'used-up', 'expired', 'recalled']),
  /** The sender reads without being counted. */
  isSender: z.boolean(),
  needsPassword: z.boolean(),
  forbidForward: z.boolean(),
  readLimit: z.number(),
  /** Reads that the caller has left. */
  remaining: z.number(),
  validUntil: z.string(),
})
export type AuthorisedInfo = z.infer<typeof authorisedInfo>

/** One read: counted, and given out once. */
export const authorisedBody = z.object({
  mailSubject: z.string(),
  mailFrom: person,
  mailTo: z.array(person),
  mailCc: z.array(person),
  sentTime: z.string().nullable(),
  text: z.string().nullable(),
  /** As the sender wrote it, NOT sanitised: only ever shown through the sanitiser in the sandboxed frame. */
  unsafeHtml: z.string().nullable(),
  /** `url` is signed for some minutes and needs no header. */
  attachments: z.array(
    z.object({
      fileName: z.string(),
      type: z.string(),
      size: z.number(),
      inline: z.boolean(),
      contentId: z.string().nullable(),
      url: z.string(),
    }),
  ),
  remaining: z.number(),
  validUntil: z.string(),
  /** Who reads, to be drawn across the mail. */
  watermark: z.object({ name: z.string(), address: z.string(), time: z.string() }),
})
export type AuthorisedBody = z.infer<typeof authorisedBody>

export const authorised = {
  info: endpoint({
    id: 'X81',
    method: 'GET',
    path: 'mail/email/authorised',
    summary: 'How often and how long a read-limited mail may still be read',
    guard: 'session',
    member: 'read',
    query: z.object({ mailId: id, emailAddr: ownAddress }),
    reply: authorisedInfo,
    errors: ['item.not-found', 'address.not-yours'],
  }),
  open: endpoint({
    id: 'X82',
    method: 'POST',
    path: 'mail/email/authorised/open',
    summary: 'Read a read-limited mail: counts one read; the last one deletes it',
    guard: 'session',
    member: 'send',
    body: z.object({ mailId: id, readPassword, emailAddr: ownAddress }),
    reply: authorisedBody,
    errors: [
      'authorised.password-wrong',
      'authorised.too-many',
      'authorised.ended',
      'item.not-found',
      'address.not-yours',
    ],
  }),
  removeRead: endpoint({
    id: 'E82',
    method: 'POST',
    path: 'mail/email/readedDelete',
    summary: 'Delete for good read-limited mail that can no longer be read',
    guard: 'session',
    member: 'full',
    body: z.object({ mailIds: idList, emailAddr: ownAddress }),
    reply: z.object({ count: z.number() }),
    errors: ['mail.none-selected', 'authorised.not-ended', 'item.not-found', 'address.not-yours'],
  }),
  outside: endpoint({
    id: 'X83',
    method: 'GET',
    path: 'letter/{token}',
    summary: 'What the link of a read-limited mail may say to anybody who has it',
    guard: 'public',
    params: z.object({ token }),
    reply: z.object({
      /** The address the code goes to, with most of it hidden. */
      sentTo: z.string(),
      needsPassword: z.boolean(),
      validUntil: z.string(),
    }),
    errors: ['link.invalid'],
    rate: { max: 60, perSeconds: 60 },
  }),
  outsideCode: endpoint({
    id: 'X84',
    method: 'POST',
    path: 'letter/{token}/code',
    summary: 'Send a one-time code to the address that the mail was written to',
    guard: 'public',
    params: z.object({ token }),
    body: z.object({}).optional(),
    reply: nothing,
    errors: ['link.invalid', 'authorised.too-many'],
    rate: { max: 10, perSeconds: 60 },
  }),
  openOutside: endpoint({
    id: 'X85',
    method: 'POST',
    path: 'letter/{token}/open',
    summary: 'Read a read-limited mail by its link, with the one-time code and the read password',
    guard: 'public',
    params: z.object({ token }),
    body: z.object({ code: text(20), readPassword }),
    reply: authorisedBody,
    errors: [
      'link.invalid',
      'authorised.code-wrong',
      'authorised.password-wrong',
      'authorised.too-many',
      'authorised.ended',
    ],
    rate: { max: 60, perSeconds: 60 },
  }),
  file: endpoint({
    id: 'X86',
    method: 'GET',
    path: 'file/letter/{ticket}',
    summary: 'A file of a read-limited mail while it is being read, by a signed ticket',
    guard: 'signed',
    kind: 'binary',
    params: z.object({ ticket: text(600).min(1) }),
    reply: nothing,
    errors: ['link.invalid'],
  }),
}
