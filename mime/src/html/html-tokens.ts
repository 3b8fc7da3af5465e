import { decodePercent } from '../codecs.ts'
import { decodeEntities } from './entities.ts'

/** The attributes that decide what a reader sees; values decoded, the first of each name. */
export type TagAttributes = { style?: string; class?: string; id?: string; hidden?: string }

export type HtmlToken =
  | { kind: 'text'; text: string }
  | { kind: 'open'; name: string; attributes: TagAttributes }
  | { kind: 'close'; name: string }
  /** The content of a style element. */
  | { kind: 'style'; css: string }

/** A place in HTML text. Make one with `at: 0` and call `nextToken` until it gives null. */
export type HtmlScan = {
  html: string
  at: number
  /** Told what is no text: comments, what stands in elements without markup, and what tools say of an element. */
  heard?: (text: string) => void
}

/** Elements whose content is no markup; all but style are left out. */
const RAW = new Set([
  'script',
  'style',
  'title',
  'textarea',
  'xmp',
  'iframe',
  'noembed',
  'noframes',
])
const MAX_NAME = 40
const MAX_ATTRIBUTE = 4096
const TAG_OPEN = /<[a-z/!?]/gi
const WHITE_SPACE = /\s/
const NOT_NAME = /[\s/>]/g
const NOT_ATTRIBUTE = /[\s/>=]/g
const NOT_VALUE = /[\s>]/g
const NOT_SPACE = /[^\s/]/g

/**
 * The next text run or tag, the way browsers split HTML (WHATWG 13.2.5, simplified): comments, doctypes and scripts are left
 * out, a '<' that opens nothing is text. Every character is passed once, so any input is linear. Null at the end.
 */
export function nextToken(scan: HtmlScan): HtmlToken | null {
  const { html } = scan
  while (scan.at < html.length) {
    const token = html[scan.at] === '<' ? readMarkup(scan) : null
    if (token !== null) return token
    if (html[scan.at] === '<' || scan.at >= html.length) continue
    return readText(scan, scan.at + 1)
  }
  return null
}

function readText(scan: HtmlScan, from: number): HtmlToken {
  const end = find(scan.html, TAG_OPEN, from)
  const text = decodeEntities(scan.html.slice(scan.at, end))
  scan.at = end
  return { kind: 'text', text }
}

/** At '<'. Null if it was something without a token; then `scan.at` has moved on. */
function readMarkup(scan: HtmlScan): HtmlToken | null {
  const { html, at } = scan
  const second = html.charAt(at + 1)
  if (second === '!' || second === '?') {
    scan.at = html.startsWith('<!--', at) ? commentEnd(html, at) : behind(html, '>', at)
    scan.heard?.(html.slice(at + 2, scan.at))
    return null
  }
  const isClose = second === '/'
  const nameStart = isClose ? at + 2 : at + 1
  if (!isLetter(html.charCodeAt(nameStart))) {
    // "</" and no letter is a bogus comment; '<' alone is text.
    if (!isClose) return readText(scan, at + 1)
    scan.at = behind(html, '>', at)
    return null
  }
  const nameEnd = find(html, NOT_NAME, nameStart)
  const name = html.slice(nameStart, Math.min(nameEnd, nameStart + MAX_NAME)).toLowerCase()
  scan.at = nameEnd
  const attributes = readAttributes(scan)
  if (isClose) return { kind: 'close', name }
  return RAW.has(name) ? skipRaw(scan, name) : { kind: 'open', name, attributes }
}

function skipRaw(scan: HtmlScan, name: string): HtmlToken | null {
  const { html } = scan
  const start = scan.at
  let close = html.indexOf('</', start)
  while (close !== -1 && html.slice(close + 2, close + 2 + name.length).toLowerCase() !== name) {
    close = html.indexOf('</', close + 2)
  }
  const end = close === -1 ? html.length : close
  scan.at = close === -1 ? end : behind(html, '>', end)
  scan.heard?.(html.slice(start, end))
  return name === 'style' ? { kind: 'style', css: html.slice(start, end) } : null
}

/** Leaves `scan.at` behind the '>' of the tag. */
function readAttributes(scan: HtmlScan): TagAttributes {
  const { html } = scan
  const attributes: TagAttributes = {}
  while (scan.at < html.length) {
    const start = find(html, NOT_SPACE, scan.at)
    if (html[start] === '>' || start >= html.length) {
      scan.at = start + 1
      break
    }
    // An '=' in the first place is part of the name.
    const nameEnd = find(html, NOT_ATTRIBUTE, start + 1)
    scan.at = nameEnd
    const name = nameEnd - start <= LONGEST_NAME ? html.slice(start, nameEnd).toLowerCase() : ''
    const value = readValue(scan)
    keepAttribute(attributes, name, value)
    if (scan.heard && SAYING.has(name)) scan.heard(saidBy(value))
  }
  return attributes
}

/** Attributes whose values people read or get. */
const SAYING = new Set(
  'alt title descr value placeholder label summary content srcdoc aria-label href'.split(' '),
)
const LONGEST_NAME = 11

/** Of links only those into a mail, which carry its text along. */
function saidBy({ html, from, to }: ValueRange): string {
  const value = decodeEntities(html.slice(from, to))
  if (!/^\s*[a-z]+:/i.test(value)) return value
  if (!/^\s*mailto:/i.test(value)) return ''
  return new TextDecoder().decode(decodePercent(value))
}

type ValueRange = { html: string; from: number; to: number }

function keepAttribute(attributes: TagAttributes, name: string, range: ValueRange): void {
  const isKept = name === 'style' || name === 'class' || name === 'id' || name === 'hidden'
  if (!isKept || attributes[name] !== undefined) return
  const { html, from, to } = range
  attributes[name] = decodeEntities(html.slice(from, Math.min(to, from + MAX_ATTRIBUTE)))
}

function readValue(scan: HtmlScan): ValueRange {
  const { html } = scan
  let at = scan.at
  while (at < html.length && WHITE_SPACE.test(html.charAt(at))) at++
  scan.at = at
  if (html[at] !== '=') return { html, from: at, to: at }
  at++
  while (at < html.length && WHITE_SPACE.test(html.charAt(at))) at++
  const quote = html[at]
  if (quote === '"' || quote === "'") {
    const close = html.indexOf(quote, at + 1)
    const to = close === -1 ? html.length : close
    scan.at = to + 1
    return { html, from: at + 1, to }
  }
  scan.at = find(html, NOT_VALUE, at)
  return { html, from: at, to: scan.at }
}

/** Comments end with "-->" or "--!>"; "<!-->" and "<!--->" are complete. An open comment runs to the end. */
function commentEnd(html: string, at: number): number {
  if (html.startsWith('<!-->', at)) return at + 5
  if (html.startsWith('<!--->', at)) return at + 6
  const close = html.indexOf('--', at + 4)
  if (close === -1) return html.length
  // Looked for pair by pair, so that "--!>" is seen and the search stays one pass.
  for (let dash = close; dash !== -1; dash = html.indexOf('--', dash + 1)) {
    if (html[dash + 2] === '>') return dash + 3
    if (html[dash + 2] === '!' && html[dash + 3] === '>') return dash + 4
  }
  return html.length
}

function behind(html: string, character: string, from: number): number {
  const found = html.indexOf(character, from)
  return found === -1 ? html.length : found + 1
}

function find(html: string, what: RegExp, from: number): number {
  what.lastIndex = from
  return what.exec(html)?.index ?? html.length
}

function isLetter(code: number): boolean {
  return (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
}
