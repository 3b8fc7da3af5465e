const quotes = 'blockquote, .gmail_quote, .yahoo_quoted, #divRplyFwdMsg, #appendonsend'

/** First line of the block that Outlook, Foxmail and others put before the original. */
const headerStart =
  /^\s*(?:发件人|寄件者|寄件人|From|-{2,}\s*(?:原始邮件|Original Message))\s*(?:[:：-]|$)/i
const headerRest =
  /(?:收件人|收件者|发送时间|寄件日期|日期|To|Sent|Date|Subject|主题|主旨)\s*[:：]/i

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
  const summary = page.createElement('summary')
  summary.className = 'hongyan-quote'
  summary.textContent = '…'
  summary.title = label
  summary.setAttribute('aria-label', label)
  details.append(summary, range.extractContents())
  body.append(details)
}

function quoteStart(body: HTMLElement): Element | null {
  const starts = [...body.querySelectorAll(quotes)]
    .filter((quote) => !hasText(body, { after: quote }))
    .map(introductionOf)
  const header = headerBlock(body)
  const candidates = header ? [...starts, header] : starts
  return candidates.find((start) => hasText(body, { before: start })) ?? null
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
function headerBlock(body: HTMLElement): Element | null {
  const texts = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    if (!headerStart.test(node.textContent ?? '')) continue
    let block = node.parentElement
    if (!block || block === body) continue
    while (
      block.parentElement &&
      block.parentElement !== body &&
      beginsIn(block.parentElement, block)
    ) {
      block = block.parentElement
    }
    if (headerRest.test((block.textContent ?? '').slice(0, 600))) return block
  }
  return null
}

/** True when nothing is written in `parent` before `child`. */
function beginsIn(parent: Element, child: Element): boolean {
  const range = parent.ownerDocument.createRange()
  range.selectNodeContents(parent)
  range.setEndBefore(child)
  return range.toString().trim() === ''
}

function hasText(body: HTMLElement, where: { before: Node } | { after: Node }): boolean {
  const range = body.ownerDocument.createRange()
  range.selectNodeContents(body)
  if ('before' in where) range.setEndBefore(where.before)
  else range.setStartAfter(where.after)
  const piece = range.cloneContents()
  for (const style of piece.querySelectorAll('style')) style.remove()
  return (piece.textContent ?? '').trim() !== '' || piece.querySelector('img') !== null
}
