import { decodeEntities } from './entities.ts'
import { type HtmlScan, nextToken } from './html-tokens.ts'

/** What a link carries along is a file, and no words. */
const carried = /data:[^"')\s>]*/g

/**
 * All that HTML says, shown or not: its text in one, so that no tag splits a word, and beside it what stands in comments,
 * scripts, styles and attributes. At most `maxChars` of each; what has so many was cut. Linear, never throws.
 */
export function saidInHtml(html: string, maxChars: number): { text: string; aside: string } {
  let aside = ''
  const heard = (text: string): void => {
    if (text === '' || aside.length >= maxChars) return
    aside += `${text.replace(carried, '')}\n`.slice(0, maxChars - aside.length)
  }
  const text = textOf({ html, at: 0, heard }, maxChars)
  return { text, aside: aside.length < maxChars ? withoutMarkup(aside, maxChars) : aside }
}

function textOf(scan: HtmlScan, maxChars: number): string {
  let text = ''
  while (text.length < maxChars) {
    const token = nextToken(scan)
    if (token === null) break
    if (token.kind === 'text') text += token.text
  }
  return text
}

/** A comment for one program holds tags, a style sheet letters by number. */
function withoutMarkup(aside: string, maxChars: number): string {
  const plain = aside.replace(/\\([0-9a-f]{1,6})\s?/gi, (_, code) => letter(code))
  return plain.includes('<') ? textOf({ html: plain, at: 0 }, maxChars) : decodeEntities(plain)
}

function letter(code: string): string {
  const point = Number.parseInt(code, 16)
  return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point).toWellFormed() : ''
}
