import { messages as contract } from '@hongyan/contract/messages'
import type { Http } from '../../platform/http/http.ts'
import { untrustedFileHeaders } from '../../platform/http/security-headers.ts'
import type { OpenedFile } from './message-files.ts'
import type { Messages } from './messages.service.ts'

/** Lists, reading, actions and files of messages. */
export function messageRoutes(http: Http, messages: Messages): void {
  http.bind(contract.list, ({ caller, query }) => messages.list(caller, query))
  http.bind(contract.detail, ({ caller, query }) => messages.detail(caller, query))
  http.bind(contract.seen, ({ caller, body: { seen, ...selection } }) =>
    messages.setFlag(caller, { selection, flag: 'seen', value: seen }),
  )
  http.bind(contract.star, ({ caller, body: { starred, ...selection } }) =>
    messages.setFlag(caller, { selection, flag: 'starred', value: starred }),
  )
  http.bind(contract.move, ({ caller, body: { targetMailboxId, ...selection } }) =>
    messages.move(caller, selection, targetMailboxId),
  )
  http.bind(contract.recycle, ({ caller, body }) => messages.recycle(caller, body))
  http.bind(contract.destroy, ({ caller, body }) => messages.destroy(caller, body))
  http.bind(contract.download, async ({ params }) => {
    const file = await messages.openFile(params.ticket)
    return { bytes: file.bytes, headers: { ...untrustedFileHeaders, ...fileHeaders(file) } }
  })
}

/** Kinds a browser may draw in place; everything else is only ever saved (T4). No SVG: it is a document. */
const drawable = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/bmp'])

function fileHeaders({ name, type, inline }: OpenedFile): Record<string, string> {
  const shown = inline && drawable.has(type)
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16)}`,
  )
  return {
    'Content-Type': shown ? type : 'application/octet-stream',
    'Content-Disposition': `${shown ? 'inline' : 'attachment'}; filename="${ascii}"; filename*=UTF-8''${encoded}`,
  }
}
