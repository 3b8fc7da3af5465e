import { parentPort } from 'node:worker_threads'
import { readFileTexts } from '../../documents/file-texts.ts'
import { freeNow } from '../../platform/in-turns.ts'
import { workQuietly } from '../../platform/quiet-thread.ts'
import { answer } from '../../platform/thread-answers.ts'
import type { ToWorker } from './parse-workers.ts'

workQuietly()

/** The thread that reads attachments, one message at a time. What goes wrong in it ends it, and nothing else. */
parentPort?.on('message', ({ bytes }: ToWorker<null>) => {
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  void readFileTexts(raw).then((texts) => {
    answer(texts)
    freeNow(bytes)
  })
})
