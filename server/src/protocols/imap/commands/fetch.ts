import type { ProgramRow } from '../../../mailstore/messages/programs.queries.ts'
import type { Outline } from '../../../mailstore/outlines/outline.ts'
import type { Done } from '../answers.ts'
import { labelNames } from '../labels.ts'
import { readAhead } from '../message/read-ahead.ts'
import { needsOutline, tell } from '../message/telling.ts'
import { partsOf } from '../message/telling-listed.ts'
import { type Selected, type Session, selectedOf, viewerOf } from '../session.ts'
import { type FetchItem, readFetchItems } from '../wire/fetch-items.ts'
import { type Scanner, WireError } from '../wire/scanner.ts'
import { partOf, readPartial } from '../wire/search-return.ts'
import { lowerBound, placesIn, resolved, runsOf, type SequenceSet } from '../wire/sequence-set.ts'
import type { ImapCommand } from './command.ts'
import { tellListed } from './fetch-listed.ts'
import { missingIn, sayVanishedEarlier } from './resync.ts'

/** Rows that are read at once; with what is kept of their structure they are larger. */
const rowsAtOnce = 500
const outlinesAtOnce = 100

interface Request {
  set: SequenceSet
  items: FetchItem[]
  /** 0: all. */
  changedSince: number
  /** Also what left since then. */
  vanished: boolean
  /** A page of them (RFC 9394 §3.2). */
  partial: readonly [number, number] | null
}

/** FETCH and UID FETCH (RFC 9051 §6.4.5), with CHANGEDSINCE (RFC 7162 §3.1.4). */
export const fetching = (by: 'uid' | 'sequence'): ImapCommand => ({
  for: 'selected',
  ...(by === 'sequence' ? { keepsNumbers: true as const } : {}),
  run: async (session, scan) => {
    const selected = selectedOf(session)
    const request = readRequest(scan, { by, isReadOnly: selected.isReadOnly })
    const { set, items } = request
    if (items.some(({ kind }) => kind === 'modseq')) session.usesModseq = true
    if (request.vanished) await tellVanished(session, selected, { by, ...request })
    const uids = selected.uids()
    const named = selected.places(set, by).flatMap((place) => uids[place] ?? [])
    const wanted = await pageOf(session, named, request)
    const missing = await tellAll(session, selected, { ...request, wanted })
    return missing > 0 ? expunged : {}
  },
})

/** The page is one of the messages that are told: of those that changed, where only they are. */
async function pageOf(
  session: Session,
  named: readonly number[],
  { partial, changedSince }: Request,
): Promise<readonly number[]> {
  if (!partial) return named
  if (changedSince === 0) return partOf(named, partial)
  const sought = { kind: 'modseq', from: changedSince + 1 } as const
  const at = { folderId: selectedOf(session).folderId, sought }
  const changed = await session.deps.mailstore.programs.seek(await viewerOf(session), at)
  const present = new Set(changed.uids)
  return partOf(
    named.filter((uid) => present.has(uid)),
    partial,
  )
}

interface Vanished {
  by: 'uid' | 'sequence'
  set: SequenceSet
  changedSince: number
}

/** RFC 7162 §3.2.6. What the program still counts is told when this command is over, as every EXPUNGE is. */
async function tellVanished(
  session: Session,
  selected: Selected,
  { by, set, changedSince }: Vanished,
): Promise<void> {
  if (by !== 'uid' || changedSince === 0 || !session.usesResync)
    throw new WireError('VANISHED goes with UID, CHANGEDSINCE and QRESYNC')
  const viewer = await viewerOf(session)
  const { programs } = session.deps.mailstore
  const since = { folderId: selected.folderId, modseq: changedSince }
  const present = selected.uids()
  const vanished = await programs.vanishedSince(viewer, since)
  const left = vanished ? placesIn(vanished, set).map((place) => vanished[place] ?? 0) : []
  const counted = new Set(placesIn(present, set).map((place) => present[place]))
  sayVanishedEarlier(
    session,
    vanished
      ? runsOf(left.filter((uid) => !counted.has(uid)))
      : missingIn(present, resolved(set, present.at(-1) ?? 0)),
  )
}

const marksSeen = (item: FetchItem): boolean => item.kind === 'section' && !item.peek

type Asked = Pick<Request, 'items' | 'changedSince'> & { wanted: readonly number[] }

/** Some hundred messages after the others. @returns how many are there no more */
async function tellAll(session: Session, selected: Selected, asked: Asked): Promise<number> {
  const parts = partsOf(asked.items)
  if (!parts) return tellOpened(session, selected, asked)
  return tellListed(session, selected, {
    ...asked,
    parts,
    tellOpened: (wanted, outlines) =>
      tellOpened(session, selected, { ...asked, wanted, made: outlines }),
  })
}

/** Each with its row and what it holds. @param made outlines that were made for this command */
async function tellOpened(
  session: Session,
  selected: Selected,
  { wanted, items, changedSince, made }: Asked & { made?: ReadonlyMap<string, Outline> },
): Promise<number> {
  const uids = selected.uids()
  const asksOutline = items.some(needsOutline)
  const asksPreview = items.some(({ kind }) => kind === 'preview')
  const step = asksOutline ? outlinesAtOnce : rowsAtOnce
  let missing = 0
  for (let at = 0; at < wanted.length; at += step) {
    const some = wanted.slice(at, at + step)
    const rows = await rowsOf(session, { selected, uids: some, items })
    missing += some.length - rows.length
    const told = rows.filter(({ modseq }) => modseq > changedSince)
    const isMade = told.every(({ blob }) => made?.has(blob.toString('hex')))
    const outlines = isMade
      ? made
      : asksOutline
        ? await session.deps.mailstore.outlines(told)
        : null
    const labels = await labelNames(session, told)
    const previews = asksPreview ? await previewsOf(session, told) : null
    const tellOne = (row: ProgramRow, raw: Buffer | null): Promise<void> => {
      const outline = outlines?.get(row.blob.toString('hex')) ?? null
      const preview = previews?.get(row.id) ?? null
      const number = lowerBound(uids, row.uid) + 1
      return tell(session, { row, raw, outline, labels, preview, number, items })
    }
    if (items.some(({ kind }) => kind === 'section')) await readAhead(session, told, tellOne)
    else for (const row of told) await tellOne(row, null)
  }
  return missing
}

const previewsOf = async (session: Session, rows: readonly ProgramRow[]) =>
  session.deps.mailstore.programs.previews(
    await viewerOf(session),
    rows.map(({ id }) => id),
  )

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
  const modifiers = readModifiers(scan)
  if (modifiers.partial && by !== 'uid') throw new WireError('PARTIAL goes with UID')
  scan.end()
  const add = (kind: 'uid' | 'modseq' | 'flags'): void => {
    if (!items.some((one) => one.kind === kind)) items.unshift({ kind })
  }
  if (modifiers.changedSince > 0) add('modseq')
  // Reading changes the flags, so they are told.
  if (!isReadOnly && items.some(marksSeen)) add('flags')
  if (by === 'uid') add('uid')
  return { set, items, ...modifiers }
}

type Modifiers = Pick<Request, 'changedSince' | 'vanished' | 'partial'>

/** There are three; each may be said again. */
const maxModifiers = 10

/** What stands behind the items (RFC 4466 §2.4): CHANGEDSINCE, with VANISHED (RFC 7162 §3.2.6), and PARTIAL. */
function readModifiers(scan: Scanner): Modifiers {
  const modifiers: Modifiers = { changedSince: 0, vanished: false, partial: null }
  const readOne = (): void => {
    const name = scan.word()
    if (name === 'VANISHED') modifiers.vanished = true
    else if (name === 'PARTIAL') modifiers.partial = readPartial(scan)
    else if (name === 'CHANGEDSINCE') {
      scan.space()
      modifiers.changedSince = scan.number(Number.MAX_SAFE_INTEGER)
    } else throw new WireError('unknown modifier')
  }
  if (scan.skip(' ')) scan.list(readOne, maxModifiers)
  return modifiers
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
  const { messages, position } = await programs.setFlags(
    { ...viewer, from: selected.folderId },
    {
      ids: unseen.map((row) => row.id),
      mode: 'add',
      flags: ['seen'],
      keywords: [],
    },
  )
  selected.known(messages, position)
  const now = new Map(messages.map((one) => [one.id, one]))
  return rows.map((row) => ({ ...row, ...now.get(row.id) }))
}
