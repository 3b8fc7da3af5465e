import type { MessageItem, MessagePage } from '@hongyan/contract/messages'
import { expect, it } from 'vitest'
import {
  endsAtStart,
  firstPage,
  lastPage,
  nextPage,
  previousPage,
  rangeOf,
} from './list-position.ts'

const row = (id: number) => ({ mailId: id, sortValues: `s${id}` }) as MessageItem
const page = (ids: number[], hasMore: boolean, total: number | null = 35): MessagePage => ({
  list: ids.map(row),
  hasMore,
  total,
  readTo: null,
})

it('MAILLIST-02 pages forward by the cursor of the last row and back the way it came', () => {
  const first = page([9, 8], true)
  const second = nextPage(firstPage, first)
  expect(second.cursor).toEqual({ direction: 'next', sortValues: 's8' })
  expect(rangeOf(second, page([7, 6], true))).toMatchObject({ from: 3, to: 4, total: 35 })
  expect(previousPage(second, page([7, 6], true))).toEqual(firstPage)
})

it('MAILLIST-02 jumps to the last page and walks back from there by cursor', () => {
  const oldest = page([2, 1], true)
  expect(rangeOf(lastPage, oldest)).toEqual({
    from: 34,
    to: 35,
    total: 35,
    hasPrevious: true,
    hasNext: false,
  })
  const back = previousPage(lastPage, oldest)
  expect(back.cursor).toEqual({ direction: 'prev', sortValues: 's2' })
  expect(rangeOf(back, page([4, 3], true))).toMatchObject({ from: null, hasNext: true })
  expect(endsAtStart(back, page([4, 3], false))).toBe(true)
})

it('looks 5: mail that came while the last page was reached by steps moves its numbers on', () => {
  const second = nextPage(firstPage, page([9, 8], true, 3))
  expect(rangeOf(second, page([7], false, 13))).toMatchObject({ from: 13, to: 13, hasNext: false })
})

it('MAILLIST-02 shows no numbers where the total is not counted', () => {
  expect(rangeOf(firstPage, page([3], false, null))).toEqual({
    from: 1,
    to: 1,
    total: null,
    hasPrevious: false,
    hasNext: false,
  })
})
