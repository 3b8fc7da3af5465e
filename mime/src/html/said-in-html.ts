import { decodeEntities } from './entities.ts'
import { type HtmlScan, nextToken } from './html-tokens.ts'

/**
 * All that HTML says, shown or not: its text in one, so that no tag splits a word, and beside it what stands in comments,
 * scripts, styles and attributes. At most `maxChars` of each. Linear, never throws.
 */
export function saidInHtml(html: string, maxChars: number): { text: string; aside: string } {
  let aside = ''
  const heard = (text: string): void => {
    if (text !== '' && aside.length < maxChars) aside += `${text}\n`
  }
  const scan: HtmlScan = { html, at: 0, heard }
  let text = ''
  while (text.length < maxChars) {
    const token = nextToken(scan)
    if (token === null) break
    if (token.kind === 'text') text += token.text
  }
  return { text, aside: withoutMarkup(aside, maxChars) }
}

/** A comment for one program holds tags, a style sheet letters by number. */
function withoutMarkup(aside: string, maxChars: number): string {
  const plain = aside.replace(/\\([0-9a-f]{1,6})\s?/gi, (_, code) => letter(code))
  if (!plain.includes('<')) return decodeEntities(plain)
  const scan: HtmlScan = { html: plain, at: 0 }
  let text = ''
  while (text.length < maxChars) {
    const token = nextToken(scan)
    if (token === null) break
    if (token.kind === 'text') text += token.text
  }
  return text
}

function letter(code: string): string {
  const point = Number.parseInt(code, 16)
  return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point).toWellFormed() : ''
}
