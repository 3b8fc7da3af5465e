import { expect, it } from 'vitest'
import type { FlaggedMessage } from '../../mailstore/messages/flags.queries.ts'
import { asId, type FolderId, type MessageId } from '../../platform/ids.ts'
import { createFlagStates } from './flag-states.ts'
import { createNumbering, type Lists } from './numbering.ts'

const rest = {
  folderId: asId<FolderId>(1),
  starred: false,
  answered: false,
  forwarded: false,
  draft: false,
  deleted: false,
}

const messageOf = (uid: number, modseq: number, seen = false): FlaggedMessage => ({
  id: asId<MessageId>(1_000 + uid),
  uid,
  modseq,
  ...rest,
  seen,
  keywords: [],
  labels: [],
})

const uidsOf = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1)

function listsOf(uids: readonly number[]): Lists {
  const states = createFlagStates()
  return {
    uids: [...uids],
    ids: uids.map((uid) => asId<MessageId>(1_000 + uid)),
    modseqs: uids.map(() => 1),
    states: uids.map((uid) => states.of(messageOf(uid, 1))),
  }
}

it('CLIENTACCESS-14 programs share the lists of a mailbox until one of them hears of a change', () => {
  const shared = listsOf(uidsOf(10))
  const before = structuredClone(shared)
  const [one, two] = [createNumbering(shared), createNumbering(shared)]
  one.set(0, messageOf(1, 2, true))
  one.remove(new Set([4, 2, 3, 10, 77]))
  one.add(messageOf(11, 3))
  expect(one.uids()).toEqual([1, 5, 6, 7, 8, 9, 11])
  expect(one.lists().ids).toEqual([1, 5, 6, 7, 8, 9, 11].map((uid) => 1_000 + uid))
  expect(one.lists().modseqs).toEqual([2, 1, 1, 1, 1, 1, 3])
  expect(one.lists().states.map(({ seen }) => seen)).toEqual([true, ...Array(6).fill(false)])
  expect(one.placeOf(4)).toBe(-1)
  expect(one.placeOf(11)).toBe(6)
  expect(shared).toEqual(before)
  expect(two.uids()).toEqual(uidsOf(10))
  expect(two.stateAt(0)?.seen).toBe(false)
})

it('what leaves a large mailbox is found by its number, and nothing is copied for what is known', () => {
  const shared = listsOf(uidsOf(100_000))
  const numbering = createNumbering(shared)
  numbering.set(7, messageOf(8, 1))
  numbering.remove(new Set([100_001]))
  const { uids, ids, modseqs, states } = numbering.lists()
  const given = [shared.uids, shared.ids, shared.modseqs, shared.states]
  expect([uids, ids, modseqs, states].every((list, at) => list === given[at])).toBe(true)
  numbering.remove(new Set(uidsOf(100_000).filter((uid) => uid % 2 === 0)))
  expect(numbering.uids()).toHaveLength(50_000)
  expect(numbering.uids().at(-1)).toBe(99_999)
  expect(numbering.placeOf(50_001)).toBe(25_000)
})
