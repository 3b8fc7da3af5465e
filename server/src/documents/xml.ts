import { decodeEntities } from '@hongyan/mime/html/entities'

/** An element; `name` without its namespace prefix. */
export interface XmlElement {
  name: string
  attributes: Record<string, string>
  children: (XmlElement | string)[]
}

const maxElements = 400_000
const maxDepth = 200

/** A piece of an XML document; names keep their namespace prefix. */
export type XmlToken =
  | { kind: 'open'; name: string; attributes: string; isEmpty: boolean }
  | { kind: 'close'; name: string }
  | { kind: 'text'; text: string }

/**
 * The pieces of the XML of office documents (ECMA-376, ISO 26300). No DTD, so no entities but the five and numeric ones:
 * nothing is expanded or fetched. Linear; ends where a piece is not closed.
 */
export function* xmlTokens(xml: string): Generator<XmlToken> {
  for (let at = 0; at < xml.length; ) {
    if (xml[at] !== '<') {
      const next = xml.indexOf('<', at)
      const end = next < 0 ? xml.length : next
      yield { kind: 'text', text: decodeEntities(xml.slice(at, end)) }
      at = end
      continue
    }
    const piece = special(xml, at) ?? tagAt(xml, at)
    if (piece === null) return
    if (piece.token) yield piece.token
    at = piece.end
  }
}

/** What stands at a `<`, and where it ends; null when it does not. */
interface PieceAt {
  token: XmlToken | null
  end: number
}

function special(xml: string, at: number): PieceAt | null {
  if (xml[at + 1] !== '!' && xml[at + 1] !== '?') return null
  const found = specials.find(({ begin }) => xml.startsWith(begin, at))
  if (!found) return null
  const from = at + found.begin.length
  const close = xml.indexOf(found.end, from)
  if (close < 0) return { token: null, end: xml.length }
  const token = found.isText ? { kind: 'text' as const, text: xml.slice(from, close) } : null
  return { token, end: close + found.end.length }
}

function tagAt(xml: string, at: number): PieceAt | null {
  const end = tagEnd(xml, at + 1)
  return end < 0 ? null : { token: tagOf(xml.slice(at + 1, end)), end: end + 1 }
}

/** What is between `<` and `>` and no tag. */
const specials = [
  { begin: '<!--', end: '-->', isText: false },
  { begin: '<![CDATA[', end: ']]>', isText: true },
  { begin: '<!', end: '>', isText: false },
  { begin: '<?', end: '>', isText: false },
]

/** The end of a tag: a `>` may stand in the value of an attribute. */
function tagEnd(xml: string, from: number): number {
  for (let at = from, quote = ''; at < xml.length; at++) {
    const char = xml[at] ?? ''
    if (quote !== '') quote = char === quote ? '' : quote
    else if (char === '"' || char === "'") quote = char
    else if (char === '>') return at
  }
  return -1
}

function tagOf(tag: string): XmlToken {
  if (tag.startsWith('/')) return { kind: 'close', name: tag.slice(1).trim() }
  const isEmpty = tag.endsWith('/')
  const inside = isEmpty ? tag.slice(0, -1) : tag
  const space = inside.search(/\s/)
  if (space < 0) return { kind: 'open', name: inside, attributes: '', isEmpty }
  const [name, attributes] = [inside.slice(0, space), inside.slice(space)]
  return { kind: 'open', name, attributes, isEmpty }
}

const attribute = /(?<![^\s=/>"'])([^\s=/>"']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/** Reads a document as a tree. What is not well-formed ends where it breaks. */
export function readXml(text: string): XmlElement {
  const root: XmlElement = { name: '', attributes: {}, children: [] }
  const open = [root]
  let count = 0
  for (const token of xmlTokens(text)) {
    if (token.kind === 'open' && (++count > maxElements || open.length > maxDepth)) break
    if (!take(open, token)) break
  }
  return root
}

/** @returns false when an end tag has no beginning */
function take(open: XmlElement[], token: XmlToken): boolean {
  const parent = open.at(-1)
  if (token.kind === 'text') parent?.children.push(token.text)
  else if (token.kind === 'open') {
    const attributes = attributesOf(token.attributes)
    const element = { name: bare(token.name), attributes, children: [] }
    parent?.children.push(element)
    if (!token.isEmpty) open.push(element)
  } else if (open.length === 1) return false
  else open.pop()
  return true
}

/** A name without its namespace prefix. */
export const bare = (name: string): string => name.slice(name.indexOf(':') + 1)

function attributesOf(text: string): Record<string, string> {
  const found: Record<string, string> = Object.create(null)
  for (const [, name, double, single] of text.matchAll(attribute)) {
    // `r:embed` and `id` of a namespace: the last part is enough for what is read here.
    found[bare(name ?? '')] = decodeEntities(double ?? single ?? '')
  }
  return found
}

/** The child elements of a name, or all of them. */
export const childrenOf = (element: XmlElement | undefined, name?: string): XmlElement[] =>
  (element?.children ?? []).filter(
    (one): one is XmlElement =>
      typeof one !== 'string' && (name === undefined || one.name === name),
  )

export const childOf = (
  element: XmlElement | undefined,
  ...path: string[]
): XmlElement | undefined =>
  path.reduce<XmlElement | undefined>((at, name) => childrenOf(at, name)[0], element)

/** Every descendant of a name, in order. */
export function* allOf(element: XmlElement | undefined, name: string): Generator<XmlElement> {
  for (const child of childrenOf(element)) {
    if (child.name === name) yield child
    yield* allOf(child, name)
  }
}

export const textOf = (element: XmlElement | undefined): string =>
  (element?.children ?? []).map((one) => (typeof one === 'string' ? one : textOf(one))).join('')
