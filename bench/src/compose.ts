import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MessagePage } from '@hongyan/contract/messages'
import type { Browser, Frame, Page } from '@playwright/test'
import type { Promised } from './promise.ts'
import { launchBrowser } from './support/browser.ts'
import { connectHttp, type HttpClient, logIn } from './support/http-client.ts'
import { listPath, openMailbox } from './support/mailbox.ts'
import { addPeople, makeOrganisation, password } from './support/people.ts'
import { type Server, startServer } from './support/server.ts'
import { type Figure, figure, median, percentile } from './support/stats.ts'

const writer = 'writer@bench.test'
const reader = 'reader@bench.test'
/** Characters of the quoted original. */
const quoted = 200_000

/**
 * What a person who writes waits for: the composer to be ready, each key, the save beside the typing, and the server
 * to take the mail.
 */
export const compose: Promised = {
  name: 'compose',
  needs: 'own',
  run: async ({ quick }) => {
    const folder = mkdtempSync(join(tmpdir(), 'hongyan-bench-'))
    try {
      await makeOrganisation(folder)
      const server = await startServer(folder)
      try {
        await addPeople(server.databaseUrl, [writer, reader])
        return await measure(server, quick)
      } finally {
        await server.stop()
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

async function measure(server: Server, quick: boolean): Promise<Figure[]> {
  const client = await connectHttp(server.httpPort)
  await logIn(client, reader, password)
  const sends = await sendMany(client, quick ? 50 : 200)
  await client.data('mail/email/send', mailOf({ to: writer, html: longLetter() }))
  client.close()
  const browser = await launchBrowser()
  try {
    return [...(await inBrowser(browser, server, quick)), sends]
  } finally {
    await browser.close()
  }
}

const mailOf = ({ to, html }: { to: string; html: string }) => ({
  mailTo: [to],
  mailCc: [],
  mailBcc: [],
  mailSubject: 'bench',
  html,
  quotedHtml: '',
  fileIds: [],
  sendKey: randomUUID(),
})

/** Paragraphs, links and some tables, as long as a long thread; with more tags for its letters it would be shown as text first. */
function longLetter(): string {
  const rest = 'what was said before, and what was answered to it, '.repeat(6)
  const block = (n: number) =>
    `<p>第 ${n} 段 paragraph with <b>bold</b> and <a href="https://example.org/${n}">a link</a>, ${rest}.</p>${n % 10 ? '' : `<table><tr><td>${n}</td><td>数字</td></tr></table>`}`
  let html = ''
  for (let n = 0; html.length < quoted; n++) html += block(n)
  return html
}

async function sendMany(client: HttpClient, count: number): Promise<Figure> {
  const samples: number[] = []
  for (let n = 0; n < count; n++) {
    const { status, ms } = await client.post(
      'mail/email/send',
      mailOf({ to: writer, html: `<p>${n}</p>` }),
    )
    if (status !== 200) throw new Error(`a send answered ${status}`)
    samples.push(ms)
  }
  return figure({
    name: 'compose: a mail without attachments is accepted',
    size: count,
    samples,
    unit: 'ms',
    limit: 'p95 < 100 ms',
    met: percentile(samples, 0.95) < 100,
  })
}

async function inBrowser(browser: Browser, server: Server, quick: boolean): Promise<Figure[]> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addInitScript(watchFrame)
  const page = await context.newPage()
  await page.goto(`http://127.0.0.1:${server.httpPort}/`)
  await page.locator('input[name=username]').fill(writer)
  await page.locator('input[name=password]').fill(password)
  await page.locator('button[type=submit]').click()
  await page.locator('[role=grid] [role=row][data-id]').first().waitFor()
  await page.waitForTimeout(2_000)
  const opened = await openMany(page, quick ? 6 : 20)
  const mailId = await letterOf(server)
  await goTo(page, `/write/newreply/${mailId}`)
  const text = await editorOf(page)
  await page.locator('[data-tag]:not([hidden]) section iframe').waitFor()
  await page.waitForTimeout(2_000)
  const keys = await typeMany(page, text, quick ? 200 : 400)
  const floor = await typeInEmptyPage(await context.newPage(), server.httpPort)
  await context.close()
  const told = (name: string, samples: readonly number[], limit = {}): Figure =>
    figure({ ...{ name: `compose: ${name}`, size: quoted, samples, unit: 'ms' }, ...limit })
  // Where an empty page of this browser misses the 16 ms too, what counts is what we add to it.
  const ours = percentile(keys.work, 0.95) - percentile(floor, 0.95)
  const key = {
    limit: `p95 < 16 ms, or 4 ms over an empty page: ours +${ours.toFixed(1)}`,
    met: percentile(keys.work, 0.95) < 16 || ours <= 4,
  }
  return [
    figure({
      name: 'compose: from the key to the text field ready',
      size: 0,
      samples: opened,
      unit: 'ms',
      limit: '< 150 ms',
      met: median(opened) < 150,
    }),
    told('a key in a reply with a long original, to its paint', keys.work, key),
    told('the same with the wait for the next frame of the screen', keys.whole),
    figure({
      name: 'compose: a key in an empty page of this browser, to its paint',
      size: 0,
      samples: floor,
      unit: 'ms',
    }),
    figure({
      name: 'compose: longest task while it saves beside the typing',
      size: quoted,
      samples: [Math.max(0, ...keys.tasks)],
      unit: 'ms',
      limit: '< 50 ms',
      met: Math.max(0, ...keys.tasks) < 50,
    }),
  ]
}

/** The letter: what tells of a new sign-in may have come after it. */
async function letterOf(server: Server): Promise<number> {
  const { client, inbox } = await openMailbox(server, writer, 0)
  const { list } = await client.data<MessagePage>(listPath(inbox))
  client.close()
  const letter = list.find(({ mailSubject }) => mailSubject === 'bench')
  if (!letter) throw new Error('the letter did not arrive')
  return letter.mailId
}

const goTo = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    location.hash = `#${to}`
  }, path)

async function editorOf(page: Page): Promise<Frame> {
  const handle = await page
    .locator('[data-tag]:not([hidden]) iframe[src*=editor]')
    .elementHandle({ timeout: 20_000 })
  const frame = await handle?.contentFrame()
  if (!frame) throw new Error('no editing frame')
  await frame.locator('[contenteditable=true]').waitFor()
  return frame
}

/** From the key `c` to a text that can be typed into, each time in a tag of its own. */
async function openMany(page: Page, count: number): Promise<number[]> {
  const samples: number[] = []
  for (let n = 0; n < count; n++) {
    await page.locator('[role=grid]').waitFor()
    await page.waitForTimeout(300)
    await page.evaluate(() => window.composeBench.forgetOpening())
    await page.keyboard.press('c')
    samples.push(await page.evaluate(() => window.composeBench.sinceKey()))
    await page.keyboard.press('Escape')
  }
  // The first one also loads the composer's code; it counts like the others.
  return samples
}

interface Keys {
  work: number[]
  whole: number[]
  tasks: number[]
}

/** Types at the speed of a fast typist, so long that saves fall into it. */
async function typeMany(page: Page, text: Frame, count: number): Promise<Keys> {
  await text.locator('[contenteditable=true]').click()
  await text.evaluate(() => window.composeBench.watchKeys())
  await page.evaluate(() => window.composeBench.watchTasks())
  for (let n = 0; n < count; n++) {
    await page.keyboard.press(n % 12 === 11 ? 'Space' : 'a')
    await page.waitForTimeout(60)
  }
  const { work, whole } = await text.evaluate(() => window.composeBench.keys())
  return { work, whole, tasks: await page.evaluate(() => window.composeBench.tasks()) }
}

/** What a key costs where there is nothing but a field: less is not to be had from this browser and machine. */
async function typeInEmptyPage(page: Page, port: number): Promise<number[]> {
  await page.goto(`http://127.0.0.1:${port}/readyz`)
  await page.evaluate(() => {
    const field = document.createElement('div')
    field.contentEditable = 'true'
    field.textContent = 'text'
    document.body.replaceChildren(field)
  })
  const { work } = await typeMany(page, page.mainFrame(), 200)
  return work
}

declare global {
  interface Window {
    composeBench: {
      forgetOpening(): void
      sinceKey(): Promise<number>
      watchKeys(): void
      keys(): { work: number[]; whole: number[] }
      watchTasks(): void
      tasks(): number[]
    }
  }
}

/** Runs in every page and frame before everything else. */
function watchFrame(): void {
  const work: number[] = []
  const whole: number[] = []
  const tasks: number[] = []
  let pressedAt = 0
  let readyAt = 0
  const isReady = (): boolean => {
    const frame = document.querySelector<HTMLIFrameElement>(
      '[data-tag]:not([hidden]) iframe[src*=editor]',
    )
    const text = frame?.contentDocument?.getElementById('text')
    return (
      text?.isContentEditable === true &&
      document.activeElement?.getAttribute('role') === 'combobox'
    )
  }
  const look = (): void => {
    requestAnimationFrame(() => {
      if (pressedAt > 0 && readyAt === 0 && isReady())
        setTimeout(() => {
          readyAt ||= performance.now()
        }, 0)
      look()
    })
  }
  if (window.top === window) {
    look()
    addEventListener(
      'keydown',
      (event) => {
        if (event.key === 'c' && pressedAt === 0) pressedAt = event.timeStamp
      },
      true,
    )
  }
  window.composeBench = {
    forgetOpening: () => {
      pressedAt = 0
      readyAt = 0
    },
    sinceKey: async () => {
      while (readyAt === 0) await new Promise((resolve) => setTimeout(resolve, 5))
      return readyAt - pressedAt
    },
    // What the page itself does for a key: from the event to the end of its handlers, and the drawing of the frame.
    watchKeys: () => {
      addEventListener(
        'keydown',
        (event) => {
          const since = event.timeStamp
          const handled = new MessageChannel()
          let busy = 0
          handled.port1.onmessage = () => {
            busy = performance.now() - since
          }
          handled.port2.postMessage(null)
          requestAnimationFrame(() => {
            const frameAt = performance.now()
            const before = busy === 0 ? frameAt - since : busy
            setTimeout(() => {
              work.push(before + performance.now() - frameAt)
              whole.push(performance.now() - since)
            }, 0)
          })
        },
        true,
      )
    },
    keys: () => ({ work, whole }),
    watchTasks: () => {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) tasks.push(entry.duration)
      }).observe({ entryTypes: ['longtask'] })
    },
    tasks: () => tasks,
  }
}
