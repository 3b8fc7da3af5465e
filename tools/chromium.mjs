/** Finds Chromium or Chrome, and installs it with the system's package manager where that can be done. */
import { existsSync } from 'node:fs'
import { run, SetupFailed, say } from './setup.mjs'

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

/** @returns the path of the browser; throws SetupFailed with what to do when there is none and none can be had */
export async function provideChromium() {
  const found = findChromium()
  if (found) return found
  if (!existsSync('/usr/bin/apt-get')) {
    throw new SetupFailed('The browser tests need Chromium. Install it and run npm test again.')
  }
  say('Installing Chromium for the browser tests …')
  const code = await apt('update').then(() =>
    apt('install', '-y', '--no-install-recommends', 'chromium', 'fonts-noto-cjk'),
  )
  const installed = findChromium()
  if (code === 0 && installed) return installed
  throw new SetupFailed(
    'Chromium could not be installed. Run: sudo apt-get install chromium fonts-noto-cjk',
  )
}

function apt(...args) {
  const command = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq', ...args]
  // Never asks for a password: a test run has nobody to answer.
  const [first, ...rest] = process.getuid?.() === 0 ? command : ['sudo', '-n', ...command]
  return run(first, rest, { stdio: ['ignore', 'ignore', 'inherit'] }).catch(() => 1)
}
