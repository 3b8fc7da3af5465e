import { existsSync } from 'node:fs'
import {
  type Browser,
  type BrowserContext,
  chromium,
  type Locator,
  type Page,
} from '@playwright/test'
import type { Promised } from './promise.ts'
import { accountOf } from './support/dataset.ts'
import { password } from './support/people.ts'
import { type Figure, figure, median } from './support/stats.ts'
import { watchPage } from './web/watch-page.ts'

const row = '[role=grid] [role=row][data-id]'
const systemChromium = '/usr/bin/chromium'

/** Screens that are one click apart. Writing is last: it leaves a draft open. */
const routes = [
  '/outbox',
  '/inbox',
  '/set',
  '/inbox',
  '/dashboard',
  '/outbox',
  '/set',
  '/dashboard',
  '/write/new/0',
]

/** Rows that are opened: never the neighbour of the last one, which the page has fetched already. */
const clicked = [1, 4, 7, 2, 5, 8, 3, 6]

/** What a person at the browser waits for, in real Chromium: bytes, login, opening a mail, other screens, coming back. */
export const web: Promised = {
  name: 'web',
  needs: 'rows',
  run: async ({ dataset, sizes, quick }) => {
    const browser = await chromium.launch({
      ...(existsSync(systemChromium) ? { executablePath: systemChromium } : {}),
      args: ['--no-sandbox'],
    })
    const visit: Visit = {
      browser,
      url: `http://127.0.0.1:${dataset.httpPort}/`,
      address: accountOf(sizes[1] ?? 1_000),
      size: sizes[1] ?? 1_000,
    }
    try {
      return await measure(visit, quick ? 5 : 10)
    } finally {
      await browser.close()
    }
  },
}

interface Visit {
  browser: Browser
  url: string
  address: string
  size: number
}

/** A wait of a person, and how long the page's main thread was at work in it (processor time, which a busy machine does not lengthen). */
interface Wait {
  wall: number
  busy: number
}

interface Samples {
  bytes: number[]
  paints: number[]
  logins: Wait[]
  warmSecond: Wait[]
  warmThird: Wait[]
  clicksFirst: Wait[]
  clicksLater: Wait[]
  changes: number[]
  assistant: number[]
}

async function measure(visit: Visit, rounds: number): Promise<Figure[]> {
  const all: Samples = {
    bytes: [],
    paints: [],
    logins: [],
    warmSecond: [],
    warmThird: [],
    clicksFirst: [],
    clicksLater: [],
    changes: [],
    assistant: [],
  }
  for (let round = 0; round < rounds; round++) await visitOnce(visit, all)
  return toldOf(all, visit.size)
}

/** A browser of its own: cold, then signed in, then back a second and a third time. */
async function visitOnce(visit: Visit, all: Samples): Promise<void> {
  const context = await visit.browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addInitScript(watchPage)
  const page = await context.newPage()
  const wire = await countBytes(context, page)
  const busy = await watchThread(context, page)
  await page.goto(visit.url)
  all.paints.push(await page.evaluate(() => window.bench.painted(), undefined))
  all.logins.push(await logIn(page, visit, busy))
  await page.waitForTimeout(1_500)
  all.bytes.push(wire() / 1000)
  const [first, ...later] = await openSome(page, busy, clicked)
  if (first) all.clicksFirst.push(first)
  all.clicksLater.push(...later)
  all.assistant.push(await openAssistant(page))
  all.changes.push(...(await changeRoutes(page)))
  await page.close()
  for (const warm of [all.warmSecond, all.warmThird]) {
    const back = await context.newPage()
    const busyBack = await watchThread(context, back)
    warm.push(await comeBack(back, visit, busyBack))
    await back.waitForTimeout(1_500)
    all.clicksFirst.push(...(await openSome(back, busyBack, [1])))
    await back.close()
  }
  await context.close()
}

function toldOf(all: Samples, size: number): Figure[] {
  const told = (
    name: string,
    samples: readonly number[],
    promise: { limit?: number; unit: string },
  ): Figure =>
    figure({
      name: `web: ${name}`,
      size,
      samples,
      unit: promise.unit,
      ...(promise.limit === undefined
        ? {}
        : { limit: `< ${promise.limit} ${promise.unit}`, met: median(samples) < promise.limit }),
    })
  const waited = (name: string, samples: readonly Wait[], limit: number): Figure[] => [
    told(
      name,
      samples.map(({ wall }) => wall),
      { limit, unit: 'ms' },
    ),
    told(
      `${name}: the main thread at work`,
      samples.map(({ busy }) => busy),
      { unit: 'ms' },
    ),
  ]
  return [
    told('bytes over the wire, login and inbox, cold', all.bytes, { limit: 320, unit: 'kB' }),
    told('login page, first paint, cold', all.paints, { limit: 150, unit: 'ms' }),
    ...waited('submit to list visible', all.logins, 120),
    ...waited('second visit to list visible', all.warmSecond, 150),
    ...waited('third visit to list visible', all.warmThird, 150),
    ...waited('click on the first message of a page to its text on screen', all.clicksFirst, 60),
    ...waited('click on a later message to its text on screen', all.clicksLater, 32),
    told('from one screen to another, its content drawn', all.changes, { limit: 100, unit: 'ms' }),
    told('click on the assistant to its panel on screen, its code loaded', all.assistant, {
      limit: 100,
      unit: 'ms',
    }),
  ]
}

/** Processor time of the page's main thread so far, in ms. */
type Busy = () => Promise<number>

async function watchThread(context: BrowserContext, page: Page): Promise<Busy> {
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0)
  }
}

/** All that came in, headers too, compressed as it came. */
async function countBytes(context: BrowserContext, page: Page): Promise<() => number> {
  const session = await context.newCDPSession(page)
  let total = 0
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    total += encodedDataLength
  })
  session.on('Network.webSocketFrameReceived', ({ response }) => {
    total += response.payloadData.length
  })
  await session.send('Network.enable')
  return () => total
}

async function logIn(page: Page, { address }: Visit, busy: Busy): Promise<Wait> {
  await page.locator('input[name=username]').fill(address)
  await page.locator('input[name=password]').fill(password)
  // The page is at rest, as when a person has just typed.
  await page.waitForTimeout(500)
  const place = await centreOf(page.locator('button[type=submit]'))
  const before = await busy()
  await page.mouse.click(place.x, place.y)
  const wall = await page.evaluate(() => window.bench.sinceSubmit(), undefined)
  return { wall, busy: (await busy()) - before }
}

async function comeBack(page: Page, { url }: Visit, busy: Busy): Promise<Wait> {
  const before = await busy()
  await page.goto(url, { waitUntil: 'commit' })
  const wall = await page.evaluate(() => window.bench.rowsShown())
  const after = await busy()
  // Another process has another clock.
  return { wall, busy: after > before ? after - before : after }
}

/**
 * Opens rows of the first page, each clicked as soon as the pointer is there. Two that say the same are shown by the same
 * text, where nothing can be seen to come: such a click is no sample.
 */
async function openSome(page: Page, busy: Busy, order: readonly number[]): Promise<Wait[]> {
  const samples: Wait[] = []
  for (const index of order) {
    const target = page.locator(row).nth(index)
    if (!(await target.isVisible())) await page.goBack()
    const { x, y } = await centreOf(target.locator('a').first())
    await page.evaluate(() => window.bench.forgetText())
    // What the page does for the last one is done.
    await page.waitForTimeout(300)
    const before = await busy()
    await page.mouse.click(x, y)
    const wall = await page.evaluate(() => window.bench.sinceClick().catch(() => null))
    if (wall !== null) samples.push({ wall, busy: (await busy()) - before })
  }
  return samples
}

async function centreOf(target: Locator): Promise<{ x: number; y: number }> {
  const box = await target.boundingBox()
  if (!box) throw new Error('nothing there to press')
  return { x: box.x + Math.min(60, box.width / 2), y: box.y + box.height / 2 }
}

/** The panel of the assistant, opened for the first time: what it is made of is loaded then. */
async function openAssistant(page: Page): Promise<number> {
  await page.waitForTimeout(300)
  const taken = await page.evaluate(() => window.bench.sinceAssistant())
  await page.keyboard.press('Escape')
  return taken
}

/** To every main screen and back; the first visit of each, which loads its code, counts like the later ones. */
async function changeRoutes(page: Page): Promise<number[]> {
  const samples: number[] = []
  for (const path of routes) {
    await page.waitForTimeout(300)
    samples.push(await page.evaluate((to) => window.bench.sinceRoute(to), path))
  }
  return samples
}
