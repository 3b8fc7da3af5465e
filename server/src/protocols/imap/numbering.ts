import type { FlaggedMessage } from '../../mailstore/messages/flags.queries.ts'
import type { Numbered } from '../../mailstore/messages/programs.queries.ts'
import type { MessageId } from '../../platform/ids.ts'
import { createFlagStates, type FlagState, type FlagStates, statesOf } from './flag-states.ts'
import { lowerBound } from './wire/sequence-set.ts'

/** What is known of each message of a mailbox, in the order of their UIDs. */
export interface Lists {
  readonly ids: MessageId[]
  readonly uids: number[]
  readonly modseqs: number[]
  readonly states: FlagState[]
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

/**
 * Lists of numbers, and of the few states that flags have: a mailbox of 100,000 messages takes some megabytes. Whoever has
 * the mailbox open shares the lists that are given: what changes is copied first.
 */
export function createNumbering(lists: Lists, known: FlagStates = createFlagStates()): Numbering {
  let { uids, ids, modseqs, states } = lists
  let [ownsNumbers, ownsStates] = [false, false]
  const ownStates = (): void => {
    if (ownsStates) return
    ownsStates = true
    modseqs = modseqs.slice()
    states = states.slice()
  }
  const ownAll = (): void => {
    ownStates()
    if (ownsNumbers) return
    ownsNumbers = true
    uids = uids.slice()
    ids = ids.slice()
  }
  const placeOf = (uid: number): number => {
    const place = lowerBound(uids, uid)
    return uids[place] === uid ? place : -1
  }
  return {
    uids: () => uids,
    idAt: (place) => ids[place],
    placeOf,
    modseqAt: (place) => modseqs[place] ?? 0,
    stateAt: (place) => states[place],
    set: (place, message) => {
      if (modseqs[place] === message.modseq) return
      ownStates()
      modseqs[place] = message.modseq
      states[place] = known.of(message)
    },
    add: (message) => {
      const { id, uid, modseq } = message
      if (uid <= (uids.at(-1) ?? 0)) return
      ownAll()
      uids.push(uid)
      ids.push(id)
      modseqs.push(modseq)
      states.push(known.of(message))
    },
    remove: (gone) => {
      const places = [...gone].map(placeOf).filter((place) => place >= 0)
      if (places.length === 0) return
      places.sort((a, b) => a - b)
      ownAll()
      for (const list of [ids, modseqs, states, uids]) removeAt(list, places)
    },
    lists: () => ({ ids, uids, modseqs, states }),
  }
}

/** @param places ascending */
function removeAt(list: unknown[], places: readonly number[]): void {
  let [to = list.length] = places
  let next = 0
  for (let from = to; from < list.length; from++) {
    if (from === places[next]) next++
    else list[to++] = list[from]
  }
  list.length = to
}
