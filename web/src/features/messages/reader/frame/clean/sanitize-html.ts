import createPurifier, { type Config, type DOMPurify } from 'dompurify'
import { inertHtml } from '../../../../../lib/inert-html.ts'
import { dataPicture, type InlinePicture, noteBackground } from '../pictures/inline-pictures.ts'
import type { PicturePlace, RoomPicture } from '../pictures/picture-room.ts'
import { noteRemote, type RemoteFindings, type RemotePicture } from '../pictures/remote-pictures.ts'
import { countRemoteCss } from './css-rules.ts'
import {
  forbiddenAttributes,
  forbiddenTags,
  isOwnPicture,
  isRemote,
  isSafeHref,
  loadingAttributes,
} from './html-rules.ts'
import { type CssCleaner, cssCleaner } from './sanitize-css.ts'

export interface SanitizedMail {
  /** Nodes to be adopted by the frame's document; never serialised and parsed again (T2). */
  fragment: DocumentFragment
  /** What its html and body elements say of themselves; the frame's own take it over. */
  root: FrameAttributes
  body: FrameAttributes
  /** Remote things that were taken out, trackers left out. */
  blocked: number
  /** Those of them that are pictures and may come back through our proxy. */
  pictures: RemotePicture[]
  /** Pictures of the mail itself that lie behind its tables. */
  backgrounds: InlinePicture[]
  /** Pictures that are written into it; they have no address yet. */
  written: RoomPicture[]
  /** Pictures that only report the opening of the mail: they never come back. */
  trackers: number
}

export type FrameAttributes = readonly (readonly [name: string, value: string])[]

const config: Config = {
  USE_PROFILES: { html: true },
  FORBID_TAGS: forbiddenTags,
  FORBID_ATTR: forbiddenAttributes,
  // Old marks of layout that DOMPurify has no place for.
  ADD_ATTR: [
    'hspace',
    'vspace',
    'rules',
    'frame',
    'bordercolor',
    'compact',
    'text',
    'link',
    'vlink',
    'alink',
  ],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  ALLOW_UNKNOWN_PROTOCOLS: false,
  WHOLE_DOCUMENT: true,
  RETURN_DOM: true,
  SANITIZE_DOM: true,
  SAFE_FOR_XML: true,
}

interface Pass extends RemoteFindings {
  backgrounds: InlinePicture[]
  /** By what is written; null may not be drawn. */
  written: Map<string, (RoomPicture & { places: PicturePlace[] }) | null>
  css: CssCleaner
  blocked: number
  /** That cells of tables take, see mostPlaces. */
  places: number
}

let purifier: DOMPurify | null = null
let pass: Pass | null = null

/**
 * First of the three layers (security.md §0) between a hostile mail and the reader; the sandbox and
 * the frame's own policy are the others. What it returns holds no script, no form, no nested document,
 * nothing that loads, and only the CSS of css-rules.ts. Nothing may be added to it as text afterwards (T3).
 */
export function sanitizeMail(unsafeHtml: string): SanitizedMail {
  purifier ??= preparePurifier()
  const written: Pass['written'] = new Map()
  const counts = { blocked: 0, places: 0, trackers: 0 }
  pass = { css: cssCleaner(), ...counts, pictures: [], backgrounds: [], written }
  try {
    const root = purifier.sanitize(inertHtml(unsafeHtml), config) as unknown as HTMLElement
    const { blocked, pictures, trackers, backgrounds } = pass
    return {
      ...takenApart(root),
      blocked: Math.max(0, blocked - trackers),
      pictures,
      trackers,
      backgrounds,
      written: [...written.values()].filter((one) => one !== null),
    }
  } finally {
    pass = null
  }
}

function preparePurifier(): DOMPurify {
  const own = createPurifier(window)
  own.addHook('beforeSanitizeElements', (node) => {
    if (node instanceof Element) countRemote(node)
  })
  own.addHook('uponSanitizeElement', (node, { tagName }) => {
    if (tagName !== 'style' || !pass) return
    const text = node.textContent ?? ''
    pass.blocked += countRemoteCss(text)
    node.textContent = pass.css.sheet(text)
  })
  own.addHook('uponSanitizeAttribute', (node, attribute) => {
    const { attrName: name, attrValue: value } = attribute
    if (name === 'style') {
      attribute.attrValue = cleanedStyle(value)
      attribute.keepAttr = attribute.attrValue !== ''
    } else if (!keepsAttribute(node, name, value)) {
      attribute.keepAttr = false
    }
  })
  own.addHook('afterSanitizeAttributes', (node) => {
    const href = node.getAttribute('href')
    if (href === null || href.startsWith('#')) return
    node.setAttribute('target', '_blank')
    node.setAttribute('rel', 'noopener noreferrer')
  })
  return own
}

function cleanedStyle(value: string): string {
  if (!pass) return ''
  pass.blocked += countRemoteCss(value)
  return pass.css.style(value)
}

function keepsAttribute(node: Element, name: string, value: string): boolean {
  if (name === 'src' && node.tagName === 'IMG' && /^\s*data:/i.test(value)) {
    if (pass && isOwnPicture(value)) noteWritten(pass, node, value)
    return false
  }
  if (spans.has(name)) return pass !== null && fitsInTable(pass, node)
  return isAllowedAttribute(node.tagName.toUpperCase(), name, value)
}

const spans = new Set(['colspan', 'rowspan', 'span'])
/** Places in a table that are taken at once; a browser makes room for each, whether it has a cell or not (T31). */
const mostPlaces = 50_000

function fitsInTable(found: Pass, cell: Element): boolean {
  const number = (name: string) =>
    Math.max(1, Number.parseInt(cell.getAttribute(name) ?? '', 10) || 1)
  found.places += number('colspan') * Math.min(number('rowspan'), 1_000) * number('span')
  return found.places <= mostPlaces
}

function isAllowedAttribute(tag: string, name: string, value: string): boolean {
  if (name === 'src') return tag === 'IMG' && isOwnPicture(value)
  if (name === 'href') return (tag === 'A' || tag === 'AREA') && isSafeHref(value)
  if (name === 'name') return tag === 'A' || tag === 'MAP'
  return true
}

/** It is drawn when there is room for it. */
function noteWritten({ written }: Pass, element: Element, url: string): void {
  const known = written.get(url)
  const size = known === undefined ? dataPicture(url) : null
  const one = known ?? (size && { url, size, places: [] })
  one?.places.push({ element: element as HTMLElement, place: 'src' })
  written.set(url, one)
}

function countRemote(element: Element): void {
  if (!pass || !element.hasAttributes()) return
  if (element instanceof HTMLElement) {
    noteRemote(element, pass)
    noteBackground(element, pass.backgrounds)
  }
  for (const name of loadingAttributes) {
    const value = element.getAttribute(name)
    if (value && isRemote(value)) pass.blocked++
  }
}

/** Style elements of head and body first, then the body's content; apart from that what html and body say of themselves. */
function takenApart(root: HTMLElement): Pick<SanitizedMail, 'fragment' | 'root' | 'body'> {
  const fragment = root.ownerDocument.createDocumentFragment()
  fragment.append(...root.querySelectorAll('head style'))
  const body = root.querySelector('body')
  if (body) fragment.append(...body.childNodes)
  return { fragment, root: attributesOf(root), body: body ? attributesOf(body) : [] }
}

const ofFrame = new Set('class id dir lang style bgcolor text link vlink alink align'.split(' '))

const attributesOf = (element: Element): FrameAttributes =>
  element
    .getAttributeNames()
    .filter((name) => ofFrame.has(name))
    .map((name) => [name, element.getAttribute(name) ?? ''])
