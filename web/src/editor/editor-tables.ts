import type Squire from 'squire-rte'
import { isComposing } from '../lib/composing.ts'

/** With its looks in the elements themselves: mail programs read no style sheet. */
const cellStyle = 'border: 1px solid #c8d0d8; padding: 4px 8px; vertical-align: top'

export function insertTable(
  squire: Squire,
  { rows, columns }: { rows: number; columns: number },
): void {
  const table = document.createElement('table')
  table.setAttribute('style', 'border-collapse: collapse; width: 100%; table-layout: fixed')
  const body = table.createTBody()
  for (let row = 0; row < rows; row++) addRow(body, columns)
  squire.insertElement(table)
  // There must be a line behind it to write on.
  if (table.nextElementSibling === null) table.after(emptyLine())
  const first = table.querySelector('td')
  if (first !== null) putCursor(squire, first)
}

/** Tab and Shift+Tab go from cell to cell; Tab in the last one makes another row. */
export function watchTables(squire: Squire, root: HTMLElement): () => void {
  const pressed = (event: KeyboardEvent): void => {
    if (event.key !== 'Tab' || isComposing(event) || event.ctrlKey || event.altKey) return
    const cell = cellAround(squire.getSelection().startContainer, root)
    if (cell === null) return
    const next = event.shiftKey ? before(cell) : (after(cell) ?? cellOfNewRow(squire, cell))
    if (next === null) return
    event.preventDefault()
    event.stopImmediatePropagation()
    putCursor(squire, next)
  }
  root.addEventListener('keydown', pressed, true)
  return () => root.removeEventListener('keydown', pressed, true)
}

function cellAround(node: Node, root: HTMLElement): HTMLTableCellElement | null {
  const element = node instanceof Element ? node : node.parentElement
  const cell = element?.closest('td, th') ?? null
  return cell instanceof HTMLTableCellElement && root.contains(cell) ? cell : null
}

function cellsOf(cell: HTMLTableCellElement): HTMLTableCellElement[] {
  const table = cell.closest('table')
  return table === null ? [] : Array.from(table.rows).flatMap((row) => Array.from(row.cells))
}

function before(cell: HTMLTableCellElement): HTMLTableCellElement | null {
  const cells = cellsOf(cell)
  return cells[cells.indexOf(cell) - 1] ?? null
}

function after(cell: HTMLTableCellElement): HTMLTableCellElement | null {
  const cells = cellsOf(cell)
  return cells[cells.indexOf(cell) + 1] ?? null
}

function cellOfNewRow(squire: Squire, cell: HTMLTableCellElement): HTMLTableCellElement | null {
  const row = cell.closest('tr')
  const body = row?.parentElement
  if (!row || !body) return null
  squire.saveUndoState()
  const made = addRow(body, row.cells.length)
  return made.cells[0] ?? null
}

function addRow(body: Element, columns: number): HTMLTableRowElement {
  const row = document.createElement('tr')
  for (let column = 0; column < columns; column++) {
    const cell = document.createElement('td')
    cell.setAttribute('style', cellStyle)
    cell.append(emptyLine())
    row.append(cell)
  }
  body.append(row)
  return row
}

function emptyLine(): HTMLElement {
  const line = document.createElement('div')
  line.append(document.createElement('br'))
  return line
}

function putCursor(squire: Squire, cell: HTMLTableCellElement): void {
  const range = document.createRange()
  range.setStart(cell.firstElementChild ?? cell, 0)
  range.collapse(true)
  squire.setSelection(range)
}
