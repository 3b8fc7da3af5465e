import { parsedApart } from '../lib/trusted.ts'
import { pictureBeside } from './pictures.ts'

/** HTML that Word, Excel, Outlook or WPS put on the clipboard. */
export function fromOffice(html: string): boolean {
  return /urn:schemas-microsoft-com:office|mso-|content="?(?:Word|Excel|ET|WPS)[.\s]|class="?(?:Mso|xl\d)/i.test(
    html,
  )
}

/** At most this many rules are written into elements: a workbook brings thousands. */
const mostRules = 400

/**
 * Writes an office style sheet into the elements it meant and turns paragraphs that only look like
 * a list into a list. The result is still foreign: it goes through the sanitiser next.
 */
export function officeToPlainHtml(html: string): string {
  const page = parsedApart(html)
  inlineRules(page)
  makeLists(page)
  dropForeignTags(page)
  // The sanitiser lets no address of a file through: the place alone is kept.
  for (const image of page.querySelectorAll('img')) {
    if (/^file:/i.test(image.getAttribute('src') ?? '')) image.setAttribute('src', pictureBeside)
  }
  return page.body.innerHTML
}

/** `o:p`, smart tags and drawings in VML, which come once more as a picture: what is in them stays. */
function dropForeignTags(page: Document): void {
  for (const element of page.body.querySelectorAll('*')) {
    if (/^(?:o|v|w|m|x|st1):/i.test(element.tagName)) element.replaceWith(...element.childNodes)
  }
}

function inlineRules(page: Document): void {
  const css = Array.from(page.querySelectorAll('style'), (one) => one.textContent).join('\n')
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css.replace(/<!--|-->/g, ''))
  const rules = Array.from(sheet.cssRules)
    .slice(0, mostRules)
    .filter((rule) => rule instanceof CSSStyleRule)
    .filter((rule) => !/[:>~+]/.test(rule.selectorText))
  // Those of a class stand above those of an element alone; the element's own style stands above both.
  const byWeight = [
    ...rules.filter((rule) => !rule.selectorText.includes('.')),
    ...rules.filter((rule) => rule.selectorText.includes('.')),
  ]
  const styles = new Map<HTMLElement, string[]>()
  for (const rule of byWeight) {
    for (const element of page.body.querySelectorAll<HTMLElement>(rule.selectorText)) {
      styles.set(element, [...(styles.get(element) ?? []), rule.style.cssText])
    }
  }
  for (const [element, found] of styles) {
    element.setAttribute('style', [...found, element.getAttribute('style') ?? ''].join('; '))
  }
}

interface OpenList {
  /** Word's number of the list. */
  list: string
  level: number
  element: HTMLElement
}

interface ListPlace {
  list: string
  level: number
}

function makeLists(page: Document): void {
  let open: OpenList[] = []
  for (const paragraph of page.body.querySelectorAll<HTMLElement>('p, h1, h2, h3, h4, h5, h6')) {
    const place = placeInList(paragraph)
    if (place === null) continue
    const outermost = open[0]
    const follows =
      outermost?.element.nextElementSibling === paragraph &&
      (place.level > outermost.level || place.list === outermost.list)
    if (!follows) open = []
    open = open.filter((one) => one.level <= place.level)
    const list = listFor(paragraph, place, open)
    const item = page.createElement('li')
    dropMarker(paragraph)
    item.append(...paragraph.childNodes)
    list.append(item)
    paragraph.remove()
  }
}

/** The open list of this level, or a new one: inside the last item of the list above it. */
function listFor(paragraph: HTMLElement, place: ListPlace, open: OpenList[]): HTMLElement {
  const current = open.at(-1)
  if (current?.level === place.level) return current.element
  const element = newList(paragraph)
  if (current === undefined) paragraph.before(element)
  else (current.element.lastElementChild ?? current.element).append(element)
  open.push({ ...place, element })
  return element
}

/** Numbered or not, as its first marker says; one that goes on with a number of its own begins there. */
function newList(paragraph: HTMLElement): HTMLElement {
  const page = paragraph.ownerDocument
  const marker = markerOf(paragraph)?.textContent?.trim() ?? ''
  const number = /^[（(]?([\da-z一二三四五六七八九十ivx]{1,4})[.)、）．]/i.exec(marker)?.[1]
  if (number === undefined) return page.createElement('ul')
  const list = page.createElement('ol')
  const letters = /^[a-z]$/.test(number) ? 'a' : /^[A-Z]$/.test(number) ? 'A' : null
  if (letters !== null) list.setAttribute('type', letters)
  if (/^\d+$/.test(number) && number !== '1') list.setAttribute('start', number)
  return list
}

/** Word writes `mso-list:l0 level2 lfo1`; null when the paragraph is no list item. */
function placeInList(paragraph: HTMLElement): ListPlace | null {
  const style = paragraph.getAttribute('style') ?? ''
  const match = /mso-list:\s*(l\d+)\s+level(\d)/i.exec(style)
  return match === null ? null : { list: match[1] ?? '', level: Number(match[2]) }
}

function dropMarker(paragraph: HTMLElement): void {
  markerOf(paragraph)?.remove()
}

function markerOf(paragraph: HTMLElement): Element | null {
  return paragraph.querySelector('[style*="mso-list:Ignore" i], [style*="mso-list: Ignore" i]')
}
