import { parentPort } from 'node:worker_threads'
import { freeNow } from '../../platform/in-turns.ts'
import { workQuietly } from '../../platform/quiet-thread.ts'
import { answer } from '../../platform/thread-answers.ts'
import { outlineTexts } from '../outlines/outline.ts'
import { headerEnvelope, sortKeysOf } from '../sorting/header-fields.ts'
import { decodeParts } from './decode-parts.ts'
import { openMessage, openTnef, plainTextOf } from './open-message.ts'
import type { ParseTask, ToWorker } from './parse-workers.ts'
import { prepareMessage } from './prepare.ts'

workQuietly()

/** The thread that takes big messages apart, one at a time. */
parentPort?.on('message', ({ task, bytes }: ToWorker<ParseTask>) => {
  answerTo(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), task)
  freeNow(bytes)
})

function answerTo(raw: Buffer, task: ParseTask): void {
  if (task.kind === 'open') {
    answer(openMessage(raw, task.maxText))
  } else if (task.kind === 'plain') {
    answer(plainTextOf(raw, task.maxText))
  } else if (task.kind === 'outline') {
    answer(outlineTexts(raw))
  } else if (task.kind === 'sort-keys') {
    answer(sortKeysOf(raw))
  } else if (task.kind === 'envelope') {
    answer(headerEnvelope(raw))
  } else if (task.kind === 'tnef') {
    answer(openTnef(raw))
  } else if (task.kind === 'decode') {
    const parts = decodeParts(raw, task.sections).map((one) => one && ownMemory(one, raw))
    answer(
      parts,
      parts.flatMap((one) => (one ? [one.buffer] : [])),
    )
  } else {
    const { raw: _, ...prepared } = prepareMessage(raw, task.fileTexts)
    answer(prepared)
  }
}

/** Handed over without a copy. What lies in the message, or is small enough to share a buffer, needs one of its own. */
function ownMemory(bytes: Uint8Array, raw: Buffer): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes
  const isOwn = buffer !== raw.buffer && bytes.length > 64 * 1024 && buffer instanceof ArrayBuffer
  return isOwn ? new Uint8Array(buffer, bytes.byteOffset, bytes.length) : new Uint8Array(bytes)
}
