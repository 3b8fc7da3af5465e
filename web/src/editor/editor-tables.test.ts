// @vitest-environment happy-dom

import type Squire from 'squire-rte'
import { expect, it } from 'vitest'
import { insertTable, watchTables } from './editor-tables.ts'

/** What the tables need of the editor. */
function editorWithTable(rows: number, columns: number) {
  const root = document.createElement('div')
  document.body.append(root)
  let range = document.createRange()
  range.setStart(root, 0)
  const squire = {
    insertElement: (element: Element) => root.append(element),
    getSelection: () => range,
    setSelection: (next: Range) => {
      range = next
    },
    saveUndoState: () => undefined,
  } as unknown as Squire
  insertTable(squire, { rows, columns })
  watchTables(squire, root)
  const cells = () => Array.from(root.querySelectorAll('td'))
  const at = () => cells().findIndex((cell) => cell.contains(range.startContainer))
  const press = (shiftKey: boolean) => {
    const event = new KeyboardEvent('keydown', { key: 'Tab', shiftKey, cancelable: true })
    root.dispatchEvent(event)
    return event.defaultPrevented
  }
  return { root, cells, at, press }
}

it('Tab goes from cell to cell and makes another row behind the last; a line to write on stands behind the table', () => {
  const { root, cells, at, press } = editorWithTable(1, 2)
  expect(root.lastElementChild?.tagName).toBe('DIV')
  expect(at()).toBe(0)
  expect(press(false)).toBe(true)
  expect(at()).toBe(1)
  expect(press(false)).toBe(true)
  expect([at(), cells().length]).toEqual([2, 4])
  expect(press(true)).toBe(true)
  expect(at()).toBe(1)
})

it('Shift+Tab in the first cell leaves the table to the browser', () => {
  const { at, press } = editorWithTable(2, 2)
  expect(press(true)).toBe(false)
  expect(at()).toBe(0)
})
