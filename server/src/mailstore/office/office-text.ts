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

interface XmlReading {
  text: string
  /** The element whose content is left out. */
  skipped: string | null
  /** In a cell of type "s": its value is the number of a shared string. */
  isReference: boolean
}

/** Text of an XML document of the kinds above. */
export function xmlText(xml: string, maxChars: number): string {
  const reading: XmlReading = { text: '', skipped: null, isReference: false }
  let at = 0
  while (at < xml.length && reading.text.length < maxChars) {
    const open = xml.indexOf('<', at)
    const end = open < 0 ? xml.length : open
    const isShown = reading.skipped === null && !reading.isReference
    if (isShown && end > at) reading.text += plain(xml.slice(at, end))
    const close = open < 0 ? -1 : xml.indexOf('>', open)
    if (close < 0) break
    readTag(reading, xml.slice(open + 1, Math.min(close, open + 300)), xml[close - 1] === '/')
    at = close + 1
  }
  return reading.text.slice(0, maxChars)
}

/** @param tag what stands between the angle brackets, or its beginning */
function readTag(reading: XmlReading, tag: string, isEmpty: boolean): void {
  const isEnd = tag.startsWith('/')
  const name = /^[\w:.-]+/.exec(isEnd ? tag.slice(1) : tag)?.[0] ?? ''
  if (isEnd && name === reading.skipped) reading.skipped = null
  else if (reading.skipped === null && !isEnd && !isEmpty && hiddenParts.has(name)) {
    reading.skipped = name
  }
  if (name === 'c') reading.isReference = !isEnd && / t="s"/.test(tag)
  if (breaks.has(name) && (isEnd || isEmpty)) reading.text += '\n'
}

const named: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

const reference = /&(#\d{1,7}|#x[0-9a-f]{1,6}|\w{2,4});/gi

const plain = (text: string): string =>
  text.replace(reference, (whole, inner: string) => {
    if (!inner.startsWith('#')) return named[inner] ?? whole
    const isHex = /^#x/i.test(inner)
    const code = Number.parseInt(inner.slice(isHex ? 2 : 1), isHex ? 16 : 10)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
