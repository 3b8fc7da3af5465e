import { parentPort } from 'node:worker_threads'
import type { ToWorker } from '../../../mailstore/parsing/parse-workers.ts'
import { freeNow } from '../../../platform/in-turns.ts'
import { workQuietly } from '../../../platform/quiet-thread.ts'
import { answer } from '../../../platform/thread-answers.ts'
import { type ReadTask, readMail, readWords } from './read-mail.ts'

workQuietly()

/** The thread that reads mail for the assistant, one at a time. */
parentPort?.on('message', async ({ task, bytes }: ToWorker<ReadTask>) => {
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  answer(task.kind === 'mail' ? await readMail(raw, task) : readWords(raw.toString(), task))
  freeNow(bytes)
})
