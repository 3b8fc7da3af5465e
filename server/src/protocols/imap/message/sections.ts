import { readHeaders, scanHeaders } from '@hongyan/mime/headers'
import { DEFAULT_LIMITS } from '@hongyan/mime/limits'
import { findPart } from '@hongyan/mime/parse'
import type { ParsedMessage, Part } from '@hongyan/mime/types'
import type { Section } from '../wire/fetch-items.ts'

/** A header is read so far; what a hostile one has more is told as body. */
export const maxHeader = 1024 * 1024

/** True where the parts of the message must be known to find the section. */
export const needsParts = ({ path }: Section): boolean => path !== ''

/** True where the end of the message's own header must be known. */
export const needsHead = ({ path, kind }: Section): boolean => path === '' && kind !== 'all'

/** True where fields are picked of a header. */
export const picksFields = ({ kind }: Section): boolean =>
  kind === 'fields' || kind === 'other-fields'

export interface Range {
  start: number
  end: number
}

/** What is known of a message without its bytes. */
export interface Layout {
  size: number
  parsed: ParsedMessage | null
  /** Where its body begins; its size where nobody asks. */
  bodyStart: number
}

/** Where a section lies in the bytes, or the header that fields are picked of; null where there is no such part. */
export function rangeOf(layout: Layout, section: Section): Range | null {
  const { size, parsed, bodyStart } = layout
  const { path, kind } = section
  if (path === '') return withinMessage({ start: 0, end: size }, kind, bodyStart)
  const part = parsed && findPart(parsed, path)
  if (!part) return null
  const body = { start: part.bodyStart, end: part.bodyEnd }
  if (kind === 'all') return body
  if (kind === 'mime') return { start: part.headerStart, end: part.bodyStart }
  return part.message ? withinMessage(body, kind, rootOf(part).bodyStart) : null
}

/** The transfer encoding of a section; the message itself has none. */
export const encodingOf = ({ parsed }: Layout, { path }: Section): string =>
  (path === '' ? null : parsed && findPart(parsed, path))?.encoding ?? ''

const rootOf = ({ message }: Part): Part => {
  if (!message) throw new Error('a part without a message')
  return message.root
}

function withinMessage(whole: Range, kind: Section['kind'], bodyStart: number): Range | null {
  if (kind === 'all') return whole
  if (kind === 'text') return { start: bodyStart, end: whole.end }
  return kind === 'mime' ? null : { start: whole.start, end: bodyStart }
}

/** Where the body begins, behind the empty line. @param head the beginning of a message */
export function headerEnd(head: Buffer): number {
  const end = Math.min(head.length, maxHeader)
  const limits = { headerBlock: 0, headerField: DEFAULT_LIMITS.headerField }
  return scanHeaders(head, { start: 0, end, limits }).bodyStart
}

/** Fields as they are written, in their order, and an empty line (RFC 9051 §6.4.5). */
export function pickFields(header: Buffer, { kind, fields }: Section): Buffer {
  const wanted = new Set(fields)
  const others = kind === 'other-fields'
  const picked = readHeaders(header).filter(({ name }) => wanted.has(name) !== others)
  return Buffer.concat([
    ...picked.map((field) => header.subarray(field.start, field.end)),
    Buffer.from('\r\n'),
  ])
}
