import { expect, it } from 'vitest'
import { noWeight, weigher } from './text-weight.ts'

function weighed(text: string) {
  const { add, weight } = weigher()
  for (let at = 0; at < text.length; at++) add(text.charCodeAt(at))
  return weight
}

it.each([
  ['plain words of one script', {}],
  ['中文 字', {}],
  // A blank ends no stretch of a script, but each word whose letters join.
  ['ab 中文 cd', { runs: 2 }],
  ['אבג', { word: 3 }],
  ['אבג דה', { word: 3 }],
  ['אבג\u3000דהוז', { word: 4 }],
  ['ab אב cd', { runs: 2, turns: 2, word: 2 }],
  ['नमस', { word: 3 }],
  // Digits and signs belong to the script before them.
  ['ab12, 34!cd', {}],
  // What commands a direction.
  ['a\u202eb\u202cc', { turns: 2 }],
  ['a\u2067b\u2069', { turns: 2 }],
  // Marks: four to a letter are honest.
  [`a${'\u0301'.repeat(4)}`, {}],
  [`a${'\u0301'.repeat(6)}`, { stacked: 2 }],
  [`a${'\u0301'.repeat(4)}b${'\u0301'.repeat(4)}`, {}],
  // A family is one letter, joined one by one; two beside each other are two.
  ['👩\u200d👩\u200d👧', { word: 2 }],
  ['👩\u200d👧👩\u200d👧', { word: 1 }],
  ['👩👩👩', {}],
  ['a\u200db\u200dc', {}],
] as const)('T31 %j costs a browser %j', (text, weight) => {
  expect(weighed(text)).toEqual({ ...noWeight(), ...weight })
})
