import { parentPort } from 'node:worker_threads'
import { freeNow, turnForBulk } from './in-turns.ts'

/** Characters of a text that goes as bytes. */
const longText = 64 * 1024
/** Bytes that become a text in one turn of the loop, with whatever else is done in it. */
const inOneGo = 1024 * 1024
/** Entries of a list that goes as bytes: the system makes each of them by itself, a hundred thousand in one turn. */
const longList = 500
/** Bytes of a list that are read in one turn of the loop: a millisecond. */
const listInOneGo = 64 * 1024

type Key = string | number

/** A text or a list that was taken out of an answer. */
interface TakenOut {
  path: readonly Key[]
  /** Of a text one piece; of a list JSON, some entries in each. */
  pieces: readonly Uint8Array<ArrayBuffer>[]
  /** A text has one byte a character, none above U+00FF, or two; a list is UTF-8. */
  kind: 'latin1' | 'utf16le' | 'list'
}

/** What a thread says: the answer, and the long texts and lists that stand in it at their places. */
export interface PackedAnswer {
  value: unknown
  taken: readonly TakenOut[]
}

/**
 * A thread's answer. The system makes all of a message at once, 4 ms a megabyte of text in the heap that everybody waits for: what is
 * long is handed over as memory. `value` is nobody else's any more. @param owned memory that goes with it
 */
export function answer(value: unknown, owned: readonly ArrayBuffer[] = []): void {
  const said = packed(value)
  parentPort?.postMessage(said, [...owned, ...memoryOf(said)])
}

/** What is handed over with it. */
export const memoryOf = ({ taken }: PackedAnswer): ArrayBuffer[] =>
  taken.flatMap(({ pieces }) => pieces.map(({ buffer }) => buffer))

/** Takes long texts and lists out, in place. */
export function packed(value: unknown): PackedAnswer {
  const taken: TakenOut[] = []
  const holder = { value }
  takeOut(holder, [], taken)
  return { value: holder.value, taken }
}

function takeOut(holder: object, path: Key[], taken: TakenOut[]): void {
  const values = holder as Record<Key, unknown>
  for (const key in values) {
    const one = values[key]
    path.push(key)
    if (typeof one === 'string' && one.length > longText) {
      taken.push(textTaken(one, path.slice()))
      values[key] = ''
    } else if (Array.isArray(one) && one.length > longList && one.every(isPlain)) {
      taken.push({ path: path.slice(), pieces: [...listPieces(one)], kind: 'list' })
      values[key] = []
    } else if (typeof one === 'object' && one !== null && !ArrayBuffer.isView(one))
      takeOut(one, path, taken)
    path.pop()
  }
}

/** Whether JSON says it as it is, and no text in it is long. */
function isPlain(one: unknown): boolean {
  if (typeof one === 'string') return one.length <= longText
  if (typeof one === 'boolean' || one === null) return true
  if (typeof one === 'number') return Number.isFinite(one)
  if (typeof one !== 'object') return false
  if (Array.isArray(one)) return one.every(isPlain)
  return Object.getPrototypeOf(one) === Object.prototype && Object.values(one).every(isPlain)
}

function* listPieces(list: readonly unknown[]): Generator<Uint8Array<ArrayBuffer>> {
  let some = ''
  let entries = 0
  for (const one of list) {
    some += `${some && ','}${JSON.stringify(one)}`
    entries++
    if (some.length < listInOneGo && entries < longList) continue
    yield asMemory(`[${some}]`, 'utf8')
    some = ''
    entries = 0
  }
  if (some) yield asMemory(`[${some}]`, 'utf8')
}

function textTaken(text: string, path: readonly Key[]): TakenOut {
  const kind = /[^\0-\xff]/.test(text) ? 'utf16le' : 'latin1'
  return { path, pieces: [asMemory(text, kind)], kind }
}

/** In a memory of its own: what is small would share a buffer. */
function asMemory(text: string, encoding: BufferEncoding): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text, encoding))
  bytes.write(text, encoding)
  return bytes as Buffer<ArrayBuffer>
}

/** The answer as it was, others served between one long thing and the next. */
export async function received({ value, taken }: PackedAnswer): Promise<unknown> {
  const holder = { value }
  for (const { path, pieces, kind } of taken) {
    const list: unknown[] = []
    for (const bytes of pieces) {
      const part = bytes.length / (kind === 'list' ? listInOneGo : inOneGo)
      await turnForBulk(Math.min(1, part))
      const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
      if (kind === 'list') list.push(...(JSON.parse(text.toString()) as unknown[]))
      else put(holder, path, text.toString(kind))
      freeNow(bytes)
    }
    if (kind === 'list') put(holder, path, list)
  }
  return holder.value
}

function put(holder: object, path: readonly Key[], thing: unknown): void {
  const parent = path
    .slice(0, -1)
    .reduce<Record<Key, unknown>>(
      (one, key) => one[key] as Record<Key, unknown>,
      holder as Record<Key, unknown>,
    )
  const last = path.at(-1)
  if (last !== undefined) parent[last] = thing
}
