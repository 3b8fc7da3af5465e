import { domainToUnicode } from 'node:url'
import { decodeEntities } from '@hongyan/mime/html/entities'
import { htmlToText } from '@hongyan/mime/html/html-text'
import { linkMisleads } from '@hongyan/mime/html/link-text'
import { borrowedSite } from './brands.ts'
import type { Fact } from './mail-facts.ts'
import { isBait, isCheap, isCodeHost, isHosted, shorteners, siteOf } from './sites.ts'

interface Looked {
  html: string | null
  text: string
  /** Address of the author, '' where it is not known. */
  sender: string
  /** What QR codes in pictures say. */
  codes: readonly string[]
}

interface Link {
  shown: string
  url: URL
}

const maxLinks = 300
const maxSearched = 500_000
const anchor = /<a\s([^<>]{1,4000})>/gi
const anchorEnd = /<\/a\s{0,5}>/i
const href = /(?:^|\s)href\s{0,5}=\s{0,5}(?:"([^"]{1,4000})"|'([^']{1,4000})'|([^\s"'>]{1,4000}))/i
const bareLink = /https?:\/\/[^\s<>"'（）()，。；、]{3,2000}/gi

const redirectKeys =
  /^(?:url|u|redirect|redirect_uri|redirecturl|goto|target|dest|destination|link|to|next|continue|return|returnurl)$/i

/** What the links of a mail show: each kind once, with the first that is one. */
export function linkFacts({ html, text, sender, codes }: Looked): Fact[] {
  const scanned = codes.flatMap((one) =>
    bareLinks(one.trim()).map((link) => ({ ...link, shown: 'QR' })),
  )
  const links = [...scanned, ...(html === null ? [] : anchors(html)), ...bareLinks(text)]
  const home = siteOf(sender.slice(sender.lastIndexOf('@') + 1).toLowerCase())
  const found = [
    ...codeFacts(codes, scanned, home),
    ...links.slice(0, maxLinks).flatMap((link) => factsOf(link, home)),
  ]
  const form =
    html !== null &&
    /<form\b[^<>]{0,2000}>/i.test(html.slice(0, maxSearched)) &&
    /<input\b/i.test(html.slice(0, maxSearched))
  return [
    ...found.filter((one, at) => found.findIndex(({ code }) => code === one.code) === at),
    ...(form ? [{ code: 'form-in-mail', weight: 'suspicious' as const, evidence: '<form>' }] : []),
  ]
}

/** Codes that people are to scan, and where they lead: on a telephone nobody sees that beforehand. */
function codeFacts(codes: readonly string[], scanned: readonly Link[], home: string): Fact[] {
  const [first] = codes
  if (first === undefined) return []
  const away = scanned.find(({ url }) => {
    const site = siteOf(url.hostname.toLowerCase())
    return site !== home && !isCodeHost(url.hostname.toLowerCase())
  })
  const evidence = (away?.url.href ?? first).slice(0, 160)
  return [
    { code: 'qr-code', weight: 'note', evidence },
    ...(away ? [{ code: 'qr-elsewhere', weight: 'note' as const, evidence }] : []),
  ]
}

function factsOf({ shown, url }: Link, home: string): Fact[] {
  const host = url.hostname.toLowerCase()
  const evidence = `${shown === '' ? '' : `${shown.slice(0, 120)} → `}${url.host}${url.pathname.slice(0, 60)}`
  const facts: Fact[] = []
  const add = (code: string, weight: Fact['weight']): void =>
    void facts.push({ code, weight, evidence })
  if (linkMisleads(shown, url.href)) add('link-differs', 'suspicious')
  if (url.username !== '') add('link-userinfo', 'dangerous')
  if (/^\d+(?:\.\d+){3}$/.test(host) || host.startsWith('[')) add('link-address', 'suspicious')
  if (shorteners.has(host)) add('link-short', 'caution')
  if (isMixed(host)) add('link-lookalike', 'suspicious')
  if (redirectsElsewhere(url)) add('link-redirect', 'caution')
  if (url.port !== '') add('link-port', 'caution')
  if (home !== '' && siteOf(host) === home) return facts
  add('link-elsewhere', 'note')
  if (borrowedSite(host)) add('link-brand', 'suspicious')
  if (isBait(host)) add('link-bait', 'caution')
  if (isHosted(host)) add('link-hosted', 'caution')
  if (isCheap(host)) add('link-cheap', 'caution')
  return facts
}

/** A name of letters of two scripts, one of them Latin: made to be taken for another. */
function isMixed(host: string): boolean {
  if (!host.includes('xn--')) return false
  const name = domainToUnicode(host)
  const foreign = /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(name)
  return foreign && /\p{Script=Latin}/u.test(name.split('.').slice(0, -1).join(''))
    ? true
    : foreign && /\.(?:com|net|org|cn)$/.test(name)
}

function redirectsElsewhere(url: URL): boolean {
  for (const [key, value] of url.searchParams)
    if (redirectKeys.test(key) && /^(?:https?:)?\/\//i.test(value)) {
      const to = URL.canParse(value, url) ? new URL(value, url) : null
      if (to && siteOf(to.hostname) !== siteOf(url.hostname)) return true
    }
  return false
}

function anchors(html: string): Link[] {
  const text = html.slice(0, maxSearched)
  const found: Link[] = []
  for (const open of text.matchAll(anchor)) {
    if (found.length >= maxLinks) return found
    const from = open.index + open[0].length
    const inner = text.slice(from, from + 610)
    const end = anchorEnd.exec(inner)
    const [, first, second, third] = href.exec(open[1] ?? '') ?? []
    const url = webUrl(decodeEntities(first ?? second ?? third ?? '').trim())
    const shown = end ? htmlToText(inner.slice(0, end.index), 300).trim() : ''
    if (url) found.push({ shown, url })
  }
  return found
}

function bareLinks(text: string): Link[] {
  const found: Link[] = []
  for (const [one] of text.matchAll(bareLink)) {
    const url = webUrl(one)
    if (url) found.push({ shown: '', url })
    if (found.length >= maxLinks) break
  }
  return found
}

function webUrl(text: string): URL | null {
  if (!/^https?:/i.test(text)) return null
  return URL.canParse(text) ? new URL(text) : null
}
