import { randomUUID } from 'node:crypto'
import { turnForScan } from './in-turns.ts'

/** Characters of a text that makes a value a long one: it is written in turns. */
const longText = 64 * 1024

/** Characters of the long texts in it, wherever in its upper levels. */
export function longTextsIn(value: unknown, depth = 3): number {
  if (typeof value === 'string') return value.length > longText ? value.length : 0
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
  const texts: string[] = []
  const frame = JSON.stringify(value, (_, one: unknown) => {
    if (typeof one !== 'string') return one
    return one.length > longText ? `${name} ${texts.push(one) - 1}` : cleaned(one)
  })
  const between = frame.split(new RegExp(`${name} \\d+`))
  for (const [at, part] of between.entries()) {
    if (at > 0) yield* insideOf(texts[at - 1] ?? '', cleaned)
    yield Buffer.from(part)
  }
}

/** What stands between the quotation marks. */
async function* insideOf(text: string, cleaned: typeof asItIs): AsyncGenerator<Buffer> {
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
