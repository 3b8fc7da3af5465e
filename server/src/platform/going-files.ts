import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { keepOnDisk } from './temporary-files.ts'

/** Above this a file goes out from disk. */
export const largeFile = 1024 * 1024
const piece = 256 * 1024

/** Large bytes, out of memory: they go out from disk at whatever pace they are read, and are gone when they are. */
export async function fromDisk(bytes: Buffer): Promise<Readable> {
  const pieces = function* () {
    for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece)
  }
  const file = await keepOnDisk(Readable.from(pieces()))
  const stream = createReadStream(file.path)
  stream.once('close', () => void file.remove())
  return stream
}
