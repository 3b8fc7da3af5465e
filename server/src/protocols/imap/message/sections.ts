import { readHeaders, scanHeaders } from '@hongyan/mime/headers'
import { DEFAULT_LIMITS } from '@hongyan/mime/limits'
import { findPart } from '@hongyan/mime/parse'
import type { ParsedMessage, Part } from '@hongyan/mime/types'
import type { Section } from '../wire/fetch-items.ts'

/** A header is read so far; what a hostile one has more is told as body. */
const maxHeader = 1024 * 1024

/** True where the message must be taken apart to find the section. */
export const needsParts = ({ path }: Section): boolean => path !== ''

/** Where a section lies in the bytes, or what was picked of it; null where there is no such part. */
export function sectionOf(
  raw: Buffer,
  section: Section,
  parsed: ParsedMessage | null,
): Buffer | null {
  const range = rangeOf(raw, section, parsed)
  if (!range) return null
  const { kind, fields } = section
  if (kind !== 'fields' && kind !== 'other-fields') return raw.subarray(range.start, range.end)
  return pickFields(raw, range, { wanted: new Set(fields), others: kind === 'other-fields' })
}

/** Bytes that are gone through for a section. */
export function weightOf(raw: Buffer, section: Section, parsed: ParsedMessage | null): number {
  const range = rangeOf(raw, section, parsed)
  return range ? range.end - range.start : 0
}

interface Range {
  start: number
  end: number
}

function rangeOf(raw: Buffer, { path, kind }: Section, parsed: ParsedMessage | null): Range | null {
  if (path === '') return withinMessage({ start: 0, end: raw.length }, kind, headerEnd(raw))
  const part = parsed && findPart(parsed, path)
  if (!part) return null
  const body = { start: part.bodyStart, end: part.bodyEnd }
  if (kind === 'all') return body
  if (kind === 'mime') return { start: part.headerStart, end: part.bodyStart }
  return part.message ? withinMessage(body, kind, rootOf(part).bodyStart) : null
}

const rootOf = ({ message }: Part): Part => {
  if (!message) throw new Error('a part without a message')
  return message.root
}

function withinMessage(whole: Range, kind: Section['kind'], bodyStart: number): Range | null {
  if (kind === 'all') return whole
  if (kind === 'text') return { start: bodyStart, end: whole.end }
  return kind === 'mime' ? null : { start: whole.start, end: bodyStart }
}

/** Asked for every section of a message. */
const headerEnds = new WeakMap<Buffer, number>()

/** Where the body begins, behind the empty line. */
function headerEnd(raw: Buffer): number {
  const known = headerEnds.get(raw) ?? scanEnd(raw)
  headerEnds.set(raw, known)
  return known
}

function scanEnd(raw: Buffer): number {
  const end = Math.min(raw.length, maxHeader)
  const limits = { headerBlock: 0, headerField: DEFAULT_LIMITS.headerField }
  return scanHeaders(raw, { start: 0, end, limits }).bodyStart
}

/** Fields as they are written, in their order, and an empty line (RFC 9051 §6.4.5). */
function pickFields(
  raw: Buffer,
  { start, end }: Range,
  { wanted, others }: { wanted: ReadonlySet<string>; others: boolean },
): Buffer {
  const fields = readHeaders(raw, start, end)
  const picked = fields.filter(({ name }) => wanted.has(name) !== others)
  return Buffer.concat([
    ...picked.map((field) => raw.subarray(field.start, field.end)),
    Buffer.from('\r\n'),
  ])
}
