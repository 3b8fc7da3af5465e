import { expect, it } from 'vitest'
import {
  countRemoteCss,
  isAllowedProperty,
  isPaintable,
  isSafeCondition,
  isSafeSelector,
  isSafeValue,
} from './css-rules.ts'

it.each([
  'color',
  'background-color',
  'background-image',
  'margin-top',
  'padding',
  'border-top-color',
  'border-radius',
  'font-family',
  'text-align',
  'text-decoration-line',
  'width',
  'display',
])('READ T5 keeps the property %s that mail is laid out with', (name) =>
  expect(isAllowedProperty(name)).toBe(true),
)

it.each([
  'position',
  'content',
  'animation-name',
  'transition-property',
  'cursor',
  'filter',
  'clip-path',
  'mask-image',
  '-webkit-mask-image',
  'list-style-image',
  'border-image-source',
  'border-image-outset',
  'behavior',
  '-moz-binding',
  '--x',
  'z-index',
  'counter-reset',
  'shape-outside',
  'offset-path',
  'background-attachment',
  'transform',
  'inset',
  'top',
  'appearance',
  'src',
  'pointer-events',
])('READ T6 drops the property %s', (name) => expect(isAllowedProperty(name)).toBe(false))

it.each([
  '',
  'url("https://tracker.example/a.png")',
  'image-set("a.png" 1x)',
  '-webkit-image-set("a" 1x)',
  'var(--leak)',
  'attr(data-x)',
  'env(x)',
  'red</style>',
  'expression(alert(1))',
  'u\\72l(x)',
  'cross-fade(x)',
  'element(#a)',
  'paint(x)',
  'image("a.png")',
  '100vh',
  '50dvh',
  '3vmax',
  '120cqh',
  'calc(10cqmin + 1px)',
  'x}body{',
])('READ T7 refuses the value %j', (value) => expect(isSafeValue(value)).toBe(false))

it.each([
  'red',
  'rgb(1, 2, 3)',
  'linear-gradient(red, blue)',
  '"PingFang SC", sans-serif',
  '600px',
  '1px solid #ccc',
  '50vw',
  'calc(100% - 4px)',
])('READ-02 keeps the value %j', (value) => expect(isSafeValue(value)).toBe(true))

it('READ T7 refuses selectors and conditions that could end the sheet', () => {
  expect(isSafeSelector('td > a:hover')).toBe(true)
  expect(isSafeSelector('a[title="</style><img src=x>"]')).toBe(false)
  expect(isSafeSelector('a{}b')).toBe(false)
  expect(isSafeCondition('screen and (max-width: 600px)')).toBe(true)
  expect(isSafeCondition('(prefers-color-scheme: dark)')).toBe(false)
  expect(isSafeCondition('(min-height: 600px)')).toBe(false)
  expect(isSafeSelector('details::details-content')).toBe(false)
  expect(isSafeSelector('div:has(a)')).toBe(false)
})

it('counts what CSS would have loaded', () => {
  expect(countRemoteCss('a{background:url( "https://x.example/a")} @import "//y.example/b";')).toBe(
    2,
  )
  expect(countRemoteCss('a{background:url(data:image/png;base64,AAAA)}')).toBe(0)
})

it.each([
  ['text-shadow', Array.from({ length: 9 }, () => 'rgb(255, 0, 0) 1px 1px 2px').join(', ')],
  ['text-shadow', 'rgb(255, 0, 0) 0px 0px 200px'],
  ['font-size', '9999px'],
  ['font-size', 'calc(1px * 9e3)'],
  ['-webkit-text-stroke-width', '900px'],
  ['background-image', `linear-gradient(${'rgb(1, 2, 3) 1%, '.repeat(500)}red)`],
])('T31 does not paint %s: %.40s', (name, value) => expect(isPaintable(name, value)).toBe(false))

it.each([
  ['text-shadow', 'rgb(255, 255, 255) 0px 1px 0px, rgb(0, 0, 0) 0px 2px 2px'],
  ['font-size', '72px'],
  ['font-size', '300%'],
  ['margin-left', '-9999px'],
  ['font-family', 'Roboto, "Helvetica Neue", Arial, sans-serif'],
  ['background-image', 'linear-gradient(rgb(255, 255, 255) 0%, rgb(1, 2, 3) 100%)'],
])('T31 paints %s: %s', (name, value) => expect(isPaintable(name, value)).toBe(true))

it('T31 keeps no selector that looks at all neighbours of each element', () => {
  expect(isSafeSelector('p:nth-last-child(2n + 1 of .x)')).toBe(false)
  expect(isSafeSelector('p:nth-last-child(2n + 1)')).toBe(true)
})
