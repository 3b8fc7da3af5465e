import { newByteReader, readSlice, readUint } from './byte-reader.ts'

const COMPRESSED = 0x75465a4c
const UNCOMPRESSED = 0x414c454d
const RING = 4096
const PRELOAD =
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx'

/**
 * Compressed RTF ([MS-OXRTFCP]) to RTF, at most `maxBytes`; null if it is none. The size in the header is not believed and damaged
 * input gives what came before the damage.
 */
export function decompressRtf(bytes: Uint8Array, maxBytes: number): Uint8Array | null {
  const reader = newByteReader(bytes)
  readUint(reader, 4)
  const rawSize = readUint(reader, 4)
  const magic = readUint(reader, 4)
  readUint(reader, 4)
  const size = Math.min(rawSize, maxBytes)
  if (magic === UNCOMPRESSED) return readSlice(reader, size)
  if (magic !== COMPRESSED || reader.failed) return null
  return inflate(bytes.subarray(16), size)
}

function inflate(input: Uint8Array, maxBytes: number): Uint8Array {
  const ring = new Uint8Array(RING)
  for (let i = 0; i < PRELOAD.length; i++) ring[i] = PRELOAD.charCodeAt(i)
  // A token of two bytes gives at most 17.
  const out = new Uint8Array(Math.min(maxBytes, input.length * 9))
  const state = { at: 0, size: 0, write: PRELOAD.length, ring, out }
  while (state.at < input.length && state.size < out.length) {
    const control = input[state.at++] ?? 0
    for (let bit = 0; bit < 8 && state.at < input.length; bit++) {
      if ((control & (1 << bit)) === 0) put(state, input[state.at++] ?? 0)
      else if (!copy(state, input)) return out.subarray(0, state.size)
    }
  }
  return out.subarray(0, state.size)
}

type Inflate = { at: number; size: number; write: number; ring: Uint8Array; out: Uint8Array }

function put(state: Inflate, byte: number): void {
  // Past the end a typed array ignores the write.
  if (state.size < state.out.length) state.out[state.size++] = byte
  state.ring[state.write] = byte
  state.write = (state.write + 1) % RING
}

/** False for the reference to the write position, which ends the stream. */
function copy(state: Inflate, input: Uint8Array): boolean {
  const token = ((input[state.at] ?? 0) << 8) | (input[state.at + 1] ?? 0)
  state.at += 2
  const offset = token >> 4
  if (offset === state.write) return false
  const length = (token & 15) + 2
  for (let i = 0; i < length; i++) put(state, state.ring[(offset + i) % RING] ?? 0)
  return true
}
