import { expect, it } from 'vitest'
import { madePassword } from './made-password.ts'

it('issue 17: a password that is made begins with a letter or a digit: lists hand it over as it is', () => {
  for (let time = 0; time < 500; time++)
    expect(madePassword()).toMatch(/^[A-Za-z2-9][A-Za-z2-9#%+=?@]{13}$/)
})
