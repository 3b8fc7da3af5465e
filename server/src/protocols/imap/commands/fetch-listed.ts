import type { Listed, ListedPart } from '../../../mailstore/messages/listed.queries.ts'
import type { Outline } from '../../../mailstore/outlines/outline.ts'
import { turnForScan } from '../../../platform/in-turns.ts'
import type { FlagState } from '../flag-states.ts'
import { labelNames } from '../labels.ts'
import { type LineWriter, type ListedMessage, lineWriter } from '../message/telling-listed.ts'
import { type Selected, type Session, viewerOf } from '../session.ts'
import type { FetchItem } from '../wire/fetch-items.ts'
import { lowerBound } from '../wire/sequence-set.ts'

/**
 * Messages that are read at once: each time costs the database, the driver and the line the same again, however little it
 * brings. By what they bring at most, so that a slow reader holds as much whatever it asks for.
 */
const rowsAtOnce = { plain: 1_000, oneText: 500, texts: 250 }
const linesAtOnce = 500
/** Characters that are said in one write: a line may have some hundred thousand. */
const mostSaid = 128 * 1024

interface Asked {
  items: readonly FetchItem[]
  parts: ReadonlySet<ListedPart | 'size'>
  changedSince: number
  wanted: readonly number[]
  /** Tells of messages that are opened one by one. */
  tellOpened(uids: readonly number[], outlines: ReadonlyMap<string, Outline>): Promise<number>
}

/**
 * FETCH of what no message is opened for: the flags as the open mailbox has them, all else in one value for some hundred
 * messages. The next ones are read while these are said. @returns how many are there no more
 */
export async function tellListed(
  session: Session,
  selected: Selected,
  asked: Asked,
): Promise<number> {
  await selected.refresh()
  const asksFlags = asked.items.some(({ kind }) => kind === 'flags')
  const labels = await labelNames(session, asksFlags ? statesOf(selected, asked.wanted) : [])
  const telling = { ...asked, write: lineWriter(asked.items, labels) }
  return asked.parts.size === 0
    ? tellFlags(session, selected, telling)
    : tellRows(session, selected, telling)
}

interface Telling extends Asked {
  write: LineWriter
}

/** What is set on these, of which many share one. */
function statesOf(selected: Selected, wanted: readonly number[]): FlagState[] {
  const states = new Set<FlagState>()
  eachPlace(selected, wanted, (place) => {
    const state = selected.flagsAt(place)
    if (state) states.add(state)
  })
  return [...states]
}

/** Some of those that are wanted and there, with what the open mailbox says of them. */
function presentOf(selected: Selected, wanted: readonly number[]): ListedMessage[] {
  const messages: ListedMessage[] = []
  eachPlace(selected, wanted, (place, uid) => {
    const flags = selected.flagsAt(place)
    if (!flags) return
    messages.push({ number: place + 1, uid, modseq: selected.modseqAt(place), flags, row: null })
  })
  return messages
}

/** @param wanted ascending, mostly one behind the other: the place of each is looked for where the last one was */
function eachPlace(
  selected: Selected,
  wanted: readonly number[],
  visit: (place: number, uid: number) => void,
): void {
  const uids = selected.uids()
  let place = -1
  for (const uid of wanted) {
    place = uids[place + 1] === uid ? place + 1 : lowerBound(uids, uid)
    visit(place, uid)
  }
}

async function tellFlags(session: Session, selected: Selected, telling: Telling): Promise<number> {
  const { wanted, changedSince } = telling
  let missing = 0
  for (let at = 0; at < wanted.length; at += linesAtOnce) {
    const some = wanted.slice(at, at + linesAtOnce)
    const present = presentOf(selected, some)
    missing += some.length - present.length
    const told = present.filter(({ modseq }) => modseq > changedSince)
    missing += await sayLines(session, told, { ...telling, outlines: noRows.outlines })
  }
  return missing
}

/** Lines in their order. What of a message is not kept is read in it. @returns how many of these are there no more */
async function sayLines(
  { output }: Session,
  messages: readonly ListedMessage[],
  { write, tellOpened, outlines }: Telling & Pick<Rows, 'outlines'>,
): Promise<number> {
  let missing = 0
  let text = ''
  let opened: number[] = []
  const say = async (): Promise<void> => {
    if (text !== '') output.send(text)
    await turnForScan(text.length)
    text = ''
    await output.flush()
  }
  const open = async (): Promise<void> => {
    missing += await tellOpened(opened, outlines)
    opened = []
  }
  for (const message of messages) {
    const line = write(message)
    if (line === null ? text !== '' : text.length >= mostSaid) await say()
    if (line !== null && opened.length > 0) await open()
    if (line === null) opened.push(message.uid)
    else text += line
  }
  await say()
  if (opened.length > 0) await open()
  return missing
}

async function tellRows(session: Session, selected: Selected, telling: Telling): Promise<number> {
  const { wanted, changedSince, parts } = telling
  const step = stepOf(parts)
  let missing = 0
  const read = async (at: number): Promise<Batch> => {
    const named = wanted.slice(at, at + step)
    const present = presentOf(selected, named)
    const some = present.filter(({ modseq }) => modseq > changedSince)
    const gone = named.length - present.length
    return { some, gone, ...(await rowsOf(session, selected, { some, parts })) }
  }
  let next: Promise<Batch> | null = null
  for (let at = 0; at < wanted.length; at += step) {
    const batch: Batch = await (next ?? read(at))
    const { some, gone, rows, outlines } = batch
    // What was made for these is enough for one time.
    next = outlines.size === 0 ? read(at + step) : null
    // Whoever hangs up meanwhile leaves it behind.
    next?.catch(() => undefined)
    const there = some.filter((message) => {
      message.row = rows.get(message.uid) ?? null
      return message.row !== null
    })
    missing += gone + some.length - there.length
    missing += await sayLines(session, there, { ...telling, outlines })
  }
  return missing
}

/** Header fields are twice as large as an envelope or a structure. */
function stepOf(parts: Telling['parts']): number {
  const texts = ['envelope', 'structure', 'fields'] as const
  const asked = texts.filter((one) => parts.has(one))
  if (asked.length === 0) return rowsAtOnce.plain
  return asked.length > 1 || parts.has('fields') ? rowsAtOnce.texts : rowsAtOnce.oneText
}

interface Rows {
  rows: ReadonlyMap<number, Listed>
  /** What was made for this, where it is not kept. */
  outlines: ReadonlyMap<string, Outline>
}

/** Some that are there and asked for, and how many of these are gone. */
interface Batch extends Rows {
  some: ListedMessage[]
  gone: number
}

const noRows: Rows = { rows: new Map(), outlines: new Map() }

/** What is not kept yet is made and kept first. */
async function rowsOf(
  session: Session,
  { folderId }: Selected,
  { some, parts }: { some: readonly ListedMessage[]; parts: ReadonlySet<ListedPart | 'size'> },
): Promise<Rows> {
  const [first, last] = [some[0], some.at(-1)]
  if (!first || !last) return noRows
  const isRange = last.number - first.number === some.length - 1
  const uids = some.map(({ uid }) => uid)
  const { programs, outlines } = session.deps.mailstore
  const listing = { folderId, parts: partsRead(parts) }
  const rows = await programs.listed(await viewerOf(session), { ...listing, uids, isRange })
  const byUid = new Map(rows.map((row) => [row.uid, row]))
  const unknown = rows.flatMap(({ unknown, ...row }) =>
    unknown ? [{ ...row, blob: unknown }] : [],
  )
  if (unknown.length === 0) return { rows: byUid, outlines: new Map() }
  // Of some hundred messages: a large one is made again in its turn, and let go after it.
  const made = await outlines(unknown, 'let-go')
  const again = await programs.listed(await viewerOf(session), {
    ...listing,
    uids: unknown.map(({ uid }) => uid),
    isRange: false,
  })
  for (const row of again) byUid.set(row.uid, row)
  return { rows: byUid, outlines: made }
}

const partsRead = (parts: ReadonlySet<ListedPart | 'size'>): Set<ListedPart> =>
  new Set([...parts].filter((one) => one !== 'size'))
