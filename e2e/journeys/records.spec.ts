import type { Page } from '@playwright/test'
import { AxeBuilder } from '../support/axe.ts'
import { expect, signIn, test } from '../support/fixtures.ts'
import { mailText } from '../support/send-mail.ts'
import { fillTime, timeField } from '../support/time-field.ts'

const row = (page: Page, subject: string) =>
  page.getByRole('grid').getByRole('row').filter({ hasText: subject })
const inMain = (page: Page, text: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: text })

test('READ-08 SHELL-31 LIMITS-04 a mail deleted for good is fetched back, and its history tells the story', async ({
  page,
  installation,
}) => {
  await installation.deliver('records', mailText({ subject: '误删的合同' }))
  await signIn(page, installation, { name: 'records' })
  await row(page, '误删的合同').click()
  await expect(page.getByRole('heading', { name: '误删的合同' })).toBeVisible()
  await page.keyboard.press('#')
  await expect(row(page, '误删的合同')).toBeHidden()
  await page.goto(`${installation.url}/#/recyclebin`)
  await row(page, '误删的合同').click()
  await page.keyboard.press('#')
  await page.getByRole('dialog').getByRole('button', { name: '彻底删除' }).click()
  await expect(row(page, '误删的合同')).toBeHidden()
  await page.goto(`${installation.url}/#/set/mailretrieval`)
  await expect(inMain(page, '误删的合同')).toContainText('将回到“收件箱”')
  await page.getByRole('checkbox', { name: '选择“误删的合同”' }).check()
  // SHELL-31: a call that asks for it lays an overlay over the page, which goes 300 ms after the last.
  const answered = Promise.withResolvers<void>()
  await page.route('**/recoverEmail', async (route) => {
    await answered.promise
    await route.continue()
  })
  await page.getByRole('button', { name: '找回 1 封' }).click()
  const overlay = page.locator('[data-loading-overlay]')
  await expect(overlay).toBeVisible()
  answered.resolve()
  await expect(overlay).toHaveCount(0)
  await expect(page.getByText('没有可找回的邮件')).toBeVisible()
  await page.getByRole('link', { name: '邮件历史' }).click()
  const entry = inMain(page, '误删的合同').first()
  await expect(entry.getByRole('link', { name: '收件箱' })).toBeVisible()
  await entry.getByRole('button', { name: '查看“误删的合同”的经过' }).click()
  await expect(entry).toContainText('找回到“收件箱”')
  await expect(entry).toContainText('从“回收站”彻底删除')
  await expect(entry).toContainText('从“收件箱”移到回收站')
  await entry.getByRole('link', { name: '收件箱' }).click()
  await expect(page.getByRole('heading', { name: '误删的合同' })).toBeVisible()
})

test('LOGS-02 LOGS-03 LOGS-04 the log shows mail and account, by kind and by day', async ({
  page,
  installation,
}) => {
  await installation.deliver('records', mailText({ subject: 'logged mail' }))
  await signIn(page, installation, { name: 'records', language: 'en' })
  await page.goto(`${installation.url}/#/set/selfquery`)
  await expect(page.getByText('in the last 30 days')).toBeVisible()
  await expect(inMain(page, 'logged mail')).toContainText('Received from peer@other.test')
  await page.getByLabel('Action', { exact: true }).selectOption('send')
  await expect(page.getByText('Nothing matches')).toBeVisible()
  await page.getByLabel('Action', { exact: true }).selectOption('receive')
  await expect(inMain(page, 'logged mail')).toBeVisible()
  await fillTime(timeField(page, 'Until'), '2020-01-01')
  await expect(page.getByText('Nothing matches')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Account' }).click()
  await expect(inMain(page, 'Sign-in').first()).toContainText('Chrome')
  await expect(inMain(page, 'Sign-in').first()).toContainText('127.0.0.1')
})

test('LOGS-01 the self-check is in the More menu and tells what it finds', async ({
  page,
  installation,
}) => {
  await signIn(page, installation, { name: 'records' })
  await page.getByRole('banner').getByRole('button', { name: '更多', exact: true }).click()
  await page.getByRole('menuitem', { name: '自助检测' }).click()
  await expect(page).toHaveURL(/#\/set\/selfChecking$/)
  await expect(inMain(page, '邮箱空间')).toContainText('已使用 0%')
  await expect(inMain(page, '自动转发')).toContainText('没有自动转发')
  for (const [name, text] of [
    ['浏览器', '支持所需的全部功能'],
    ['实时推送', '已连接'],
    ['本地存储', '可以写入'],
    ['系统时间', '服务器'],
    ['收信', '都可以收信'],
  ] as const)
    await expect(inMain(page, text).filter({ hasText: name })).toBeVisible()
  await page.getByRole('button', { name: '重新检测' }).click()
  await expect(inMain(page, '网络连接')).toContainText('毫秒')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: '复制结果' }).click()
  await expect(page.getByText('检测结果已复制')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(/^Hongyan \d/)
  expect(copied).toContain('[ok] 实时推送')
})

test('R38 the settings lead to their first page, on a phone to their list', async ({
  page,
  installation,
}) => {
  await signIn(page, installation, { name: 'records' })
  await page.goto(`${installation.url}/#/set`)
  await expect(page).toHaveURL(/#\/set\/normalset$/)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${installation.url}/#/set`)
  await page
    .getByRole('navigation', { name: '设置' })
    .getByRole('link', { name: '自助查询' })
    .click()
  await expect(page.getByRole('heading', { name: '自助查询' })).toBeVisible()
  await page.getByRole('link', { name: '设置' }).click()
  await expect(page.getByRole('navigation', { name: '设置' })).toBeVisible()
  await page.goto(`${installation.url}/#/set/nothing`)
  await expect(page).toHaveURL(/#\/404$/)
})

for (const language of ['zh', 'en'] as const) {
  test(`no serious accessibility violation on settings and todo (${language})`, async ({
    page,
    installation,
  }) => {
    await signIn(page, installation, { name: 'records', language })
    const places = [
      '/set/normalset',
      '/set/mailclassification',
      '/set/mailretrieval',
      '/set/mailhistory',
      '/set/selfquery',
      '/set/selfChecking',
      '/todo',
    ]
    for (const place of places) {
      await page.goto(`${installation.url}/#${place}`)
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
      await expect(
        page
          .getByRole('main')
          .locator('span:empty[aria-hidden=true][style*=width]')
          .filter({ visible: true }),
      ).toHaveCount(0)
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21aa'])
        .analyze()
      const serious = violations.filter(
        ({ impact }) => impact === 'serious' || impact === 'critical',
      )
      expect(serious.map((one) => `${place}: ${one.id} ${one.nodes[0]?.target}`)).toEqual([])
    }
    await page.goto(`${installation.url}/#/set/mailclassification`)
    await page.getByRole('button', { name: language === 'zh' ? '新建规则' : 'New rule' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa']).analyze()
    expect(violations.map((one) => `${one.id} ${one.nodes[0]?.target}`)).toEqual([])
  })
}
