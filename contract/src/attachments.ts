import { z } from 'zod'
import { composeFile } from './compose.ts'
import { endpoint } from './endpoint.ts'
import { id, ownAddress, text } from './fields.ts'

export const attachments = {
  rename: endpoint({
    id: 'X87',
    method: 'POST',
    path: 'file/uploadrename',
    summary: 'Give an attachment that has not been sent another name; its ending stays',
    guard: 'session',
    member: 'send',
    body: z.object({ fileId: id, fileName: text(255), emailAddr: ownAddress }),
    reply: composeFile,
    errors: ['upload.ending', 'upload.no-name', 'item.not-found', 'address.not-yours'],
  }),
}
