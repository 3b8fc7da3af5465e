import { passwords } from '@hongyan/contract/passwords'
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
  await expect(page.locator('#root [role=row]').first()).toBeVisible()
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

test('SHELL-05 SHELL-06 SHELL-07 SHELL-08 SHELL-26 the account panel says who one is and changes columns, letters and language at once', async () => {
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

test('ROUTES-16 ROUTES-29 SHELL-10 SHELL-11 SHELL-12 SHELL-29 SHELL-30 SETTINGS-04 what the organisation has is shown, and nothing else', async () => {
  const more = page.getByRole('button', { name: '更多', exact: true }).first()
  const entries = page.getByRole('menu', { name: '更多' }).getByRole('menuitem')
  const menu = page.getByRole('navigation', { name: '文件夹' })
  const html = page.locator('html')
  await more.click()
  for (const name of ['设置', '自助检测', '快捷键', '退出登录'])
    await expect(entries.filter({ hasText: name }).first()).toBeVisible()
  for (const name of ['客户端下载', '日历'])
    await expect(entries.filter({ hasText: name })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(html).not.toHaveAttribute('data-grey')
  await expect(page.locator('[data-watermark]')).toHaveCount(0)
  await expect(menu.getByRole('link', { name: '邮件网关' })).toHaveCount(0)

  await overAnswer(page, '**/api/mail/main/index', {
    calendarEnable: 1,
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
  for (const name of ['客户端下载', '日历', '锁屏'])
    await expect(entries.filter({ hasText: name })).toBeVisible()
  for (const name of ['退出登录', '意见反馈'])
    await expect(entries.filter({ hasText: name })).toHaveCount(0)
  await page.keyboard.press('Escape')
  // It lies over dialogs and menus as well, and nothing of it is in the way of the pointer.
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  const marks = page.locator('[data-watermark]')
  // A picture taken while the dialog comes is of no use.
  const picture = () => dialog.screenshot({ animations: 'disabled' })
  const marked = await picture()
  await marks.evaluate((layer) => layer.style.setProperty('visibility', 'hidden'))
  expect((await picture()).equals(marked)).toBe(false)
  await marks.evaluate((layer) => layer.style.removeProperty('visibility'))
  expect((await picture()).equals(marked)).toBe(true)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await menu.getByRole('button', { name: '写邮件' }).click()
  await expect(page).toHaveURL(/\/#\/write\/new/)
  await page.unrouteAll({ behavior: 'wait' })
  await go('/inbox')
  await page.reload()
})

test('BANNERS-01 the end of a mailbox is said 30 days before, with its day', async () => {
  const endsIn = (days: number) =>
    overAnswer(page, '**/mail/main/index', {
      validTime: new Date(Date.now() + days * 86_400_000).toISOString(),
    })
  const banner = page.getByRole('alert').filter({ hasText: '请联系管理员延期' })
  const takeBack = await endsIn(40)
  await page.reload()
  await expect(row('a letter')).toBeVisible()
  await expect(banner).toHaveCount(0)
  await takeBack()
  const takeBackToo = await endsIn(20)
  await page.reload()
  await expect(banner).toContainText(/您的邮箱将于 \d{4}年\d+月\d+日 到期/)
  await banner.getByRole('button', { name: '关闭' }).click()
  await expect(banner).toHaveCount(0)
  await takeBackToo()
})

test('BANNERS-03 an old browser, or a compatibility mode, is told what helps, before and without the page’s own scripts', async ({
  browser,
}) => {
  const told = async (userAgent: string, blind: boolean) => {
    const old = await newPage(browser, { userAgent })
    if (blind) await old.route(/assets\/.*\.js$/, (route) => route.abort())
    await old.addInitScript(() => {
      CSS.supports = () => false
    })
    await old.goto(house.url)
    const alert = old.locator('#old-browser')
    await expect(alert).toContainText('版本过低或处于兼容模式')
    await expect(alert).toContainText('too old or runs in a compatibility mode')
    const is360 = (await alert.textContent())?.includes('极速模式')
    await alert.getByRole('button').click()
    await expect(alert).toHaveCount(0)
    await old.close()
    return is360
  }
  expect(await told('Mozilla/5.0 (Windows NT 6.1; Trident/7.0; rv:11.0) like Gecko', true)).toBe(
    true,
  )
  expect(await told('Mozilla/5.0 Chrome/86.0 Safari/537.36', false)).toBe(false)
  await expect(page.locator('#old-browser')).toHaveCount(0)
})

test('BANNERS offline and back again are said; a newer page is offered, and what is being written is there after it', async () => {
  await go('/write/new/0')
  const subject = page.getByRole('textbox', { name: '主题' })
  await subject.fill('写到一半的信')
  const banner = page.getByRole('note').filter({ hasText: '有新版本了' })
  await page.context().setOffline(true)
  await expect(page.getByRole('alert').filter({ hasText: /网络|离线/ })).toBeVisible()
  // What the server has is another page by now.
  const isPage = (url: URL) => url.pathname === '/'
  await page.route(isPage, async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text()).replace(/(assets\/index-)[\w-]+\.js/, '$1another.js')
    await route.fulfill({ response: answer, body })
  })
  await page.context().setOffline(false)
  await expect(page.getByRole('alert').filter({ hasText: /网络|离线/ })).toHaveCount(0)
  await expect(banner).toBeVisible()
  await page.unroute(isPage)
  await banner.getByRole('button', { name: '重新加载' }).click()
  await expect(banner).toHaveCount(0)
  await expect(subject).toHaveValue('写到一半的信')
})

test('BANNERS-02 SECURITY-25 LIMITS-29 an old password is reminded of after a login, with "do not remind" for 7 days', async () => {
  await overAnswer(page, `**/${passwords.policy.path}*`, { remind: true })
  const remind = async () => {
    await page.evaluate(() => sessionStorage.setItem('justLoggedIn', 'true'))
    await page.goto(`${house.url}/#/inbox`)
    await page.reload()
    const dialog = page.getByRole('dialog', { name: '您的密码需要修改' })
    await expect(dialog).toBeVisible()
    return dialog
  }
  const put = (days: number) =>
    page.waitForRequest(new RegExp(`password/prompt\\?expireDay=${days}`))
  let dialog = await remind()
  const now = put(0)
  await dialog.getByRole('button', { name: '以后再说' }).click()
  await now
  dialog = await remind()
  await dialog.getByRole('checkbox', { name: '7天内不再提醒' }).check()
  const later = put(7)
  await dialog.getByRole('button', { name: '以后再说' }).click()
  await later
  await page.unroute(`**/${passwords.policy.path}*`)
})
