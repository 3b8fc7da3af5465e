const TILDE = 0x7e
const LF = 10
const HZ_OPEN = 0x7b
const HZ_CLOSE = 0x7d
const HZ_SECOND = [TILDE, HZ_OPEN, HZ_CLOSE, LF]
const SHIFT_OUT = 0x0e
const SHIFT_IN = 0x0f
const ESC = 0x1b
const PLUS = 0x2b
const MINUS = 0x2d

/** RFC 1843: bytes between `~{` and `~}` are GB 2312 with the high bit off. Gives bytes in gb18030. Linear. */
export function decodeHz(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(bytes.length)
  let size = 0
  let chinese = false
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0
    const next = byte === TILDE ? (bytes[i + 1] ?? 0) : 0
    // A line end closes the Chinese mode even if the sender forgot to (RFC 1843 section 2).
    if (next === HZ_OPEN || next === HZ_CLOSE || byte === LF) chinese = next === HZ_OPEN
    if (next !== HZ_OPEN && next !== HZ_CLOSE && next !== LF)
      out[size++] = withHighBit(byte, chinese)
    if (HZ_SECOND.includes(next)) i++
  }
  return out.subarray(0, size)
}

/**
 * ISO-2022-KR (RFC 1557) and the GB 2312 half of ISO-2022-CN (RFC 1922): bytes between SO and SI get
 * their high bit, designations (ESC $ …) are dropped. Gives bytes in EUC. Linear.
 */
export function decodeIso2022Shift(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(bytes.length)
  let size = 0
  let shifted = false
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0
    if (byte === SHIFT_OUT || byte === SHIFT_IN) shifted = byte === SHIFT_OUT
    else if (byte === ESC && bytes[i + 1] === 0x24) i += 3
    else {
      if (byte === LF) shifted = false
      out[size++] = withHighBit(byte, shifted)
    }
  }
  return out.subarray(0, size)
}

function withHighBit(byte: number, isWide: boolean): number {
  return isWide && byte > 0x20 && byte < 0x7f ? byte | 0x80 : byte
}

/**
 * ISO-2022-JP (RFC 1468) without switches that nothing follows but the next switch: joined encoded-words are full of them, and
 * the platform's decoder reports each as an error. Linear.
 */
export function withoutEmptyShifts(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(bytes.length)
  let size = 0
  for (let i = 0; i < bytes.length; i++) {
    const isShift = bytes[i] === ESC && (bytes[i + 1] === 0x24 || bytes[i + 1] === 0x28)
    if (isShift && bytes[i + 3] === ESC) i += 2
    else out[size++] = bytes[i] ?? 0
  }
  return out.subarray(0, size)
}

/** RFC 2152. Broken shifts give U+FFFD or nothing, never an error. Linear. */
export function decodeUtf7(bytes: Uint8Array): string {
  const units: Units = { bytes: new Uint8Array(bytes.length * 2), size: 0 }
  let i = 0
  while (i < bytes.length) {
    const byte = bytes[i++] ?? 0
    if (byte !== PLUS) {
      addUnit(units, byte < 0x80 ? byte : 0xfffd)
    } else if (bytes[i] === MINUS) {
      addUnit(units, PLUS)
      i++
    } else {
      i = readShifted(bytes, i, units)
    }
  }
  return new TextDecoder('utf-16le').decode(units.bytes.subarray(0, units.size))
}

/** UTF-16, little endian. */
type Units = { bytes: Uint8Array; size: number }

function addUnit(units: Units, unit: number): void {
  units.bytes[units.size++] = unit & 0xff
  units.bytes[units.size++] = unit >> 8
}

function readShifted(bytes: Uint8Array, from: number, units: Units): number {
  let at = from
  let bits = 0
  let have = 0
  for (; at < bytes.length; at++) {
    const value = base64Value(bytes[at] ?? 0)
    if (value < 0) break
    bits = ((bits << 6) | value) & 0x3fffff
    have += 6
    if (have >= 16) {
      have -= 16
      addUnit(units, (bits >> have) & 0xffff)
    }
  }
  return bytes[at] === MINUS ? at + 1 : at
}

function base64Value(byte: number): number {
  if (byte >= 65 && byte <= 90) return byte - 65
  if (byte >= 97 && byte <= 122) return byte - 71
  if (byte >= 48 && byte <= 57) return byte + 4
  if (byte === 43) return 62
  return byte === 47 ? 63 : -1
}
