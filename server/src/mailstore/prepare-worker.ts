import { parentPort } from 'node:worker_threads'
import { readContent } from '@hongyan/mime/content'
import { parseMessage } from '@hongyan/mime/parse'
import { prepareMessage } from './prepare.ts'

/** The thread that takes big messages apart, so that nobody else waits (P13). */
parentPort?.on('message', ({ id, task, raw, maxText }: Task) => {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  if (task === 'prepare') {
    const { raw: _, ...prepared } = prepareMessage(bytes)
    parentPort?.postMessage({ id, result: prepared })
    return
  }
  const parsed = parseMessage(bytes)
  parentPort?.postMessage({
    id,
    result: { parsed, content: readContent(bytes, parsed, { maxText }) },
  })
})

interface Task {
  id: number
  task: 'prepare' | 'open'
  raw: Uint8Array
  maxText: number
}
