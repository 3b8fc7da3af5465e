import type { Locator, Page } from '@playwright/test'
import { AxeBuilder } from '../support/axe.ts'
import { domain, expect, signIn, test } from '../support/fixtures.ts'

const fields = (page: Page) => ({
  to: page.getByRole('combobox', { name: '收件人', exact: true }),
  cc: page.getByRole('combobox', { name: '抄送', exact: true }),
})

test('COMPOSE-27 recipients are picked from the address book by keyboard alone, for To and for Cc', async ({
  page,
  installation,
}) => {
  await signIn(page, installation, { name: 'a' })
  // The two who are there from the beginning: the book may be a minute old.
  await page.goto(`${installation.url}/#/write/new/0`)
  await expect(fields(page).to).toBeFocused()
  const book = page.getByRole('button', { name: '通讯录' })
  await book.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: '通讯录' })
  const search = dialog.getByRole('textbox', { name: /搜索/ })
  await expect(search).toBeFocused()
  const tree = dialog.getByRole('tree', { name: '通讯录' })
  const item = (name: string) => tree.getByRole('treeitem', { name })
  await expect(item(`b@${domain}`)).toBeVisible()
  expect((await new AxeBuilder({ page }).include('dialog').analyze()).violations).toEqual([])

  await page.keyboard.type(`b@${domain}`)
  await expect(tree.getByRole('treeitem')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await expect(tree).toBeFocused()
  await page.keyboard.press('Space')
  await expect(item(`b@${domain}`)).toHaveAttribute('aria-selected', 'true')
  await expect(dialog.getByRole('status')).toHaveText('已选 1 人')

  await search.fill('')
  await dialog.getByRole('button', { name: /^抄送/ }).click()
  await search.focus()
  await page.keyboard.press('ArrowDown')
  await expect(item(`a@${domain}`)).toBeVisible()
  for (let step = 0; step < 20; step++) {
    const active = await tree.getAttribute('aria-activedescendant')
    const line = page.locator(`[id="${active}"]`)
    if ((await line.textContent())?.includes(`a@${domain}`)) break
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('status')).toHaveText('已选 2 人')
  await dialog.getByRole('button', { name: '添加', exact: true }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(fields(page).cc).toBeVisible()
  const rows = page.locator('[data-tag]:visible')
  await expect(rows.locator('[draggable]')).toHaveCount(2)

  // Who is there already is said and cannot be chosen again.
  await book.click()
  await search.fill(`b@${domain}`)
  await expect(item(`b@${domain}`)).toContainText('已添加')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(book).toBeFocused()
})

test('COMPOSE-27 COMPOSE-12 a whole department comes with its size, and a mass mail is still asked about', async ({
  page,
  installation,
}) => {
  await signIn(page, installation, { name: 'a' })
  const people = Array.from({ length: 60 }, (_, n) => ({
    name: `员工${n}`,
    address: `p${n}@${domain}`,
    department: '客服部',
    duties: '',
  }))
  await page.route(/contact\/tree/, (route) => {
    const query = new URL(route.request().url()).searchParams
    const whole = query.get('whole') === 'true'
    const data = {
      name: '示例公司',
      total: 60,
      departments: whole ? [] : [{ departmentId: 7, name: '客服部', path: [], people: 60 }],
      people: whole ? people : [],
      sortValues: null,
    }
    return route.fulfill({ json: { code: 200, message: '', data } })
  })
  await page.goto(`${installation.url}/#/write/new/0`)
  await page.getByRole('button', { name: '通讯录' }).click()
  const dialog = page.getByRole('dialog', { name: '通讯录' })
  const line = dialog.getByRole('treeitem', { name: /客服部/ })
  await expect(line).toContainText('60 人')
  await line.click()
  await expect(dialog.getByRole('status')).toHaveText('已选 60 人')
  await dialog.getByRole('button', { name: '添加', exact: true }).click()
  await page.getByRole('textbox', { name: '主题' }).fill('全体')
  await page.getByRole('button', { name: '发送', exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText('您将群发给60位收件人')
})

test('COMPOSE-09 chips move between the fields by keyboard and are edited in their place', async ({
  page,
  installation,
}) => {
  await signIn(page, installation, { name: 'a' })
  await page.goto(`${installation.url}/#/write/new/0`)
  const { to, cc } = fields(page)
  await expect(to).toBeFocused()
  await to.evaluate((input) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', '张伟（zhang@x.com）；li@@x.com，"Wang, W" <wang@x.com>')
    input.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  })
  const chips = page.locator('[data-tag]:visible [draggable]')
  await expect(chips).toHaveCount(3)
  await expect(page.getByText('2 位收件人不在本单位内')).toBeVisible()

  // The wrong one is typed anew where it stands.
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expect(to).toHaveValue('li@@x.com')
  await to.fill('li@x.com')
  await page.keyboard.press('Enter')
  await expect(page.getByText('3 位收件人不在本单位内')).toBeVisible()
  const lefts = await chips.evaluateAll((all) =>
    all
      .map((one) => ({ left: one.getBoundingClientRect().left, text: one.textContent ?? '' }))
      .sort((one, other) => one.left - other.left)
      .map((one) => one.text),
  )
  expect(lefts[1]).toContain('li@x.com')

  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Alt+ArrowDown')
  await expect(cc).toBeFocused()
  await expect(chips).toHaveCount(3)
  await page.keyboard.press('Alt+ArrowUp')
  await expect(to).toBeFocused()
  await page.keyboard.press('Escape')
})

test('COMPOSE-09 a chip is dragged to another field, which shows itself when the drag begins', async ({
  page,
  installation,
}) => {
  await signIn(page, installation, { name: 'a' })
  await page.goto(`${installation.url}/#/write/new/0`)
  const { to, cc } = fields(page)
  await expect(to).toBeFocused()
  await page.keyboard.type('one@x.com;two@x.com;')
  const chips = page.locator('[data-tag]:visible [draggable]')
  await expect(chips).toHaveCount(2)
  await expect(cc).toHaveCount(0)
  await chips.first().hover()
  await page.mouse.down()
  const from = await chips.first().boundingBox()
  await page.mouse.move((from?.x ?? 0) + 60, (from?.y ?? 0) + 20, { steps: 4 })
  await expect(cc).toBeVisible()
  await cc.hover()
  await page.mouse.up()
  const fieldOf = (input: Locator) => input.locator('..').locator('[draggable]')
  await expect(fieldOf(to)).toHaveText(/two@x\.com/)
  await expect(fieldOf(cc)).toHaveText(/one@x\.com/)
  // What was moved is saved there, too.
  await page.getByRole('textbox', { name: '主题' }).fill('verschoben')
  await expect(page.getByText(/已保存到草稿箱/)).toBeVisible()
  await page.reload()
  await expect(fieldOf(cc)).toHaveText(/one@x\.com/)
})
