/** Runs something when the page has nothing else to do. */
export function whenIdle(run: () => void): void {
  // Safari has no such moment to offer.
  if (window.requestIdleCallback) window.requestIdleCallback(run, { timeout: 2_000 })
  else setTimeout(run, 300)
}
