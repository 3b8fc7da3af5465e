import { createGate, type Release } from './gate.ts'

/**
 * Threads of all kinds together, at work or waiting for work: each holds thirty to a hundred megabytes, whatever it does,
 * and there are fewer processors than kinds of threads.
 */
const atOnce = 4

const places = createGate({ total: atOnce })
/** How threads without work are ended, who waited longest first. */
const idle = new Set<() => void>()

/** Waits until there is room for one more thread; threads that wait for work give theirs. */
export async function placeForThread(): Promise<Release> {
  const asked = { who: 'threads', signal: new AbortController().signal }
  const free = places.tryTake(asked)
  if (free) return free
  const [first] = idle
  if (first) {
    idle.delete(first)
    first()
  }
  return places.take(asked)
}

/** Says that a thread has no work. @returns to be called when it has some again, or has ended */
export function threadIsIdle(end: () => void): () => void {
  const one = (): void => end()
  idle.add(one)
  return () => void idle.delete(one)
}
