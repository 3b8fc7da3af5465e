import { text } from '@hongyan/contract/fields'
import { limits } from '@hongyan/contract/limits'
import type { Database } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import type { AccountId } from '../../platform/ids.ts'
import { feedbackSince, insertFeedback } from './feedback.queries.ts'

const atOnce = 1_000
const longest = 20_000

/** Words to the administrator, who reads them on the command line. */
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
    since: (since: Date) => feedbackSince(database, since, atOnce),
  }
}
