import { expect, it } from 'vitest'
import { isTooComplex } from './complexity.ts'

const many = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join('')

it.each([
  ['40,000 paragraphs', '<p>From: a</p>'.repeat(40_000)],
  ['400 nested quotes', `${'<blockquote>'.repeat(400)}x`],
  ['4,000 texts in 250 quotes', `${'<blockquote>'.repeat(250)}${'<b>x</b>'.repeat(4_000)}`],
  ['3,000 rules', `<style>${many(3_000, (i) => `a:has(.x${i}){color:red}`)}</style>x`],
  [
    '2,000 rules for 2,000 elements',
    `<style>${'a{}'.repeat(2_000)}</style>${'<p>x'.repeat(2_000)}`,
  ],
  ['one rule of 7,000 names', `<style>${'a,'.repeat(7_000)}b{c:d}</style>x`],
  [
    '3,000 names for 2,500 elements',
    `<style>${'a,b,c,d,e,f,g,h,i,j{}'.repeat(300)}</style>${'<p>x'.repeat(2_500)}`,
  ],
  ['200,000 attributes', `<p ${many(200_000, (i) => `a${i}=1 `)}>x`],
  ['half a million letters', 'a'.repeat(500_000)],
  ['150 nested quotes', `${'<blockquote>'.repeat(150)}x`],
  ['faces that are joined without an end', '\u{1f468}\u200d'.repeat(9_000)],
  ['attributes behind a quote', `<p ${'a="b"'.repeat(500)}>`],
])('T31 a mail of %s is shown as text first', (_, html) => expect(isTooComplex(html)).toBe(true))

it.each([
  ['nothing', ''],
  [
    'a long newsletter',
    `<style>${'a,b,c{font:1px d,e,f;g:h}'.repeat(300)}</style>${'<table><tr><td style="a:b">x</td></tr></table>'.repeat(900)}`,
  ],
  ['a thread of forty answers', `${'<blockquote><div>'.repeat(40)}${'<p>x</p>'.repeat(800)}`],
  ['families', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467} '.repeat(300)],
  ['list items that nobody closed', '<li>x'.repeat(2_000)],
  ['a picture inside', `<img src="data:image/png;base64,${'A'.repeat(900_000)}">`],
  ['a comment', `<!-- ${'<p>'.repeat(20_000)} -->x`],
])('READ-02 a mail of %s is laid out', (_, html) => expect(isTooComplex(html)).toBe(false))
