import { Worker } from 'node:worker_threads'
import { createGate } from '../platform/gate.ts'
import { limitWork, startThread } from '../platform/threads.ts'
import type { DocumentHtml, DocumentKind } from './documents.ts'

/** A document that takes longer of a processor is given up. */
const limitMs = 5_000
const gate = createGate({ total: 2, share: 1 })

/**
 * Takes an office document apart in a thread of its own, with its own memory limit and a deadline: a hostile one costs
 * nobody else anything. Null when it is no such document or too much work.
 */
export const documentHtml = (kind: DocumentKind, bytes: Buffer): Promise<DocumentHtml | null> =>
  gate.run(() => inThread(kind, bytes))

async function inThread(kind: DocumentKind, bytes: Buffer): Promise<DocumentHtml | null> {
  const options = {
    workerData: { kind, bytes: new Uint8Array(bytes) },
    resourceLimits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16 },
  }
  const script = new URL('./document-thread.ts', import.meta.url)
  const worker = await startThread(() => new Worker(script, options))
  return new Promise((resolve) => {
    const end = (result: DocumentHtml | null): void => {
      stop()
      void worker.terminate()
      resolve(result)
    }
    const stop = limitWork(worker, limitMs, () => end(null))
    worker.once('message', end)
    worker.once('error', () => end(null))
    worker.once('exit', () => end(null))
  })
}
