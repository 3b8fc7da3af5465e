import { expect, it } from 'vitest'
import { linkify, splitQuote } from './linkify.ts'

it('READ T3 ends a link at a quote, so that no attribute can be broken out of', () => {
  expect(linkify('see http://a.example/"onmouseover=alert(1) now')).toEqual([
    { text: 'see ' },
    { text: 'http://a.example/', href: 'http://a.example/' },
    { text: '"onmouseover=alert(1) now' },
  ])
  expect(linkify('<http://a.example/x>').map(({ href }) => href)).toEqual([
    undefined,
    'http://a.example/x',
    undefined,
  ])
})

it('READ-02 links web and mail addresses and leaves the sentence around them', () => {
  expect(linkify('见 www.hongyan.test/帮助。或写信给 help@hongyan.test.')).toEqual([
    { text: '见 ' },
    { text: 'www.hongyan.test/帮助', href: 'http://www.hongyan.test/帮助' },
    { text: '。或写信给 ' },
    { text: 'help@hongyan.test', href: 'mailto:help@hongyan.test' },
    { text: '.' },
  ])
  expect(linkify('(https://a.example/b_(c)).')[1]).toEqual({
    text: 'https://a.example/b_(c))',
    href: 'https://a.example/b_(c))',
  })
  expect(linkify('javascript:alert(1) data:text/html,x')).toHaveLength(1)
})

it('READ-02 folds the quoted mail at the end only', () => {
  const text = 'Fine with me.\n\nOn Monday she wrote:\n> a\n> b\n>\n> c\n'
  expect(splitQuote(text)).toEqual({
    own: 'Fine with me.\n\nOn Monday she wrote:',
    quote: '> a\n> b\n>\n> c\n',
  })
  expect(splitQuote('> a\nanswer\n> b\nanswer').quote).toBe('')
  expect(splitQuote('> a\n> b\n> c\n> d').quote).toBe('')
})
