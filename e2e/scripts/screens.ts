/**
 * Takes pictures of every screen in both languages, light, dark and two skins, at three widths, looks at each with axe,
 * and puts the pictures of a screen together on one sheet. In portions: `--only home,inbox`.
 * npm run screens -- [--only NAME,…] [--out FOLDER] [--language zh|en] [--look NAME,…] [--no-axe | --no-pictures]
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { folders } from '@hongyan/contract/folders'
import { labels } from '@hongyan/contract/labels'
import { settings } from '@hongyan/contract/settings'
import { type Browser, chromium, type Page } from '@playwright/test'
import { findChromium } from '../../tools/chromium.mjs'
import { connectApi } from '../durability/api.ts'
import { command, startProduct } from '../durability/product.ts'
import { AxeBuilder } from '../support/axe.ts'
import {
  firstPassword,
  furtherScreens,
  guestScreens,
  ownFolder,
  ownLabel,
  screens,
} from '../support/screens.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    out: { type: 'string', default: '.cache/screens' },
    language: { type: 'string' },
    look: { type: 'string' },
    'no-axe': { type: 'boolean', default: false },
    'no-pictures': { type: 'boolean', default: false },
  },
})
const out = resolve(values.out)
const wanted = values.only?.split(',')
const isWanted = ({ name }: { name: string }) => !wanted || wanted.includes(name)
const chosen = [...screens, ...furtherScreens].filter(isWanted).map((one) => ({
  ...one,
  route: one.route.replace('searchKeyword=axe', 'searchKeyword=hongyan'),
}))
const guests = guestScreens.filter(isWanted)
const all = [...guests, ...[firstPassword].filter(isWanted), ...chosen]
// Axe looks at the widest and the narrowest.
const widths = values['no-pictures'] ? ([1440, 390] as const) : ([1440, 1024, 390] as const)
const languages = (['zh', 'en'] as const).filter((one) => (values.language ?? one) === one)
const account = { zh: 'zhangwei', en: 'emma' }
const password = 'Hongyan-Demo-2026'
const newcomer = 'newcomer@demo.hongyan.test'
const allLooks = [
  { name: 'light', scheme: 'light', skin: 'skin_0' },
  { name: 'dark', scheme: 'dark', skin: 'skin_0' },
  { name: 'emerald', scheme: 'light', skin: 'skin_1' },
  { name: 'spring-dark', scheme: 'dark', skin: 'skin_4' },
] as const
const wantedLooks = values.look?.split(',')
const looks = allLooks.filter(({ name }) => wantedLooks?.includes(name) ?? true)

interface Stage {
  page: Page
  url: string
  port: number
  language: (typeof languages)[number]
}

const fileOf = (screen: string, variant: string, width: number): string =>
  `${screen.replaceAll(' ', '-')}_${variant}_${width}.jpeg`

async function comeIn({ page, url, language }: Stage): Promise<void> {
  await page.goto(url)
  await page.locator('input[type=password]').waitFor()
  if (language === 'en') await page.getByRole('button', { name: 'English' }).click()
  await page.locator(`html[lang^=${language}]`).waitFor()
}

async function signIn({ page, url, language }: Stage): Promise<void> {
  await page.goto(url)
  await page.reload()
  await page.locator('input[type=password]').waitFor()
  await page.locator('input').first().fill(`${account[language]}@demo.hongyan.test`)
  await page.locator('input[type=password]').fill(password)
  await page.keyboard.press('Enter')
  await page.getByRole('row').first().waitFor()
}

/** @returns what axe calls serious, in words */
async function takeAll(stage: Stage): Promise<string[]> {
  const { page, url, port, language } = stage
  const api = connectApi(port)
  const logIn = () => api.logIn(`${account[language]}@demo.hongyan.test`, password)
  await logIn()
  await api.call(folders.save, { folderName: ownFolder })
  await api.call(labels.save, { labelName: ownLabel, color: 3 })
  const found: string[] = []
  await comeIn(stage)
  for (const { name: look, scheme, skin } of looks) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    // Before the login there is no skin of anybody's own: as the one before left it in this browser.
    await page.evaluate((id) => document.documentElement.setAttribute('data-skin', id), skin)
    for (const screen of guests) found.push(...(await take(page, url, { screen, look, language })))
  }
  found.push(...(await takeFirstPassword(stage)))
  await signIn(stage)
  for (const { name: look, scheme, skin } of looks) {
    // Anew: one look of all screens takes longer than a token lives.
    await logIn()
    await api.get(settings.changeSkin, { skin })
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    await page.reload()
    for (const screen of chosen) found.push(...(await take(page, url, { screen, look, language })))
  }
  return found
}

/** The one screen of who was given a password. */
async function takeFirstPassword(stage: Stage): Promise<string[]> {
  const { page, url, language } = stage
  const found: string[] = []
  if (!isWanted(firstPassword)) return found
  await page.goto(`${url}/#/login`)
  await page.locator('input').first().fill(newcomer)
  await page.locator('input[type=password]').fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL(/firstResetPsd/)
  for (const { name: look, scheme, skin } of looks) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    await page.evaluate((id) => document.documentElement.setAttribute('data-skin', id), skin)
    found.push(...(await take(page, url, { screen: firstPassword, look, language })))
  }
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await page.context().clearCookies()
  await page.goto('about:blank')
  await comeIn(stage)
  return found
}

interface Shot {
  screen: (typeof chosen)[number]
  look: string
  language: string
}

/** One screen in one look, at every width. */
async function take(page: Page, url: string, { screen, look, language }: Shot): Promise<string[]> {
  const { name, route, ready } = screen
  const variant = `${language}_${look}`
  const found: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
    if (width === widths[0]) await page.goto(`${url}/#${route}`)
    await ready(page).catch(() => found.push(`${name} ${variant} ${width}: did not come`))
    await page.mouse.move(0, 0)
    await page.waitForTimeout(250)
    // Once more: the heading may have been that of the screen before, which stays until the next one is here.
    await ready(page).catch(() => found.push(`${name} ${variant} ${width}: did not stay`))
    const path = join(out, fileOf(name, variant, width))
    if (!values['no-pictures']) await page.screenshot({ path, type: 'jpeg', quality: 70 })
    if (!values['no-axe'] && width !== 1024)
      found.push(...(await seriousOn(page, `${name} ${variant} ${width}`)))
  }
  // At once: what was found is not lost with a run that does not come to its end.
  for (const one of found) console.log(one)
  return found
}

async function seriousOn(page: Page, where: string): Promise<string[]> {
  // In the frame of a mail no script runs, axe's own as little: asked there, it waits for ever.
  const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${where}: ${id} ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    )
}

/** All pictures of a screen beside each other. */
async function sheet(page: Page, name: string): Promise<void> {
  const rows = languages.flatMap((language) =>
    looks.map(({ name: look }) => {
      const pictures = widths.map(
        (width) =>
          `<img src="${fileOf(name, `${language}_${look}`, width)}" height="${width === 390 ? 300 : 260}">`,
      )
      return `<p>${language} ${look}<br>${pictures.join(' ')}</p>`
    }),
  )
  const path = join(out, `${name.replaceAll(' ', '-')}.html`)
  await writeFile(
    path,
    `<!doctype html><meta charset="utf-8"><title>${name}</title>${rows.join('')}`,
  )
  await page.setViewportSize({ width: 1040, height: 900 })
  await page.goto(pathToFileURL(path).href)
  await page.screenshot({ path: path.replace(/html$/, 'png'), fullPage: true })
}

async function onePass(browser: Browser, port: number): Promise<string[]> {
  const found: string[] = []
  for (const language of languages) {
    const context = await browser.newContext()
    const page = await context.newPage()
    found.push(...(await takeAll({ page, port, language, url: `http://127.0.0.1:${port}` })))
    await context.close()
  }
  if (values['no-pictures']) return found
  const page = await browser.newPage()
  for (const { name } of all) await sheet(page, name)
  await page.close()
  return found
}

/** @returns what was found; whatever goes wrong, no server and no browser is left behind */
async function run(): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'hongyan-screens-'))
  const options = { folder, environment: { HONGYAN_DEMO: 'on', HONGYAN_DNS: '' } }
  const product = await startProduct(options)
  const browser = await chromium.launch({
    executablePath: findChromium() ?? '',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    const words = ['user', 'add', newcomer, '--name', '李娜', '--temporary']
    await command(options, words, `${password}\n`)
    return await onePass(browser, product.httpPort)
  } finally {
    await browser.close()
    await product.end('SIGTERM')
    await rm(folder, { recursive: true, force: true })
  }
}

await mkdir(out, { recursive: true })
const found = await run()
console.log(`${all.length} screens${values['no-pictures'] ? '' : `: the sheets are in ${out}`}`)
console.log(found.length === 0 ? 'axe: nothing serious' : `${found.length} found, see above`)
process.exitCode = found.length === 0 ? 0 : 1
