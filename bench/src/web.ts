import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import type { Promised } from './promise.ts'
import { accountOf } from './support/dataset.ts'
import { password } from './support/people.ts'
import { type Figure, figure, median } from './support/stats.ts'

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
      return await measure(visit, quick ? 4 : 10)
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

async function measure(visit: Visit, rounds: number): Promise<Figure[]> {
  const bytes: number[] = []
  const paints: number[] = []
  const logins: number[] = []
  const warm: number[] = []
  const clicks: number[] = []
  const changes: number[] = []
  const assistant: number[] = []
  for (let round = 0; round < rounds; round++) {
    const context = await visit.browser.newContext({ viewport: { width: 1440, height: 900 } })
    await context.addInitScript(watchPage)
    const page = await context.newPage()
    const wire = await countBytes(context, page)
    await page.goto(visit.url)
    paints.push(await page.evaluate(() => window.bench.painted(), undefined))
    logins.push(await logIn(page, visit))
    await page.waitForTimeout(1_500)
    bytes.push(wire() / 1000)
    clicks.push(...(await openSome(page)))
    assistant.push(await openAssistant(page))
    changes.push(...(await changeRoutes(page)))
    warm.push(await comeBack(context, visit))
    await context.close()
  }
  const { size } = visit
  const told = (
    name: string,
    samples: number[],
    promise: { limit: number; unit: string },
  ): Figure =>
    figure({
      name: `web: ${name}`,
      size,
      samples,
      unit: promise.unit,
      limit: `< ${promise.limit} ${promise.unit}`,
      met: median(samples) < promise.limit,
    })
  return [
    told('bytes over the wire, login and inbox, cold', bytes, { limit: 320, unit: 'kB' }),
    told('login page, first paint, cold', paints, { limit: 150, unit: 'ms' }),
    told('submit to list visible', logins, { limit: 250, unit: 'ms' }),
    told('click on a message to its text on screen', clicks, { limit: 60, unit: 'ms' }),
    told('from one screen to another, its content drawn', changes, { limit: 100, unit: 'ms' }),
    told('click on the assistant to its panel on screen, its code loaded', assistant, {
      limit: 100,
      unit: 'ms',
    }),
    told('warm start to list visible', warm, { limit: 200, unit: 'ms' }),
  ]
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

async function logIn(page: Page, { address }: Visit): Promise<number> {
  await page.locator('input[name=username]').fill(address)
  await page.locator('input[name=password]').fill(password)
  // The page is at rest, as when a person has just typed.
  await page.waitForTimeout(500)
  await page.locator('button[type=submit]').click()
  await page.locator(row).first().waitFor()
  return page.evaluate(() => window.bench.sinceSubmit(), undefined)
}

async function comeBack(context: BrowserContext, { url }: Visit): Promise<number> {
  const page = await context.newPage()
  await page.goto(url)
  await page.locator(row).first().waitFor()
  return page.evaluate(() => window.bench.rowsShown())
}

/** Opens rows of the first page one after the other, each clicked as soon as the pointer is there. */
async function openSome(page: Page): Promise<number[]> {
  const samples: number[] = []
  for (let index = 1; index <= 8; index++) {
    const target = page.locator(row).nth(index)
    if (!(await target.isVisible())) await page.goBack()
    const box = await target.locator('a').first().boundingBox()
    if (!box) throw new Error('a row without a place')
    await page.evaluate(() => window.bench.forgetText())
    await page.mouse.click(box.x + Math.min(60, box.width / 2), box.y + box.height / 2)
    samples.push(await page.evaluate(() => window.bench.sinceClick()))
  }
  return samples
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

declare global {
  interface Window {
    bench: {
      painted(): Promise<number>
      sinceSubmit(): Promise<number>
      rowsShown(): Promise<number>
      forgetText(): void
      sinceClick(): Promise<number>
      sinceRoute(path: string): Promise<number>
      sinceAssistant(): Promise<number>
    }
  }
}

/** Runs in the page before everything else: looks at each frame what is there; a task after it sees it painted. */
function watchPage(): void {
  if (window.top !== window) return
  let submitted = 0
  let clicked = 0
  let rowsAt = 0
  let rowsAfterSubmit = 0
  let textAt = 0
  addEventListener(
    'submit',
    (event) => {
      submitted = event.timeStamp
    },
    true,
  )
  addEventListener(
    'pointerdown',
    (event) => {
      clicked = event.timeStamp
    },
    true,
  )
  const body = (): Element | null => {
    const frame = document.querySelector<HTMLIFrameElement>('article iframe')
    return frame
      ? (frame.contentDocument?.body?.firstElementChild ?? null)
      : document.querySelector('article div[dir=auto]')
  }
  const look = (): void => {
    requestAnimationFrame((now) => {
      const rows = document.querySelector('[role=grid] [role=row][data-id]') !== null
      const shown = body()
      const text =
        shown !== null &&
        !shown.hasAttribute('data-bench-old') &&
        (shown.parentElement?.textContent ?? '').trim() !== ''
      if (rows && rowsAt === 0)
        setTimeout(() => {
          rowsAt ||= performance.now()
        }, 0)
      if (rows && submitted > 0 && rowsAfterSubmit === 0)
        setTimeout(() => {
          rowsAfterSubmit ||= performance.now()
        }, 0)
      if (text && textAt === 0 && clicked > 0 && now > clicked)
        setTimeout(() => {
          textAt ||= performance.now()
        }, 0)
      look()
    })
  }
  look()
  const until = async (read: () => number): Promise<number> => {
    while (read() === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    return read()
  }
  const firstPaint = (): number =>
    performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
  window.bench = {
    painted: () => until(firstPaint),
    sinceSubmit: async () => (await until(() => rowsAfterSubmit)) - submitted,
    rowsShown: () => until(() => rowsAt),
    forgetText: () => {
      body()?.setAttribute('data-bench-old', '')
      textAt = 0
      clicked = 0
    },
    sinceClick: async () => (await until(() => textAt)) - clicked,
    sinceAssistant: async () => {
      const began = performance.now()
      document.querySelector<HTMLElement>('header button[aria-pressed]')?.click()
      do await new Promise(requestAnimationFrame)
      while (document.querySelector('aside textarea') === null)
      await new Promise((resolve) => setTimeout(resolve, 0))
      return performance.now() - began
    },
    sinceRoute: async (path) => {
      const drawn = (): string => document.querySelector('main')?.innerText ?? ''
      const isWaiting = (): boolean =>
        [
          ...document.querySelectorAll('main :is([role=status][aria-label], [role=progressbar])'),
        ].some((one) => one.checkVisibility())
      const before = drawn()
      const began = performance.now()
      location.hash = path
      do await new Promise(requestAnimationFrame)
      while (drawn() === before || drawn() === '' || isWaiting())
      await new Promise((resolve) => setTimeout(resolve, 0))
      return performance.now() - began
    },
  }
}
