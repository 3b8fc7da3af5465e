import { limits } from '@hongyan/contract/limits'
import type { SentCopy } from '../../mailstore/messages/sent-copies.queries.ts'
import type { Viewer } from '../../mailstore/types.ts'
import type { AccountId, SubmissionId } from '../../platform/ids.ts'
import { writesAs } from '../directory/directory.public.ts'
import type { ComposeDeps } from './compose-deps.ts'
import type { ComposeContent, Writer } from './content/compose-content.ts'
import { encryptedEntity } from './content/encrypted-mail.ts'
import { type OwnText, takeOwnText } from './content/own-texts.ts'
import { sweepSentDrafts } from './drafts/drafts.queries.ts'
import { removeDrafts, type SaveRequest, saveDraft } from './drafts/drafts.service.ts'
import { emptyProtected } from './drafts/empty-protected.ts'
import { type StartRequest, start } from './drafts/start.service.ts'
import {
  type CancelRequest,
  cancel,
  resend,
  shownRecipients,
  submissionState,
} from './outgoing/cancel.service.ts'
import { type QuickReply, quickReply } from './outgoing/quick-reply.service.ts'
import { type SendRequest, send } from './outgoing/send.service.ts'
import { sentCopies } from './outgoing/sent-copy.ts'
import { type RawSubmission, submitRaw } from './outgoing/submit-raw.ts'
import { suffixList } from './uploads/file-rules.ts'
import {
  type ChunkPlace,
  createResumableUploads,
  type FinishUpload,
  type StartUpload,
} from './uploads/resumable.service.ts'
import { createUploads, type IncomingFile } from './uploads/uploads.service.ts'
import { createWaitingFiles, type FileDeps } from './uploads/waiting-files.ts'

const day = 24 * 3_600_000

export type Compose = ReturnType<typeof createCompose>

type Options = Omit<ComposeDeps, 'files'> & FileDeps

/** Writing and sending: drafts, files, the ways to begin a mail, and the door to the outbox. */
export function createCompose(options: Options) {
  const files = createWaitingFiles(options)
  const uploads = createUploads(files)
  const resumable = createResumableUploads({ ...options, files })
  const refusedFor = async (writer: Writer) =>
    suffixList((await settings.of(writer.personId)).controlFileTypes)
  const deps: ComposeDeps = { ...options, files }
  const { settings, directory, database, clock } = options

  return {
    params: async (writer: Writer) => {
      const chosen = await settings.of(writer.personId)
      const user = await directory.user(writer.userId)
      const { required, labels } = await options.approval.sensitivity.inUse(writer.accountId)
      return {
        // The own address first.
        from: (await directory.addressesOf(writer.accountId)).map((address) => ({
          name: writesAs(user),
          address,
        })),
        maxAttachments: limits.attachments,
        maxUpload: limits.upload,
        maxMessage: limits.message,
        maxRecipients: limits.recipients,
        refusedSuffixes: suffixList(chosen.controlFileTypes),
        undoSendSeconds: chosen.undoSendSeconds,
        sensitivity: labels.length > 0 ? { required, labels } : null,
      }
    },
    saveDraft: (writer: Writer, request: SaveRequest) => saveDraft(deps, writer, request),
    removeDrafts: (writer: Writer, mailIds: readonly number[]) =>
      removeDrafts(deps, writer, mailIds),
    send: (writer: Writer, request: SendRequest) => send(deps, writer, request),
    /** A mail program's submission: the message as it was written. */
    submitRaw: (submission: RawSubmission) => submitRaw(deps, submission),
    /** Messages in Sent that are the one which a program files there, where that was submitted just now. */
    submittedCopies: (accountId: AccountId, raw: Buffer): Promise<SentCopy[]> =>
      sentCopies(deps, accountId, { raw, of: 'submission' }),
    entity: (writer: Writer, content: ComposeContent) => encryptedEntity(deps, writer, content),
    quickReply: (writer: Writer, request: QuickReply) => quickReply(deps, writer, request),
    cancel: (writer: Writer, request: CancelRequest) => cancel(deps, writer, request),
    resend: (writer: Writer, mailId: number) => resend(deps, writer, mailId),
    submission: (writer: Writer, submissionId: number) =>
      submissionState(deps, writer, submissionId),
    start: (writer: Writer, request: StartRequest) => start(deps, writer, request),

    addFile: async (writer: Writer, receive: () => Promise<IncomingFile>) =>
      uploads.addFile(writer.accountId, receive, await refusedFor(writer)),
    /** Uploads in chunks. */
    startUpload: async (writer: Writer, request: StartUpload) =>
      resumable.start(writer, request, await refusedFor(writer)),
    putChunk: (writer: Writer, place: ChunkPlace, receive: () => Promise<IncomingFile>) =>
      resumable.put(writer.accountId, place, receive),
    uploadState: (writer: Writer, uploadId: number) => resumable.state(writer.accountId, uploadId),
    finishUpload: async (writer: Writer, request: FinishUpload) =>
      resumable.finish(writer, request, await refusedFor(writer)),
    abortUpload: (writer: Writer, uploadId: number) => resumable.abort(writer.accountId, uploadId),
    addPicture: (writer: Writer, receive: () => Promise<IncomingFile>) =>
      uploads.addPicture(writer.accountId, receive),
    /** Makes the pictures of a signature or a template files of a mail. */
    takeOwnText: (accountId: AccountId, ownText: OwnText) => takeOwnText(files, accountId, ownText),
    renameFile: (writer: Writer, fileId: number, fileName: string) =>
      files.rename(writer, fileId, fileName),
    removeFile: (writer: Writer, fileId: number) => files.remove(writer, fileId),

    /** For the door of signed links: a waiting file, or null. */
    openUpload: (reader: Viewer, uploadId: number) => files.open(reader, uploadId),
    /** Recipients of a sent mail with their states, for its sender. */
    recipientsOf: (accountId: AccountId, id: SubmissionId) => shownRecipients(deps, accountId, id),

    /** Takes the text of protected mail away once it cannot come back; to be run every minute by one process. */
    emptyProtected: () => emptyProtected(deps),

    /** Housekeeping, to be run every hour by one process. */
    sweep: async (): Promise<void> => {
      await resumable.sweep()
      await files.sweep()
      const ago = (ms: number) => new Date(clock.now().getTime() - ms)
      await sweepSentDrafts(database, { emptyBefore: ago(day), forgetBefore: ago(30 * day) })
    },
  }
}
