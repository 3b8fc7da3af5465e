import type { ParsedMessage } from '@hongyan/mime/types'
import type { ProgramRow } from '../../../mailstore/messages/programs.queries.ts'
import type { Output } from '../../shared/output.ts'
import { type Done, Refusal } from '../answers.ts'
import { flagList } from '../flags.ts'
import { envelopeOf } from '../message/envelope.ts'
import { needsParts, sectionOf, weightOf } from '../message/sections.ts'
import { writeStructure } from '../message/structure.ts'
import { perMessage } from '../per-message.ts'
import { type Selected, type Session, selectedOf, viewerOf } from '../session.ts'
import { type FetchItem, readFetchItems } from '../wire/fetch-items.ts'
import { type Scanner, WireError } from '../wire/scanner.ts'
import { lowerBound, type SequenceSet } from '../wire/sequence-set.ts'
import { wireDateTime } from '../wire/writer.ts'
import type { ImapCommand } from './command.ts'

/** Rows that are read at once. */
const rowsAtOnce = 500

interface Request {
  set: SequenceSet
  items: FetchItem[]
  /** 0: all. */
  changedSince: number
}

/** FETCH and UID FETCH (RFC 9051 §6.4.5), with CHANGEDSINCE (RFC 7162 §3.1.4). */
export const fetching = (by: 'uid' | 'sequence'): ImapCommand => ({
  for: 'selected',
  ...(by === 'sequence' ? { keepsNumbers: true as const } : {}),
  run: async (session, scan) => {
    const selected = selectedOf(session)
    const { set, items, changedSince } = readRequest(scan, { by, isReadOnly: selected.isReadOnly })
    if (items.some(({ kind }) => kind === 'modseq')) session.usesModseq = true
    const uids = selected.uids()
    const wanted = selected.places(set, by).flatMap((place) => uids[place] ?? [])
    let missing = 0
    for (let at = 0; at < wanted.length; at += rowsAtOnce) {
      const some = wanted.slice(at, at + rowsAtOnce)
      const rows = await rowsOf(session, { selected, uids: some, items })
      missing += some.length - rows.length
      for (const row of rows.filter(({ modseq }) => modseq > changedSince))
        await tell(session, { row, number: lowerBound(uids, row.uid) + 1, items })
    }
    return missing > 0 ? expunged : {}
  },
})

const marksSeen = (item: FetchItem): boolean => item.kind === 'section' && !item.peek

/** RFC 5530: another program has taken some away meanwhile. */
const expunged: Done = { code: 'EXPUNGEISSUED', text: 'Some are gone' }

function readRequest(
  scan: Scanner,
  { by, isReadOnly }: { by: 'uid' | 'sequence'; isReadOnly: boolean },
): Request {
  scan.space()
  const set = scan.sequenceSet()
  scan.space()
  const items = readFetchItems(scan)
  let changedSince = 0
  if (scan.skip(' (CHANGEDSINCE ')) {
    changedSince = scan.number(Number.MAX_SAFE_INTEGER)
    if (!scan.skip(')')) throw new WireError(') expected')
  }
  scan.end()
  const add = (kind: 'uid' | 'modseq' | 'flags'): void => {
    if (!items.some((one) => one.kind === kind)) items.unshift({ kind })
  }
  if (changedSince > 0) add('modseq')
  // Reading changes the flags, so they are told.
  if (!isReadOnly && items.some(marksSeen)) add('flags')
  if (by === 'uid') add('uid')
  return { set, items, changedSince }
}

interface Wanted {
  selected: Selected
  uids: readonly number[]
  items: readonly FetchItem[]
}

/** The rows as they are told: messages whose text is fetched are seen from now on. */
async function rowsOf(
  session: Session,
  { selected, uids, items }: Wanted,
): Promise<readonly ProgramRow[]> {
  const { programs } = session.deps.mailstore
  const viewer = await viewerOf(session)
  const rows = await programs.rows(viewer, { folderId: selected.folderId, uids })
  const unseen = rows.filter((row) => !row.seen)
  if (selected.isReadOnly || unseen.length === 0 || !items.some(marksSeen)) return rows
  const { messages } = await programs.setFlags(viewer, {
    ids: unseen.map((row) => row.id),
    mode: 'add',
    flags: ['seen'],
    keywords: [],
  })
  selected.known(messages)
  const now = new Map(messages.map((one) => [one.id, one]))
  return rows.map((row) => ({ ...row, ...now.get(row.id) }))
}

interface Telling {
  row: ProgramRow
  number: number
  items: readonly FetchItem[]
}

const opensMessage = (item: FetchItem): boolean =>
  item.kind === 'section' || ['envelope', 'structure', 'body'].includes(item.kind)
const takesApart = (item: FetchItem): boolean =>
  item.kind === 'structure' ||
  item.kind === 'body' ||
  (item.kind === 'section' && needsParts(item.section))

async function tell(session: Session, telling: Telling): Promise<void> {
  const { row, number, items } = telling
  const { mailstore } = session.deps
  if (!items.some(opensMessage)) {
    const text = items.map((item) => plainItem(item, row)).join(' ')
    session.output.send(`* ${number} FETCH (${text})\r\n`)
    return session.output.flush()
  }
  await perMessage(session, async () => {
    const opened = items.some(takesApart) ? await mailstore.open(row) : null
    const raw = opened?.raw ?? (await mailstore.raw(row))
    await say(session, telling, { raw, parsed: opened?.parsed ?? null })
  })
}

interface Content {
  raw: Buffer
  parsed: ParsedMessage | null
}

/**
 * What one message may answer: a few times its size, which is more than the whole, its header, its text and every part by
 * itself. Else a line of 200 overlapping pieces makes gigabytes of one large mail.
 */
const mostOf = (size: number): number => 8 * size + 1024 * 1024

function refuseTooMuch(items: readonly FetchItem[], { raw, parsed }: Content): void {
  let weight = 0
  for (const item of items) {
    if (item.kind !== 'section') continue
    const whole = weightOf(raw, item.section, parsed)
    // Fields are looked for in the whole header, however little of them is told.
    const isCut = item.partial && item.section.fields.length === 0
    weight += isCut ? Math.min(whole, item.partial?.length ?? 0) : whole
  }
  if (weight > mostOf(raw.length)) throw new Refusal('Ask for less of a message at once', 'LIMIT')
}

async function say(
  { output }: Session,
  { row, number, items }: Telling,
  content: Content,
): Promise<void> {
  refuseTooMuch(items, content)
  output.send(`* ${number} FETCH (`)
  for (const [index, item] of items.entries()) {
    if (index > 0) output.send(' ')
    if (item.kind === 'section') await saySection(output, item, content)
    else output.send(fromContent(item, content) ?? plainItem(item, row))
    await output.flush()
  }
  output.send(')\r\n')
}

function fromContent({ kind }: FetchItem, { raw, parsed }: Content): string | null {
  if (kind === 'envelope') return `ENVELOPE ${envelopeOf(raw)}`
  if (kind === 'structure' && parsed) return `BODYSTRUCTURE ${writeStructure(parsed.root, true)}`
  return kind === 'body' && parsed ? `BODY ${writeStructure(parsed.root, false)}` : null
}

async function saySection(
  output: Output,
  { section, partial, label }: FetchItem & { kind: 'section' },
  { raw, parsed }: Content,
): Promise<void> {
  const bytes = partOf(sectionOf(raw, section, parsed), partial)
  output.send(`${label} ${bytes ? `{${bytes.length}}\r\n` : 'NIL'}`)
  if (bytes) await output.pour(bytes)
}

const partOf = (
  bytes: Buffer | null,
  partial: { from: number; length: number } | null,
): Buffer | null =>
  bytes && partial ? bytes.subarray(partial.from, partial.from + partial.length) : bytes

function plainItem({ kind }: FetchItem, row: ProgramRow): string {
  switch (kind) {
    case 'flags':
      return `FLAGS ${flagList(row)}`
    case 'uid':
      return `UID ${row.uid}`
    case 'date':
      return `INTERNALDATE ${wireDateTime(row.receivedAt)}`
    case 'size':
      return `RFC822.SIZE ${row.size}`
    default:
      return `MODSEQ (${row.modseq})`
  }
}
