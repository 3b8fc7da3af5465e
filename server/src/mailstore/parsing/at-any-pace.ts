import { createReadStream } from 'node:fs'
import { keepOnDisk, type WaitingFile } from '../../platform/temporary-files.ts'

/** Who has not come for the next piece in this time reads slowly. */
const slowAfterMs = 1_500
/** Nobody holds a place that others wait for longer than this, at whatever pace. */
const longestMs = 5_000
const pieceSize = 64 * 1024

/**
 * Pieces for a reader of whatever pace. One that comes for the next soon gets them as they are unpacked. For one that does not,
 * what is left goes to a file, and `release` gives back what unpacking held: a reader that sleeps holds nothing of the
 * memory of all, however long it is let sleep, and neither does one that comes just in time for each piece of a large
 * mail (slow-read attacks).
 */
export async function* atAnyPace(
  pieces: AsyncGenerator<Buffer>,
  release: () => void,
): AsyncGenerator<Buffer> {
  const until = performance.now() + longestMs
  const rest: { file: Promise<WaitingFile> | null } = { file: null }
  const setAside = (): void => {
    rest.file = keepOnDisk(pieces).finally(release)
    // Told to whoever comes for it.
    rest.file.catch(() => undefined)
  }
  try {
    while (!rest.file) {
      const next = await pieces.next()
      if (next.done) return
      const left = Math.max(until - performance.now(), 0)
      const timer = setTimeout(setAside, Math.min(slowAfterMs, left))
      try {
        yield next.value
      } finally {
        clearTimeout(timer)
      }
    }
    const { path } = await rest.file
    yield* createReadStream(path, { highWaterMark: pieceSize }) as AsyncIterable<Buffer>
  } finally {
    // Ends the copying too, where nobody waits for the rest any more.
    await pieces.return(undefined)
    await rest.file?.then((file) => file.remove()).catch(() => undefined)
  }
}
