import type { Database } from '../../platform/db/pool.ts'
import { messageOf } from '../../platform/errors.ts'
import type { AccountId } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Log } from '../../platform/log.ts'
import type { Change } from '../types.ts'
import { settleWords } from './word-index.queries.ts'

/** When no mail came for so long, the words of all that wait are settled. */
const quietMs = 3_000
/** Also while mail comes without a pause nobody's words wait longer. */
const longestMs = 20_000
/** A search reads the mails of its mailbox that wait one by one: when there are so many, they are settled at once. */
const mostWaiting = 400
/** So many at once: a word that several of them hold is put in its place once. Nobody who deletes one waits long. */
const batch = 128

/**
 * The words of a new mail are written with it, but their places in the index are made beside the deliveries, for many mails
 * at once (ADR 5). A search reads the words of mails that wait themselves, so each mail is found as soon as it is there.
 */
export interface WordIndex {
  /** New words were committed. */
  grew(changes: readonly Change[]): void
  /** Settles what waits, then ends. */
  stop(): Promise<void>
}

interface Options {
  database: Database
  jobs: Jobs
  log: Log
}

export function createWordIndex({ database, jobs, log }: Options): WordIndex {
  const waiting = new Map<AccountId, number>()
  let first = 0
  let timer: NodeJS.Timeout | null = null
  let work: Promise<void> | null = null
  let stopped = false

  /** Of one mailbox or of all. */
  const settle = async (accountId: AccountId | null): Promise<void> => {
    let count = batch
    while (count === batch) {
      count = await database.transaction((tx) => settleWords(tx, { accountId, limit: batch }))
    }
  }
  const run = async (): Promise<void> => {
    try {
      // At the end all are settled.
      const full = stopped ? [] : [...waiting].filter(([, count]) => count >= mostWaiting)
      for (const [accountId] of full) {
        waiting.delete(accountId)
        await settle(accountId)
      }
      if (full.length > 0) return
      waiting.clear()
      await settle(null)
    } catch (thrown) {
      // They wait on, and are found meanwhile: the next mail or the clock sees to them.
      log.debug({ reason: messageOf(thrown) }, 'new words were not settled')
    }
  }
  const start = (): void => {
    if (timer) clearTimeout(timer)
    timer = null
    work ??= run().finally(() => {
      work = null
      if (waiting.size > 0 && !stopped) plan()
    })
  }
  const plan = (): void => {
    if (work) return
    if ([...waiting.values()].some((count) => count >= mostWaiting)) {
      start()
      return
    }
    const now = Date.now()
    if (timer) clearTimeout(timer)
    else first = now
    timer = setTimeout(start, Math.min(quietMs, Math.max(0, first + longestMs - now))).unref()
  }

  // What a killed process left, whichever process it was.
  jobs.every('* * * * *', 'settle-words', () => settle(null))
  return {
    grew: (changes) => {
      for (const { accountId, kind, messageIds } of changes) {
        if (kind === 'added')
          waiting.set(accountId, (waiting.get(accountId) ?? 0) + messageIds.length)
      }
      if (waiting.size > 0 && !stopped) plan()
    },
    stop: async () => {
      stopped = true
      await work
      // After a load by a command no other mail may come for hours, and each search would read what waits.
      if (waiting.size > 0) start()
      await work
    },
  }
}
