import { FolderEmptying } from '../../mailstore/folders/folder-emptying.ts'
import { isRefusedValue } from '../../mailstore/messages/bare-message.ts'
import type { Change, KeptMessage } from '../../mailstore/types.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { FolderId } from '../../platform/ids.ts'
import { marksOf } from './flags.ts'
import { type FolderAtWork, type PieceMeans, placeOf } from './folder-at-work.ts'
import {
  type Failure,
  forgetSeen,
  insertFailures,
  lockRunning,
  noteKnown,
  noteSeen,
  setStanding,
  stepMigration,
} from './migration.queries.ts'
import type { SourceMessage } from './sources/source.ts'
import { lockedFolders } from './target-folders.ts'

export interface Ready {
  source: SourceMessage
  message: KeptMessage
}

/**
 * One bad mail never stops the others: when a group is refused each is tried alone, and then without its values.
 * @returns how many were here already; null when somebody has stopped it
 */
export async function storeReady(
  means: PieceMeans,
  work: FolderAtWork,
  ready: readonly Ready[],
): Promise<number | null> {
  const { database, mailstore } = means
  const hidden = work.plan.isEverything ? await lockedFolders(mailstore, work.row.accountId) : []
  try {
    const done = await database.transaction((tx) => storeGroup(means, tx, { work, ready, hidden }))
    mailstore.announce(done.changes)
    return done.goesOn ? done.known : null
  } catch (thrown) {
    const [first] = ready
    if (first && ready.length === 1 && isRefusedValue(thrown)) {
      const message = mailstore.withoutRefused(first.message, thrown)
      return storeReady(means, work, [{ ...first, message }])
    }
    if (thrown instanceof FolderEmptying) return null
    if (!isRefusedValue(thrown)) throw thrown
    let sum = 0
    for (const one of ready) {
      const known = await storeReady(means, work, [one])
      if (known === null) return null
      sum += known
    }
    return sum
  }
}

interface Group {
  work: FolderAtWork
  ready: readonly Ready[]
  /** Folders with a password: what is in them is not looked at. */
  hidden: readonly FolderId[]
}

interface Stored {
  changes: Change[]
  goesOn: boolean
  /** Those that were here already. */
  known: number
}

async function storeGroup(
  { mailstore, holder }: PieceMeans,
  tx: Db,
  { work, ready, hidden }: Group,
): Promise<Stored> {
  const { accountId, jobId } = work.row
  const row = await lockRunning(tx, { accountId, jobId, holder })
  if (!row) return { changes: [], goesOn: false, known: 0 }
  const at = { accountId, place: placeOf(work), jobId }
  const noted = await noteSeen(
    tx,
    at,
    ready.map(({ source }) => source.uid),
  )
  // What another process has done meanwhile is done.
  const mine = ready.filter(({ source }) => noted.has(source.uid))
  const fresh = await withoutKnown(mailstore, tx, { work, ready: mine, hidden })
  const isFresh = new Set(fresh)
  const known = mine.filter((one) => !isFresh.has(one))
  await noteKnown(
    tx,
    at,
    known.map(({ source }) => source.uid),
  )
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
  await stepMigration(tx, jobId, { imported: fresh.length - full - failures.length })
  const done = { changes, known: known.length }
  if (full === 0) return { ...done, goesOn: true }
  // They are fetched again once there is room.
  const left = fresh.filter((_, index) => outcomes[index]?.kind === 'over-quota')
  await forgetSeen(
    tx,
    at,
    left.map(({ source }) => source.uid),
  )
  await setStanding(tx, row, { state: 'failed', reason: 'quota' })
  return { ...done, goesOn: false }
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
  { work, ready, hidden }: Group,
): Promise<Ready[]> {
  const { row, plan, target: folderId } = work
  const { accountId } = row
  const ids = ready.flatMap(({ message }) => message.parsed.envelope.messageId ?? [])
  const contents = await mailstore.contentsIn(tx, { accountId, folderId }, ids)
  const elsewhere = plan.isEverything
    ? await mailstore.knownIn(tx, { accountId, hidden }, ids)
    : new Set<string>()
  return ready.filter(({ message }) => {
    const id = message.parsed.envelope.messageId
    if (!id) return true
    return !contents.has(message.blob.hash.toString('hex')) && !elsewhere.has(id)
  })
}
