import { readContent } from '@hongyan/mime/content'
import { readHeaders } from '@hongyan/mime/headers'
import { htmlToText } from '@hongyan/mime/html/html-text'
import { importanceOf } from '@hongyan/mime/importance'
import { parseMessage } from '@hongyan/mime/parse'
import { previewOf } from '@hongyan/mime/preview'
import type { Address, ParsedMessage } from '@hongyan/mime/types'
import { type FileText, mayHoldText } from '../../documents/file-kinds.ts'
import { createTermWriter, namePinyin } from '../search/search-terms.ts'
import type { PreparedMessage } from '../types.ts'

/** Text that search and preview look at, in characters. */
const maxText = 100_000
const maxPeople = 100

/**
 * Takes a message apart, once: structure, preview and search words. Linear; never throws on any bytes.
 * @param fileTexts what was read in its attachments, to be found too
 */
export function prepareMessage(raw: Buffer, fileTexts: readonly FileText[] = []): PreparedMessage {
  const parsed = parseMessage(raw)
  const content = readContent(raw, parsed, { maxText })
  const text = content.text ?? (content.html === null ? '' : htmlToText(content.html, maxText))
  const files = content.attachments.filter((one) => !one.inline)
  return {
    raw,
    parsed,
    preview: previewOf(text),
    hasAttachment: files.length > 0,
    important: importanceOf(readHeaders(raw)) === 'high',
    hasFilesToRead: files.some(mayHoldText),
    tsv: termsOf({ parsed, text, fileNames: files.map((one) => one.filename), fileTexts }),
  }
}

interface Indexed {
  parsed: ParsedMessage
  text: string
  fileNames: string[]
  fileTexts: readonly FileText[]
}

function termsOf({ parsed, text, fileNames, fileTexts }: Indexed): string {
  const { envelope } = parsed
  const terms = createTermWriter()
  terms.add('subject', envelope.subject)
  for (const field of ['from', 'to', 'cc'] as const) {
    for (const one of envelope[field].slice(0, maxPeople)) terms.add(field, personTerms(one))
  }
  terms.add('body', text)
  for (const name of fileNames.slice(0, maxPeople)) terms.add('files', name)
  for (const file of fileTexts) terms.add('fileText', file.text)
  return terms.toTsvector()
}

/** Also by the group that somebody is listed in (RFC 5322 §3.4). */
const personTerms = ({ name, address, group = '' }: Address): string =>
  `${name} ${address} ${namePinyin(name)} ${group}`
