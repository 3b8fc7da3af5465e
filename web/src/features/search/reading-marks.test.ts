import { expect, it } from 'vitest'
import { findReadings } from './reading-marks.ts'

it('looks 9: a name is marked where its pinyin or its initials were typed', () => {
  expect(findReadings('张伟', ['zhangwei'])).toEqual([[0, 2]])
  expect(findReadings('王建国, 张伟', ['zhang'])).toEqual([[5, 6]])
  expect(findReadings('张伟', ['zw'])).toEqual([[0, 2]])
  expect(findReadings('张伟', ['zhangw'])).toEqual([[0, 2]])
  expect(findReadings('张伟', ['wang'])).toEqual([])
  expect(findReadings('Emma', ['em'])).toEqual([])
})
