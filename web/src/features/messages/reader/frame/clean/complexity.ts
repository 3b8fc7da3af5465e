import { openFormatting } from './open-formatting.ts'
import { countOf, endOfText, type Markup, readMarkup } from './tag-scan.ts'
import { type TextWeight, weigher } from './text-weight.ts'

/**
 * What a letter may weigh before it is shown as text first (T31): a browser lays out this much without a pause that one
 * feels, one twice as slow as ours too. No newsletter of the test families comes near it, not even twice over.
 */
const most = {
  tags: 4_000,
  /** End tags: a browser makes an element of some that end nothing. */
  ends: 4_000,
  comments: 4_000,
  /** Elements that a browser makes anew in each block behind formatting that nobody closed. */
  reopened: 3_000,
  pictures: 1_000,
  attributes: 400,
  allAttributes: 40_000,
  depth: 300,
  /** Each is narrower than the one around it. */
  quotes: 100,
  /** Tags, each as often as it has others around it: what is looked up along the way from each. */
  allDepths: 300_000,
  /** In styles: each is read and judged. */
  declarations: 30_000,
  /** Letters of them. */
  styled: 500_000,
  rules: 2_000,
  /** One rule may have any number of them. */
  selectors: 6_000,
  /** Rules, and selectors, for each tag: each may have to be tried on each. */
  matches: 1_000_000,
  selectorMatches: 3_000_000,
  text: 300_000,
  /** Of its text, see TextWeight. */
  turns: 3_000,
  runs: 20_000,
  stacked: 1_000,
  word: 5_000,
  blanks: 60_000,
}

/** Elements without an end tag, and those whose end tag people leave out: they do not lie in one another. */
const flat = new Set(
  'area base br col embed hr img input link meta param source track wbr p li td th tr dt dd option tbody thead tfoot'.split(
    ' ',
  ),
)
const entity = /&(?:#(?:x([0-9a-f]{1,6})|(\d{1,7}))|([rl])[rl]m);?/iy
const cssSign = /[{};,]/g
/** They hold text alone. */
const textual = new Set('style title textarea script xmp iframe noembed noframes'.split(' '))
/** In them the former hold tags, too, or are none. */
const foreign = new Set('svg math select frameset'.split(' '))
type Count = Record<
  | 'tags'
  | 'ends'
  | 'comments'
  | 'reopened'
  | 'declarations'
  | 'styled'
  | 'pictures'
  | 'mostAttributes'
  | 'attributes'
  | 'depth'
  | 'quotes'
  | 'allDepths'
  | 'rules'
  | 'selectors'
  | 'text',
  number
>

interface Scan {
  html: string
  at: number
  count: Count
  reopenedBy: ReturnType<typeof openFormatting>
  /** Something came in which a text may be no text. */
  isForeign: boolean
  letters: ReturnType<typeof weigher>
}

/** True when laying the mail out would hold the page up. One pass, given up at the first limit. */
export function isTooComplex(html: string): boolean {
  const scan: Scan = {
    html,
    at: 0,
    count: {
      tags: 0,
      ends: 0,
      comments: 0,
      reopened: 0,
      declarations: 0,
      styled: 0,
      pictures: 0,
      mostAttributes: 0,
      attributes: 0,
      depth: 0,
      quotes: 0,
      allDepths: 0,
      rules: 0,
      selectors: 0,
      text: 0,
    },
    reopenedBy: openFormatting(),
    isForeign: false,
    letters: weigher(),
  }
  let isReadable = true
  while (isReadable && scan.at < html.length) {
    isReadable = passNext(scan)
    if (isOver(scan.count) || isTangled(scan.letters.weight)) return true
  }
  return !isReadable && isHeavyAnyhow(scan)
}

/** @returns false where it cannot be told what follows */
function passNext(scan: Scan): boolean {
  const { html, at, count } = scan
  const open = html.indexOf('<', at)
  const until = open < 0 ? html.length : open
  addText(scan, at, until)
  scan.at = until
  if (open < 0) return true
  const markup = readMarkup(html, open, most.attributes)
  scan.at = markup.end
  if (markup.kind === 'comment') count.comments++
  // In a drawing it is text up to its own end (§13.2.5.69), elsewhere a comment.
  if (scan.isForeign && html.startsWith('<![CDATA[', open)) return false
  return markup.kind !== 'tag' || passTag(scan, markup, html.slice(open, markup.end))
}

/** Where nobody can tell what is a text and what are tags, all is both, and any may lie in any other. */
function isHeavyAnyhow(scan: Scan): boolean {
  const { html, at, count, letters } = scan
  const tag = /<[a-z]/gi
  tag.lastIndex = at
  for (let tags = 0; tags <= most.depth && tag.exec(html); tags++) count.depth++
  addText(scan, at, html.length)
  return isOver(count) || isTangled(letters.weight)
}

function addText(scan: Scan, from: number, until: number): void {
  scan.count.text += until - from
  if (scan.count.text <= most.text) weighText(scan, from, until)
}

const isOver = (count: Count): boolean =>
  count.tags > most.tags ||
  count.ends > most.ends ||
  count.comments > most.comments ||
  count.reopened > most.reopened ||
  count.declarations > most.declarations ||
  count.styled > most.styled ||
  count.pictures > most.pictures ||
  count.mostAttributes > most.attributes ||
  count.attributes > most.allAttributes ||
  count.depth > most.depth ||
  count.quotes > most.quotes ||
  count.allDepths > most.allDepths ||
  count.rules > most.rules ||
  count.selectors > most.selectors ||
  count.rules * count.tags > most.matches ||
  count.selectors * count.tags > most.selectorMatches ||
  count.text > most.text

const isTangled = (weight: TextWeight): boolean =>
  weight.turns > most.turns ||
  weight.runs > most.runs ||
  weight.stacked > most.stacked ||
  weight.word > most.word ||
  weight.blanks > most.blanks

function weighText({ html, letters }: Scan, from: number, until: number): void {
  for (let at = from; at < until; at++) {
    const code = html.charCodeAt(at)
    entity.lastIndex = at
    const found = code === 0x26 ? entity.exec(html) : null
    if (!found) {
      letters.add(code)
      continue
    }
    const [text, hex, decimal, side] = found
    // `&rlm;`, `&lrm;`
    if (side !== undefined) letters.add(0x200e)
    else addPoint(letters, Number.parseInt(hex ?? decimal ?? '', hex === undefined ? 10 : 16))
    at += text.length - 1
  }
}

function addPoint(letters: Scan['letters'], point: number): void {
  if (point > 0x10ffff) return
  const char = String.fromCodePoint(point)
  for (let at = 0; at < char.length; at++) letters.add(char.charCodeAt(at))
}

/** @returns false where it cannot be told what follows */
function passTag(scan: Scan, markup: Markup, source: string): boolean {
  const { name: tag, isEnd, ...found } = markup
  const { html, count } = scan
  const by = isEnd ? -1 : 1
  if (!flat.has(tag)) count.depth = Math.max(0, count.depth + by)
  if (tag === 'blockquote') count.quotes = Math.max(0, count.quotes + by)
  count.reopened += scan.reopenedBy({ name: tag, isEnd, source })
  count.mostAttributes = Math.max(count.mostAttributes, found.attributes)
  if (isEnd) count.ends++
  if (isEnd) return true
  count.tags++
  if (tag === 'img') count.pictures++
  count.allDepths += count.depth
  count.attributes += found.attributes
  count.declarations += found.declarations
  count.styled += found.styled
  for (const [from, until] of found.words) addText(scan, from, until)
  scan.isForeign ||= foreign.has(tag)
  if (!textual.has(tag)) return true
  if (scan.isForeign) return false
  const end = endOfText(html, scan.at, tag)
  if (tag === 'script' && hasScript(html.slice(scan.at, end))) return false
  if (tag === 'style') passStyle(scan, end)
  else addText(scan, scan.at, end)
  scan.at = end
  return true
}

/** A script that begins in a comment of one: the end that follows is its own (§13.2.5.26). */
function hasScript(script: string): boolean {
  const comment = script.indexOf('<!--')
  return comment >= 0 && /<script/i.test(script.slice(comment))
}

function passStyle({ html, at, count }: Scan, end: number): void {
  count.declarations += countOf(html, ';', [at, end])
  // Commas since the last end of something: those before `{` part selectors, others values.
  let commas = 0
  for (const [sign] of html.slice(at, end).matchAll(cssSign)) {
    if (sign === ',') {
      commas++
      continue
    }
    if (sign === '{') {
      count.rules++
      count.selectors += commas + 1
    }
    if (count.rules > most.rules || count.selectors > most.selectors) return
    commas = 0
  }
}
