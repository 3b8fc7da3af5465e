import { expect, it } from 'vitest'
import { boundedPages } from './bounded-pages.ts'

/** Steps by the library's numbers. */
const ops = {
  dependency: 1,
  nothing: 7,
  setState: 9,
  save: 10,
  restore: 11,
  fill: 22,
  beginContent: 70,
  beginForm: 74,
  endForm: 75,
  beginGroup: 76,
  endGroup: 77,
}
type Step = readonly [fn: number, args?: unknown[] | null]

const bbox = [0, 0, 9, 9]
const shapes = { bbox, isolated: true, needsIsolation: false, hasSoftMask: false }
const isolated = { ...shapes, needsIsolation: true }
const mask = { ...isolated, hasSoftMask: true, smask: { subtype: 'Luminosity' } }

const groupOf = (group: object, inner: readonly Step[]): Step[] => [
  [ops.beginGroup, [{ ...group }]],
  [ops.beginForm, [null, null]],
  ...inner,
  [ops.endForm, []],
  [ops.endGroup, [{ ...group }]],
]
const times = (count: number, steps: readonly Step[]): Step[] =>
  Array.from({ length: count }, () => steps).flat()

/** What a page of these steps becomes, which come in pieces of this length. */
function passed(steps: readonly Step[], length = steps.length) {
  const pages = boundedPages()
  const drawn: Step[] = []
  let isShorter = false
  for (let at = 0; at < steps.length; at += length) {
    const part = steps.slice(at, at + length)
    const chunk = {
      fnArray: part.map(([fn]) => fn),
      argsArray: part.map(([, args = null]): unknown => args),
      length: part.length,
    }
    if (pages.isShorter({ streamId: 1, chunk })) isShorter = true
    drawn.push(...chunk.fnArray.map((fn, i): Step => [fn, chunk.argsArray[i] as unknown[] | null]))
  }
  const count = (op: number): number => drawn.filter(([fn]) => fn === op).length
  return { drawn, isShorter, canvases: count(ops.beginGroup), count }
}

it('T34 groups that the library draws without a canvas are not counted', () => {
  const { isShorter, canvases } = passed(times(2_000, groupOf(shapes, [[ops.fill]])))
  expect([isShorter, canvases]).toEqual([false, 2_000])
})

it.each<[string, Step[]]>([
  ['an alpha', [[ops.setState, [[['ca', 0.5]]]]]],
  ['a blend', [[ops.setState, [[['BM', 'multiply']]]]]],
  ['a mask', [[ops.setState, [[['SMask', true]]]]]],
  ['an unknown state: a layer', [[ops.beginContent, ['OC', null]]]],
  ['an unknown state: more ends than begins', [[ops.restore]]],
])('T34 groups that are drawn through %s are counted', (_, before) => {
  const { isShorter, canvases } = passed([...before, ...times(2_000, groupOf(shapes, []))])
  expect([isShorter, canvases]).toEqual([true, 300])
})

it('T34 an alpha holds for as long as its state, and not within a canvas', () => {
  const faint: Step[] = [[ops.save], [ops.setState, [[['ca', 0.5]]]], [ops.fill], [ops.restore]]
  const tagged: Step = [ops.beginContent, ['P', 1]]
  const { isShorter } = passed(times(2_000, [tagged, ...faint, ...groupOf(shapes, faint)]))
  expect(isShorter).toBe(false)
})

it.each([1, 2, 1_000])(
  'T34 a group that is left out is cut off as before, in pieces of %i',
  (length) => {
    const { drawn, isShorter, canvases, count } = passed(
      times(301, groupOf(isolated, [[ops.fill]])),
      length,
    )
    expect([isShorter, canvases, count(ops.fill)]).toEqual([true, 300, 301])
    expect(drawn.slice(-5)).toEqual([
      [ops.save, null],
      [ops.beginForm, [null, bbox]],
      [ops.fill, null],
      [ops.endForm, []],
      [ops.restore, null],
    ])
  },
)

it.each([1, 7, 1_000])(
  'T34 nothing of a mask that is left out is painted, in pieces of %i',
  (length) => {
    const picture: Step = [ops.dependency, ['img_1']]
    const inner: Step[] = [picture, [ops.fill], ...groupOf(isolated, [[ops.fill]])]
    const { drawn, canvases, count } = passed(
      [...times(300, groupOf(isolated, [])), ...groupOf(mask, inner), [ops.fill]],
      length,
    )
    expect([canvases, count(ops.fill), count(ops.dependency)]).toEqual([300, 1, 1])
    expect(drawn.at(-2)?.[0]).toBe(ops.nothing)
    expect(drawn.at(-1)?.[0]).toBe(ops.fill)
  },
)
