import { Worker } from 'node:worker_threads'
import { createGate } from '../platform/gate.ts'
import { copyInTurns } from '../platform/in-turns.ts'
import { type PackedAnswer, received } from '../platform/thread-answers.ts'
import { limitWork, startThread } from '../platform/threads.ts'
import { type DocumentKind, type ReadFiles, readDocument } from './documents.ts'
import { textBytes } from './text-files.ts'

/** A document that takes longer of a processor is given up. */
const limitMs = 5_000
const gate = createGate({ total: 2, share: 1 })

/** Text of this size is read in a millisecond: starting a thread for it would take a hundred. */
const smallText = 32 * 1024
const isText = (kind: DocumentKind): boolean => kind === 'text' || kind === 'table'

/**
 * Takes a file apart in a thread of its own, with its own memory limit and a deadline: a hostile one costs nobody else
 * anything. Null when it is no such file or too much work.
 */
export async function readFileOf<Kind extends DocumentKind>(
  kind: Kind,
  bytes: Buffer,
): Promise<ReadFiles[Kind] | null> {
  if (isText(kind) && bytes.length <= smallText) return readDocument(kind, bytes)
  return gate.run(() => inThread(kind, bytes))
}

async function inThread<Kind extends DocumentKind>(
  kind: Kind,
  bytes: Buffer,
): Promise<ReadFiles[Kind] | null> {
  const read = isText(kind) ? bytes.subarray(0, textBytes) : bytes
  // One copy, which is the thread's then: as plain data it would be copied once more, in one turn.
  const given = new Uint8Array(read.length)
  await copyInTurns(read, given)
  const options = {
    workerData: { kind, bytes: given },
    transferList: [given.buffer],
    resourceLimits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 8 },
  }
  const script = new URL('./document-thread.ts', import.meta.url)
  const worker = await startThread(() => new Worker(script, options))
  return new Promise((resolve) => {
    const end = (result: ReadFiles[Kind] | null): void => {
      stop()
      void worker.terminate()
      resolve(result)
    }
    const stop = limitWork(worker, limitMs, () => end(null))
    let hasSaid = false
    worker.once('message', (answer: PackedAnswer) => {
      hasSaid = true
      void received(answer).then(
        (read) => end(read as ReadFiles[Kind] | null),
        () => end(null),
      )
    })
    worker.once('error', () => end(null))
    // It ends when it has said what there is.
    worker.once('exit', () => {
      if (!hasSaid) end(null)
    })
  })
}
