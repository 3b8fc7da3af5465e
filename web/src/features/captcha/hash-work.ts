import { sha256 } from '@noble/hashes/sha2.js'

/** So long (ms) it works before the page may breathe. */
const turn = 12

/** Looks for a text whose hash, behind the challenge, begins with so many zero bits; `signal` stops it. */
export async function findWork(
  { challenge, bits }: { challenge: string; bits: number },
  signal: AbortSignal,
): Promise<string> {
  const writer = new TextEncoder()
  for (let answer = 0; ; ) {
    const until = performance.now() + turn
    while (performance.now() < until) {
      for (let many = 0; many < 200; many++, answer++) {
        const [a = 0, b = 0, c = 0, d = 0] = sha256(writer.encode(`${challenge}:${answer}`))
        if (((a << 24) | (b << 16) | (c << 8) | d) >>> (32 - bits) === 0) return String(answer)
      }
    }
    await new Promise((resolve) => setTimeout(resolve))
    signal.throwIfAborted()
  }
}
