import type { Page } from '@playwright/test'

/** What moved on the page of itself, and whether it is still the same page. */
export interface Jumps {
  /** The part of the screen that moved, not within half a second of a key or click (Layout Instability, as browsers sum it). */
  shifted: number
  isSamePage: boolean
}

declare global {
  interface Window {
    jumps?: { shifted: number }
  }
}

/** From now on; a page that is loaded anew has forgotten it. */
export const watchJumps = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const jumps = { shifted: 0 }
    window.jumps = jumps
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
      })[])
        if (!entry.hadRecentInput) jumps.shifted += entry.value
    }).observe({ type: 'layout-shift' })
  })

export const jumpsOf = (page: Page): Promise<Jumps> =>
  page.evaluate(() => ({
    shifted: window.jumps?.shifted ?? 0,
    isSamePage: window.jumps !== undefined,
  }))
