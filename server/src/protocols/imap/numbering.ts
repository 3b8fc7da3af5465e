import type { MessageId } from '../../platform/ids.ts'
import { lowerBound } from './wire/sequence-set.ts'

interface Lists {
  ids: MessageId[]
  uids: number[]
  modseqs: number[]
}

interface Numbered {
  id: MessageId
  uid: number
  modseq: number
}

/** The messages of an open mailbox in the order of their UIDs: the place of each plus one is its sequence number. */
export interface Numbering {
  uids(): readonly number[]
  idAt(place: number): MessageId | undefined
  /** -1: not there. */
  placeOf(uid: number): number
  modseqAt(place: number): number
  setModseq(place: number, modseq: number): void
  /** A new message; one whose UID is no larger than the last is none. */
  add(message: Numbered): void
  remove(uids: ReadonlySet<number>): void
}

/** Three lists of numbers: a mailbox of 100,000 messages takes some megabytes. They are ours from now on. */
export function createNumbering(lists: Lists): Numbering {
  let { uids, ids, modseqs } = lists
  return {
    uids: () => uids,
    idAt: (place) => ids[place],
    placeOf: (uid) => {
      const place = lowerBound(uids, uid)
      return uids[place] === uid ? place : -1
    },
    modseqAt: (place) => modseqs[place] ?? 0,
    setModseq: (place, modseq) => {
      modseqs[place] = modseq
    },
    add: ({ id, uid, modseq }) => {
      if (uid <= (uids.at(-1) ?? 0)) return
      uids.push(uid)
      ids.push(id)
      modseqs.push(modseq)
    },
    remove: (gone) => {
      const stays = (_: unknown, place: number): boolean => !gone.has(uids[place] ?? 0)
      ids = ids.filter(stays)
      modseqs = modseqs.filter(stays)
      uids = uids.filter((uid) => !gone.has(uid))
    },
  }
}
