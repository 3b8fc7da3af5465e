import { drawnBody, openMailPlace } from './open-mail.ts'

/** How long words that were looked up stay marked (ms). */
const markTime = 4_000
/** Apart from the words of a search, which stay marked. */
const mark = 'shown-mail'

/**
 * Brings words of the open mail into view and marks them for a while. White space is no difference: a summary has it as
 * it likes. @returns false where they do not stand in the mail
 */
export function showInMail(words: string): boolean {
  const body = drawnBody(openMailPlace())
  const range = body === null ? null : rangeOf(body, words)
  if (body === null || range === null) return false
  const frame = body.ownerDocument.defaultView?.frameElement ?? null
  scrollTo(range, frame)
  markFor(range)
  return true
}

function markFor(range: Range): void {
  const view = range.startContainer.ownerDocument?.defaultView
  // Browsers without it show the place unmarked.
  if (!view || !('highlights' in view.CSS)) return
  const { highlights } = view.CSS
  const own = new view.Highlight(range)
  highlights.set(mark, own)
  setTimeout(() => {
    // Other words may have been looked up since.
    if (highlights.get(mark) === own) highlights.delete(mark)
  }, markTime)
}

/** The frame is as high as its mail: what scrolls is around it. */
function scrollTo(range: Range, frame: Element | null): void {
  const inFrame = range.getBoundingClientRect()
  const top = inFrame.top + (frame?.getBoundingClientRect().top ?? 0)
  const start = frame ?? range.startContainer.parentElement
  const scroller = scrollerOf(start)
  if (scroller === null) return
  const box = scroller.getBoundingClientRect()
  scroller.scrollBy({ top: top - box.top - box.height / 3, behavior: 'smooth' })
}

function scrollerOf(element: Element | null): Element | null {
  for (let at = element?.parentElement ?? null; at; at = at.parentElement) {
    const { overflowY } = getComputedStyle(at)
    if ((overflowY === 'auto' || overflowY === 'scroll') && at.scrollHeight > at.clientHeight)
      return at
  }
  return null
}

/** A text of the mail without its white space, and where that begins in the whole. */
interface Stretch {
  node: Node
  begins: number
}

const blank = /\s+/gu

/** Where the words stand, across the elements of the text. A long mail is searched as a few strings, never by its letters. */
function rangeOf(body: HTMLElement, words: string): Range | null {
  const wanted = words.replace(blank, '')
  if (wanted === '') return null
  const stretches: Stretch[] = []
  const texts: string[] = []
  let length = 0
  const nodes = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    const text = (node.nodeValue ?? '').replace(blank, '')
    if (text === '' || node.parentElement?.closest('style, script')) continue
    stretches.push({ node, begins: length })
    texts.push(text)
    length += text.length
  }
  const start = texts.join('').indexOf(wanted)
  if (start < 0) return null
  const from = placeOf(stretches, start)
  const to = placeOf(stretches, start + wanted.length - 1)
  if (from === null || to === null) return null
  const range = body.ownerDocument.createRange()
  range.setStart(from.node, from.at)
  range.setEnd(to.node, to.at + 1)
  return range
}

/** The letter of the whole text in its own node, where white space counts. */
function placeOf(stretches: readonly Stretch[], letter: number): { node: Node; at: number } | null {
  const stretch = stretches.findLast(({ begins }) => begins <= letter)
  if (!stretch) return null
  const own = stretch.node.nodeValue ?? ''
  let left = letter - stretch.begins
  for (let at = 0; at < own.length; at++) {
    if (/\s/u.test(own[at] ?? '')) continue
    if (left === 0) return { node: stretch.node, at }
    left--
  }
  return null
}
