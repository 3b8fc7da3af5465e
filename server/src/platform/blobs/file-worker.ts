import { randomBytes } from 'node:crypto'
import { closeSync, fdatasync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parentPort } from 'node:worker_threads'
import { nameOfHash, type PackedBlob, packSmallBlob } from './blob-format.ts'
import { recentPath, settledPath } from './blob-places.ts'
import { syncFolder, systemCode } from './durable-files.ts'
import type { ThreadAnswer, ThreadQuestion, WriteTask, Written } from './file-thread.ts'
import { readSmallBlobs } from './small-blobs.ts'

/** A thread that packs small contents and brings them to the disk, or reads them: one call of the system after the other costs less than as many promises. */
parentPort?.on('message', (question: ThreadQuestion) => {
  const { id } = question
  if ('read' in question) {
    const read = readSmallBlobs(question.read)
    parentPort?.postMessage({ id, read } satisfies ThreadAnswer, [read.bytes.buffer])
    return
  }
  void write(question.write)
    .catch((thrown: unknown) => ({
      failed: { message: String(thrown), code: systemCode(thrown) },
    }))
    .then((answer) => parentPort?.postMessage({ id, ...answer } satisfies ThreadAnswer))
})

parentPort?.postMessage({ id: 0 } satisfies ThreadAnswer)

const syncBytes = promisify(fdatasync)

interface Unfinished {
  temporary: string
  path: string
  file: number
}

/** P2: bytes to temporary files, fsync of each (together), rename to their names, fsync of the folder; then the answer. */
async function write({ places, bytes, ends, lookAbove }: WriteTask): Promise<{ written: Written }> {
  const blobs = ends.map((end, index) => packSmallBlob(bytes.subarray(ends[index - 1] ?? 0, end)))
  const distinct = new Map(blobs.map((blob) => [nameOfHash(blob.hash), blob]))
  const unfinished: Unfinished[] = []
  try {
    for (const [name, blob] of distinct) {
      const path = recentPath(places, blob.hash)
      const settled = settledPath(places, blob.hash)
      // In its place it is durable. In `recent` another process may not have synced it yet: our sync will.
      if (blob.packed.length > lookAbove && [settled, path].some(isWhole(blob))) continue
      const begun = begin(join(places.unfinished, name), path)
      unfinished.push(begun)
      writeAll(begun.file, blob.packed)
    }
    await allOrError(unfinished.map(({ file }) => syncBytes(file)))
    for (const { temporary, path } of unfinished) renameSync(temporary, path)
  } catch (thrown) {
    for (const { temporary } of unfinished) rmSync(temporary, { force: true })
    throw thrown
  } finally {
    for (const { file } of unfinished) closeSync(file)
  }
  await syncFolder(places.recent)
  return {
    written: blobs.map(({ hash, size, storedSize }) => ({ hash, size, storedSize })),
  }
}

const isWhole =
  ({ packed }: PackedBlob) =>
  (path: string): boolean =>
    statSync(path, { throwIfNoEntry: false })?.size === packed.length

function begin(near: string, path: string): Unfinished {
  const temporary = `${near}.${randomBytes(6).toString('hex')}`
  return { temporary, path, file: openSync(temporary, 'wx', 0o600) }
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
}

/** Waits for all of them, so that no file is closed under a call that still runs. */
async function allOrError(work: Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(work)).find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
}
