import type Squire from 'squire-rte'
import type { EditorFormat } from './editor-api.ts'

/** What the toolbar shows for the place of the cursor. */
export function readFormat(
  squire: Squire,
  root: HTMLElement,
): Omit<EditorFormat, 'canUndo' | 'canRedo'> {
  const around = elementsAround(squire, root)
  const within = (tag: string) => around.some((one) => one.tagName === tag)
  const list = around.find((one) => one.tagName === 'UL' || one.tagName === 'OL')
  const link = around.find((one) => one.tagName === 'A')
  return {
    bold: squire.hasFormat('B'),
    italic: squire.hasFormat('I'),
    underline: squire.hasFormat('U'),
    strike: squire.hasFormat('S'),
    bullets: list?.tagName === 'UL',
    numbers: list?.tagName === 'OL',
    quote: within('BLOCKQUOTE'),
    link: link?.getAttribute('href') ?? null,
    font: squire.getFontInfo().fontFamily ?? '',
    size: squire.getFontInfo().fontSize ?? '',
    align: alignment(around),
  }
}

function elementsAround(squire: Squire, root: HTMLElement): HTMLElement[] {
  const found: HTMLElement[] = []
  let node: Node | null = squire.getSelection().commonAncestorContainer
  while (node !== null && node !== root) {
    if (node instanceof HTMLElement) found.push(node)
    node = node.parentNode
  }
  return found
}

function alignment(around: HTMLElement[]): EditorFormat['align'] {
  for (const one of around) {
    const value = one.style.textAlign
    if (value === 'left' || value === 'center' || value === 'right') return value
  }
  return ''
}
