import { AppError } from './errors.ts'

/** A place in a list that is ordered by a time and an id. */
export interface TimeCursor {
  at: Date
  id: number
}

/** Years 1 to 9999: what PostgreSQL, JavaScript and a mail all understand. */
const firstTime = Date.parse('0001-01-01T00:00:00Z')
const lastTime = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** Whether a time from outside, in ms, is one that the store can be asked for. */
export const isStorableTime = (ms: number): boolean => ms >= firstTime && ms <= lastTime

/** As it travels in `sortValues`. */
export const toTimeCursor = ({ at, id }: TimeCursor): string => `${at.getTime()},${id}`

/** @throws request.invalid for anything else */
export function fromTimeCursor(text: string | undefined): TimeCursor | null {
  if (text === undefined || text === '') return null
  const match = /^(-?\d{1,16}),(\d{1,16})$/.exec(text)
  const at = new Date(Number(match?.[1]))
  const id = Number(match?.[2])
  if (!match || !isStorableTime(at.getTime()) || !Number.isSafeInteger(id))
    throw new AppError('request.invalid', { detail: 'sortValues' })
  return { at, id }
}
