import type { Page } from '@playwright/test'
import type { Promised } from './promise.ts'
import { accountOf } from './support/dataset.ts'
import { password } from './support/people.ts'
import { type Figure, figure, percentile } from './support/stats.ts'
import { openBrowser } from './web.ts'

const limit = 100
const rounds = 10

/** Screens, and what is there when one of them is. */
const screens = [
  { name: 'inbox', path: '#/inbox', shown: '[role=grid] [role=row][data-id]' },
  { name: 'home', path: '#/dashboard', shown: 'section[aria-label=首页] h2' },
  { name: 'general settings', path: '#/set/normalset', shown: '[data-row=语言]' },
  { name: 'account and security', path: '#/set/accountalias/5', shown: 'main nav a[aria-current]' },
]

/** From one screen to the next in a page that was there before (issue 13): from the change of the address to what is painted. */
export const routes: Promised = {
  name: 'routes',
  needs: 'dataset',
  run: async ({ dataset, sizes }) => {
    const size = sizes[1] ?? 1_000
    const browser = await openBrowser()
    try {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
      await page.goto(`http://127.0.0.1:${dataset.httpPort}/`)
      await page.locator('input[name=username]').fill(accountOf(size))
      await page.locator('input[name=password]').fill(password)
      await page.locator('button[type=submit]').click()
      await page.locator('main').waitFor()
      return await measure(page, size)
    } finally {
      await browser.close()
    }
  },
}

async function measure(page: Page, size: number): Promise<Figure[]> {
  const taken = new Map<string, number[]>(screens.map(({ name }) => [name, []]))
  for (let round = 0; round <= rounds; round++)
    for (const screen of screens) {
      const ms = await page.evaluate(goTo, screen)
      // The first round loads what the screens are made of.
      if (round > 0) taken.get(screen.name)?.push(ms)
      await page.waitForTimeout(150)
    }
  return screens.map(({ name }) => {
    const samples = taken.get(name) ?? []
    return figure({
      name: `routes: to ${name}`,
      size,
      samples,
      unit: 'ms',
      limit: `p95 < ${limit} ms`,
      met: percentile(samples, 0.95) < limit,
    })
  })
}

/** In the page: changes the address, looks at each frame whether the screen is there, and lets it be painted. */
const goTo = ({ path, shown }: { path: string; shown: string }): Promise<number> =>
  new Promise((resolve) => {
    const began = performance.now()
    location.hash = path
    const look = () =>
      requestAnimationFrame(() => {
        const there = document.querySelector(shown)
        if (there?.checkVisibility()) setTimeout(() => resolve(performance.now() - began), 0)
        else look()
      })
    look()
  })
