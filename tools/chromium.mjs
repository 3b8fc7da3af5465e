/** Finds Chromium or Chrome, and installs it with the system's package manager where that can be done. */
import { existsSync } from 'node:fs'
import { provide } from './system-packages.mjs'

const candidates = [
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

const headless = '/usr/bin/chromium-headless-shell'
const findHeadless = () => (existsSync(headless) ? headless : undefined)

/**
 * The browser of journeys: where it can be had the one without windows, which draws no interface of its own and costs
 * half, else the whole one. It has no web push.
 */
export const findJourneyBrowser = () => findHeadless() ?? findChromium()

/** @returns the path of the whole browser; throws SetupFailed with what to do when there is none and none can be had */
export async function provideChromium() {
  const whole = await provide({
    name: 'Chromium',
    packages: ['chromium', 'fonts-noto-cjk'],
    find: findChromium,
  })
  await provide({
    name: 'Chromium without windows',
    packages: ['chromium-headless-shell'],
    find: findHeadless,
  }).catch(() => undefined)
  return whole
}
