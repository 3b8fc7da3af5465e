import type { ByteReader } from './byte-reader.ts'
import { bytesLeft, newByteReader, readSlice, readUint } from './byte-reader.ts'

/** One MAPI property ([MS-OXTNEF] 2.1.3.4); only the first value of a multi-valued one. A view into the input. */
export type MapiProp = { type: number; value: Uint8Array }

export const MAPI_OBJECT = 0x000d
export const MAPI_STRING8 = 0x001e
export const MAPI_UNICODE = 0x001f
const BINARY = 0x0102
const MULTI = 0x1000
const NAMED_FROM = 0x8000
const MAX_PROPS = 5000

const FIXED = new Map<number, number>([
  [0x0001, 4],
  [0x0002, 4],
  [0x0003, 4],
  [0x0004, 4],
  [0x0005, 8],
  [0x0006, 8],
  [0x0007, 8],
  [0x000a, 4],
  [0x000b, 4],
  [0x0014, 8],
  [0x0040, 8],
  [0x0048, 16],
])

/**
 * The properties of an attMAPIProps or attAttachment body by id, the first of each. Stops at the first property that makes no sense; every
 * step moves on, so it ends on any input (CVE-2026-62642).
 */
export function readMapiProps(bytes: Uint8Array): Map<number, MapiProp> {
  const reader = newByteReader(bytes)
  const props = new Map<number, MapiProp>()
  const count = Math.min(readUint(reader, 4), MAX_PROPS)
  for (let i = 0; i < count && bytesLeft(reader) >= 4 && !reader.failed; i++) {
    const type = readUint(reader, 2)
    const id = readUint(reader, 2)
    if (id >= NAMED_FROM) skipName(reader)
    const value = readValue(reader, type)
    if (value === null) break
    if (id < NAMED_FROM && !props.has(id)) props.set(id, { type: type & ~MULTI, value })
  }
  return props
}

function skipName(reader: ByteReader): void {
  readSlice(reader, 16)
  const isString = readUint(reader, 4) === 1
  const size = readUint(reader, 4)
  if (isString) readSlice(reader, padded(size))
}

function readValue(reader: ByteReader, type: number): Uint8Array | null {
  const base = type & ~MULTI
  const size = FIXED.get(base)
  const isVariable =
    base === MAPI_OBJECT || base === MAPI_STRING8 || base === MAPI_UNICODE || base === BINARY
  if (size === undefined && !isVariable) return null
  const count = isVariable || (type & MULTI) !== 0 ? readUint(reader, 4) : 1
  let first: Uint8Array | null = null
  for (let i = 0; i < count; i++) {
    if (reader.failed || bytesLeft(reader) === 0) break
    const value = size === undefined ? readVariable(reader) : readSlice(reader, size)
    first ??= value
  }
  return first ?? new Uint8Array(0)
}

function readVariable(reader: ByteReader): Uint8Array {
  const size = readUint(reader, 4)
  const value = readSlice(reader, size)
  readSlice(reader, Math.min(padded(size) - size, bytesLeft(reader)))
  return value
}

function padded(size: number): number {
  return Math.ceil(size / 4) * 4
}
