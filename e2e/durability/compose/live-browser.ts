import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { type Browser, chromium, type Page } from '@playwright/test'
import { findChromium } from '../../../tools/chromium.mjs'

/** A browser with a profile on disk that may be killed at any moment. */
export interface LiveBrowser {
  page: Page
  /** kill -9 of all its processes; resolves when they are gone. */
  kill(): Promise<void>
}

/** @param profile folder that outlives the browser: storage, databases, cookies */
export async function startBrowser(profile: string): Promise<LiveBrowser> {
  const program = findChromium()
  if (!program) throw new Error('No Chromium found: install it, or run npm test, which does.')
  const child = spawn(program, [...switches, `--user-data-dir=${profile}`, 'about:blank'], {
    // A group of its own, so that its helpers die with it.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const gone = once(child, 'exit')
  const browser = await chromium.connectOverCDP(await devtoolsOf(child))
  return {
    page: await onlyPage(browser),
    kill: async () => {
      if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
        process.kill(-child.pid, 'SIGKILL')
      }
      await gone
      await browser.close().catch(() => undefined)
    },
  }
}

const switches = [
  '--headless=new',
  '--remote-debugging-port=0',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--window-size=1280,900',
]

async function devtoolsOf(child: ChildProcess): Promise<string> {
  const said: string[] = []
  for await (const line of createInterface({ input: child.stderr ?? process.stdin })) {
    said.push(line)
    const found = /DevTools listening on (ws:\S+)/.exec(line)?.[1]
    if (!found) continue
    // Read on, so that it never waits for us.
    child.stderr?.resume()
    return found
  }
  throw new Error(`the browser ended: ${said.join('\n')}`)
}

async function onlyPage(browser: Browser): Promise<Page> {
  const [context] = browser.contexts()
  if (!context) throw new Error('the browser has no context')
  const page = context.pages()[0] ?? (await context.newPage())
  page.setDefaultTimeout(15_000)
  return page
}
