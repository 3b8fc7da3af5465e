/**
 * Things of one mail that are loaded at once. A browser has six connections to our server: a mail of pictures that never come
 * must not take them all from the lists (F9).
 */
const atOnce = 3

/** Runs jobs, so many at once, in their order. Returns what stops them. */
export function inTurns(jobs: readonly ((signal: AbortSignal) => Promise<void>)[]): () => void {
  const stop = new AbortController()
  const waiting = jobs.values()
  const work = async (): Promise<void> => {
    for (const job of waiting) {
      if (stop.signal.aborted) return
      await job(stop.signal)
    }
  }
  for (let lane = 0; lane < atOnce; lane++) void work()
  return () => stop.abort()
}

/** One of each group after the other: what waits long holds up only its like. */
export function byTurns<One>(all: readonly One[], groupOf: (one: One) => string): One[] {
  const groups = [...Map.groupBy(all, groupOf).values()]
  const rounds = Math.max(0, ...groups.map(({ length }) => length))
  return Array.from({ length: rounds }, (_, round) =>
    groups.flatMap((group) => group.slice(round, round + 1)),
  ).flat()
}
