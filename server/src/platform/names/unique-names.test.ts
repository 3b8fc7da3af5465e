import { expect, it } from 'vitest'
import { freeNames, uniqueNames } from './unique-names.ts'

it('COMPOSE-16 T33 a number that is given away already is not given again', () => {
  const names = ['a.txt', 'a (2).txt', 'a.txt', 'A.TXT', 'ａ.txt', 'b', 'b']
  const given = ['a.txt', 'a (2).txt', 'a (3).txt', 'A (4).TXT', 'ａ (5).txt', 'b', 'b (2)']
  expect(names.map(freeNames())).toEqual(given)
  expect(uniqueNames(names)).toEqual(given)
})
