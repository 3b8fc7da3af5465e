import { Worker } from 'node:worker_threads'
import type { FileText } from '../../documents/file-kinds.ts'
import { currentAsker } from '../../platform/actor.ts'
import { messageOf } from '../../platform/errors.ts'
import { createGate } from '../../platform/gate.ts'
import { copyInTurns } from '../../platform/in-turns.ts'
import { type PackedAnswer, received } from '../../platform/thread-answers.ts'
import { limitWork, startThread, threadIsIdle } from '../../platform/threads.ts'

/** What a worker does with the bytes of a message. */
export type ParseTask =
  | { kind: 'prepare'; fileTexts: readonly FileText[] }
  | { kind: 'open'; maxText: number }
  | { kind: 'plain'; maxText: number }
  | { kind: 'outline' }
  | { kind: 'tnef' }
  | { kind: 'sort-keys' }
  | { kind: 'envelope' }
  | { kind: 'decode'; sections: readonly string[] }

/** What travels to a worker: the bytes become its own. */
export interface ToWorker<Task> {
  task: Task
  bytes: Uint8Array
}

/** Threads that take big messages apart, so that nobody else waits (P13). */
export interface Workers<Task> {
  /**
   * @param how `given`: the bytes are nobody else's and go to the thread themselves, not a copy of them
   * @throws when the message takes longer or more memory than a message may; others are not touched by that
   */
  run(task: Task, raw: Uint8Array, how?: { given: boolean }): Promise<unknown>
  stop(): Promise<void>
}

interface WorkerOptions {
  script: URL
  maxWorkers: number
  /** A message that takes longer of a processor is given up. */
  limitMs: number
  memoryMb: number
  /** A thread that holds more than this has more waste than a new one costs; fresh one of this kind holds about 15 MB less. */
  wastefulMb: number
}

/** One may be busy with a hostile message while the other goes on. */
const parsing: WorkerOptions = {
  script: new URL('./parse-worker.ts', import.meta.url),
  maxWorkers: 2,
  limitMs: 5_000,
  memoryMb: 192,
  wastefulMb: 40,
}
/** A thread costs memory: one without work ends after this time. Who opens a large mail every other minute waits for none to start. */
const idleMs = 150_000
/** Work of less leaves too little waste to ask for. */
const small = { bytes: 64 * 1024, ms: 30 }

interface Job<Task> {
  task: Task
  raw: Uint8Array
  given: boolean
  resolve(result: unknown): void
  reject(reason: Error): void
}

interface Thread {
  worker: Worker
  /** It has work again, or has ended. */
  busy(): void
}

export const createParseWorkers = (): Workers<ParseTask> => createWorkers<ParseTask>(parsing)

/** Threads for one kind of work on messages. */
export function createWorkers<Task>(options: WorkerOptions): Workers<Task> {
  const { script, maxWorkers, limitMs, memoryMb, wastefulMb } = options
  const queue: Job<Task>[] = []
  const free: Thread[] = []
  const all = new Set<Thread>()
  const gate = createGate({ total: maxWorkers, share: 1 })
  let own = 0
  /** The server's own work, deliveries above all, takes two turns in each round. */
  const turnOf = (): string => currentAsker().account ?? `server ${++own % 2}`
  let stopped = false

  const end = async (thread: Thread): Promise<void> => {
    thread.busy()
    all.delete(thread)
    const at = free.indexOf(thread)
    if (at >= 0) free.splice(at, 1)
    await thread.worker.terminate()
  }

  /** Of those that are there or are waited for. */
  let starting = 0
  const start = async (): Promise<Thread> => {
    starting++
    const resourceLimits = { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 16 }
    const worker = await startThread(() => new Worker(script, { resourceLimits })).finally(
      () => starting--,
    )
    worker.unref()
    const thread: Thread = { worker, busy: () => undefined }
    // Without a listener an error of the thread would end the process.
    worker.on('error', () => void end(thread))
    all.add(thread)
    return thread
  }

  const rest = (thread: Thread): void => {
    const timer = setTimeout(() => void end(thread), idleMs).unref()
    const awake = threadIsIdle(() => void end(thread))
    thread.busy = () => {
      clearTimeout(timer)
      awake()
    }
    free.push(thread)
  }
  const next = (): void => {
    if (queue.length === 0 || stopped) return
    const thread = free.pop()
    if (thread) give(thread)
    else if (all.size + starting < maxWorkers) void start().then(give, refuse)
  }
  /** No thread could be started: who waits for one is told. */
  const refuse = (thrown: unknown): void => {
    queue.shift()?.reject(thrown instanceof Error ? thrown : new Error(messageOf(thrown)))
    next()
  }
  const give = (thread: Thread): void => {
    thread.busy()
    const job = queue.shift()
    if (job) doJob(thread, job)
    // Another thread was quicker.
    else if (stopped) void end(thread)
    else rest(thread)
  }
  const doJob = (thread: Thread, job: Job<Task>): void => {
    const wasSmall = measure(job)
    void work(thread.worker, job, limitMs)
      .then(async (result) => {
        job.resolve(result)
        if (!wasSmall() && (await holdsMb(thread.worker)) > wastefulMb) return end(thread)
        rest(thread)
      })
      .catch((thrown: unknown) => {
        job.reject(thrown instanceof Error ? thrown : new Error(messageOf(thrown)))
        return end(thread)
      })
      .finally(next)
  }

  return {
    run: (task, raw, { given } = { given: false }) =>
      gate.run(
        () =>
          new Promise((resolve, reject) => {
            if (stopped) return reject(new Error('the server is stopping'))
            queue.push({ task, raw, given, resolve, reject })
            next()
          }),
        { who: turnOf() },
      ),
    stop: async () => {
      stopped = true
      for (const { reject } of queue.splice(0)) reject(new Error('the server is stopping'))
      await Promise.all([...all].map(end))
    },
  }
}

/** @returns whether what has begun now was small, to be asked at its end */
function measure({ raw: { length } }: Job<unknown>): () => boolean {
  const since = performance.now()
  return () => length <= small.bytes && performance.now() - since <= small.ms
}

const holdsMb = async (worker: Worker): Promise<number> => {
  const { total_heap_size: heap, external_memory: beside } = await worker.getHeapStatistics()
  return (heap + beside) / 1024 / 1024
}

/** One message through one thread: only its own time counts, not the time that it or its thread waited. */
async function work<Task>(
  worker: Worker,
  { task, raw, given }: Job<Task>,
  limitMs: number,
): Promise<unknown> {
  const bytes = given ? raw : await copied(raw)
  const ending = new AbortController()
  try {
    return await new Promise((resolve, reject) => {
      const { signal } = ending
      const stop = limitWork(worker, limitMs, () => reject(new Error('parsing took too long')))
      signal.addEventListener('abort', stop)
      listen(worker, { signal, resolve, reject })
      worker.postMessage({ task, bytes } satisfies ToWorker<Task>, [bytes.buffer as ArrayBuffer])
    })
  } finally {
    ending.abort()
  }
}

async function copied(raw: Uint8Array): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafeSlow(raw.length)
  await copyInTurns(raw, bytes)
  return bytes
}

interface Listening {
  signal: AbortSignal
  resolve(result: unknown): void
  reject(reason: Error): void
}

function listen(worker: Worker, { signal, resolve, reject }: Listening): void {
  const failed = (reason: unknown): void =>
    reject(reason instanceof Error ? reason : new Error(messageOf(reason)))
  const said = (answer: PackedAnswer): void => void received(answer).then(resolve, failed)
  const exited = (): void => reject(new Error('the parsing thread ended'))
  worker.on('message', said)
  worker.on('error', failed)
  worker.on('exit', exited)
  signal.addEventListener('abort', () => {
    worker.off('message', said)
    worker.off('error', failed)
    worker.off('exit', exited)
  })
}
