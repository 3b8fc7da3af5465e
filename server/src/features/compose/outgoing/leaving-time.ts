import { limits } from '@hongyan/contract/limits'
import { AppError } from '../../../platform/errors.ts'

/** When a mail leaves: `holdUntil` null means at once. */
export interface Leaving {
  holdUntil: Date | null
  isScheduled: boolean
}

const day = 24 * 3_600_000
const maxUndoSeconds = 30

/**
 * The chosen time, or else the undo time.
 * @param wanted ISO 8601 with offset, '' for a schedule without a time, absent for now
 * @throws send.time-missing, send.time-past, send.time-far
 */
export function leavingTime(
  wanted: string | undefined,
  { now, undoSeconds }: { now: Date; undoSeconds: number },
): Leaving {
  if (wanted === undefined) {
    const held = Math.min(Math.max(undoSeconds, 0), maxUndoSeconds) * 1000
    return { holdUntil: held > 0 ? new Date(now.getTime() + held) : null, isScheduled: false }
  }
  if (wanted === '') throw new AppError('send.time-missing')
  const ahead = new Date(wanted).getTime() - now.getTime()
  if (!(ahead > 0)) throw new AppError('send.time-past')
  if (ahead > limits.scheduleDays * day) throw new AppError('send.time-far')
  return { holdUntil: new Date(wanted), isScheduled: true }
}
