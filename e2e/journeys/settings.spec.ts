import type { Locator, Page } from '@playwright/test'
import { AxeBuilder } from '../support/axe.ts'
import { expect, type Installation, signIn, switchLanguage, test } from '../support/fixtures.ts'
import { newPage } from '../support/watched-page.ts'

/** Everything under /set: one mailbox and one signed-in page for all of it. */
let page: Page
let house: Installation

test.describe.configure({ mode: 'serial' })

test.beforeAll(async ({ browser, installation }) => {
  house = installation
  page = await newPage(browser, { viewport: { width: 1440, height: 900 } })
  await house.command(['switch', 'aliasEnable', 'on'])
  await signIn(page, house, { name: 'setter' })
})
test.afterAll(async () => {
  await page.close()
  await house.command(['switch', 'aliasEnable', 'off'])
})

const go = (path: string) => page.goto(`${house.url}/#${path}`)
const search = (name = '搜索设置') => page.getByRole('searchbox', { name })
const marked = (): Locator => page.locator('[data-found]')
const toast = (text: RegExp) => page.getByText(text)
const undo = () => page.getByRole('button', { name: '撤销' }).last().click()

test('SETTINGS-05 a setting is found by its words in both languages, by pinyin and by what else it is called', async () => {
  await go('/set/signature')
  for (const [typed, name] of [
    ['每页', '每页邮件数'],
    ['meiye', '每页邮件数'],
    ['myyjs', '每页邮件数'],
    ['Messages per', '每页邮件数'],
    ['UTC', '时区'],
    ['休假', '启用自动回复'],
    ['2fa', '验证器'],
    ['备用邮箱', '备用邮箱'],
    ['指纹', '通行密钥'],
    ['会话', '登录设备'],
    ['签名位置', '回复和转发时的位置'],
    // Rows that are not drawn while no second step is asked for.
    ['恢复码', null],
    ['信任的浏览器', null],
    ['xdkd', null],
  ] as const) {
    await search().fill(typed)
    const results = page.getByRole('list', { name: '找到的设置' })
    if (name === null) await expect(page.getByText('没有匹配的设置')).toBeVisible()
    else await expect(results.getByRole('link').filter({ hasText: name })).toBeVisible()
  }
  await search().fill('meiye')
  // Enter that ends the letters of an input method chooses nothing; 229: as Safari tells it.
  for (const composing of [{ isComposing: true }, { keyCode: 229 }]) {
    await search().dispatchEvent('keydown', { key: 'Enter', bubbles: true, ...composing })
  }
  await expect(page).toHaveURL(/\/set\/signature$/)
  await page.keyboard.press('Enter')
  await expect(marked()).toContainText('每页邮件数')
  await expect(marked().getByRole('combobox')).toBeFocused()
  await search().fill('shiqu')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(marked()).toContainText('时区')
  await expect(marked()).toBeInViewport()
})

test('SETTINGS-05 the search knows every row of the general settings, the looks, the profile and the lock, and leads there', async () => {
  const drawn = () =>
    page
      .locator('[data-row]')
      .evaluateAll((rows) => rows.map((one) => one.getAttribute('data-row') ?? ''))
  for (const [place, last] of [
    ['/set/normalset', 'settings:undoSendSeconds'],
    ['/set/skinpeeling', 'skins:dark.title'],
    ['/set/accountalias/3', 'profile:duties'],
    ['/set/accountalias/4', 'lock:byHand'],
  ] as const) {
    await go(`${place}?row=${last}`)
    await expect(marked()).toHaveCount(1)
    // Those that are asked for are drawn by then.
    await expect(page.getByRole('main').getByRole('progressbar')).toHaveCount(0)
    const labels = new Set(await drawn())
    expect(labels.size).toBeGreaterThan(0)
    for (const label of labels) {
      await search().fill(label)
      await page
        .getByRole('list', { name: '找到的设置' })
        .getByRole('link')
        .filter({ has: page.getByText(label, { exact: true }) })
        .first()
        .click()
      await expect(page.locator('[data-found]'), label).toContainText(label)
    }
  }
  await search().fill('')
})

test('SETTINGS-05 SETTINGS-08 a setting is saved at once, says so, and comes back by the toast or by the key', async () => {
  await go('/set/normalset?row=settings:mailCount')
  const count = marked().getByRole('combobox')
  const saved = page.waitForResponse(/single\/update/)
  await count.selectOption('50')
  expect((await saved).status()).toBe(200)
  await expect(toast(/每页邮件数.*已保存/)).toBeVisible()
  await undo()
  await expect(toast(/每页邮件数.*已恢复/)).toBeVisible()
  await expect(count).toHaveValue('15')
  const contacts = page.getByRole('switch', { name: '自动保存收件人' })
  await expect(contacts).toBeChecked()
  await contacts.uncheck()
  await expect(toast(/自动保存收件人.*已保存/)).toBeVisible()
  await expect(page.getByRole('button', { name: '撤销' })).toHaveCount(1)
  await page.locator('main h1').first().click()
  await page.keyboard.press('z')
  await expect(contacts).toBeChecked()
  // Drawn at once; a page that is loaded anew before the answer may cut the call off.
  await expect(toast(/自动保存收件人.*已恢复/)).toBeVisible()
  await page.reload()
  await expect(contacts).toBeChecked()
  await expect(page.getByRole('switch', { name: '显示邮件大小' })).toBeChecked()
})

test('SETTINGS-10 SECURITY-11 details, nickname and alias are changed, taken back, refused with a reason, and written from', async () => {
  await go('/set/accountalias/3')
  await page.getByRole('combobox', { name: '性别' }).selectOption('1')
  await expect(toast(/性别.*已保存/)).toBeVisible()
  await page.getByRole('textbox', { name: '职务' }).fill('工程师')
  await page.keyboard.press('Enter')
  await expect(toast(/职务.*已保存/)).toBeVisible()
  const nickname = page.getByRole('textbox', { name: '昵称' })
  await nickname.fill('<boss>')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('昵称须为')
  await expect(nickname).toHaveValue('<boss>')
  await nickname.fill('小设')
  await page.keyboard.press('Enter')
  await expect(toast(/昵称.*已保存/)).toBeVisible()
  await expect(nickname).toBeFocused()

  const alias = page.getByRole('textbox', { name: '新的别名' })
  await alias.fill('postmaster')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('该名称为系统保留')
  await alias.fill('setter.two')
  await page.keyboard.press('Enter')
  await expect(page.getByText('setter.two@example.test', { exact: true })).toBeVisible()
  await expect(toast(/已添加别名 setter\.two/)).toBeVisible()
  await page.getByRole('button', { name: /删除别名.*setter\.two/ }).press('Enter')
  await expect(page.getByText('setter.two@example.test', { exact: true })).toBeHidden()
  await expect(toast(/已删除别名 setter\.two/)).toBeVisible()
  // The last row went: the next key begins at the heading.
  await expect(page.getByRole('heading', { name: '邮箱别名' })).toBeFocused()
  await undo()
  await expect(toast(/已恢复别名 setter\.two/)).toBeVisible()
  await expect(page.getByText('setter.two@example.test', { exact: true })).toBeVisible()
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])

  await go('/write/new/0')
  const from = page.getByRole('combobox', { name: '发件人' })
  await expect(from).toContainText('小设')
  await from.selectOption('setter.two@example.test')
  await page.getByRole('combobox', { name: '收件人' }).fill('b@example.test')
  await page.getByRole('textbox', { name: '主题' }).fill('from an alias')
  await page.getByRole('button', { name: '发送', exact: true }).click()
  await go('/outbox')
  await page.getByRole('row').filter({ hasText: 'from an alias' }).click()
  await expect(page.getByRole('article')).toContainText('setter.two@example.test')
  await expect(page.getByRole('article')).toContainText('小设')
})

test('SETTINGS-05 the search speaks English too', async () => {
  await go('/set/normalset')
  await switchLanguage(page, 'English')
  await search('Search settings').fill('shiqu')
  await page.getByRole('link', { name: /Time zone/ }).click()
  await expect(marked()).toContainText('Time zone')
  await page.setViewportSize({ width: 390, height: 844 })
  await go('/set')
  await search('Search settings').fill('vacation')
  await page.getByRole('link', { name: /Reply automatically/ }).click()
  await expect(marked()).toBeInViewport()
  await page.setViewportSize({ width: 1440, height: 900 })
  await switchLanguage(page, '中文')
})
