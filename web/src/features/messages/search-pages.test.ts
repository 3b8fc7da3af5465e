import type { MessageItem, MessagePage } from '@hongyan/contract/messages'
import { expect, it } from 'vitest'
import { wholePage } from './search-pages.ts'

const page = (ids: number[], readTo: string | null, hasMore = readTo !== null): MessagePage => ({
  list: ids.map((mailId) => ({ mailId, sortValues: `s${mailId}` }) as MessageItem),
  total: null,
  hasMore,
  readTo,
})

const idsOf = ({ list }: MessagePage) => list.map(({ mailId }) => mailId)

/** Answers in turn; tells what was asked for and what was shown on the way. */
async function read(pageSize: number, answers: MessagePage[]) {
  const asked: [string | undefined, number][] = []
  const shown: MessagePage[] = []
  const whole = await wholePage({
    pageSize,
    ask: async (sortValues, size) => {
      asked.push([sortValues, size])
      return answers[asked.length - 1] ?? page([], null)
    },
    show: (found) => shown.push(found),
  })
  return { asked, shown, whole }
}

it('SEARCH-07 hits found so far are shown while the search goes on, until the page is full', async () => {
  const answers = [page([9], 'a'), page([], 'b'), page([8, 7], null, true)]
  const { asked, shown, whole } = await read(3, answers)
  expect(asked).toEqual([
    [undefined, 3],
    ['a', 2],
    ['b', 2],
  ])
  expect(shown.map(idsOf)).toEqual([[9]])
  expect(shown.every(({ hasMore }) => !hasMore)).toBe(true)
  expect(idsOf(whole)).toEqual([9, 8, 7])
  expect(whole).toMatchObject({ hasMore: true, readTo: null })
})

it('SEARCH-07 "nothing found" is not said before all mail was looked at', async () => {
  const { shown, whole } = await read(3, [page([], 'a'), page([], 'b'), page([], null)])
  expect(shown).toEqual([])
  expect(whole).toEqual(page([], null))
})

it('SEARCH-07 a full page ends the search there, and the next page begins at the place that was reached', async () => {
  const { asked, whole } = await read(2, [page([9, 8], 'a')])
  expect(asked).toHaveLength(1)
  expect(whole).toMatchObject({ hasMore: true, readTo: 'a' })
})
