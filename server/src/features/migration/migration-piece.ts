import { createHash } from 'node:crypto'
import { limits } from '@hongyan/contract/limits'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import { isRefusedValue } from '../../mailstore/messages/bare-message.ts'
import type { Change, KeptMessage } from '../../mailstore/types.ts'
import { wholeAccount } from '../../mailstore/types.ts'
import type { Budget } from '../../platform/budget.ts'
import type { Database, Db } from '../../platform/db/pool.ts'
import type { FolderId } from '../../platform/ids.ts'
import { marksOf } from './flags.ts'
import {
  type Failure,
  forgetSeen,
  insertFailures,
  lockMigration,
  type MigrationRow,
  noteSeen,
  type PlannedFolder,
  seenUids,
  setStanding,
  stepFolder,
  stepMigration,
} from './migration.queries.ts'
import { isInRange } from './range.ts'
import type { OpenFolder, SourceMessage } from './sources/source.ts'

/** Messages of one step, and bytes of those that are fetched at once. */
const mostMessages = 100
const mostBytes = 8 * 1024 * 1024
const mostFetched = 32
/** The bytes come in pieces before they are one. */
const copies = 2

export interface PieceMeans {
  database: Database
  mailstore: Pick<
    Mailstore,
    'prepare' | 'keepAll' | 'knownIn' | 'contentsIn' | 'storeAllIn' | 'withoutRefused' | 'announce'
  >
  memory: Budget
}

/** A folder that is being fetched. */
export interface FolderAtWork {
  row: MigrationRow
  plan: PlannedFolder
  open: OpenFolder
  target: FolderId
  /** Behind which message to look. */
  cursor: number
}

interface Ready {
  source: SourceMessage
  message: KeptMessage
}

/** The next messages of a folder are brought in. @returns where to go on; null when it is done, or was stopped */
export async function folderPiece(means: PieceMeans, work: FolderAtWork): Promise<number | null> {
  const { row, plan, open } = work
  const { database } = means
  const found = await open.after(work.cursor, mostMessages)
  const last = found.at(-1)
  if (!last) {
    const { seq } = plan
    const end = { seq, validity: open.validity, cursor: work.cursor, done: true }
    await database.transaction((tx) => stepFolder(tx, row.jobId, end))
    return null
  }
  const place = placeOf(work)
  const known = await seenUids(
    database,
    { accountId: row.accountId, place },
    found.map(({ uid }) => uid),
  )
  const fresh = found.filter(({ uid, at }) => !known.has(uid) && isInRange(row, at))
  const tooLarge = fresh.filter(({ size }) => size > limits.message)
  const outside = found.length - known.size - fresh.length
  if (!(await noteRest(means, work, { tooLarge, skipped: outside + known.size }))) return null
  for (const group of groupsOf(fresh.filter(({ size }) => size <= limits.message)))
    if (!(await groupPiece(means, work, group))) return null
  const step = { seq: plan.seq, validity: open.validity, cursor: last.cursor, done: false }
  await database.transaction((tx) => stepFolder(tx, row.jobId, step))
  return last.cursor
}

/** Messages of other validities are others, and the same mailbox is the same whoever asks for it. */
function placeOf({ row, plan, open }: FolderAtWork): Buffer {
  const parts = [
    row.protocol,
    row.host.toLowerCase(),
    row.userName.toLowerCase(),
    plan.path,
    open.validity,
  ]
  return createHash('sha256').update(JSON.stringify(parts)).digest()
}

async function noteRest(
  { database }: PieceMeans,
  work: FolderAtWork,
  { tooLarge, skipped }: { tooLarge: readonly SourceMessage[]; skipped: number },
): Promise<boolean> {
  const failures: Failure[] = []
  for (const one of tooLarge) failures.push(await failureOf(work, one, 'too-large'))
  const { accountId, jobId } = work.row
  return database.transaction(async (tx) => {
    const row = await lockMigration(tx, accountId, jobId)
    if (row?.state !== 'inProgress') return false
    const noted = await noteSeen(
      tx,
      { accountId, place: placeOf(work) },
      tooLarge.map(({ uid }) => uid),
    )
    await insertFailures(
      tx,
      jobId,
      failures.filter(({ uid }) => noted.has(uid)),
    )
    await stepMigration(tx, jobId, { skipped, failed: noted.size })
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
  const { uid, size, at } = source
  return { folder: plan.path, uid, about, size, at, reason }
}

function groupsOf(messages: readonly SourceMessage[]): SourceMessage[][] {
  const groups: SourceMessage[][] = []
  let bytes = 0
  for (const one of messages) {
    const group = groups.at(-1)
    if (group && group.length < mostFetched && bytes + one.size <= mostBytes) group.push(one)
    else {
      groups.push([one])
      bytes = 0
    }
    bytes += one.size
  }
  return groups
}

/** @returns false when somebody has stopped it */
async function groupPiece(
  means: PieceMeans,
  work: FolderAtWork,
  group: readonly SourceMessage[],
): Promise<boolean> {
  const { memory, mailstore } = means
  const bytes = group.reduce((sum, { size }) => sum + size, 0)
  const release = await memory.take(bytes * copies, String(work.row.accountId))
  try {
    const got = await work.open.fetch(group)
    const prepared = []
    const sources: SourceMessage[] = []
    const missing: SourceMessage[] = []
    for (const source of group) {
      const raw = got.get(source.uid)
      if (raw === undefined || raw.length === 0) {
        missing.push(source)
        continue
      }
      sources.push(source)
      prepared.push(await mailstore.prepare(raw))
    }
    got.clear()
    const kept = await mailstore.keepAll(prepared)
    const ready = sources.flatMap((source, index): Ready[] => {
      const message = kept[index]
      return message ? [{ source, message }] : []
    })
    if (!(await storeReady(means, work, ready))) return false
    await noteMissing(means, work, { missing })
    return true
  } finally {
    release()
  }
}

/** What the other side lists and does not hand out is told, and asked for again by the next migration. */
async function noteMissing(
  { database }: PieceMeans,
  { row: { jobId }, plan }: FolderAtWork,
  { missing }: { missing: readonly SourceMessage[] },
): Promise<void> {
  if (missing.length === 0) return
  const failures = missing.map(
    ({ uid, size, at }): Failure => ({
      folder: plan.path,
      uid,
      about: '',
      size,
      at,
      reason: 'refused',
    }),
  )
  await database.transaction(async (tx) => {
    await insertFailures(tx, jobId, failures)
    await stepMigration(tx, jobId, { failed: failures.length })
  })
}

/** One bad mail never stops the others: when a group is refused each is tried alone, and then without its values. */
async function storeReady(
  means: PieceMeans,
  work: FolderAtWork,
  ready: readonly Ready[],
): Promise<boolean> {
  const { database, mailstore } = means
  try {
    const done = await database.transaction((tx) => storeGroup(means, tx, { work, ready }))
    mailstore.announce(done.changes)
    return done.goesOn
  } catch (thrown) {
    const [first] = ready
    if (first && ready.length === 1 && isRefusedValue(thrown)) {
      const message = mailstore.withoutRefused(first.message, thrown)
      return storeReady(means, work, [{ ...first, message }])
    }
    if (!isRefusedValue(thrown)) throw thrown
    for (const one of ready) if (!(await storeReady(means, work, [one]))) return false
    return true
  }
}

interface Group {
  work: FolderAtWork
  ready: readonly Ready[]
}

interface Stored {
  changes: Change[]
  goesOn: boolean
}

async function storeGroup(
  { mailstore }: PieceMeans,
  tx: Db,
  { work, ready }: Group,
): Promise<Stored> {
  const { accountId, jobId } = work.row
  const row = await lockMigration(tx, accountId, jobId)
  if (row?.state !== 'inProgress') return { changes: [], goesOn: false }
  const place = placeOf(work)
  const noted = await noteSeen(
    tx,
    { accountId, place },
    ready.map(({ source }) => source.uid),
  )
  // What another process has done meanwhile is done.
  const mine = ready.filter(({ source }) => noted.has(source.uid))
  const fresh = await withoutKnown(mailstore, tx, { work, ready: mine })
  const { outcomes, changes } = await mailstore.storeAllIn(
    tx,
    fresh.map(({ source, message }) => ({
      message,
      copy: {
        accountId,
        folder: work.target,
        receivedAt: arrivalOf(source, message),
        ...marksOf(source.flags),
      },
    })),
  )
  const full = outcomes.filter((one) => one?.kind === 'over-quota').length
  const failures = fresh.flatMap(({ source }, index): Failure[] => {
    if (outcomes[index]?.kind !== 'no-folder') return []
    const { uid, size, at } = source
    return [{ folder: work.plan.path, uid, about: '', size, at, reason: 'folder' }]
  })
  await insertFailures(tx, jobId, failures)
  const imported = fresh.length - full - failures.length
  const step = { imported, skipped: mine.length - fresh.length, failed: failures.length }
  await stepMigration(tx, jobId, step)
  if (full === 0) return { changes, goesOn: true }
  // They are fetched again once there is room.
  const left = fresh.filter((_, index) => outcomes[index]?.kind === 'over-quota')
  await forgetSeen(
    tx,
    { accountId, place },
    left.map(({ source }) => source.uid),
  )
  await setStanding(tx, row, { state: 'failed', reason: 'quota' })
  return { changes, goesOn: false }
}

/** When it came there; else when it was written. Never in the future: it would stand above all new mail for years. */
function arrivalOf({ at }: SourceMessage, { parsed }: KeptMessage): Date {
  const now = new Date()
  const written = new Date(parsed.envelope.date ?? Number.NaN)
  const said = at ?? written
  return Number.isNaN(said.getTime()) || said > now || said.getTime() < 0 ? now : said
}

/**
 * What is not here yet. The same Message-ID with the same bytes in the same folder is the same mail; of a folder that
 * shows everything, a Message-ID that is here at all.
 */
async function withoutKnown(
  mailstore: PieceMeans['mailstore'],
  tx: Db,
  { work, ready }: Group,
): Promise<Ready[]> {
  const { row, plan, target: folderId } = work
  const { accountId } = row
  const ids = ready.flatMap(({ message }) => message.parsed.envelope.messageId ?? [])
  const contents = await mailstore.contentsIn(tx, { accountId, folderId }, ids)
  const elsewhere = plan.isEverything
    ? await mailstore.knownIn(tx, wholeAccount(accountId), ids)
    : new Set<string>()
  return ready.filter(({ message }) => {
    const id = message.parsed.envelope.messageId
    if (!id) return true
    return !contents.has(message.blob.hash.toString('hex')) && !elsewhere.has(id)
  })
}
