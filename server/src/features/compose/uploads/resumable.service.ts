import { createHash } from 'node:crypto'
import type { ComposeFile } from '@hongyan/contract/compose'
import type { Parsed } from '@hongyan/contract/endpoint'
import { limits } from '@hongyan/contract/limits'
import type { UploadState, uploads } from '@hongyan/contract/uploads'
import { lockAccounts } from '../../../mailstore/messages/store.queries.ts'
import { type Viewer, wholeAccount } from '../../../mailstore/types.ts'
import { releaseBlobs, retainBlobs } from '../../../platform/blobs/blobs.queries.ts'
import type { BlobStore } from '../../../platform/blobs/blobs.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Db } from '../../../platform/db/pool.ts'
import { AppError } from '../../../platform/errors.ts'
import { createGate, type Gate } from '../../../platform/gate.ts'
import { type AccountId, asId } from '../../../platform/ids.ts'
import { hashInTurns, inTurns } from '../../../platform/in-turns.ts'
import { foldName } from '../../../platform/names/unique-names.ts'
import { fileNameOf, fileType, isRefusedName } from './file-rules.ts'
import {
  addChunk,
  type Chunk,
  chunkAt,
  chunksOf,
  deleteOpenUpload,
  dropChunks,
  insertOpenUpload,
  lockOpenUpload,
  type OpenUpload,
  openUpload,
  openUploadByKey,
  settleOpenUpload,
  sweepOpenUploads,
  unfinishedUploads,
} from './resumable.queries.ts'
import { uploadsById } from './uploads.queries.ts'
import type { IncomingFile } from './uploads.service.ts'
import type { WaitingFiles } from './waiting-files.ts'

/** Files that are put together at once in this process. */
const finishesAtOnce = { total: 4, share: 2 }
/** A half upload that nobody touches is taken away after a day. */
const abandonedMs = 24 * 3_600_000
const sweepAtOnce = 100

export type StartUpload = Parsed<typeof uploads.start>['body']
export type FinishUpload = Parsed<typeof uploads.finish>['body']
export interface ChunkPlace {
  uploadId: number
  offset: number
}

interface Deps {
  database: Database
  blobs: BlobStore
  files: WaitingFiles
  clock: Clock
}

/**
 * Attachments that come in by chunks (decision G81). A chunk is a blob and a row once it is answered, so it outlives
 * a crash; the row of the upload is locked while a chunk is added, so two at once cannot both be the next one. The
 * whole is never in memory: its SHA-256 is computed and its blob is written chunk by chunk.
 */
export function createResumableUploads(deps: Deps) {
  const { database, clock } = deps
  const finishGate = createGate(finishesAtOnce)
  /** Chunks of one upload: of two for the same place one would be stored for nothing. */
  const oneByOne = createGate({ total: Number.POSITIVE_INFINITY, share: 1 })
  return {
    /** @throws upload.too-big, upload.empty, upload.suffix, the limits of one mail, upload.full, request.too-many */
    start: async (
      viewer: Viewer,
      request: StartUpload,
      refusedSuffixes: readonly string[],
    ): Promise<UploadState> => {
      checkFile(request, refusedSuffixes)
      const open = await database.transaction((tx) => begin(deps, tx, { viewer, request }))
      return stateOf(deps, viewer.accountId, open)
    },

    /** @throws item.not-found, upload.offset, request.invalid, request.too-large */
    put: (accountId: AccountId, place: ChunkPlace, receive: () => Promise<IncomingFile>) =>
      put(deps, { accountId, place, oneByOne }, receive),

    /** @throws item.not-found */
    state: async (accountId: AccountId, id: number): Promise<UploadState> =>
      stateOf(deps, accountId, await found(openUpload(database, accountId, id))),

    /** @throws upload.integrity, upload.unfinished, and whatever start refuses */
    finish: (
      viewer: Viewer,
      request: FinishUpload,
      refusedSuffixes: readonly string[],
    ): Promise<ComposeFile> =>
      finishGate.run(async () => {
        const open = await found(openUpload(database, viewer.accountId, request.uploadId))
        checkFile(open, refusedSuffixes)
        return finish(deps, { viewer, open, request })
      }),

    /** @throws item.not-found */
    abort: (accountId: AccountId, id: number): Promise<void> =>
      database.transaction(async (tx) => {
        await found(lockOpenUpload(tx, accountId, id))
        await releaseBlobs(tx, await dropChunks(tx, accountId, id))
        await deleteOpenUpload(tx, accountId, id)
      }),

    /** Takes away what nobody touched for a day. */
    sweep: async (): Promise<void> => {
      const before = new Date(clock.now().getTime() - abandonedMs)
      for (let swept = sweepAtOnce; swept === sweepAtOnce; ) {
        swept = await database.transaction(async (tx) => {
          const { count, blobs } = await sweepOpenUploads(tx, before, sweepAtOnce)
          await releaseBlobs(tx, blobs)
          return count
        })
      }
    },
  }
}

async function found(row: Promise<OpenUpload | null>): Promise<OpenUpload> {
  const open = await row
  if (!open) throw new AppError('item.not-found')
  return open
}

async function stateOf(
  { files }: Deps,
  accountId: AccountId,
  { id, size, received, fileId }: OpenUpload,
): Promise<UploadState> {
  const [file] = fileId === null ? [] : await files.describe(wholeAccount(accountId), [fileId])
  return { uploadId: id, size, received, chunkSize: limits.uploadChunk, file: file ?? null }
}

function checkFile(
  { fileName, size }: Pick<OpenUpload, 'fileName' | 'size'>,
  refusedSuffixes: readonly string[],
): void {
  if (size === 0) throw new AppError('upload.empty')
  if (size > limits.upload) throw new AppError('upload.too-big')
  if (isRefusedName(fileName, refusedSuffixes)) throw new AppError('upload.suffix')
}

interface Starting {
  viewer: Viewer
  request: StartUpload
}

/** Behind the lock of the account: of many starts at once none passes a limit unseen (P15). */
async function begin(deps: Deps, tx: Db, { viewer, request }: Starting): Promise<OpenUpload> {
  const { accountId } = viewer
  const { uploadKey, composeKey, size, sha256, fileIds } = request
  await lockAccounts(tx, [accountId])
  const known = await openUploadByKey(tx, accountId, uploadKey)
  if (known) return sameFile(known, request)
  await deps.files.refuseOverQuota(tx, accountId, size)
  const fileName = fileNameOf(request.fileName)
  await checkMail(tx, viewer, { id: null, fileName, composeKey, fileIds })
  const upload = {
    composeKey,
    fileName,
    type: fileType(request.type),
    size,
    sha256: sha256 === undefined ? null : Buffer.from(sha256, 'hex'),
  }
  return insertOpenUpload(tx, accountId, { upload, uploadKey, now: deps.clock.now() })
}

function sameFile(known: OpenUpload, { fileName, size }: StartUpload): OpenUpload {
  if (known.size === size && known.fileName === fileNameOf(fileName)) return known
  throw new AppError('request.invalid', { detail: 'uploadKey' })
}

interface OneOfMail {
  /** Null for one that is only about to begin. */
  id: number | null
  fileName: string
  composeKey: string
  fileIds: readonly number[]
}

/** The rules of one mail: what it has already and what is still coming in. */
async function checkMail(tx: Db, viewer: Viewer, one: OneOfMail): Promise<void> {
  const unfinished = await unfinishedUploads(tx, viewer.accountId, limits.openUploads)
  if (one.id === null && unfinished.length >= limits.openUploads) {
    throw new AppError('request.too-many')
  }
  const attached = (await uploadsById(tx, viewer, one.fileIds)).filter(
    (file) => file.contentId === null,
  )
  const coming = unfinished.filter(
    (other) => other.composeKey === one.composeKey && other.id !== one.id,
  )
  const names = [...attached, ...coming].map((file) => foldName(file.fileName))
  if (names.length >= limits.attachments) throw new AppError('compose.too-many-attachments')
  if (names.includes(foldName(one.fileName))) throw new AppError('compose.duplicate-name')
}

interface Putting {
  accountId: AccountId
  place: ChunkPlace
  oneByOne: Gate
}

async function put(
  deps: Deps,
  { accountId, place, oneByOne }: Putting,
  receive: () => Promise<IncomingFile>,
): Promise<UploadState> {
  const { uploadId, offset } = place
  // Before the body is read: what is for nobody is not taken in.
  checkPlace(await found(openUpload(deps.database, accountId, uploadId)), offset, null)
  const { bytes } = await receive()
  const open = await oneByOne.run(() => putChunk(deps, { accountId, place, bytes }), {
    who: `${accountId} ${uploadId}`,
  })
  return stateOf(deps, accountId, open)
}

interface Chunked {
  accountId: AccountId
  place: ChunkPlace
  bytes: Buffer
}

/** Whether a chunk is the next one is seen before it is stored: what is refused leaves nothing on disk. */
async function putChunk(deps: Deps, { accountId, place, bytes }: Chunked): Promise<OpenUpload> {
  const { database, blobs, clock } = deps
  const { uploadId, offset } = place
  const seen = await found(openUpload(database, accountId, uploadId))
  checkPlace(seen, offset, bytes.length)
  if (seen.fileId !== null) return seen
  if (offset !== seen.received) {
    const hash = await hashInTurns(bytes)
    if (await isSame(database, { accountId, place, hash })) return seen
    throw new AppError('upload.offset')
  }
  const blob = await blobs.put(bytes)
  return database.transaction(async (tx) => {
    const now = await found(lockOpenUpload(tx, accountId, uploadId))
    if (now.fileId !== null) return now
    if (offset !== now.received) {
      if (await isSame(tx, { accountId, place, hash: blob.hash })) return now
      throw new AppError('upload.offset')
    }
    await retainBlobs(tx, [blob])
    const chunk = { at: offset, size: blob.size, blob: blob.hash }
    await addChunk(tx, accountId, { id: uploadId, chunk, now: clock.now() })
    return { ...now, received: offset + blob.size }
  })
}

/** Sent again because the answer was lost. */
async function isSame(
  db: Db,
  { accountId, place, hash }: Omit<Chunked, 'bytes'> & { hash: Buffer },
): Promise<boolean> {
  const there = await chunkAt(db, accountId, { id: place.uploadId, at: place.offset })
  return there ? there.blob.equals(hash) : false
}

/** Small chunks are refused but at the end: a file must not become a million rows. */
function checkPlace({ size }: OpenUpload, offset: number, length: number | null): void {
  const end = offset + (length ?? 1)
  const isTooSmall = length !== null && length < limits.uploadChunkMin && end < size
  if (length === 0 || end > size || isTooSmall) {
    throw new AppError('request.invalid', { detail: 'offset' })
  }
}

interface Finishing {
  viewer: Viewer
  open: OpenUpload
  request: FinishUpload
}

async function finish(deps: Deps, { viewer, open, request }: Finishing): Promise<ComposeFile> {
  const { database, blobs, files, clock } = deps
  const { accountId } = viewer
  const { id } = open
  if (open.fileId !== null) return settled(deps, accountId, open)
  if (open.received < open.size) throw new AppError('upload.unfinished')
  const chunks = await chunksOf(database, accountId, id)
  const hash = await hashOfChunks(blobs, chunks)
  const claimed = [open.sha256?.toString('hex'), request.sha256?.toLowerCase()]
  if (claimed.some((one) => one !== undefined && one !== hash.toString('hex'))) {
    await beginAgain(deps, accountId, id)
    throw new AppError('upload.integrity')
  }
  const pieces = () => piecesOf(blobs, chunks)
  const blob = await blobs.putPieces({ hash, size: open.size, pieces })
  const done = await database.transaction(async (tx) => {
    // The account is locked first, as start does. What is on its way counts already, this file too.
    await files.refuseOverQuota(tx, accountId, 0)
    const now = await found(lockOpenUpload(tx, accountId, id))
    if (now.fileId !== null) return { before: now }
    await checkMail(tx, viewer, { ...now, fileIds: request.fileIds })
    const { fileName, type } = now
    const file = await files.keepIn(tx, accountId, {
      file: { fileName, type, contentId: null },
      blob,
    })
    await releaseBlobs(tx, await dropChunks(tx, accountId, id))
    await settleOpenUpload(tx, accountId, { id, fileId: asId(file.fileId), now: clock.now() })
    return { file }
  })
  return done.file ?? settled(deps, accountId, done.before)
}

/** The answer that the first call got. @throws item.not-found when the file was removed meanwhile */
async function settled(deps: Deps, accountId: AccountId, open: OpenUpload): Promise<ComposeFile> {
  const { file } = await stateOf(deps, accountId, open)
  if (!file) throw new AppError('item.not-found')
  return file
}

/** After a mismatch: which of the chunks was damaged is not known, so all of them come again. */
async function beginAgain({ database }: Deps, accountId: AccountId, id: number): Promise<void> {
  await database.transaction(async (tx) => {
    const open = await lockOpenUpload(tx, accountId, id)
    if (open && open.fileId === null) await releaseBlobs(tx, await dropChunks(tx, accountId, id))
  })
}

async function* piecesOf(blobs: BlobStore, chunks: readonly Chunk[]): AsyncGenerator<Buffer> {
  for (const { blob } of chunks) yield await blobs.get(blob)
}

async function hashOfChunks(blobs: BlobStore, chunks: readonly Chunk[]): Promise<Buffer> {
  const sum = createHash('sha256')
  for await (const piece of piecesOf(blobs, chunks)) {
    for await (const part of inTurns(piece)) sum.update(part)
  }
  return sum.digest()
}
