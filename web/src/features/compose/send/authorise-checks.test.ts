import { expect, it } from 'vitest'
import { termTroubles } from './authorise-checks.ts'

const typed = (over: Partial<Parameters<typeof termTroubles>[0]>) =>
  termTroubles({ reads: '1', days: '1', password: '', ...over })

it.each(['0', '11', '1.5', '-1', '', 'x', '1e1'])('SENDMODES-05 refuses "%s" reads', (reads) => {
  expect(typed({ reads })).toEqual(['authorised.count'])
})

it.each(['0', '31', '2.5', ' '])('SENDMODES-06 refuses "%s" days', (days) => {
  expect(typed({ days })).toEqual(['authorised.days'])
})

it('SENDMODES-04 LIMITS-24 counts a password as people do, and takes the outermost values', () => {
  expect(typed({ password: '密'.repeat(16) })).toEqual(['authorised.password-long'])
  expect(typed({ reads: '10', days: '30', password: '😀'.repeat(15) })).toEqual([])
})
