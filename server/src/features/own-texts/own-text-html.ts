import { decodeEntities } from '@hongyan/mime/html/entities'
import { stepByStep } from '../../platform/in-turns.ts'

const allowedTags = new Set(
  `a address b big blockquote br caption center code col colgroup dd del div dl dt em font h1 h2 h3 h4 h5 h6 hr i
  img ins li ol p pre s small span strike strong sub sup table tbody td tfoot th thead tr u ul`.split(
    /\s+/,
  ),
)
/** Elements whose content is not text of it. */
const dropped =
  /^(?:script|style|title|template|textarea|xmp|iframe|noembed|noframes|noscript|svg|math|object|select|head)$/
const allowedAttributes = new Set(
  `align alt bgcolor border cellpadding cellspacing color colspan dir face height href lang rowspan size src start
  style title type valign width`.split(/\s+/),
)
const links = /^(?:https?:\/\/|mailto:|tel:)/i
const plainValue = /^[#\w%.,;\- ]*$/
/** Deeper than this, elements are left out and their text stays: each end looks through those that are open. */
const deepest = 100
/** Letters that are read in one step: some milliseconds at the worst. */
const inOneStep = 4_096
/** Letters of a reference and its marks, as far as any is looked at. */
const longestReference = 16
/** No editor gives an element more; what follows in its tag is thrown away. */
const mostAttributes = 50
/** What is looked at of a value. */
const mostValue = 8_000
const empties = new Set(['br', 'hr', 'img', 'col'])

/** Properties that change how text looks and nothing else (T5, T6). */
const properties =
  /^(?:color|background-color|font(?:-[a-z]+)?|text-(?:align|decoration|decoration-(?:line|style|color)|indent)|line-height|letter-spacing|vertical-align|white-space|list-style-type|direction|(?:max-|min-)?width|(?:max-|min-)?height|(?:margin|padding)(?:-(?:top|right|bottom|left|inline-start))?|border(?:-[a-z-]+)?|display)$/
const unsafeValue =
  /[\\<>{}@]|\/\*|\b(?:url|image|image-set|element|paint|src|var|env|attr|expression)\s*\(|javascript:|^none$/i

/**
 * The HTML of a signature or a letter template, cut down to what our editor makes: text, tables, links, and pictures
 * of its own (`cid:`). Written anew from its tags, with every value escaped, so whatever was no such HTML
 * (scripts, handlers, foreign pictures, comments) is not in it (T1). One pass over the input, others served meanwhile.
 */
export const ownTextInTurns = (unsafeHtml: string): Promise<string> =>
  stepByStep(ownTextInSteps(unsafeHtml))

export function* ownTextInSteps(unsafeHtml: string): Generator<void, string> {
  const out: string[] = []
  const open: string[] = []
  let written = ''
  let step = inOneStep
  for (let at = 0; at < unsafeHtml.length; ) {
    const mark = unsafeHtml.indexOf('<', at)
    const end = mark < 0 ? unsafeHtml.length : mark
    const cut = end - at > inOneStep ? wholeReference(unsafeHtml, at + inOneStep) : end
    out.push(escapeText(decodeEntities(unsafeHtml.slice(at, cut))))
    at = mark === cut ? readTag({ html: unsafeHtml, out, open }, mark) : cut
    if (at < step) continue
    written += out.splice(0).join('')
    yield
    step = at + inOneStep
  }
  for (const name of open.reverse()) out.push(`</${name}>`)
  return written + out.join('')
}

/** The nearest place before it where no `&amp;` goes on. */
function wholeReference(html: string, end: number): number {
  const begin = html.lastIndexOf('&', end - 1)
  return begin < end - longestReference ? end : begin
}

interface Scan {
  html: string
  out: string[]
  open: string[]
}

/** @returns where to read on */
function readTag({ html, out, open }: Scan, mark: number): number {
  const name = /^\/?[a-z][a-z0-9:-]{0,30}(?=[\s/>])/i.exec(html.slice(mark + 1, mark + 40))?.[0]
  if (html.startsWith('<!--', mark)) return behind(html, '-->', mark + 4)
  if (name === undefined) {
    if (/[a-z/!?]/i.test(html[mark + 1] ?? '')) return behind(html, '>', mark)
    out.push('&lt;')
    return mark + 1
  }
  const tag = name.toLowerCase()
  if (tag.startsWith('/')) {
    closeTag({ out, open }, tag.slice(1))
    return behind(html, '>', mark)
  }
  const { attributes, end } = readAttributes(html, mark + 1 + name.length)
  if (dropped.test(tag)) return skipElement(html, tag, end)
  if (!allowedTags.has(tag) || open.length >= deepest) return end
  const kept = keptAttributes(tag, attributes)
  if (tag === 'img' && !kept.includes(' src=')) return end
  out.push(`<${tag}${kept}>`)
  if (!empties.has(tag)) open.push(tag)
  return end
}

/** Closes an element that is open, and all inside it; an end without a beginning is nothing. */
function closeTag({ out, open }: Pick<Scan, 'out' | 'open'>, name: string): void {
  const at = open.lastIndexOf(name)
  if (at < 0) return
  for (const one of open.splice(at).reverse()) out.push(`</${one}>`)
}

const behind = (html: string, mark: string, from: number): number => {
  const found = html.indexOf(mark, from)
  return found < 0 ? html.length : found + mark.length
}

function skipElement(html: string, name: string, from: number): number {
  const end = new RegExp(`</${name}`, 'gi')
  end.lastIndex = from
  const found = end.exec(html)
  return found ? behind(html, '>', found.index) : html.length
}

const attributePattern = /[\s/]*([^\s/>=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*)))?|[\s/]*>/y

function readAttributes(
  html: string,
  from: number,
): { attributes: Map<string, string>; end: number } {
  const attributes = new Map<string, string>()
  let end = from
  for (let count = 0; end < html.length; count++) {
    if (count === mostAttributes) return { attributes, end: behind(html, '>', end) }
    attributePattern.lastIndex = end
    const found = attributePattern.exec(html)
    // A quote that is never closed, or a stray '=': the rest of the tag is thrown away.
    if (!found || found[0] === '') return { attributes, end: behind(html, '>', end) }
    end = attributePattern.lastIndex
    const name = found[1]?.toLowerCase()
    if (name === undefined) break
    const value = found[2] ?? found[3] ?? found[4] ?? ''
    if (!attributes.has(name)) attributes.set(name, decodeEntities(value.slice(0, mostValue)))
  }
  return { attributes, end }
}

function keptAttributes(tag: string, attributes: ReadonlyMap<string, string>): string {
  let text = ''
  for (const [name, value] of attributes) {
    const kept = allowedAttributes.has(name) ? keptValue(tag, name, value) : ''
    if (kept !== '' || name === 'alt') text += ` ${name}="${escapeText(kept)}"`
  }
  return text
}

function keptValue(tag: string, name: string, value: string): string {
  const trimmed = value.trim()
  if (name === 'style') return cleanStyle(value)
  if (name === 'href') return tag === 'a' && links.test(trimmed) ? trimmed : ''
  if (name === 'src') return tag === 'img' && /^cid:[^\s"'<>]{1,300}$/i.test(trimmed) ? trimmed : ''
  if (name === 'alt' || name === 'title') return value.slice(0, 500)
  if (name === 'face') return trimmed.slice(0, 200)
  return plainValue.test(trimmed) ? trimmed.slice(0, 60) : ''
}

function cleanStyle(style: string): string {
  return style
    .split(';')
    .map((one) => {
      const colon = one.indexOf(':')
      const property = one.slice(0, colon).trim().toLowerCase()
      const value = one.slice(colon + 1).trim()
      const isKept =
        colon > 0 && value !== '' && properties.test(property) && !isUnsafe(property, value)
      return isKept ? `${property}:${value}` : ''
    })
    .filter(Boolean)
    .join(';')
    .slice(0, 2_000)
}

/** `none` hides an element, but takes away a border or an underline. */
const isUnsafe = (property: string, value: string): boolean =>
  unsafeValue.test(value) && !(value.toLowerCase() === 'none' && property !== 'display')

const escapeText = (text: string): string =>
  text
    .replaceAll('\u0000', '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\u00a0', '&nbsp;')

/** True when there is neither text nor a picture. */
export const isEmptyText = (html: string): boolean =>
  html.replace(/<(?!img|hr)[^<>]*>|&nbsp;|[\s\u200b]/gi, '') === ''
