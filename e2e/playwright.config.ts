import { defineConfig } from '@playwright/test'
import { findJourneyBrowser } from '../tools/chromium.mjs'

const executablePath = findJourneyBrowser()
if (!executablePath) throw new Error('No Chromium found: install it, or run npm test, which does.')

// biome-ignore lint/style/noDefaultExport: the tool asks for it
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results',
  fullyParallel: false,
  // One more than the cores: half of a journey is waiting.
  workers: 3,
  // A machine of a CI is shared: a journey that misses a time there is walked again, at most twice, and listed as flaky.
  retries: process.env.CI ? 2 : 0,
  // Long journeys, and other work beside them: nothing here is a measurement.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: '../.cache/playwright.json' }]],
  use: {
    browserName: 'chromium',
    // Without them what never comes is waited for until the whole journey has run out of time.
    actionTimeout: 40_000,
    navigationTimeout: 60_000,
    screenshot: 'only-on-failure',
    // A trace of every step costs a third of the whole run: only what failed once is recorded.
    trace: 'on-first-retry',
    launchOptions: {
      executablePath,
      // No sandbox: tests also run as root in containers. The rest keeps the browser from talking to anyone.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
