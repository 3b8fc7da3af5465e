const lf = 0x0a
const cr = 0x0d

/** What is next: a line without its end, one that is longer than it may be, or nothing yet. */
export type NextLine = { kind: 'line'; text: string } | { kind: 'too-long' } | null

/** Cuts what a program says into lines; texts are bytes as characters (latin1). */
export interface LineReader {
  push(bytes: Buffer): void
  /** @param longest bytes of a line, its end left out */
  next(longest: number): NextLine
  /** Bytes of a line whose end has not come. */
  held(): number
  clear(): void
}

/** What is left of a chunk is kept as it came, so that each byte is looked at once. */
export function createLineReader(): LineReader {
  let chunks: Buffer[] = []
  let size = 0
  /** Bytes that hold no line end. */
  let looked = 0

  const whole = (): Buffer => {
    const [only] = chunks
    const joined = only && chunks.length === 1 ? only : Buffer.concat(chunks)
    chunks = [joined]
    return joined
  }
  return {
    push: (bytes) => {
      if (bytes.length === 0) return
      chunks.push(bytes)
      size += bytes.length
    },
    next: (longest) => {
      if (size === looked) return null
      const bytes = whole()
      const end = bytes.indexOf(lf, looked)
      if (end < 0) {
        looked = size
        return size > longest + 1 ? { kind: 'too-long' } : null
      }
      const until = end > 0 && bytes[end - 1] === cr ? end - 1 : end
      const rest = bytes.subarray(end + 1)
      chunks = rest.length > 0 ? [rest] : []
      size = rest.length
      looked = 0
      if (until > longest) return { kind: 'too-long' }
      return { kind: 'line', text: bytes.toString('latin1', 0, until) }
    },
    held: () => size,
    clear: () => {
      chunks = []
      size = 0
      looked = 0
    },
  }
}
