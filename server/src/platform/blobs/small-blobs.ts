import { closeSync, openSync, readSync } from 'node:fs'
import { unpackSmallBlob } from './blob-format.ts'
import { type Places, recentPath, settledPath } from './blob-places.ts'
import type { ReadContents, ReadTask } from './file-thread.ts'

/** Files and contents of this size are read here. */
const largest = 128 * 1024
const room = Buffer.allocUnsafeSlow(largest)

/** Reads and unpacks contents one after the other. What goes wrong with one is for whoever reads that one by itself. */
export function readSmallBlobs({ places, hashes }: ReadTask): ReadContents {
  const contents = hashes.map((hash) => readOne(places, hash))
  const bytes = new Uint8Array(contents.reduce((sum, one) => sum + (one?.length ?? 0), 0))
  let at = 0
  const ranges = contents.map((one) => {
    if (!one) return null
    bytes.set(one, at)
    at += one.length
    return [at - one.length, at] as const
  })
  return { bytes, ranges }
}

function readOne(places: Places, hash: Uint8Array): Buffer | null {
  for (const path of [recentPath(places, hash), settledPath(places, hash)]) {
    const packed = readFile(path)
    if (packed) return unpackSmallBlob(packed, largest)
  }
  return null
}

/** A copy: the room is the next one's. */
function readFile(path: string): Buffer | null {
  try {
    const file = openSync(path, 'r')
    try {
      const length = readSync(file, room, 0, largest, 0)
      return length < largest ? Buffer.from(room.subarray(0, length)) : null
    } finally {
      closeSync(file)
    }
  } catch {
    return null
  }
}
