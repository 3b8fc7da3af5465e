import { expect, it } from 'vitest'
import { checkLogin } from './login-checks.ts'

it('AUTH-02 refuses an empty user name', () => {
  expect(checkLogin('  ', 'long enough').username).toBe('usernameRequired')
  expect(checkLogin('emma', 'long enough')).toEqual({ username: null, password: null })
})

it('AUTH-03 refuses a password of six characters and takes one of seven', () => {
  expect(checkLogin('emma', '').password).toBe('passwordShort')
  expect(checkLogin('emma', '123456').password).toBe('passwordShort')
  expect(checkLogin('emma', '1234567').password).toBeNull()
})

it('AUTH-04 refuses Chinese characters in a password', () => {
  expect(checkLogin('emma', '密码password').password).toBe('passwordChinese')
})
