import type { Flags } from '../../mailstore/messages/flags.queries.ts'
import {
  flagsOfBit,
  isMarkedBit,
  type Numbered,
} from '../../mailstore/messages/programs.queries.ts'
import type { LabelId } from '../../platform/ids.ts'

/** What is set on a message. Messages of which the same is true share one. */
export interface FlagState extends Flags {
  labels: readonly LabelId[]
  /** False: keywords and labels are not kept, and are read when they are told. */
  isWhole: boolean
}

type Flagged = Omit<FlagState, 'isWhole'>

/** Gives the one state for what is set: a mailbox of 100,000 messages has a few dozen of them. */
export interface FlagStates {
  of(flags: Flagged): FlagState
  /** Without its keywords and labels. */
  bare(flags: Omit<Flagged, 'keywords' | 'labels'>): FlagState
  /** What they take, in bytes. */
  size(): number
}

/** Keywords of all states: a program may give each message a hundred of a hundred characters. */
const mostBytes = 1024 * 1024
/** What a state takes besides. */
const perState = 128

export function createFlagStates(): FlagStates {
  const known = new Map<string, FlagState>()
  let size = 0
  const shared = (key: string, make: () => FlagState): FlagState => {
    const same = known.get(key)
    if (same) return same
    const state = make()
    known.set(key, state)
    size += key.length + perState
    return state
  }
  const bare: FlagStates['bare'] = (flags) =>
    shared(bitsOf(flags), () => ({ ...systemOf(flags), keywords: [], labels: [], isWhole: false }))
  return {
    of: (flags) => {
      const { keywords, labels } = flags
      const key = `${bitsOf(flags)} ${keywords.join(' ')}\n${labels.join(' ')}`
      const isMarked = keywords.length > 0 || labels.length > 0
      if (isMarked && !known.has(key) && size + key.length + perState > mostBytes)
        return bare(flags)
      return shared(key, () => ({ ...systemOf(flags), keywords, labels, isWhole: true }))
    },
    bare,
    size: () => size,
  }
}

type System = Omit<Flags, 'keywords'>

const systemOf = ({ seen, starred, answered, forwarded, draft, deleted }: System): System => ({
  seen,
  starred,
  answered,
  forwarded,
  draft,
  deleted,
})

const bitsOf = (flags: System): string => Object.values(systemOf(flags)).map(Number).join('')

/** The states of all messages of a mailbox, in their order. */
export function statesOf({ uids, bits, marked }: Numbered, states: FlagStates): FlagState[] {
  const marks = new Map(marked.flatMap((one) => one.uids.map((uid) => [uid, one] as const)))
  const plain = new Map<number, FlagState>()
  return uids.map((uid, place) => {
    const mark = marks.get(uid)
    if (mark) return states.of({ ...flagsOfBit(bits, place), ...mark })
    const code = bits.charCodeAt(place)
    const known = plain.get(code)
    if (known) return known
    const flags = flagsOfBit(bits, place)
    const state = isMarkedBit(bits, place)
      ? states.bare(flags)
      : states.of({ ...flags, keywords: [], labels: [] })
    plain.set(code, state)
    return state
  })
}

/** The states that there are among these, each once. Neighbours mostly have the same. */
export function differentOf(states: readonly FlagState[]): Set<FlagState> {
  const different = new Set<FlagState>()
  let last: FlagState | null = null
  for (const state of states) {
    if (state === last) continue
    different.add(state)
    last = state
  }
  return different
}
