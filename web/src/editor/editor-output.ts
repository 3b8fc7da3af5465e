import { originalClass } from './clean-html.ts'
import type { Pictures } from './pictures.ts'

/**
 * The text as it is sent. Reads a copy: the page itself is not touched, so that saving never
 * disturbs an input method that is composing.
 */
export function sentHtmlOf(root: HTMLElement, pictures: Pictures): string {
  const copy = copyOf(root)
  pictures.restore(copy)
  for (const element of copy.querySelectorAll('[class]')) {
    if (!element.classList.contains(originalClass)) element.removeAttribute('class')
  }
  dropEmptyInlines(copy)
  for (const image of copy.querySelectorAll('img[tabindex]')) image.removeAttribute('tabindex')
  return copy.innerHTML.replace(/\u200b/g, '')
}

/** What is not the writer's own. */
export const quotedSelector = `blockquote, .${originalClass}`

/** What the writer wrote: no quoted passage, no original. */
export function newTextOf(root: HTMLElement): string {
  const copy = copyOf(root)
  for (const quoted of copy.querySelectorAll(quotedSelector)) quoted.remove()
  for (const line of copy.querySelectorAll('div, p, li, br, tr')) line.append('\n')
  return (copy.textContent ?? '').replace(/\u200b/g, '')
}

export function wrapOriginal(content: DocumentFragment): HTMLElement {
  const wrapper = document.createElement('div')
  wrapper.className = originalClass
  wrapper.append(content)
  return wrapper
}

/** The editor leaves the shell of a format that was switched on and never used. */
function dropEmptyInlines(copy: HTMLElement): void {
  for (const one of copy.querySelectorAll('span, b, i, u, s, a')) {
    if (one.childElementCount > 0) continue
    if ((one.textContent ?? '').replace(/\u200b/g, '') === '') one.remove()
  }
}

function copyOf(root: HTMLElement): HTMLElement {
  // An inert document: pictures of the copy must not load a second time.
  const inert = document.implementation.createHTMLDocument('')
  const copy = inert.importNode(root, true)
  copy.querySelector('.squire-image-resize-container')?.remove()
  return copy
}
