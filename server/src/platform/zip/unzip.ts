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
  /** One after the other, to be walked once: thousands of them are never in memory together. */
  items: AsyncIterable<ZipItem>
  close(): void
}

/**
 * Opens a zip on disk (yauzl) with what a stranger's archive needs around it: a limit of entries, names in GBK, and no
 * two entries that share bytes, by which a few kilobytes stand for terabytes ("a better zip bomb", Fifield 2019).
 * @returns null when it is no zip that can be read, or one made to do harm
 */
export async function openZip(path: string, maxEntries: number): Promise<OpenedZip | null> {
  const looked = await opened(path)
  if (!looked) return null
  try {
    if (!(await isHarmless(looked, maxEntries))) return null
  } catch {
    return null
  } finally {
    looked.close()
  }
  // Its directory is read once more: an entry of yauzl takes a kilobyte.
  const zip = await opened(path)
  return zip && { items: itemsOf(zip), close: () => zip.close() }
}

const opened = (path: string): Promise<ZipFile | null> =>
  new Promise((resolve) => {
    const options = {
      lazyEntries: true,
      decodeStrings: false,
      autoClose: false,
      // Seen to when an entry is read: one that lies must not spoil the others.
      validateEntrySizes: false,
    }
    open(path, options, (failed, zip) => resolve(failed ? null : zip))
  })

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  for (;;) {
    const next = Promise.withResolvers<Entry | null>()
    const found = (entry: Entry): void => next.resolve(entry)
    const ended = (): void => next.resolve(null)
    zip.once('entry', found).once('end', ended).once('error', next.reject)
    zip.readEntry()
    const entry = await next.promise.finally(() =>
      zip.off('entry', found).off('end', ended).off('error', next.reject),
    )
    if (!entry) return
    yield entry
  }
}

/** Length of a local header without its extra field: what lies there is at least that long. */
const localHeader = 30

async function isHarmless(zip: ZipFile, maxEntries: number): Promise<boolean> {
  if (zip.entryCount > maxEntries) return false
  const spans = new Float64Array(2 * zip.entryCount)
  let count = 0
  for await (const entry of entriesOf(zip)) {
    const { relativeOffsetOfLocalHeader: start, fileNameLength, compressedSize } = entry
    spans.set([start, start + localHeader + fileNameLength + compressedSize], 2 * count++)
  }
  return !overlap(spans.subarray(0, 2 * count))
}

/** @param spans begin and end of each entry */
function overlap(spans: Float64Array): boolean {
  const start = (index: number): number => spans[2 * index] ?? 0
  const order = Uint32Array.from({ length: spans.length / 2 }, (_, index) => index)
  order.sort((a, b) => start(a) - start(b))
  let end = 0
  for (const index of order) {
    if (start(index) < end) return true
    end = spans[2 * index + 1] ?? 0
  }
  return false
}

async function* itemsOf(zip: ZipFile): AsyncGenerator<ZipItem> {
  for await (const entry of entriesOf(zip)) yield itemOf(zip, entry)
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
