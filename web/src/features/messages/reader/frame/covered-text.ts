import { colorOf, isLookedAt, markHidden, type RevealOptions, textsOf } from './hidden-text.ts'

/** Lines of one text that are looked at. */
const mostLines = 200
/** What all questions to the page may take, and a single one of them: a mail of deep boxes is slow to say what lies where. */
const patience = { all: 1_500, one: 20 }
/** Of a line, where somebody would look: all of these are covered where it is. */
const places = [0.5, 0.1, 0.9] as const
/** What is thinner than this covers nothing, and is not asked for. */
const opaque = 0.5

/**
 * Finds texts that lie under something else, and shows them (T8): a box of the paper's colour drawn over a line hides it as
 * well as any style of its own. Judged by what is drawn, point by point: to be done in slices, in a frame as high as its
 * content. Each step is one line; tells how many were found.
 */
export function* revealCovered(
  body: HTMLElement,
  { where, label }: RevealOptions,
): Generator<undefined, number> {
  const covered = new Set<Text>()
  const ask = asker(body.ownerDocument)
  for (const text of textsOf(body)) {
    if (isLookedAt(text, where) && (yield* isCovered(text, ask))) covered.add(text)
  }
  const marks = markHidden(body, covered, label)
  // In a box that is painted before what covers it a mark is no higher than the text was.
  for (const mark of marks) {
    if (mark.firstChild && (yield* isCovered(mark.firstChild as Text, ask))) body.append(mark)
  }
  return marks.length
}

/** What lies at a point, the uppermost first; nothing when the page has been asked enough. */
type Ask = (x: number, y: number) => readonly Element[]

function asker(page: Document): Ask {
  let left = patience.all
  return (x, y) => {
    if (left <= 0) return []
    const since = performance.now()
    const found = page.elementsFromPoint(x, y)
    const took = performance.now() - since
    left = took > patience.one ? 0 : left - took
    return found
  }
}

function* isCovered(text: Text, ask: Ask): Generator<undefined, boolean> {
  const { parentElement: parent, ownerDocument: page } = text
  if (!parent) return false
  const range = page.createRange()
  range.selectNodeContents(text)
  let count = 0
  for (const { left, top, width, height } of range.getClientRects()) {
    if (++count > mostLines) break
    if (width < 1 || height < 1) continue
    const y = top + height / 2
    yield
    if (places.every((place) => isCoveredAt(parent, ask(left + width * place, y)))) return true
  }
  return false
}

/** Something that can be seen lies over the text; outside of the frame nothing does. */
function isCoveredAt(parent: Element, above: readonly Element[]): boolean {
  const own = above.findIndex((one) => one.contains(parent))
  // Where it is not met at all it is out of reach, which is another kind of hiding.
  return above.slice(0, Math.max(0, own)).some((one) => isOpaque(one, parent))
}

/** Painted itself, or by something around it that is not around the text as well. */
function isOpaque(element: Element, parent: Element): boolean {
  const view = element.ownerDocument.defaultView
  for (let at: Element | null = element; at && !at.contains(parent); at = at.parentElement) {
    if (at.tagName === 'IMG') return true
    const style = view?.getComputedStyle(at)
    if (!style || Number(style.opacity) < opaque) return false
    if (style.backgroundImage !== 'none' || colorOf(style.backgroundColor)[3] >= opaque) return true
  }
  return false
}
