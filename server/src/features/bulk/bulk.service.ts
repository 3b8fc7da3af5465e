import type { BulkAction, BulkProgress } from '@hongyan/contract/bulk'
import type { ListFilter } from '@hongyan/contract/messages'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { FolderRole, Viewer } from '../../mailstore/types.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Db } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import type { Events } from '../../platform/events/events.ts'
import { type AccountId, asId, type FolderId } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { createPiecework, jobPlace } from '../../platform/jobs/piecework.ts'
import type { Log } from '../../platform/log.ts'
import {
  type BulkRow,
  endBulk,
  insertBulk,
  insertMoves,
  lockBulk,
  runningBulks,
  stepBulk,
  sweepBulks,
  undoableBulk,
} from './bulk.queries.ts'
import { type PieceDone, runPiece } from './bulk-piece.ts'

/** Topic of the announcement how far an action is. */
export const bulkTopic = 'bulk.progress'

export interface BulkNews {
  accountId: AccountId
  progress: BulkProgress
  /** Folders that the action takes mail from or puts mail into: who may not see one of them is told nothing. */
  places: FolderId[]
}

/** What an action moved can be put back for so long after its end. */
const undoMs = 10 * 60_000

export interface BulkRequest {
  mailboxId: number
  action: BulkAction
  filter: ListFilter
  targetMailboxId?: number | undefined
}

interface Options {
  database: Database
  mailstore: Mailstore
  jobs: Jobs
  events: Events
  clock: Clock
  log: Log
}

export type Bulk = ReturnType<typeof createBulk>

type Folders = Awaited<ReturnType<Mailstore['folders']>>

/**
 * Actions on all mail of a folder. They go through the folder by UID in pieces; each piece, with how far it came, is
 * one transaction: a crash between two loses nothing and does nothing twice.
 */
export function createBulk(options: Options) {
  const { database, mailstore } = options
  const { tell, enqueue, markEmptying } = workOf(options)

  return {
    sweep: () => sweepBulks(database),

    start: async (viewer: Viewer, request: BulkRequest): Promise<BulkProgress> => {
      const { accountId } = viewer
      const folders = await mailstore.folders(accountId)
      const folder = folders.find(({ id }) => id === request.mailboxId)
      if (!folder) throw new AppError('folder.not-found')
      if (viewer.hidden.includes(folder.id)) throw new AppError('folder.locked')
      const targetId = targetOf(folders, viewer, { ...request, folder })
      const touched = folders.filter(({ id }) => id === folder.id || id === targetId)
      if (touched.some(({ emptying }) => emptying)) throw new AppError('trash.emptying')
      const row = await database.transaction(async (tx) => {
        const { action, filter } = request
        const { uidNext: untilUid, total, id: folderId } = folder
        const values = { accountId, folderId, action, targetId, filter, untilUid, total }
        const inserted = await insertBulk(tx, values)
        if (!inserted) throw new AppError('mail.busy')
        await enqueue(tx, inserted)
        return inserted
      })
      await markEmptying(row)
      return tell(row)
    },

    /** @throws item.not-found, folder.not-found, folder.locked, trash.emptying, mail.busy */
    undo: async (viewer: Viewer, jobId: number): Promise<BulkProgress> => {
      const { accountId } = viewer
      const since = new Date(options.clock.now().getTime() - undoMs)
      const done = await undoableBulk(database, accountId, { jobId, since })
      if (!done) throw new AppError('item.not-found')
      const { folderId, changed: total } = done
      const folders = await mailstore.folders(accountId)
      if (!folders.some(({ id }) => id === folderId)) throw new AppError('folder.not-found')
      const touched = folders.filter(({ id }) => id === folderId || done.into.includes(id))
      if (touched.some(({ id }) => viewer.hidden.includes(id))) throw new AppError('folder.locked')
      if (touched.some(({ emptying }) => emptying)) throw new AppError('trash.emptying')
      const row = await database.transaction(async (tx) => {
        const values = { accountId, folderId, action: 'undo' as const, targetId: null, total }
        const made = { ...values, filter: 'all' as const, untilUid: 0, undoOf: jobId }
        const inserted = await insertBulk(tx, made)
        if (!inserted) throw new AppError('mail.busy')
        await enqueue(tx, inserted)
        return inserted
      })
      return tell(row)
    },
    running: async (viewer: Viewer): Promise<{ list: BulkProgress[] }> => {
      const rows = await runningBulks(database, viewer.accountId)
      return { list: rows.filter((row) => isSeenBy(viewer, row)).map(progressOf) }
    },

    /** @throws item.not-found when it does not run */
    stop: async (viewer: Viewer, jobId: number): Promise<void> => {
      const { accountId } = viewer
      const row = await database.transaction(async (tx) => {
        const held = await lockBulk(tx, accountId, jobId)
        const isThere = held !== null && isSeenBy(viewer, held)
        return isThere ? endBulk(tx, accountId, { jobId, state: 'stopped' }) : null
      })
      if (!row) throw new AppError('item.not-found')
      await markEmptying(row)
      tell(row)
    },
  }
}

/** The work itself, as a job. */
function workOf({ database, mailstore, jobs, events, log }: Options) {
  const tell = (row: BulkRow): BulkProgress => {
    const progress = progressOf(row)
    const news: BulkNews = { accountId: row.accountId, progress, places: placesOf(row) }
    events.announce(bulkTopic, news)
    return progress
  }
  /** While mail is deleted for good nobody deletes into the folder (MAILLIST-27). */
  const markEmptying = async ({ action, accountId, folderId, state }: BulkRow): Promise<void> => {
    if (action === 'destroy') {
      await mailstore.setEmptying(accountId, folderId, state === 'running')
    }
  }

  /** One piece; false when there is nothing more to do. */
  const step = async (accountId: AccountId, jobId: number): Promise<boolean> => {
    const done = await database.transaction(async (tx): Promise<PieceDone | null> => {
      const row = await lockBulk(tx, accountId, jobId)
      if (row?.state !== 'running') return null
      const { changes, moves, ...piece } = await runPiece(mailstore, tx, row)
      await insertMoves(tx, row, moves)
      return { changes, row: await stepBulk(tx, row, piece) }
    })
    if (!done) return false
    mailstore.announce(done.changes)
    await markEmptying(done.row)
    tell(done.row)
    return done.row.state === 'running'
  }

  const { enqueue } = createPiecework(
    { database, jobs },
    {
      task: 'bulk-action',
      place: jobPlace,
      piece: ({ accountId, jobId }) => step(accountId, jobId),
      fail: async ({ accountId, jobId }, { code }) => {
        log.info({ code }, 'an action on a folder ended')
        const row = await endBulk(database, accountId, { jobId, state: 'failed' })
        if (!row) return
        await markEmptying(row)
        tell(row)
      },
    },
  )
  return { tell, markEmptying, enqueue: (db: Db, row: BulkRow) => enqueue(db, placeOf(row)) }
}

const placeOf = ({ accountId, jobId }: BulkRow) => ({ accountId, jobId })

interface Wanted extends BulkRequest {
  folder: Folders[number]
}

/** Folder of a role that an action moves mail to. */
const roleOfAction: Partial<Record<BulkAction, FolderRole>> = {
  archive: 'archive',
  recycle: 'trash',
  spam: 'junk',
}

/** Where an action moves mail; null when it stays or each mail has its own place. */
function targetOf(
  folders: Folders,
  viewer: Viewer,
  { folder, action, targetMailboxId }: Wanted,
): FolderId | null {
  const { role } = folder
  if (action === 'destroy' && role !== 'trash' && role !== 'junk' && role !== 'drafts')
    throw new AppError('mail.not-deletable')
  if (action === 'restore' && role !== 'trash' && role !== 'junk')
    throw new AppError('mail.bad-target')
  const wanted = roleOfAction[action]
  if (action !== 'move' && !wanted) return null
  const target = folders.find((one) =>
    wanted ? one.role === wanted : one.id === asId<FolderId>(targetMailboxId ?? 0),
  )
  if (!target) throw new AppError('folder.not-found')
  if (viewer.hidden.includes(target.id)) throw new AppError('folder.locked')
  if (target.id === folder.id) throw new AppError('mail.same-folder')
  const draftsOut = role === 'drafts' && target.role !== 'trash'
  if (target.role === 'drafts' || draftsOut) throw new AppError('mail.bad-target')
  return target.id
}

const placesOf = ({ folderId, targetId, undoFrom }: BulkRow): FolderId[] =>
  targetId === null ? [folderId, ...undoFrom] : [folderId, targetId]

const isSeenBy = ({ hidden }: Viewer, row: BulkRow): boolean =>
  placesOf(row).every((place) => !hidden.includes(place))

const moving = new Set<BulkRow['action']>(['move', 'archive', 'recycle', 'spam', 'restore'])

const progressOf = (row: BulkRow): BulkProgress => {
  const { jobId, folderId: mailboxId, action, state, looked, total, changed } = row
  const undoable = state !== 'running' && changed > 0 && moving.has(action)
  return { jobId, mailboxId, action, state, looked, total, changed, undoable }
}
