import type { ListOrder, Place } from '../../mailstore/messages/list-order.queries.ts'
import { AppError } from '../../platform/errors.ts'
import { isStorableTime } from '../../platform/time-cursor.ts'

export type { Place }

/** Opaque text for a place (G71): what the row counts for in its order, when it arrived, and its id. */
export const toSortValues = ({ value, receivedAt, id }: Place): string =>
  `${fromValue(value)}.${receivedAt.getTime().toString(36)}.${id.toString(36)}`

function fromValue(value: Place['value']): string {
  if (value === null) return 'n'
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (typeof value === 'number') return `z${value.toString(36)}`
  return `s${Buffer.from(value).toString('base64url')}`
}

/** @throws request.invalid for anything this server did not make */
export function fromSortValues(text: string): Place {
  const match = /^([01n]|z[0-9a-z]{1,7}|s[\w-]{0,400})\.(-?[0-9a-z]{1,11})\.([0-9a-z]{1,11})$/.exec(
    text,
  )
  const at = Number.parseInt(match?.[2] ?? '', 36)
  const id = Number.parseInt(match?.[3] ?? '', 36)
  const value = toValue(match?.[1] ?? '')
  if (!match || !isStorableTime(at) || !Number.isSafeInteger(id) || value === undefined) {
    throw new AppError('request.invalid', { detail: 'sortValues' })
  }
  return { value, receivedAt: new Date(at), id }
}

function toValue(text: string): Place['value'] | undefined {
  if (text === 'n') return null
  if (text === '0' || text === '1') return text === '1'
  const rest = text.slice(1)
  if (text.startsWith('z')) {
    const size = Number.parseInt(rest, 36)
    return size <= 0x7fffffff ? size : undefined
  }
  const words = Buffer.from(rest, 'base64url').toString()
  return words.includes('\u0000') || !words.isWellFormed() ? undefined : words
}

/** A place in a list of a certain order. @throws request.invalid when it is from a list of another order */
export function placeIn(order: ListOrder, text: string | undefined): Place | null {
  if (text === undefined) return null
  const place = fromSortValues(text)
  const expected = order.sort === 'date' ? (order.pinsFirst ? 'boolean' : 'object') : undefined
  const kind = expected ?? (order.sort === 'size' ? 'number' : 'string')
  if (typeof place.value !== kind) throw new AppError('request.invalid', { detail: 'sortValues' })
  return place
}
