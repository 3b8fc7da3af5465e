import { isOurMark, markMaker, ourMark } from './our-marks.ts'

/** Text nodes of a mail that are looked at; more is no mail that a person reads. */
const most = 4000
/** Texts that have a mark of their own; what more is hidden stands in one at the end. */
const mostMarks = 400
/** How far a mark goes up before it is put below the mail. */
const mostSteps = 8
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
  // Over whatever lies there: a mail cannot place anything itself.
  position: 'relative',
  'z-index': '2147483647',
}

export interface RevealOptions {
  where: 'quotes' | 'all'
  label: string
}

/**
 * Makes text visible that style hides (T8): somebody who answers or forwards must see what goes along. In a mail that
 * is read only its quotes are looked at, since newsletters hide their preview line on purpose. Returns the marks.
 */
export function revealHidden(body: HTMLElement, { where, label }: RevealOptions): HTMLElement[] {
  const sight = sightOf(body)
  // All is looked at before anything is changed: the page is laid out once.
  const hidden = new Set<Element | Text>()
  for (const text of textsOf(body)) {
    if (!sight.isHidden(text) || !isLookedAt(text, where)) continue
    const cause = sight.causeOf(text)
    hidden.add(cause ?? text)
  }
  return markHidden(body, hidden, label)
}

/** Puts what was hidden in the place of what hid it, where it is seen. */
export function markHidden(
  body: HTMLElement,
  hidden: ReadonlySet<Element | Text>,
  label: string,
): HTMLElement[] {
  const page = body.ownerDocument
  const markOf = markMaker(page, looks)
  const marks: HTMLElement[] = []
  const more: string[] = []
  for (const node of hidden) {
    const text = (node.textContent ?? '').trim()
    if (text === '' || !body.contains(node)) continue
    const shown = `${label} ${text.slice(0, 2000)}`
    if (marks.length < mostMarks) {
      const mark = markOf(shown)
      node.replaceWith(mark)
      marks.push(mark)
    } else {
      more.push(shown)
      ;(node as ChildNode).remove()
    }
  }
  liftIntoSight(body, marks)
  const rest = ourMark(page, more.join('\n').slice(0, mostRest), { ...looks, display: 'block' })
  if (more.length > 0) body.append(rest)
  return more.length > 0 ? [...marks, rest] : marks
}

/** Characters of all texts that have no mark of their own. */
const mostRest = 100_000

/** What moved the text away moves a mark in its place away as well: the mark goes up until it is seen. */
function liftIntoSight(body: HTMLElement, marks: readonly HTMLElement[]): void {
  let hidden = marks
  for (let step = 0; hidden.length > 0 && step < mostSteps; step++) {
    const sight = sightOf(body)
    hidden = hidden.filter(({ firstChild }) => firstChild && sight.isHidden(firstChild as Text))
    for (const mark of hidden) {
      const { parentElement: parent } = mark
      if (parent === null || parent === body || step === mostSteps - 1) body.append(mark)
      else parent.before(mark)
    }
  }
}

export function* textsOf(body: HTMLElement): Generator<Text> {
  const texts = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  for (let count = 0, node = texts.nextNode(); node && count < most; node = texts.nextNode()) {
    const { parentElement: parent } = node
    const tag = parent?.tagName
    if (isOurMark(parent)) continue
    if (tag === 'STYLE' || tag === 'SUMMARY' || (node.textContent ?? '').trim().length < 2) continue
    count++
    yield node as Text
  }
}

export const isLookedAt = (text: Text, where: 'quotes' | 'all'): boolean =>
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
  /** How much is seen of it through all that it lies in. */
  opacity: number
  /** How large it is drawn, through all that it lies in. */
  zoom: number
  /** The colours behind its text; null for a picture, on which any colour may be seen. */
  paper: readonly Color[] | null
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

const page: Drawing = {
  cause: null,
  opacity: 1,
  zoom: 1,
  paper: [[255, 255, 255, 1]],
  window: null,
}

export function sightOf(body: HTMLElement): Sight {
  const view = body.ownerDocument.defaultView
  const drawings = new Map<Element, Drawing>()
  const range = body.ownerDocument.createRange()

  const drawingOf = (element: Element): Drawing => {
    const known = drawings.get(element)
    if (known) return known
    const { parentElement: parent } = element
    const above = parent && element !== body ? drawingOf(parent) : page
    const drawing = view ? drawn(element, above, view.getComputedStyle(element)) : above
    drawings.set(element, drawing)
    return drawing
  }
  const isHidden = (text: Text): boolean => {
    const { parentElement: parent } = text
    if (!parent || !view) return false
    const { cause, paper, window, zoom } = drawingOf(parent)
    if (cause) return true
    const style = view.getComputedStyle(parent)
    // What is inherited can be undone inside: a wrapper with font-size:0 is how many newsletters are laid out.
    const size = Number.parseFloat(style.fontSize) * zoom
    if (style.visibility !== 'visible' || size < 2) return true
    if (!isInked(style, paper)) return true
    range.selectNodeContents(text)
    if (isSqueezed(text.data, range.getClientRects())) return true
    return !isInSight(range.getBoundingClientRect(), window, size)
  }
  return {
    isHidden,
    causeOf: (text) => (text.parentElement ? drawingOf(text.parentElement).cause : null),
    seenText: (element, atMost) => {
      const texts = body.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      let seen = ''
      for (let node = texts.nextNode(); node && seen.length < atMost; node = texts.nextNode()) {
        if (!isHidden(node as Text)) seen += drawnOrder(node as Text)
      }
      return seen.slice(0, atMost)
    },
  }
}

/** Letters as they stand: `unicode-bidi:bidi-override` writes them backwards. */
function drawnOrder({ data, parentElement: parent }: Text): string {
  const style = parent?.ownerDocument.defaultView?.getComputedStyle(parent)
  const isTurned = style?.direction === 'rtl' && style.unicodeBidi.includes('override')
  return isTurned ? [...data].reverse().join('') : data
}

function drawn(element: Element, above: Drawing, style: CSSStyleDeclaration): Drawing {
  const opacity = above.opacity * Number(style.opacity)
  const zoom = above.zoom * (Number.parseFloat(style.zoom) || 1)
  const isGone =
    element.tagName !== 'DETAILS' && (style.display === 'none' || opacity < 0.1 || zoom < 0.2)
  return {
    cause: above.cause ?? (isGone ? element : null),
    opacity,
    zoom,
    paper: paperOf(style, above.paper),
    window:
      style.overflowX === 'visible' && style.overflowY === 'visible'
        ? above.window
        : common(above.window, element.getBoundingClientRect()),
  }
}

function paperOf(style: CSSStyleDeclaration, above: Drawing['paper']): Drawing['paper'] {
  const { backgroundImage: image } = style
  if (image.includes('url(')) return null
  // A gradient of one colour is a ground like any other.
  if (image !== 'none') return (image.match(colorText) ?? []).map(colorOf)
  const color = colorOf(style.backgroundColor)
  return color[3] > 0.5 ? [color] : above
}

/** Its letters have a colour, and not that of the paper. */
function isInked(style: CSSStyleDeclaration, paper: Drawing['paper']): boolean {
  // The ground shines through the letters: that is their colour.
  if (style.backgroundClip === 'text') return true
  const ink = colorOf(style.getPropertyValue('-webkit-text-fill-color') || style.color)
  return ink[3] >= 0.1 && !paper?.every((color) => isLike(ink, color))
}

/** Letters on top of each other: not even a pixel for each. */
function isSqueezed(text: string, lines: DOMRectList): boolean {
  const letters = text.trim().replace(/[\p{M}\p{Cf}\s]/gu, '').length
  const width = Array.from(lines).reduce((sum, line) => sum + line.width, 0)
  return width < letters * 0.8
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
  if (box.right <= 1 || box.bottom <= 1 || box.height < 2) return false
  const { left, top, right, bottom } = common(window, box)
  return right - left >= Math.min(2, box.width) && bottom - top >= Math.min(2, fontSize / 4)
}

/** Colours as a browser writes them out in a computed style. */
const colorText = /\b(?:rgba?|color|lab|lch|oklab|oklch)\([^()]{1,200}\)/g
const known = new Map<string, Color>()
let canvas: OffscreenCanvasRenderingContext2D | null = null

/** The browser itself says what a colour is: it can be written in a dozen ways (`color-mix`, `oklch`, `color(srgb …)`). */
export function colorOf(text: string): Color {
  const before = known.get(text)
  if (before) return before
  canvas ??= new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  if (!canvas || text === '') return [0, 0, 0, text === '' ? 0 : 1]
  canvas.clearRect(0, 0, 1, 1)
  canvas.fillStyle = '#000'
  canvas.fillStyle = text
  canvas.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0, alpha = 255] = canvas.getImageData(0, 0, 1, 1).data
  const color: Color = [red, green, blue, alpha / 255]
  if (known.size > 2000) known.clear()
  known.set(text, color)
  return color
}

/** Too near to one another for an eye to tell them apart. */
const isLike = (one: Color, other: Color): boolean =>
  [0, 1, 2].every((at) => Math.abs((one[at] ?? 0) - (other[at] ?? 0)) < 14)
