/** A piece of plain text: as it is, or as a link. */
export type TextPiece = { text: string; href?: string }

/** Where a link may begin, and the `@` in the middle of an address. */
const begins = /\b(?:https?:\/\/|www\.)|@/gi
const webRun = /[^\s<>"'`\u3000-\u303f\uff00-\uffef]*/y
const localPart = /[\w.+-]/
const domain = /[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/y
/** RFC 5321 §4.5.3.1.1 allows 64 octets. */
const longestLocal = 64
/** More links than this are no letter that somebody wrote; the rest of the text stays text. */
const mostLinks = 2000

/**
 * Splits plain text into text and links. The pieces are drawn as text nodes and attributes, never as
 * HTML, so that `http://a"onmouseover=…` stays what it is (T3). Every character is passed a fixed number of times.
 */
export function linkify(text: string): TextPiece[] {
  const pieces: TextPiece[] = []
  let at = 0
  let links = 0
  begins.lastIndex = 0
  for (let mark = begins.exec(text); mark && links < mostLinks; mark = begins.exec(text)) {
    const found = mark[0] === '@' ? mailAt(text, mark.index, at) : webAt(text, mark.index)
    if (found === null) continue
    const href = hrefOf(found.text)
    begins.lastIndex = Math.max(begins.lastIndex, found.from + found.text.length)
    if (href === null) continue
    if (found.from > at) pieces.push({ text: text.slice(at, found.from) })
    pieces.push({ text: found.text, href })
    at = found.from + found.text.length
    links++
  }
  if (at < text.length) pieces.push({ text: text.slice(at) })
  return pieces
}

interface Found {
  from: number
  text: string
}

function webAt(text: string, from: number): Found {
  webRun.lastIndex = from
  return { from, text: trimEnd(webRun.exec(text)?.[0] ?? '') }
}

/** The address around an `@`; what stands before `least` belongs to another link. */
function mailAt(text: string, at: number, least: number): Found | null {
  let from = at
  while (from > least && at - from < longestLocal && localPart.test(text.charAt(from - 1))) from--
  domain.lastIndex = at + 1
  const host = domain.exec(text)?.[0]
  return from === at || host === undefined ? null : { from, text: text.slice(from, at + 1) + host }
}

/** A sentence's full stop or closing bracket is not part of the address. */
function trimEnd(found: string): string {
  const trimmed = found.replace(/(?<![.,;:!?])[.,;:!?]+$/, '')
  if (!trimmed.endsWith(')') || trimmed.includes('(')) return trimmed
  return trimmed.replace(/(?<!\))\)+$/, '')
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
