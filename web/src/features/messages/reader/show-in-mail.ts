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

interface Letter {
  node: Node
  at: number
}

/** Where the words stand, letter by letter without white space, across the elements of the text. */
function rangeOf(body: HTMLElement, words: string): Range | null {
  const wanted = words.replace(/\s+/gu, '')
  if (wanted === '') return null
  const letters: Letter[] = []
  let text = ''
  const nodes = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    if (node.parentElement?.closest('style, script')) continue
    const own = node.nodeValue ?? ''
    for (let at = 0; at < own.length; at++) {
      const letter = own[at] ?? ''
      if (/\s/u.test(letter)) continue
      letters.push({ node, at })
      text += letter
    }
  }
  const start = text.indexOf(wanted)
  const [from, to] = [letters[start], letters[start + wanted.length - 1]]
  if (start < 0 || from === undefined || to === undefined) return null
  const range = body.ownerDocument.createRange()
  range.setStart(from.node, from.at)
  range.setEnd(to.node, to.at + 1)
  return range
}
