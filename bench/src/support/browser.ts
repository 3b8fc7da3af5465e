import { type Browser, chromium } from '@playwright/test'
import { provideChromium } from '../../../tools/chromium.mjs'

/** The whole Chromium of this machine, installed where there is none. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await provideChromium(), args: ['--no-sandbox'] })
}
