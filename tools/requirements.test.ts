import { expect, it } from 'vitest'
// @ts-expect-error a script of the tool chain, without types
import { judgeOf, testsById, textFor } from './requirements.mjs'

interface Row {
  name: string
  file: string
  state: string
}

const server = { name: 'A-01 the server says so', file: 'server/src/a.test.ts', state: 'passed' }
const unit = { name: 'A-01 a unit of the client', file: 'web/src/a.test.ts', state: 'passed' }
const browser = { name: 'A-01 a person sees it', file: 'e2e/journeys/a.spec.ts', state: 'passed' }

const judged = (tests: readonly Row[], text: string, parts: readonly string[] = []) =>
  judgeOf(testsById(tests), { 'A-01': parts }, (file: string) =>
    file.startsWith('server') ? 'expect(reply.userName)' : '',
  )({ id: 'A-01', text })

it('a requirement of both sides is green by a server test and a browser test only', () => {
  const text = 'something (BOTH)'
  expect(judged([server, browser], text)).toMatchObject({ state: 'green', missing: [] })
  expect(judged([server, unit], text)).toMatchObject({
    state: 'in part',
    missing: ['a browser test'],
  })
  expect(judged([unit, browser], text)).toMatchObject({ missing: ['a server test'] })
  expect(judged([server], 'something (API)')).toMatchObject({ state: 'green' })
  expect(judged([unit], 'something (UI)')).toMatchObject({ state: 'in part' })
  expect(judged([], text)).toMatchObject({ state: 'no test yet' })
  expect(judged([server, { ...browser, state: 'failed' }], text)).toMatchObject({ state: 'red' })
})

it('every part is named by a passing test, in its name or in what it asserts', () => {
  const text = 'userName and phone (API)'
  expect(judged([server], text, ['userName'])).toMatchObject({ state: 'green' })
  expect(judged([server], text, ['userName', 'phone'])).toMatchObject({
    state: 'in part',
    missing: ['phone'],
  })
  const skipped = { ...server, name: 'A-01 phone', state: 'skipped' }
  expect(judged([server, skipped], text, ['phone'])).toMatchObject({ state: 'in part' })
})

it('a part is named by the tests that carry the ID and by what the file shares, not by the tests beside them', () => {
  const source = `const table = 'shared'
it('A-01 one', () => expect(reply.own))
describe('group', () => {
  const helper = 'of the group'
  it.each([[1]])('A-02 another', () => expect(reply.other))
})`
  const text = textFor(source, 'A-01')
  for (const part of ['shared', 'reply.own', 'of the group']) expect(text).toContain(part)
  expect(text).not.toContain('reply.other')
  expect(textFor(source, 'A-03')).toContain('reply.other')
})
