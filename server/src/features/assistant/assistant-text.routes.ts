import { assistantText as api } from '@hongyan/contract/assistant-text'
import { textTypes } from '@hongyan/contract/assistant-wire'
import type { Http } from '../../platform/http/http.ts'
import type { Assistant } from './assistant.service.ts'

/** What is done with texts beyond the five: answered by a ticket, and over the socket, as they are. */
export function assistantTextRoutes(http: Http, assistant: Assistant): void {
  http.bind(api.rewrite, ({ caller, body }) => {
    const { way, text, answers, answerIn } = body
    const asked = { user: '', answerIn }
    const mail = answers === undefined ? {} : { mail: { mailId: answers, content: '' } }
    return way === 'subject'
      ? assistant.ticket(caller, asked, {
          type: textTypes.subject,
          further: { is: 'subject', text },
          ...mail,
        })
      : assistant.ticket(caller, asked, {
          type: textTypes.rewrite,
          further: { is: 'rewrite', way, text },
          ...mail,
        })
  })
  http.bind(api.translate, ({ caller, body }) => {
    const { mailId, to, pieces, answerIn } = body
    return assistant.ticket(
      caller,
      { user: '', answerIn },
      {
        type: textTypes.translate,
        further: { is: 'translate', to, pieces },
        mail: { mailId, content: '' },
      },
    )
  })
  http.bind(api.answers, ({ caller, body: { mailId, answerIn } }) =>
    assistant.ticket(
      caller,
      { user: '', answerIn },
      { type: textTypes.answers, further: { is: 'answers' }, mail: { mailId, content: '' } },
    ),
  )
}
