import { decodeEntities } from '@hongyan/mime/html/entities'
import { htmlToText } from '@hongyan/mime/html/html-text'
import { hostOf, linkMisleads } from '@hongyan/mime/html/link-text'

const maxPictures = 400
const maxUrl = 4_000
const maxLinks = 300
/** Characters of a mail that are looked through for links. */
const maxSearched = 500_000

/** Quantifiers are bounded, and what one of them could run over again is what ends it: linear for any input (T35). */
const attribute =
  /(?:src|background)\s{0,20}=\s{0,20}(?:"([^"]{1,4000})"|'([^']{1,4000})'|([^\s"'>]{1,4000}))/gi
const cssUrl =
  /url\(\s{0,20}(?:&quot;|&#39;|&#x27;|["'])?\s{0,20}((?:https?:)?\/\/[^\s"'()]{1,4000}?)(?:&quot;|&#39;|&#x27;|["'\s)])/gi

/** Places that are looked at in one step: some milliseconds at the worst. */
const inOneStep = 500

/**
 * Addresses of the web that the HTML of a mail names as pictures, as a browser would resolve them; at most 400. Others may be
 * served between its steps: one picture may stand in a mail 80,000 times.
 */
export function* remotePictures(html: string): Generator<void, string[]> {
  const found = new Set<string>()
  for (const pattern of [attribute, cssUrl]) {
    let places = 0
    for (const [, first, second, third] of html.matchAll(pattern)) {
      if (found.size >= maxPictures) return [...found]
      if (++places % inOneStep === 0) yield
      const url = webUrl(decodeEntities(first ?? second ?? third ?? ''))
      if (url !== null) found.add(url)
    }
  }
  return [...found]
}

function webUrl(text: string): string | null {
  const clean = text.trim()
  if (!/^(?:https?:)?\/\//i.test(clean) || clean.length > maxUrl) return null
  try {
    return new URL(clean, 'https://remote.invalid/').href
  } catch {
    return null
  }
}

const anchor = /<a\s([^<>]{1,4000})>/gi
const anchorEnd = /<\/a\s{0,5}>/i
/** Characters of a link's content that are looked through for its end. */
const maxInner = 600
const href = /(?:^|\s)href\s{0,5}=\s{0,5}(?:"([^"]{1,4000})"|'([^']{1,4000})'|([^\s"'>]{1,4000}))/i

export interface DoubtfulLink {
  /** The address that the link's text shows. */
  shown: string
  /** Host it leads to. */
  target: string
}

/** Links that are looked at in one step. */
const linksOfStep = 20

/** The first link whose text names another site than it leads to (T29). Others may be served between its steps. */
export function* misleadingLink(html: string): Generator<void, DoubtfulLink | null> {
  const text = html.slice(0, maxSearched)
  let seen = 0
  for (const open of text.matchAll(anchor)) {
    if (++seen > maxLinks) return null
    if (seen % linksOfStep === 0) yield
    const from = open.index + open[0].length
    const inner = text.slice(from, from + maxInner + 10)
    const end = anchorEnd.exec(inner)
    if (end === null) continue
    const [, first, second, third] = href.exec(open[1] ?? '') ?? []
    const target = decodeEntities(first ?? second ?? third ?? '').trim()
    const shown = htmlToText(inner.slice(0, end.index), 300).trim()
    if (linkMisleads(shown, target)) return { shown, target: hostOf(target) ?? target }
  }
  return null
}
