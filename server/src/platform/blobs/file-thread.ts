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

/** Contents to read. */
export interface ReadTask {
  places: Places
  hashes: readonly Uint8Array[]
}

export type ThreadQuestion = { id: number } & ({ write: WriteTask } | { read: ReadTask })

/** In the order of the contents; a hash comes over as plain bytes. */
export type Written = readonly (Omit<StoredBlob, 'hash'> & { hash: Uint8Array })[]

/** Contents one after the other, and where each begins and ends; null: not read here. */
export interface ReadContents {
  bytes: Uint8Array<ArrayBuffer>
  ranges: readonly (readonly [from: number, to: number] | null)[]
}

export interface ThreadAnswer {
  /** 0: it answers from now on. */
  id: number
  written?: Written
  read?: ReadContents
  failed?: { message: string; code: string }
}

interface Waiting {
  resolve(answer: ThreadAnswer): void
  reject(reason: Error): void
}

interface Thread {
  worker: Worker
  waiting: Map<number, Waiting>
  /** Its code is read: it answers. */
  isThere: boolean
  /** Runs while nobody waits for it. */
  idle?: NodeJS.Timeout
}

/** A thread takes thirty megabytes, whatever it does: one that nobody needed for so long ends. */
const idleMs = 60_000

type Kind = 'write' | 'read'

/** Each on its own: a delivery does not wait for the files that hundreds of programs read, nor they for it. */
const threads: Record<Kind, Thread | null> = { write: null, read: null }
let lastId = 0

/** Whether what is handed over now is done at once. If not, the thread is started, for what follows. */
export function isThereAtOnce(kind: Kind): boolean {
  const known = threads[kind]
  if (known) return known.isThere
  const thread = start(kind)
  threads[kind] = thread
  rest(kind, thread)
  return false
}

/**
 * Stores small contents on a thread of their own, which all stores of the process share: the main loop only hands
 * the bytes over.
 * @throws what the system said, with its code
 */
export async function writeInThread(
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
  const write: WriteTask = { places, bytes, ends, lookAbove }
  const { written = [] } = await ask({ write }, [bytes.buffer])
  return written.map((one) => ({ ...one, hash: Buffer.from(one.hash) }))
}

/**
 * Reads and unpacks small contents on a second thread: to hand each call of the system to another thread takes the main loop
 * four times as long as all else about a message. @returns null for one that is large, missing or damaged
 */
export async function readInThread(
  places: Places,
  hashes: readonly Uint8Array[],
): Promise<(Buffer | null)[]> {
  const { read } = await ask({ read: { places, hashes } })
  return hashes.map((_, index) => {
    const range = read?.ranges[index]
    return range && read ? Buffer.from(read.bytes.buffer, range[0], range[1] - range[0]) : null
  })
}

type Task = { write: WriteTask } | { read: ReadTask }

const ask = (task: Task, given: ArrayBuffer[] = []): Promise<ThreadAnswer> =>
  new Promise((resolve, reject) => {
    const kind = 'write' in task ? 'write' : 'read'
    const thread = threads[kind] ?? start(kind)
    threads[kind] = thread
    const id = ++lastId
    thread.waiting.set(id, { resolve, reject })
    clearTimeout(thread.idle)
    thread.worker.ref()
    thread.worker.postMessage({ id, ...task } satisfies ThreadQuestion, given)
  })

function rest(kind: Kind, thread: Thread): void {
  thread.worker.unref()
  const end = (): void => {
    if (threads[kind] === thread) threads[kind] = null
    void thread.worker.terminate()
  }
  clearTimeout(thread.idle)
  thread.idle = setTimeout(end, idleMs).unref()
}

function start(kind: Kind): Thread {
  const worker = new Worker(new URL('./file-worker.ts', import.meta.url), {
    execArgv: [],
    // What it packs is gone at once: a small young generation keeps its waste small.
    resourceLimits: { maxYoungGenerationSizeMb: 8 },
  })
  const thread: Thread = { worker, waiting: new Map(), isThere: false }
  worker.on('message', (answer: ThreadAnswer) => {
    thread.isThere = true
    const { id, failed } = answer
    const asked = thread.waiting.get(id)
    thread.waiting.delete(id)
    // It keeps the process only while somebody waits for it.
    if (thread.waiting.size === 0) rest(kind, thread)
    if (failed) asked?.reject(Object.assign(new Error(failed.message), { code: failed.code }))
    else asked?.resolve(answer)
  })
  const ended = (reason: Error): void => {
    if (threads[kind] === thread) threads[kind] = null
    for (const { reject } of thread.waiting.values()) reject(reason)
    thread.waiting.clear()
  }
  worker.on('error', ended)
  worker.on('exit', () => ended(new Error('the thread of files ended')))
  return thread
}
