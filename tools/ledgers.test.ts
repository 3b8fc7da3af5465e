import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
// @ts-expect-error a script of the tool chain, without types
import { numbers, rowsOf, sentences, texts, written } from './ledgers.mjs'

const page = (name: string): Map<string, string[]> =>
  new Map(
    rowsOf(readFileSync(new URL(`../docs/${name}.md`, import.meta.url), 'utf8')).map(
      (cells: string[]) => [keyOf(name, cells), cells],
    ),
  )
/** A number is known by its file and its name, a text by its key alone. */
const keyOf = (name: string, cells: string[]) => cells.slice(0, name === 'limits' ? 2 : 1).join(' ')

/** What is written down of it must be what it is; what is new is written down by the next `node tools/ledgers.mjs`. */
const changed = (name: string, rows: string[][]): string[][] => {
  const known = page(name)
  expect(known.size).toBeGreaterThan(100)
  return rows.map(written).filter((cells: string[]) => {
    const before = known.get(keyOf(name, cells))
    return before !== undefined && before.join('|') !== cells.join('|')
  })
}

it('LIMITS-33 no limit, rate or bound is another than docs/limits.md says', () => {
  expect(changed('limits', numbers())).toEqual([])
})

it('I18N-03 no text of a page and no sentence of an error is another than docs/texts.md says', async () => {
  expect(changed('texts', [...texts(), ...(await sentences())])).toEqual([])
})
