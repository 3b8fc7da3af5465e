import { Worker } from 'node:worker_threads'
import type { Places } from './blob-places.ts'
import type { StoredBlob } from './blobs.ts'

/** Small contents to store: their bytes one after the other, and where each ends. */
export interface WriteTask {
  places: Places
  bytes: Uint8Array<ArrayBuffer>
  ends: readonly number[]
  /** Stored bytes above which a content is looked for before it is written. */
  lookAbove: number
}

export interface ThreadQuestion {
  id: number
  task: WriteTask
}

export interface ThreadAnswer {
  id: number
  /** In the order of the contents; a hash comes over as plain bytes. */
  stored?: readonly (Omit<StoredBlob, 'hash'> & { hash: Uint8Array })[]
  failed?: { message: string; code: string }
}

interface Waiting {
  resolve(stored: StoredBlob[]): void
  reject(reason: Error): void
}

interface Thread {
  worker: Worker
  waiting: Map<number, Waiting>
}

let current: Thread | null = null
let lastId = 0

/**
 * Stores small contents on a thread of their own, which all stores of the process share: the main loop only hands
 * the bytes over.
 * @throws what the system said, with its code
 */
export function writeInThread(
  places: Places,
  list: readonly Uint8Array[],
  lookAbove: number,
): Promise<StoredBlob[]> {
  const ends: number[] = []
  const bytes = new Uint8Array(list.reduce((sum, one) => sum + one.length, 0))
  let at = 0
  for (const one of list) {
    bytes.set(one, at)
    at += one.length
    ends.push(at)
  }
  const task: WriteTask = { places, bytes, ends, lookAbove }
  return new Promise((resolve, reject) => {
    current ??= start()
    const id = ++lastId
    current.waiting.set(id, { resolve, reject })
    current.worker.ref()
    current.worker.postMessage({ id, task } satisfies ThreadQuestion, [bytes.buffer])
  })
}

function start(): Thread {
  const worker = new Worker(new URL('./file-worker.ts', import.meta.url), {
    execArgv: [],
    // What it packs is gone at once: a small young generation keeps its waste small.
    resourceLimits: { maxYoungGenerationSizeMb: 8 },
  })
  const thread: Thread = { worker, waiting: new Map() }
  worker.on('message', ({ id, stored, failed }: ThreadAnswer) => {
    const asked = thread.waiting.get(id)
    thread.waiting.delete(id)
    // It keeps the process only while somebody waits for it.
    if (thread.waiting.size === 0) worker.unref()
    if (failed) asked?.reject(Object.assign(new Error(failed.message), { code: failed.code }))
    else asked?.resolve((stored ?? []).map((one) => ({ ...one, hash: Buffer.from(one.hash) })))
  })
  const ended = (reason: Error): void => {
    if (current === thread) current = null
    for (const { reject } of thread.waiting.values()) reject(reason)
    thread.waiting.clear()
  }
  worker.on('error', ended)
  worker.on('exit', () => ended(new Error('the thread that stores contents ended')))
  return thread
}
