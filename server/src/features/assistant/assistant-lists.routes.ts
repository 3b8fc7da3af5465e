import { assistantLists as api } from '@hongyan/contract/assistant-lists'
import { listTypes } from '@hongyan/contract/assistant-wire'
import type { Http } from '../../platform/http/http.ts'
import type { Assistant } from './assistant.service.ts'
import type { LabelWords } from './sorting/label-words.ts'

/** What is asked of many mails: answered by a ticket, and over the socket. */
export function assistantListRoutes(
  http: Http,
  assistant: Assistant,
  labelWords: LabelWords,
): void {
  http.bind(api.daily, ({ caller, body: { answerIn } }) =>
    assistant.ticket(caller, { user: '', answerIn }, { type: listTypes.daily }),
  )
  http.bind(api.labelWords, async ({ caller, query: { labelId } }) => ({
    words: await labelWords.of(caller, labelId),
  }))
  http.bind(api.sort, async ({ caller, body }) => {
    const { labelId, words, mailIds, answerIn } = body
    const sorting = { labelId, words, mailIds: [...new Set(mailIds)] }
    const wish = { type: listTypes.sorting, sorting }
    const ticket = await assistant.ticket(caller, { user: '', answerIn }, wish)
    await labelWords.keep(caller, labelId, words)
    return ticket
  })
}
