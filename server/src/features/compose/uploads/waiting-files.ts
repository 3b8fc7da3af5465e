import type { ComposeFile } from '@hongyan/contract/compose'
import { lockAccounts } from '../../../mailstore/messages/store.queries.ts'
import type { Viewer } from '../../../mailstore/types.ts'
import { releaseBlobs, retainBlobs } from '../../../platform/blobs/blobs.queries.ts'
import type { BlobStore, StoredBlob } from '../../../platform/blobs/blobs.ts'
import { bytesInMemory, holdForRequest } from '../../../platform/budget.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Signer } from '../../../platform/crypto/signer.ts'
import type { Database, Db } from '../../../platform/db/pool.ts'
import { AppError } from '../../../platform/errors.ts'
import { createGate } from '../../../platform/gate.ts'
import type { AccountId, MessageId, SessionId } from '../../../platform/ids.ts'
import type { MessageFile } from './file-rules.ts'
import { newNameOf } from './file-rules.ts'
import {
  deleteUpload,
  insertUpload,
  renameUpload,
  sweepUploads,
  touchUploads,
  type UploadRow,
  uploadsById,
  waitingBytes,
} from './uploads.queries.ts'

const ticketSeconds = 3600
const unusedMs = 3 * 24 * 3_600_000
const sweepAtOnce = 500

export interface FileDeps {
  database: Database
  blobs: BlobStore
  signer: Signer
  clock: Clock
}

/** Who asks for files. A link that a login was given obeys what that login may see when it is opened. */
export interface FileReader extends Viewer {
  sessionId?: SessionId
}

interface NewFile {
  file: Omit<MessageFile, 'bytes'>
  blob: StoredBlob
  /** The mail it comes from. */
  source?: MessageId | null
}

/** Files that wait to be sent: kept as blobs, named by rows, swept when nobody uses them. */
export type WaitingFiles = ReturnType<typeof createWaitingFiles>

/** A file is there as it was stored, and as a part of the mail that is built. */
const copies = 2

export function createWaitingFiles(options: FileDeps) {
  const { database, blobs, signer, clock } = options
  /** Of an account: many at once must not all find the same room. */
  const oneByOne = createGate({ total: Number.POSITIVE_INFINITY, share: 1 })

  const asComposeFile = (
    { accountId: account, sessionId: session }: Pick<FileReader, 'accountId' | 'sessionId'>,
    row: UploadRow,
  ): ComposeFile => ({
    fileId: row.id,
    fileName: row.fileName,
    size: row.size,
    type: row.type,
    contentId: row.contentId,
    url: `/api/file/${row.contentId === null ? 'download' : 'showSendMailPicture'}/${signer.sign({ kind: 'upload', account, session, upload: row.id }, ticketSeconds)}`,
  })

  const keepIn = async (
    tx: Db,
    accountId: AccountId,
    { file, blob }: NewFile,
  ): Promise<ComposeFile> =>
    asComposeFile({ accountId }, await insertFile(options, tx, { accountId, file, blob }))

  return {
    /** Room is asked for before anything is stored: what is refused leaves nothing on disk. @throws upload.full */
    keep: async (accountId: AccountId, file: MessageFile): Promise<ComposeFile> =>
      asComposeFile(
        { accountId },
        await oneByOne.run(() => keep(options, accountId, file), turnOf(accountId)),
      ),

    /** A file whose content is stored and whose room was asked for, in the caller's transaction. */
    keepIn,
    refuseOverQuota,

    /** Files of a stored mail, or of no mail, taken over without an upload; they count in that mail already. */
    takeOver: async (
      reader: Pick<FileReader, 'accountId' | 'sessionId'>,
      { source, files }: { source: MessageId | null; files: readonly MessageFile[] },
    ): Promise<ComposeFile[]> => {
      const stored = await blobs.putMany(files.map((file) => file.bytes))
      const rows = await database.transaction(async (tx) => {
        const { accountId } = reader
        const kept: UploadRow[] = []
        for (const [index, blob] of stored.entries()) {
          const file = files[index]
          if (file) kept.push(await insertFile(options, tx, { accountId, file, blob, source }))
        }
        return kept
      })
      return rows.map((row) => asComposeFile(reader, row))
    },

    /** In the order of the ids. @throws item.not-found when one of them is not there, or not for this reader */
    find: async (reader: FileReader, ids: readonly number[]): Promise<UploadRow[]> => {
      const rows = await uploadsById(database, reader, ids)
      return ids.map((id) => {
        const row = rows.find((one) => one.id === id)
        if (!row) throw new AppError('item.not-found')
        return row
      })
    },
    /** In the order of the ids, without those that are gone. */
    describe: async (reader: FileReader, ids: readonly number[]): Promise<ComposeFile[]> =>
      (await uploadsById(database, reader, ids))
        .sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
        .map((row) => asComposeFile(reader, row)),
    load: async (rows: readonly UploadRow[]): Promise<MessageFile[]> => {
      const size = rows.reduce((sum, row) => sum + row.size, 0)
      if (size > 0) await holdForRequest(bytesInMemory(), size * copies)
      return Promise.all(rows.map(async (row) => ({ ...row, bytes: await blobs.get(row.blob) })))
    },
    /** @throws upload.ending, upload.no-name, item.not-found */
    rename: async (reader: FileReader, id: number, fileName: string): Promise<ComposeFile> =>
      asComposeFile(reader, await rename(database, reader, { id, fileName })),
    touch: (tx: Db, accountId: AccountId, ids: readonly number[]) =>
      touchUploads(tx, accountId, { ids, now: clock.now() }),

    /** A file that a draft holds, or a mail that may come back, stays for it. @throws item.not-found */
    remove: (reader: FileReader, id: number) => remove(options, reader, id),
    /** What a signed link to a waiting file opens; null when it is gone. */
    open: (reader: FileReader, id: number) => open(options, reader, id),

    /** Takes away what nobody used for three days and no draft names. */
    sweep: () => sweep(options),
  }
}

const turnOf = (accountId: AccountId) => ({ who: String(accountId) })

async function keep(
  options: FileDeps,
  accountId: AccountId,
  file: MessageFile,
): Promise<UploadRow> {
  const { database, blobs } = options
  await database.transaction((tx) => refuseOverQuota(tx, accountId, file.bytes.length))
  const blob = await blobs.put(file.bytes)
  return database.transaction(async (tx) => {
    await refuseOverQuota(tx, accountId, blob.size)
    return insertFile(options, tx, { accountId, file, blob })
  })
}

interface Inserting extends NewFile {
  accountId: AccountId
}

async function insertFile({ clock }: FileDeps, tx: Db, one: Inserting): Promise<UploadRow> {
  const { accountId, file, blob, source = null } = one
  await retainBlobs(tx, [blob])
  const { fileName, type, contentId } = file
  const upload = { fileName, type, contentId, source, blob: blob.hash, size: blob.size }
  return insertUpload(tx, accountId, { upload, now: clock.now() })
}

function remove({ database, clock }: FileDeps, reader: FileReader, id: number): Promise<void> {
  const since = unusedSince(clock)
  return database.transaction(async (tx) => {
    const [row] = await uploadsById(tx, reader, [id])
    if (!row) throw new AppError('item.not-found')
    await releaseBlobs(tx, await deleteUpload(tx, reader.accountId, { id, since }))
  })
}

function rename(
  database: Database,
  reader: FileReader,
  { id, fileName }: { id: number; fileName: string },
): Promise<UploadRow> {
  return database.transaction(async (tx) => {
    const [row] = await uploadsById(tx, reader, [id])
    if (!row) throw new AppError('item.not-found')
    const named = { ...row, fileName: newNameOf(row.fileName, fileName) }
    await renameUpload(tx, reader.accountId, named)
    return named
  })
}

async function open({ database, blobs }: FileDeps, reader: FileReader, id: number) {
  const [row] = await uploadsById(database, reader, [id])
  if (!row) return null
  const { fileName: name, type, contentId, size } = row
  if (size > 0) await holdForRequest(bytesInMemory(), size * copies)
  return { bytes: await blobs.get(row.blob), name, type, inline: contentId !== null }
}

const unusedSince = (clock: Clock): Date => new Date(clock.now().getTime() - unusedMs)

async function sweep({ database, clock }: FileDeps): Promise<void> {
  const before = unusedSince(clock)
  for (let count = sweepAtOnce; count === sweepAtOnce; ) {
    count = await database.transaction(async (tx) => {
      const released = await sweepUploads(tx, before, sweepAtOnce)
      await releaseBlobs(tx, released)
      return released.length
    })
  }
}

/** Waiting files and those on their way count against the quota; behind the account's lock, so that many at once cannot pass it (P15). */
async function refuseOverQuota(tx: Db, accountId: AccountId, size: number): Promise<void> {
  const [account] = await lockAccounts(tx, [accountId])
  const waiting = await waitingBytes(tx, accountId)
  if (!account || account.used + waiting + size > account.quota) throw new AppError('upload.full')
}
