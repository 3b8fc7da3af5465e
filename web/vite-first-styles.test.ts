import { expect, test } from 'vitest'
import { stylesFor } from './vite-first-styles.ts'

const html = '<main class="_page_abcde_1 _wide_abcde_9"><a class="plain">x</a></main>'

test('§Speed a page is read with the rules of what stands in it, in their order, and with all that have no class of a module', () => {
  const kept = [
    ':root{--a:1}',
    '._page_abcde_1{color:red}',
    '@media (width<500px){._page_abcde_1{color:blue}._other_fghij_2{color:blue}}',
    'a[title="}"]{color:red}',
    '@layer one;',
    'h1>a{color:red}',
    '._other_fghij_2 ._wide_abcde_9{color:red}',
  ]
  const left = [
    '._other_fghij_2{color:red}',
    '@media (width<500px){._other_fghij_2{color:blue}}',
    'h1>._other_fghij_2:not(._page_abcde_1){color:red}',
  ]
  const [first = '', ...rest] = kept
  expect(stylesFor(html, [first, ...left, ...rest].join(''))).toBe(kept.join(''))
})

test('§Speed styles that are not read to their end are no styles', () => {
  expect(() => stylesFor(html, 'a{color:red')).toThrow('without an end')
})
