import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import type { AccountId } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { holdSending, type NewHold, sendingOf, stopWaiting } from './alarms.queries.ts'
import type { Known } from './known.ts'

interface Options {
  database: Database
  clock: Clock
  jobs: Pick<Jobs, 'enqueue'>
  known: Known
}

/** Somebody looks at once, rather than with the next minute. */
export const watchTask = 'watch-house'

export type SendingLimits = ReturnType<typeof createSendingLimits>

/** How much one person may send, by whatever door; asked by the gate before the outbox. */
export function createSendingLimits({ database, clock, jobs, known }: Options) {
  const hold = async (account: AccountId, one: Omit<NewHold, 'now'>): Promise<void> => {
    const now = clock.now()
    await database.transaction(async (tx) => {
      if (!(await holdSending(tx, account, { ...one, now }))) return
      await stopWaiting(tx, account)
      await jobs.enqueue(tx, { task: watchTask, payload: {}, key: watchTask })
    })
  }
  return {
    hold,
    /** Before anything of a mail is written. @throws alarms.too-many, alarms.held */
    check: async (account: AccountId, recipients: number): Promise<void> => {
      const { perMinute, perDay } = (await known.get()).settings
      const mostDay = perDay ?? perMinute ?? 0
      const sent = await sendingOf(database, account, { now: clock.now(), mostDay })
      if (sent.held) throw new AppError('alarms.held')
      const figure = sent.day + recipients
      if (perDay !== null && figure > perDay) {
        await hold(account, { why: 'mass', figure })
        throw new AppError('alarms.held')
      }
      if (perMinute !== null && sent.minute + recipients > perMinute)
        throw new AppError('alarms.too-many', { max: String(perMinute) })
    },
  }
}
