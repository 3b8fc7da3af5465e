import { AppError } from './errors.ts'

/** A place in a list that is ordered by a time and an id. */
export interface TimeCursor {
  at: Date
  id: number
}

/** As it travels in `sortValues`. */
export const toTimeCursor = ({ at, id }: TimeCursor): string => `${at.getTime()},${id}`

/** @throws request.invalid for anything else */
export function fromTimeCursor(text: string | undefined): TimeCursor | null {
  if (text === undefined || text === '') return null
  const match = /^(-?\d{1,16}),(\d{1,16})$/.exec(text)
  const at = new Date(Number(match?.[1]))
  const id = Number(match?.[2])
  if (!match || Number.isNaN(at.getTime()) || !Number.isSafeInteger(id))
    throw new AppError('request.invalid', { detail: 'sortValues' })
  return { at, id }
}
