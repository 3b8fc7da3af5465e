import type { Page } from '@playwright/test'

/** Keeps the calls of an address without an answer until they are released. */
export async function holdCalls(page: Page, url: string) {
  const waiting = new Set<() => void>()
  let seen = 0
  await page.route(url, async (route) => {
    seen++
    await new Promise<void>((resolve) => waiting.add(resolve))
    // Its asker may have gone meanwhile.
    await route.continue().catch(() => undefined)
  })
  return {
    /** How many came since the beginning. */
    get held() {
      return seen
    },
    release: async () => {
      await page.unroute(url)
      for (const go of waiting) go()
    },
  }
}
