import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { AppError } from '../errors.ts'
import { freeNow, joinInTurns, turnForBulk, turnForScan } from '../in-turns.ts'

/** Nothing of the contract is nested deeper, or has more values (a list of 1,000 ids, 500 recipients …). */
const maxDepth = 32
const maxValues = 20_000
/** Strings of more bytes are taken out and read piece by piece; what remains is parsed in one go. */
const longString = 1_024
const maxRest = 1024 * 1024
/** Larger than what comes from a socket at once. */
const largestPiece = 256 * 1024
/** Bytes of a string that are read in one turn of the loop. */
const inOneGo = 64 * 1024

/** Puts the pieces of a body together: where they wait meanwhile is its own affair. */
type Gather = (chunks: AsyncIterable<Buffer>) => Promise<Buffer>

/**
 * A JSON body from a stranger. It is scanned as it comes and refused at the byte where it has too much nesting, too
 * many values or too many bytes, and long texts in it are read in turns: no body holds the loop up.
 * @throws request.too-large, request.invalid
 */
export async function readJson(
  body: Readable,
  maxBytes: number,
  gather: Gather = inMemory,
): Promise<unknown> {
  const scanner = createScanner()
  const bytes = await gather(scanned(body, maxBytes, scanner))
  try {
    const value = await parse(bytes, scanner.strings)
    // Nothing of it is needed any more; what came in one piece may lie in memory that others have a part of.
    if (bytes.length > largestPiece) freeNow(bytes)
    return value
  } catch (thrown) {
    if (thrown instanceof SyntaxError) throw new AppError('request.invalid', { detail: 'body' })
    throw thrown
  }
}

const inMemory: Gather = async (chunks) => joinInTurns(await Array.fromAsync(chunks))

/** Where the inside of a long string begins and ends. */
interface Span {
  from: number
  to: number
}

async function* scanned(
  body: Readable,
  maxBytes: number,
  scanner: ReturnType<typeof createScanner>,
): AsyncGenerator<Buffer> {
  let size = 0
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxBytes) throw new AppError('request.too-large')
      await turnForScan(chunk.length)
      if (!scanner.take(chunk)) throw new AppError('request.invalid', { detail: 'body' })
      yield chunk
    }
  } catch (thrown) {
    // It broke off: its sender's affair.
    throw thrown instanceof AppError ? thrown : new AppError('request.invalid', { detail: 'body' })
  } finally {
    // What still comes is thrown away, so that the client hears the answer.
    body.on('error', () => undefined)
    body.resume()
  }
}

const quote = 0x22
const backslash = 0x5c
const letterU = 0x75
const comma = 0x2c
const colon = 0x3a
const openings = [0x5b, 0x7b]
const closings = [0x5d, 0x7d]
/** What a byte outside strings does to the depth and to the count of values. */
const deeper = new Int8Array(256)
for (const one of openings) deeper[one] = 1
for (const one of closings) deeper[one] = -1
const another = new Uint8Array(256)
another[comma] = 1
another[colon] = 1

/** Counts nesting and values, and finds the long strings. Every byte is looked at once. */
function createScanner() {
  const strings: Span[] = []
  let at = 0
  let depth = 0
  let values = 1
  /** Where the string began that is being read; -1 outside. */
  let from = -1
  let escaped = false
  let inStrings = 0

  /** @returns where the string ends in this piece, behind its quotation mark, or the end of the piece */
  const readString = (chunk: Buffer, start: number): number => {
    for (let index = start; index < chunk.length; index++) {
      const byte = chunk[index]
      if (escaped) escaped = false
      else if (byte === backslash) escaped = true
      else if (byte === quote) {
        const to = at + index
        if (to - from > longString) {
          strings.push({ from, to })
          inStrings += to - from
        }
        from = -1
        return index + 1
      }
    }
    return chunk.length
  }
  /** @returns where a string begins, behind its quotation mark, or the end of the piece; -1 when there is too much */
  const readFrame = (chunk: Buffer, start: number): number => {
    for (let index = start; index < chunk.length; index++) {
      const byte = chunk[index] ?? 0
      if (byte === quote) {
        from = at + index + 1
        return index + 1
      }
      depth += deeper[byte] ?? 0
      values += another[byte] ?? 0
      if (depth > maxDepth || values > maxValues) return -1
    }
    return chunk.length
  }
  return {
    strings,
    /** @returns false when the body must be refused */
    take: (chunk: Buffer): boolean => {
      let index = 0
      while (index >= 0 && index < chunk.length)
        index = from >= 0 ? readString(chunk, index) : readFrame(chunk, index)
      at += chunk.length
      const open = from >= 0 ? at - from : 0
      return index >= 0 && at - inStrings - open <= maxRest
    },
  }
}

async function parse(bytes: Buffer, strings: readonly Span[]): Promise<unknown> {
  if (strings.length === 0) return withoutPrototypes(JSON.parse(bytes.toString()))
  // Nobody can write the name of a place that is made up for this body.
  const name = randomUUID()
  const texts: string[] = []
  const rest: string[] = []
  const read = createReader()
  let at = 0
  for (const { from, to } of strings) {
    rest.push(bytes.toString('utf8', at, from), `${name} ${texts.length}`)
    texts.push(await read(bytes.subarray(from, to)))
    at = to
  }
  rest.push(bytes.toString('utf8', at))
  return withoutPrototypes(JSON.parse(rest.join('')), (text) =>
    text.startsWith(name) ? (texts[Number(text.slice(name.length + 1))] ?? text) : text,
  )
}

/** Reads one string after the other; many short ones cost as many turns as a long one. */
function createReader() {
  let sinceTurn = 0
  /**
   * The text of a JSON string, without its quotation marks. It is read where it lies and becomes a text once: one that
   * grows piece by piece is there as its pieces and as the whole, in the heap that everybody waits for. Half a character
   * becomes U+FFFD, which the store makes of it in any case.
   * @throws SyntaxError also for what is no UTF-8 (RFC 8259 §8.1)
   */
  return async (bytes: Buffer): Promise<string> => {
    let read = 0
    let written = 0
    let half = ''
    while (read < bytes.length) {
      const end = wholeEscapes(bytes, read, wholeCharacters(bytes, read + inOneGo))
      const piece = bytes.subarray(read, end)
      sinceTurn += piece.length
      if (sinceTurn > inOneGo) {
        await new Promise((resolve) => setImmediate(resolve))
        sinceTurn = piece.length
      }
      if (!isUtf8(piece)) throw new SyntaxError('no UTF-8')
      const text = half + JSON.parse(`"${piece.toString()}"`)
      half = end < bytes.length ? (/[\ud800-\udbff]$/.exec(text)?.[0] ?? '') : ''
      // Never longer than what it was read from.
      written += bytes.write(half === '' ? text : text.slice(0, -1), written)
      read = end
    }
    return textOf(bytes.subarray(0, written))
  }
}

/** Bytes that become a text in one turn of the loop; its memory is none of the heap's. */
const textInOneGo = 4 * 1024 * 1024

async function textOf(bytes: Buffer): Promise<string> {
  let text = ''
  for (let at = 0; at < bytes.length; ) {
    const end = wholeCharacters(bytes, at + textInOneGo)
    await turnForBulk((end - at) / textInOneGo)
    text += bytes.toString('utf8', at, end)
    at = end
  }
  return text
}

/** The nearest place before `end` where no character goes on. */
function wholeCharacters(bytes: Buffer, end: number): number {
  if (end >= bytes.length) return bytes.length
  let whole = end
  while (whole > end - 4 && ((bytes[whole] ?? 0) & 0xc0) === 0x80) whole--
  return whole
}

/** The nearest place before `end` where no escape goes on that began behind `start`. */
function wholeEscapes(bytes: Buffer, start: number, end: number): number {
  if (end === bytes.length) return end
  const last = bytes.lastIndexOf(backslash, end - 1)
  if (last < Math.max(start, end - 6)) return end
  let first = last
  while (first > start && bytes[first - 1] === backslash) first--
  // Of an even run each is escaped by the one before it.
  if ((last - first) % 2 === 1) return end
  const size = bytes[last + 1] === letterU ? 6 : 2
  return last + size > end ? last : end
}

/** Puts the long texts in, and refuses names that would change what objects are. @throws SyntaxError */
function withoutPrototypes(
  value: unknown,
  textOf: (text: string) => string = (text) => text,
): unknown {
  if (typeof value === 'string') return textOf(value)
  if (Array.isArray(value)) return value.map((one) => withoutPrototypes(one, textOf))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  if (entries.some(([name]) => name === '__proto__' || name === 'constructor'))
    throw new SyntaxError('a name that no field has')
  return Object.fromEntries(entries.map(([name, one]) => [name, withoutPrototypes(one, textOf)]))
}
