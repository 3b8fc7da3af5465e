import type { Locator, Page } from '@playwright/test'
import { expect, type Installation, pick, signIn, test } from '../support/fixtures.ts'
import { overAnswer } from '../support/over-answer.ts'
import { mailText } from '../support/send-mail.ts'
import { newPage } from '../support/watched-page.ts'

/** What stands around the mail: one mailbox and one signed-in page for all of it. */
let page: Page
let house: Installation

const row = (subject: string): Locator =>
  page.getByRole('grid').getByRole('row').filter({ hasText: subject })
const reader = (): Locator => page.getByRole('article')
const go = (path: string) => page.goto(`${house.url}/#${path}`)
const box = async (one: Locator) => {
  const found = await one.boundingBox()
  if (!found) throw new Error('nothing is drawn')
  return found
}

test.describe.configure({ mode: 'serial' })

test.beforeAll(async ({ browser, installation }) => {
  house = installation
  page = await newPage(browser, { viewport: { width: 1440, height: 900 } })
  await house.deliver('shell', mailText({ subject: 'a letter', text: 'text' }))
  await signIn(page, house, { name: 'shell' })
  await expect(row('a letter')).toBeVisible()
})
test.afterAll(() => page.close())

/** The heading of the screen on top. */
const heading = () => page.locator('main h1').filter({ visible: true })

test('SHELL-17 a dialog is dragged by its header, stays in sight, and is sized by its corner', async () => {
  await page.getByRole('button', { name: '新建', exact: true }).click()
  await page.getByRole('menuitem', { name: '新建文件夹' }).click()
  const dialog = page.getByRole('dialog', { name: '新建文件夹' })
  await dialog.evaluate((one) => Promise.all(one.getAnimations().map(({ finished }) => finished)))
  const before = await box(dialog)
  const drag = async (from: { x: number; y: number }, by: { x: number; y: number }) => {
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(from.x + by.x, from.y + by.y, { steps: 4 })
    await page.mouse.up()
  }
  const grip = ({ x, y }: { x: number; y: number }) => ({ x: x + 60, y: y + 24 })
  await drag(grip(before), { x: 150, y: 90 })
  const moved = await box(dialog)
  expect([Math.round(moved.x - before.x), Math.round(moved.y - before.y)]).toEqual([150, 90])
  await drag({ x: moved.x + moved.width - 5, y: moved.y + moved.height - 5 }, { x: 120, y: 80 })
  const sized = await box(dialog)
  expect([Math.round(sized.width - moved.width), Math.round(sized.height - moved.height)]).toEqual([
    120, 80,
  ])
  await drag(grip(sized), { x: -2_000, y: -2_000 })
  const left = await box(dialog)
  expect(left.y).toBeGreaterThanOrEqual(0)
  expect(left.x + left.width).toBeGreaterThan(90)
  await dialog.getByLabel('文件夹名称').fill('项目')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
})

test('ROUTES-01 ROUTES-08 ROUTES-17 ROUTES-18 ROUTES-22 ROUTES-27 every place has its address behind the #', async () => {
  const places: [path: string, title: string][] = [
    ['/inbox', '收件箱'],
    ['/outbox', '已发送'],
    ['/draftbox', '草稿箱'],
    ['/recyclebin', '回收站'],
    ['/search?searchKeyword=letter&searchType=3', '搜索：letter'],
    ['/inboxct?address=peer@other.test', 'peer@other.test'],
    ['/todo', '待办邮件'],
    ['/set', '常规设置'],
  ]
  for (const [path, title] of places) {
    await go(path)
    await expect(heading()).toContainText(title)
  }
  await expect(page).toHaveURL(/\/#\/set\/normalset$/)
  const menu = page.getByRole('navigation', { name: '文件夹' })
  for (const [name, path] of [
    ['收件箱', 'inbox'],
    ['已发送', 'outbox'],
    ['草稿箱', 'draftbox'],
    ['回收站', 'recyclebin'],
  ]) {
    await menu.getByRole('link', { name: new RegExp(`^${name}`) }).click()
    await expect(page).toHaveURL(new RegExp(`/#/${path}$`))
  }
  await menu.getByRole('link', { name: '项目' }).click()
  await expect(page).toHaveURL(/\/#\/custombox\/\d+$/)
  await go('/inbox')
  await row('a letter')
    .getByRole('link')
    .click({ position: { x: 4, y: 4 } })
  await expect(page).toHaveURL(/\/#\/reply\/\d+\/\d+/)
  const mail = new URL(page.url()).hash.slice(1).split('?')[0] ?? ''
  await go('/inbox')
  await go(`${mail}/0`)
  await expect(reader().getByRole('heading', { level: 1 })).toContainText('a letter')
  await go('/no/such/place')
  await expect(page.getByText('没有找到这个页面')).toBeVisible()
  await go('/inbox')
})

test('ROUTES-30 a screen that is on its way shows a bar at the upper rim', async () => {
  await page.reload()
  const released = Promise.withResolvers<void>()
  await page.route(/\/overview-screen-[^/]+\.js$/, async (route) => {
    await released.promise
    await route.continue()
  })
  await page.evaluate(() => {
    location.hash = '#/otherfolders'
  })
  const progress = page.getByRole('progressbar', { name: '加载中…' })
  await expect(progress).toBeVisible()
  released.resolve()
  await expect(progress).toHaveCount(0)
  await expect(heading()).toBeVisible()
  await go('/inbox')
})

test('SHELL-05 SHELL-06 SHELL-07 SHELL-08 the account panel says who one is and changes columns, letters and language at once', async () => {
  const panel = page.getByRole('dialog', { name: '账号' })
  const html = page.locator('html')
  await page.getByRole('button', { name: '账号' }).click()
  await expect(panel).toContainText('shell@example.test')
  await expect(panel).toContainText('性别')
  const saved = () => page.waitForResponse(/single\/update/)
  for (const [name, font] of [
    ['特大', '3'],
    ['标准', '1'],
    ['大', '2'],
  ] as const) {
    const done = saved()
    await pick(panel, name)
    await expect(html).toHaveAttribute('data-font', font)
    expect((await done).status()).toBe(200)
  }
  const separator = page.locator('main').getByRole('separator').filter({ visible: true })
  await expect(separator).toHaveCount(1)
  const done = saved()
  await pick(panel, '两栏')
  await expect(separator).toHaveCount(0)
  await done
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(html).toHaveAttribute('data-font', '2')
  await expect(row('a letter')).toBeVisible()
  await expect(separator).toHaveCount(0)
  await page.getByRole('button', { name: '账号' }).click()
  await pick(panel, '三栏')
  await pick(panel, '标准')
  await pick(page.getByRole('dialog'), 'English')
  await expect(heading()).toContainText('Inbox')
  await expect(separator).toHaveCount(1)
  await pick(page.getByRole('dialog'), '中文')
  await expect(heading()).toContainText('收件箱')
  await page.keyboard.press('Escape')
})

test('SHELL-10 SHELL-11 SHELL-12 SHELL-29 SHELL-30 SETTINGS-04 what the organisation has is shown, and nothing else', async () => {
  const more = page.getByRole('button', { name: '更多', exact: true }).first()
  const entries = page.getByRole('menu', { name: '更多' }).getByRole('menuitem')
  const menu = page.getByRole('navigation', { name: '文件夹' })
  const html = page.locator('html')
  await more.click()
  for (const name of ['设置', '自助检测', '快捷键', '退出登录'])
    await expect(entries.filter({ hasText: name }).first()).toBeVisible()
  await expect(entries.filter({ hasText: '客户端下载' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(html).not.toHaveAttribute('data-grey')
  await expect(page.locator('[data-watermark]')).toHaveCount(0)
  await expect(menu.getByRole('link', { name: '邮件网关' })).toHaveCount(0)

  await overAnswer(page, '**/api/mail/main/index', {
    clientSwitch: 1,
    mailClient: 'https://apps.example.test/',
    gatewayEnable: 1,
    enableGray: 1,
    watermark: 1,
    systemCopyringht: '© 2026 鸿雁示例科技',
    showLogout: 0,
    privateEnable: 1,
  })
  await page.route('**/api/mail/gateway/gatewayUrl**', (route) =>
    route.fulfill({
      json: { code: 200, message: '', data: { url: 'https://gateway.example.test/' } },
    }),
  )
  await page.reload()
  await expect(menu).toContainText('© 2026 鸿雁示例科技')
  await expect(html).toHaveCSS('filter', 'grayscale(1)')
  await expect(page.locator('[data-watermark]')).toContainText('shell@example.test')
  await expect(menu.getByRole('link', { name: '邮件网关' })).toHaveAttribute(
    'href',
    'https://gateway.example.test/',
  )
  await more.click()
  await expect(entries.filter({ hasText: '客户端下载' })).toBeVisible()
  for (const name of ['退出登录', '意见反馈'])
    await expect(entries.filter({ hasText: name })).toHaveCount(0)
  await page.keyboard.press('Escape')
  // It lies over dialogs and menus as well, and nothing of it is in the way of the pointer.
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  const marks = page.locator('[data-watermark]')
  const marked = await dialog.screenshot()
  await marks.evaluate((layer) => layer.style.setProperty('visibility', 'hidden'))
  expect((await dialog.screenshot()).equals(marked)).toBe(false)
  await marks.evaluate((layer) => layer.style.removeProperty('visibility'))
  expect((await dialog.screenshot()).equals(marked)).toBe(true)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await menu.getByRole('button', { name: '写邮件' }).click()
  await expect(page).toHaveURL(/\/#\/write\/new/)
  await page.unrouteAll({ behavior: 'wait' })
  await go('/inbox')
  await page.reload()
})
