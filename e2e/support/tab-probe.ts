import { readFile, writeFile } from 'node:fs/promises'
import type { Browser, Page } from '@playwright/test'

export interface Opening {
  /** From the click to a text that stands, in ms. */
  drawnMs: number
  longestTaskMs: number
  /** That without what the page's thread waited for a processor meanwhile: what it would be with nothing beside it. */
  ownTaskMs: number
  /** The most that the page's process held at once, in MB. */
  memoryMb: number
  /** Of what it holds afterwards, what the browser keeps of unpacked pictures until memory is short. */
  sharedMb: number
  asText: boolean
}

interface Probe {
  stalls: number[]
  open(path: string): Promise<number>
}

const patienceMs = 60_000

type Probed = Window & { probe: Probe }

/** To be called before the page loads anything: counts tasks over 50 ms, and when a mail's text stands. */
export async function installProbe(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (window !== window.top) return
    const stalls: number[] = []
    const note = (list: PerformanceObserverEntryList) => {
      stalls.push(...list.getEntries().map((one) => one.duration))
    }
    new PerformanceObserver(note).observe({ type: 'longtask' })
    const stands = (): boolean => {
      // Where no mail is open the reader stands hidden.
      if (!document.querySelector('article')?.checkVisibility()) return false
      const content = document.querySelector('article div[style*="contents"]')
      const frame = content?.querySelector('iframe')
      if (frame) return (frame.contentDocument?.body?.style.display ?? '') !== ''
      return (content?.textContent ?? '').length > 0
    }
    const nextFrame = () => new Promise(requestAnimationFrame)
    const open = async (path: string): Promise<number> => {
      stalls.length = 0
      const since = performance.now()
      location.hash = path
      while (!stands() && performance.now() - since < 60_000) await nextFrame()
      // Laid out and painted.
      await nextFrame()
      await nextFrame()
      return performance.now() - since
    }
    Object.assign(window, { probe: { stalls, open } })
  })
}

/** The page's own process: the one that shows it among the browser's renderers. */
async function rendererOf(browser: Browser, page: Page): Promise<number> {
  const session = await browser.newBrowserCDPSession()
  const renderers = async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo')
    return processInfo.filter(({ type }) => type === 'renderer')
  }
  const before = new Map((await renderers()).map(({ id, cpuTime }) => [id, cpuTime]))
  await page.evaluate(() => {
    for (const end = performance.now() + 400; performance.now() < end; );
  })
  const worked = (await renderers()).map(({ id, cpuTime }) => [id, cpuTime - (before.get(id) ?? 0)])
  await session.detach()
  return worked.sort(([, one = 0], [, other = 0]) => other - one)[0]?.[0] ?? 0
}

/** Peak memory of a process since the last question (proc(5), clear_refs), in MB. */
async function peakMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  await writeFile(`/proc/${pid}/clear_refs`, '5')
  return Math.round(Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) / 1024)
}

/** Nanoseconds that the page's thread has run, and that it was ready and others ran (sched-stats, /proc/…/schedstat). */
async function turnsOf(pid: number): Promise<{ ran: number; waited: number }> {
  const line = await readFile(`/proc/${pid}/task/${pid}/schedstat`, 'utf8')
  const [ran = 0, waited = 0] = line.split(' ').map(Number)
  return { ran, waited }
}

/** Memory in a browser's own cache, which it shares with its other processes and gives back when that is short, in MB. */
async function sharedMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/^RssShmem:\s+(\d+) kB/m.exec(status)?.[1]) / 1024)
}

/** Looks at the first file of the open mail, where it can be looked at. */
async function lookAtFile(page: Page): Promise<void> {
  const preview = page.getByRole('button', { name: /^预览 / }).first()
  if (!(await preview.isVisible())) return
  await preview.click()
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  // Fetched, drawn, and what follows that: a PDF is read and painted beside the page.
  await page.waitForTimeout(2_000)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
}

/** Opens mails in this page, one after the other, and says what each took; `peakOf` says what the tab held at once during a work. */
export async function probeTab(browser: Browser, page: Page) {
  const pid = await rendererOf(browser, page)
  const peakOf = async (work: () => Promise<unknown>): Promise<number> => {
    await peakMemory(pid)
    await work()
    return peakMemory(pid)
  }
  const openMail = async (path: string): Promise<Opening> => {
    await page.evaluate(() => {
      location.hash = '/inbox'
    })
    await page.locator('article').waitFor({ state: 'hidden' })
    await peakMemory(pid)
    const before = await turnsOf(pid)
    // One that answers no more is as good as dead.
    const watch = setTimeout(() => process.kill(pid, 'SIGKILL'), patienceMs)
    const drawnMs = await page
      .evaluate((at) => (window as unknown as Probed).probe.open(at), path)
      .finally(() => clearTimeout(watch))
    // What comes after the text: files, the quick answer, pictures.
    await page.waitForTimeout(300)
    await lookAtFile(page)
    const stalls = await page.evaluate(() => (window as unknown as Probed).probe.stalls)
    const after = await turnsOf(pid)
    const ran = after.ran - before.ran
    const share = ran / Math.max(1, ran + after.waited - before.waited)
    const longest = Math.max(0, ...stalls)
    return {
      drawnMs: Math.round(drawnMs),
      longestTaskMs: Math.round(longest),
      ownTaskMs: Math.round(longest * share),
      memoryMb: await peakMemory(pid),
      sharedMb: await sharedMemory(pid),
      asText: await page.getByRole('button', { name: '仍按原样显示' }).isVisible(),
    }
  }
  return { openMail, peakOf }
}
