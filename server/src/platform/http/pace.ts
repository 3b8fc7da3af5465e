import { AppError } from '../errors.ts'

/** A window in ms, and the bytes that must come or go in each: slower than a modem is nobody's line. */
export interface Pace {
  windowMs: number
  leastBytes: number
}

export const paceOf = (slowSeconds: number): Pace => ({
  windowMs: slowSeconds * 1_000,
  leastBytes: 16 * 1024,
})

/**
 * The chunks of a body as they come. A client that sends less than the least in a window holds places and memory for
 * nothing (slow-body attacks, "R.U.D.Y."): it is cut. Only time spent waiting for it counts.
 * @throws request.too-slow
 */
export async function* atLeastPace(
  chunks: AsyncIterable<Buffer>,
  { windowMs, leastBytes }: Pace,
): AsyncGenerator<Buffer> {
  const iterator = chunks[Symbol.asyncIterator]()
  let waited = 0
  let came = 0
  try {
    for (;;) {
      const since = performance.now()
      const next = await within(iterator.next(), windowMs - waited)
      if (next.done) return
      waited += performance.now() - since
      came += next.value.length
      if (came >= leastBytes) {
        waited = 0
        came = 0
      } else if (waited >= windowMs) throw new AppError('request.too-slow')
      yield next.value
    }
  } finally {
    // Not waited for: a chunk that never comes would hold it up.
    iterator.return?.().catch(() => undefined)
  }
}

/** What comes at its time. @throws request.too-slow */
export async function within<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AppError('request.too-slow')), Math.max(ms, 1))
  })
  // Whoever loses the race later has nobody who listens.
  work.catch(() => undefined)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
