import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { colourOf, contrast, type Setting } from './token-colours.ts'

const read = (path: string) =>
  readFileSync(fileURLToPath(new URL(`../src/${path}`, import.meta.url)), 'utf8')
const tokens = new Map(
  [...read('ui/tokens.css').matchAll(/^ {2}(--[\w-]+):\s*([^;]+);/gm)].map(
    ([, name = '', value = '']) => [
      name,
      value.replace(/\s+/g, ' ').replace(/\( /g, '(').replaceAll(' )', ')'),
    ],
  ),
)
const settings: (Setting & { name: string })[] = [
  ...read('features/skins/skins.css').matchAll(
    /data-skin="(\w+)"\] \{\s*--turn: (\S+);\s*--vivid: (\S+);\s*--lift: (\S+);/g,
  ),
].flatMap(([, skin, turn, vivid, lift]) =>
  (['light', 'dark'] as const).map((scheme) => ({
    name: `${skin} ${scheme}`,
    scheme,
    turn: Number(turn),
    vivid: Number(vivid),
    lift: Number(lift),
  })),
)

const grounds = ['bg', 'surface', 'surface-2', 'hover', 'mist', 'dawn']
const soft = ['selected', 'accent-soft', 'accent-softer', 'pressed']
/** What is written, and what it is written on: WCAG's AA. */
const written: [string, string[]][] = [
  ['text', [...grounds, ...soft]],
  ['text-2', [...grounds, 'accent-soft']],
  ['text-3', ['bg', 'surface', 'surface-2']],
  ['accent', [...grounds, 'accent-soft']],
  ['on-accent', ['accent', 'accent-hover', 'accent-active']],
  ['danger', ['surface', 'surface-2', 'danger-soft']],
  ['warn', ['surface', 'surface-2', 'warn-soft']],
  ['ok', ['surface', 'surface-2', 'ok-soft']],
  ['on-hit', ['hit']],
  ['on-tooltip', ['tooltip']],
]

describe.each(settings)('the colours of $name', (setting) => {
  const of = (name: string) => colourOf(tokens.get(`--${name}`) ?? '', { ...setting, tokens })
  const between = (one: string, other: string) => contrast(of(one), of(other))

  it('SKIN-01 what is written is read: 4.5 to 1 on every ground it stands on', () => {
    const faint = written.flatMap(([ink, papers]) =>
      papers
        .map((paper) => ({ pair: `${ink} on ${paper}`, ratio: between(ink, paper) }))
        .filter(({ ratio }) => ratio < 4.5)
        .map(({ pair, ratio }) => `${pair}: ${ratio.toFixed(2)}`),
    )
    expect(faint).toEqual([])
  })

  it('SKIN-01 the edge of a card is seen, and what is selected stands out from the list', () => {
    expect(between('line', 'surface')).toBeGreaterThan(1.2)
    expect(between('selected', 'surface')).toBeGreaterThan(1.2)
  })

  it('SKIN-01 the warm rim is a glow and no stain: never darker than the ground in the dark', () => {
    if (setting.scheme === 'dark')
      expect(of('dawn').light).toBeGreaterThan(of('surface').light + 0.005)
    else expect(of('dawn').light).toBeLessThan(of('surface').light)
  })

  it('SKIN-01 no skin colours the ground more than the first one does', () => {
    for (const ground of ['bg', 'surface', 'surface-2', 'hover'])
      expect(of(ground).chroma, ground).toBeLessThan(0.03)
  })
})

it('every skin is looked at', () => {
  expect(settings).toHaveLength(16)
})
