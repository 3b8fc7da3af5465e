/** Little endian numbers and slices out of bytes. Past the end it gives zeros and nothing, and sets `failed`. */
export type ByteReader = { bytes: Uint8Array; at: number; failed: boolean }

export function newByteReader(bytes: Uint8Array): ByteReader {
  return { bytes, at: 0, failed: false }
}

export function bytesLeft(reader: ByteReader): number {
  return reader.bytes.length - reader.at
}

export function readUint(reader: ByteReader, size: 1 | 2 | 4): number {
  if (bytesLeft(reader) < size) {
    reader.failed = true
    reader.at = reader.bytes.length
    return 0
  }
  let value = 0
  for (let i = size - 1; i >= 0; i--) value = value * 256 + (reader.bytes[reader.at + i] ?? 0)
  reader.at += size
  return value
}

/** A view. What is asked for beyond the end fails and gives what is there. */
export function readSlice(reader: ByteReader, size: number): Uint8Array {
  if (size > bytesLeft(reader)) reader.failed = true
  const from = reader.at
  reader.at = Math.min(from + size, reader.bytes.length)
  return reader.bytes.subarray(from, reader.at)
}
