import { type Bytes, own, toHex } from './bytes.ts'

/**
 * Opens what was encrypted by RSAES-PKCS1-v1_5 (RFC 8017 §7.2.2), which WebCrypto has not and Outlook, Thunderbird and
 * OpenSSL use. A padding that is wrong gives a random key of the length that is asked for instead of an error: whoever
 * sends forged mail must not learn which of two things failed (Bleichenbacher, RFC 3218 §2.3.2).
 * @param pkcs8 private key in DER
 * @param length bytes of the content key
 */
export async function decryptPkcs1(pkcs8: Bytes, sealed: Bytes, length: number): Promise<Bytes> {
  const random = crypto.getRandomValues(new Uint8Array(length))
  const numbers = await numbersOf(pkcs8)
  const cipher = toNumber(sealed)
  if (cipher >= numbers.n) return random
  const size = Math.ceil(numbers.n.toString(16).length / 2)
  const block = toBytes(privatePower(cipher, numbers), size)
  return contentKey(block, random)
}

/**
 * The other direction (RFC 8017 §7.2.1), for programs that do not say that they read RSAES-OAEP.
 * @param spki public key in DER
 */
export async function encryptPkcs1(spki: Bytes, key: Bytes): Promise<Bytes> {
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  const imported = await crypto.subtle.importKey('spki', spki, algorithm, true, ['verify'])
  const { n, e } = await crypto.subtle.exportKey('jwk', imported)
  const modulus = fromUrl(n)
  const size = Math.ceil(modulus.toString(16).length / 2)
  const block = new Uint8Array(size)
  const padding = block.subarray(2, size - key.length - 1)
  for (let at = 0; at < padding.length; at++) padding[at] = notZero()
  block[1] = 2
  block.set(key, size - key.length)
  return own(toBytes(power(toNumber(block), fromUrl(e), modulus), size))
}

function notZero(): number {
  const one = crypto.getRandomValues(new Uint8Array(1))[0] ?? 0
  return one === 0 ? notZero() : one
}

interface PrivateNumbers {
  n: bigint
  p: bigint
  q: bigint
  dp: bigint
  dq: bigint
  qi: bigint
}

async function numbersOf(pkcs8: Bytes): Promise<PrivateNumbers> {
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('pkcs8', pkcs8, algorithm, true, ['sign'])
  const { n, p, q, dp, dq, qi } = await crypto.subtle.exportKey('jwk', key)
  return {
    n: fromUrl(n),
    p: fromUrl(p),
    q: fromUrl(q),
    dp: fromUrl(dp),
    dq: fromUrl(dq),
    qi: fromUrl(qi),
  }
}

/** By the Chinese remainder theorem (RFC 8017 §5.1.2): a quarter of the time. */
function privatePower(cipher: bigint, { p, q, dp, dq, qi }: PrivateNumbers): bigint {
  const ofP = power(cipher, dp, p)
  const ofQ = power(cipher, dq, q)
  const h = ((((ofP - ofQ) % p) + p) * qi) % p
  return ofQ + h * q
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n
  let square = base % modulus
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) result = (result * square) % modulus
    square = (square * square) % modulus
  }
  return result
}

/** `00 02`, at least eight bytes that are not zero, `00`, the key; anything else gives the random one. */
function contentKey(block: Uint8Array, random: Bytes): Bytes {
  const start = block.length - random.length
  const padding = block.subarray(2, start - 1)
  const isRight =
    start >= 11 &&
    block[0] === 0 &&
    block[1] === 2 &&
    block[start - 1] === 0 &&
    padding.every((one) => one !== 0)
  return isRight ? block.slice(start) : random
}

function fromUrl(base64url: string | undefined): bigint {
  const binary = atob((base64url ?? '').replaceAll('-', '+').replaceAll('_', '/'))
  return toNumber(Uint8Array.from(binary, (one) => one.charCodeAt(0)))
}

const toNumber = (bytes: Uint8Array): bigint => BigInt(`0x${toHex(bytes) || '0'}`)

function toBytes(value: bigint, size: number): Uint8Array {
  const hex = value.toString(16).padStart(size * 2, '0')
  return Uint8Array.from({ length: size }, (_, at) =>
    Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16),
  )
}
