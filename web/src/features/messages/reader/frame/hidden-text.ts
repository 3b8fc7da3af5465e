import { ourMark } from './our-marks.ts'

/** Text nodes of a mail that are looked at; more is no mail that a person reads. */
const most = 4000
const quoted = 'blockquote, .gmail_quote, .yahoo_quoted, #divRplyFwdMsg, details'
const looks = {
  margin: '0 2px',
  padding: '0 4px',
  border: '1px dashed #8a5300',
  'border-radius': '3px',
  background: '#fff5e2',
  color: '#18222e',
  font: '12px/18px system-ui',
  'white-space': 'pre-wrap',
  'unicode-bidi': 'isolate',
}

/**
 * Makes text visible that style hides (T8): somebody who answers or forwards must see what goes along. In a mail that
 * is read only its quotes are looked at, since newsletters hide their preview line on purpose. Returns how many.
 */
export function revealHidden(
  body: HTMLElement,
  { where, label }: { where: 'quotes' | 'all'; label: string },
): number {
  const sight = sightOf(body)
  // All is looked at before anything is changed: the page is laid out once.
  const hidden = new Set<Element | Text>()
  for (const text of textsOf(body)) {
    if (!sight.isHidden(text) || !isLookedAt(text, where)) continue
    const cause = sight.causeOf(text)
    hidden.add(cause ?? text)
  }
  let count = 0
  for (const node of hidden) {
    const text = (node.textContent ?? '').trim()
    if (text === '' || !body.contains(node)) continue
    node.replaceWith(ourMark(body.ownerDocument, `${label} ${text.slice(0, 2000)}`, looks))
    count++
  }
  return count
}

function* textsOf(body: HTMLElement): Generator<Text> {
  const texts = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  for (let count = 0, node = texts.nextNode(); node && count < most; node = texts.nextNode()) {
    const tag = node.parentElement?.tagName
    if (tag === 'STYLE' || tag === 'SUMMARY' || (node.textContent ?? '').trim().length < 2) continue
    count++
    yield node as Text
  }
}

const isLookedAt = (text: Text, where: 'quotes' | 'all'): boolean =>
  where === 'all' || text.parentElement?.closest(quoted) != null

/** What is drawn of the texts of a page. Remembers what it found: to be asked anew when the page changed. */
export interface Sight {
  isHidden(text: Text): boolean
  /** The outermost element whose style hides the text; null when none alone does. */
  causeOf(text: Text): Element | null
  /** The text of an element as somebody sees it, at most so many characters. */
  seenText(element: Element, atMost: number): string
}

/** How an element draws the text in it, with all that it inherits. */
interface Drawing {
  cause: Element | null
  /** What lies behind its text; null for a picture, on which any colour may be seen. */
  paper: Color | null
  /** Text outside is cut off; null where nothing cuts. */
  window: Area | null
}

type Color = readonly [red: number, green: number, blue: number, alpha: number]
interface Area {
  left: number
  top: number
  right: number
  bottom: number
}

const white: Color = [255, 255, 255, 1]

export function sightOf(body: HTMLElement): Sight {
  const view = body.ownerDocument.defaultView
  const drawings = new Map<Element, Drawing>()
  const range = body.ownerDocument.createRange()

  const drawingOf = (element: Element): Drawing => {
    const known = drawings.get(element)
    if (known) return known
    const { parentElement: parent } = element
    const above =
      parent && element !== body ? drawingOf(parent) : { cause: null, paper: white, window: null }
    const drawing = view ? drawn(element, above, view.getComputedStyle(element)) : above
    drawings.set(element, drawing)
    return drawing
  }
  const isHidden = (text: Text): boolean => {
    const { parentElement: parent } = text
    if (!parent || !view) return false
    const { cause, paper, window } = drawingOf(parent)
    if (cause) return true
    const style = view.getComputedStyle(parent)
    // What is inherited can be undone inside: a wrapper with font-size:0 is how many newsletters are laid out.
    if (style.visibility !== 'visible' || Number.parseFloat(style.fontSize) < 2) return true
    const ink = colorOf(style.getPropertyValue('-webkit-text-fill-color') || style.color)
    if (ink[3] < 0.1 || (paper && isLike(ink, paper))) return true
    range.selectNodeContents(text)
    return !isInSight(range.getBoundingClientRect(), window, Number.parseFloat(style.fontSize))
  }
  return {
    isHidden,
    causeOf: (text) => (text.parentElement ? drawingOf(text.parentElement).cause : null),
    seenText: (element, atMost) => {
      const texts = body.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      let seen = ''
      for (let node = texts.nextNode(); node && seen.length < atMost; node = texts.nextNode()) {
        if (!isHidden(node as Text)) seen += node.textContent ?? ''
      }
      return seen.slice(0, atMost)
    },
  }
}

function drawn(element: Element, above: Drawing, style: CSSStyleDeclaration): Drawing {
  const isGone =
    element.tagName !== 'DETAILS' &&
    (style.display === 'none' || Number(style.opacity) < 0.1 || Number.parseFloat(style.zoom) < 0.2)
  const paper = colorOf(style.backgroundColor)
  return {
    cause: above.cause ?? (isGone ? element : null),
    paper: style.backgroundImage !== 'none' ? null : paper[3] > 0.5 ? paper : above.paper,
    window:
      style.overflowX === 'visible' && style.overflowY === 'visible'
        ? above.window
        : common(above.window, element.getBoundingClientRect()),
  }
}

const common = (one: Area | null, other: Area): Area =>
  one === null
    ? other
    : {
        left: Math.max(one.left, other.left),
        top: Math.max(one.top, other.top),
        right: Math.min(one.right, other.right),
        bottom: Math.min(one.bottom, other.bottom),
      }

/** Some of it stands where it can be scrolled to, and is large enough to be read. */
function isInSight(box: DOMRect, window: Area | null, fontSize: number): boolean {
  // A folded quote takes no room and is one click away.
  if (box.width === 0 && box.height === 0) return true
  if (box.right <= 1 || box.bottom <= 1 || box.height < 2) return false
  if (window === null) return true
  const { left, top, right, bottom } = common(window, box)
  return right - left >= Math.min(2, box.width) && bottom - top >= Math.min(2, fontSize / 4)
}

function colorOf(text: string): Color {
  const [red = 0, green = 0, blue = 0, alpha = 1] = (text.match(/[\d.]+/g) ?? []).map(Number)
  return text.startsWith('rgb') ? [red, green, blue, alpha] : [0, 0, 0, text === '' ? 0 : 1]
}

/** Too near to one another for an eye to tell them apart. */
const isLike = (one: Color, other: Color): boolean =>
  [0, 1, 2].every((at) => Math.abs((one[at] ?? 0) - (other[at] ?? 0)) < 14)
