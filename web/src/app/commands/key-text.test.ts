import { expect, it } from 'vitest'
import { keyText } from './key-text.ts'

it.each([
  ['Shift+ ', 'Shift Space'],
  ['Shift+ArrowDown', 'Shift ↓'],
  ['Escape', 'Esc'],
  ['+', '+'],
  ['g', 'g'],
])('the key %j is written as %j', (key, text) => {
  expect(keyText(key)).toBe(text)
})
