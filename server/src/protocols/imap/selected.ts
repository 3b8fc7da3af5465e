import type { FlaggedMessage } from '../../mailstore/messages/flags.queries.ts'
import type { AccountId, FolderId } from '../../platform/ids.ts'
import { flagsLine } from './flags.ts'
import type { Keywords } from './keywords.ts'
import { type LabelNames, labelNames } from './labels.ts'
import { createNumbering, type Lists, type Numbering } from './numbering.ts'
import { lose, mailboxGone, type Selected, type Session, viewerOf } from './session.ts'
import { WireError } from './wire/scanner.ts'
import {
  placesIn,
  resolved,
  runsOf,
  type SequenceSet,
  savedResult,
  writeSequenceSet,
} from './wire/sequence-set.ts'

interface Opened {
  accountId: AccountId
  folderId: FolderId
  isReadOnly: boolean
  keywords: Keywords
  /** Position of the account's feed before the numbers were read. */
  position: number
  numbers: Lists
}

export function createSelected(session: Session, opened: Opened): Selected {
  const numbering = createNumbering(opened.numbers)
  const { uids, idAt, placeOf, modseqAt, stateAt } = numbering
  /** UIDs of messages that are gone, of which the program has not heard. */
  const gone = new Set<number>()
  /** New messages that have no number yet, and known ones whose flags are others than the program was told. */
  const arrived = new Map<number, FlaggedMessage>()
  const news = new Map<number, FlaggedMessage>()
  const read = readingOf(session, { opened, numbering, gone, arrived, news })
  let dirty = false
  let saved: SequenceSet = []

  /** @throws WireError for a number that no message has */
  const numbersOf = (set: SequenceSet): SequenceSet => {
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
    keywords: opened.keywords,
    uids,
    idAt,
    position: read.position,
    save: (some) => {
      saved = runsOf(some)
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
    refresh: read.next,
    flagsAt: (place) => (gone.has(uids()[place] ?? 0) ? null : (stateAt(place) ?? null)),
    modseqAt,
    known: (messages, position) => {
      for (const message of messages) {
        const place = placeOf(message.uid)
        if (place >= 0) numbering.set(place, message)
        news.delete(message.uid)
      }
      read.pass(position)
    },
    sync: async (numbers) => {
      while (dirty) {
        dirty = false
        try {
          await read.next()
        } catch (thrown) {
          // What could not be read is still to be told, and a mailbox that is gone stays gone.
          dirty = true
          throw thrown
        }
      }
      const before = uids().length
      for (const one of arrived.values()) numbering.add(one)
      arrived.clear()
      const grown = uids().length > before
      if (numbers === 'may-change' && gone.size > 0) sayGone(session, numbering, gone)
      if (grown) session.output.send(`* ${uids().length} EXISTS\r\n`)
      const told = [...news.values()]
      // What cannot be told for now stays news.
      const labels = await labelNames(session, told)
      news.clear()
      for (const message of told) sayFlags(session, numbering, { message, labels })
    },
  }
}

interface Reading {
  opened: Opened
  numbering: Numbering
  gone: Set<number>
  arrived: Map<number, FlaggedMessage>
  news: Map<number, FlaggedMessage>
}

/** Reads what has changed since the last time, step by step after the position that was read before. */
function readingOf(session: Session, { opened, numbering, gone, arrived, news }: Reading) {
  const { accountId, folderId } = opened
  const { uids, placeOf, modseqAt } = numbering
  const { mailstore } = session.deps
  const { programs } = mailstore
  let { position } = opened
  /** Up to where the program has heard all: what is gone is told by some commands only. */
  let told = position
  const leave = (left: readonly number[]): void => {
    for (const uid of left) {
      if (placeOf(uid) >= 0) gone.add(uid)
      // What came and went before the program heard of it never was: it has no number that could be told.
      arrived.delete(uid)
    }
  }
  const change = (changed: readonly FlaggedMessage[]): void => {
    for (const message of changed) {
      const place = placeOf(message.uid)
      if (place < 0) arrived.set(message.uid, message)
      else if (modseqAt(place) !== message.modseq) {
        numbering.set(place, message)
        news.set(message.uid, message)
      }
    }
  }
  const next = async (): Promise<void> => {
    const [viewer, isThere, state] = await Promise.all([
      viewerOf(session),
      mailstore.folder(accountId, folderId),
      mailstore.state(accountId),
    ])
    if (!isThere || viewer.hidden.includes(folderId)) {
      lose(session)
      throw mailboxGone()
    }
    const now = state?.modseq ?? position
    if (now === position) return
    const since = { folderId, modseq: position }
    const [vanished, changed] = await Promise.all([
      programs.vanishedSince(viewer, since),
      programs.changedSince(viewer, since),
    ])
    const left = vanished ?? missingFrom(uids(), (await programs.numbers(viewer, folderId)).uids)
    // From here the program has to ask again, as long as it does not know what went.
    if (gone.size === 0) told = position
    position = now
    leave(left)
    change(changed)
  }
  const pass = (own: number | null): void => {
    if (own === position + 1) position = own
  }
  return { next, pass, position: () => (gone.size > 0 ? told : position) }
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

function sayFlags(session: Session, { placeOf }: Numbering, news: News): void {
  const place = placeOf(news.message.uid)
  if (place < 0) return
  session.output.send(flagsLine(session, { ...news, number: place + 1 }))
}
