const memorySection = 5
const hasMaximum = 1

/**
 * A program of WebAssembly with less memory than it was built for (Core specification 2.0, 5.5.8: the limits of its one memory,
 * in pages of 64 kB). The limits of a thread do not hold such memory: what unpacks a stranger's picture would take
 * gigabytes for a few hundred kilobytes. @throws where the program has no such memory or needs more from the start
 */
export function boundedWasm(program: Uint8Array, maxPages: number): Uint8Array {
  const bytes = Uint8Array.from(program)
  const read = (at: number): { value: number; next: number } => {
    let value = 0
    for (let next = at, factor = 1; ; next++, factor *= 128) {
      const byte = bytes[next] ?? 0
      value += (byte & 127) * factor
      if (byte < 128) return { value, next: next + 1 }
    }
  }
  // Behind the magic word and the version.
  for (let at = 8; at < bytes.length; ) {
    const { value: size, next: start } = read(at + 1)
    if (bytes[at] === memorySection) {
      const { next: flags } = read(start)
      const least = read(flags + 1)
      const most = read(least.next)
      if (bytes[flags] !== hasMaximum || least.value > maxPages || most.value < maxPages) break
      // As long as the number that stood there: nothing moves.
      for (let place = least.next, left = maxPages; place < most.next; place++, left >>= 7)
        bytes[place] = (left & 127) | (place + 1 < most.next ? 128 : 0)
      return bytes
    }
    at = start + size
  }
  throw new Error('a program whose memory cannot be bounded')
}
