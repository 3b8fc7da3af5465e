import type { ImportProgress } from '@hongyan/contract/imports'
import { limits } from '@hongyan/contract/limits'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { Viewer } from '../../mailstore/types.ts'
import { releaseBlobs } from '../../platform/blobs/blobs.queries.ts'
import type { BlobStore } from '../../platform/blobs/blobs.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Db } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import { createGate } from '../../platform/gate.ts'
import { type AccountId, asId, type FolderId } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { createPiecework, jobPlace } from '../../platform/jobs/piecework.ts'
import { importedCopy, importPiece } from './import-piece.ts'
import {
  closeImport,
  closeLeftImports,
  endImport,
  failuresOf,
  findImport,
  type ImportRow,
  insertImport,
  lockImport,
  runningImports,
  sweepImports,
  takeAllItems,
} from './imports.queries.ts'
import { mailsOf } from './mail-files.ts'
import { type ReceivedFile, receiveFile } from './receiving.ts'

/** Files that are read at once in this process: each holds a thread for as long as it lasts. */
const readersAtOnce = { total: 1 }
/** A browser that sends nothing for so long has gone away. */
const idleMs = 10 * 60_000

export interface ImportRequest {
  mailboxId: number
  jobId?: number | undefined
  skipDuplicates: boolean
}

interface Options {
  database: Database
  mailstore: Mailstore
  blobs: BlobStore
  jobs: Jobs
  clock: Clock
}

export type Imports = ReturnType<typeof createImports>

/** Mail from files: kept as it comes, put into its folder by a job. */
export function createImports(options: Options) {
  const { database, mailstore, jobs } = options
  const { enqueue } = createPiecework(
    { database, jobs },
    {
      task: 'import-mail',
      place: jobPlace,
      piece: ({ accountId, jobId }) => importPiece(options, accountId, jobId),
    },
  )
  const readers = createGate(readersAtOnce)
  /** An import into a folder that the caller may not see now is as if it were not there. */
  const refuseHidden = ({ hidden }: Viewer, row: ImportRow | null): void => {
    if (!row || hidden.includes(row.folderId)) throw new AppError('item.not-found')
  }
  const progressOf = async (accountId: AccountId, jobId: number): Promise<ImportProgress> => {
    const row = await findImport(database, accountId, jobId)
    if (!row) throw new AppError('item.not-found')
    return asProgress(database, row)
  }
  return {
    /** For the command line: the same reading of files, and the same copies. */
    mailsOf,
    importedCopy,

    /** @throws folder.not-found, folder.locked, mail.bad-target, trash.emptying, item.not-found */
    begin: async (viewer: Viewer, request: ImportRequest): Promise<ImportRow> => {
      const folderId = await targetOf(mailstore, viewer, request.mailboxId)
      return importOf(database, viewer, { ...request, folderId })
    },

    /** Takes the mails of a file that lies on disk, one file of an account at a time. */
    receive: async (row: ImportRow, file: ReceivedFile): Promise<ImportProgress> => {
      await readers.run(() =>
        receiveFile(options, row, { file, kept: () => enqueue(database, placeOf(row)) }),
      )
      return progressOf(row.accountId, row.jobId)
    },

    /** @throws item.not-found */
    finish: async (viewer: Viewer, jobId: number): Promise<ImportProgress> => {
      const { accountId } = viewer
      await database.transaction(async (tx) => {
        refuseHidden(viewer, await lockImport(tx, accountId, jobId))
        if ((await closeImport(tx, accountId, jobId)) > 0) await enqueue(tx, { accountId, jobId })
      })
      return progressOf(accountId, jobId)
    },

    state: async ({ accountId, hidden }: Viewer, jobId: number | undefined) => {
      const one = jobId === undefined ? null : await findImport(database, accountId, jobId)
      const rows = jobId === undefined ? await runningImports(database, accountId) : [one]
      const list: ImportProgress[] = []
      for (const row of rows) {
        if (row && !hidden.includes(row.folderId)) list.push(await asProgress(database, row))
      }
      return { list }
    },

    /** What was brought in stays, what waits is let go. @throws item.not-found when it does not run */
    stop: (viewer: Viewer, jobId: number): Promise<void> =>
      database.transaction(async (tx) => {
        const { accountId } = viewer
        refuseHidden(viewer, await lockImport(tx, accountId, jobId))
        const ended = await endImport(tx, accountId, { jobId, state: 'stopped' })
        if (ended === 0) throw new AppError('item.not-found')
        await releaseBlobs(tx, await takeAllItems(tx, accountId, jobId))
      }),

    /** Brings in what a browser has left that went away without saying that it was all. */
    closeLeft: (): Promise<void> =>
      database.transaction(async (tx) => {
        const before = new Date(options.clock.now().getTime() - idleMs)
        for (const place of await closeLeftImports(tx, before)) await enqueue(tx, place)
      }),
    sweep: () => sweepImports(database),
  }
}

const placeOf = ({ accountId, jobId }: ImportRow) => ({ accountId, jobId })

async function asProgress(db: Db, row: ImportRow): Promise<ImportProgress> {
  const { jobId, folderId: mailboxId, state, total, imported, skipped, failed } = row
  const looked = imported + skipped + failed
  const failures = failed === 0 ? [] : await failuresOf(db, row, limits.importFailures)
  return { jobId, mailboxId, state, total, looked, imported, skipped, failed, failures }
}

/** Drafts are written here and nowhere else. */
async function targetOf(
  mailstore: Mailstore,
  { accountId, hidden }: Viewer,
  mailboxId: number,
): Promise<FolderId> {
  const folder = await mailstore.folder(accountId, asId<FolderId>(mailboxId))
  if (!folder) throw new AppError('folder.not-found')
  if (hidden.includes(folder.id)) throw new AppError('folder.locked')
  if (folder.role === 'drafts') throw new AppError('mail.bad-target')
  if (folder.emptying) throw new AppError('trash.emptying')
  return folder.id
}

/** The import that a file belongs to: a new one, or one that still takes files for this folder. */
async function importOf(
  database: Database,
  { accountId, hidden }: Viewer,
  { jobId, folderId, skipDuplicates }: ImportRequest & { folderId: FolderId },
): Promise<ImportRow> {
  if (jobId === undefined) {
    return insertImport(database, accountId, { folderId, skipDuplicates, hidden })
  }
  const row = await findImport(database, accountId, jobId)
  if (!row?.open || row.folderId !== folderId) throw new AppError('item.not-found')
  return row
}
