import { createHash } from 'node:crypto'
import { freeNow } from '../in-turns.ts'
import { isOnItsWay } from './long-values.ts'

/** A statement with its values; `Row` is what one row of the answer looks like. */
export class Sql<Row = Record<string, unknown>> {
  declare readonly row: Row
  readonly strings: readonly string[]
  readonly values: readonly unknown[]
  readonly prepared: boolean
  /** See `byKey`. */
  readonly isByKey: boolean

  constructor(
    strings: readonly string[],
    values: readonly unknown[],
    { prepared = true, isByKey = false } = {},
  ) {
    this.strings = strings
    this.values = values
    this.prepared = prepared
    this.isByKey = isByKey
  }

  /** This statement, planned anew each time: for searches, whose best plan depends on the words. */
  planned(): Sql<Row> {
    return new Sql(this.strings, this.values, { prepared: false })
  }

  /** This statement, as one that finds few rows by a key at once: outside transactions it shares a connection with others (flights.ts). */
  byKey(): Sql<Row> {
    return new Sql(this.strings, this.values, { isByKey: true })
  }

  /** What the driver takes: text with $1.., values, and a name under which the plan is kept. */
  compile(): { text: string; values: unknown[]; name?: string } {
    const values: unknown[] = []
    const text = render(this, values)
    return this.prepared ? { text, values, name: nameOf(text) } : { text, values }
  }
}

/**
 * Tagged template for SQL: every `${value}` becomes a parameter, an `Sql` value is spliced in as a part.
 * Nothing else can reach the text, so statements cannot be injected into (T22).
 */
export function sql<Row = Record<string, unknown>>(
  strings: TemplateStringsArray,
  ...values: unknown[]
): Sql<Row> {
  return new Sql<Row>(strings, values)
}

/**
 * A value as the text of a JSON parameter. The only way there: `JSON.stringify` writes NUL and half characters as
 * escapes that jsonb refuses, and a stranger's text may hold both.
 */
export function json(value: unknown): string | Buffer {
  return value instanceof JsonText ? value.written : jsonString(value)
}

function jsonString(value: unknown): string {
  const text = JSON.stringify(value)
  if (!unstorableEscape.test(text)) return text
  return JSON.stringify(value, (_, one) => (typeof one === 'string' ? storable(one) : one))
}

/** An object that was written before: a long one as the bytes of a jsonb (its version, then its text), which are no text of the heap. */
export class JsonText {
  readonly written: string | Buffer
  /** Where the last bracket of bytes stands; blanks may follow. */
  readonly end: number

  constructor(written: string | Buffer, end = written.length - 1) {
    this.written = written
    this.end = end
  }

  /** The same with more fields; neither may be empty. Bytes are written into where blanks were left: this one is not to be used any more. */
  with(more: object): JsonText {
    const rest = `,${jsonString(more).slice(1)}`
    const { written, end } = this
    if (typeof written === 'string') return new JsonText(written.slice(0, -1) + rest)
    const bytes = Buffer.from(rest)
    if (bytes.length > written.length - end)
      return new JsonText(Buffer.concat([written.subarray(0, end), bytes]))
    // Megabytes are not copied for a few letters.
    written.fill(' ', end)
    bytes.copy(written, end)
    return new JsonText(written, end + bytes.length - 1)
  }

  /** To be called when nobody will write it any more. */
  drop(): void {
    if (typeof this.written !== 'string' && !isOnItsWay(this.written)) freeNow(this.written)
  }
}

/** Escapes that may stand for NUL or half a character; `\\\\u0000` is looked at once more for nothing. */
const unstorableEscape = /\\u(?:0000|d[89a-f])/

/** Text of PostgreSQL holds no NUL and no half characters: each becomes U+FFFD, so that no two names become one. */
export const storable = (text: string): string => text.replaceAll('\u0000', '\ufffd').toWellFormed()

function storableValue(value: unknown): unknown {
  if (typeof value === 'string') return value.includes('\u0000') ? storable(value) : value
  return Array.isArray(value) && value.some(hasNul) ? value.map(storableValue) : value
}

const hasNul = (value: unknown): boolean => typeof value === 'string' && value.includes('\u0000')

/** Nothing, for optional parts of a statement. */
export const none = new Sql([''], [])

function render(part: Sql<unknown>, values: unknown[]): string {
  let text = part.strings[0] ?? ''
  part.values.forEach((value, index) => {
    if (value instanceof Sql) text += render(value, values)
    else {
      values.push(storableValue(value))
      text += `$${values.length}`
    }
    text += part.strings[index + 1] ?? ''
  })
  return text
}

const names = new Map<string, string>()

function nameOf(text: string): string {
  let name = names.get(text)
  if (name === undefined) {
    name = createHash('sha1').update(text).digest('base64url')
    names.set(text, name)
  }
  return name
}
