import { limits } from '@hongyan/contract/limits'
import { type FolderAtWork, type PieceMeans, placeOf } from './folder-at-work.ts'
import {
  type Failure,
  insertFailures,
  lockRunning,
  noteCut,
  noteListed,
  noteSeen,
  seenUids,
  stepFolder,
} from './migration.queries.ts'
import { createMarkFinder, type Ready, storeReady } from './migration-store.ts'
import { isInRange } from './range.ts'
import { writtenAt } from './sources/header-date.ts'
import { type Fetched, type SourceMessage, SourceTrouble } from './sources/source.ts'

/** Messages of one step, and bytes of those that are fetched at once. */
const mostMessages = 100
const mostBytes = 8 * 1024 * 1024
const mostFetched = 32
/** The bytes come in pieces before they are one. */
const copies = 2
/** Less than the room of all (`platform/budget.ts`): a message that comes slowly leaves some of it to everybody else. */
const mostHeld = 96 * 1024 * 1024
/** What a listing may hold: rows of a window, or all of a POP3 mailbox. */
const listingBytes = 8 * 1024 * 1024
/** A message at which the line breaks so often in a row is left where it is. */
const mostCuts = 3

/** The next messages of a folder are brought in. @returns the folder as it goes on; null when it is done, or was stopped */
export async function folderPiece(
  means: PieceMeans,
  work: FolderAtWork,
): Promise<FolderAtWork | null> {
  const { row, plan } = work
  const found = await listed(means, work)
  const last = found.at(-1)
  if (!last) {
    await stepTo(means, work, true)
    return null
  }
  const seen = await seenUids(
    means.database,
    { accountId: row.accountId, jobId: row.jobId, place: placeOf(work), path: plan.path },
    found.map(({ uid }) => uid),
  )
  if (!(await noteStanding(means, work, [...seen.keys()]))) return null
  const unseen = found.filter(({ uid }) => !seen.has(uid))
  const fresh = unseen.filter(({ at }) => isInRange(row, at))
  const unnamed = fresh.filter((one) => one.isUnnamed)
  if (!(await noteLeft(means, work, { left: unnamed, reason: 'unnamed' }))) return null
  const named = fresh.filter((one) => !one.isUnnamed)
  const tooLarge = named.filter(({ size }) => size > limits.message)
  if (!(await noteLeft(means, work, { left: tooLarge, reason: 'too-large' }))) return null
  let skipped = unseen.length - fresh.length
  for (const kind of seen.values()) if (kind === 'other') skipped++
  const most = work.careful ? 1 : mostFetched
  for (const group of groupsOf(
    named.filter(({ size }) => size <= limits.message),
    most,
  )) {
    const left = await groupPiece(means, work, group)
    if (left === null) return null
    skipped += left
  }
  const next = {
    ...work,
    cursor: last.cursor,
    skipped: work.skipped + skipped,
    careful: work.careful && fresh.length === 0,
  }
  return (await stepTo(means, next, false)) ? next : null
}

/** The next messages, with the moment that a range asks for. */
async function listed(means: PieceMeans, work: FolderAtWork): Promise<SourceMessage[]> {
  const { row, plan, open } = work
  const release = await means.memory.take(listingBytes, String(row.accountId))
  try {
    const found = await open.after(work.cursor, mostMessages)
    if (row.since === null && row.until === null) return found
    const dated: SourceMessage[] = []
    for (const one of found) dated.push({ ...one, at: one.at ?? (await open.arrival(one)) })
    return dated
  } catch (thrown) {
    await noteFolderCut(means, { row, plan }, thrown)
    throw thrown
  } finally {
    release()
  }
}

async function stepTo(
  { database, holder }: PieceMeans,
  { row: { accountId, jobId }, plan, open, cursor, skipped }: FolderAtWork,
  done: boolean,
): Promise<boolean> {
  return database.transaction(async (tx) => {
    if (!(await lockRunning(tx, { accountId, jobId, holder }))) return false
    const { seq } = plan
    await stepFolder(tx, jobId, { seq, validity: open.validity, cursor, skipped, done })
    return true
  })
}

/** What was seen before counts among the copies of its content. @returns false when somebody has stopped it */
async function noteStanding(
  { database, holder }: PieceMeans,
  work: FolderAtWork,
  uids: readonly string[],
): Promise<boolean> {
  if (uids.length === 0) return true
  const { accountId, jobId } = work.row
  return database.transaction(async (tx) => {
    if (!(await lockRunning(tx, { accountId, jobId, holder }))) return false
    await noteListed(tx, { accountId, place: placeOf(work), jobId }, uids)
    return true
  })
}

interface Left {
  left: readonly SourceMessage[]
  reason: 'too-large' | 'unnamed'
}

/** Writes down what is not even asked for. @returns false when somebody has stopped it */
async function noteLeft(
  { database, holder }: PieceMeans,
  work: FolderAtWork,
  { left, reason }: Left,
): Promise<boolean> {
  if (left.length === 0) return true
  const failures: Failure[] = []
  for (const one of left) failures.push(await failureOf(work, one, reason))
  const { accountId, jobId } = work.row
  return database.transaction(async (tx) => {
    if (!(await lockRunning(tx, { accountId, jobId, holder }))) return false
    const at = { accountId, place: placeOf(work), jobId }
    const uids = left.map(({ uid }) => ({ uid, content: null }))
    // What has no name is another message the next time.
    const noted =
      reason === 'unnamed' ? new Set(uids.map(({ uid }) => uid)) : await noteSeen(tx, at, uids)
    await insertFailures(
      tx,
      jobId,
      failures.filter(({ uid }) => noted.has(uid)),
    )
    return true
  })
}

async function failureOf(
  { plan, open }: FolderAtWork,
  source: SourceMessage,
  reason: Failure['reason'],
): Promise<Failure> {
  const said = await open.describe(source).catch(() => '')
  const about = said.replaceAll('\u0000', '').toWellFormed().slice(0, 500)
  const { uid, at } = source
  return { folder: plan.path, uid, about, size: saidSize(source), at, reason }
}

/** For people: 0 where nobody said one. */
const saidSize = ({ size, isSizeUnknown }: SourceMessage): number => (isSizeUnknown ? 0 : size)

function groupsOf(messages: readonly SourceMessage[], most: number): SourceMessage[][] {
  const groups: SourceMessage[][] = []
  let bytes = 0
  for (const one of messages) {
    const group = groups.at(-1)
    if (group && group.length < most && bytes + one.size <= mostBytes) group.push(one)
    else {
      groups.push([one])
      bytes = 0
    }
    bytes += one.size
  }
  return groups
}

/** @returns how many of them were left out; null when somebody has stopped it */
async function groupPiece(
  means: PieceMeans,
  work: FolderAtWork,
  group: readonly SourceMessage[],
): Promise<number | null> {
  const bytes = group.reduce((sum, { size }) => sum + size, 0)
  const held = Math.min(bytes * copies, mostHeld)
  const release = await means.memory.take(held, String(work.row.accountId))
  const larger: SourceMessage[] = []
  let left: number | null
  try {
    const got = byOutcome(group, await fetched(means, work, group))
    larger.push(...got.larger)
    left = await storeFetched(means, work, got)
  } finally {
    release()
  }
  // What is larger than its server says comes by itself, with room for the largest.
  for (const one of larger) {
    if (left === null) return null
    const alone = { ...one, size: limits.message, isSizeUnknown: true }
    const more = await groupPiece(means, work, [alone])
    left = more === null ? null : left + more
  }
  return left
}

interface Outcomes {
  here: { source: SourceMessage; raw: Buffer }[]
  larger: SourceMessage[]
  tooLarge: SourceMessage[]
  missing: SourceMessage[]
}

function byOutcome(group: readonly SourceMessage[], got: ReadonlyMap<string, Fetched>): Outcomes {
  const outcomes: Outcomes = { here: [], larger: [], tooLarge: [], missing: [] }
  for (const source of group) {
    const raw = got.get(source.uid)
    if (raw === 'larger-than-said') outcomes.larger.push(source)
    else if (raw === 'too-large') outcomes.tooLarge.push(source)
    else if (raw === undefined || raw.length === 0) outcomes.missing.push(source)
    else outcomes.here.push({ source, raw })
  }
  return outcomes
}

/** @returns how many of them were left out; null when somebody has stopped it */
async function storeFetched(
  means: PieceMeans,
  work: FolderAtWork,
  { here, tooLarge, missing }: Outcomes,
): Promise<number | null> {
  const { mailstore } = means
  const prepared = []
  const sources: SourceMessage[] = []
  for (const { source, raw } of here) {
    const at = source.at ?? writtenAt(raw)
    if (!isInRange(work.row, at)) continue
    sources.push({ ...source, at })
    prepared.push(await mailstore.prepare(raw))
  }
  const outside = here.length - sources.length
  // Nobody holds the bytes as they came any more.
  here.length = 0
  const kept = await mailstore.keepAll(prepared)
  const markOf = createMarkFinder(means, work.row.accountId)
  const ready: Ready[] = []
  for (const [index, source] of sources.entries()) {
    const message = kept[index]
    if (message) ready.push({ source, message, marks: await markOf(source) })
  }
  const known = await storeReady(means, work, ready)
  if (known === null) return null
  await noteMissing(means, work, { missing, reason: 'refused' })
  if (!(await noteLeft(means, work, { left: tooLarge, reason: 'too-large' }))) return null
  return outside + known
}

/** A message that cuts the line each time it is asked for alone fails, and the rest goes on. */
async function fetched(
  means: PieceMeans,
  work: FolderAtWork,
  group: readonly SourceMessage[],
): Promise<Map<string, Fetched>> {
  try {
    return await work.open.fetch(group)
  } catch (thrown) {
    const [first] = group
    if (!first || group.length > 1 || !isCut(means, thrown)) throw thrown
    const { plan, row } = work
    const cuts = await noteCut(means.database, row.jobId, { seq: plan.seq, suspect: first.uid })
    if (cuts >= mostCuts) await noteMissing(means, work, { missing: [first], reason: 'line' })
    throw thrown
  }
}

/** Not when it is this process that hangs up. */
const isCut = ({ jobs }: Pick<PieceMeans, 'jobs'>, thrown: unknown): boolean =>
  thrown instanceof SourceTrouble && thrown.reason === 'line' && !jobs.stopping.aborted

/** Cuts in a row at the same folder, each after a sign-in that went well, after which the others go on without it. */
const mostFolderCuts = 5

/** The line broke when a folder was opened or listed. */
export async function noteFolderCut(
  means: Pick<PieceMeans, 'database' | 'jobs' | 'holder'>,
  { row, plan }: Pick<FolderAtWork, 'row' | 'plan'>,
  thrown: unknown,
): Promise<void> {
  if (!isCut(means, thrown)) return
  const { jobId } = row
  const cuts = await noteCut(means.database, jobId, { seq: plan.seq, suspect: '' })
  if (cuts >= mostFolderCuts) await leaveFolder(means, { row, plan }, 'line')
}

/** A folder that cannot be read stands in the result, and the others go on. */
export async function leaveFolder(
  { database, holder }: Pick<PieceMeans, 'database' | 'holder'>,
  { row: { accountId, jobId }, plan }: Pick<FolderAtWork, 'row' | 'plan'>,
  reason: 'line' | 'closed',
): Promise<void> {
  const { seq, validity, cursor, skipped, path: folder } = plan
  await database.transaction(async (tx) => {
    if (!(await lockRunning(tx, { accountId, jobId, holder }))) return
    const nothing = { uid: '', about: '', size: 0, at: null }
    await insertFailures(tx, jobId, [{ ...nothing, folder, reason }])
    await stepFolder(tx, jobId, { seq, validity, cursor, skipped, done: true })
  })
}

/** What the other side lists and does not hand out is told, and asked for again by the next migration. */
async function noteMissing(
  { database }: PieceMeans,
  { row: { jobId }, plan: { path: folder } }: FolderAtWork,
  { missing, reason }: { missing: readonly SourceMessage[]; reason: Failure['reason'] },
): Promise<void> {
  const failures = missing.map(
    (one): Failure => ({
      folder,
      uid: one.uid,
      about: '',
      size: saidSize(one),
      at: one.at,
      reason,
    }),
  )
  await database.transaction((tx) => insertFailures(tx, jobId, failures))
}
