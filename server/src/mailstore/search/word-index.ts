import type { Database } from '../../platform/db/pool.ts'
import { messageOf } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import { settleNewWords } from './word-index.queries.ts'

/** Long enough to gather the mails of a burst (each word is settled once for all of them), short enough that a search seldom reads a long list. */
const pauseMs = 3000

/**
 * Words of new mails wait in a list that every search reads from end to end (GIN fast update). Left alone, the
 * delivery that fills it up puts all of them in their places and is late by a tenth of a second: here that is done
 * beside the deliveries, shortly after they came.
 */
export interface WordIndex {
  /** New words were committed. */
  grew(): void
  /** Settles what waits, then ends. */
  stop(): Promise<void>
}

export function createWordIndex({ database, log }: { database: Database; log: Log }): WordIndex {
  let timer: NodeJS.Timeout | null = null
  let work: Promise<void> | null = null
  let more = false
  let stopped = false

  const settle = (): void => {
    timer = null
    work = settleNewWords(database)
      .then(() => undefined)
      // The list only grows longer: the next mail, or the database's own vacuum, sees to it.
      .catch((thrown) => log.debug({ reason: messageOf(thrown) }, 'new words were not settled'))
      .finally(() => {
        work = null
        if (more && !stopped) schedule()
      })
  }
  const schedule = (): void => {
    more = false
    timer = setTimeout(settle, pauseMs)
    timer.unref()
  }

  return {
    grew: () => {
      if (timer || stopped) return
      if (work) more = true
      else schedule()
    },
    stop: async () => {
      stopped = true
      await work
      // After a load by a command no other mail may come for hours, and each search would read that list.
      if (!timer && !more) return
      if (timer) clearTimeout(timer)
      settle()
      await work
    },
  }
}
