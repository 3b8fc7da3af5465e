import type { MessagePage } from '@hongyan/contract/messages'
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test'
import type { Promised } from './promise.ts'
import { launchBrowser } from './support/browser.ts'
import { accountOf } from './support/dataset.ts'
import { listPath, openMailbox } from './support/mailbox.ts'
import { password } from './support/people.ts'
import type { Server } from './support/server.ts'
import { type Figure, figure, median } from './support/stats.ts'
import { type Faults, faultsBetween, watchFaults } from './web/faults.ts'
import { type Floor, serveFloor } from './web/floor.ts'
import { watchPage } from './web/watch-page.ts'

const row = '[role=grid] [role=row][data-id]'

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

/**
 * What a person at the browser waits for, in real Chromium: bytes, login, opening a mail, other screens, coming back. Beside each wait stands
 * that for an empty page (web/floor.ts), in the same browser and the same minute.
 */
export const web: Promised = {
  name: 'web',
  needs: 'rows',
  run: async ({ dataset, sizes, quick }) => {
    const browser = await launchBrowser()
    const url = `http://127.0.0.1:${dataset.httpPort}/`
    const floor = await serveFloor(url)
    const figures: Figure[] = []
    try {
      const [, second = 1_000] = sizes
      for (const size of new Set([second, sizes.at(-1) ?? second])) {
        const visit: Visit = { browser, url, address: accountOf(size), size }
        await removeNotices(dataset, visit.address)
        figures.push(...(await measure(visit, floor, quick ? 5 : 10)))
      }
      return figures
    } finally {
      await floor.stop()
      await browser.close()
    }
  },
}

/** Notices of sign-ins, by runs before: of so many rows that are opened they would be another part in each mailbox. */
async function removeNotices(dataset: Server, address: string): Promise<void> {
  const { client, inbox } = await openMailbox(dataset, address, 0)
  const { list } = await client.data<MessagePage>(listPath(inbox))
  const mailIds = list
    .filter(({ mailSubject }) => mailSubject.includes('127.0.0.1'))
    .map(({ mailId }) => mailId)
  if (mailIds.length > 0) await client.data('mail/email/recoverableDelete', { mailIds })
  client.close()
}

interface Visit {
  browser: Browser
  url: string
  address: string
  size: number
}

/**
 * A wait of a person, how long the page's main thread was at work in it (processor time, which a busy machine does not lengthen), and how
 * many pages of memory were new to the renderers.
 */
interface Wait {
  wall: number
  busy: number
  faults: number
}

/** The waits that an empty page has too. */
interface Waits {
  paints: number[]
  logins: Wait[]
  warmSecond: Wait[]
  clicksFirst: Wait[]
  clicksLater: Wait[]
}

interface Samples extends Waits {
  bytesToList: number[]
  bytes: number[]
  warmThird: Wait[]
  changes: number[]
  assistant: number[]
}

const noWaits = (): Waits => ({
  paints: [],
  logins: [],
  warmSecond: [],
  clicksFirst: [],
  clicksLater: [],
})

async function measure(visit: Visit, floor: Floor, rounds: number): Promise<Figure[]> {
  const all: Samples = {
    ...noWaits(),
    bytesToList: [],
    bytes: [],
    warmThird: [],
    changes: [],
    assistant: [],
  }
  const least = noWaits()
  for (let round = 0; round < rounds; round++) {
    await visitFloor(visit, floor, least)
    await visitOnce(visit, all)
  }
  return toldOf(all, least, visit.size)
}

const newContext = async ({ browser }: Visit): Promise<BrowserContext> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addInitScript(watchPage)
  return context
}

/** As a person's is when an address is typed: the browser has drawn its own window. */
async function newTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.waitForTimeout(1_000)
  return page
}

/** The first frame of a page that this browser never saw; nothing else is looked at meanwhile. */
async function paintOf(visit: Visit, url: string): Promise<number> {
  const context = await newContext(visit)
  const page = await newTab(context)
  await page.goto(url)
  const painted = await page.evaluate(() => window.bench.painted(), undefined)
  await context.close()
  return painted
}

/** The same with pages that do nothing else. */
async function visitFloor(visit: Visit, { url }: Floor, all: Waits): Promise<void> {
  all.paints.push(await paintOf(visit, `${url}/paint`))
  const context = await newContext(visit)
  const page = await newTab(context)
  await page.goto(`${url}/submit`)
  all.logins.push(await logIn(page, visit, await watchThread(context, page)))
  const back = await newTab(context)
  const busy = await watchThread(context, back)
  all.warmSecond.push(await comeBack(back, `${url}/visit`, busy))
  await back.goto(`${url}/click`)
  const [first, ...later] = await openSome(back, busy, clicked)
  if (first) all.clicksFirst.push(first)
  all.clicksLater.push(...later)
  await context.close()
}

/** A browser of its own: cold, then signed in, then back a second and a third time. */
async function visitOnce(visit: Visit, all: Samples): Promise<void> {
  all.paints.push(await paintOf(visit, visit.url))
  const context = await newContext(visit)
  const page = await newTab(context)
  const wire = await countBytes(context, page)
  const busy = await watchThread(context, page)
  await page.goto(visit.url)
  all.logins.push(await logIn(page, visit, busy))
  all.bytesToList.push(wire() / 1000)
  await page.waitForTimeout(1_500)
  all.bytes.push(wire() / 1000)
  const [first, ...later] = await openSome(page, busy, clicked)
  if (first) all.clicksFirst.push(first)
  all.clicksLater.push(...later)
  all.assistant.push(await openAssistant(page))
  all.changes.push(...(await changeRoutes(page)))
  await page.close()
  for (const warm of [all.warmSecond, all.warmThird]) {
    const back = await newTab(context)
    const busyBack = await watchThread(context, back)
    warm.push(await comeBack(back, visit.url, busyBack))
    await back.waitForTimeout(1_500)
    all.clicksFirst.push(...(await openSome(back, busyBack, [1])))
    await back.close()
  }
  await context.close()
}

function toldOf(all: Samples, least: Waits, size: number): Figure[] {
  const told = (
    name: string,
    samples: readonly number[],
    promise: { limit?: number; unit: string; least?: readonly number[] },
  ): Figure[] => {
    const { limit, unit, least: empty } = promise
    const p50 = median(samples)
    const floor = empty && median(empty)
    const beside =
      floor === undefined
        ? ''
        : `; an empty page ${floor.toFixed()}, ours +${(p50 - floor).toFixed()}`
    return [
      figure({
        name: `web: ${name}`,
        size,
        samples,
        unit,
        ...(floor === undefined ? {} : { ratio: p50 / floor }),
        ...(limit === undefined ? {} : { limit: `< ${limit} ${unit}${beside}`, met: p50 < limit }),
      }),
      ...(empty
        ? [figure({ name: `web: ${name}: an empty page`, size, samples: empty, unit })]
        : []),
    ]
  }
  const waited = (
    name: string,
    samples: readonly Wait[],
    { limit, least: empty }: { limit: number; least: readonly Wait[] },
  ): Figure[] => [
    ...told(name, samples.map(wallOf), { limit, unit: 'ms', least: empty.map(wallOf) }),
    ...told(`${name}: the main thread at work`, samples.map(busyOf), {
      unit: 'ms',
      least: empty.map(busyOf),
    }),
    ...told(`${name}: new pages of memory`, samples.map(faultsOf), {
      unit: 'pages',
      least: empty.map(faultsOf),
    }),
  ]
  const back = { limit: 150, least: least.warmSecond }
  return [
    ...told('bytes over the wire until the list is visible, cold', all.bytesToList, {
      limit: 180,
      unit: 'kB',
    }),
    ...told('bytes over the wire, login and inbox, cold', all.bytes, { limit: 320, unit: 'kB' }),
    ...told('login page, first paint, cold', all.paints, {
      limit: 150,
      unit: 'ms',
      least: least.paints,
    }),
    ...waited('submit to list visible', all.logins, { limit: 120, least: least.logins }),
    ...waited('second visit to list visible', all.warmSecond, back),
    ...waited('third visit to list visible', all.warmThird, back),
    ...waited('click on the first message of a page to its text on screen', all.clicksFirst, {
      limit: 60,
      least: least.clicksFirst,
    }),
    ...waited('click on a later message to its text on screen', all.clicksLater, {
      limit: 32,
      least: least.clicksLater,
    }),
    ...told('from one screen to another, its content drawn', all.changes, {
      limit: 100,
      unit: 'ms',
    }),
    ...told('click on the assistant to its panel on screen, its code loaded', all.assistant, {
      limit: 100,
      unit: 'ms',
    }),
  ]
}

const wallOf = ({ wall }: Wait): number => wall
const busyOf = ({ busy }: Wait): number => busy
const faultsOf = ({ faults }: Wait): number => faults

/** Processor time of the page's main thread so far, in ms, and the faults of all renderers. */
type Busy = () => Promise<{ ms: number; faults: Faults }>

async function watchThread(context: BrowserContext, page: Page): Promise<Busy> {
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const browser = context.browser()
  const faults = browser ? await watchFaults(browser) : async () => new Map<number, number>()
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    const ms = 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0)
    return { ms, faults: await faults() }
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
  return between(wall, before, await busy())
}

/** Another process has another clock. */
const between = (
  wall: number,
  before: Awaited<ReturnType<Busy>>,
  after: Awaited<ReturnType<Busy>>,
): Wait => ({
  wall,
  busy: after.ms > before.ms ? after.ms - before.ms : after.ms,
  faults: faultsBetween(before.faults, after.faults),
})

async function comeBack(page: Page, url: string, busy: Busy): Promise<Wait> {
  const before = await busy()
  await page.goto(url, { waitUntil: 'commit' })
  const wall = await page.evaluate(() => window.bench.rowsShown())
  return between(wall, before, await busy())
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
    if (wall !== null) samples.push(between(wall, before, await busy()))
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
