import type { MessageItem } from '@hongyan/contract/messages'
import { expect, it } from 'vitest'
import { plainView } from '../list-source.ts'
import { learnStarts, pinsOnTop, type Starts } from './day-headings.ts'
import { headingOf, headingText } from './heading.ts'

const groups = ['pinned', 'today', 'today', 'yesterday', '2026-10', '2026-10', '2026-09']
const headingAt = (of: (string | null)[]) => (index: number) => of[index] ?? null
const none: Starts = new Map()

it('looks design 3: groups of a long list are learnt from the rows that were drawn', () => {
  const all = learnStarts(none, { first: 0, last: 6, headingAt: headingAt(groups) })
  expect([...all]).toEqual([
    ['pinned', 0],
    ['today', 1],
    ['yesterday', 3],
    ['2026-10', 4],
    ['2026-09', 6],
  ])
  expect(learnStarts(all, { first: 2, last: 5, headingAt: headingAt(groups) })).toBe(all)
})

it('looks design 3: a row whose predecessor is not loaded begins nothing; rows that moved take their heading along', () => {
  const gap = [...groups.slice(0, 3), null, ...groups.slice(4)]
  expect([...learnStarts(none, { first: 4, last: 5, headingAt: headingAt(gap) })]).toEqual([])
  const known = learnStarts(none, { first: 0, last: 6, headingAt: headingAt(groups) })
  const moved = ['pinned', 'today', ...groups.slice(1)]
  const next = learnStarts(known, { first: 0, last: 7, headingAt: headingAt(moved) })
  expect(next.get('yesterday')).toBe(4)
  expect(next.get('today')).toBe(1)
})

it('looks design 3: pinned mail has a heading of its own where it stands on top; months are named', () => {
  const item = { pinned: true, receivedTime: '2025-03-08T10:00:00Z' } as MessageItem
  expect(headingOf(item, { zone: 8, pinsOnTop: true })).toBe('pinned')
  expect(headingOf(item, { zone: 8, pinsOnTop: false })).toBe('2025-03')
  const t = ((key: string) => key) as Parameters<typeof headingText>[1]
  expect(headingText('2025-03', t, { zone: 8, hour12: false, language: 'zh' })).toBe('2025年3月')
  expect(headingText('2025-03', t, { zone: 8, hour12: false, language: 'en' })).toBe('March 2025')
})

it('looks design 3: pinned mail stands on top of a folder by date, and of nothing that leaves some out', () => {
  const folder = { kind: 'folder', folderId: 1 } as const
  expect(pinsOnTop(folder, plainView)).toBe(true)
  expect(pinsOnTop(folder, { ...plainView, filter: 'unread' })).toBe(false)
  expect(pinsOnTop(folder, { ...plainView, assigned: 'mine' })).toBe(false)
  expect(pinsOnTop(folder, { ...plainView, sort: 'size' })).toBe(false)
})
