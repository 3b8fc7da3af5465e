/** Bytes that come in pieces of any size, in one buffer that grows: pieces of no bytes cost nothing. */
export interface Growing {
  add(bytes: Buffer): void
  size(): number
  /** A copy that has its memory to itself. */
  whole(): Buffer
  drop(): void
}

const first = 16 * 1024

export function createGrowing(): Growing {
  let buffer = Buffer.allocUnsafeSlow(0)
  let used = 0
  return {
    add: (bytes) => {
      if (used + bytes.length > buffer.length) {
        const grown = Buffer.allocUnsafeSlow(
          Math.max(first, buffer.length * 2, used + bytes.length),
        )
        buffer.copy(grown, 0, 0, used)
        buffer = grown
      }
      used += bytes.copy(buffer, used)
    },
    size: () => used,
    whole: () => {
      const own = Buffer.allocUnsafeSlow(used)
      buffer.copy(own, 0, 0, used)
      return own
    },
    drop: () => {
      buffer = Buffer.allocUnsafeSlow(0)
      used = 0
    },
  }
}
