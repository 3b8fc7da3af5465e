import type { FlaggedMessage } from '../../mailstore/messages/flags.queries.ts'
import type { Numbered } from '../../mailstore/messages/programs.queries.ts'
import type { MessageId } from '../../platform/ids.ts'
import { createFlagStates, type FlagState, type FlagStates, statesOf } from './flag-states.ts'
import { lowerBound } from './wire/sequence-set.ts'

/** What is known of each message of a mailbox, in the order of their UIDs. */
export interface Lists {
  ids: MessageId[]
  uids: number[]
  modseqs: number[]
  states: FlagState[]
}

export const listsOf = (numbered: Numbered, known: FlagStates): Lists => ({
  ids: numbered.ids,
  uids: numbered.uids,
  modseqs: numbered.modseqs,
  states: statesOf(numbered, known),
})

/** The messages of an open mailbox in the order of their UIDs: the place of each plus one is its sequence number. */
export interface Numbering {
  uids(): readonly number[]
  idAt(place: number): MessageId | undefined
  /** -1: not there. */
  placeOf(uid: number): number
  modseqAt(place: number): number
  stateAt(place: number): FlagState | undefined
  /** A message has changed. */
  set(place: number, message: FlaggedMessage): void
  /** A new message; one whose UID is no larger than the last is none. */
  add(message: FlaggedMessage): void
  remove(uids: ReadonlySet<number>): void
  lists(): Lists
}

/** Lists of numbers, and of the few states that flags have: a mailbox of 100,000 messages takes some megabytes. They are ours from now on. */
export function createNumbering(lists: Lists, known: FlagStates = createFlagStates()): Numbering {
  let { uids, ids, modseqs, states } = lists
  return {
    uids: () => uids,
    idAt: (place) => ids[place],
    placeOf: (uid) => {
      const place = lowerBound(uids, uid)
      return uids[place] === uid ? place : -1
    },
    modseqAt: (place) => modseqs[place] ?? 0,
    stateAt: (place) => states[place],
    set: (place, message) => {
      modseqs[place] = message.modseq
      states[place] = known.of(message)
    },
    add: (message) => {
      const { id, uid, modseq } = message
      if (uid <= (uids.at(-1) ?? 0)) return
      uids.push(uid)
      ids.push(id)
      modseqs.push(modseq)
      states.push(known.of(message))
    },
    remove: (gone) => {
      if (gone.size === 0) return
      const stays = (_: unknown, place: number): boolean => !gone.has(uids[place] ?? 0)
      ids = ids.filter(stays)
      modseqs = modseqs.filter(stays)
      states = states.filter(stays)
      uids = uids.filter((uid) => !gone.has(uid))
    },
    lists: () => ({ ids, uids, modseqs, states }),
  }
}
