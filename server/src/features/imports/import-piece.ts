import { FolderEmptying } from '../../mailstore/folders/folder-emptying.ts'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import { isRefusedValue } from '../../mailstore/messages/bare-message.ts'
import { groupSize } from '../../mailstore/messages/writer.ts'
import type {
  Change,
  CopyOutcome,
  KeptMessage,
  NewCopy,
  PreparedMessage,
} from '../../mailstore/types.ts'
import { releaseBlobs } from '../../platform/blobs/blobs.queries.ts'
import type { Database, Db } from '../../platform/db/pool.ts'
import type { AccountId } from '../../platform/ids.ts'
import {
  endImport,
  findImport,
  type ImportRow,
  insertItems,
  lockImport,
  type Reason,
  stepImport,
  takeItems,
  type WaitingMail,
  waitingMails,
} from './imports.queries.ts'

/** Mails of one transaction: some tens of milliseconds, so that deliveries hardly wait. */
const maxPiece = 32
const maxPieceBytes = 24 * 1024 * 1024

export interface PieceMeans {
  database: Database
  mailstore: Pick<
    Mailstore,
    | 'whileReading'
    | 'prepare'
    | 'keepAll'
    | 'knownIn'
    | 'storeAllIn'
    | 'withoutRefused'
    | 'announce'
    | 'folder'
  >
}

type Went = boolean | 'later'

/** A waiting mail, taken apart. */
interface Opened {
  waiting: WaitingMail
  message: PreparedMessage
}

/** An opened mail whose bytes are on disk. */
interface Ready extends Opened {
  message: KeptMessage
}

/**
 * How an imported mail is stored: at the date it was written, else at that of its file, never in the future, and as
 * nobody's news.
 */
export function importedCopy(
  { parsed }: PreparedMessage,
  to: Pick<NewCopy, 'accountId' | 'folder' | 'seen' | 'starred'>,
  fileAt: Date | null,
): NewCopy {
  const now = new Date()
  const written = new Date(parsed.envelope.date ?? Number.NaN)
  // A date that is none compares as false.
  const known = [written, fileAt].find((one) => one && one <= now)
  return { ...to, receivedAt: known ?? now }
}

/**
 * Puts the next waiting mails of an import into its folder: they leave the list in the same transaction, so that a crash
 * loses none and brings none in twice. While the folder is being emptied it waits: what comes would go with the rest.
 * @returns false when there is nothing more to do now
 */
export async function importPiece(
  means: PieceMeans,
  accountId: AccountId,
  jobId: number,
): Promise<Went> {
  const { database, mailstore } = means
  const place = { accountId, jobId }
  const seen = await findImport(database, accountId, jobId)
  if (seen?.state !== 'running') return false
  const piece = firstOf(await waitingMails(database, seen, maxPiece))
  if (piece.length > 0) {
    if ((await mailstore.folder(accountId, seen.folderId))?.emptying) return 'later'
    return mailstore.whileReading(piece, async (read) => {
      const ready: Opened[] = []
      for (const waiting of piece)
        ready.push({ waiting, message: await mailstore.prepare(await read(waiting)) })
      return storeInGroups(means, place, await keptAll(mailstore, ready))
    })
  }
  await database.transaction(async (tx) => {
    const row = await lockImport(tx, accountId, jobId)
    if (row?.state === 'running' && !row.open)
      await endImport(tx, accountId, { jobId, state: 'done' })
  })
  return false
}

/** On disk before the transaction, which deliveries wait for. */
async function keptAll(
  mailstore: PieceMeans['mailstore'],
  ready: readonly Opened[],
): Promise<Ready[]> {
  const kept = await mailstore.keepAll(ready.map(({ message }) => message))
  return ready.flatMap(({ waiting }, index) => {
    const message = kept[index]
    return message ? [{ waiting, message }] : []
  })
}

async function storeInGroups(
  means: PieceMeans,
  place: { accountId: AccountId; jobId: number },
  ready: readonly Ready[],
): Promise<Went> {
  for (let at = 0; at < ready.length; ) {
    const rest = ready.slice(at)
    const count = groupSize(rest.map(({ message }) => message))
    const went = await storeReady(means, place, rest.slice(0, count))
    if (went !== true) return went
    at += count
  }
  return true
}

/** One bad mail never stops an import: when a piece is refused each mail is tried alone, and then without its values. */
async function storeReady(
  means: PieceMeans,
  place: { accountId: AccountId; jobId: number },
  ready: readonly Ready[],
): Promise<Went> {
  const { database, mailstore } = means
  try {
    const changes = await database.transaction(async (tx) => {
      const row = await lockImport(tx, place.accountId, place.jobId)
      return row?.state === 'running' ? storePiece(mailstore, tx, { row, all: ready }) : null
    })
    mailstore.announce(changes ?? [])
    return changes !== null
  } catch (thrown) {
    if (thrown instanceof FolderEmptying) return 'later'
    const [first] = ready
    if (first && ready.length === 1) {
      const message = mailstore.withoutRefused(first.message, thrown)
      return storeReady(means, place, [{ ...first, message }])
    }
    if (!isRefusedValue(thrown)) throw thrown
    for (const one of ready) {
      const went = await storeReady(means, place, [one])
      if (went !== true) return went
    }
    return true
  }
}

function firstOf(waiting: readonly WaitingMail[]): WaitingMail[] {
  let bytes = 0
  return waiting.filter(({ size }, index) => {
    bytes += size
    return index === 0 || bytes <= maxPieceBytes
  })
}

async function storePiece(
  mailstore: PieceMeans['mailstore'],
  tx: Db,
  { row, all }: { row: ImportRow; all: readonly Ready[] },
): Promise<Change[]> {
  const { accountId, folderId: folder } = row
  const seqs = all.map(({ waiting }) => waiting.seq)
  const rows = await takeItems(tx, row, seqs)
  const taken = new Map(rows.map(({ seq, blob }) => [seq, blob]))
  // What another process has done meanwhile is done.
  const ready = all.filter(({ waiting }) => taken.has(waiting.seq))
  const fresh = row.skipDuplicates ? await withoutKnown(mailstore, tx, { row, ready }) : ready
  const { outcomes, changes } = await mailstore.storeAllIn(
    tx,
    fresh.map(({ message, waiting: { seen, starred } }) => ({
      message,
      copy: importedCopy(message, { accountId, folder, seen, starred }, null),
    })),
  )
  await releaseBlobs(tx, [...taken.values()])
  const failed = fresh.flatMap(({ waiting: { name } }, index) => {
    const reason = reasonOf(outcomes[index])
    return reason === null ? [] : [{ name, reason }]
  })
  await insertItems(tx, row, failed)
  await stepImport(tx, row, {
    imported: fresh.length - failed.length,
    skipped: ready.length - fresh.length,
    failed: failed.length,
  })
  return changes
}

function reasonOf(outcome: CopyOutcome | undefined): Reason | null {
  if (outcome?.kind === 'over-quota') return 'quota'
  return outcome?.kind === 'no-folder' ? 'folder' : null
}

/** The mails whose Message-ID is not there yet; of several with one, the first. */
async function withoutKnown(
  mailstore: PieceMeans['mailstore'],
  tx: Db,
  { row: { accountId, hidden }, ready }: { row: ImportRow; ready: readonly Ready[] },
): Promise<Ready[]> {
  const ids = ready.flatMap(({ message }) => message.parsed.envelope.messageId ?? [])
  const known = await mailstore.knownIn(tx, { accountId, hidden }, ids)
  return ready.filter(({ message }) => {
    const id = message.parsed.envelope.messageId
    if (!id) return true
    const isNew = !known.has(id)
    known.add(id)
    return isNew
  })
}
