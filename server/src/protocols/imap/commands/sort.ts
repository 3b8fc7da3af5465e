import { needsHeaders, type Order, sortKeys } from '../../../mailstore/sorting/sorting.queries.ts'
import type { Viewer } from '../../../mailstore/types.ts'
import { Refusal } from '../../shared/refusal.ts'
import { whileCounted } from '../per-message.ts'
import { type Session, selectedOf } from '../session.ts'
import { type Scanner, WireError } from '../wire/scanner.ts'
import { readSearchKeys } from '../wire/search-keys.ts'
import { readReturn, returnedText } from '../wire/search-return.ts'
import { lowerBound } from '../wire/sequence-set.ts'
import type { ImapCommand } from './command.ts'
import { readCharset, seekingOf } from './sought.ts'

/** SORT and UID SORT (RFC 5256 §3, RFC 5957), plain or extended (RFC 5267 §3). The database orders. */
export const sorting = (by: 'uid' | 'sequence', tag: string): ImapCommand => ({
  for: 'selected',
  ...(by === 'sequence' ? { keepsNumbers: true as const } : {}),
  run: async (session, scan) => {
    scan.space()
    const returned = scan.skip('RETURN ') ? readReturn(scan) : null
    const orders = readOrders(scan)
    scan.space()
    const key = readSearchKeys(scan, readCharset(scan))
    scan.end()
    if (returned?.save) throw new WireError('What is sorted is not kept')
    const selected = selectedOf(session)
    const { viewer, seeking } = await seekingOf(session, key)
    if (needsHeaders(orders)) await fillHeaders(session, viewer)
    const { programs } = session.deps.mailstore
    const uids = await whileCounted(session, selected.uids().length, () =>
      programs.sort(viewer, { ...seeking, orders }),
    )
    const numbers = numbersOf(session, uids, by)
    session.output.send(
      returned
        ? returnedText({ tag, by, numbers, modseq: null }, returned)
        : `* SORT${numbers.map((one) => ` ${one}`).join('')}\r\n`,
    )
    return {}
  },
})

/** @throws Refusal where so many messages were never looked at that another command must go on */
export async function fillHeaders(session: Session, viewer: Viewer): Promise<void> {
  const { programs } = session.deps.mailstore
  if (!(await programs.fillHeaders(viewer, selectedOf(session).folderId)))
    throw new Refusal('Not all is prepared for this yet: ask again', 'INUSE')
}

/** As the program knows them; what it has not heard of yet is left out. */
export function numbersOf(
  session: Session,
  uids: readonly number[],
  by: 'uid' | 'sequence',
): number[] {
  const known = selectedOf(session).uids()
  return uids.flatMap((uid) => {
    const place = lowerBound(known, uid)
    if (known[place] !== uid) return []
    return by === 'uid' ? uid : place + 1
  })
}

const maxOrders = 20

function readOrders(scan: Scanner): Order[] {
  const orders = scan.list(() => {
    const first = scan.word()
    const isReversed = first === 'REVERSE'
    if (isReversed) scan.space()
    const word = isReversed ? scan.word() : first
    const key = sortKeys.find((one) => one.toUpperCase() === word)
    if (!key) throw new WireError('unknown order')
    return { key, isReversed }
  }, maxOrders)
  if (orders.length === 0) throw new WireError('bad order')
  return orders
}
