import { SourceTrouble } from './source.ts'

const lf = 0x0a
const cr = 0x0d
const dot = 0x2e
const firstSlab = 16 * 1024
const largestSlab = 1024 * 1024

/** What is read of an answer that is too large, to come to its end. */
const mostPassed = 1024 * 1024 * 1024

/** Where a line stands: what may still be its end, and what may not. */
type Place = 'start' | 'dot' | 'dot-cr' | 'within'

/**
 * Takes the lines of an answer until the one that is a dot alone. Its bytes are copied into slabs that grow: millions of
 * tiny lines, or one without an end, cost no more than their bytes. What is larger is passed over.
 */
export function createUnstuffer(mostBytes: number) {
  let slabs: Buffer[] = []
  let size = 0
  let fill = 0
  let place: Place = 'start'
  const keep = (bytes: Buffer): void => {
    size += bytes.length
    if (size > mostPassed) throw new SourceTrouble('line')
    if (size > mostBytes) {
      slabs = []
      return
    }
    for (let at = 0; at < bytes.length; ) {
      let slab = slabs.at(-1)
      if (!slab || fill === slab.length) {
        slab = Buffer.allocUnsafeSlow(Math.min(largestSlab, (slab?.length ?? firstSlab / 4) * 4))
        slabs.push(slab)
        fill = 0
      }
      const copied = bytes.copy(slab, fill, at)
      fill += copied
      at += copied
    }
  }
  /** The first bytes of a line: a dot before others is no part of it (RFC 1939 §3). @returns whether this is the end */
  const begin = (byte: number): boolean => {
    if (place === 'start') {
      place = byte === dot ? 'dot' : 'within'
      return false
    }
    if (byte === lf) return true
    if (place === 'dot' && byte === cr) place = 'dot-cr'
    else {
      if (place === 'dot-cr') keep(Buffer.of(cr))
      place = 'within'
    }
    return false
  }
  /** Bytes of a line that has begun, up to its end. @returns where the next one begins */
  const rest = (chunk: Buffer, at: number): number => {
    const end = chunk.indexOf(lf, at)
    const next = end < 0 ? chunk.length : end + 1
    keep(chunk.subarray(at, next))
    if (end >= 0) place = 'start'
    return next
  }
  const isWithin = (): boolean => place === 'within'
  return {
    /** @returns what comes behind the answer; null while it goes on */
    take: (chunk: Buffer): Buffer | null => {
      for (let at = 0; at < chunk.length; ) {
        if (isWithin()) at = rest(chunk, at)
        else if (begin(chunk[at] ?? 0)) return chunk.subarray(at + 1)
        else if (!isWithin()) at++
      }
      return null
    },
    /** What was taken, in pieces; null: it was too large. */
    slabs: (): Buffer[] | null => {
      if (size > mostBytes) return null
      const last = slabs.at(-1)
      return last ? [...slabs.slice(0, -1), last.subarray(0, fill)] : []
    },
  }
}
