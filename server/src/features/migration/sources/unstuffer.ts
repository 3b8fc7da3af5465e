import { SourceTrouble } from './source.ts'

const lf = 0x0a
const cr = 0x0d
const dot = 0x2e
const firstSlab = 16 * 1024
const largestSlab = 1024 * 1024

/** What is read of an answer that is too large, to come to its end. */
const mostPassed = 1024 * 1024 * 1024

/** Copied byte by byte: a call costs more. */
const fewBytes = 32

/** Where a line stands; from `behindDot` on something is to be done beside going on. */
const atStart = 0
const within = 1
const behindDot = 2
const behindDotReturn = 3
const ended = 4

/** What a byte is: 0 for any other. */
const kinds = new Uint8Array(256)
kinds[lf] = 1
kinds[cr] = 2
kinds[dot] = 3

/** Where a line stands behind a byte: a row for each place, in it any other, LF, CR and dot. */
const places = Uint8Array.of(
  ...[within, atStart, within, behindDot],
  ...[within, atStart, within, within],
  ...[within, ended, behindDotReturn, within],
  ...[within, ended, within, within],
)

const placeBehind = (place: number, byte = 0): number =>
  places[place * 4 + (kinds[byte] ?? 0)] ?? within

/**
 * Takes the lines of an answer until the one that is a dot alone. Its bytes are copied into slabs that grow: millions of
 * tiny lines, or one without an end, cost no more than their bytes, neither in memory nor in time: what stands between
 * two dots that go is copied as one, however many lines it has. What is larger is passed over.
 */
export function createUnstuffer(mostBytes: number) {
  let slabs: Buffer[] = []
  let size = 0
  let fill = 0
  let place = atStart
  const roomIn = (): Buffer => {
    const slab = slabs.at(-1)
    if (slab && fill < slab.length) return slab
    const next = Buffer.allocUnsafeSlow(Math.min(largestSlab, (slab?.length ?? firstSlab / 4) * 4))
    slabs.push(next)
    fill = 0
    return next
  }
  const keep = (chunk: Buffer, from: number, to: number): void => {
    size += to - from
    if (size > mostPassed) throw new SourceTrouble('line')
    if (size > mostBytes) {
      slabs = []
      return
    }
    for (let at = from; at < to; ) {
      const slab = roomIn()
      if (to - at <= fewBytes) slab[fill++] = chunk[at++] ?? 0
      else {
        const copied = chunk.copy(slab, fill, at, to)
        fill += copied
        at += copied
      }
    }
  }
  const cutReturn = Buffer.of(cr)
  return {
    /** @returns what comes behind the answer; null while it goes on */
    take: (chunk: Buffer): Buffer | null => {
      /** Bytes from here on are kept when the next dot goes, or the chunk ends. */
      let from = 0
      for (let at = 0; at < chunk.length; at++) {
        const was = place
        place = placeBehind(was, chunk[at])
        if (place < behindDot && was !== behindDotReturn) continue
        if (place === within) {
          // The dot went, the CR behind it stays: this is no end.
          keep(cutReturn, 0, 1)
          continue
        }
        if (place === behindDot) keep(chunk, from, at)
        from = at + 1
        if (place === ended) {
          place = atStart
          return chunk.subarray(from)
        }
      }
      keep(chunk, from, chunk.length)
      return null
    },
    /** What was taken, in pieces; null: it was too large. */
    slabs: (): Buffer[] | null => {
      if (size > mostBytes) return null
      const last = slabs.at(-1)
      return last ? [...slabs.slice(0, -1), last.subarray(0, fill)] : []
    },
    /** More came than was asked for. */
    isTooLarge: (): boolean => size > mostBytes,
  }
}
