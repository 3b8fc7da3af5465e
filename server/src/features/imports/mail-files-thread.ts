import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { limits } from '@hongyan/contract/limits'
import { workQuietly } from '../../platform/quiet-thread.ts'
import type { FileMail } from './file-mail.ts'
import { type MailFile, mailsOf } from './mail-files.ts'
import type { FromThread } from './mails-in-thread.ts'

workQuietly()

/** Mails that go over together; the next ones are looked for when they have been taken. */
const maxGroup = 64
const maxGroupBytes = 8 * 1024 * 1024

const port = parentPort
if (port) {
  for await (const mails of groupsOf(workerData as MailFile)) {
    // Each has its memory to itself, which is handed over and not copied.
    const owned = mails.flatMap(({ raw }) => (raw && isWholeBuffer(raw) ? [raw.buffer] : []))
    port.postMessage({ kind: 'mails', mails } satisfies FromThread, owned)
    await once(port, 'message')
  }
  port.postMessage({ kind: 'end' } satisfies FromThread)
}

function isWholeBuffer(raw: Buffer): raw is Buffer<ArrayBuffer> {
  return raw.buffer instanceof ArrayBuffer && raw.length > 64 * 1024
}

async function* groupsOf(file: MailFile): AsyncGenerator<FileMail[]> {
  let group: FileMail[] = []
  let bytes = 0
  let count = 0
  for await (const mail of mailsOf(file)) {
    group.push(mail)
    bytes += mail.raw?.length ?? 0
    if (++count >= limits.importMails) {
      group.push({ name: file.name, raw: null, trouble: 'too-large' })
      break
    }
    if (group.length < maxGroup && bytes < maxGroupBytes) continue
    yield group
    group = []
    bytes = 0
  }
  if (group.length > 0) yield group
}
