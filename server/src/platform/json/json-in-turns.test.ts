import { expect, it } from 'vitest'
import { base64InTurns } from '../in-turns.ts'
import { jsonInTurns, longTextsIn, textInPieces } from './json-in-turns.ts'

const read = async (value: unknown): Promise<unknown> =>
  JSON.parse(Buffer.concat(await Array.fromAsync(jsonInTurns(value))).toString())

it('issue 12 line 1: an answer with long texts is written a piece at a time, with others served in between', async () => {
  const html = `"\\\n<p>${'鸿雁 "quoted"\r\n'.repeat(200_000)}`
  const value = {
    code: 200,
    data: { html, list: [{ text: html.slice(5) }], short: 'x', none: null },
  }
  let turns = 0
  let isOver = false
  const count = (): void => {
    turns++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const pieces = await Array.fromAsync(jsonInTurns(value))
  isOver = true
  expect(JSON.parse(Buffer.concat(pieces).toString())).toEqual(value)
  expect(Math.max(...pieces.map((one) => one.length))).toBeLessThan(400_000)
  expect(turns).toBeGreaterThanOrEqual(10)
})

it('characters of two halves, halves of none, and texts that look like places come through as they were', async () => {
  for (const shift of ['', 'x', 'xy']) {
    const faces = shift + '😀'.repeat(100_000)
    expect(await read({ faces })).toEqual({ faces })
  }
  const halves = `${'x'.repeat(65_535)}\ud83d${'y'.repeat(10)}\ude00`
  expect(await read([halves])).toEqual([halves])
  const places = {
    a: 'x'.repeat(70_000),
    b: '00000000-0000-0000-0000-000000000000 0',
    c: 'y'.repeat(70_000),
  }
  expect(await read(places)).toEqual(places)
  expect(await read('z'.repeat(100_000))).toBe('z'.repeat(100_000))
  expect(await read({ at: new Date(0) })).toEqual({ at: '1970-01-01T00:00:00.000Z' })
})

it('issue 12 line 1: what was made in pieces is written as one text and is never put together', async () => {
  const bytes = Buffer.alloc(2_000_001, 'answer')
  const pieces = await base64InTurns(bytes)
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(300_000)
  const value = { data: { entity: textInPieces(pieces), other: textInPieces(['"', '\n']) } }
  expect(longTextsIn(value)).toBe(pieces.join('').length)
  expect(await read(value)).toEqual({ data: { entity: bytes.toString('base64'), other: '"\n' } })
})
