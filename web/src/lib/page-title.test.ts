// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { sayTitle } from './page-title.ts'

it('SHELL-01 the title is that of what lies on top, whichever spoke last, and comes back when it goes', () => {
  const shell = sayTitle(false)
  shell.change('Inbox')
  const composer = sayTitle(true)
  expect(document.title).toBe('Inbox')
  composer.change('Offer')
  expect(document.title).toBe('Offer')
  // New mail changes the count of the screen behind.
  shell.change('(1) Inbox')
  expect(document.title).toBe('Offer')
  composer.change('Offer 2')
  // A screen that is drawn anew behind it speaks last, and under it.
  const another = sayTitle(false)
  another.change('Sent')
  expect(document.title).toBe('Offer 2')
  composer.end()
  expect(document.title).toBe('Sent')
  another.end()
  expect(document.title).toBe('(1) Inbox')
  shell.end()
  const login = sayTitle(false)
  login.change('Sign in')
  expect(document.title).toBe('Sign in')
  login.end()
})
