import { assistant as api } from '@hongyan/contract/assistant'
import { assistantTypes, moreTypes } from '@hongyan/contract/assistant-wire'
import type { Http } from '../../platform/http/http.ts'
import type { Assistant } from './assistant.service.ts'

/** Requests to the assistant (E34 to E37): each is answered by a ticket, and over the socket by what was asked for. */
export function assistantRoutes(http: Http, assistant: Assistant): void {
  http.bind(api.write, ({ caller, body }) => {
    const { requestEmail, gist, size, tone, content, mailId } = body
    // G97: an answer, where there is something to answer.
    const isReply =
      body.type === assistantTypes.reply ||
      (body.type === undefined && (content !== undefined || mailId !== undefined))
    const mail = isReply ? { mail: { mailId, content: content ?? '' } } : {}
    return assistant.ticket(caller, body, {
      type: isReply ? assistantTypes.reply : assistantTypes.compose,
      draft: { requestEmail, gist, size, tone },
      ...mail,
    })
  })
  http.bind(api.summarise, ({ caller, body }) => {
    const { mailId, content } = body
    return assistant.ticket(caller, body, {
      type: assistantTypes.summary,
      mail: { mailId, content },
    })
  })
  http.bind(api.ask, ({ caller, body }) =>
    assistant.ticket(caller, body, { type: assistantTypes.chat, question: body.question }),
  )
  http.bind(api.check, ({ caller, body }) => {
    const { mailId, content, sender, subject } = body
    return assistant.ticket(caller, body, {
      type: assistantTypes.check,
      mail: { mailId, content, sender, subject },
    })
  })
  http.bind(api.mailbox, ({ caller, body }) =>
    assistant.ticket(caller, body, { type: moreTypes.mailbox, question: body.question }),
  )
  http.bind(api.brief, ({ caller, body }) =>
    assistant.ticket(caller, body, {
      type: moreTypes.brief,
      mail: { mailId: body.mailId, content: '' },
    }),
  )
}
