import { decodeEntities } from '@hongyan/mime/entities'

/** An element; `name` without its namespace prefix. */
export interface XmlElement {
  name: string
  attributes: Record<string, string>
  children: (XmlElement | string)[]
}

const maxElements = 400_000
const maxDepth = 200

const token =
  /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<[?!][^>]*>|<\/([^\s>]{1,200})\s*>|<([^\s/>]{1,200})((?:\s+[^\s=/>]{1,200}\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>|[^<]+/g
const attribute = /([^\s=/>]{1,200})\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/**
 * Reads the XML of office documents: elements, attributes, text. No DTD, so no entities but the five and numeric ones: nothing is
 * expanded or fetched. What is not well-formed ends where it breaks.
 */
export function readXml(text: string): XmlElement {
  const root: XmlElement = { name: '', attributes: {}, children: [] }
  const open = [root]
  let count = 0
  for (const match of text.matchAll(token)) {
    if (match[3] !== undefined && (++count > maxElements || open.length > maxDepth)) break
    if (!take(open, match)) break
  }
  return root
}

/** @returns false when an end tag has no beginning */
function take(open: XmlElement[], match: RegExpExecArray): boolean {
  const [whole, cdata, closed, opened, attributes, selfClosing] = match
  const parent = open.at(-1)
  if (opened !== undefined) {
    const element = { name: bare(opened), attributes: attributesOf(attributes ?? ''), children: [] }
    parent?.children.push(element)
    if (selfClosing === '') open.push(element)
  } else if (closed !== undefined) {
    if (open.length === 1) return false
    open.pop()
  } else if (cdata !== undefined) {
    parent?.children.push(cdata)
  } else if (!whole.startsWith('<')) {
    parent?.children.push(decodeEntities(whole))
  }
  return true
}

const bare = (name: string): string => name.slice(name.indexOf(':') + 1)

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
