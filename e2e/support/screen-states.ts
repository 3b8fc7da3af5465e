import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'

export type Language = 'zh' | 'en'

/** What opens over a screen: where, and the names of what is pressed in turn, by the keys of their texts. */
export interface State {
  name: string
  route: string
  press: (string | ((page: Page, language: Language) => Promise<void>))[]
}

/** A machine with other work is slow; ms. */
const patience = 15_000

const books = new Map<string, unknown>()

/** A text as the browser shows it; of several forms the one for many. */
export function sayIn(language: Language, key: string): string {
  const [book = '', path = ''] = key.split(':')
  const file = new URL(`../../web/src/locales/${language}/${book}.json`, import.meta.url)
  if (!books.has(file.href)) books.set(file.href, JSON.parse(readFileSync(file, 'utf8')))
  let at: unknown = books.get(file.href)
  for (const step of path.split('.')) at = (at as Record<string, unknown>)[step]
  if (typeof at !== 'string') throw new Error(`no text ${key}`)
  return at
}

/** Presses whatever bears the name. */
export async function pressNamed(page: Page, language: Language, key: string): Promise<void> {
  const name = sayIn(language, key)
  const [before = '', after] = name.split(/\{\{\w+\}\}/)
  const escaped = (part: string) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const whole = new RegExp(
    `^${escaped(before)}${after === undefined ? '' : `.*${escaped(after)}`}( \\(.*\\)| ?（.*）)?$`,
  )
  const inDialog = page.locator('dialog[open]').last()
  const within = (await inDialog.count()) > 0 ? inDialog : page
  const named = (pattern: RegExp) =>
    within
      .getByRole('button', { name: pattern })
      .or(within.getByRole('tab', { name: pattern }))
      .or(within.getByRole('switch', { name: pattern }))
      .or(page.getByRole('menuitem', { name: pattern }))
      .or(page.getByRole('menuitemradio', { name: pattern }))
      .or(page.getByRole('menuitemcheckbox', { name: pattern }))
      .filter({ visible: true })
  // Some say their choice behind their name.
  const one = named(whole)
    .or(named(new RegExp(`^${escaped(before)}`)))
    .first()
  await one.click({ timeout: patience })
  await page.waitForTimeout(150)
}

const key = (name: string) => (page: Page) => page.keyboard.press(name)
const type = (text: string) => (page: Page) => page.keyboard.type(text)
const firstRow = async (page: Page) => {
  await page.getByRole('row').first().waitFor()
  await page.keyboard.press('j')
  await page.waitForTimeout(200)
}
const openRow = (subject: RegExp) => async (page: Page) => {
  const row = page.getByRole('row').filter({ hasText: subject, visible: true }).first()
  // What is drawn anew as it comes into view is not pressed before it stands.
  await row.scrollIntoViewIfNeeded({ timeout: patience })
  await page.waitForTimeout(300)
  await row.click({ timeout: patience })
  await page
    .getByRole('main')
    .getByRole('heading', { name: subject })
    .waitFor({ timeout: patience })
  await page.waitForTimeout(300)
}
const context = async (page: Page) => {
  await page.getByRole('row').nth(1).click({ button: 'right', timeout: patience })
}
/** Something lies in the recycle bin. */
const deleteTwo = async (page: Page) => {
  for (let count = 0; count < 2; count++) {
    await firstRow(page)
    await page.keyboard.press('#')
    await page.waitForTimeout(600)
  }
  await page.evaluate(() => {
    location.hash = '/recyclebin'
  })
  await page.waitForTimeout(600)
}
const selectTwo = async (page: Page) => {
  await page.getByRole('row').first().waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
}
const openPanel = async (page: Page, language: Language) => {
  const name = sayIn(language, 'assistant:title')
  await page
    .getByRole('button', { name, exact: true })
    .filter({ visible: true })
    .first()
    .click({ timeout: patience })
  await panelOpen(page, language)
}
const panelOpen = async (page: Page, language: Language) => {
  const name = sayIn(language, 'assistant:title')
  await page.getByRole('tablist', { name }).waitFor({ timeout: patience })
}
/** The panel's own tab: one of the open views bears the same name. */
const mailTab = async (page: Page, language: Language) => {
  const panel = page.getByRole('tablist', { name: sayIn(language, 'assistant:title') })
  const name = sayIn(language, 'assistant:outer.mail')
  await panel.getByRole('tab', { name, exact: true }).click()
}
/** What was asked in a look before is kept for the login session. */
const newChat = async (page: Page, language: Language) => {
  const name = sayIn(language, 'assistant:newChat')
  const button = page.getByRole('button', { name, exact: true })
  if (await button.isVisible()) await button.click()
}
/** The answer is whole. */
const settled = async (page: Page, language: Language) => {
  const copy = page.getByRole('button', { name: sayIn(language, 'assistant:copy'), exact: true })
  const reasons = page.getByRole('heading', { name: sayIn(language, 'assistant:reasons') })
  await copy.or(reasons).last().waitFor({ timeout: patience })
}
const readerMore = async (page: Page, language: Language) => {
  const bar = page.getByRole('toolbar', { name: sayIn(language, 'reader:actions') })
  await bar.getByRole('button', { name: sayIn(language, 'reader:more'), exact: true }).click()
}
const readable = /文案终稿|first look/
/** Each of them has a file that can be looked at. */
const withFile = /BX-1183|稿件清样/
const letter = '/write/new/0'
const inBody = async (page: Page) => {
  await page.locator('[data-tag]:visible iframe').first().waitFor()
}
const address = (text: string) => async (page: Page, language: Language) => {
  const name = sayIn(language, 'compose:to')
  const field = page.locator('[data-tag]:visible').getByRole('combobox', { name })
  await field.fill(text)
  await field.press('Enter')
}
const write = (text: string) => async (page: Page) => {
  await page
    .locator('[data-tag]:visible iframe')
    .first()
    .contentFrame()
    .locator('[contenteditable=true]')
    .click()
  await page.keyboard.type(text)
}
/** A tool of the text; where there is no room for it, it stands behind the last one. */
const tool = (name: string) => async (page: Page, language: Language) => {
  const one = page
    .locator('[data-tag]:visible')
    .getByRole('button', { name: sayIn(language, name) })
  await page.waitForTimeout(300)
  if ((await one.filter({ visible: true }).count()) === 0)
    await pressNamed(page, language, 'compose:toolbar.more')
  await pressNamed(page, language, name)
}
const menuOf = async (place: Locator, language: Language, folder: string) => {
  const name = sayIn(language, 'folders:moreNamed').replace('{{name}}', folder)
  await place.getByRole('button', { name, exact: true }).click({ timeout: patience })
}
const folderMenu = (page: Page, language: Language) =>
  menuOf(page.getByRole('main'), language, '云溪')
/** Only what the system made is emptied as a whole; on a phone it stands behind a button. */
const inboxMenu = async (page: Page, language: Language) => {
  const menu = page.getByRole('button', { name: sayIn(language, 'shell:menu'), exact: true })
  if (await menu.isVisible()) await menu.click()
  const place = page.getByRole('navigation', { name: sayIn(language, 'shell:folders') })
  await menuOf(place, language, sayIn(language, 'folders:inbox'))
}
/** Every tool of the text: where there is no room for all of them, the others stand behind the last one. */
const allTools = async (page: Page, language: Language) => {
  await page.waitForTimeout(300)
  const name = sayIn(language, 'compose:toolbar.more')
  const more = page.locator('[data-tag]:visible').getByRole('button', { name, exact: true })
  if (await more.isVisible()) await more.click()
}
/** There is one to be deleted. */
const makeSignature = async (page: Page, language: Language) => {
  await page
    .getByRole('heading', { name: sayIn(language, 'signatures:title') })
    .first()
    .waitFor()
  const name = sayIn(language, 'signatures:removeNamed').replace('{{name}}', '云溪')
  if (await page.getByRole('button', { name, exact: true }).isVisible()) return
  await pressNamed(page, language, 'signatures:add')
  const dialog = page.locator('dialog[open]').last()
  await dialog.getByRole('textbox').first().fill('云溪')
  await dialog.locator('iframe').contentFrame().locator('[contenteditable=true]').click()
  await page.keyboard.type('云溪')
  await pressNamed(page, language, 'signatures:save')
  await dialog.waitFor({ state: 'hidden', timeout: patience })
}

const lockPassword = 'lock-1234'
const lockIt = async (page: Page, language: Language) => {
  const set = page.getByRole('button', { name: sayIn(language, 'lock:setPassword') })
  const lockNow = page
    .getByRole('main')
    .getByRole('button', { name: sayIn(language, 'lock:lockNow') })
  const dialog = page.locator('dialog[open]')
  await lockNow.waitFor()
  if (await set.isVisible()) {
    await set.click()
    for (const at of [0, 1]) await dialog.locator('input').nth(at).fill(lockPassword)
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'hidden' })
  }
  await lockNow.click()
  await dialog.getByRole('button').last().click()
  await unlockButton(page, language).waitFor()
}

const unlockButton = (page: Page, language: Language) =>
  page.getByRole('button', { name: sayIn(language, 'lock:unlock'), exact: true })

/** Where the state before left it locked. */
export async function unlock(page: Page, language: Language): Promise<void> {
  if (!(await unlockButton(page, language).isVisible())) return
  await page.locator('input[type=password]').last().fill(lockPassword)
  await page.keyboard.press('Enter')
  await unlockButton(page, language).waitFor({ state: 'hidden' })
}

export const states: State[] = [
  { name: 'folder-new', route: '/otherfolders', press: ['folders:create'] },
  { name: 'folder-new-wrong', route: '/otherfolders', press: ['folders:create', 'common:ok'] },
  { name: 'folder-menu', route: '/otherfolders', press: [folderMenu] },
  { name: 'folder-rename', route: '/otherfolders', press: [folderMenu, 'folders:rename'] },
  { name: 'folder-password', route: '/otherfolders', press: [folderMenu, 'folders:setPassword'] },
  { name: 'folder-delete', route: '/otherfolders', press: [folderMenu, 'folders:delete'] },
  { name: 'folder-clear', route: '/inbox', press: [inboxMenu, 'folders:clear'] },
  { name: 'import', route: '/otherfolders', press: ['imports:title'] },
  { name: 'label-new', route: '/otherfolders2', press: ['labels:create'] },
  { name: 'label-delete', route: '/otherfolders2', press: ['labels:deleteNamed'] },
  { name: 'list-selected', route: '/inbox', press: [selectTwo] },
  { name: 'list-selected-move', route: '/inbox', press: [selectTwo, 'list:move'] },
  { name: 'list-labels', route: '/inbox', press: [selectTwo, key('l')] },
  { name: 'list-move-key', route: '/inbox', press: [selectTwo, key('v')] },
  { name: 'list-view', route: '/inbox', press: ['list:view'] },
  { name: 'list-sort', route: '/inbox', press: ['list:sortBy'] },
  { name: 'list-filter', route: '/inbox', press: ['list:filterBy'] },
  { name: 'list-context', route: '/inbox', press: [context] },
  { name: 'list-undo', route: '/inbox', press: [firstRow, key('s'), key('y')] },
  {
    name: 'list-destroy',
    route: '/inbox',
    press: [deleteTwo, context, 'list:deleteForGood'],
  },
  { name: 'search-advanced', route: '/inbox', press: ['search:advanced'] },
  { name: 'help', route: '/inbox', press: [key('?')] },
  { name: 'palette', route: '/inbox', press: [key('Control+k')] },
  { name: 'account', route: '/inbox', press: ['shell:account'] },
  { name: 'more', route: '/inbox', press: ['shell:more'] },
  { name: 'reader-more', route: '/inbox', press: [openRow(readable), readerMore] },
  { name: 'reader-details', route: '/inbox', press: [openRow(readable), 'reader:details'] },
  {
    name: 'reader-rule',
    route: '/inbox',
    press: [openRow(readable), readerMore, 'rules:fromMail'],
  },
  {
    name: 'reader-source',
    route: '/inbox',
    press: [openRow(readable), readerMore, 'reader:source'],
  },
  {
    name: 'reader-todo',
    route: '/inbox',
    press: [openRow(readable), readerMore, 'list:makeTodo'],
  },
  {
    name: 'reader-preview',
    route: '/inbox',
    press: [openRow(withFile), 'reader:preview.open', async (page) => page.waitForTimeout(2_000)],
  },
  { name: 'assistant-chat', route: '/inbox', press: [firstRow, openPanel, newChat] },
  {
    name: 'assistant-answer',
    route: '/inbox',
    press: [firstRow, openPanel, newChat, 'assistant:suggested.password'],
  },
  {
    name: 'assistant-summary',
    route: '/inbox',
    press: [
      openRow(readable),
      openPanel,
      mailTab,
      'assistant:inner.summary',
      'assistant:summarise',
      settled,
    ],
  },
  {
    name: 'assistant-check',
    route: '/inbox',
    press: [
      openRow(readable),
      openPanel,
      mailTab,
      'assistant:inner.check',
      'assistant:check',
      settled,
    ],
  },
  { name: 'assistant-draft', route: letter, press: [inBody, 'shell:assistantDraft', panelOpen] },
  { name: 'composer-book', route: letter, press: [inBody, 'compose:recipients.book'] },
  {
    name: 'composer-filled',
    route: letter,
    press: [
      address('chenjing@demo.hongyan.test'),
      address('someone@other.test'),
      address('nonsense'),
      write('你好，附件请查收。'),
    ],
  },
  { name: 'composer-invalid', route: letter, press: [address('nonsense'), 'compose:send'] },
  { name: 'composer-options', route: letter, press: ['compose:options.menu'] },
  {
    name: 'composer-schedule',
    route: letter,
    press: ['compose:options.menu', 'compose:schedule.menu'],
  },
  {
    name: 'composer-authorise',
    route: letter,
    press: ['compose:options.menu', 'compose:authorise.menu'],
  },
  { name: 'composer-link', route: letter, press: [write('x'), tool('compose:toolbar.link')] },
  { name: 'composer-font', route: letter, press: [write('x'), tool('compose:toolbar.font')] },
  { name: 'composer-size', route: letter, press: [write('x'), tool('compose:toolbar.size')] },
  { name: 'composer-color', route: letter, press: [write('x'), tool('compose:toolbar.color')] },
  { name: 'composer-emoji', route: letter, press: [write('x'), tool('compose:toolbar.emoji')] },
  { name: 'composer-table', route: letter, press: [write('x'), tool('compose:toolbar.table')] },
  { name: 'composer-tools', route: letter, press: [write('x'), allTools] },
  { name: 'composer-signature', route: letter, press: ['signatures:title'] },
  { name: 'composer-template', route: letter, press: ['templates:template'] },
  { name: 'composer-paper', route: letter, press: ['templates:paper'] },
  { name: 'composer-plain', route: letter, press: [write('x'), 'compose:plain.on'] },
  { name: 'composer-discard', route: letter, press: [write('abc'), 'compose:draft.discard'] },
  { name: 'composer-full', route: letter, press: ['compose:fullScreen'] },
  { name: 'rule-new', route: '/set/mailclassification', press: ['rules:newRule'] },
  { name: 'template-new', route: '/set/lettertemplate', press: ['templates:add'] },
  { name: 'signature-new', route: '/set/signature', press: ['signatures:add'] },
  {
    name: 'signature-remove',
    route: '/set/signature',
    press: [makeSignature, 'signatures:removeNamed'],
  },
  { name: 'totp', route: '/set/accountalias/2', press: ['second:setUp'] },
  { name: 'passkey', route: '/set/accountalias/2', press: ['passkeys:add'] },
  { name: 'lock-set', route: '/set/accountalias/4', press: ['lock:setPassword'] },
  {
    name: 'smime-make',
    route: '/set/decryption',
    press: [async (page) => page.mouse.wheel(0, 600)],
  },
  { name: 'todo-open', route: '/todo', press: [async (page) => page.waitForTimeout(300)] },
  { name: 'search-suggest', route: '/inbox', press: [key('/'), type('zh')] },
  { name: 'feedback-wrong', route: '/feedback', press: ['feedback:send'] },
  // At the end: it lies over whatever comes next.
  { name: 'locked', route: '/set/accountalias/4', press: [lockIt] },
]

const giveUp = async (page: Page) => {
  const slider = page.getByRole('slider')
  for (let attempt = 0; attempt < 11; attempt++) {
    await page.locator('input').first().fill('grace@demo.hongyan.test')
    await page.locator('input[type=password]').fill('Wrong-Guess-1')
    const answered = page.waitForResponse(/oauth\/token$/, { timeout: patience })
    const isAsked = slider.waitFor({ timeout: patience })
    await page.keyboard.press('Enter')
    // Where it is asked for already, nothing is sent before it is solved.
    await Promise.any([answered, isAsked])
    const asked = slider.waitFor({ timeout: 600 })
    if (await asked.then(() => true).catch(() => false)) return
  }
}

/** Before the login. */
export const guestStates: State[] = [
  { name: 'login-empty', route: '/login', press: ['login:submit'] },
  { name: 'captcha-slide', route: '/login', press: [giveUp] },
  { name: 'captcha-letters', route: '/login', press: [giveUp, 'captcha:usePicture'] },
  { name: 'captcha-work', route: '/login', press: [giveUp, 'captcha:useWork'] },
  { name: 'reset-wrong', route: '/resetPassword', press: ['second:reset'] },
]
