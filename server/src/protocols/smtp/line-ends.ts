const lf = 0x0a
const cr = 0x0d
const space = 0x20

/**
 * Makes every line end CRLF while a message streams by (RFC 5321 §2.3.8): a bare LF becomes CRLF, a run
 * of CR before LF is one line end, any other CR becomes a space. Nothing that a less strict server
 * could take for the end of a message is ever stored or passed on (T25).
 */
export interface LineEnds {
  /** What may be passed on so far; a trailing CR waits for the next chunk. */
  push(chunk: Buffer): Buffer
  /** The rest. */
  end(): Buffer
  /** About the bytes of the longest line so far. */
  longestLine(): number
}

const nothing = Buffer.alloc(0)

export function createLineEnds(): LineEnds {
  let waiting = false
  let line = 0
  let longest = 0

  /** Byte by byte: a message of nothing but line ends costs no more than another (T31). */
  const measure = (chunk: Buffer): boolean => {
    let regular = true
    let start = 0
    let previous: number | undefined
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at]
      if (byte === lf) {
        if (previous !== cr) regular = false
        longest = Math.max(longest, line + at - start)
        line = 0
        start = at + 1
      } else if (previous === cr) {
        regular = false
      }
      previous = byte
    }
    line += chunk.length - start
    longest = Math.max(longest, line)
    return regular && previous !== cr
  }

  return {
    push: (chunk) => {
      const whole = waiting ? Buffer.concat([Buffer.from([cr]), chunk]) : chunk
      waiting = whole.at(-1) === cr
      const ready = waiting ? whole.subarray(0, -1) : whole
      return measure(ready) ? ready : repair(ready, waiting)
    },
    end: () => (waiting ? Buffer.from([space]) : nothing),
    longestLine: () => longest,
  }
}

/** @param beforeCr true if a CR follows the chunk */
function repair(chunk: Buffer, beforeCr: boolean): Buffer {
  const out = Buffer.allocUnsafe(chunk.length * 2)
  let size = 0
  for (let at = 0; at < chunk.length; at++) {
    const byte = chunk[at] ?? 0
    const next = at + 1 < chunk.length ? chunk[at + 1] : beforeCr ? cr : undefined
    if (byte === lf) {
      out[size++] = cr
      out[size++] = lf
    } else if (byte !== cr) {
      out[size++] = byte
    } else if (next !== lf && next !== cr) {
      out[size++] = space
    }
  }
  return out.subarray(0, size)
}
