/**
 * Takes pictures of the screens from a fresh demo.
 * node tools/run.mjs e2e/scripts/screenshots.ts [FOLDER] [dark]
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Page } from '@playwright/test'
import { findChromium } from '../../tools/chromium.mjs'
import { startProduct } from '../durability/product.ts'

const [folderWanted, scheme] = process.argv.slice(2)
const out = folderWanted
  ? resolve(folderWanted)
  : fileURLToPath(new URL('../../docs/screenshots/', import.meta.url))
const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
]
const languages = ['zh', 'en'] as const
/** A mail with a picture, in a language that fits. */
const shown = { zh: '文案终稿', en: 'Dark mode illustrations, first look' }
const account = { zh: 'zhangwei', en: 'emma' }
const sought = { zh: '合同', en: 'design' }
const reply = { zh: '回复', en: 'Reply' }
const words = {
  zh: '看过了，很好。周一上午我们一起过一遍细节。',
  en: 'These are lovely. Could we go through the details on Monday morning?',
}
const password = 'Hongyan-Demo-2026'

interface Shot {
  page: Page
  url: string
  language: (typeof languages)[number]
  save(name: string): Promise<void>
}

async function takeAll(shot: Shot): Promise<void> {
  const { page, url, language, save } = shot
  await page.goto(url)
  await page.locator('input[type=password]').waitFor()
  if (language === 'en') await page.getByRole('button', { name: 'English' }).click()
  await page.waitForTimeout(500)
  await save('login')
  await page.locator('input').first().fill(`${account[language]}@demo.hongyan.test`)
  await page.locator('input[type=password]').fill(password)
  await page.keyboard.press('Enter')
  await page.getByRole('row').nth(5).waitFor()
  // Off every button: what the pointer rests on shows its tooltip.
  await page.mouse.move(0, 0)
  await page.waitForTimeout(800)
  await save('inbox')
  await page.goto(
    `${url}/#/search?searchKeyword=${encodeURIComponent(sought[language])}&searchType=3`,
  )
  await page.getByRole('row').first().waitFor()
  await page.waitForTimeout(800)
  await save('search')
  await page.goto(`${url}/#/set/normalset`)
  await page.locator('main h1').filter({ visible: true }).first().waitFor()
  await page.waitForTimeout(500)
  await save('settings')
  await page.goto(`${url}/#/inbox`)
  await readAndWrite(shot)
}

async function readAndWrite({ page, language, save }: Shot): Promise<void> {
  await page.getByRole('row').filter({ hasText: shown[language] }).first().click()
  await page.getByRole('heading', { name: shown[language] }).waitFor()
  await page.waitForTimeout(1_200)
  await save('reader')
  await page.getByRole('button', { name: reply[language], exact: true }).first().click()
  const body = page.frameLocator('main iframe').first().locator('[contenteditable=true]')
  await body.click()
  await page.keyboard.type(words[language])
  await page.waitForTimeout(1_500)
  await save('composer')
}

/** WebP: a quarter of a PNG's size, and every browser and code host shows it. */
async function picture(page: Page, path: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80 })
  await writeFile(path, Buffer.from(data, 'base64'))
  await session.detach()
}

async function onePass(browser: Browser, url: string): Promise<void> {
  for (const viewport of sizes) {
    for (const language of languages) {
      const context = await browser.newContext({
        viewport,
        deviceScaleFactor: 1,
        colorScheme: scheme === 'dark' ? 'dark' : 'light',
      })
      const page = await context.newPage()
      const save = (name: string) =>
        picture(page, join(out, `${name}-${language}-${viewport.width}.webp`))
      await takeAll({ page, url, language, save })
      await context.close()
    }
  }
}

await mkdir(out, { recursive: true })
const folder = await mkdtemp(join(tmpdir(), 'hongyan-shots-'))
const product = await startProduct({ folder, environment: { HONGYAN_DEMO: 'on', HONGYAN_DNS: '' } })
const browser = await chromium.launch({
  executablePath: findChromium() ?? '',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
})
await onePass(browser, `http://127.0.0.1:${product.httpPort}`)
await browser.close()
await product.end('SIGTERM')
await rm(folder, { recursive: true, force: true })
