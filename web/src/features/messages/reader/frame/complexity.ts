/**
 * What a letter may weigh before it is shown as text first (T31): a browser lays out this much without a pause that one
 * feels. The heaviest newsletters of the test families have a third of it.
 */
const most = {
  tags: 6_000,
  attributes: 400,
  allAttributes: 40_000,
  depth: 300,
  /** Tags, each as often as it has others around it: what is looked up along the way from each. */
  allDepths: 300_000,
  rules: 2_000,
  /** Rules for each tag: each may have to be tried on each. */
  matches: 3_000_000,
  text: 400_000,
}

/** Elements without an end tag, and those whose end tag people leave out: they do not lie in one another. */
const flat = new Set(
  'area base br col embed hr img input link meta param source track wbr p li td th tr dt dd option tbody thead tfoot'.split(
    ' ',
  ),
)
const name = /[a-z][a-z0-9]{0,15}/iy
const tagEnd = /[^"'=>\s]+|["'=>\s]/g

type Count = Record<'tags' | 'attributes' | 'depth' | 'allDepths' | 'rules' | 'text', number>

interface Scan {
  html: string
  at: number
  count: Count
}

/** True when laying the mail out would hold the page up. One pass, given up at the first limit. */
export function isTooComplex(html: string): boolean {
  const scan: Scan = {
    html,
    at: 0,
    count: { tags: 0, attributes: 0, depth: 0, allDepths: 0, rules: 0, text: 0 },
  }
  while (scan.at < html.length) {
    const open = html.indexOf('<', scan.at)
    const until = open < 0 ? html.length : open
    scan.count.text += until - scan.at
    scan.at = until + 1
    if (open >= 0 && passTag(scan) > most.attributes) return true
    if (isOver(scan.count)) return true
  }
  return false
}

const isOver = (count: Count): boolean =>
  count.tags > most.tags ||
  count.attributes > most.allAttributes ||
  count.depth > most.depth ||
  count.allDepths > most.allDepths ||
  count.rules > most.rules ||
  count.rules * count.tags > most.matches ||
  count.text > most.text

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
  if (!flat.has(tag)) count.depth = Math.max(0, count.depth + (isEnd ? -1 : 1))
  if (!isEnd) {
    count.tags++
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
  for (let at = html.indexOf('{', scan.at); at >= 0 && at < end; at = html.indexOf('{', at + 1)) {
    if (++count.rules > most.rules) return
  }
  scan.at = end
}

function behind(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from)
  return found < 0 ? html.length : found + mark.length
}
