import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { keepOnDisk, type WaitingFile } from '../temporary-files.ts'

/** Above this a file goes out from disk. */
export const largeFile = 1024 * 1024
const piece = 256 * 1024

/** Large bytes, out of memory: they go out from disk at whatever pace they are read, and are gone when they are. */
export const fromDisk = (bytes: Buffer): Promise<Readable> =>
  throughDisk(Readable.from(piecesOf(bytes)))

/** What is made as fast as the disk takes it: nothing that it is made from waits for its reader. */
export const throughDisk = async (chunks: AsyncIterable<Buffer>): Promise<Readable> =>
  goingFrom(await keepOnDisk(chunks))

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece)
}

/** Apart from the bytes: what is written here lives as long as its reader takes, and holds all that it can see. */
function goingFrom(file: WaitingFile): Readable {
  const stream = createReadStream(file.path)
  stream.once('close', () => void file.remove())
  return stream
}
