import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import { currentAsker } from '../../platform/actor.ts'
import { startThread } from '../../platform/threads.ts'
import type { FileMail } from './file-mail.ts'
import type { MailFile } from './mail-files.ts'

/** What the thread says: some mails, which it gives away, or that there are no more. */
export type FromThread = { kind: 'mails'; mails: FileMail[] } | { kind: 'end' }

/**
 * The mails of a file on disk, some at a time. A thread of its own takes the file apart, so that nobody waits for it,
 * with a limit of memory; it ends at once when nobody wants more or the client has gone.
 */
export async function* mailsInThread(file: MailFile): AsyncGenerator<FileMail[]> {
  const { signal } = currentAsker()
  signal?.throwIfAborted()
  const options = {
    workerData: file,
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 },
  }
  const script = new URL('./mail-files-thread.ts', import.meta.url)
  const thread = await startThread(() => new Worker(script, options))
  try {
    signal?.throwIfAborted()
    const said = on(thread, 'message', { close: ['exit'], ...(signal ? { signal } : {}) })
    for await (const [message] of said as AsyncIterable<[FromThread]>) {
      if (message.kind === 'end') return
      yield message.mails.map(withBuffer)
      thread.postMessage('more')
    }
    throw new Error('the thread that read a file of mails ended')
  } catch (thrown) {
    if (!isOutOfMemory(thrown)) throw thrown
    yield [{ name: file.name, raw: null, trouble: 'file' }]
  } finally {
    await thread.terminate()
  }
}

/** A Buffer travels as plain bytes. */
const withBuffer = (mail: FileMail): FileMail =>
  mail.raw === null
    ? mail
    : { ...mail, raw: Buffer.from(mail.raw.buffer, mail.raw.byteOffset, mail.raw.byteLength) }

const isOutOfMemory = (thrown: unknown): boolean =>
  (thrown as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY'
