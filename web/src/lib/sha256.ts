/**
 * SHA-256 (FIPS 180-4) of bytes as they come. The browser's own hashing wants a file whole in memory, and is missing
 * on plain http.
 */
export interface Sha256 {
  update(bytes: Uint8Array): void
  /** The hash in hexadecimal; nothing may be added afterwards. */
  hex(): string
}

const block = 64

export function createSha256(): Sha256 {
  const state = Uint32Array.from(firstState)
  const words = new Uint32Array(64)
  const rest = new Uint8Array(block)
  let restLength = 0
  let length = 0

  const add = (bytes: Uint8Array): void => {
    let at = 0
    if (restLength > 0) {
      at = Math.min(block - restLength, bytes.length)
      rest.set(bytes.subarray(0, at), restLength)
      restLength += at
      if (restLength < block) return
      compress(state, words, new DataView(rest.buffer))
      restLength = 0
    }
    for (; at + block <= bytes.length; at += block) {
      compress(state, words, new DataView(bytes.buffer, bytes.byteOffset + at, block))
    }
    rest.set(bytes.subarray(at))
    restLength = bytes.length - at
  }

  return {
    update(bytes) {
      length += bytes.length
      add(bytes)
    },
    hex() {
      // One bit, zeros, and the length in bits as 64-bit number, so that the whole is full blocks (§5.1.1).
      const padding = new Uint8Array(restLength < 56 ? 64 - restLength : 128 - restLength)
      padding[0] = 0x80
      const tail = new DataView(padding.buffer)
      tail.setUint32(padding.length - 8, Math.floor(length / 0x20000000))
      tail.setUint32(padding.length - 4, (length << 3) >>> 0)
      add(padding)
      return Array.from(state, (word) => word.toString(16).padStart(8, '0')).join('')
    },
  }
}

/** The compression of one block (§6.2.2); plain numbers and no calls, because this is run a million times. */
function compress(state: Uint32Array, words: Uint32Array, bytes: DataView): void {
  for (let i = 0; i < 16; i++) words[i] = bytes.getUint32(i * 4)
  for (let i = 16; i < 64; i++) {
    const x = words[i - 15] ?? 0
    const y = words[i - 2] ?? 0
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10)
    words[i] = ((words[i - 16] ?? 0) + s0 + (words[i - 7] ?? 0) + s1) | 0
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let i = 0; i < 64; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    const chosen = (e & f) ^ (~e & g)
    const t1 = (h + s1 + chosen + (constants[i] ?? 0) + (words[i] ?? 0)) | 0
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    const majority = (a & b) ^ (a & c) ^ (b & c)
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + s0 + majority) | 0
  }
  const next = [a, b, c, d, e, f, g, h]
  for (let i = 0; i < 8; i++) state[i] = ((state[i] ?? 0) + (next[i] ?? 0)) | 0
}

/** The first 32 bits of the fractions of roots of primes: cube roots for the steps, square roots for the start. */
const constants = fractions(64, Math.cbrt)
const firstState = fractions(8, Math.sqrt)

function fractions(count: number, root: (value: number) => number): Uint32Array {
  const found: number[] = []
  for (let candidate = 2; found.length < count; candidate++) {
    if (isPrime(candidate)) found.push(exactFraction(candidate, root))
  }
  return Uint32Array.from(found)
}

/** A double holds 53 bits of the root: enough for its whole part and 32 bits behind it. */
function exactFraction(value: number, root: (value: number) => number): number {
  return Math.floor((root(value) % 1) * 2 ** 32)
}

function isPrime(value: number): boolean {
  for (let divisor = 2; divisor * divisor <= value; divisor++) {
    if (value % divisor === 0) return false
  }
  return true
}
