import { expect, it } from 'vitest'
import { claimedHost, hostOf, isInternational, linkMisleads } from './link-text.ts'

it.each([
  ['www.bank.example', 'https://evil.example/login'],
  ['https://bank.example/login', 'https://bank.example.evil.example/'],
  ['bank.example', 'https://bank-example.com'],
  ['http://user@bank.example/x', 'http://evil.example'],
  ['b\u200bank.example', 'http://evil.example'],
  ['银行.example', 'http://evil.example'],
  ['pаypal.com', 'https://paypal.com/'],
])('READ T29 warns when the text says %j and the link goes to %s', (text, href) =>
  expect(linkMisleads(text, href)).toBe(true),
)

it.each([
  ['www.bank.example', 'https://bank.example/login'],
  ['bank.example', 'https://login.bank.example/'],
  ['Read more', 'https://evil.example/'],
  ['version 1.2.3', 'https://evil.example/'],
  ['report.pdf attached', 'https://a.example/'],
  ['a@b.example', 'mailto:a@b.example'],
])('READ T29 does not cry wolf for %j and %s', (text, href) =>
  expect(linkMisleads(text, href)).toBe(false),
)

it('READ T29 reads hosts as browsers do', () => {
  expect(claimedHost('https://Bank.Example:8443/a')).toBe('bank.example')
  expect(hostOf('https://pаypal.com')).toBe('xn--pypal-4ve.com')
  expect(isInternational('xn--pypal-4ve.com')).toBe(true)
  expect(hostOf('mailto:a@b.example')).toBeNull()
})

it.each([
  ['a soft hyphen', 'bank\u00ad.com'],
  ['a combining grapheme joiner', 'ba\u034fnk.com'],
  ['a variation selector', 'bank\ufe0f.com'],
  ['tag characters', 'bank\u{e0061}.com'],
  ['a Hangul filler', 'bank\u3164.com'],
  ['fullwidth dots', 'www．bank．com'],
  ['an ideographic full stop', 'bank。com'],
  ['a one dot leader', 'bank․com'],
  ['fullwidth letters', 'ｂａｎｋ.com'],
  ['words behind it', 'bank.com - sign in here'],
  ['words before it', 'Sign in: https://bank.com/login now'],
  ['www among words', 'see www.bank.com today'],
  ['an override', '\u202emoc.knab.www'],
  ['an override that ends', 'go to \u202emoc.knab//:sptth\u202c now'],
  ['codes', 'https://bank%2ecom/'],
  ['slashes that are none', 'https:\u2215\u2215bank.com'],
])('T29 a link whose text names another site with %s misleads', (_, text) => {
  expect(linkMisleads(text, 'https://evil.test/')).toBe(true)
  expect(linkMisleads(text, 'https://www.bank.com/a')).toBe(false)
})

it.each(['Node.js 24', 'v1.2', 'Read more', 'Mr.Smith wrote', '3.5 stars', 'e.g. this'])(
  'T29 %s names no site',
  (text) => expect(linkMisleads(text, 'https://evil.test/')).toBe(false),
)

it('T29 a link that names another site before its host, or with a hyphen that is none, misleads', () => {
  expect(linkMisleads('Sign in', 'https://bank.com@evil.test/')).toBe(true)
  expect(linkMisleads('my\u2010bank.com', 'https://evil.test/')).toBe(true)
  expect(linkMisleads('my\u2010bank.com', 'https://my-bank.com/')).toBe(false)
})
