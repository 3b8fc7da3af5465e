import { parentPort } from 'node:worker_threads'
import { freeNow, turnForBulk } from './in-turns.ts'

/** Characters of a text that goes as bytes. */
const longText = 256 * 1024
/** Bytes that become a text in one turn of the loop, with whatever else is done in it. */
const inOneGo = 1024 * 1024

type Key = string | number

/** A text that was taken out of an answer. */
interface LongText {
  path: readonly Key[]
  bytes: Uint8Array<ArrayBuffer>
  /** UTF-16 in two bytes a character; else one byte a character, none above U+00FF. */
  isWide: boolean
}

/** What a thread says: the answer, and the long texts that stand in it at their places. */
export interface PackedAnswer {
  value: unknown
  texts: readonly LongText[]
}

/**
 * A thread's answer. The system makes all texts of a message at once, 4 ms a megabyte in the heap that everybody waits for: long ones are
 * handed over as memory. `value` is nobody else's any more. @param owned memory that goes with it
 */
export function answer(value: unknown, owned: readonly ArrayBuffer[] = []): void {
  const said = packed(value)
  parentPort?.postMessage(said, [...owned, ...said.texts.map(({ bytes }) => bytes.buffer)])
}

/** Takes long texts out, in place. */
export function packed(value: unknown): PackedAnswer {
  const texts: LongText[] = []
  const holder = { value }
  takeOut(holder, [], texts)
  return { value: holder.value, texts }
}

function takeOut(holder: object, path: Key[], texts: LongText[]): void {
  const values = holder as Record<Key, unknown>
  for (const key in values) {
    const one = values[key]
    path.push(key)
    if (typeof one === 'string' && one.length > longText) {
      texts.push(longTextOf(one, path.slice()))
      values[key] = ''
    } else if (typeof one === 'object' && one !== null && !ArrayBuffer.isView(one))
      takeOut(one, path, texts)
    path.pop()
  }
}

function longTextOf(text: string, path: readonly Key[]): LongText {
  const isWide = /[^\0-\xff]/.test(text)
  const bytes = Buffer.from(text, isWide ? 'utf16le' : 'latin1') as Buffer<ArrayBuffer>
  return { path, bytes, isWide }
}

/** The answer as it was, others served between one long text and the next. */
export async function received({ value, texts }: PackedAnswer): Promise<unknown> {
  const holder = { value }
  for (const { path, bytes, isWide } of texts) {
    await turnForBulk(Math.min(1, bytes.length / inOneGo))
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    put(holder, path, text.toString(isWide ? 'utf16le' : 'latin1'))
    freeNow(bytes)
  }
  return holder.value
}

function put(holder: object, path: readonly Key[], text: string): void {
  const parent = path
    .slice(0, -1)
    .reduce<Record<Key, unknown>>(
      (one, key) => one[key] as Record<Key, unknown>,
      holder as Record<Key, unknown>,
    )
  const last = path.at(-1)
  if (last !== undefined) parent[last] = text
}
