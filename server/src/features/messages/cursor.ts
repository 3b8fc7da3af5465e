import { AppError } from '../../platform/errors.ts'

/** Where a row stands in a list: the keyset behind `sortValues`. */
export interface Place {
  pinned: boolean
  receivedAt: Date
  id: number
}

/** Opaque text for a place (G71). */
export const toSortValues = ({ pinned, receivedAt, id }: Place): string =>
  `${pinned ? 1 : 0}.${receivedAt.getTime().toString(36)}.${id.toString(36)}`

/** @throws request.invalid for anything this server did not make */
export function fromSortValues(text: string): Place {
  const match = /^([01])\.(-?[0-9a-z]{1,11})\.([0-9a-z]{1,11})$/.exec(text)
  const at = Number.parseInt(match?.[2] ?? '', 36)
  const id = Number.parseInt(match?.[3] ?? '', 36)
  if (!match || !(Math.abs(at) < 8.64e15) || !Number.isSafeInteger(id)) {
    throw new AppError('request.invalid', { detail: 'sortValues' })
  }
  return { pinned: match[1] === '1', receivedAt: new Date(at), id }
}
