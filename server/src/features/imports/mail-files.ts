import { createReadStream } from 'node:fs'
import { limits } from '@hongyan/contract/limits'
import { openZip, type ZipItem } from '../../platform/zip/unzip.ts'
import { type FileMail, foundMail } from './file-mail.ts'
import { createGrowing } from './growing.ts'
import { mboxMails } from './mbox.ts'

/** A file on disk, under the name it came with. */
export interface MailFile {
  path: string
  name: string
  /** Bytes that an archive may unpack to beside the limit for all: what its mailbox could ever hold. */
  maxUnpacked?: number
}

/** Mail packs to a third, a log of nothing but the same lines to a thirtieth; more is made to do harm. */
const maxRatio = 100
/** Small files of one letter pack better than that and harm nobody. */
const harmless = 1024 * 1024

/**
 * The mails of a file, one at a time in memory. What a file is, its first bytes say: a .zip of .eml and .mbox files, an
 * .mbox, and otherwise one mail.
 */
export async function* mailsOf(file: MailFile): AsyncGenerator<FileMail> {
  const start = createReadStream(file.path, { end: 3 })
  const first: Buffer[] = []
  for await (const chunk of start) first.push(chunk as Buffer)
  if (Buffer.concat(first).equals(zipStart)) yield* mailsInZip(file)
  else yield* plainMails({ name: file.name, chunks: createReadStream(file.path) })
}

const zipStart = Buffer.from('PK\u0003\u0004')

interface Incoming {
  name: string
  chunks: AsyncIterable<Buffer>
}

async function* plainMails({ name, chunks }: Incoming): AsyncGenerator<FileMail> {
  const { first, all } = await peek(chunks)
  const isMbox = first.toString('latin1', 0, 5) === 'From '
  if (isMbox) yield* mboxMails(all, { name, maxBytes: limits.message })
  else yield await oneMail({ name, chunks: all })
}

/** The first bytes, and all of them again. */
async function peek(
  chunks: AsyncIterable<Buffer>,
): Promise<{ first: Buffer; all: AsyncIterable<Buffer> }> {
  const iterator = chunks[Symbol.asyncIterator]()
  const held: Buffer[] = []
  let first: Buffer = Buffer.alloc(0)
  while (first.length < 5) {
    const next = await iterator.next()
    if (next.done) break
    held.push(next.value)
    first = Buffer.concat([first, next.value.subarray(0, 5)])
  }
  const all = async function* () {
    yield* held.splice(0)
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
      yield next.value
    }
  }
  return { first, all: all() }
}

/** A file that is one mail: what begins with no header field is none. */
async function oneMail({ name, chunks }: Incoming): Promise<FileMail> {
  const bytes = createGrowing()
  for await (const chunk of chunks) {
    if (bytes.size() + chunk.length > limits.message)
      return { name, raw: null, trouble: 'too-large' }
    bytes.add(chunk)
  }
  return foundMail({ name, raw: withoutMark(bytes.whole()), seen: true, starred: false })
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])
const withoutMark = (raw: Buffer): Buffer =>
  raw.subarray(0, 3).equals(byteOrderMark) ? raw.subarray(3) : raw

async function* mailsInZip({ path, name, maxUnpacked }: MailFile): AsyncGenerator<FileMail> {
  const zip = await openZip(path, limits.importMails)
  if (!zip) return yield { name, raw: null, trouble: 'file' }
  try {
    const left = { all: limits.importUnpacked, room: maxUnpacked ?? Number.POSITIVE_INFINITY }
    for await (const item of zip.items) {
      if (isSystemFile(item.name)) continue
      left.all -= item.size
      if (left.all < 0) return yield { name, raw: null, trouble: 'too-large' }
      yield* mailsOfItem(item, { name: `${name}/${item.name}`, left })
    }
  } finally {
    zip.close()
  }
}

/** What is refused by its name or by its sizes is not unpacked at all. */
async function* mailsOfItem(
  item: ZipItem,
  { name, left }: { name: string; left: { room: number } },
): AsyncGenerator<FileMail> {
  const isMbox = /\.mbox$/i.test(item.name)
  const trouble = troubleOf(item, { isMbox, room: left.room })
  if (trouble) return yield { name, raw: null, trouble }
  left.room -= item.size
  // An entry that holds many mails is seen to before the first of them is taken.
  if (isMbox && !(await item.isWhole())) return yield { name, raw: null, trouble: 'file' }
  yield* readableMails(item, name)
}

function troubleOf(
  { name, size, packedSize }: ZipItem,
  { isMbox, room }: { isMbox: boolean; room: number },
): 'not-mail' | 'too-large' | 'file' | 'quota' | null {
  if (!isMbox && !/\.eml$/i.test(name)) return 'not-mail'
  if (size > harmless && size > packedSize * maxRatio) return 'file'
  if (!isMbox && size > limits.message) return 'too-large'
  return size > room ? 'quota' : null
}

/** A damaged entry is told by its name, and the next one is read. */
async function* readableMails(item: ZipItem, name: string): AsyncGenerator<FileMail> {
  const all = plainMails({ name, chunks: item.read() })
  for (;;) {
    const next = await all.next().catch(() => null)
    if (next === null) return yield { name, raw: null, trouble: 'file' }
    if (next.done) return
    yield next.value
  }
}

/** Folders, and what systems put beside the files. */
const isSystemFile = (name: string): boolean =>
  name.endsWith('/') || /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|\._)/i.test(name)
