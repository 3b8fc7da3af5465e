import { expect, it } from 'vitest'
import { bareContentId, contentIdOf, isOwnPicture, isRemote, isSafeHref } from './html-rules.ts'

it.each(['https://a.example/', 'HTTP://a.example', 'mailto:a@b.example', 'tel:+8610', '#top'])(
  'READ-02 keeps the link %s',
  (href) => expect(isSafeHref(href)).toBe(true),
)

it.each([
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  '/api/oauth/logout',
  '//evil.example',
  'blob:https://a/b',
  'file:///etc/passwd',
  'about:blank',
  'inbox',
  '',
])('READ T1 refuses the link %j', (href) => expect(isSafeHref(href)).toBe(false))

it('READ T5 shows only pictures that are in the mail', () => {
  expect(isOwnPicture('cid:logo@x')).toBe(true)
  expect(isOwnPicture('data:image/png;base64,AAAA')).toBe(true)
  expect(isOwnPicture('data:image/svg+xml,<svg/>')).toBe(false)
  expect(isOwnPicture('data:text/html,x')).toBe(false)
  expect(isOwnPicture('https://tracker.example/a.gif')).toBe(false)
  expect(isOwnPicture('/api/file/download/x')).toBe(false)
})

it('READ T5 counts what a browser would fetch', () => {
  expect(
    ['http://a', 'HTTPS://a', '//a', '\\\\a', ' //a', 'a.png 1x, https://b 2x'].every(isRemote),
  ).toBe(true)
  expect(['cid:a', 'data:image/png,x', 'a.png', ''].some(isRemote)).toBe(false)
})

it('finds the attachment that a cid names, however it is written', () => {
  expect(contentIdOf('cid:Logo%40x')).toBe('logo@x')
  expect(contentIdOf('cid:100%')).toBe('100%')
  expect(bareContentId('<Logo@X>')).toBe('logo@x')
})
