import { lists } from '@hongyan/contract/lists'
import { messages as contract } from '@hongyan/contract/messages'
import type { Http } from '../../platform/http/http.ts'
import { untrustedFileHeaders } from '../../platform/http/security-headers.ts'
import { disposition, fileHeaders } from './message-files.ts'
import type { Messages } from './messages.service.ts'
import { smallInText } from './picture-sheet.ts'

/** Lists, reading, actions and files of messages. */
export function messageRoutes(http: Http, messages: Messages): void {
  listRoutes(http, messages)
  actionRoutes(http, messages)
  http.bind(contract.detail, ({ caller, query }) => messages.detail(caller, query))
  http.bind(contract.exportMail, async ({ caller, body }) => {
    const { name, type, bytes } = await messages.exportMail(caller, body)
    const headers = { 'Content-Type': type, 'Content-Disposition': disposition('attachment', name) }
    return { bytes, headers: { ...untrustedFileHeaders, ...headers } }
  })
  http.bind(contract.download, async ({ params }) => {
    const file = await messages.openFile(params.ticket)
    return { bytes: file.bytes, headers: { ...untrustedFileHeaders, ...fileHeaders(file) } }
  })
  http.bind(contract.showPicture, async ({ params, query }) => {
    const opened = await messages.openFile(params.id)
    const file = query.place === 'text' ? smallInText(opened) : opened
    return { bytes: file.bytes, headers: { ...untrustedFileHeaders, ...fileHeaders(file) } }
  })
}

function listRoutes(http: Http, messages: Messages): void {
  http.bind(contract.list, ({ caller, query }) => messages.list(caller, query))
  http.bind(lists.favorites, ({ caller, query }) => messages.favorites(caller, query))
  http.bind(lists.quick, ({ caller, query }) => messages.quick(caller, query))
  http.bind(lists.related, ({ caller, query }) => messages.related(caller, query))
  http.bind(lists.thread, ({ caller, query }) => messages.thread(caller, query.threadId))
}

function actionRoutes(http: Http, messages: Messages): void {
  http.bind(contract.seen, ({ caller, body: { seen, ...selection } }) =>
    messages.mark(caller, selection, { flag: 'seen', value: seen }),
  )
  http.bind(contract.star, ({ caller, body: { starred, ...selection } }) =>
    messages.mark(caller, selection, { flag: 'starred', value: starred }),
  )
  http.bind(contract.pin, ({ caller, body: { pinned, ...selection } }) =>
    messages.mark(caller, selection, { flag: 'pinned', value: pinned }),
  )
  http.bind(contract.color, ({ caller, body: { color, ...selection } }) =>
    messages.mark(caller, selection, { flag: 'color', value: color }),
  )
  http.bind(contract.move, ({ caller, body: { targetMailboxId, ...selection } }) =>
    messages.move(caller, selection, targetMailboxId),
  )
  http.bind(contract.recycle, ({ caller, body }) => messages.recycle(caller, body))
  http.bind(contract.archive, ({ caller, body }) => messages.archive(caller, body))
  http.bind(contract.restore, ({ caller, body }) => messages.restore(caller, body))
  http.bind(contract.spam, ({ caller, body }) => messages.spam(caller, body))
  http.bind(contract.destroy, ({ caller, body }) => messages.destroy(caller, body))
}
