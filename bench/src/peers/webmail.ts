import type { Browser, Page } from '@playwright/test'

/** Where a webmail has what a person looks for. */
export interface Webmail {
  url: string
  name: string
  password: string
  button: string
  row: string
}

/** What a person waits for, in ms. */
export interface WebmailWaits {
  paints: number[]
  logins: number[]
  visits: number[]
}

/** A browser of its own each round: cold, signed in, and back again. */
export async function watchWebmail(
  browser: Browser,
  webmail: Webmail,
  { user, password, rounds }: { user: string; password: string; rounds: number },
): Promise<WebmailWaits> {
  const waits: WebmailWaits = { paints: [], logins: [], visits: [] }
  for (let round = 0; round < rounds; round++) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    await page.waitForTimeout(1_000)
    await page.goto(webmail.url)
    waits.paints.push(await firstPaint(page))
    await page.locator(webmail.name).fill(user)
    await page.locator(webmail.password).fill(password)
    await page.waitForTimeout(500)
    const pressed = await page.evaluate(() => performance.timeOrigin + performance.now())
    await page.locator(webmail.button).click()
    const seen = await shownAt(page, webmail.row)
    waits.logins.push(seen - pressed)
    const back = await context.newPage()
    await back.waitForTimeout(1_000)
    await back.goto(webmail.url, { waitUntil: 'commit' })
    const again = await shownAt(back, webmail.row)
    waits.visits.push(again - (await back.evaluate(() => performance.timeOrigin)))
    await context.close()
  }
  return waits
}

const firstPaint = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const found = list.getEntriesByName('first-contentful-paint')[0]
          if (found) resolve(found.startTime)
        }).observe({ type: 'paint', buffered: true })
      }),
  )

/** When the first row stood on the screen, by the clock of the page; the page may be another by then. */
async function shownAt(page: Page, row: string): Promise<number> {
  await page.locator(row).first().waitFor({ state: 'visible' })
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        requestAnimationFrame(() =>
          setTimeout(() => resolve(performance.timeOrigin + performance.now()), 0),
        )
      }),
  )
}
