/** Text nodes of a mail that are looked at; more is no mail that a person reads. */
const most = 4000
const markStyle =
  'all:initial;display:inline;margin:0 2px;padding:0 4px;border:1px dashed #8a5300;border-radius:3px;background:#fff5e2;color:#18222e;font:12px/18px system-ui;white-space:pre-wrap'
const quoted = 'blockquote, .gmail_quote, .yahoo_quoted, #divRplyFwdMsg, details'

/**
 * Makes text visible that style hides (T8): somebody who answers or forwards must see what goes along. In a mail that
 * is read only its quotes are looked at, since newsletters hide their preview line on purpose. Returns how many.
 */
export function revealHidden(
  body: HTMLElement,
  { where, label }: { where: 'quotes' | 'all'; label: string },
): number {
  const hidden = new Set(hiddenElements(body, where))
  for (const element of hidden) {
    const text = (element.textContent ?? '').trim()
    if (text === '' || !body.contains(element)) continue
    const mark = body.ownerDocument.createElement('span')
    mark.setAttribute('data-hongyan-hidden', '')
    mark.style.cssText = markStyle
    mark.textContent = `${label} ${text.slice(0, 2000)}`
    element.replaceWith(mark)
  }
  return hidden.size
}

function* hiddenElements(body: HTMLElement, where: 'quotes' | 'all'): Generator<Element> {
  const view = body.ownerDocument.defaultView
  if (!view) return
  const texts = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  for (let count = 0, node = texts.nextNode(); node && count < most; node = texts.nextNode()) {
    const parent = node.parentElement
    if (!parent || !isLookedAt(parent, where) || (node.textContent ?? '').trim().length < 2)
      continue
    count++
    const cause = hiddenBy(parent, body, view)
    if (cause) yield cause
  }
}

const isLookedAt = (parent: Element, where: 'quotes' | 'all'): boolean =>
  !parent.closest('style, summary') && (where === 'all' || parent.closest(quoted) !== null)

/** The outermost element whose style keeps a text from being seen; null when it can be seen. */
function hiddenBy(element: Element, body: HTMLElement, view: Window): Element | null {
  let cause: Element | null = null
  for (let at: Element | null = element; at && at !== body; at = at.parentElement) {
    if (at.tagName !== 'DETAILS' && isHidden(view.getComputedStyle(at))) cause = at
  }
  return cause
}

const isHidden = (style: CSSStyleDeclaration): boolean =>
  style.display === 'none' ||
  style.visibility === 'hidden' ||
  Number(style.opacity) < 0.1 ||
  Number.parseFloat(style.fontSize) < 2 ||
  (style.overflow !== 'visible' &&
    (Number.parseFloat(style.maxHeight) < 2 || Number.parseFloat(style.height) < 2)) ||
  (style.color === style.backgroundColor && style.color !== 'rgba(0, 0, 0, 0)') ||
  /^rgba\(.*, 0\)$/.test(style.color)
