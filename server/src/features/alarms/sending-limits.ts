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
      const sent = await sendingOf(database, account, { now: clock.now(), perMinute, perDay })
      if (sent.held) throw new AppError('alarms.held')
      const figure = sent.day + recipients
      if (perDay !== null && figure > perDay) {
        await hold(account, { why: 'mass', figure })
        throw new AppError('alarms.held')
      }
      if (perMinute !== null && sent.minute + recipients > perMinute) throw tooMany(perMinute)
    },
    /** The last step where a mail is handed over: of mails that come at once none is overlooked. @throws alarms.too-many */
    checkIn: async (tx: Db, account: AccountId): Promise<void> => {
      const { perMinute } = (await known.get()).settings
      if (perMinute === null) return
      await lockSending(tx, account)
      const sent = await sendingOf(tx, account, { now: clock.now(), perMinute, perDay: null })
      if (sent.minute > perMinute) throw tooMany(perMinute)
    },
  }
}

const tooMany = (perMinute: number): AppError =>
  new AppError('alarms.too-many', { max: String(perMinute) })
