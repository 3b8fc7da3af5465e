import { expect, it } from 'vitest'
import { levelReader } from './level-reader.ts'

const read = (said: string, facts: Parameters<typeof levelReader>[0] = 'caution') => {
  const levels = levelReader(facts)
  const all = [...[...said].map((one) => levels.take(one)), levels.end()]
  return {
    text: all.map(({ text }) => text).join(''),
    raised: all.find(({ raised }) => raised !== null)?.raised ?? null,
  }
}

it.each([
  ['on a line of its own', 'level: dangerous\r\nIt asks for a password.', 'dangerous'],
  ['before a sentence', 'Level: dangerous. It asks for a password.', 'dangerous'],
  ['that is no graver', 'level: unremarkable, It asks for a password.', null],
])('AI-03 what a model says behind its level is shown: a level %s', (_, said, raised) => {
  expect(read(said)).toEqual({ text: 'It asks for a password.', raised })
})

it('AI-03 a long first line behind the level is shown whole, and what is no level stays', () => {
  const long = 'It asks for a password and gives two hours for it. '.repeat(3)
  expect(read(`level: suspicious ${long}`)).toEqual({ text: long, raised: 'suspicious' })
  expect(read('level: suspiciously calm')).toEqual({
    text: 'level: suspiciously calm',
    raised: null,
  })
})
