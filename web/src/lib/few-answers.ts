import type { Query, QueryClient } from '@tanstack/react-query'

/** What is kept of heavy answers that nobody looks at, beside the time that they are kept for. */
const most = { answers: 30, characters: 6_000_000 }

/**
 * Answers that say `meta: { heavy: true }` (mails, previews) are kept in small numbers: somebody who opens one large mail after
 * the other has the last ones at hand, and not all of them in memory. Those used longest ago go first.
 */
export function keepFew(client: QueryClient): void {
  const cache = client.getQueryCache()
  /** In the order of their last use. */
  const used = new Set<Query>()
  const weightOf = scale()
  let isDue = false
  const trim = (): void => {
    isDue = false
    let answers = 0
    let characters = 0
    for (const query of [...used].reverse()) {
      answers++
      characters += weightOf(query.state.data)
      const isOver = answers > most.answers || characters > most.characters
      if (isOver && query.getObserversCount() === 0 && query.state.fetchStatus === 'idle')
        cache.remove(query)
    }
  }
  cache.subscribe(({ query, type }) => {
    if (query.meta?.heavy !== true) return
    used.delete(query)
    if (type === 'removed') return
    used.add(query)
    // After the page has drawn what changed.
    if (!isDue) setTimeout(trim)
    isDue = true
  })
}

/** Says how many characters are in all of an answer; it has counted each once. */
function scale(): (data: unknown) => number {
  const weights = new WeakMap<object, number>()
  const weightOf = (data: unknown): number => {
    if (typeof data === 'string') return data.length
    if (typeof data !== 'object' || data === null) return 0
    const known = weights.get(data)
    if (known !== undefined) return known
    const weight = Object.values(data).reduce((sum: number, one) => sum + weightOf(one), 0)
    weights.set(data, weight)
    return weight
  }
  return weightOf
}
