import { createSha256 } from '../../../lib/sha256.ts'

const piece = 1024 * 1024

/** SHA-256 of a file in hexadecimal, read a piece at a time. */
export async function sumOf(file: Blob): Promise<string> {
  const sum = createSha256()
  for (let at = 0; at < file.size; at += piece) {
    sum.update(new Uint8Array(await file.slice(at, at + piece).arrayBuffer()))
  }
  return sum.hex()
}
