import { attachments } from '@hongyan/contract/attachments'
import { compose as contract } from '@hongyan/contract/compose'
import type { Endpoint } from '@hongyan/contract/endpoint'
import { smime } from '@hongyan/contract/smime'
import { uploads } from '@hongyan/contract/uploads'
import type { Context, Http } from '../../platform/http/http.ts'
import { base64InTurns } from '../../platform/in-turns.ts'
import { textInPieces } from '../../platform/json/json-in-turns.ts'
import type { Compose } from './compose.service.ts'
import type { Writer } from './content/compose-content.ts'
import { uploadLimits } from './uploads/uploads.service.ts'

const writerOf = ({ caller, language }: Context<Endpoint>): Writer => ({
  userId: caller.userId,
  personId: caller.person.userId,
  personAccountId: caller.person.accountId,
  member: caller.level && { ...caller.person, level: caller.level },
  accountId: caller.accountId,
  sessionId: caller.sessionId,
  hidden: caller.hidden,
  address: caller.address,
  language,
})

/** Drafts, uploads, sending (E40-E46, E48, E51-E53, E58, E81, X1, X80, X87, X91-X95, X97). */
export function composeRoutes(http: Http, compose: Compose): void {
  http.bind(contract.params, (context) => compose.params(writerOf(context)))
  http.bind(contract.saveDraft, (context) => {
    const { draftId, version, sendKey, writtenAt, emailAddr: _own, ...content } = context.body
    const identity = { draftId, version, sendKey, writtenAt }
    return compose.saveDraft(writerOf(context), { content, ...identity })
  })
  http.bind(contract.send, (context) => {
    const { emailAddr: _own, ...request } = context.body
    const { draftId, sendKey, scheduledTime, encryptedFileId, ...content } = request
    const how = { draftId, sendKey, scheduledTime, encryptedFileId }
    return compose.send(writerOf(context), { content, ...how })
  })
  http.bind(smime.entity, async (context) => {
    const { emailAddr: _own, ...content } = context.body
    const entity = await compose.entity(writerOf(context), content)
    return { entity: textInPieces(await base64InTurns(entity)) }
  })
  http.bind(contract.quickSend, (context) => compose.quickReply(writerOf(context), context.body))
  http.bind(contract.cancel, (context) => compose.cancel(writerOf(context), context.body))
  http.bind(contract.resend, (context) => compose.resend(writerOf(context), context.body.mailId))
  http.bind(contract.submission, (context) =>
    compose.submission(writerOf(context), context.query.submissionId),
  )
  http.bind(contract.deleteDrafts, (context) =>
    compose.removeDrafts(writerOf(context), context.body.mailIds),
  )
  http.bind(contract.start, (context) => {
    const { mailId, draftId } = context.body
    return compose.start(writerOf(context), { mode: context.params.type, mailId, draftId })
  })
  http.bind(contract.upload, (context) =>
    compose.addFile(writerOf(context), () => context.file(uploadLimits.file)),
  )
  http.bind(contract.uploadPicture, (context) =>
    compose.addPicture(writerOf(context), () => context.file(uploadLimits.picture)),
  )
  http.bind(attachments.rename, (context) => {
    const { fileId, fileName } = context.body
    return compose.renameFile(writerOf(context), fileId, fileName)
  })
  http.bind(contract.removeUpload, async (context) => {
    await compose.removeFile(writerOf(context), context.body.fileId)
    return {}
  })
  http.bind(uploads.start, (context) => compose.startUpload(writerOf(context), context.body))
  http.bind(uploads.chunk, (context) =>
    compose.putChunk(writerOf(context), context.query, () => context.file(uploadLimits.chunk)),
  )
  http.bind(uploads.state, (context) =>
    compose.uploadState(writerOf(context), context.query.uploadId),
  )
  http.bind(uploads.finish, (context) => compose.finishUpload(writerOf(context), context.body))
  http.bind(uploads.abort, async (context) => {
    await compose.abortUpload(writerOf(context), context.body.uploadId)
    return {}
  })
}
