import { parentPort } from 'node:worker_threads'
import { freeNow } from '../platform/in-turns.ts'
import { decodeParts } from './decode-parts.ts'
import { openMessage } from './open-message.ts'
import type { ParseTask, ToWorker } from './parse-workers.ts'
import { prepareMessage } from './prepare.ts'

/** The thread that takes big messages apart, one at a time. */
parentPort?.on('message', ({ task, bytes }: ToWorker) => {
  answer(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), task)
  freeNow(bytes)
})

function answer(raw: Buffer, task: ParseTask): void {
  if (task.kind === 'open') {
    parentPort?.postMessage(openMessage(raw, task.maxText))
  } else if (task.kind === 'decode') {
    // Handed over without a copy; what lies in the message itself needs a buffer of its own for that.
    const parts = decodeParts(raw, task.sections).map((one) => one && new Uint8Array(one))
    parentPort?.postMessage(
      parts,
      parts.flatMap((one) => (one ? [one.buffer] : [])),
    )
  } else {
    const { raw: _, ...prepared } = prepareMessage(raw)
    parentPort?.postMessage(prepared)
  }
}
