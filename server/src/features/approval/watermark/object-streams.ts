import { inflateSync } from 'node:zlib'

/** What one stream may come to when it is unpacked. */
const mostUnpacked = 64 * 1024 * 1024
/** And all of them together: a thousand that are modest each are not. */
const mostTogether = 256 * 1024 * 1024
/** Ways to pack that are not looked into here. */
const otherFilters = /ASCII85Decode|ASCIIHexDecode|LZWDecode|RunLengthDecode/
/** Streams that hold the structure of a file (ISO 32000 §7.5.7, §7.5.8). */
const structure = /ObjStm|XRef/

/**
 * Whether a reader of PDF may be let loose on a file: it unpacks the streams that hold its structure into memory that no
 * limit of its thread counts. Which streams these are a hostile file hides, so all of them are looked at.
 */
export function isModest(bytes: Buffer): boolean {
  const written = bytes.toString('latin1')
  const names = written.replace(/#([\da-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
  if (structure.test(names) && otherFilters.test(names)) return false
  let left = mostTogether
  for (let at = written.indexOf('stream'); at >= 0; at = written.indexOf('stream', at + 6)) {
    // A line end of one sign or two stands between, or none.
    for (const begin of [at + 6, at + 7, at + 8])
      if (isZlib(bytes, begin)) left -= unpackedLength(bytes.subarray(begin))
    if (left < 0) return false
  }
  return true
}

/** RFC 1950 §2.2. */
const isZlib = (bytes: Buffer, at: number): boolean =>
  at + 2 <= bytes.length && ((bytes[at] ?? 0) & 15) === 8 && bytes.readUInt16BE(at) % 31 === 0

/** What is damaged before it comes to so much is damaged for every reader. */
function unpackedLength(packed: Buffer): number {
  try {
    return inflateSync(packed, { maxOutputLength: mostUnpacked }).length
  } catch (thrown) {
    return thrown instanceof RangeError ? Number.POSITIVE_INFINITY : 0
  }
}
