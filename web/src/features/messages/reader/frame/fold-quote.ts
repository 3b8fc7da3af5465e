import { type Sight, sightOf } from './hidden-text.ts'
import { pin } from './our-marks.ts'

const quotes = 'blockquote, .gmail_quote, .yahoo_quoted, #divRplyFwdMsg, #appendonsend'

/** First line of the block that Outlook, Foxmail and others put before the original. */
const headerStart =
  /^\s*(?:发件人|寄件者|寄件人|From|-{2,}\s*(?:原始邮件|Original Message))\s*(?:[:：-]|$)/i
const headerRest =
  /(?:收件人|收件者|发送时间|寄件日期|日期|To|Sent|Date|Subject|主题|主旨)\s*[:：]/i
/** Lines that begin so and are looked at: a mail of thousands is no answer. */
const mostHeaders = 20
/** A quote holds more text than a line or two, in characters. */
const headLength = 600

/** What is seen of a mail, in its order: texts that are not blank, and pictures. */
type Seen = readonly Node[]

/**
 * Folds the quoted original at the end of a mail behind a "…" that opens without any script. Only when
 * something was written before it, and nothing after it: an answer between the lines stays in sight.
 */
export function foldQuote(body: HTMLElement, label: string): void {
  const start = quoteStart(body)
  const last = body.lastChild
  if (!start || !last) return
  const page = body.ownerDocument
  const range = page.createRange()
  range.setStartBefore(start)
  range.setEndAfter(last)
  const details = page.createElement('details')
  pin(details, { display: 'block', visibility: 'visible', opacity: '1' })
  details.append(foldMark(page, label), range.extractContents())
  body.append(details)
}

function foldMark(page: Document, label: string): HTMLElement {
  const summary = page.createElement('summary')
  summary.className = 'hongyan-quote'
  summary.textContent = '…'
  summary.title = label
  summary.setAttribute('aria-label', label)
  pin(summary, {
    display: 'inline-block',
    visibility: 'visible',
    opacity: '1',
    margin: '8px 0',
    padding: '0 10px',
    'border-radius': '9px',
    background: '#e9eef1',
    color: '#4f5c6b',
    font: '600 14px/18px system-ui',
    'list-style': 'none',
    height: 'auto',
    width: 'auto',
    'max-height': 'none',
    'max-width': 'none',
  })
  return summary
}

function quoteStart(body: HTMLElement): Element | null {
  const seen = seenIn(body)
  const sight = sightOf(body)
  const first = seen.find((node) => isInSight(node, sight))
  const last = seen.at(-1)
  if (!first || !last) return null
  const isAtEnd = (quote: Element) => quote.contains(last) || isBefore(last, quote)
  const starts = [...body.querySelectorAll(quotes)].filter(isAtEnd).map(introductionOf)
  const header = headerBlock(body, seen)
  const candidates = header ? [...starts, header] : starts
  // Something stands before it: a mail that is a quote and nothing else is never folded.
  return candidates.find((start) => !start.contains(first) && isBefore(first, start)) ?? null
}

/** A preview line that is hidden, signs without a shape and a picture of one point are nothing that is left of a folded mail. */
function isInSight(node: Node, sight: Sight): boolean {
  if (node.nodeType === Node.TEXT_NODE) {
    const text = node as Text
    return /[^\s\p{Cf}\p{M}\u115f\u1160\u2800\u3164]/u.test(text.data) && !sight.isHidden(text)
  }
  const picture = node as Element
  const { width, height } = picture.getBoundingClientRect()
  // One that was not loaded has a box of ours.
  const isPoint = ['width', 'height'].some((side) => Number(picture.getAttribute(side) ?? 99) <= 2)
  return width > 2 && height > 2 && !isPoint
}

const isBefore = (one: Node, other: Node): boolean =>
  (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0

function seenIn(body: HTMLElement): Seen {
  const seen: Node[] = []
  const walker = body.ownerDocument.createTreeWalker(
    body,
    NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT,
  )
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const isText = node.nodeType === Node.TEXT_NODE
    const isSeen = isText
      ? /\S/.test(node.textContent ?? '') && node.parentElement?.tagName !== 'STYLE'
      : node.nodeName === 'IMG'
    if (isSeen) seen.push(node)
  }
  return seen
}

/** "On Monday she wrote:" right before the quote belongs to it. */
function introductionOf(quote: Element): Element {
  const before = quote.previousElementSibling
  const belongs =
    before?.matches('.gmail_attr, .moz-cite-prefix, #appendonsend, hr') ||
    /(?:wrote|写道)\s*[:：]\s*$/.test((before?.textContent ?? '').slice(-80))
  return belongs && before ? before : quote
}

/** The block that begins with "From: …", up to the widest element that begins there. */
function headerBlock(body: HTMLElement, seen: Seen): Element | null {
  const lines = seen.flatMap((node, index) => (beginsHeader(node) ? [index] : []))
  const found = lines.slice(0, mostHeaders).find((index) => {
    const isOwnBlock = seen[index]?.parentElement !== body
    return isOwnBlock && headerRest.test(textFrom(seen, index))
  })
  return found === undefined ? null : widestFrom(body, seen, found)
}

const beginsHeader = (node: Node): boolean =>
  node.nodeType === Node.TEXT_NODE && headerStart.test((node.textContent ?? '').slice(0, 200))

/** The widest element in which nothing is seen before this. */
function widestFrom(body: HTMLElement, seen: Seen, index: number): Element | null {
  const before = seen[index - 1] ?? null
  let block = seen[index]?.parentElement ?? null
  while (block?.parentElement && block.parentElement !== body) {
    if (before && block.parentElement.contains(before)) break
    block = block.parentElement
  }
  return block
}

function textFrom(seen: Seen, from: number): string {
  let text = ''
  for (let at = from; at < seen.length && text.length < headLength; at++) {
    text += ` ${(seen[at]?.textContent ?? '').slice(0, headLength)}`
  }
  return text
}
