/** Finds Chromium or Chrome, and installs it with the system's package manager where that can be done. */
import { existsSync } from 'node:fs'
import { provide } from './system-packages.mjs'

// First the browser without windows: it draws no interface of its own, so a journey costs half.
const candidates = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The path of the browser, undefined when there is none. */
export const findChromium = () => candidates.find((path) => existsSync(path))

/** @returns the path of the browser; throws SetupFailed with what to do when there is none and none can be had */
export const provideChromium = () =>
  ['chromium-headless-shell', 'chromium'].reduce(
    (tried, browser) =>
      tried.catch(() =>
        provide({ name: 'Chromium', packages: [browser, 'fonts-noto-cjk'], find: findChromium }),
      ),
    Promise.reject(),
  )
