import { scopeCss } from './scope-css.ts'

const OPEN = /<style(?=[\s/>])/gi
const CLOSE = /<\/style(?=[\s/>])[^>]*>?/gi
const LINK = /<link(?=[\s/>])[^<>]*>?/gi
const MEDIA = /\smedia\s*=\s*(?:"([\w\s(),:.-]{1,500})"|'([\w\s(),:.-]{1,500})'|([\w-]{1,50}))/i
/** Letters of style sheets that are taken over, many times what honest mail has; what is behind that is left out. */
const MOST_CSS = 256 * 1024
const TAG_PIECE = /=\s*(["'])|>/g

/**
 * HTML whose style elements reach nothing but the element of the class `scope`, see scopeCss. Every `<style` is written
 * anew, also in what may be a comment or a value: so it cannot matter in which way a browser reads what stands around it.
 */
export function scopeStyles(html: string, scope: string): string {
  const text = html.replace(LINK, '')
  let out = ''
  let at = 0
  let left = MOST_CSS
  const comments = commentsOf(text)
  OPEN.lastIndex = 0
  for (let open = OPEN.exec(text); open; open = OPEN.exec(text)) {
    const from = tagEnd(text, OPEN.lastIndex)
    const to = contentEnd(text, from, comments(open.index))
    const media = MEDIA.exec(text.slice(OPEN.lastIndex, from))
    const condition = media?.[1] ?? media?.[2] ?? media?.[3]
    out += text.slice(at, open.index)
    out += condition === undefined ? '<style>' : `<style media="${condition}">`
    const css = to.at - from <= left ? text.slice(from, to.at) : ''
    left -= css.length
    out += `${scopeCss(css, scope)}</style>`
    at = to.behind
    OPEN.lastIndex = at
  }
  return out + text.slice(at)
}

/** Behind the `>` that no quotes hold. */
function tagEnd(text: string, from: number): number {
  TAG_PIECE.lastIndex = from
  for (let piece = TAG_PIECE.exec(text); piece; piece = TAG_PIECE.exec(text)) {
    if (piece[0] === '>') return TAG_PIECE.lastIndex
    const close = text.indexOf(piece[1] ?? '', TAG_PIECE.lastIndex)
    TAG_PIECE.lastIndex = close < 0 ? text.length : close + 1
  }
  return text.length
}

/** The end tag, or the end of the comment in which the element stands. */
function contentEnd(text: string, from: number, comment: number) {
  CLOSE.lastIndex = from
  const close = CLOSE.exec(text)
  const end = close?.index ?? text.length
  if (comment >= from && comment < end) return { at: comment, behind: comment }
  return { at: end, behind: close ? CLOSE.lastIndex : end }
}

/** For places asked in their order: where the comment around them ends, -1 outside of one. */
function commentsOf(text: string): (place: number) => number {
  let from = text.indexOf('<!--')
  let to = from < 0 ? -1 : text.indexOf('-->', from)
  return (place) => {
    while (from >= 0 && to >= 0 && to < place) {
      from = text.indexOf('<!--', to)
      to = from < 0 ? -1 : text.indexOf('-->', from)
    }
    return from >= 0 && from < place ? to : -1
  }
}
