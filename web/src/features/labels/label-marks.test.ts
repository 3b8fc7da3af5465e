import { expect, it } from 'vitest'
import { changesOf, marksOf, next } from './label-marks.ts'

it('MAILLIST-15 the label menu knows what all and what some of the mails have, and tells only what changed', () => {
  const before = marksOf([{ labels: [1, 2] }, { labels: [1] }])
  expect([...before]).toEqual([
    [1, 'all'],
    [2, 'some'],
  ])
  expect(changesOf(before, before)).toEqual({ add: [], remove: [] })
  expect(changesOf(before, next(next(before, 1), 3))).toEqual({ add: [3], remove: [1] })
  expect(changesOf(before, next(before, 2))).toEqual({ add: [2], remove: [] })
  expect(changesOf(before, next(next(before, 2), 2))).toEqual({ add: [], remove: [2] })
})
