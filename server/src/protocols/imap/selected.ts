import type { FlaggedMessage } from '../../mailstore/messages/flags.queries.ts'
import type { ForPrograms } from '../../mailstore/messages/for-programs.ts'
import type { AccountId, FolderId } from '../../platform/ids.ts'
import { Refusal } from '../shared/refusal.ts'
import { flagsLine } from './flags.ts'
import { type LabelNames, labelNames } from './labels.ts'
import { createNumbering, type Numbering } from './numbering.ts'
import { type Selected, type Session, viewerOf } from './session.ts'
import { WireError } from './wire/scanner.ts'
import {
  placesIn,
  resolved,
  type SequenceSet,
  savedResult,
  writeSequenceSet,
} from './wire/sequence-set.ts'

interface Opened {
  accountId: AccountId
  folderId: FolderId
  isReadOnly: boolean
  /** Position of the account's feed before the numbers were read. */
  position: number
  numbers: Awaited<ReturnType<ForPrograms['numbers']>>
}

export function createSelected(session: Session, opened: Opened): Selected {
  const numbering = createNumbering(opened.numbers)
  const { uids, idAt, placeOf, setModseq } = numbering
  /** UIDs of messages that are gone, of which the program has not heard. */
  const gone = new Set<number>()
  const read = readingOf(session, { opened, numbering, gone })
  let dirty = false
  let saved: SequenceSet = []

  /** @throws WireError for a number that no message has */
  const numbersOf = (set: SequenceSet): [number, number][] => {
    const { length } = uids()
    // Many programs say `1:*` without looking how many there are: in an empty mailbox that is none.
    if (length === 0 && set.every((range) => range.includes(Number.POSITIVE_INFINITY))) return []
    const ranges = resolved(set, length)
    if (ranges.some(([from, to]) => from < 1 || to > length))
      throw new WireError('no such message number')
    return ranges
  }

  return {
    folderId: opened.folderId,
    isReadOnly: opened.isReadOnly,
    uids,
    idAt,
    position: read.position,
    save: (some) => {
      saved = some.map((uid): [number, number] => [uid, uid])
    },
    places: (set, by) => {
      if (set === savedResult) return placesIn(uids(), saved)
      if (by === 'uid') return placesIn(uids(), set)
      return numbersOf(set).flatMap(([from, to]) =>
        Array.from({ length: to - from + 1 }, (_, index) => from - 1 + index),
      )
    },
    ranges: (set, by) => {
      if (set === savedResult) return resolved(saved, 0)
      if (by === 'uid') return resolved(set, uids().at(-1) ?? 0)
      return numbersOf(set).map(([from, to]) => [uids()[from - 1] ?? 0, uids()[to - 1] ?? 0])
    },
    touch: () => {
      dirty = true
    },
    known: (messages) => {
      for (const { uid, modseq } of messages) {
        const place = placeOf(uid)
        if (place >= 0) setModseq(place, modseq)
      }
    },
    sync: async (numbers) => {
      const before = uids().length
      const news: FlaggedMessage[] = []
      while (dirty) {
        dirty = false
        news.push(...(await read.next()))
      }
      // What came and went before the program heard of it never was: it has no number that could be told.
      const unheard = new Set([...gone].filter((uid) => placeOf(uid) >= before))
      numbering.remove(unheard)
      for (const uid of unheard) gone.delete(uid)
      const grown = uids().length > before
      if (numbers === 'may-change' && gone.size > 0) sayGone(session, numbering, gone)
      if (grown) session.output.send(`* ${uids().length} EXISTS\r\n`)
      const labels = await labelNames(session, news)
      for (const message of news) sayFlags(session, numbering, { message, labels })
    },
  }
}

interface Reading {
  opened: Opened
  numbering: Numbering
  gone: Set<number>
}

/**
 * Reads what has changed since the last time, step by step after the position that was read before.
 * @returns `next` answers with the messages whose flags are others than the program knows
 */
function readingOf(session: Session, { opened, numbering, gone }: Reading) {
  const { accountId, folderId } = opened
  const { uids, placeOf, modseqAt, add } = numbering
  const { mailstore } = session.deps
  const { programs } = mailstore
  let { position } = opened
  const next = async (): Promise<FlaggedMessage[]> => {
    const viewer = await viewerOf(session)
    const isThere = await mailstore.folder(accountId, folderId)
    if (!isThere || viewer.hidden.includes(folderId))
      throw new Refusal('The mailbox is there no more', 'NONEXISTENT')
    const now = (await mailstore.state(accountId))?.modseq ?? position
    if (now === position) return []
    const since = { folderId, modseq: position }
    const vanished = await programs.vanishedSince(viewer, since)
    const changed = await programs.changedSince(viewer, since)
    const left = vanished ?? missingFrom(uids(), (await programs.numbers(viewer, folderId)).uids)
    for (const uid of left) if (placeOf(uid) >= 0) gone.add(uid)
    position = now
    const news = changed.filter(({ uid, modseq }) => {
      const place = placeOf(uid)
      return place >= 0 && modseqAt(place) !== modseq
    })
    for (const one of changed) add(one)
    return news
  }
  return { next, position: () => position }
}

/** UIDs that are no longer there: for programs that were further behind than the feed goes back. */
function missingFrom(uids: readonly number[], present: readonly number[]): number[] {
  const there = new Set(present)
  return uids.filter((uid) => !there.has(uid))
}

/** By numbers from the last to the first, so that each is still right when it is said; by UIDs where those are wanted. */
function sayGone(
  { output, usesResync }: Session,
  { placeOf, remove }: Numbering,
  gone: Set<number>,
): void {
  const known = [...gone].filter((uid) => placeOf(uid) >= 0)
  known.sort((a, b) => b - a)
  if (usesResync && known.length > 0)
    output.send(`* VANISHED ${writeSequenceSet(known.toReversed())}\r\n`)
  else for (const uid of known) output.send(`* ${placeOf(uid) + 1} EXPUNGE\r\n`)
  remove(gone)
  gone.clear()
}

interface News {
  message: FlaggedMessage
  labels: LabelNames
}

function sayFlags(session: Session, { placeOf, setModseq }: Numbering, news: News): void {
  const { uid, modseq } = news.message
  const place = placeOf(uid)
  if (place < 0) return
  setModseq(place, modseq)
  session.output.send(flagsLine(session, { ...news, number: place + 1 }))
}
