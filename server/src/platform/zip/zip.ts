import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { currentAsker, runAs } from '../actor.ts'
import { createGate } from '../gate.ts'
import { fromDisk, largeFile, throughDisk } from '../http/going-files.ts'

export interface ZipEntry {
  /** A relative name with forward slashes; names must differ. */
  name: string
  changedAt?: Date
  /** Null: gone meanwhile, an empty file, since the directory of the zip names it. */
  bytes(): Promise<Buffer | null>
}

/** Files that are fetched for zips at once, and for one account; a large one waits on disk to be read. */
const gate = createGate({ total: 3, share: 1 })

const readable = async (bytes: Buffer | null): Promise<Readable> =>
  bytes !== null && bytes.length > largeFile ? fromDisk(bytes) : Readable.from(bytes ? [bytes] : [])

/** The answer has begun long ago: room for a file is held until the file is on disk, by nobody but itself. */
async function heldMeanwhile<T>(work: () => Promise<T>): Promise<T> {
  const ends: (() => void)[] = []
  const asker = { ...currentAsker(), holder: {}, atEnd: (end: () => void) => void ends.push(end) }
  try {
    return await runAs(asker, work)
  } finally {
    for (const end of ends) end()
  }
}

/**
 * A zip that is made while it is sent: one file at a time is in memory, and the next is read only when the receiver has
 * taken the one before.
 * @param compress false for what is mostly compressed already
 */
export function zipStream(entries: readonly ZipEntry[], { compress = true } = {}): Readable {
  const zip = new ZipFile()
  const out = new PassThrough()
  zip.on('error', (thrown) => out.destroy(thrown))
  /** The file that is read now, or next: nobody reads it when the zip breaks off, and it lies on disk until it is closed. */
  let current: Readable | null = null
  out.once('close', () => current?.destroy())
  for (const { name, changedAt, bytes } of entries) {
    const options = { compress, ...(changedAt ? { mtime: changedAt } : {}) }
    zip.addReadStreamLazy(name, options, (give) => {
      gate
        .run(() => heldMeanwhile(async () => readable(await bytes())))
        .then(
          (stream) => {
            current = stream
            if (out.destroyed) stream.destroy()
            else give(null, stream)
          },
          (thrown: Error) => give(thrown, Readable.from([])),
        )
    })
  }
  zip.end()
  zip.outputStream.pipe(out)
  return out
}

/** A zip that is made at once and goes out from disk: what its files lie in is held no longer than that. */
export const zipOnDisk: (...of: Parameters<typeof zipStream>) => Promise<Readable> = (...of) =>
  throughDisk(zipStream(...of))
