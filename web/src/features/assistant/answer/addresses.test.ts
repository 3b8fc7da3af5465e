import { expect, it } from 'vitest'
import { piecesOf } from './addresses.ts'

const mail = 'Please see https://shop.example/orders?id=7. (or http://b.example/x)'
const links = (line: string) => piecesOf(line, mail).flatMap(({ href }) => href ?? [])

it('T39 G112 an address may be followed only if it stood in the mail, to its very end', () => {
  expect(links('See https://shop.example/orders?id=7.')).toEqual([
    'https://shop.example/orders?id=7',
  ])
  expect(links('请看 http://b.example/x，谢谢')).toEqual(['http://b.example/x'])
  expect(links('https://shop.example/orders?id=7&leak=secret')).toEqual([])
  expect(links('https://shop.example/orders')).toEqual([])
  expect(links('![](https://evil.example/p.png) [a](javascript:alert(1))')).toEqual([])
})

it('loses no letter of a line', () => {
  const line = 'a https://shop.example/orders?id=7 b http://b.example/x.'
  expect(
    piecesOf(line, mail)
      .map(({ text }) => text)
      .join(''),
  ).toBe(line)
})
