import { z } from 'zod'
import { composeFile } from './compose.ts'
import { writeMode } from './compose-content.ts'
import { endpoint } from './endpoint.ts'
import { id, nothing, ownAddress, text } from './fields.ts'
import { limits } from './limits.ts'
import { ownPicture } from './own-pictures.ts'

/** A signature: the user's own, or one of the organisation (`isSystem`), which only the administrator changes. */
export const signature = z.object({
  signId: z.number(),
  name: z.string(),
  /** HTML; pictures as `cid:`, listed in `pictures`. */
  content: z.string(),
  pictures: z.array(ownPicture),
  isSystem: z.boolean(),
  /** Put under new mails by itself. */
  isDefault: z.boolean(),
  /** Put under answers and forwarded mails by itself. */
  isReplyDefault: z.boolean(),
})
export type Signature = z.infer<typeof signature>

/** A signature in a mail: its pictures are files of that mail now. */
export const mailSignature = z.object({
  signId: z.number(),
  name: z.string(),
  content: z.string(),
  files: z.array(composeFile),
})
export type MailSignature = z.infer<typeof mailSignature>

/** Kinds of mail for which a signature can be chosen. */
export const signatureUse = z.enum(['new', 'reply'])
export type SignatureUse = z.infer<typeof signatureUse>

const flags = { isDefault: z.boolean().optional(), isReplyDefault: z.boolean().optional() }

export const signatures = {
  forCompose: endpoint({
    id: 'E49',
    method: 'POST',
    path: 'mail/main/sign/get',
    summary:
      'The signature for a mail: that of an id, or the one chosen for its write mode; with where it stands (signPosition)',
    guard: 'session',
    member: 'read',
    body: z
      .object({ type: writeMode.default('new'), signId: id.optional(), emailAddr: ownAddress })
      .optional(),
    reply: z.object({
      signature: mailSignature.nullable(),
      /** Above the quoted original, or at the very end. */
      position: z.enum(['above', 'below']),
    }),
    errors: ['item.not-found', 'address.not-yours'],
    rate: { max: 300, perSeconds: 60 },
  }),
  list: endpoint({
    id: 'E134',
    method: 'GET',
    path: 'mail/main/sign/list',
    summary: 'Own signatures',
    guard: 'session',
    member: 'read',
    query: z.object({ emailAddr: ownAddress }),
    reply: z.object({ list: z.array(signature) }),
    errors: ['address.not-yours'],
  }),
  listSystem: endpoint({
    id: 'E135',
    method: 'GET',
    path: 'mail/main/sign/listSystem',
    summary: 'Signatures of the organisation',
    guard: 'session',
    member: 'read',
    query: z.object({ emailAddr: ownAddress }),
    reply: z.object({ list: z.array(signature) }),
    errors: ['address.not-yours'],
  }),
  save: endpoint({
    id: 'E136',
    method: 'POST',
    path: 'mail/main/sign/save',
    summary: 'Make a signature, or change one by its signId; the flags make it the default',
    guard: 'session',
    member: 'full',
    body: z.object({
      signId: id.optional(),
      name: text(limits.signatureName),
      content: text(limits.signature),
      ...flags,
      emailAddr: ownAddress,
    }),
    reply: signature,
    errors: [
      'sign.no-name',
      'sign.empty',
      'sign.too-many',
      'sign.system',
      'item.not-found',
      'address.not-yours',
    ],
  }),
  remove: endpoint({
    id: 'E137',
    method: 'POST',
    path: 'mail/main/sign/delete',
    summary: 'Delete one of the own signatures',
    guard: 'session',
    member: 'full',
    body: z.object({ signId: id, emailAddr: ownAddress }),
    reply: nothing,
    errors: ['sign.system', 'item.not-found', 'address.not-yours'],
  }),
  choose: endpoint({
    id: 'X113',
    method: 'POST',
    path: 'mail/main/sign/default',
    summary:
      'Choose the signature of new mails or of answers: an own one, one of the organisation, or none',
    guard: 'session',
    member: 'full',
    body: z.object({ use: signatureUse, signId: id.nullable(), emailAddr: ownAddress }),
    reply: nothing,
    errors: ['item.not-found', 'address.not-yours'],
  }),
}
