import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { domain, password } from '../product.ts'
import type { Random } from '../random.ts'

/**
 * What became of a mail as far as its writer was told. `unknown`: something was asked for, and the answer was lost
 * in a kill.
 */
export type Told =
  | 'writing'
  | 'unknown'
  | 'accepted'
  | 'undone'
  | 'scheduled'
  | 'recalled'
  | 'not recalled'

/** A mail of the test, and what stood on the screen when. */
export interface Written {
  subject: string
  /** When the subject stood there whole; 0 before. */
  subjectAt: number
  words: { word: string; at: number }[]
  told: Told
  /** Words of which the screen said that they are saved. */
  saved: number
  /** How its draft was opened the last time: '' for a new mail. */
  reopened: string
  /** Words that were typed and did not stand on the screen then. */
  unseen: string[]
}

export const plans = ['write', 'write', 'send', 'undo', 'schedule', 'recall'] as const
export type Plan = (typeof plans)[number]

export const reader = `b@${domain}`

interface Writing {
  page: Page
  mail: Written
  random: Random
}

/** Opens the product and signs in, unless this browser still is. */
export async function openProduct(page: Page, url: string, person: string): Promise<void> {
  await page.goto(url)
  const form = page.locator('input[type=password]')
  const inbox = page.getByRole('navigation', { name: '文件夹' }).locator('a[href="#/inbox"]')
  await form.or(inbox).first().waitFor()
  if ((await form.count()) > 0) {
    await page.locator('input').first().fill(person)
    await form.fill(password)
    await page.keyboard.press('Enter')
  }
  await inbox.waitFor()
}

/** Goes somewhere without loading the page anew. */
export const goTo = (page: Page, hash: string): Promise<void> =>
  page.evaluate((wanted) => {
    location.hash = wanted
  }, hash)

/** @param path where the composer opens: a new mail, or a draft */
export async function openComposer({ page, mail }: Writing, path: string): Promise<void> {
  await goTo(page, path)
  const subject = page.getByRole('textbox', { name: '主题' })
  await subject.waitFor()
  // A moment long another mail may still be the one on screen: what is typed then is its text.
  const wanted = mail.subjectAt > 0 ? mail.subject : ''
  for (let wait = 0; (await subject.inputValue()) !== wanted && wait < 100; wait++) await delay(50)
  mail.reopened = path
  if (mail.subjectAt > 0) return
  const people = page.getByRole('combobox', { name: '收件人' })
  await people.fill(reader)
  await people.press('Enter')
  await subject.fill(mail.subject)
  mail.subjectAt = Date.now()
}

/** Types word after word, at the pace of a person. */
export async function typeWords({ page, mail, random }: Writing, count: number): Promise<void> {
  const frame = page.locator('main iframe').filter({ visible: true }).first().contentFrame()
  const editor = frame.locator('[contenteditable=true]')
  await editor.click()
  await page.keyboard.press('Control+Home')
  for (let index = 0; index < count; index++) {
    const word = `w${mail.words.length}x${random.below(1_000_000).toString(36)}`
    await page.keyboard.type(`${word} `)
    mail.words.push({ word, at: Date.now() })
    await delay(60 + random.below(260))
  }
  const shown = await editor.innerText()
  const gone = mail.words.slice(-count).filter(({ word }) => !shown.includes(word))
  if (gone.length > 0) mail.unseen.push(...gone.map(({ word }) => `${word} in ${shown}`))
}

/** Waits for the screen to say that the draft is saved; false when it does not within the time. */
export async function saidSaved({ page, mail }: Writing): Promise<boolean> {
  const said = await page
    .getByText(/已保存到草稿箱/)
    .waitFor({ timeout: 4_000 })
    .then(() => true)
    .catch(() => false)
  if (said) mail.saved = mail.words.length
  return said
}

/** Presses send until the mail is taken; a server that is down is waited for. */
export async function send({ page, mail }: Writing, press: () => void): Promise<void> {
  mail.told = 'unknown'
  press()
  await untilTaken(page, () => page.getByRole('button', { name: '发送', exact: true }).click())
  await page.getByText('邮件已发送').first().waitFor({ timeout: 5_000 })
  mail.told = 'accepted'
}

export async function schedule({ page, mail }: Writing, begin: () => void): Promise<void> {
  await page.getByRole('button', { name: '其他发送方式' }).click()
  await page.getByRole('menu').getByText('定时发送…', { exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '定时发送' })
  await dialog.getByRole('button', { name: '明天 09:00' }).click()
  mail.told = 'unknown'
  begin()
  const press = dialog.getByRole('button', { name: '定时发送', exact: true })
  await untilTaken(page, async () => {
    if ((await press.count()) > 0) await press.click()
    else await page.getByRole('button', { name: '发送', exact: true }).click()
  })
  await page
    .getByText(/^将于 .* 发送$/)
    .first()
    .waitFor({ timeout: 5_000 })
  mail.told = 'scheduled'
}

async function untilTaken(page: Page, press: () => Promise<void>): Promise<void> {
  for (let attempt = 0; attempt < 12; attempt++) {
    if (!(await isComposing(page))) return
    await press().catch((thrown: unknown) => {
      if (page.isClosed()) throw thrown
    })
    await page
      .waitForFunction(() => !location.hash.startsWith('#/write/'), null, { timeout: 1_500 })
      .catch(() => undefined)
  }
}

const isComposing = (page: Page): Promise<boolean> =>
  page.evaluate(() => location.hash.startsWith('#/write/'))

/** Takes the mail back while the offer stands. */
export async function undo({ page, mail }: Writing, press: () => void): Promise<void> {
  const offer = page.getByRole('button', { name: '撤销', exact: true }).first()
  await offer.waitFor({ timeout: 2_000 })
  mail.told = 'unknown'
  press()
  await offer.click({ timeout: 2_000 })
  await page.getByText('已撤销发送，邮件回到编辑状态').waitFor({ timeout: 5_000 })
  mail.told = 'undone'
}

/** Opens the sent mail and recalls it. */
export async function recall({ page, mail }: Writing, press: () => void): Promise<void> {
  await goTo(page, '#/outbox')
  await page.getByRole('row').filter({ hasText: mail.subject }).first().click()
  await page.getByRole('button', { name: '撤回邮件' }).click()
  const dialog = page.getByRole('dialog')
  mail.told = 'unknown'
  press()
  await dialog.getByRole('button', { name: '撤回', exact: true }).click()
  const summary = dialog.getByText(/已从 \d \/ \d 位收件人处撤回/)
  await summary.waitFor({ timeout: 5_000 })
  mail.told = (await summary.textContent())?.includes('1 / 1') ? 'recalled' : 'not recalled'
}
