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
  const page = new DOMParser().parseFromString(html, 'text/html')
  inlineRules(page)
  makeLists(page)
  for (const empty of page.querySelectorAll('o\\:p')) empty.replaceWith(...empty.childNodes)
  return page.body.innerHTML
}

function inlineRules(page: Document): void {
  const css = Array.from(page.querySelectorAll('style'), (one) => one.textContent).join('\n')
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css.replace(/<!--|-->/g, ''))
  for (const rule of Array.from(sheet.cssRules).slice(0, mostRules)) {
    if (!(rule instanceof CSSStyleRule) || /[:>~+]/.test(rule.selectorText)) continue
    for (const element of page.body.querySelectorAll<HTMLElement>(rule.selectorText)) {
      // Before its own style, which therefore wins as it did in the document.
      const own = element.getAttribute('style') ?? ''
      element.setAttribute('style', `${rule.style.cssText}; ${own}`)
    }
  }
}

interface OpenList {
  level: number
  list: HTMLElement
}

function makeLists(page: Document): void {
  let open: OpenList[] = []
  let last: Element | null = null
  for (const paragraph of page.body.querySelectorAll<HTMLElement>('p, h1, h2, h3, h4, h5, h6')) {
    const level = listLevel(paragraph)
    if (level === 0) continue
    const follows = last !== null && outermost(open)?.nextElementSibling === paragraph
    if (!follows) open = []
    open = open.filter((one) => one.level <= level)
    const list = listFor(paragraph, level, open)
    const item = page.createElement('li')
    dropMarker(paragraph)
    item.append(...paragraph.childNodes)
    list.append(item)
    paragraph.remove()
    last = item
  }
}

function outermost(open: OpenList[]): Element | null {
  return open[0]?.list ?? null
}

/** The open list of this level, or a new one: inside the last item of the list above it. */
function listFor(paragraph: HTMLElement, level: number, open: OpenList[]): HTMLElement {
  const current = open.at(-1)
  if (current?.level === level) return current.list
  const list = paragraph.ownerDocument.createElement(isNumbered(paragraph) ? 'ol' : 'ul')
  if (current === undefined) paragraph.before(list)
  else (current.list.lastElementChild ?? current.list).append(list)
  open.push({ level, list })
  return list
}

/** Word writes `mso-list:l0 level2 lfo1`; 0 when the paragraph is no list item. */
function listLevel(paragraph: HTMLElement): number {
  const match = /mso-list:\s*l\d+\s+level(\d)/i.exec(paragraph.getAttribute('style') ?? '')
  return Number(match?.[1] ?? 0)
}

function isNumbered(paragraph: HTMLElement): boolean {
  const marker = markerOf(paragraph)?.textContent?.trim() ?? ''
  return /^[（(]?[\da-z一二三四五六七八九十ivx]{1,4}[.)、）．]/i.test(marker)
}

function dropMarker(paragraph: HTMLElement): void {
  markerOf(paragraph)?.remove()
}

function markerOf(paragraph: HTMLElement): Element | null {
  return paragraph.querySelector('[style*="mso-list:Ignore" i], [style*="mso-list: Ignore" i]')
}
