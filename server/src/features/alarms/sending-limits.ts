import type { Clock } from '../../platform/clock.ts'
import type { Database, Db } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import type { AccountId } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { holdSending, lockSending, type NewHold, sendingOf, stopWaiting } from './alarms.queries.ts'
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

type LimitIn = (tx: Db) => Promise<void>

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
    /**
     * Before anything of a mail is written. @returns the last step of the transaction that hands it over: of mails that come at
     * once none is overlooked. Both @throws alarms.too-many; the first, alarms.held
     */
    check: async (account: AccountId, recipients: number): Promise<LimitIn> => {
      const { perMinute, perDay } = (await known.get()).settings
      const sent = await sendingOf(database, account, { now: clock.now(), perMinute, perDay })
      if (sent.held) throw new AppError('alarms.held')
      const figure = sent.day + recipients
      if (perDay !== null && figure > perDay) {
        await hold(account, { why: 'mass', figure })
        throw new AppError('alarms.held')
      }
      if (perMinute === null && perDay === null) return async () => undefined
      if (perMinute !== null && sent.minute + recipients > perMinute) throw tooMany(perMinute)
      return async (tx) => {
        await lockSending(tx, account)
        const together = await sendingOf(tx, account, { now: clock.now(), perMinute, perDay })
        if (perMinute !== null && together.minute > perMinute) throw tooMany(perMinute)
        // The day is full with those that came at once: the next one, which is seen before, holds the account.
        if (perDay !== null && together.day > perDay) throw new AppError('alarms.held')
      }
    },
  }
}

const tooMany = (perMinute: number): AppError =>
  new AppError('alarms.too-many', { max: String(perMinute) })
