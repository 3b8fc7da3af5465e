import { type Allowance, unzip, type ZipEntry, zipEntries } from './zip.ts'

/** Parts that hold what a reader sees: Word, PowerPoint, Excel (ECMA-376) and OpenDocument (ISO 26300). */
const textParts =
  /^(?:word\/(?:document|footnotes|endnotes|comments|header\d*|footer\d*)|ppt\/(?:slides\/slide|notesSlides\/notesSlide)\d+|xl\/(?:sharedStrings|workbook|comments\d*|worksheets\/sheet\d+)|content)\.xml$/

const maxParts = 300

/** Text of an office document; '' when there is none. Never throws, linear in what it unpacks. */
export function officeText(bytes: Buffer, left: Allowance, maxChars: number): string {
  const parts = zipEntries(bytes).filter(({ name }) => textParts.test(name))
  parts.sort(inOrder)
  let text = ''
  for (const part of parts.slice(0, maxParts)) {
    if (text.length >= maxChars) break
    const xml = unzip(bytes, part, left)
    if (xml) text += `${xmlText(xml.toString('utf8'), maxChars - text.length)}\n`
  }
  return text
}

const inOrder = (a: ZipEntry, b: ZipEntry): number =>
  a.name.localeCompare(b.name, 'en', { numeric: true })

/** After these a new line begins; everything else is within a line, so that a word in two fonts stays whole. */
const breaks = new Set(
  'w:p w:br w:tab w:tc a:p a:br si c row text text:p text:h text:tab text:line-break table:table-cell'.split(
    ' ',
  ),
)
/** What is in these is not shown. */
const hiddenParts = new Set(['w:instrText', 'w:delText', 'rPh', 'f'])

/** Text of an XML document of the kinds above. */
export function xmlText(xml: string, maxChars: number): string {
  let text = ''
  let skipped: string | null = null
  let isReference = false
  let at = 0
  while (at < xml.length && text.length < maxChars) {
    const open = xml.indexOf('<', at)
    const end = open < 0 ? xml.length : open
    if (skipped === null && !isReference && end > at) text += plain(xml.slice(at, end))
    if (open < 0) break
    const close = xml.indexOf('>', open)
    if (close < 0) break
    const { name, isEnd, isEmpty } = tagOf(
      xml.slice(open + 1, Math.min(close, open + 80)),
      xml[close - 1],
    )
    if (skipped === null && !isEnd && !isEmpty && hiddenParts.has(name)) skipped = name
    else if (isEnd && name === skipped) skipped = null
    // A cell of type "s" holds the number of a shared string.
    if (name === 'c')
      isReference = !isEnd && / t="s"/.test(xml.slice(open, Math.min(close, open + 200)))
    if (breaks.has(name) && (isEnd || isEmpty)) text += '\n'
    at = close + 1
  }
  return text.slice(0, maxChars)
}

function tagOf(
  tag: string,
  last: string | undefined,
): { name: string; isEnd: boolean; isEmpty: boolean } {
  const isEnd = tag.startsWith('/')
  const name = /^[\w:.-]+/.exec(isEnd ? tag.slice(1) : tag)?.[0] ?? ''
  return { name, isEnd, isEmpty: last === '/' }
}

const named: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

const plain = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return named[name] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
