import { settings } from '@hongyan/contract/settings'
import type { Browser, Page } from '@playwright/test'
import type { Promised } from './promise.ts'
import { launchBrowser } from './support/browser.ts'
import { accountOf } from './support/dataset.ts'
import { openMailbox } from './support/mailbox.ts'
import { password } from './support/people.ts'
import { type Figure, figure } from './support/stats.ts'

const frameLimit = 50
/** A folder of at least so many is what the promise speaks of. */
const wanted = 200_000

/** The long list scrolled by wheel, and from top to bottom as the bar is dragged: how long its frames take. */
export const scroll: Promised = {
  name: 'scroll',
  needs: 'dataset',
  run: async ({ dataset, sizes, quick }) => {
    const size = sizes.find((one) => one >= wanted) ?? sizes.at(-1) ?? 0
    const address = accountOf(size)
    const { client } = await openMailbox(dataset, address, 1)
    await client.post(settings.changeSetting.path, { key: 'showMailPageNumber', value: 0 })
    const browser = await launchBrowser()
    try {
      return await measure(browser, {
        url: `http://127.0.0.1:${dataset.httpPort}/`,
        address,
        size,
        quick,
      })
    } finally {
      await browser.close()
      await client.post(settings.changeSetting.path, { key: 'showMailPageNumber', value: 1 })
      client.close()
    }
  },
}

interface Visit {
  url: string
  address: string
  size: number
  quick: boolean
}

async function measure(browser: Browser, visit: Visit): Promise<Figure[]> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.goto(visit.url)
  await page.locator('input[name=username]').fill(visit.address)
  await page.locator('input[name=password]').fill(password)
  await page.locator('button[type=submit]').click()
  await page.locator('[role=grid][data-long] [role=row]').first().waitFor()
  await page.waitForTimeout(1_500)
  const steps = visit.quick ? 120 : 600
  const wheel = await frames(page, () => turnWheel(page, steps))
  await page.locator('[role=grid]').evaluate((grid) => grid.scrollTo({ top: 0 }))
  await page.waitForTimeout(1_000)
  const drag = await frames(page, () => dragBar(page, steps))
  await page.getByRole('row').last().waitFor()
  return [
    ...framesFigures('by wheel', wheel, visit.size),
    ...framesFigures('top to bottom as the bar is dragged', drag, visit.size),
  ]
}

function framesFigures(name: string, samples: readonly number[], size: number): Figure[] {
  const long = samples.filter((one) => one > frameLimit)
  return [
    figure({ name: `scroll: ${name}, time of a frame`, size, samples, unit: 'ms' }),
    figure({
      name: `scroll: ${name}, frames over ${frameLimit} ms`,
      size,
      samples: [long.length],
      unit: 'frames',
      limit: '0',
      met: long.length === 0,
    }),
    figure({
      name: `scroll: ${name}, the longest frame`,
      size,
      samples: [Math.max(...samples)],
      unit: 'ms',
    }),
  ]
}

async function turnWheel(page: Page, steps: number): Promise<void> {
  await page.mouse.move(400, 400)
  for (let step = 0; step < steps; step++) {
    await page.mouse.wheel(0, 240)
    await page.waitForTimeout(16)
  }
}

/** What a dragged bar does to the list: the position follows the hand, evenly down to the end. */
async function dragBar(page: Page, steps: number): Promise<void> {
  const grid = page.locator('[role=grid]')
  for (let step = 0; step <= steps; step++) {
    await grid.evaluate((element, part) => {
      element.scrollTop = part * (element.scrollHeight - element.clientHeight)
    }, step / steps)
    await page.waitForTimeout(16)
  }
}

/** Milliseconds between the frames that the browser draws while something happens. */
async function frames(page: Page, happens: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const samples: number[] = []
    let last = performance.now()
    const tick = (): void => {
      const now = performance.now()
      samples.push(now - last)
      last = now
      if (document.body.dataset.frames === 'on') requestAnimationFrame(tick)
      else document.body.dataset.samples = JSON.stringify(samples.slice(1))
    }
    document.body.dataset.frames = 'on'
    requestAnimationFrame(tick)
  })
  await happens()
  await page.evaluate(() => {
    document.body.dataset.frames = 'off'
  })
  await page.waitForFunction(() => document.body.dataset.samples !== undefined)
  return page.evaluate(() => {
    const samples: number[] = JSON.parse(document.body.dataset.samples ?? '[]')
    delete document.body.dataset.samples
    return samples
  })
}
