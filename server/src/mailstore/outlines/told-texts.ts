import { readHeaders, scanHeaders } from '@hongyan/mime/headers'
import { DEFAULT_LIMITS } from '@hongyan/mime/limits'
import type { ParsedMessage } from '@hongyan/mime/types'
import { writeEnvelope } from './envelope-text.ts'
import { writeStructure } from './structure-text.ts'

/** Header fields in their order, by name in lower case: as they are written, bytes as characters; null where that is not kept. */
export type ToldFields = readonly (readonly [name: string, text: string | null])[]

/** What goes over the line as it is, each null where it is too long to be kept. */
export interface ToldTexts {
  envelope: string | null
  /** BODYSTRUCTURE. */
  structure: string | null
  /** `ToldFields` as JSON. */
  fields: string | null
}

/** What lists of mail show, thread or sort by in the programs that we know: these are asked for all day. */
const listed = new Set(
  `bcc cc content-type date disposition-notification-to from importance in-reply-to list-id list-post list-unsubscribe
  message-id mime-version newsgroups priority references reply-to resent-from return-path sender subject to x-label
  x-original-to x-priority`.split(/\s+/),
)

/** Hundreds of these are in memory at once for one command. */
const mostKept = { text: 4 * 1024, fields: 8 * 1024, header: 32 * 1024 }

interface Parsed {
  parsed: ParsedMessage
  /** As it was written. */
  date: string | null
}

export const toldTexts = (raw: Buffer, { parsed, date }: Parsed): ToldTexts => ({
  envelope: kept(writeEnvelope(parsed.envelope, date)),
  structure: kept(writeStructure(parsed.root, true)),
  fields: fieldsOf(raw),
})

const kept = (text: string): string | null =>
  text.length > mostKept.text || text.includes('\0') ? null : text

function fieldsOf(raw: Buffer): string | null {
  const end = Math.min(raw.length, mostKept.header + 1)
  const { bodyStart } = scanHeaders(raw, { start: 0, end, limits: DEFAULT_LIMITS })
  if (bodyStart > mostKept.header) return null
  const header = raw.subarray(0, bodyStart)
  const fields: ToldFields = readHeaders(header).map(({ name, start, end: until }) => [
    name,
    listed.has(name) ? header.toString('latin1', start, until) : null,
  ])
  const text = JSON.stringify(fields)
  // The database has no NUL in a text, and what reads it no half of one.
  return text.length > mostKept.fields || text.includes('\\u0000') ? null : text
}

/** Fields as FETCH tells them, with the empty line behind; null where one of them is not kept. */
export function pickTold(fields: ToldFields, wanted: ReadonlySet<string>): string | null {
  let text = ''
  for (const [name, written] of fields) {
    if (!wanted.has(name)) continue
    if (written === null) return null
    text += written
  }
  return `${text}\r\n`
}
