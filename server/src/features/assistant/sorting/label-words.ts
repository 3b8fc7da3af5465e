import type { Mailstore } from '../../../mailstore/mailstore.ts'
import type { Database } from '../../../platform/db/pool.ts'
import { AppError } from '../../../platform/errors.ts'
import { asId } from '../../../platform/ids.ts'
import type { Caller } from '../assistant-options.ts'
import { keepWords, wordsOfLabel } from './label-words.queries.ts'

interface Options {
  database: Database
  mailstore: Pick<Mailstore, 'label'>
}

export type LabelWords = ReturnType<typeof createLabelWords>

/** What people say belongs under their labels. */
export function createLabelWords({ database, mailstore }: Options) {
  return {
    /** '' where nothing was said. @throws label.not-found */
    of: async (caller: Caller, labelId: number): Promise<string> => {
      if (!(await mailstore.label(caller, asId(labelId)))) throw new AppError('label.not-found')
      return wordsOfLabel(database, caller.accountId, asId(labelId))
    },
    /** @throws label.not-found */
    keep: async (caller: Caller, labelId: number, words: string): Promise<void> => {
      const kept = await keepWords(database, caller.accountId, { labelId: asId(labelId), words })
      if (kept === 0) throw new AppError('label.not-found')
    },
  }
}
