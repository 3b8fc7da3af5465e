import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { type Entry, open, type ZipFile } from 'yauzl'

/** A file of a zip archive, as its directory names it (APPNOTE 6.3.9 §4.3.12). Sizes are claims that reading holds it to. */
export interface ZipItem {
  name: string
  packedSize: number
  size: number
  /**
   * Unpacks. @throws when the entry is encrypted or damaged, above the claimed size, and at the end when size or
   * checksum are not those claimed: a changed byte often unpacks without an error
   */
  read(): AsyncIterable<Buffer>
  /** Unpacks once to see whether `read` would throw. */
  isWhole(): Promise<boolean>
}

export interface OpenedZip {
  items: readonly ZipItem[]
  close(): void
}

/**
 * Opens a zip on disk (yauzl) with what a stranger's archive needs around it: a limit of entries, names in GBK, and no
 * two entries that share bytes, by which a few kilobytes stand for terabytes ("a better zip bomb", Fifield 2019).
 * @returns null when it is no zip that can be read, or one made to do harm
 */
export async function openZip(path: string, maxEntries: number): Promise<OpenedZip | null> {
  const zip = await new Promise<ZipFile | null>((resolve) => {
    const options = {
      lazyEntries: true,
      decodeStrings: false,
      autoClose: false,
      // Seen to when an entry is read: one that lies must not spoil the others.
      validateEntrySizes: false,
    }
    open(path, options, (failed, opened) => resolve(failed ? null : opened))
  })
  if (!zip) return null
  const entries = await entriesOf(zip, maxEntries).catch(() => null)
  if (entries === null || overlap(entries)) {
    zip.close()
    return null
  }
  return { items: entries.map((entry) => itemOf(zip, entry)), close: () => zip.close() }
}

async function entriesOf(zip: ZipFile, maxEntries: number): Promise<Entry[] | null> {
  if (zip.entryCount > maxEntries) return null
  const entries: Entry[] = []
  zip.on('entry', (entry: Entry) => {
    entries.push(entry)
    zip.readEntry()
  })
  const ended = once(zip, 'end')
  zip.readEntry()
  await ended
  return entries
}

/** Length of a local header without its extra field: what lies there is at least that long. */
const localHeader = 30

function overlap(entries: readonly Entry[]): boolean {
  const sorted = [...entries].sort(
    (a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader,
  )
  let end = 0
  for (const entry of sorted) {
    const { relativeOffsetOfLocalHeader: start, fileNameLength, compressedSize } = entry
    if (start < end) return true
    end = start + localHeader + fileNameLength + compressedSize
  }
  return false
}

function itemOf(zip: ZipFile, entry: Entry): ZipItem {
  const { compressedSize, uncompressedSize } = entry
  return {
    name: nameOf(entry),
    packedSize: compressedSize,
    size: uncompressedSize,
    read: () => unpacked(zip, entry),
    isWhole: async () => {
      try {
        for await (const _ of unpacked(zip, entry));
        return true
      } catch {
        return false
      }
    },
  }
}

async function* unpacked(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  if (entry.isEncrypted()) throw new Error('an encrypted entry')
  const stream = await new Promise<Readable>((resolve, reject) => {
    zip.openReadStream(entry, (failed, opened) => (failed ? reject(failed) : resolve(opened)))
  })
  let size = 0
  let crc = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > entry.uncompressedSize) throw new Error('an entry that is larger than it says')
    crc = crc32(chunk, crc)
    yield chunk
  }
  if (size !== entry.uncompressedSize || crc !== entry.crc32) throw new Error('a damaged entry')
}

/** Bit 11 of the flags (APPNOTE Appendix D). Windows in China writes names in GBK without saying so. */
function nameOf({ fileName, generalPurposeBitFlag }: Entry): string {
  // With `decodeStrings: false` it is bytes, whatever its type says.
  const bytes = fileName as unknown as Buffer
  if ((generalPurposeBitFlag & 0x800) !== 0) return bytes.toString('utf8')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}
