import { randomUUID } from 'node:crypto'
import { turnForScan } from '../in-turns.ts'

/** Characters of a text that makes an answer a long one: it is written in turns. */
export const longText = 64 * 1024

/**
 * JSON as bytes, a piece at a time: a text of ten megabytes is written as quickly as it is read, with others served in
 * between, and is never there as a text of JSON and as its bytes at once.
 */
export async function* jsonInTurns(value: unknown): AsyncGenerator<Buffer> {
  // Nobody can write the name of a place that is made up for this answer.
  const name = randomUUID()
  const texts: string[] = []
  const frame = JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'string' && one.length > longText ? `${name} ${texts.push(one) - 1}` : one,
  )
  const between = frame.split(new RegExp(`${name} \\d+`))
  for (const [at, part] of between.entries()) {
    if (at > 0) yield* insideOf(texts[at - 1] ?? '')
    yield Buffer.from(part)
  }
}

/** What stands between the quotation marks. */
async function* insideOf(text: string): AsyncGenerator<Buffer> {
  for (let at = 0; at < text.length; ) {
    const end = wholeCharacters(text, at + longText)
    await turnForScan(end - at)
    yield Buffer.from(JSON.stringify(text.slice(at, end)).slice(1, -1))
    at = end
  }
}

/** Two halves of a character are written together: each alone would be an escape. */
function wholeCharacters(text: string, end: number): number {
  const last = text.charCodeAt(end - 1)
  return end < text.length && last >= 0xd800 && last <= 0xdbff ? end - 1 : end
}
