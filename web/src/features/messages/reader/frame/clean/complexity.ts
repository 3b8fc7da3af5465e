import { type TextWeight, weigher } from './text-weight.ts'

/**
 * What a letter may weigh before it is shown as text first (T31): a browser lays out this much without a pause that one
 * feels, one twice as slow as ours too. No newsletter of the test families comes near it, not even twice over.
 */
const most = {
  tags: 3_000,
  pictures: 1_000,
  attributes: 400,
  allAttributes: 40_000,
  depth: 300,
  /** Each is narrower than the one around it. */
  quotes: 100,
  /** Tags, each as often as it has others around it: what is looked up along the way from each. */
  allDepths: 300_000,
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
}

/** Elements without an end tag, and those whose end tag people leave out: they do not lie in one another. */
const flat = new Set(
  'area base br col embed hr img input link meta param source track wbr p li td th tr dt dd option tbody thead tfoot'.split(
    ' ',
  ),
)
const entity = /&(?:#(?:x([0-9a-f]{1,6})|(\d{1,7}))|([rl])[rl]m);?/iy
const name = /[a-z][a-z0-9]{0,15}/iy
const cssSign = /[{};,]/g
const tagEnd = /[^"'=>\s]+|["'=>\s]/g

type Count = Record<
  | 'tags'
  | 'pictures'
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
  letters: ReturnType<typeof weigher>
}

/** True when laying the mail out would hold the page up. One pass, given up at the first limit. */
export function isTooComplex(html: string): boolean {
  const scan: Scan = {
    html,
    at: 0,
    count: {
      tags: 0,
      pictures: 0,
      attributes: 0,
      depth: 0,
      quotes: 0,
      allDepths: 0,
      rules: 0,
      selectors: 0,
      text: 0,
    },
    letters: weigher(),
  }
  while (scan.at < html.length) {
    const open = html.indexOf('<', scan.at)
    const until = open < 0 ? html.length : open
    scan.count.text += until - scan.at
    if (scan.count.text <= most.text) weighText(scan, until)
    scan.at = until + 1
    if (open >= 0 && passTag(scan) > most.attributes) return true
    if (isOver(scan.count) || isTangled(scan.letters.weight)) return true
  }
  return false
}

const isOver = (count: Count): boolean =>
  count.tags > most.tags ||
  count.pictures > most.pictures ||
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
  weight.word > most.word

function weighText({ html, at: from, letters }: Scan, until: number): void {
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

/** @returns how many attributes the tag has */
function passTag(scan: Scan): number {
  const { html, count } = scan
  if (html.startsWith('!--', scan.at)) {
    scan.at = behind(html, '-->', scan.at + 3)
    return 0
  }
  const isEnd = html[scan.at] === '/'
  name.lastIndex = scan.at + (isEnd ? 1 : 0)
  const tag = name.exec(html)?.[0].toLowerCase()
  if (tag === undefined) return 0
  scan.at = name.lastIndex
  const by = isEnd ? -1 : 1
  if (!flat.has(tag)) count.depth = Math.max(0, count.depth + by)
  if (tag === 'blockquote') count.quotes = Math.max(0, count.quotes + by)
  if (!isEnd) {
    count.tags++
    if (tag === 'img') count.pictures++
    count.allDepths += count.depth
  }
  const attributes = passAttributes(scan)
  if (tag === 'style' && !isEnd) passStyle(scan)
  return attributes
}

function passAttributes(scan: Scan): number {
  const { html, count } = scan
  let attributes = 0
  tagEnd.lastIndex = scan.at
  for (let piece = tagEnd.exec(html); piece; piece = tagEnd.exec(html)) {
    scan.at = tagEnd.lastIndex
    const [word] = piece
    if (word === '>') break
    if (word === '"' || word === "'") {
      const close = html.indexOf(word, scan.at)
      scan.at = close < 0 ? html.length : close + 1
      tagEnd.lastIndex = scan.at
    } else if (!/^[=\s]$/.test(word) && ++attributes > most.attributes) break
  }
  count.attributes += attributes
  return attributes
}

function passStyle(scan: Scan): void {
  const { html, count } = scan
  const close = /<\/style/gi
  close.lastIndex = scan.at
  const end = close.exec(html)?.index ?? html.length
  // Commas since the last end of something: those before `{` part selectors, others values.
  let commas = 0
  cssSign.lastIndex = scan.at
  for (let sign = cssSign.exec(html); sign && sign.index < end; sign = cssSign.exec(html)) {
    if (sign[0] === ',') {
      commas++
      continue
    }
    if (sign[0] === '{') {
      count.rules++
      count.selectors += commas + 1
    }
    if (count.rules > most.rules || count.selectors > most.selectors) return
    commas = 0
  }
  scan.at = end
}

function behind(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from)
  return found < 0 ? html.length : found + mark.length
}
