import { expect, it } from 'vitest'
import type { AccountId } from '../../platform/ids.ts'
import type { Change } from '../types.ts'
import { createRecentChanges } from './recent-changes.ts'

const account = 7 as AccountId
const change = (modseq: number): Change => ({
  accountId: account,
  modseq,
  kind: 'flags',
  messageIds: [],
  detail: {},
})
const positions = (list: readonly Change[] | null) => list?.map(({ modseq }) => modseq) ?? null

it('PUSH-08 only an unbroken run is answered: a change of another process sends the reader to the feed', () => {
  const recent = createRecentChanges()
  recent.add([change(4), change(5)])
  expect(positions(recent.after(account, 3))).toEqual([4, 5])
  expect(positions(recent.after(account, 4))).toEqual([5])
  // Nothing is known of what others did after it.
  expect(recent.after(account, 5)).toBeNull()
  recent.add([change(7)])
  expect(recent.after(account, 4)).toBeNull()
  expect(positions(recent.after(account, 6))).toEqual([7])
})

it('PUSH-08 a change that is told after its successor is left to the feed', () => {
  const recent = createRecentChanges()
  recent.add([change(4)])
  recent.add([change(6)])
  recent.add([change(5)])
  expect(recent.after(account, 4)).toBeNull()
  expect(positions(recent.after(account, 5))).toEqual([6])
})

it('PUSH-08 whoever is further behind than what is kept reads the feed', () => {
  const recent = createRecentChanges()
  recent.add(Array.from({ length: 40 }, (_, index) => change(index + 1)))
  expect(recent.after(account, 0)).toBeNull()
  expect(positions(recent.after(account, 38))).toEqual([39, 40])
})
