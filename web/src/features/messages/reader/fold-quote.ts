const quotes = 'blockquote, .gmail_quote, .yahoo_quoted, #divRplyFwdMsg, #appendonsend'

/**
 * Folds the quoted original at the end of a mail behind a "…" that opens without any script. Only when
 * something was written before it, and nothing after it: an answer between the lines stays in sight.
 */
export function foldQuote(body: HTMLElement, label: string): void {
  for (const quote of body.querySelectorAll<HTMLElement>(quotes)) {
    const from = startOf(quote)
    if (!hasText(body, { before: from }) || hasText(body, { after: quote })) continue
    const page = body.ownerDocument
    const details = page.createElement('details')
    const summary = page.createElement('summary')
    summary.className = 'hongyan-quote'
    summary.textContent = '…'
    summary.title = label
    summary.setAttribute('aria-label', label)
    details.append(summary)
    from.before(details)
    let node: ChildNode | null = from
    while (node) {
      const next: ChildNode | null = node === quote ? null : node.nextSibling
      details.append(node)
      node = next
    }
    return
  }
}

/** "On Monday she wrote:" right before the quote belongs to it. */
function startOf(quote: HTMLElement): HTMLElement {
  const before = quote.previousElementSibling
  const isIntroduction =
    before?.matches('.gmail_attr, .moz-cite-prefix, #appendonsend, hr') ||
    /(?:wrote|写道)\s*[:：]\s*$/.test((before?.textContent ?? '').slice(-80))
  return isIntroduction && before ? (before as HTMLElement) : quote
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
