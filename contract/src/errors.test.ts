import { expect, it } from 'vitest'
import { row } from './errors/error-row.ts'
import { gather } from './errors/gather.ts'
import { errors } from './errors.ts'

it('ERRORS-09 a number on the wire means one thing', () => {
  const names = Map.groupBy(Object.entries(errors), ([, { code }]) => code)
  const shared = [...names].filter(([, rows]) => rows.length > 1)
  expect(shared.map(([code, rows]) => [code, rows.map(([name]) => name)])).toEqual([])
})

it('ERRORS-09 a number begins with the HTTP status of its error, but for the one that the specification fixes', () => {
  const odd = Object.entries(errors).filter(
    ([, { status, code }]) => !String(code).startsWith(String(status)),
  )
  expect(odd.map(([name]) => name)).toEqual(['session.locked'])
})

it('ERRORS-09 a name that two features claim does not pass the types', () => {
  const one = { 'item.gone': row(404, 404990, ['没有', 'gone']) } as const
  const other = { 'item.new': row(400, 400990, ['新', 'new']) } as const
  const again = { 'item.gone': row(410, 410990, ['没有了', 'gone for good']) } as const
  expect(Object.keys(gather([one, other]))).toEqual(['item.gone', 'item.new'])
  // @ts-expect-error: the types are what is tested here
  expect(Object.keys(gather([one, other, again]))).toEqual(['item.gone', 'item.new'])
})
