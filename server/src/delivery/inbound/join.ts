const inOneGo = 2 * 1024 * 1024

/** Puts pieces together; a large message in several turns of the loop, so that others are served meanwhile. */
export async function join(pieces: readonly Buffer[]): Promise<Buffer> {
  const [only] = pieces
  if (only && pieces.length === 1) return only
  const size = pieces.reduce((sum, piece) => sum + piece.length, 0)
  if (size <= inOneGo) return Buffer.concat(pieces, size)
  const whole = Buffer.allocUnsafeSlow(size)
  let at = 0
  let sinceTurn = 0
  for (const piece of pieces) {
    for (let from = 0; from < piece.length; from += inOneGo) {
      const copied = piece.copy(whole, at, from, from + inOneGo)
      at += copied
      sinceTurn += copied
      if (sinceTurn >= inOneGo) {
        await new Promise((resolve) => setImmediate(resolve))
        sinceTurn = 0
      }
    }
  }
  return whole
}
