import { inOwnTurn } from '../in-turns.ts'
import { JsonText, json } from './sql.ts'

/** A value that may be megabytes is written as JSON before its transaction, in a turn of its own. */
export const jsonText = (value: object): Promise<JsonText> =>
  inOwnTurn(() => new JsonText(json(value)))
