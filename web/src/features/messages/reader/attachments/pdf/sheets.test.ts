import { expect, it } from 'vitest'
import { openSheets } from './sheets.ts'

it('T34 a page that lacks a picture is asked for again once another one has gone, not before', () => {
  const sheets = openSheets()
  for (const page of [1, 2, 3]) sheets.begins(page)
  sheets.ends(1)
  sheets.lacks()
  sheets.leaves(1)
  // Still being drawn: what is asked for now is the same drawing.
  expect(sheets.mayAskAgain(3)).toBe(false)
  sheets.ends(3)
  expect(sheets.mayAskAgain(3)).toBe(true)
  expect(sheets.mayAskAgain(1)).toBe(false)
  // It goes itself, and lacks it again beside the same pages: else it would be drawn for ever.
  sheets.leaves(3)
  sheets.begins(3)
  sheets.lacks()
  sheets.ends(3)
  expect(sheets.mayAskAgain(3)).toBe(false)
  sheets.leaves(2)
  expect(sheets.mayAskAgain(3)).toBe(true)
})
