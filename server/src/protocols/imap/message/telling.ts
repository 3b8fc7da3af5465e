import type { ProgramRow } from '../../../mailstore/messages/programs.queries.ts'
import { writeEnvelope } from '../../../mailstore/outlines/envelope-text.ts'
import type { Outline } from '../../../mailstore/outlines/outline.ts'
import { writeStructure } from '../../../mailstore/outlines/structure-text.ts'
import { wireString } from '../../../mailstore/outlines/wire-string.ts'
import { OutputClosed } from '../../shared/output.ts'
import { Refusal } from '../../shared/refusal.ts'
import { flagList } from '../flags.ts'
import type { LabelNames } from '../labels.ts'
import { emailIdOf, threadIdOf } from '../object-ids.ts'
import { perMessage } from '../per-message.ts'
import type { Session } from '../session.ts'
import type { FetchItem } from '../wire/fetch-items.ts'
import { wireDateTime } from '../wire/writer.ts'
import { type Content, openContent } from './content.ts'
import { decoded, isDecodable } from './decoding.ts'
import {
  encodingOf,
  needsHead,
  needsParts,
  pickFields,
  picksFields,
  type Range,
  rangeOf,
} from './sections.ts'
import { nulFree } from './without-nul.ts'

/** One message as FETCH tells it. */
interface Telling {
  row: ProgramRow
  /** Its bytes, where they were read already. */
  raw: Buffer | null
  outline: Outline | null
  /** Null where nobody asked for it. */
  preview: string | null
  number: number
  labels: LabelNames
  items: readonly FetchItem[]
}

type SectionItem = FetchItem & { kind: 'section' }

/** True where more than the row and the bytes must be known. */
export const needsOutline = (item: FetchItem): boolean =>
  item.kind === 'section'
    ? needsParts(item.section)
    : ['envelope', 'structure', 'body'].includes(item.kind)

const isSection = (item: FetchItem): item is SectionItem => item.kind === 'section'

/** Writes the answer of FETCH for one message. */
export async function tell(session: Session, telling: Telling): Promise<void> {
  const { row, raw, outline, number, items } = telling
  const sections = items.filter(isSection)
  if (sections.length === 0) {
    const text = items.map((item) => plainItem(item, telling)).join(' ')
    session.output.send(`* ${number} FETCH (${text})\r\n`)
    return session.output.flush()
  }
  const open = async (): Promise<void> => {
    const withHead = sections.some(({ section }) => needsHead(section))
    const parsed = outline?.parsed ?? null
    const content = await openContent(session, row, { parsed, withHead, raw })
    refuseTooMuch(sections, content)
    await say(session, telling, content).catch((thrown) => {
      // It has begun: what could be said now would be read as a part of the message.
      throw thrown instanceof OutputClosed ? thrown : session.output.abort(thrown)
    })
  }
  // Who has the bytes holds the room for them too.
  await (raw ? open() : perMessage(session, open))
}

/**
 * What one message may answer: a few times its size, which is more than the whole, its header, its text and every part by
 * itself. Else a line of 200 overlapping pieces makes gigabytes of one large mail.
 */
const mostOf = (size: number): number => 8 * size + 1024 * 1024

function refuseTooMuch(items: readonly SectionItem[], content: Content): void {
  const { layout } = content
  let weight = 0
  let at = 0
  for (const item of items) {
    const whole = rangeOf(layout, item.section)
    if (!whole) continue
    if (item.form !== 'stored' && !isDecodable(encodingOf(layout, item.section)))
      throw new Refusal('This encoding is not known', 'UNKNOWN-CTE')
    weight += weightOf(item, { whole, at, content })
    at = item.form === 'stored' ? cutTo(whole, item.partial).end : layout.size
  }
  if (weight > mostOf(layout.size)) throw new Refusal('Ask for less of a message at once', 'LIMIT')
}

interface Place {
  whole: Range
  /** How far the message has been unpacked. */
  at: number
  content: Content
}

/** Bytes that are gone through for a section. */
function weightOf({ section, partial, form }: SectionItem, { whole, at, content }: Place): number {
  const { isStreamed } = content
  // Once for its size, and once for its bytes; from the beginning each time.
  if (form !== 'stored') return 2 * (whole.end - (isStreamed ? 0 : whole.start))
  // Fields are looked for in the whole header, however little of them is told.
  const { start, end } = picksFields(section) ? whole : cutTo(whole, partial)
  if (!isStreamed) return end - start
  // What is unpacked as it goes out is unpacked from the beginning, or from where it stands.
  return end - (start >= at ? at : 0)
}

type Partial = SectionItem['partial']

function cutTo({ start, end }: Range, partial: Partial): Range {
  if (!partial) return { start, end }
  const from = Math.min(end, start + partial.from)
  return { start: from, end: Math.min(end, from + partial.length) }
}

async function say(session: Session, telling: Telling, content: Content): Promise<void> {
  const { output } = session
  output.send(`* ${telling.number} FETCH (`)
  for (const [index, item] of telling.items.entries()) {
    if (index > 0) output.send(' ')
    if (isSection(item) && item.form !== 'stored') await sayDecoded(session, item, content)
    else if (isSection(item)) await saySection(session, item, content)
    else output.send(plainItem(item, telling))
    await output.flush()
  }
  output.send(')\r\n')
}

async function saySection(
  { output }: Session,
  { section, partial, label }: SectionItem,
  content: Content,
): Promise<void> {
  const whole = rangeOf(content.layout, section)
  if (!whole) return output.send(`${label} NIL`)
  if (picksFields(section)) {
    const picked = pickFields(await content.whole(whole), section)
    const { start, end } = cutTo({ start: 0, end: picked.length }, partial)
    output.send(`${label} {${end - start}}\r\n`)
    return output.pour(nulFree(picked.subarray(start, end)))
  }
  const range = cutTo(whole, partial)
  output.send(`${label} {${range.end - range.start}}\r\n`)
  for await (const piece of content.pieces(range)) await output.pour(nulFree(piece))
}

/** Characters (RFC 8970 §3.1). */
const mostPreviewed = 200

/** A part without its transfer encoding (RFC 3516): gone through once for its size, which comes first. */
async function sayDecoded(
  { output }: Session,
  { section, partial, label, form }: SectionItem,
  content: Content,
): Promise<void> {
  const range = rangeOf(content.layout, section)
  if (!range) return output.send(`${label} ${form === 'decoded' ? 'NIL' : '0'}`)
  const encoding = encodingOf(content.layout, section)
  const bytes = () => decoded(content.pieces(range), encoding)
  let size = 0
  for await (const piece of bytes()) size += piece.length
  if (form === 'decoded-size') return output.send(`${label} ${size}`)
  const { start, end } = cutTo({ start: 0, end: size }, partial)
  output.send(`${label} ~{${end - start}}\r\n`)
  let at = 0
  for await (const piece of bytes()) {
    await output.pour(piece.subarray(Math.max(0, start - at), Math.max(0, end - at)))
    at += piece.length
    if (at >= end) break
  }
}

function plainItem(item: FetchItem, { row, outline, labels, preview }: Telling): string {
  switch (item.kind) {
    case 'flags':
      return `FLAGS ${flagList(row, labels)}`
    case 'uid':
      return `UID ${row.uid}`
    case 'date':
      return `INTERNALDATE ${wireDateTime(row.receivedAt)}`
    case 'size':
      return `RFC822.SIZE ${row.size}`
    case 'saved':
      return `SAVEDATE ${wireDateTime(row.savedAt)}`
    case 'email-id':
      return `EMAILID (${emailIdOf(row)})`
    case 'thread-id':
      return `THREADID (${threadIdOf(row)})`
    case 'modseq':
      return `MODSEQ (${row.modseq})`
    case 'preview':
      return `PREVIEW ${wireString([...(preview ?? '')].slice(0, mostPreviewed).join(''))}`
    default:
      return outline ? fromOutline(item, outline) : ''
  }
}

function fromOutline({ kind }: FetchItem, { parsed, date }: Outline): string {
  if (kind === 'envelope') return `ENVELOPE ${writeEnvelope(parsed.envelope, date)}`
  return kind === 'structure'
    ? `BODYSTRUCTURE ${writeStructure(parsed.root, true)}`
    : `BODY ${writeStructure(parsed.root, false)}`
}
