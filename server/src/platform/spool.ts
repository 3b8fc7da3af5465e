import { open } from 'node:fs/promises'
import { PassThrough } from 'node:stream'
import { keepOnDisk } from './temporary-files.ts'

/** Bytes that are pushed and wait on disk, out of everybody's memory, until somebody has room for the whole. */
export interface Spool {
  /** @returns a promise while the disk is busy with what came before; push no more meanwhile */
  push(bytes: Buffer): Promise<void> | null
  /**
   * All of it in a memory of its own, behind `headroom` free bytes; the file is gone.
   * @param room waited for before anything is read
   * @throws what the disk said
   */
  read(headroom: number, room: (size: number) => Promise<unknown>): Promise<Buffer>
  /** What was pushed is not wanted any more. */
  drop(): void
}

/** Read at once: the loop is woken for each. */
const inOneGo = 8 * 1024 * 1024

/** @param given what is pushed is nobody else's: it is gone when it is written */
export function startSpool({ given = false } = {}): Spool {
  // Pieces as they were pushed: bytes would be put together once more.
  const coming = new PassThrough({ objectMode: true, highWaterMark: 2 })
  const file = keepOnDisk(coming, { given })
  // Said to whoever asks for the bytes; whoever pushes sees the stream closed.
  file.catch(() => undefined)
  coming.on('error', () => undefined)
  return {
    push: (bytes) => {
      if (coming.destroyed || coming.write(bytes)) return null
      return new Promise((resolve) => {
        const go = (): void => {
          coming.off('drain', go)
          coming.off('close', go)
          resolve()
        }
        coming.once('drain', go)
        coming.once('close', go)
      })
    },
    read: async (headroom, room) => {
      coming.end()
      const { path, size, remove } = await file
      try {
        await room(size)
        return await readBehind(path, { headroom, size })
      } finally {
        await remove()
      }
    },
    drop: () => {
      coming.destroy()
      file.then(({ remove }) => remove()).catch(() => undefined)
    },
  }
}

async function readBehind(
  path: string,
  { headroom, size }: { headroom: number; size: number },
): Promise<Buffer> {
  const whole = Buffer.allocUnsafeSlow(headroom + size)
  const handle = await open(path)
  try {
    for (let at = 0; at < size; ) {
      const { bytesRead } = await handle.read(whole, headroom + at, Math.min(inOneGo, size - at))
      if (bytesRead === 0) throw new Error('a waiting file became shorter')
      at += bytesRead
    }
  } finally {
    await handle.close()
  }
  return whole
}
