/** One piece of markup, as a browser reads it (HTML Living Standard §13.2.5): what follows a `<`. */
export interface Markup {
  kind: 'text' | 'comment' | 'tag'
  /** Where what follows begins. */
  end: number
  /** Of a tag, in small letters. */
  name: string
  isEnd: boolean
  attributes: number
  /** Words of a picture that stand in its stead, as [from, until]. */
  words: readonly (readonly [from: number, until: number])[]
  /** Of its `style` attributes: declarations, and letters. */
  declarations: number
  styled: number
}

const nothing = { name: '', isEnd: false, attributes: 0, words: [], declarations: 0, styled: 0 }
// White space is what HTML means by it: `\s` would be the no-break space, too, which belongs to a name or a value.
const name = /[a-z][^\t\n\f\r />]*/iy
const commentEnd = /--!?>/g
/** A sign at the beginning belongs to the name (§13.2.5.32). */
const attributeName = /[\t\n\f\r /]*([^\t\n\f\r />]?[^\t\n\f\r />=]*)[\t\n\f\r ]*/y
const blanks = /[\t\n\f\r ]*/y
const unquoted = /[^\t\n\f\r >]*/y

/** Reads what begins with the `<` at this place; a tag of more attributes than `most` is not read to its end. */
export function readMarkup(html: string, open: number, most: number): Markup {
  const at = open + 1
  const isEnd = html[at] === '/'
  name.lastIndex = isEnd ? at + 1 : at
  const found = name.exec(html)?.[0]
  if (found !== undefined) {
    const tag = { ...nothing, kind: 'tag' as const, name: found.toLowerCase(), isEnd }
    return { ...tag, ...readAttributes(html, name.lastIndex, most) }
  }
  if (html.startsWith('!--', at)) {
    return { ...nothing, kind: 'comment', end: behindComment(html, at + 3) }
  }
  // Whatever begins like nothing else ends with the next `>` (§13.2.5.41).
  const isBogus = html[at] === '!' || html[at] === '?' || isEnd
  if (isBogus) return { ...nothing, kind: 'comment', end: behind(html, '>', at + 1) }
  return { ...nothing, kind: 'text', end: at }
}

/** It may end where it begins: `<!-->` and `<!--->` (§13.2.5.43). */
function behindComment(html: string, from: number): number {
  if (html[from] === '>') return from + 1
  if (html.startsWith('->', from)) return from + 2
  commentEnd.lastIndex = from
  return commentEnd.exec(html) ? commentEnd.lastIndex : html.length
}

/** Where the end tag of an element begins that holds text alone; none: at the end of all. */
export function endOfText(html: string, from: number, element: string): number {
  const close = new RegExp(`</${element}(?=[\\t\\n\\f\\r />])`, 'gi')
  close.lastIndex = from
  return close.exec(html)?.index ?? html.length
}

function readAttributes(html: string, from: number, most: number) {
  const words: (readonly [number, number])[] = []
  let [attributes, declarations, styled, at] = [0, 0, 0, from]
  while (at < html.length && attributes <= most) {
    attributeName.lastIndex = at
    const attribute = attributeName.exec(html)?.[1]?.toLowerCase() ?? ''
    at = attributeName.lastIndex
    if (html[at] === '>')
      return {
        attributes: attributes + (attribute ? 1 : 0),
        words,
        declarations,
        styled,
        end: at + 1,
      }
    attributes++
    if (html[at] !== '=') continue
    const [start, until, end] = valueAt(html, at + 1)
    if (attribute === 'alt') words.push([start, until])
    if (attribute === 'style') {
      declarations += countOf(html, ';', [start, until])
      styled += until - start
    }
    at = end
  }
  return { attributes, words, declarations, styled, end: at }
}

/** A value is quoted only where its quote comes first (§13.2.5.35). */
function valueAt(html: string, from: number): [start: number, until: number, end: number] {
  blanks.lastIndex = from
  blanks.exec(html)
  const start = blanks.lastIndex
  const quote = html[start]
  if (quote === '"' || quote === "'") {
    const close = html.indexOf(quote, start + 1)
    const until = close < 0 ? html.length : close
    return [start + 1, until, Math.min(html.length, until + 1)]
  }
  unquoted.lastIndex = start
  unquoted.exec(html)
  return [start, unquoted.lastIndex, unquoted.lastIndex]
}

/** Looks at nothing behind it: that would be the whole letter, for each tag. */
export function countOf(html: string, sign: string, [from, until]: readonly [number, number]) {
  return html.slice(from, until).split(sign).length - 1
}

function behind(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from)
  return found < 0 ? html.length : found + mark.length
}
