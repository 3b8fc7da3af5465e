import type { Flags } from '../../mailstore/messages/flags.queries.ts'
import { flagsOfBit, type Numbered } from '../../mailstore/messages/programs.queries.ts'
import type { LabelId } from '../../platform/ids.ts'

/** What is set on a message. Messages of which the same is true share one. */
export interface FlagState extends Flags {
  labels: readonly LabelId[]
}

/** More that differ are not looked for any more: then messages share fewer. */
const mostKnown = 4_096

/** Gives the one state for what is set: a mailbox of 100,000 messages has a few dozen of them. */
export function createFlagStates(): (flags: FlagState) => FlagState {
  const known = new Map<string, FlagState>()
  return ({ seen, starred, answered, forwarded, draft, deleted, keywords, labels }) => {
    const set = [seen, starred, answered, forwarded, draft, deleted].map(Number).join('')
    const key = `${set} ${keywords.join(' ')}\n${labels.join(' ')}`
    const same = known.get(key)
    if (same) return same
    if (known.size >= mostKnown) known.clear()
    const state = { seen, starred, answered, forwarded, draft, deleted, keywords, labels }
    known.set(key, state)
    return state
  }
}

/** The states of all messages of a mailbox, in their order. */
export function statesOf(
  { uids, bits, marked }: Numbered,
  stateOf: (flags: FlagState) => FlagState,
): FlagState[] {
  const marks = new Map(marked.map((one) => [one.uid, one]))
  const plain = new Map<number, FlagState>()
  return uids.map((uid, place) => {
    const mark = marks.get(uid)
    if (mark) return stateOf({ ...flagsOfBit(bits, place), ...mark })
    const code = bits.charCodeAt(place)
    const known = plain.get(code)
    if (known) return known
    const state = stateOf({ ...flagsOfBit(bits, place), keywords: [], labels: [] })
    plain.set(code, state)
    return state
  })
}
