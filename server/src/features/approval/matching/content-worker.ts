import { parentPort } from 'node:worker_threads'
import { readDeepTexts } from '../../../documents/deep-texts.ts'
import type { ToWorker } from '../../../mailstore/parsing/parse-workers.ts'
import { freeNow } from '../../../platform/in-turns.ts'
import { workQuietly } from '../../../platform/quiet-thread.ts'
import { answer } from '../../../platform/thread-answers.ts'
import { type Asked, findIn } from './content-finds.ts'

workQuietly()

/** The thread that looks for words in mail. What goes wrong in it ends it, and the mail counts as unreadable. */
parentPort?.on('message', ({ task, bytes }: ToWorker<Asked>) => {
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  void readDeepTexts(raw).then((texts) => {
    answer(findIn(texts, task))
    freeNow(bytes)
  })
})
