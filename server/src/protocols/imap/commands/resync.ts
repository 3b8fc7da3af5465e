import type { Viewer } from '../../../mailstore/types.ts'
import type { FolderId } from '../../../platform/ids.ts'
import { flagsLine } from '../flags.ts'
import { labelNames } from '../labels.ts'
import { whileCounted } from '../per-message.ts'
import type { Selected, Session } from '../session.ts'
import { type Scanner, WireError } from '../wire/scanner.ts'
import {
  lowerBound,
  placesIn,
  resolved,
  runsOf,
  type SequenceSet,
  writeRanges,
} from '../wire/sequence-set.ts'

/** What a program knows of a mailbox that it had open before (RFC 7162 §3.2.5). */
export interface Known {
  uidValidity: number
  modseq: number
  /** Only these are of interest; null: all. */
  uids: SequenceSet | null
  /** Numbers of messages and their UIDs as they were: what still matches has lost nothing before it. */
  pairs: { numbers: number[]; uids: number[] } | null
}

/** ` (uidvalidity modseq [known-uids] [(known-numbers their-uids)])` */
export function readKnown(scan: Scanner): Known {
  if (!scan.skip(' (')) throw new WireError('( expected')
  const uidValidity = scan.number()
  scan.space()
  const modseq = scan.number(Number.MAX_SAFE_INTEGER)
  let uids: SequenceSet | null = null
  let pairs: Known['pairs'] = null
  while (scan.skip(' ')) {
    if (pairs) throw new WireError(') expected')
    if (scan.skip('(')) pairs = readPairs(scan)
    else if (uids) throw new WireError('( expected')
    else uids = knownSet(scan)
  }
  if (!scan.skip(')')) throw new WireError(') expected')
  return { uidValidity, modseq, uids, pairs }
}

/** `*` stands for nothing that could be known. */
function knownSet(scan: Scanner): SequenceSet {
  const set = scan.sequenceSet()
  if (set.some((range) => range.includes(Number.POSITIVE_INFINITY)))
    throw new WireError('numbers expected')
  return set
}

/** More pairs than these say nothing more: a program sends some, ever farther apart. */
const mostPairs = 1_000

function readPairs(scan: Scanner): Known['pairs'] {
  const numbers = spread(knownSet(scan))
  scan.space()
  const uids = spread(knownSet(scan))
  if (!scan.skip(')') || numbers.length !== uids.length) throw new WireError('bad pairs')
  return { numbers, uids }
}

function spread(set: SequenceSet): number[] {
  const ranges = resolved(set, 0)
  if (ranges.reduce((sum, [from, to]) => sum + to - from + 1, 0) > mostPairs)
    throw new WireError('too many pairs')
  return ranges.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, index) => from + index),
  )
}

interface Opened {
  viewer: Viewer
  folderId: FolderId
  selected: Selected
  uidNext: number
}

/** Tells a program that comes back what vanished and what changed since it was here (RFC 7162 §3.2.5). */
export async function resync(
  session: Session,
  { viewer, folderId, selected, uidNext }: Opened,
  known: Known,
): Promise<void> {
  const { programs } = session.deps.mailstore
  const since = { folderId, modseq: known.modseq }
  const present = selected.uids()
  const wanted = known.uids ?? [[1, Math.max(1, uidNext - 1)] as const]
  await whileCounted(session, present.length, async () => {
    const [vanished, changed] = await Promise.all([
      programs.vanishedSince(viewer, since),
      programs.changedSince(viewer, since),
    ])
    const gone = vanished
      ? runsOf(placesIn(vanished, wanted).map((place) => vanished[place] ?? 0))
      : missingIn(present, above(wanted, lastMatch(present, known.pairs)))
    sayVanishedEarlier(session, gone)
    const places = placesIn(
      changed.map(({ uid }) => uid),
      wanted,
    )
    const labels = await labelNames(session, changed)
    for (const at of places) {
      const message = changed[at]
      if (!message) continue
      const place = lowerBound(present, message.uid)
      // What came after the numbers were read is told by EXISTS first: until then it has no number.
      if (present[place] !== message.uid) continue
      const number = place + 1
      session.output.send(flagsLine(session, { number, message, labels }))
      await session.output.flush()
    }
    selected.known(changed, null)
  })
}

export function sayVanishedEarlier(
  { output }: Session,
  gone: readonly (readonly [number, number])[],
): void {
  if (gone.length > 0) output.send(`* VANISHED (EARLIER) ${writeRanges(gone)}\r\n`)
}

/** The largest UID that stands where the program knows it: up to it nothing is missing. */
function lastMatch(present: readonly number[], pairs: Known['pairs']): number {
  const { numbers, uids } = pairs ?? { numbers: [], uids: [] }
  const at = numbers.findLastIndex((number, index) => present[number - 1] === uids[index])
  return uids[at] ?? 0
}

const above = (set: SequenceSet, floor: number): [number, number][] =>
  resolved(set, 0).flatMap(([from, to]): [number, number][] =>
    to > floor ? [[Math.max(from, floor + 1), to]] : [],
  )

/** UIDs of a set that no message has: for programs that were away for longer than the feed goes back. */
export function missingIn(
  present: readonly number[],
  ranges: readonly (readonly [number, number])[],
): [number, number][] {
  const missing: [number, number][] = []
  for (const [from, to] of ranges) {
    let next = from
    for (const place of placesIn(present, [[from, to]])) {
      const uid = present[place] ?? 0
      if (uid > next) missing.push([next, uid - 1])
      next = uid + 1
    }
    if (next <= to) missing.push([next, to])
  }
  return missing
}
