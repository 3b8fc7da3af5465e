import { freeNow, inOwnTurn, turnForBulk } from '../in-turns.ts'
import { jsonInTurns, longTextsIn } from '../json/json-in-turns.ts'
import { JsonText, json, storable } from './sql.ts'

/** What PostgreSQL reads of a jsonb begins with its version. */
const version = Buffer.of(1)

/**
 * A value that may be megabytes is written as JSON before its transaction, in turns. Long texts become bytes at once: in the
 * heap each would be there as the text, as its JSON and as what that grew from.
 */
export async function jsonText(value: object): Promise<JsonText> {
  if (longTextsIn(value) === 0) return inOwnTurn(() => new JsonText(json(value)))
  const written = await Array.fromAsync(jsonInTurns(value, storable))
  const pieces = [version, ...written, Buffer.alloc(room, ' ')]
  const whole = Buffer.allocUnsafeSlow(pieces.reduce((sum, one) => sum + one.length, 0))
  let at = 0
  for (const piece of pieces) {
    await turnForBulk(piece.length / oneTurn)
    at += piece.copy(whole, at)
    freeNow(piece)
  }
  return new JsonText(whole, whole.length - room - 1)
}

/** Blanks behind the last bracket, for what is said of it later (`with`). */
const room = 512

/** Bytes that are copied in one turn of the loop. */
const oneTurn = 1024 * 1024
