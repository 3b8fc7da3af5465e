import { limits } from '@hongyan/contract/limits'

/** Calls under way that asked for the overlay (SHELL-31), and whether it lies over the page. */
const running = new Set<symbol>()
let shown = false
const watchers = new Set<() => void>()

export const isLoadingShown = (): boolean => shown

/** Every change of it. @returns the end of it */
export function watchLoading(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

/** Shows the overlay while the work is done, and until 300 ms after the last: from one to the next it does not flicker. */
export async function withOverlay<T>(work: () => Promise<T>): Promise<T> {
  const one = Symbol('call')
  running.add(one)
  show(true)
  try {
    return await work()
  } finally {
    running.delete(one)
    setTimeout(() => running.size === 0 && show(false), limits.loadingCloseDelay)
  }
}

function show(next: boolean): void {
  if (next === shown) return
  shown = next
  for (const watcher of watchers) watcher()
}
