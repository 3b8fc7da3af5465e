/**
 * Opens what lies over the screens (dialogs, menus, questions, errors of fields) in both languages, takes a picture of each
 * under the organisation's watermark, and looks at it with axe.
 * npm run screens:states -- [--only NAME,…] [--out FOLDER] [--language zh|en] [--look NAME,…] [--width N] [--no-axe | --no-pictures]
 * Looks are light and spring-dark; dark and emerald where they are named.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { folders } from '@hongyan/contract/folders'
import { labels } from '@hongyan/contract/labels'
import { messages } from '@hongyan/contract/messages'
import { settings } from '@hongyan/contract/settings'
import { chromium, type Page } from '@playwright/test'
import { findChromium } from '../../tools/chromium.mjs'
import { type Api, connectApi } from '../durability/api.ts'
import { startProduct } from '../durability/product.ts'
import { AxeBuilder } from '../support/axe.ts'
import { overAnswer } from '../support/over-answer.ts'
import {
  guestStates,
  type Language,
  pressNamed,
  type State,
  states,
  unlock,
} from '../support/screen-states.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    out: { type: 'string', default: '.cache/states' },
    language: { type: 'string' },
    look: { type: 'string' },
    width: { type: 'string' },
    'no-axe': { type: 'boolean', default: false },
    'no-pictures': { type: 'boolean', default: false },
  },
})
const out = resolve(values.out)
const wanted = values.only?.split(',')
const isWanted = ({ name }: { name: string }) => !wanted || wanted.includes(name)
const languages = (['zh', 'en'] as const).filter((one) => (values.language ?? one) === one)
const account = { zh: 'zhangwei', en: 'emma' }
const password = 'Hongyan-Demo-2026'
const allLooks = [
  { name: 'light', scheme: 'light', skin: 'skin_0', width: 1440 },
  { name: 'spring-dark', scheme: 'dark', skin: 'skin_4', width: 1440 },
  { name: 'light', scheme: 'light', skin: 'skin_0', width: 1024 },
  { name: 'light', scheme: 'light', skin: 'skin_0', width: 390 },
  { name: 'spring-dark', scheme: 'dark', skin: 'skin_4', width: 390 },
] as const
/** Only where they are asked for by name. */
const moreLooks = [
  { name: 'dark', scheme: 'dark', skin: 'skin_0', width: 1440 },
  { name: 'dark', scheme: 'dark', skin: 'skin_0', width: 390 },
  { name: 'emerald', scheme: 'light', skin: 'skin_1', width: 1440 },
  { name: 'emerald', scheme: 'light', skin: 'skin_1', width: 390 },
] as const
type Look = (typeof allLooks | typeof moreLooks)[number]
const wantedLooks = values.look?.split(',')
const looks: Look[] = [...allLooks, ...(wantedLooks ? moreLooks : [])].filter(
  ({ name, width }) =>
    (wantedLooks?.includes(name) ?? true) && (values.width ?? `${width}`) === `${width}`,
)
const found: string[] = []

/** At once: what was found is not lost with a run that does not come to its end. */
function tell(one: string): void {
  found.push(one)
  console.log(one)
}

interface Stage {
  page: Page
  url: string
  language: Language
}

async function take({ page, url, language }: Stage, state: State, look: Look): Promise<void> {
  const where = `${state.name} ${language} ${look.name} ${look.width}`
  try {
    await page.goto('about:blank')
    await page.goto(`${url}/#${state.route}`)
    await page.locator('main:visible, input[type=password]:visible').first().waitFor()
    await page.waitForTimeout(500)
    await unlock(page, language)
    for (const step of state.press)
      if (typeof step === 'string') await pressNamed(page, language, step)
      else await step(page, language)
  } catch (thrown) {
    tell(`${where}: ${String(thrown).split('\n').slice(0, 3).join(' ')}`)
  }
  await page.waitForTimeout(300)
  const path = join(out, `${state.name}_${language}_${look.name}_${look.width}.jpeg`)
  if (!values['no-pictures']) await page.screenshot({ path, type: 'jpeg', quality: 75 })
  if (values['no-axe']) return
  // The watermark is faint by purpose and read by nobody's reader.
  const { violations } = await new AxeBuilder({ page })
    .exclude('iframe')
    .exclude('[data-watermark]')
    .analyze()
  for (const { id, impact, nodes } of violations)
    if (impact === 'serious' || impact === 'critical')
      tell(`${where}: ${id} ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

/** One mail in the folder: an empty one cannot be emptied. */
async function fill(api: Api, name: string): Promise<void> {
  const { folderList } = await api.get(folders.list, {})
  const inbox = folderList.find(({ role }) => role === 'inbox')?.folderId ?? 0
  const { list } = await api.get(messages.list, { mailboxId: inbox, pageSize: 15 })
  const mailIds = list.slice(-1).map(({ mailId }) => mailId)
  const folderId = folderList.find(({ folderName }) => folderName === name)?.folderId ?? 0
  await api.call(messages.move, { mailIds, targetMailboxId: folderId })
}

async function takeAll(stage: Stage, port: number): Promise<void> {
  const { page, url, language } = stage
  await page.goto(url)
  await page.locator('input[type=password]').waitFor()
  if (language === 'en') await page.getByRole('button', { name: 'English' }).click()
  for (const look of looks) {
    await page.emulateMedia({ colorScheme: look.scheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width: look.width, height: look.width === 390 ? 844 : 900 })
    for (const state of guestStates.filter(isWanted)) await take(stage, state, look)
  }
  const chosen = states.filter(isWanted)
  if (chosen.length === 0) return
  const api = connectApi(port)
  const address = `${account[language]}@demo.hongyan.test`
  await api.logIn(address, password)
  await api.call(folders.save, { folderName: '云溪' })
  await fill(api, '云溪')
  await api.call(labels.save, { labelName: '合同', color: 3 })
  await page.goto('about:blank')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${url}/#/login`)
  await page.locator('input').first().fill(address)
  await page.locator('input[type=password]').fill(password)
  await page.keyboard.press('Enter')
  await page.locator('main h1, [role=row]').first().waitFor()
  await overAnswer(page, `**/${settings.index.path}*`, { watermark: 1 })
  for (const look of looks) {
    await api.logIn(address, password)
    await api.get(settings.changeSkin, { skin: look.skin })
    await page.emulateMedia({ colorScheme: look.scheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width: look.width, height: look.width === 390 ? 844 : 900 })
    for (const state of chosen) await take(stage, state, look)
  }
}

/** Whatever goes wrong, no server and no browser is left behind. */
async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'hongyan-states-'))
  const environment = { HONGYAN_DEMO: 'on', HONGYAN_DNS: '' }
  const product = await startProduct({ folder, environment })
  const browser = await chromium.launch({
    executablePath: findChromium() ?? '',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    const url = `http://127.0.0.1:${product.httpPort}`
    for (const language of languages) {
      const page = await (await browser.newContext()).newPage()
      await takeAll({ page, language, url }, product.httpPort)
      await page.context().close()
    }
  } finally {
    await browser.close()
    await product.end('SIGTERM')
    await rm(folder, { recursive: true, force: true })
  }
}

await mkdir(out, { recursive: true })
await run()
console.log(found.length === 0 ? 'nothing serious' : `${found.length} found, see above`)
process.exitCode = found.length === 0 ? 0 : 1
