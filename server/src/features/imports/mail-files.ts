import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { limits } from '@hongyan/contract/limits'
import type { FileMail } from './file-mail.ts'
import { mboxMails } from './mbox.ts'
import { openZip } from './zip-file.ts'

/** Bytes that come, under the name of their file. */
export interface MailFile {
  name: string
  chunks: AsyncIterable<Buffer>
}

/**
 * The mails of a file, one at a time in memory. What a file is, its first bytes say: a .zip of .eml and .mbox files, an
 * .mbox, and otherwise one mail.
 */
export async function* mailsOf(file: MailFile): AsyncGenerator<FileMail> {
  const { first, chunks } = await peek(file.chunks)
  if (isZip(first)) yield* zippedMails({ name: file.name, chunks })
  else yield* plainMails({ name: file.name, chunks }, first)
}

const isZip = (first: Buffer): boolean => first.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))

async function* plainMails({ name, chunks }: MailFile, first: Buffer): AsyncGenerator<FileMail> {
  const isMbox = first.toString('latin1', 0, 5) === 'From '
  if (isMbox) yield* mboxMails(chunks, { name, maxBytes: limits.message })
  else yield await oneMail({ name, chunks })
}

/** The first bytes, and all of them again. */
async function peek(
  chunks: AsyncIterable<Buffer>,
): Promise<{ first: Buffer; chunks: AsyncIterable<Buffer> }> {
  const iterator = chunks[Symbol.asyncIterator]()
  const held: Buffer[] = []
  let first: Buffer = Buffer.alloc(0)
  while (first.length < 5) {
    const next = await iterator.next()
    if (next.done) break
    held.push(next.value)
    first = Buffer.concat([first, next.value.subarray(0, 5)])
  }
  const again = async function* () {
    yield* held.splice(0)
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
      yield next.value
    }
  }
  return { first, chunks: again() }
}

/** A file that is one mail: what begins with no header field is none. */
async function oneMail({ name, chunks }: MailFile): Promise<FileMail> {
  const parts: Buffer[] = []
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > limits.message) return { name, raw: null, trouble: 'too-large' }
    parts.push(chunk)
  }
  const raw = withoutMark(Buffer.concat(parts))
  if (!looksLikeMail(raw)) return { name, raw: null, trouble: 'not-mail' }
  return { name, raw, seen: true, starred: false }
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])
const withoutMark = (raw: Buffer): Buffer =>
  raw.subarray(0, 3).equals(byteOrderMark) ? raw.subarray(3) : raw

/** RFC 5322 §2.2: a field name is printable ASCII without a colon. */
export const looksLikeMail = (raw: Buffer): boolean =>
  /^(?:[!-9;-~]{1,100}[ \t]*:)/.test(raw.toString('latin1', 0, 200))

/** A zip is read from its end: it waits in a file of its own meanwhile. */
async function* zippedMails({ name, chunks }: MailFile): AsyncGenerator<FileMail> {
  const folder = await mkdtemp(join(tmpdir(), 'hongyan-import-'))
  try {
    const path = join(folder, 'mails.zip')
    await pipeline(chunks, createWriteStream(path, { mode: 0o600 }))
    yield* mailsInZip(path, name)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function* mailsInZip(path: string, name: string): AsyncGenerator<FileMail> {
  const zip = await openZip(path)
  if (!zip) return yield { name, raw: null, trouble: 'file' }
  try {
    let left: number = limits.importUnpacked
    for (const entry of zip.entries) {
      if (isSystemFile(entry.name)) continue
      const inside = `${name}/${entry.name}`
      if (!/\.(eml|mbox)$/i.test(entry.name)) {
        yield { name: inside, raw: null, trouble: 'not-mail' }
        continue
      }
      left -= entry.size
      if (left < 0) return yield { name, raw: null, trouble: 'too-large' }
      // Seen to before the first mail of it is taken: an entry may hold many.
      if (await zip.isWhole(entry)) yield* readableMails({ name: inside, chunks: zip.read(entry) })
      else yield { name: inside, raw: null, trouble: 'file' }
    }
  } finally {
    await zip.close()
  }
}

/** A damaged entry is told by its name, and the next one is read. */
async function* readableMails({ name, chunks }: MailFile): AsyncGenerator<FileMail> {
  const all = readAhead({ name, chunks })
  for (;;) {
    const next = await all.next().catch(() => null)
    if (next === null) return yield { name, raw: null, trouble: 'file' }
    if (next.done) return
    yield next.value
  }
}

async function* readAhead({ name, chunks }: MailFile): AsyncGenerator<FileMail> {
  const { first, chunks: all } = await peek(chunks)
  yield* plainMails({ name, chunks: all }, first)
}

/** Folders, and what systems put beside the files. */
const isSystemFile = (name: string): boolean =>
  name.endsWith('/') || /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|\._)/i.test(name)

/** The mails of a file on disk. */
export const mailsOfPath = (path: string, name: string): AsyncGenerator<FileMail> =>
  mailsOf({ name, chunks: createReadStream(path) })
