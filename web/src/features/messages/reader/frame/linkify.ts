/** A piece of plain text: as it is, or as a link. */
export type TextPiece = { text: string; href?: string }

const link =
  /\b(?:https?:\/\/|www\.)[^\s<>"'`\u3000-\u303f\uff00-\uffef]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gi

/**
 * Splits plain text into text and links. The pieces are drawn as text nodes and attributes, never as
 * HTML, so that `http://a"onmouseover=…` stays what it is (T3).
 */
export function linkify(text: string): TextPiece[] {
  const pieces: TextPiece[] = []
  let at = 0
  for (const match of text.matchAll(link)) {
    const found = trimEnd(match[0])
    const href = hrefOf(found)
    if (!href) continue
    if (match.index > at) pieces.push({ text: text.slice(at, match.index) })
    pieces.push({ text: found, href })
    at = match.index + found.length
  }
  if (at < text.length) pieces.push({ text: text.slice(at) })
  return pieces
}

/** A sentence's full stop or closing bracket is not part of the address. */
function trimEnd(found: string): string {
  const trimmed = found.replace(/[.,;:!?]+$/, '')
  if (!trimmed.endsWith(')') || trimmed.includes('(')) return trimmed
  return trimmed.replace(/\)+$/, '')
}

function hrefOf(found: string): string | null {
  if (/^https?:/i.test(found)) return URL.canParse(found) ? found : null
  if (/^www\./i.test(found)) return URL.canParse(`http://${found}`) ? `http://${found}` : null
  return `mailto:${found}`
}

/** Splits off the quoted mail at the end (lines that begin with `>`), so that it can be folded. */
export function splitQuote(text: string): { own: string; quote: string } {
  const lines = text.split('\n')
  let from = lines.length
  while (from > 0 && /^\s*(?:>.*)?$/.test(lines[from - 1] ?? '')) from--
  while (from < lines.length && !/^\s*>/.test(lines[from] ?? '')) from++
  const own = lines.slice(0, from).join('\n')
  const quoted = lines.length - from >= 4 && own.trim() !== ''
  return quoted ? { own, quote: lines.slice(from).join('\n') } : { own: text, quote: '' }
}
