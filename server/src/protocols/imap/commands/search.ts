import { Refusal } from '../../shared/refusal.ts'
import { whileCounted } from '../per-message.ts'
import { selectedOf } from '../session.ts'
import { type Scanner, WireError } from '../wire/scanner.ts'
import { type DecodeText, readSearchKeys, type SearchKey } from '../wire/search-keys.ts'
import { type Returned, readReturn, returnedText } from '../wire/search-return.ts'
import { lowerBound } from '../wire/sequence-set.ts'
import type { ImapCommand } from './command.ts'
import { readCharset, seekingOf } from './sought.ts'

/** SEARCH and UID SEARCH (RFC 9051 §6.4.4), plain or extended (RFC 4731), kept for later (RFC 5182), in part (RFC 9394). */
export const searching = (by: 'uid' | 'sequence', tag: string): ImapCommand => ({
  for: 'selected',
  ...(by === 'sequence' ? { keepsNumbers: true as const } : {}),
  run: async (session, scan) => {
    const selected = selectedOf(session)
    const { returned, key } = readRequest(scan, () => selected.save([]))
    const { viewer, seeking } = await seekingOf(session, key)
    const { programs } = session.deps.mailstore
    const { uids, modseqs } = await whileCounted(session, selected.uids().length, () =>
      programs.seek(viewer, seeking),
    )
    const known = uids.flatMap((uid, index) => {
      const place = lowerBound(selected.uids(), uid)
      return selected.uids()[place] === uid
        ? [{ uid, number: by === 'uid' ? uid : place + 1, modseq: modseqs[index] ?? 0 }]
        : []
    })
    const asksModseq = asks(key)
    if (asksModseq) session.usesModseq = true
    if (returned?.save) selected.save(edgesOf(known, returned).map(({ uid }) => uid))
    // RFC 4731 §3.2: of what is told, which with MIN or MAX alone are these.
    const told = returned ? edgesOf(known, returned) : known
    const highest = told.reduce((most, one) => Math.max(most, one.modseq), 0)
    const modseq = asksModseq && known.length > 0 ? highest : null
    const numbers = known.map((one) => one.number)
    const answer = returned ? returnedText({ tag, by, numbers, modseq }, returned) : null
    // RFC 5182 §2.1: who asked for nothing but to keep it is told nothing.
    if (answer !== '') session.output.send(answer ?? plain(numbers, modseq))
    return {}
  },
})

function plain(numbers: readonly number[], modseq: number | null): string {
  const list = numbers.map((one) => ` ${one}`).join('')
  return `* SEARCH${list}${modseq === null ? '' : ` (MODSEQ ${modseq})`}\r\n`
}

/** RFC 5182 §2.4: with MIN or MAX alone it is these, else all. */
function edgesOf<One>(known: readonly One[], { items, partial }: Returned): readonly One[] {
  const edges = items.flatMap((one) => (one === 'MIN' || one === 'MAX' ? [one] : []))
  if (edges.length === 0 || edges.length < items.length || partial) return known
  const ends = edges.map((one) => (one === 'MIN' ? known[0] : known.at(-1)))
  return [...new Set(ends.flatMap((one) => one ?? []))]
}

function readRequest(
  scan: Scanner,
  dropSaved: () => void,
): { returned: Returned | null; key: SearchKey } {
  scan.space()
  const returned = scan.skip('RETURN ') ? readReturn(scan) : null
  try {
    let decode: DecodeText | undefined
    if (scan.skip('CHARSET ')) {
      // RFC 9755 §3: who accepts UTF-8 says nothing else.
      if (scan.isUtf8) throw new WireError('no CHARSET with UTF8=ACCEPT')
      decode = readCharset(scan)
    }
    const key = readSearchKeys(scan, decode)
    scan.end()
    return { returned, key }
  } catch (thrown) {
    // RFC 5182 §2.1: one that is refused keeps nothing; one that is no command leaves what was kept.
    if (returned?.save && thrown instanceof Refusal) dropSaved()
    throw thrown
  }
}

const asks = (key: SearchKey): boolean => {
  if (key.kind === 'modseq') return true
  if (key.kind === 'not') return asks(key.key)
  return (key.kind === 'or' || key.kind === 'and') && key.keys.some(asks)
}
