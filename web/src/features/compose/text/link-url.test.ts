import { describe, expect, it } from 'vitest'
import { linkUrl } from './link-url.ts'

describe('links as they are typed', () => {
  it.each([
    ['https://example.com/a?b=1', 'https://example.com/a?b=1'],
    ['example.com', 'https://example.com'],
    [' www.例子.中国/路径 ', 'https://www.例子.中国/路径'],
    ['li@example.com', 'mailto:li@example.com'],
    ['mailto:li@example.com', 'mailto:li@example.com'],
    ['tel:+861012345678', 'tel:+861012345678'],
    ['example.com:8443/x', 'https://example.com:8443/x'],
  ])('COMPOSE-03 reads %j', (typed, url) => {
    expect(linkUrl(typed)).toBe(url)
  })

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'two words',
    '',
    'x',
  ])('COMPOSE-03 refuses %j', (typed) => {
    expect(linkUrl(typed)).toBeNull()
  })
})
