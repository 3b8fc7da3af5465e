import { type Allowance, openArchive } from './archive.ts'
import { bare, type XmlToken, xmlTokens } from './xml.ts'

/** Parts that hold what a reader sees: Word, PowerPoint, Excel (ECMA-376) and OpenDocument (ISO 26300). */
const textParts =
  /^(?:word\/(?:document|footnotes|endnotes|comments|header\d*|footer\d*)|ppt\/(?:slides\/slide|notesSlides\/notesSlide)\d+|xl\/(?:sharedStrings|workbook|comments\d*|worksheets\/sheet\d+)|content)\.xml$/

const maxParts = 300

/** Text of an office document; '' when there is none. Never throws, linear in what it unpacks. */
export function officeText(bytes: Buffer, left: Allowance, maxChars: number): string {
  const archive = openArchive(bytes, left)
  const parts = (archive?.names ?? []).filter((name) => textParts.test(name))
  parts.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  let text = ''
  for (const part of parts.slice(0, maxParts)) {
    if (text.length >= maxChars) break
    const xml = archive?.read(part)
    if (xml) text += `${xmlText(xml.toString('utf8'), maxChars - text.length)}\n`
  }
  return text
}

/** After these a new line begins; everything else is within a line, so that a word in two fonts stays whole. */
const breaks = new Set('p br tab tc si c row text h line-break table-cell'.split(' '))
/** What is in these is not shown. */
const hiddenParts = new Set(['instrText', 'delText', 'rPh', 'f'])

interface Reading {
  text: string
  /** The element whose content is left out. */
  skipped: string | null
  /** In a cell of type "s": its value is the number of a shared string. */
  isReference: boolean
}

/** Text of an XML document of the kinds above. */
export function xmlText(xml: string, maxChars: number): string {
  const reading: Reading = { text: '', skipped: null, isReference: false }
  for (const token of xmlTokens(xml)) {
    if (reading.text.length >= maxChars) break
    if (token.kind !== 'text') readTag(reading, token)
    else if (reading.skipped === null && !reading.isReference) reading.text += token.text
  }
  return reading.text.slice(0, maxChars)
}

function readTag(reading: Reading, token: Exclude<XmlToken, { kind: 'text' }>): void {
  const name = bare(token.name)
  const isEnd = token.kind === 'close'
  const isEmpty = !isEnd && token.isEmpty
  if (isEnd && name === reading.skipped) reading.skipped = null
  else if (reading.skipped === null && !isEnd && !isEmpty && hiddenParts.has(name)) {
    reading.skipped = name
  }
  if (name === 'c') reading.isReference = !isEnd && / t="s"/.test(token.attributes)
  if (breaks.has(name) && (isEnd || isEmpty)) reading.text += '\n'
}
