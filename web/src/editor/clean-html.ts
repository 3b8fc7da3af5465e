import DOMPurify from 'dompurify'
import { inertHtml } from '../lib/inert-html.ts'
import { isHidden, isSafeColor, keepPastedStyle, keepStyle } from './clean-style.ts'
import { fromOffice, officeToPlainHtml } from './office-html.ts'
import type { CleanMode, Pictures } from './pictures.ts'

/** Class of an original that was moved into the text; it also travels, as such marks do elsewhere. */
export const originalClass = 'hongyan-original'

const forbiddenTags = [
  ...['svg', 'math', 'form', 'input', 'button', 'textarea', 'select', 'option', 'fieldset'],
  ...['video', 'audio', 'source', 'track', 'picture', 'object', 'embed', 'iframe', 'frame'],
  ...['link', 'meta', 'base', 'style', 'script', 'template', 'slot', 'dialog', 'noscript', 'map'],
  ...['area', 'title', 'head', 'marquee', 'canvas', 'progress', 'meter', 'datalist', 'output'],
]
const forbiddenAttributes = [
  ...['id', 'name', 'srcset', 'sizes', 'background', 'poster', 'ping', 'action', 'formaction'],
  ...['contenteditable', 'tabindex', 'autofocus', 'target', 'is', 'slot', 'part', 'usemap'],
  ...['popover', 'popovertarget', 'accesskey', 'draggable', 'hidden', 'inert', 'download'],
]
const linkSchemes = /^(?:https?|mailto|tel|ftp):/i

/**
 * Makes safe DOM of foreign HTML for the editing frame. Nothing in it can run or load: pictures of
 * other servers stay as a mark (`load`) or become their alternative text (`paste`).
 */
export function cleanHtml(html: string, mode: CleanMode, pictures: Pictures): DocumentFragment {
  const office = mode === 'paste' && fromOffice(html)
  const sanitized: DocumentFragment | null = DOMPurify.sanitize(
    inertHtml(office ? officeToPlainHtml(inertHtml(html)) : html),
    {
      FORBID_TAGS: forbiddenTags,
      FORBID_ATTR: forbiddenAttributes,
      ALLOW_DATA_ATTR: false,
      ALLOW_ARIA_ATTR: false,
      RETURN_DOM_FRAGMENT: true,
    },
  )
  // A frameset instead of a body leaves nothing at all.
  const fragment = sanitized ?? document.createDocumentFragment()
  const keep = mode === 'load' ? keepStyle : keepPastedStyle(office)
  if (mode === 'paste') dropEmphasisOfNone(fragment)
  for (const element of fragment.querySelectorAll<HTMLElement>('*')) {
    cleanClass(element)
    cleanStyle(element, keep)
    if (element instanceof HTMLAnchorElement || element.tagName === 'A') cleanLink(element)
    if (element.tagName === 'IMG') pictures.adopt(element, mode)
  }
  // Sanitising is the last word before the tree enters the frame (T3): imported, never re-parsed.
  return document.importNode(fragment, true)
}

type KeepStyle = (property: string, value: string) => boolean

function cleanStyle(element: HTMLElement, keep: KeepStyle): void {
  for (const attribute of ['color', 'bgcolor', 'bordercolor']) {
    const value = element.getAttribute(attribute)
    if (value !== null && !isSafeColor(value)) element.removeAttribute(attribute)
  }
  if (!element.hasAttribute('style')) return
  const { style } = element
  if (isHidden(style)) {
    element.remove()
    return
  }
  for (const property of Array.from(style)) {
    if (!keep(property, style.getPropertyValue(property))) style.removeProperty(property)
  }
  if (style.length === 0) element.removeAttribute('style')
  else element.setAttribute('style', style.cssText)
}

/** Google Docs wraps everything in a `<b>` that is not bold: without its style it would be. */
function dropEmphasisOfNone(fragment: DocumentFragment): void {
  for (const element of fragment.querySelectorAll<HTMLElement>('b, strong, i, em, u')) {
    const { fontWeight, fontStyle, textDecoration } = element.style
    const isNone =
      (/^(?:B|STRONG)$/.test(element.tagName) && /^(?:normal|400)$/.test(fontWeight)) ||
      (/^(?:I|EM)$/.test(element.tagName) && fontStyle === 'normal') ||
      (element.tagName === 'U' && textDecoration === 'none')
    if (isNone) element.replaceWith(...element.childNodes)
  }
}

function cleanClass(element: HTMLElement): void {
  if (!element.hasAttribute('class')) return
  if (element.classList.contains(originalClass)) element.className = originalClass
  else element.removeAttribute('class')
}

function cleanLink(element: HTMLElement): void {
  const href = element.getAttribute('href')?.trim() ?? ''
  if (!linkSchemes.test(href)) element.replaceWith(...element.childNodes)
}
