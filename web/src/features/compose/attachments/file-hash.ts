import { ownScript } from '../../../lib/trusted.ts'
import { sumOf } from './file-sum.ts'
import hashWorker from './hash-worker.ts?worker&url'

/** Below this size hashing takes less time than asking somebody else to do it. */
const smallFile = 256 * 1024

type Answer = (hex: string | null) => void
let worker: Worker | null = null
const asked = new Map<number, Answer>()
let lastId = 0

/**
 * SHA-256 of a file in hexadecimal, so that the server can tell whether what it stored is what was chosen
 * (COMPOSE-19). Large files are hashed in a worker. Null when the file cannot be read.
 */
export async function fileSha256(file: Blob): Promise<string | null> {
  if (file.size > smallFile) return hashBeside(file)
  return sumOf(file).catch(() => null)
}

function hashBeside(file: Blob): Promise<string | null> {
  lastId += 1
  const id = lastId
  return new Promise((resolve) => {
    asked.set(id, resolve)
    workerNow().postMessage({ id, file })
  })
}

function workerNow(): Worker {
  if (worker !== null) return worker
  const fresh = new Worker(ownScript(hashWorker), { type: 'module' })
  fresh.onmessage = ({ data }: MessageEvent<{ id: number; hex: string | null }>) => {
    asked.get(data.id)?.(data.hex)
    asked.delete(data.id)
    if (asked.size > 0) return
    // What it held of the files goes with it.
    fresh.terminate()
    worker = null
  }
  // It could not be loaded: the server then has nothing to compare with.
  fresh.onerror = () => {
    worker = null
    for (const answer of asked.values()) answer(null)
    asked.clear()
  }
  worker = fresh
  return fresh
}
