import { expect, it } from 'vitest'
import { createSha256 } from './sha256.ts'

async function reference(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const someBytes = (length: number): Uint8Array<ArrayBuffer> =>
  Uint8Array.from({ length }, (_, index) => (index * index * 31 + index * 7) & 0xff)

it('COMPOSE-19 hashes every length around a block as the server does', async () => {
  for (let length = 0; length <= 200; length++) {
    const bytes = someBytes(length)
    const sum = createSha256()
    sum.update(bytes)
    expect(sum.hex(), String(length)).toBe(await reference(bytes))
  }
})

it('COMPOSE-19 hashes a file in pieces of any size as the whole', async () => {
  const bytes = someBytes(300_000)
  const sum = createSha256()
  for (let at = 0, step = 1; at < bytes.length; at += step, step = (step * 7 + 3) % 9_001) {
    sum.update(bytes.subarray(at, at + step))
  }
  expect(sum.hex()).toBe(await reference(bytes))
})
