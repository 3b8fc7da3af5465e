const cr = 0x0d
const lf = 0x0a
const dot = 0x2e

/**
 * Makes an answer of several lines out of a message, chunk by chunk (RFC 1939 §3): a dot that begins a line is doubled, and
 * the end is a line with one dot. Bytes are passed on as they are, but for a LF without its CR, which programs take for a
 * line end too: a message that has one before a dot must not end the answer (a mail could answer in our place).
 */
export interface DotStuffing {
  push(chunk: Buffer): Buffer
  /** What ends the answer; the line before it is ended first. */
  end(): Buffer
}

export function createDotStuffing(): DotStuffing {
  /** The byte before the next one; a message begins with a line. */
  let previous = lf
  return {
    push: (chunk) => {
      const out = Buffer.allocUnsafe(chunk.length * 2)
      let size = 0
      for (const byte of chunk) {
        if ((byte === dot && previous === lf) || (byte === lf && previous !== cr))
          out[size++] = byte === dot ? dot : cr
        out[size++] = byte
        previous = byte
      }
      return out.subarray(0, size)
    },
    end: () => Buffer.from(previous === lf ? '.\r\n' : previous === cr ? '\n.\r\n' : '\r\n.\r\n'),
  }
}

/** Takes the header and so many lines of the body (TOP); a message comes chunk by chunk. */
export interface TopLines {
  /** What of the chunk belongs to it. */
  push(chunk: Buffer): Buffer
  isDone(): boolean
}

/** @param lines of the body */
export function createTopLines(lines: number): TopLines {
  let inHeader = true
  /** Bytes of the line so far, its CR left out. */
  let length = 0
  let left = lines
  let isDone = false
  const endLine = (): void => {
    if (!inHeader) left--
    else if (length === 0) inHeader = false
    length = 0
    isDone = !inHeader && left <= 0
  }
  return {
    isDone: () => isDone,
    push: (chunk) => {
      if (isDone) return chunk.subarray(0, 0)
      for (let at = 0; at < chunk.length; at++) {
        if (chunk[at] === lf) endLine()
        else if (chunk[at] !== cr) length++
        if (isDone) return chunk.subarray(0, at + 1)
      }
      return chunk
    },
  }
}
