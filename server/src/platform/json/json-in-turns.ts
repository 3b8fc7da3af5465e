import { randomUUID } from 'node:crypto'
import { turnForScan } from '../in-turns.ts'

/** Characters of a text that makes a value a long one: it is written in turns. */
const longText = 64 * 1024

/** A long text that is never put together: the first look at one that was costs 4 ms a megabyte in one turn. */
class TextInPieces {
  readonly pieces: readonly string[]

  constructor(pieces: readonly string[]) {
    this.pieces = pieces
  }
}

/** Stands for a text in a value that becomes JSON here, and nowhere else; a short one is a text. */
export const textInPieces = (pieces: readonly string[]): string =>
  lengthOf(pieces) > longText ? (new TextInPieces(pieces) as unknown as string) : pieces.join('')

/** The text of one that may be in pieces, for who needs it whole. */
export const wholeText = (text: string): string => {
  const stands: unknown = text
  return stands instanceof TextInPieces ? stands.pieces.join('') : text
}

const lengthOf = (pieces: readonly string[]): number =>
  pieces.reduce((sum, { length }) => sum + length, 0)

/** Characters of the long texts in it, wherever in its upper levels. */
export function longTextsIn(value: unknown, depth = 3): number {
  if (typeof value === 'string') return value.length > longText ? value.length : 0
  if (value instanceof TextInPieces) return lengthOf(value.pieces)
  if (depth === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) return 0
  return Object.values(value).reduce<number>((sum, one) => sum + longTextsIn(one, depth - 1), 0)
}

const asItIs = (text: string): string => text

/**
 * JSON as bytes, a piece at a time: a text of ten megabytes is written as quickly as it is read, with others served in
 * between, and is never there as a text of JSON and as its bytes at once. @param cleaned what is written of a text, or of a
 * part of a long one
 */
export async function* jsonInTurns(value: unknown, cleaned = asItIs): AsyncGenerator<Buffer> {
  // Nobody can write the name of a place that is made up for this answer.
  const name = randomUUID()
  const texts: (readonly string[])[] = []
  const place = (pieces: readonly string[]): string => {
    texts.push(pieces)
    return name
  }
  const frame = JSON.stringify(value, (_, one: unknown) => {
    if (one instanceof TextInPieces) return place(one.pieces)
    if (typeof one !== 'string') return one
    return one.length > longText ? place([one]) : cleaned(one)
  })
  // In the order in which they were met. A text is looked for, not an expression: that took 130 ms for one answer.
  const between = frame.split(name)
  for (const [at, part] of between.entries()) {
    if (at > 0) yield* insideOf(texts[at - 1] ?? [], cleaned)
    yield Buffer.from(part)
  }
}

/** What stands between the quotation marks. */
async function* insideOf(texts: readonly string[], cleaned: typeof asItIs): AsyncGenerator<Buffer> {
  for (const text of texts)
    for (const piece of inPieces(text, longText)) {
      await turnForScan(piece.length)
      yield Buffer.from(JSON.stringify(cleaned(piece)).slice(1, -1))
    }
}

/** A text in pieces of so many letters, or one fewer: two halves of a character stay together, each alone would be none. */
export function* inPieces(text: string, letters: number): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const end = at + letters
    const last = text.charCodeAt(end - 1)
    const whole = end < text.length && last >= 0xd800 && last <= 0xdbff ? end - 1 : end
    yield text.slice(at, whole)
    at = whole
  }
}
