import type Squire from 'squire-rte'
import type { EditorCommand } from './editor-api.ts'
import { insertTable } from './editor-tables.ts'

type SimpleCommand = Exclude<
  EditorCommand,
  { value: unknown } | { url: string } | { text: string } | { rows: number }
>['do']

/** `bold()` and its kind never switch off by themselves: the opposite call does. */
const simple: Record<SimpleCommand, (squire: Squire) => void> = {
  bold: (squire) => (squire.hasFormat('B') ? squire.removeBold() : squire.bold()),
  italic: (squire) => (squire.hasFormat('I') ? squire.removeItalic() : squire.italic()),
  underline: (squire) => (squire.hasFormat('U') ? squire.removeUnderline() : squire.underline()),
  strike: (squire) =>
    squire.hasFormat('S') ? squire.removeStrikethrough() : squire.strikethrough(),
  bullets: (squire) => (squire.hasFormat('UL') ? squire.removeList() : squire.makeUnorderedList()),
  numbers: (squire) => (squire.hasFormat('OL') ? squire.removeList() : squire.makeOrderedList()),
  indent: (squire) => (isInList(squire) ? squire.increaseListLevel() : shift(squire, 1)),
  outdent: (squire) => (isInList(squire) ? squire.decreaseListLevel() : shift(squire, -1)),
  quote: (squire) => squire.increaseQuoteLevel(),
  unquote: (squire) => squire.decreaseQuoteLevel(),
  clear: (squire) => squire.removeAllFormatting(),
  undo: (squire) => squire.undo(),
  redo: (squire) => squire.redo(),
  unlink: (squire) => squire.removeLink(),
}

export function runCommand(squire: Squire, command: EditorCommand): void {
  switch (command.do) {
    case 'font':
      squire.setFontFace(command.value)
      break
    case 'size':
      squire.setFontSize(command.value)
      break
    case 'color':
      squire.setTextColor(command.value)
      break
    case 'highlight':
      squire.setHighlightColor(command.value)
      break
    case 'align':
      squire.setTextAlignment(command.value)
      break
    case 'link':
      link(squire, command.url, command.text)
      break
    case 'table':
      insertTable(squire, command)
      break
    case 'text':
      squire.insertPlainText(command.text, false)
      break
    default:
      simple[command.do](squire)
  }
  squire.focus()
}

const step = 2
const deepest = 20

/** A block's indent in em, as mail programs understand it. */
function shift(squire: Squire, by: 1 | -1): void {
  squire.forEachBlock((block: HTMLElement) => {
    const now = Number.parseFloat(block.style.marginInlineStart || block.style.marginLeft) || 0
    const next = Math.min(Math.max(now + by * step, 0), deepest)
    block.style.marginInlineStart = ''
    block.style.marginLeft = next === 0 ? '' : `${next}em`
    if (block.getAttribute('style') === '') block.removeAttribute('style')
  }, true)
}

function isInList(squire: Squire): boolean {
  return squire.hasFormat('UL') || squire.hasFormat('OL')
}

function link(squire: Squire, url: string, text: string): void {
  if (!squire.getSelection().collapsed && text === squire.getSelectedText()) {
    squire.makeLink(url)
    return
  }
  const anchor = document.createElement('a')
  anchor.href = url
  anchor.textContent = text === '' ? url : text
  squire.insertElement(anchor)
}
