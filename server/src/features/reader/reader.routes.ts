import { reader as contract, pictureMembers } from '@hongyan/contract/reader'
import { refuseMember } from '../../platform/http/caller.ts'
import type { Http } from '../../platform/http/http.ts'
import { untrustedFileHeaders } from '../../platform/http/security-headers.ts'
import { fileHeaders } from '../messages/messages.public.ts'
import type { Reader } from './reader.service.ts'

/** Pictures, previews, zip, receipts and unsubscribing. */
export function readerRoutes(http: Http, reader: Reader): void {
  http.bind(contract.pictures, ({ caller, body }) => {
    refuseMember(caller, pictureMembers[body.allow])
    return reader.pictures(caller, body)
  })
  http.bind(contract.picture, async ({ params }) => {
    const { bytes, type } = await reader.openPicture(params.ticket)
    return {
      bytes,
      headers: { ...untrustedFileHeaders, 'Content-Type': type, 'Content-Disposition': 'inline' },
    }
  })
  http.bind(contract.pictureSenders, ({ caller, query }) => reader.pictureSenders(caller, query))
  http.bind(contract.removePictureSender, async ({ caller, body }) => {
    await reader.removePictureSender(caller, body.address)
    return {}
  })
  http.bind(contract.preview, ({ caller, params }) => reader.preview(caller, params.id))
  http.bind(contract.zip, async ({ params }) => {
    const { stream, name } = await reader.zip(params.ticket)
    const headers = fileHeaders({ name, type: 'application/zip', inline: false })
    return { bytes: stream, headers: { ...untrustedFileHeaders, ...headers } }
  })
  http.bind(contract.unsubscribe, async ({ caller, body }) => {
    await reader.unsubscribe(caller, body.mailId)
    return {}
  })
  http.bind(contract.receipt, async ({ caller, body }) => {
    await reader.answerReceipt(caller, body.mailId, body.answer)
    return {}
  })
}
