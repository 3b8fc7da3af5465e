import { text } from '@hongyan/contract/fields'
import { limits } from '@hongyan/contract/limits'
import type { Database } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import type { AccountId, OrganisationId } from '../../platform/ids.ts'
import {
  feedbackById,
  feedbackInbox,
  feedbackSince,
  type InboxRow,
  insertFeedback,
  markFeedback,
  openFeedback,
} from './feedback.queries.ts'

const atOnce = 1_000
const longest = 20_000

/** Words to the administrator, who reads them in the console or on the command line. */
export type Feedback = ReturnType<typeof createFeedback>

export function createFeedback({ database }: { database: Database }) {
  return {
    /** @throws feedback.empty, feedback.long, request.invalid */
    send: async (
      accountId: AccountId,
      { content = '', client }: { content: string | undefined; client: string },
    ): Promise<void> => {
      const words = content.replace(/\r\n?/g, '\n').trim()
      if (words === '') throw new AppError('feedback.empty')
      if (words.length > limits.feedback)
        throw new AppError('feedback.long', { max: String(limits.feedback) })
      if (!text(longest).safeParse(words).success)
        throw new AppError('request.invalid', { detail: 'content' })
      await insertFeedback(database, accountId, { content: words, client })
    },
    inbox: (id: OrganisationId, wanted: Parameters<typeof feedbackInbox>[2]) =>
      feedbackInbox(database, id, wanted),
    open: (id: OrganisationId) => openFeedback(database, id),
    /** @throws item.not-found */
    one: async (organisation: OrganisationId, id: number): Promise<InboxRow> => {
      const row = await feedbackById(database, organisation, id)
      if (!row) throw new AppError('item.not-found')
      return row
    },
    mark: (id: number, how: Parameters<typeof markFeedback>[2]) => markFeedback(database, id, how),
    since: (since: Date) => feedbackSince(database, since, atOnce),
  }
}
