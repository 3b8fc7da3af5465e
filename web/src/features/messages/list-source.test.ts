import { describe, expect, it } from 'vitest'
import {
  hasRanks,
  isWhole,
  type ListSource,
  type ListView,
  plainView,
  possibleView,
  sourceKey,
} from './list-source.ts'
import { judge } from './reader/banners/authentication.ts'

const folder: ListSource = { kind: 'folder', folderId: 7 }
const view = (over: Partial<ListView>): ListView => ({ ...plainView, ...over })

describe('how a list is shown', () => {
  it('MAILLIST-05 a search and a label are shown plainly, gathered mail only keeps its order', () => {
    const wanted = view({ filter: 'unread', sort: 'size', order: 'asc', conversation: true })
    for (const source of [
      { kind: 'label', labelId: 3 },
      { kind: 'search', params: { searchKeyword: 'a' } },
    ] as ListSource[])
      expect(possibleView(source, wanted)).toEqual(plainView)
    expect(possibleView({ kind: 'favorite' }, wanted)).toEqual(view({ order: 'asc' }))
  })

  it('MAILLIST-05 in a folder a filter leaves the sort out, and whose mail it is leaves out both', () => {
    const sorted = { sort: 'size', order: 'asc' } as const
    expect(possibleView(folder, view({ ...sorted, filter: 'unread' }))).toEqual(
      view({ filter: 'unread', order: 'asc' }),
    )
    expect(possibleView(folder, view({ ...sorted, filter: 'unread', assigned: 'mine' }))).toEqual(
      view({ assigned: 'mine', order: 'asc' }),
    )
    expect(possibleView(folder, view(sorted))).toEqual(view(sorted))
  })

  it('conversations go with the newest first and with nothing else', () => {
    const conversation = { conversation: true }
    expect(possibleView(folder, view(conversation)).conversation).toBe(true)
    for (const over of [{ sort: 'size' }, { order: 'asc' }, { filter: 'starred' }] as const)
      expect(possibleView(folder, view({ ...conversation, ...over })).conversation).toBe(false)
  })

  it('rows have numbers in a whole folder, newest first, and in nothing else', () => {
    expect(hasRanks(folder, plainView)).toBe(true)
    expect(isWhole(plainView)).toBe(true)
    for (const over of [
      { filter: 'unread' },
      { assigned: 'mine' },
      { sort: 'size' },
      { order: 'asc' },
      { conversation: true },
    ] as const)
      expect(hasRanks(folder, view(over)), JSON.stringify(over)).toBe(false)
    expect(hasRanks({ kind: 'favorite' }, plainView)).toBe(false)
    for (const over of [{ filter: 'unread' }, { assigned: 'mine' }] as const)
      expect(isWhole(view(over))).toBe(false)
  })

  it('each list has a key of its own', () => {
    const sources: ListSource[] = [
      folder,
      { kind: 'folder', folderId: 8 },
      { kind: 'label', labelId: 7 },
      { kind: 'favorite' },
      { kind: 'search', params: { searchKeyword: 'a' } },
      { kind: 'search', params: { searchKeyword: 'b' } },
    ]
    expect(sources.map(sourceKey)).toEqual([
      'folder:7',
      'folder:8',
      'label:7',
      '{"kind":"favorite"}',
      'search:{"searchKeyword":"a"}',
      'search:{"searchKeyword":"b"}',
    ])
  })
})

it('what the checks of a sender say: vouched for by the own domain, failed, or nobody vouches', () => {
  const none = { spf: 'none', dkim: 'none', dmarc: 'none', arc: 'none', domain: null }
  const verdict = (over: object) => judge({ ...none, ...over }, 'Ann@Mail.Bank.test')
  expect(verdict({})).toBe('unverified')
  expect(verdict({ spf: 'fail', dmarc: 'pass' })).toBe('verified')
  for (const one of ['spf', 'dkim', 'dmarc']) expect(verdict({ [one]: 'fail' })).toBe('failed')
  expect(verdict({ spf: 'pass', domain: 'BANK.test' })).toBe('verified')
  expect(verdict({ spf: 'pass', domain: 'mail.bank.test' })).toBe('verified')
  expect(verdict({ spf: 'pass', domain: 'notbank.test' })).toBe('unverified')
  expect(verdict({ spf: 'pass', domain: 'ank.test' })).toBe('unverified')
})
