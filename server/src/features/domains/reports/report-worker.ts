import { parentPort } from 'node:worker_threads'
import type { ToWorker } from '../../../mailstore/parsing/parse-workers.ts'
import { freeNow } from '../../../platform/in-turns.ts'
import { workQuietly } from '../../../platform/quiet-thread.ts'
import { answer } from '../../../platform/thread-answers.ts'
import { reportsIn } from './unpack-report.ts'

workQuietly()

/** The thread that unpacks and reads reports. What goes wrong in it ends it, and the mail brings no report. */
parentPort?.on('message', ({ bytes }: ToWorker<null>) => {
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  answer(reportsIn(raw))
  freeNow(bytes)
})
