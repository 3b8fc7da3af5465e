import { parentPort } from 'node:worker_threads'
import type { ToWorker } from '../../../mailstore/parsing/parse-workers.ts'
import { freeNow } from '../../../platform/in-turns.ts'
import { workQuietly } from '../../../platform/quiet-thread.ts'
import { answer } from '../../../platform/thread-answers.ts'
import { type BuildTask, partsOf } from './build-beside.ts'
import { buildMessage } from './build-message.ts'

workQuietly()

/** The thread that builds large mails, one at a time. What goes wrong in it ends it, and nothing else. */
parentPort?.on('message', async ({ task, bytes }: ToWorker<BuildTask>) => {
  const files = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const raw = await buildMessage(partsOf(task, files))
  const own = isWhole(raw) ? raw : new Uint8Array(raw)
  answer(own, [own.buffer as ArrayBuffer])
  freeNow(bytes)
})

/** Nothing else lies in its memory: it is handed over, not copied. */
const isWhole = (raw: Buffer): boolean => raw.buffer.byteLength === raw.length
