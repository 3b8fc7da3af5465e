import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'

export interface ZipEntry {
  /** A relative name with forward slashes; names must differ. */
  name: string
  changedAt?: Date
  /** Null: gone meanwhile, an empty file, since the directory of the zip names it. */
  bytes(): Promise<Buffer | null>
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
  for (const { name, changedAt, bytes } of entries) {
    const options = { compress, ...(changedAt ? { mtime: changedAt } : {}) }
    zip.addReadStreamLazy(name, options, (give) => {
      bytes().then(
        (found) => give(null, Readable.from(found ? [found] : [])),
        (thrown: Error) => give(thrown, Readable.from([])),
      )
    })
  }
  zip.end()
  zip.outputStream.pipe(out)
  return out
}
