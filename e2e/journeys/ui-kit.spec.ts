import type { Locator, Page } from '@playwright/test'
import { expect, signIn, test } from '../support/fixtures.ts'
import { mailText } from '../support/send-mail.ts'

const menuOf = (page: Page) => page.getByRole('navigation', { name: '文件夹' })
const boxOf = async (one: Locator) => {
  const box = await one.boundingBox()
  if (!box) throw new Error('it is not on screen')
  return box
}
const middleOf = async (one: Locator) => {
  const { x, y, width, height } = await boxOf(one)
  return { x: x + width / 2, y: y + height / 2 }
}

/** Opens the menu of a folder and chooses. */
async function choose(page: Page, name: string, action: string): Promise<void> {
  await menuOf(page)
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .hover()
  await menuOf(page)
    .getByRole('button', { name: `更多操作：${name}` })
    .click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

async function openNewFolder(page: Page): Promise<Locator> {
  await menuOf(page).getByRole('button', { name: '新建', exact: true }).click()
  await page.getByRole('menuitem', { name: '新建文件夹' }).click()
  return page.getByRole('dialog')
}

/** Whether anything of it is to be seen: what is inert is hit by no pointer, so the picture decides. */
async function isSeen(page: Page, one: Locator): Promise<boolean> {
  const clip = await boxOf(one)
  const withIt = await page.screenshot({ clip, animations: 'disabled' })
  await one.evaluate((element) => element.setAttribute('style', 'visibility: hidden'))
  return !withIt.equals(await page.screenshot({ clip, animations: 'disabled' }))
}

test('web.md dialogs, toasts, tooltips and menus: what is typed stays, what is said is seen, nothing leaves the window', async ({
  page,
  installation,
}) => {
  await page.clock.install()
  for (const subject of ['第一封', '第二封'])
    await installation.deliver('uikit', mailText({ subject, text: subject }))
  await signIn(page, installation, { name: 'uikit' })
  const row = page.getByRole('row').filter({ hasText: '第一封' })
  await expect(row).toBeVisible()

  await test.step('a drag out of a field that ends on the backdrop closes no dialog, nor one back in', async () => {
    const dialog = await openNewFolder(page)
    const field = dialog.getByLabel('文件夹名称')
    await field.fill('很长的名字')
    const inside = await middleOf(field)
    const outside = { x: 20, y: 700 }
    for (const [from, to] of [
      [inside, outside],
      [outside, inside],
    ] as const) {
      await page.mouse.move(from.x, from.y)
      await page.mouse.down()
      await page.mouse.move(to.x, to.y, { steps: 3 })
      await page.mouse.up()
      await expect(field).toHaveValue('很长的名字')
    }
    await page.mouse.click(outside.x, outside.y)
    await expect(dialog).toHaveCount(0)
  })

  await test.step('a tooltip lies above the dialog', async () => {
    const dialog = await openNewFolder(page)
    await dialog.getByRole('button', { name: '关闭' }).hover()
    const bubble = page.locator('body > [aria-hidden=true]').filter({ hasText: '关闭' })
    await expect(bubble).toBeVisible()
    expect(await isSeen(page, bubble)).toBe(true)
    await page.keyboard.press('Escape')
  })

  await test.step('a toast can be pressed while a dialog is open, and stays while it is pointed at', async () => {
    await row.hover()
    await row.getByRole('checkbox').check({ force: true })
    await page.keyboard.press('e')
    const undo = page.getByRole('region', { name: '消息' }).getByRole('button', { name: '撤销' })
    await undo.hover()
    await page.clock.fastForward(60_000)
    await expect(undo).toBeVisible()
    await page.keyboard.press('Control+k')
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    await undo.click()
    await expect(row).toBeVisible()
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('a menu lies at its button and inside the window from its first frame, also when it grows', async () => {
    const button = menuOf(page).getByRole('button', { name: '更多操作：收件箱' })
    await button.focus()
    // Listened for before the key is pressed, or a slow page opens the menu unheard.
    const first = await page.evaluateHandle(() => {
      const { promise, resolve } = Promise.withResolvers<number>()
      const opened = ({ target }: Event) => {
        if (!(target instanceof Element) || target.role !== 'menu') return
        requestAnimationFrame(() => resolve(target.getBoundingClientRect().top))
      }
      document.addEventListener('beforetoggle', opened, { capture: true })
      return { top: promise }
    })
    await page.keyboard.press('Enter')
    const menu = page.locator('[role=menu]:popover-open')
    const settled = await boxOf(menu)
    expect(await first.evaluate(({ top }) => top)).toBe(settled.y)
    await menu.evaluate((element) => {
      const more = document.createElement('p')
      more.style.height = '340px'
      element.append(more)
    })
    const at = await boxOf(button)
    const grown = await boxOf(menu)
    const height = page.viewportSize()?.height ?? 0
    expect(grown.height).toBeGreaterThan(settled.height + 300)
    expect(grown.y).toBeGreaterThanOrEqual(0)
    expect(grown.y + grown.height).toBeLessThanOrEqual(height)
    expect([grown.y + grown.height + 4, grown.y - 4 - at.height].map(Math.round)).toContain(
      Math.round(at.y),
    )
    await page.keyboard.press('Escape')
  })

  await test.step('the view menu: each choice in a group of its own, all of it to be seen', async () => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByRole('button', { name: '视图' }).click()
    const menu = page.locator('[role=menu]:popover-open')
    for (const name of ['布局', '列表密度', '每页显示', '排列方式'])
      await expect(
        menu.getByRole('group', { name }).getByRole('menuitemradio', { checked: true }),
      ).toHaveCount(1)
    expect(await menu.evaluate((one) => one.scrollHeight - one.clientHeight)).toBe(0)
    await page.keyboard.press('Escape')
  })

  await test.step('what cannot be undone is asked with the focus on "cancel"', async () => {
    await choose(page, '收件箱', '清空')
    await expect(page.getByRole('button', { name: '取消' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(row).toBeVisible()
    const dialog = await openNewFolder(page)
    await dialog.getByLabel('文件夹名称').fill('临时')
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    await choose(page, '临时', '删除文件夹')
    await expect(page.getByRole('button', { name: '取消' })).toBeFocused()
    await page.keyboard.press('Enter')
  })

  await test.step('ways to send are on or off each by itself; the priority is one of three', async () => {
    await page.goto(`${installation.url}/#/write/new/0`)
    await page.getByRole('textbox', { name: '主题' }).fill('题')
    const open = () => page.getByRole('button', { name: '其他发送方式' }).click()
    await open()
    await page.getByRole('menuitemcheckbox', { name: '请求已读回执' }).click()
    await open()
    await expect(page.getByRole('menuitemcheckbox', { name: '请求已读回执' })).toBeChecked()
    await expect(page.getByRole('menuitemcheckbox', { name: '分别发送' })).not.toBeChecked()
    const priority = page.getByRole('group', { name: '优先级' }).getByRole('menuitemradio')
    await expect(priority).toHaveCount(3)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '删除草稿' }).click()
    await expect(page.getByRole('dialog').getByRole('button', { name: '取消' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: '主题' })).toHaveValue('题')
  })

  await test.step('looks 13: tools that a narrow row has no room for come with "more"; families of type are there', async () => {
    const toolbar = page.getByRole('toolbar', { name: '格式' })
    const emoji = toolbar.getByRole('button', { name: '表情' })
    const more = toolbar.getByRole('button', { name: '更多工具' })
    await expect(more).toHaveCount(0)
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(emoji).toBeHidden()
    await more.click()
    await expect(emoji).toBeInViewport()
    const text = page.frameLocator('iframe[title="正文"]').last().locator('[contenteditable=true]')
    await text.fill('楷体的字')
    await page.keyboard.press('Control+a')
    await toolbar.getByRole('button', { name: '字体: 默认字体' }).click()
    await page.getByRole('menuitemradio', { name: '楷体' }).click()
    await expect(text.getByText('楷体的字')).toHaveCSS('font-family', /^KaiTi, "Kaiti SC"/)
    await expect(toolbar.getByRole('button', { name: '字体: 楷体' })).toBeVisible()
    await more.click()
    await expect(emoji).toBeHidden()
  })
})
