import type Squire from 'squire-rte'
import { isComposing } from '../lib/composing.ts'
import type { EditorEvents } from './editor-api.ts'
import type { Pictures } from './pictures.ts'
import { rtfPictures } from './rtf-pictures.ts'

/**
 * The page knows whether it is empty (placeholder) and whether an input method is composing. The
 * marks are on the body: a change on the text itself would count as an edit.
 */
export function watchTyping(squire: Squire, root: HTMLElement): () => void {
  const composing = (is: boolean) => () => document.body.classList.toggle('is-composing', is)
  const starts = composing(true)
  const ends = composing(false)
  const showEmpty = () => document.body.classList.toggle('is-empty', isEmptyText(root))
  root.addEventListener('compositionstart', starts)
  root.addEventListener('compositionend', ends)
  squire.addEventListener('input', showEmpty)
  showEmpty()
  return () => {
    root.removeEventListener('compositionstart', starts)
    root.removeEventListener('compositionend', ends)
  }
}

/** Keys that belong to the mail and not to the text. None of them while an input method composes. */
export function watchKeys(root: HTMLElement, on: EditorEvents): () => void {
  const pressed = (event: KeyboardEvent): void => {
    if (isComposing(event)) return
    const action = actionOf(event, on)
    if (action === null) return
    event.preventDefault()
    event.stopImmediatePropagation()
    action()
  }
  root.addEventListener('keydown', pressed, true)
  return () => root.removeEventListener('keydown', pressed, true)
}

function actionOf(event: KeyboardEvent, on: EditorEvents): (() => void) | null {
  if (event.key === 'Escape') return on.leave
  if (!event.ctrlKey && !event.metaKey) return null
  if (event.key === 'Enter') return on.send
  return event.key.toLowerCase() === 'k' ? on.askLink : null
}

/** Files by paste and drop. A copied cell range or Word text also carries a picture of itself: that stays text. */
export function watchFiles(root: HTMLElement, on: EditorEvents, pictures: Pictures): () => void {
  const pasted = (event: ClipboardEvent): void => {
    const data = event.clipboardData
    if (data === null) return
    // The editor asks for the HTML a moment later; the RTF can be read only now.
    const namesFiles = /<img[^<>]+src="?file:/i.test(data.getData('text/html'))
    pictures.offer(namesFiles ? rtfPictures(data.getData('text/rtf')) : [])
    if (data.files.length === 0) return
    if (data.types.includes('text/rtf') || data.types.includes('text/plain')) return
    event.preventDefault()
    event.stopImmediatePropagation()
    on.filesGiven(Array.from(data.files))
  }
  const entered = (event: DragEvent): void => {
    const data = event.dataTransfer
    if (data?.types.includes('Files') === true) on.dragEntered(areAllPictures(data.items))
  }
  const dropped = (event: DragEvent): void => {
    const files = event.dataTransfer?.files
    if (files === undefined || files.length === 0) return
    event.preventDefault()
    event.stopImmediatePropagation()
    on.filesGiven(Array.from(files))
  }
  root.addEventListener('paste', pasted, true)
  document.addEventListener('dragenter', entered, true)
  document.addEventListener('drop', dropped, true)
  return () => {
    root.removeEventListener('paste', pasted, true)
    document.removeEventListener('dragenter', entered, true)
    document.removeEventListener('drop', dropped, true)
  }
}

/** A click into the empty page below the text means its end. */
export function watchEmptyPage(squire: Squire, root: HTMLElement): () => void {
  const pressed = (event: MouseEvent): void => {
    if (event.target instanceof Node && root.contains(event.target)) return
    event.preventDefault()
    squire.focus()
    squire.moveCursorToEnd()
  }
  document.addEventListener('mousedown', pressed)
  return () => document.removeEventListener('mousedown', pressed)
}

/** The frame is as high as its text, so that text and quoted original scroll as one page. */
export function watchSize(root: HTMLElement, resized: (height: number) => void): () => void {
  const observer = new ResizeObserver(() => resized(Math.ceil(root.getBoundingClientRect().height)))
  observer.observe(root)
  return () => observer.disconnect()
}

/** During a drag only the types of the files are known. */
export function areAllPictures(items: DataTransferItemList): boolean {
  const list = Array.from(items)
  return list.length > 0 && list.every((item) => item.type.startsWith('image/'))
}

function isEmptyText(root: HTMLElement): boolean {
  const text = root.textContent?.replace(/[\u200b\s]/g, '') ?? ''
  return text === '' && root.querySelector('img, li, table, blockquote, hr') === null
}
