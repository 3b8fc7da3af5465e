import { parentPort } from 'node:worker_threads'
import type { ToWorker } from '../../../mailstore/parsing/parse-workers.ts'
import { workQuietly } from '../../../platform/quiet-thread.ts'
import { answer } from '../../../platform/thread-answers.ts'
import { markMail } from './mark-mail.ts'

workQuietly()

/** The thread that marks files. What goes wrong in it ends it, and nothing of the mail could be marked. */
parentPort?.on('message', ({ task, bytes }: ToWorker<string>) => {
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  void markMail(raw, task).then((marked) => answer(marked))
})
