import type { MessageItem, MessagePage } from '@hongyan/contract/messages'
import { expect, it } from 'vitest'
import { blockOf, freshChain, learn, offsets, rankCursor } from './list-blocks.ts'

const page = (ids: number[], hasMore: boolean, readTo?: string): MessagePage => ({
  list: ids.map((id) => ({ mailId: id, sortValues: `s${id}` }) as MessageItem),
  total: null,
  hasMore,
  ...(readTo ? { readTo } : {}),
})

it('MAILLIST-07 a long list grows block by block, each beginning where the one before ended', () => {
  const one = learn(freshChain, 0, page([9, 8], true))
  expect(one.blocks[1]?.cursor).toEqual({ direction: 'next', sortValues: 's8' })
  const two = learn(one, 1, page([7, 6, 5], false))
  expect(two).toMatchObject({ open: false, blocks: [{ length: 2 }, { length: 3 }] })
  expect(offsets(two)).toEqual([0, 2, 5])
  expect(learn(two, 1, page([7, 6, 5], false))).toBe(two)
})

it('MAILLIST-07 blocks of conversations may be short; reading goes on where the server stopped', () => {
  const chain = learn(freshChain, 0, page([9], true, 'far'))
  expect(chain.blocks[1]?.cursor).toEqual({ direction: 'next', sortValues: 'far' })
})

it('MAILLIST-07 the block of a row is found whatever the lengths are', () => {
  const sums = [0, 2, 5, 5, 9]
  expect([0, 1, 2, 4, 5, 8, 12].map((row) => blockOf(sums, row))).toEqual([0, 0, 1, 1, 3, 3, 3])
  expect(blockOf([0, 0], 0)).toBe(0)
})

it('MAILLIST-07 a jump by the scroll bar asks for rows by their number', () => {
  expect(rankCursor(0)).toBeNull()
  expect(rankCursor(2_000)).toEqual({ rank: 100_000 })
})
