import { describe, expect, it } from 'vitest'
import { isNear, looksLikeDomain, nameSkeleton, siteOf } from './looks.ts'

describe('T29 domains that look like ours', () => {
  it.each([
    ['exаmple.org', 'example.org'],
    ['xn--exmple-4nf.org', 'example.org'],
    ['examp1e.org', 'example.org'],
    ['exarnple.org', 'example.org'],
    ['exmaple.org', 'example.org'],
    ['examples.org', 'example.org'],
    ['example.com', 'example.org'],
    ['mail.example.net', 'example.org'],
    ['example.org.login.test', 'example.org'],
    ['secure.example.org.evil.net', 'example.org'],
    ['demo-hongyan.example', 'demo.hongyan.test'],
  ])('T29 %s looks like %s', (theirs, ours) => expect(looksLikeDomain(theirs, ours)).toBe(true))

  it.each([
    ['example.org', 'example.org'],
    ['mail.example.org', 'example.org'],
    ['gmail.com', 'example.org'],
    ['sample.net', 'example.org'],
    ['qq.com', 'qx.com'],
    ['partner.test', 'example.test'],
    ['other.test', 'example.test'],
  ])('T29 %s does not look like %s', (theirs, ours) =>
    expect(looksLikeDomain(theirs, ours)).toBe(false),
  )
})

it('T29 a name looks the same whatever its script, order and separators', () => {
  const same = [
    'Emma Brown',
    'Brown, Emma',
    'EMMA  BROWN',
    'Еmmа Brоwn',
    'Emma\u200b Brown',
    'Émma Brown',
    'Ernma Brown',
  ]
  expect(new Set(same.map(nameSkeleton)).size).toBe(1)
  expect(nameSkeleton('张伟')).not.toBe(nameSkeleton('张三'))
})

it('T29 nearness counts a swap of neighbours as one step', () => {
  expect(isNear('emma brown', 'emma borwn', 1)).toBe(true)
  expect(isNear('emma brown', 'emma brow', 1)).toBe(true)
  expect(isNear('emma brown', 'anna brown', 1)).toBe(false)
})

it('T29 the site of an address is what one organisation owns', () => {
  expect(siteOf('news.mail.example.com')).toBe('example.com')
  expect(siteOf('a.example.com.cn')).toBe('example.com.cn')
})
