/** Stands in the text of a command where a literal was: no byte of the wire reads as it. */
export const literalMark = '\u0100'

/** One command: its lines without their ends, bytes as characters (latin1), and its literals in their order. */
export interface Command {
  text: string
  literals: readonly Buffer[]
  /** What the memory of its literals is held for, where they are large. */
  holder?: object | undefined
}

export type ReaderEvent =
  | { kind: 'command'; command: Command }
  /** A literal is announced; nothing more is read before `accept`. `waits`: its sender waits to be told to go on. */
  | { kind: 'literal'; size: number; waits: boolean; head: string }
  /** Bytes of a literal that was accepted in pieces. After the last one the whole is put in by `put`. */
  | { kind: 'piece'; bytes: Buffer; last: boolean }
  /** More than a line may have: nothing of it is kept. `drain` gives its end, and what has come behind it. */
  | { kind: 'overlong'; head: string }

/** Takes bytes as they come and cuts them into commands (RFC 9051 §2.2.1), with literals of both kinds (RFC 7888). */
export interface CommandReader {
  push(chunk: Buffer): void
  /** What comes next of what was pushed; null when more is needed. @param maxLine bytes of all lines of one command */
  next(maxLine: number): ReaderEvent | null
  /** The announced literal is wanted, kept here or handed out in pieces. */
  accept(how: 'kept' | 'pieces'): void
  /** The literal that was handed out in pieces. */
  put(literal: Buffer): void
  /** The command ends here; its sender was told that the literal is not wanted. */
  abandon(): void
  /** Gives back what was pushed and is no part of a command yet. */
  drain(): Buffer
  /** Forgets what was pushed: nothing that came before the handshake counts after it (CVE-2021-33515). */
  clear(): void
  /** Bytes that are held. */
  held(): number
}

const announced = /~?\{(\d{1,20})(\+?)\}$/
const longestAnnounced = 24

/** Of an overlong line: enough for its tag, and for what stands at its end. */
const headLength = 300
const endingLength = 8

type Mode =
  | { kind: 'line' }
  | { kind: 'asking'; size: number }
  | { kind: 'literal'; bytes: Buffer; filled: number }
  | { kind: 'pieces'; left: number }
  | { kind: 'putting' }

export function createCommandReader(): CommandReader {
  let chunks: Buffer[] = []
  let mode: Mode = { kind: 'line' }
  let text = ''
  let literals: Buffer[] = []
  const line = growingBuffer()

  const reset = (): void => {
    text = ''
    literals = []
    line.clear()
    mode = { kind: 'line' }
  }
  /** Up to so many bytes of the first chunk. */
  const take = (most: number): Buffer => {
    const [first = Buffer.alloc(0)] = chunks
    if (first.length > most) chunks[0] = first.subarray(most)
    else chunks.shift()
    return first.subarray(0, most)
  }
  const endLine = (): ReaderEvent | null => {
    const last = line.text()
    line.clear()
    // Its end alone is looked at: a line before it may be a megabyte, and literals behind it many.
    const match = announced.exec(last.slice(-longestAnnounced))
    text += match ? last.slice(0, -match[0].length) : last
    if (!match) {
      const command = { text, literals }
      reset()
      return { kind: 'command', command }
    }
    const size = Number(match[1])
    mode = { kind: 'asking', size }
    return { kind: 'literal', size, waits: match[2] === '', head: text }
  }
  const readLine = (maxLine: number): ReaderEvent | null => {
    const [first = Buffer.alloc(0)] = chunks
    const lf = first.indexOf(10)
    line.add(take(lf < 0 ? first.length : lf + 1))
    if (text.length + line.length() <= maxLine) return lf < 0 ? null : endLine()
    const head = (text + line.text()).slice(0, headLength)
    chunks.unshift(line.ending())
    reset()
    return { kind: 'overlong', head }
  }
  const readLiteral = (at: Mode & { kind: 'literal' }): void => {
    const bytes = take(at.bytes.length - at.filled)
    bytes.copy(at.bytes, at.filled)
    at.filled += bytes.length
    if (at.filled === at.bytes.length) put(at.bytes)
  }
  const readPiece = (at: Mode & { kind: 'pieces' }): ReaderEvent => {
    const bytes = take(at.left)
    at.left -= bytes.length
    const last = at.left === 0
    if (last) mode = { kind: 'putting' }
    return { kind: 'piece', bytes, last }
  }
  const put = (literal: Buffer): void => {
    literals.push(literal)
    text += literalMark
    mode = { kind: 'line' }
  }

  return {
    push: (chunk) => void chunks.push(chunk),
    next: (maxLine) => {
      while (chunks.length > 0 && mode.kind !== 'asking' && mode.kind !== 'putting') {
        if (mode.kind === 'pieces') return readPiece(mode)
        if (mode.kind === 'literal') readLiteral(mode)
        else {
          const event = readLine(maxLine)
          if (event) return event
        }
      }
      return null
    },
    accept: (how) => {
      if (mode.kind !== 'asking') return
      const { size } = mode
      if (size === 0) put(Buffer.alloc(0))
      else if (how === 'pieces') mode = { kind: 'pieces', left: size }
      else mode = { kind: 'literal', bytes: Buffer.alloc(size), filled: 0 }
    },
    put,
    abandon: reset,
    drain: () => Buffer.concat(chunks.splice(0)),
    clear: () => {
      chunks = []
      reset()
    },
    held: () => {
      const coming = mode.kind === 'literal' ? [mode.bytes] : []
      return line.length() + text.length + lengthOf([...chunks, ...literals, ...coming])
    },
  }
}

const lengthOf = (list: readonly Buffer[]): number => list.reduce((sum, one) => sum + one.length, 0)

/** A line that comes byte by byte costs what one that comes at once costs. */
function growingBuffer() {
  let bytes = Buffer.alloc(0)
  let length = 0
  return {
    add: (more: Buffer): void => {
      if (length + more.length > bytes.length) {
        const larger = Buffer.alloc(Math.max(256, 2 * (length + more.length)))
        bytes.copy(larger, 0, 0, length)
        bytes = larger
      }
      more.copy(bytes, length)
      length += more.length
    },
    /** Without its end: CRLF, or the bare LF that some programs send. */
    text: (): string => bytes.toString('latin1', 0, length).replace(/\r?\n$/, ''),
    /** The last bytes, enough for the sign of a literal. */
    ending: (): Buffer => bytes.subarray(Math.max(0, length - endingLength), length),
    length: (): number => length,
    clear: (): void => {
      bytes = Buffer.alloc(0)
      length = 0
    },
  }
}
