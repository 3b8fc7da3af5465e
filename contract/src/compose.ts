import { z } from 'zod'
import { authorisation, content, signPosition, writeMode } from './compose-content.ts'
import { treeDepartment } from './contacts.ts'
import { endpoint } from './endpoint.ts'
import { id, idList, instant, nothing, ownAddress, person, text } from './fields.ts'
import { limits } from './limits.ts'
import { recipientState } from './messages.ts'
import { sensitivityLabel } from './sensitivity-fields.ts'

/** A file that waits to be sent: uploaded, or taken from the mail that is forwarded. */
export const composeFile = z.object({
  fileId: z.number(),
  fileName: z.string(),
  size: z.number(),
  type: z.string(),
  /** Set for a picture shown in the body as `cid:<contentId>`. */
  contentId: z.string().nullable(),
  /** Signed for some minutes. */
  url: z.string(),
})
export type ComposeFile = z.infer<typeof composeFile>

export const draft = z.object({
  draftId: z.number(),
  mailId: z.number(),
  /** Grows with every save; pass it back so that two windows cannot overwrite each other. */
  version: z.number(),
})
export type DraftReply = z.infer<typeof draft>

/** A mail that was accepted. */
export const sent = z.object({
  submissionId: z.number(),
  mailId: z.number(),
  state: z.string(),
  /** Until when `cancel` brings it back; null when it leaves at once. */
  undoUntil: z.string().nullable(),
  /** When a scheduled mail leaves. */
  scheduledTime: z.string().nullable(),
})
export type Sent = z.infer<typeof sent>

/** Everything the composer needs to open. */
export const composeStart = z.object({
  /** An alias that it is from; '' for the own address. */
  mailFrom: z.string(),
  draftId: z.number().nullable(),
  version: z.number(),
  mailTo: z.array(person),
  mailCc: z.array(person),
  mailBcc: z.array(person),
  mailSubject: z.string(),
  html: z.string(),
  quotedHtml: z.string(),
  signHtml: z.string(),
  signId: z.number().nullable(),
  signPosition,
  paperId: z.string(),
  plainText: z.boolean(),
  files: z.array(composeFile),
  priority: z.enum(['low', 'normal', 'high']),
  needReceipt: z.boolean(),
  isSeparate: z.boolean(),
  /** `hasPassword`: there was a read password, to be given again: passwords are not kept. */
  authorisation: authorisation.extend({ hasPassword: z.boolean() }).nullable(),
  encrypt: z.boolean(),
  sensitivity: z.string(),
  sourceSensitivity: z.string(),
  /** For a scheduled mail that was opened to be edited, and so is cancelled: when it would have left. */
  scheduledTime: z.string().nullable(),
  writeMode,
  sourceMailId: z.number().nullable(),
})
export type ComposeStart = z.infer<typeof composeStart>

export const compose = {
  params: endpoint({
    id: 'E40',
    method: 'GET',
    path: 'mail/email/getWriteParams',
    summary: 'Limits and own addresses for the composer',
    guard: 'session',
    member: 'read',
    query: z.object({ emailAddr: ownAddress }),
    reply: z.object({
      from: z.array(person),
      maxAttachments: z.number(),
      maxUpload: z.number(),
      maxMessage: z.number(),
      maxRecipients: z.number(),
      refusedSuffixes: z.array(z.string()),
      undoSendSeconds: z.number(),
      /** The labels that a mail may have, the lightest first; null where the organisation has none. */
      sensitivity: z
        .object({ required: z.boolean(), labels: z.array(sensitivityLabel) })
        .nullable(),
    }),
    errors: ['address.not-yours'],
  }),
  saveDraft: endpoint({
    id: 'E45',
    method: 'POST',
    path: 'mail/email/drafts',
    summary: 'Save a draft; last writer is warned, never overwritten',
    guard: 'session',
    member: 'send',
    bodyLimit: 20 * 1024 * 1024,
    body: z.object({
      ...content,
      draftId: id.optional(),
      version: z.number().int().min(0).optional(),
      /** Under which it would be sent: what was sent under this key already is no draft any more. */
      sendKey: text(100).min(8).optional(),
      /**
       * When the text was read from the screen, by the writer's clock (ms since 1970). With it and `sendKey` a save
       * whose answer was lost may be made again: the same composer is never in conflict with itself.
       */
      writtenAt: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
    }),
    reply: draft,
    errors: [
      'draft.conflict',
      'draft.sent',
      'draft.left',
      'quota.full',
      'item.not-found',
      'compose.too-many-attachments',
      'compose.too-big',
      'address.not-yours',
    ],
  }),
  send: endpoint({
    id: 'E46',
    method: 'POST',
    path: 'mail/email/send',
    summary: 'Send: accepted once, then on its way through the outbox',
    guard: 'session',
    member: 'send',
    bodyLimit: 20 * 1024 * 1024,
    body: z.object({
      ...content,
      draftId: id.optional(),
      /** Sent again under its key, a mail is not sent twice: the answer is the submission of the first time. */
      sendKey: text(100).min(8),
      /** When it is to leave; absent: now. */
      scheduledTime: z.union([instant, z.literal('')]).optional(),
      /** With `encrypt`: the uploaded CMS object (RFC 8551) that leaves in place of the text and the files. */
      encryptedFileId: id.optional(),
    }),
    reply: sent,
    errors: [
      'approval.no-approver',
      'compose.bad-characters',
      'send.time-missing',
      'send.time-past',
      'send.time-far',
      'authorised.count',
      'authorised.days',
      'authorised.password-long',
      'keys.off',
      'encrypt.missing',
      'encrypt.bad-form',
      'encrypt.blind',
      'encrypt.separate',
      'encrypt.authorised',
      'mail.no-forward',
      'paper.gone',
      'compose.no-subject',
      'compose.subject-long',
      'compose.no-recipient',
      'compose.bad-address',
      'compose.too-many-recipients',
      'group.may-not-send',
      'group.not-protected',
      'compose.too-many-attachments',
      'compose.duplicate-name',
      'compose.too-big',
      'draft.sent',
      'quota.full',
      'item.not-found',
      'address.not-yours',
      'sensitivity.missing',
    ],
    rate: { max: 300, perSeconds: 60 },
  }),
  quickSend: endpoint({
    id: 'E48',
    method: 'POST',
    path: 'mail/email/quickSend',
    summary: 'Quick reply: the text alone comes from the reader, the server adds the original',
    guard: 'session',
    member: 'send',
    body: z.object({
      type: z.enum(['reply', 'replyAll']),
      /** Folder in which the answered message lies. */
      box: id.optional(),
      mailId: id,
      fasthuifuContent: text(limits.quickReply),
      sendKey: text(100).min(8),
      emailAddr: ownAddress,
    }),
    reply: sent,
    errors: [
      'approval.no-approver',
      'draft.sent',
      'compose.empty',
      'compose.no-recipient',
      'compose.too-many-recipients',
      'group.may-not-send',
      'group.not-protected',
      'compose.too-big',
      'quota.full',
      'item.not-found',
      'address.not-yours',
      'sensitivity.missing',
    ],
    rate: { max: 300, perSeconds: 60 },
  }),
  cancel: endpoint({
    id: 'E58',
    method: 'POST',
    path: 'mail/email/cancel',
    summary:
      'Take a mail back: one that waits becomes a draft again, one that left is recalled from colleagues who have not read it',
    guard: 'session',
    member: 'send',
    body: z.object({
      submissionId: id.optional(),
      /** The sent copy, in place of the submission. */
      mailId: id.optional(),
      /** `undo`: only while it waits. */
      type: z.enum(['auto', 'undo']).default('auto'),
      emailAddr: ownAddress,
    }),
    reply: z.object({
      result: z.enum(['cancelled', 'recalled']),
      /** The draft that a waiting mail became. */
      draftId: z.number().nullable(),
      /** State of the mail, and what the recall came to for each recipient. */
      state: z.string(),
      recipients: z.array(recipientState),
    }),
    errors: ['send.not-cancellable', 'recall.too-late', 'item.not-found', 'address.not-yours'],
  }),
  resend: endpoint({
    id: 'X80',
    method: 'POST',
    path: 'mail/email/resend',
    summary: 'Try again to deliver a mail to those recipients who did not get it',
    guard: 'session',
    member: 'send',
    body: z.object({ mailId: id, emailAddr: ownAddress }),
    reply: z.object({ count: z.number() }),
    errors: [
      'send.nobody-left',
      'item.not-found',
      'address.not-yours',
      'policy.blocked',
      'policy.encrypt',
      'policy.since',
      'alarms.held',
    ],
  }),
  submission: endpoint({
    id: 'X1',
    method: 'GET',
    path: 'mail/email/submission',
    summary: 'State of an outgoing message and of each of its recipients',
    guard: 'session',
    member: 'read',
    query: z.object({ submissionId: id, emailAddr: ownAddress }),
    reply: z.object({
      submissionId: z.number(),
      state: z.string(),
      /** When a scheduled mail leaves. */
      scheduledTime: z.string().nullable(),
      /** Until when it may be recalled; null when it may not. */
      recallUntil: z.string().nullable(),
      recipients: z.array(recipientState),
    }),
    errors: ['item.not-found', 'address.not-yours'],
  }),
  deleteDrafts: endpoint({
    id: 'E81',
    method: 'POST',
    path: 'mail/email/draftdelete',
    summary:
      'Delete drafts for good; of a member who may not delete for good they go to the recycle bin',
    guard: 'session',
    member: 'send',
    body: z.object({ mailIds: idList, emailAddr: ownAddress }),
    reply: z.object({ count: z.number() }),
    errors: ['mail.none-selected', 'mail.not-draft', 'item.not-found', 'address.not-yours'],
  }),
  start: endpoint({
    id: 'E53',
    method: 'POST',
    path: 'mail/email/{type}',
    summary:
      'Begin a mail in a write mode: recipients, subject and quoted original of the source message',
    guard: 'session',
    member: 'send',
    params: z.object({ type: writeMode }),
    body: z.object({
      mailId: id.optional(),
      /** With editAgain: the draft itself, because its mailId changes with every save. */
      draftId: id.optional(),
      emailAddr: ownAddress,
    }),
    reply: composeStart,
    errors: ['item.not-found', 'mail.no-forward', 'request.not-found', 'address.not-yours'],
  }),
  upload: endpoint({
    id: 'E51',
    method: 'POST',
    path: 'file/upload',
    summary: 'Upload one attachment (multipart field `file`); optional `sha256` field is checked',
    guard: 'session',
    member: 'send',
    kind: 'upload',
    bodyLimit: limits.upload + 64 * 1024,
    reply: composeFile,
    errors: [
      'upload.too-big',
      'upload.empty',
      'upload.suffix',
      'upload.integrity',
      'upload.full',
      'request.invalid',
    ],
  }),
  uploadPicture: endpoint({
    id: 'E41',
    method: 'POST',
    path: 'file/uploadMailPicture',
    summary: 'Upload a picture for the body (multipart field `file`, at most 2M)',
    guard: 'session',
    member: 'send',
    kind: 'upload',
    bodyLimit: limits.picture + 64 * 1024,
    reply: composeFile,
    errors: [
      'upload.picture-too-big',
      'upload.empty',
      'upload.not-picture',
      'upload.full',
      'request.invalid',
    ],
  }),
  removeUpload: endpoint({
    id: 'E52',
    method: 'POST',
    path: 'file/uploaddel',
    summary: 'Remove an uploaded file that has not been sent',
    guard: 'session',
    member: 'send',
    body: z.object({ fileId: id, emailAddr: ownAddress }),
    reply: nothing,
    errors: ['item.not-found', 'address.not-yours'],
  }),
  suggest: endpoint({
    id: 'E43',
    method: 'GET',
    path: 'contact/list/suggest',
    summary:
      'People whose name, pinyin or address begins with what was typed: colleagues first, then correspondents',
    guard: 'session',
    member: 'read',
    query: z.object({ keyword: text(100), emailAddr: ownAddress }),
    reply: z.object({
      list: z.array(
        z.object({
          name: z.string(),
          address: z.string(),
          department: z.string(),
          colleague: z.boolean(),
        }),
      ),
      /** Departments that can be written to as a whole. */
      departments: z.array(treeDepartment),
      /** Mail groups, also those that the caller may not write to. */
      groups: z.array(
        z.object({
          name: z.string(),
          address: z.string(),
          memberCount: z.number(),
          maySend: z.boolean(),
        }),
      ),
    }),
    errors: ['address.not-yours'],
    rate: { max: 600, perSeconds: 60 },
  }),
}
