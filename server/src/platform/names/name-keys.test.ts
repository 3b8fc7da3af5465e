import { expect, it } from 'vitest'
import { keysOf } from './name-keys.ts'

it.each([
  [
    { name: '张伟', address: 'zhangwei@example.test' },
    ['张伟', 'zhangwei', 'zhang wei', 'zw', '伟', 'wei'],
  ],
  [{ name: '单雄信', address: 's@example.test' }, ['shanxiongxin', 'sxx', '雄信', 'xiongxin']],
  [
    { name: 'Emma Brown', address: 'emma.brown@example.test' },
    ['emma brown', 'emma', 'brown', 'emma.brown'],
  ],
  [{ name: '', address: 'a_b+c@example.test' }, ['a_b+c@example.test', 'a_b+c', 'a', 'b', 'c']],
])('COMPOSE-26 finds %j by name, pinyin, initials and address parts', (person, keys) => {
  expect(keysOf(person)).toEqual(expect.arrayContaining(keys))
})
