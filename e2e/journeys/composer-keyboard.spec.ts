import type { Page } from '@playwright/test'
import { AxeBuilder } from '../support/axe.ts'
import { domain, expect, signIn, test } from '../support/fixtures.ts'
import { holdCalls } from '../support/hold-calls.ts'
import { insertLink } from '../support/link-dialog.ts'
import { mailText } from '../support/send-mail.ts'

const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    if (element === null || element === document.body) return 'nothing'
    return element.getAttribute('aria-label') ?? element.getAttribute('title') ?? element.tagName
  })

/** Walks until the wanted control has the focus; every stop on the way must be one that is seen. */
async function tabTo(page: Page, name: string | RegExp, key = 'Tab'): Promise<void> {
  for (let step = 0; step < 60; step++) {
    const now = await focused(page)
    expect(now).not.toBe('nothing')
    if (typeof name === 'string' ? now === name : name.test(now)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${name} was not reached by ${key}`)
}

const isSeen = (page: Page) =>
  page.evaluate(() => document.activeElement?.checkVisibility() ?? false)

const text = (page: Page) =>
  page.locator('[data-tag]:visible iframe').first().contentFrame().locator('[contenteditable=true]')

test('COMPOSE-01 COMPOSE-05 COMPOSE-26 a mail is written, switched, scheduled, sent and taken back by keyboard alone', async ({
  page,
  installation,
}) => {
  await installation.deliver('a', mailText({ subject: '来信', text: 'a letter' }))
  await signIn(page, installation, { name: 'a' })
  await expect(page.getByRole('grid')).toBeVisible()
  await page.keyboard.press('c')
  await expect(page.getByRole('combobox', { name: '收件人' })).toBeFocused()

  await page.keyboard.type('b@ex')
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-tag]:visible [draggable]')).toHaveCount(1)
  await tabTo(page, '主题')
  await page.keyboard.type('键盘')
  await page.keyboard.press('Tab')
  await expect(text(page)).toBeFocused()
  await page.keyboard.type('第一行')
  await page.keyboard.press('Enter')

  // The tools of the text: back over Shift+Tab, arrows within.
  await insertLink(page, 'https://example.org/')
  await expect(text(page).locator('a')).toHaveAttribute('href', 'https://example.org/')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: '项目符号' }).focus()
  await page.keyboard.press('Enter')
  await expect(text(page)).toBeFocused()
  await page.keyboard.type('项目')
  await expect(text(page).locator('ul li')).toHaveText(['项目'])
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')

  // A table: Tab goes from cell to cell, and makes a row after the last.
  await page.getByRole('button', { name: '表格', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(text(page)).toBeFocused()
  for (const cell of ['一', '二', '三', '四']) {
    await page.keyboard.type(cell)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.type('五')
  await expect(text(page).locator('tr')).toHaveCount(3)
  await expect(text(page).locator('tr').nth(2).locator('td').first()).toHaveText('五')

  // Esc goes one step at a time: the menu, then the full screen, then the mail.
  await page.getByRole('button', { name: '其他发送方式' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu', { name: '其他发送方式' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu', { name: '其他发送方式' })).toBeHidden()
  expect(await focused(page)).toBe('其他发送方式')

  const chooser = page.waitForEvent('filechooser')
  // The text is left behind its table, and the tools before it are reached backwards.
  await page.getByRole('textbox', { name: '主题' }).focus()
  await page.keyboard.press('Tab')
  await expect(text(page)).toBeFocused()
  await page.keyboard.press('Control+End')
  for (let step = 0; step < 40; step++) {
    expect(await focused(page)).not.toBe('nothing')
    if ((await page.evaluate(() => document.activeElement?.textContent)) === '添加附件') break
    await page.keyboard.press('Shift+Tab')
  }
  await page.keyboard.press('Enter')
  await (await chooser).setFiles({
    name: '键盘.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('data'),
  })
  await expect(page.getByRole('button', { name: '移除 键盘.txt' })).toBeVisible()

  // Another tag and back: the cursor is where it was.
  const strip = page.getByRole('navigation', { name: '已打开的页面' })
  await strip.getByRole('button', { name: '邮件', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('grid')).toBeVisible()
  await strip.getByRole('button', { name: '邮件', exact: true }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: '主题' })).toHaveValue('键盘')
  expect(await focused(page)).not.toBe('nothing')
  expect(await isSeen(page)).toBe(true)

  // Scheduled, and cancelled again.
  await page.getByRole('button', { name: '其他发送方式' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  const schedule = page.getByRole('dialog', { name: '定时发送' })
  await expect(schedule).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(schedule).toBeHidden()
  expect(await focused(page)).not.toBe('nothing')

  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('邮件已发送').first()).toBeVisible()
  await expect(strip).toHaveCount(0)
  await expect.poll(() => focused(page)).not.toBe('nothing')
  await page.keyboard.press('z')
  await expect(page.getByText('已撤销发送，邮件回到编辑状态').first()).toBeVisible()
  await expect(page.getByRole('textbox', { name: '主题' })).toHaveValue('键盘')
  await expect(page.getByRole('button', { name: '移除 键盘.txt' })).toBeVisible()
})

const languages = [
  {
    language: 'zh' as const,
    menu: '其他发送方式',
    entries: ['定时发送…', '授权邮件…'],
    book: '通讯录',
    discard: '删除草稿',
    subject: '主题',
    to: '收件人',
    send: '发送',
    tools: ['字号', '文字颜色', '对齐', '表情', '表格'],
    row: ['格式', '信纸', '更多工具'],
  },
  {
    language: 'en' as const,
    menu: 'More ways to send',
    entries: ['Schedule…', 'Protected mail…'],
    book: 'Address book',
    discard: 'Delete draft',
    subject: 'Subject',
    to: 'To',
    send: 'Send',
    tools: ['Font size', 'Text colo', 'Alignment', 'Emoji', 'Table'],
    row: ['Formatting', 'Stationery', 'More tools'],
  },
]

for (const words of languages) {
  test(`COMPOSE-01 axe finds nothing in the composer, its menus and its dialogs (${words.language})`, async ({
    page,
    installation,
  }) => {
    // Axe looks at the page a dozen times.
    const clean = async () => {
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21aa'])
        .exclude('iframe')
        .analyze()
      expect(violations).toEqual([])
    }
    const { language } = words
    await signIn(page, installation, { name: 'b', language })
    await page.goto(`${installation.url}/#/write/new/0`)
    const subject = page.getByRole('textbox', { name: words.subject })
    await subject.fill('axe')
    await expect(text(page)).toBeVisible()
    // Where a row has room for its tools, none of them stands behind "more" (looks 13).
    await page.setViewportSize({ width: 1440, height: 900 })
    const [bar = '', last = '', more = ''] = words.row
    const row = page.getByRole('toolbar', { name: bar })
    await expect(row.getByRole('button', { name: last })).toBeInViewport()
    await expect(row.getByRole('button', { name: more })).toHaveCount(0)
    await clean()
    await page.getByRole('button', { name: words.menu }).click()
    await clean()
    await page.keyboard.press('Escape')
    for (const entry of words.entries) {
      await page.getByRole('button', { name: words.menu }).click()
      await page.getByRole('menu').getByText(entry, { exact: true }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await clean()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
    }
    for (const button of [words.book, words.discard]) {
      await page.getByRole('button', { name: button, exact: true }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await clean()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
    }
    for (const tool of words.tools) {
      // The bar above has a size of letters, too: that of the pages.
      await row
        .getByRole('button', { name: new RegExp(`^${tool}`) })
        .first()
        .click()
      await clean()
      await page.keyboard.press('Escape')
    }
    const people = page.getByRole('combobox', { name: words.to, exact: true })
    await people.fill('wrong address')
    await people.press('Enter')
    await people.fill(`a@${domain}`)
    await people.press('Enter')
    await page.getByRole('button', { name: words.send, exact: true }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await clean()
  })
}

test('COMPOSE-05 suggestions stay while the next are on their way; Enter never takes somebody who was not asked for', async ({
  page,
  installation,
}) => {
  await signIn(page, installation, { name: 'a' })
  await page.keyboard.press('c')
  await expect(page.getByRole('combobox', { name: '收件人' })).toBeFocused()
  await page.keyboard.type('b@e')
  const options = page.getByRole('option')
  await expect(options.first()).toContainText('b@')
  const calls = await holdCalls(page, '**/contact/list/suggest*')
  await page.keyboard.type('l')
  await expect.poll(() => calls.held).toBe(1)
  await page.keyboard.type('s')
  await expect.poll(() => calls.held).toBe(2)
  await expect(options.first()).toBeVisible()
  await expect(options.and(page.locator('[aria-selected=true]'))).toHaveCount(0)
  await page.keyboard.type('e.test')
  await page.keyboard.press('Enter')
  const chips = page.locator('[data-tag]:visible [draggable]')
  await expect(chips).toHaveText(/b@else\.test/)
  await calls.release()
})
