import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { expect, type Installation, signIn, switchLanguage, test } from '../support/fixtures.ts'
import { jumpsOf, watchJumps } from '../support/jumps.ts'
import { mailText } from '../support/send-mail.ts'

/** What each shortcut is called; a unit test holds this list equal to the registry. */
const { names }: { names: Record<string, string> } = JSON.parse(
  readFileSync(new URL('../../web/src/locales/zh/shortcuts.json', import.meta.url), 'utf8'),
)
const lockPassword = 'Lock-Keys-77'
const rows = (page: Page) => page.locator('[role=row][data-id]')
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    return element === document.body
      ? 'nothing'
      : (element?.getAttribute('role') ?? element?.tagName)
  })

interface Beginning {
  name: string
  subjects: string[]
}

async function begin(
  page: Page,
  installation: Installation,
  { name, subjects }: Beginning,
): Promise<void> {
  for (const subject of subjects)
    await installation.deliver(name, mailText({ subject, text: `text of ${subject}` }))
  await signIn(page, installation, { name })
  await expect(rows(page).first()).toBeVisible()
}

test('reads, labels, moves, searches and undoes by keyboard alone, and the focus is never lost', async ({
  page,
  installation,
}) => {
  const subjects = ['oldest', 'middle', 'newest 预算']
  await begin(page, installation, { name: 'keys', subjects })
  const before = await rows(page).count()

  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'newest 预算' })).toBeVisible()
  await page.keyboard.press('j')
  await expect(page.getByRole('heading', { name: 'middle' })).toBeVisible()
  expect(await focused(page)).not.toBe('nothing')

  // Labels: the first one is made on the way; the second time it is found by its pinyin.
  await page.keyboard.press('l')
  await expect(page.getByRole('combobox', { name: '查找标签' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('dialog[open] input').first()).toBeFocused()
  await page.keyboard.type('重要客户')
  await page.keyboard.press('Enter')
  const labelled = rows(page).filter({ hasText: '重要客户' })
  await expect(labelled).toHaveCount(1)
  for (const count of [0, 1]) {
    await page.keyboard.press('l')
    await expect(page.getByRole('combobox', { name: '查找标签' })).toBeFocused()
    await page.keyboard.type('zykh')
    await page.keyboard.press('Enter')
    await expect(labelled).toHaveCount(count)
  }
  // Arrows and space tick in the same list; what is in no list is made, with the typed name.
  await page.keyboard.press('l')
  await expect(page.getByRole('combobox', { name: '查找标签' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect(page.getByRole('option', { name: '重要客户' })).not.toBeChecked()
  await page.keyboard.type('待回复')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('标签名称')).toHaveValue('待回复')
  await page.keyboard.press('Enter')
  await expect(rows(page).filter({ hasText: '待回复' })).toHaveCount(1)
  await expect(labelled).toHaveCount(0)
  expect(await focused(page)).not.toBe('nothing')

  // Moves: the folder is found by pinyin.
  await page.keyboard.press('v')
  await expect(page.locator('dialog[open] input').first()).toBeFocused()
  await page.keyboard.type('guidang')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: '消息' })).toContainText('邮件成功移动到归档')
  await expect(rows(page)).toHaveCount(before - 1)
  expect(await focused(page)).not.toBe('nothing')

  await page.keyboard.press('z')
  await expect(rows(page)).toHaveCount(before)

  await page.keyboard.press('Escape')
  await page.keyboard.press('/')
  await expect(page.locator('#search')).toBeFocused()
  await page.keyboard.type('预算')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#\/search\?/)
  const found = rows(page).filter({ hasText: 'newest 预算' }).first()
  await expect(found).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'newest 预算' })).toBeVisible()
  // The same search once more: its rows are there already.
  await page.keyboard.press('/')
  await page.keyboard.press('Enter')
  await expect(rows(page).first()).toBeFocused()
})

test('MAILLIST-30 a menu or list that opens has the focus in the same moment: no key is lost to the button', async ({
  page,
  installation,
}) => {
  await begin(page, installation, { name: 'fastkeys', subjects: ['fast'] })
  await rows(page).first().getByRole('checkbox').click()
  const roleAfterClick = (name: string) =>
    page.getByRole('button', { name }).evaluate((button: HTMLElement) => {
      button.click()
      const role = document.activeElement?.getAttribute('role')
      button.click()
      return role
    })
  expect(await roleAfterClick('移动到')).toBe('combobox')
  expect(await roleAfterClick('新建')).toBe('menuitem')
})

test('after deleting, the row that takes the place has the focus; the last one leaves it on the screen', async ({
  page,
  installation,
}) => {
  await begin(page, installation, { name: 'focus', subjects: ['one', 'two', 'three'] })
  await page.keyboard.press('j')
  for (let left = (await rows(page).count()) - 1; left >= 0; left--) {
    await page.keyboard.press('#')
    await expect(rows(page)).toHaveCount(left)
    if (left > 0) await expect(rows(page).first()).toBeFocused()
  }
  await expect.poll(() => focused(page)).not.toBe('nothing')
})

test('what was done is said to screen readers: moved, deleted, read, starred, new mail', async ({
  page,
  installation,
}) => {
  await begin(page, installation, { name: 'focus', subjects: ['said'] })
  const said = page.locator('[data-announcer]')
  await expect(said).toHaveAttribute('aria-live', 'polite')
  await page.keyboard.press('j')
  await page.keyboard.press('s')
  await expect(said).toHaveText('已加星标')
  await page.keyboard.press('u')
  await expect(said).toHaveText('已标为已读')
  const messages = page.getByRole('region', { name: '消息' })
  await expect(messages).toHaveAttribute('aria-live', 'polite')
  await page.keyboard.press('#')
  await expect(messages).toContainText('封邮件移到回收站')
  const news = page.getByRole('region', { name: '新邮件' })
  await expect(news).toHaveAttribute('aria-live', 'polite')
  await installation.deliver('focus', mailText({ subject: 'heard' }))
  await expect(news).toContainText('heard')
})

test('? shows every shortcut, in both languages', async ({ page, installation }) => {
  await begin(page, installation, { name: 'keys', subjects: ['some mail'] })
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: '键盘快捷键' })
  await expect
    .poll(async () => (await help.locator('dt').allTextContents()).toSorted())
    .toEqual(Object.values(names).toSorted())
  await expect(help).toContainText('命令面板')
  await page.keyboard.press('Escape')
  await expect(help).toHaveCount(0)
  await switchLanguage(page, 'English')
  await page.getByRole('heading', { level: 1 }).first().click()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Star')
  await page.keyboard.press('Escape')
  await switchLanguage(page, '中文')
})

test('the command palette finds folders, settings, actions and mail by name, pinyin and initials', async ({
  page,
  installation,
}) => {
  await begin(page, installation, { name: 'keys', subjects: ['some mail'] })
  const choose = async (typed: string) => {
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: '命令面板' })
    await expect(field).toBeFocused()
    await page.keyboard.type(typed)
    await page.keyboard.press('Enter')
    await expect(field).toHaveCount(0)
  }
  await choose('huishouzhan')
  await expect(page).toHaveURL(/#\/recyclebin$/)
  await choose('sjx')
  await expect(page).toHaveURL(/#\/inbox$/)
  await choose('cgsz')
  await expect(page).toHaveURL(/#\/set\/normalset$/)
  await choose('compose')
  await expect(page).toHaveURL(/#\/write\/new/)
  await page.goto(`${installation.url}/#/inbox`)
  await rows(page).first().focus()
  await choose('budget report xyz')
  await expect(page).toHaveURL(/#\/search\?.*budget/)
})

test('shortcuts rest while somebody types and while an input method composes', async ({
  page,
  installation,
}) => {
  await begin(page, installation, { name: 'keys', subjects: ['some mail'] })
  await page.keyboard.press('/')
  await page.keyboard.type('c?exjs')
  await expect(page.locator('#search')).toHaveValue('c?exjs')
  await expect(page).toHaveURL(/#\/inbox/)
  await expect(page.locator('dialog[open]')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await rows(page).first().focus()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Input.dispatchKeyEvent', {
    type: 'rawKeyDown',
    key: 'Process',
    code: 'KeyC',
    windowsVirtualKeyCode: 229,
  })
  await expect(page).toHaveURL(/#\/inbox/)
})

test('the first Tab reaches a link past the bars to the list', async ({ page, installation }) => {
  await begin(page, installation, { name: 'keys', subjects: ['some mail'] })
  await page.reload()
  await expect(rows(page).first()).toBeVisible()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('button', { name: '跳到邮件列表' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(rows(page).first()).toBeFocused()
})

/** Nothing but Tab, as often as it takes. */
async function reach(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let press = 0; press < 90; press++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reaches ${target}`)
}

interface Choice {
  of: Locator
  by: string
  /** What shows that it is done. */
  seen: () => Promise<void>
}

/** Chosen by a key: what has the focus stays under the eye. */
async function choose(page: Page, { of, by, seen }: Choice): Promise<void> {
  await reach(page, of)
  const top = () => page.evaluate(() => document.activeElement?.getBoundingClientRect().top ?? -1)
  const before = await top()
  await page.keyboard.press(by)
  await seen()
  expect(Math.abs((await top()) - before)).toBeLessThan(48)
}

test('by keyboard alone: language, letters, layout, skin and dark change with neither a reload nor a jump; the screen is locked and unlocked; to a public mailbox and back', async ({
  page,
  installation,
}) => {
  const box = 'keys-box@example.test'
  await installation.command(['publicbox', 'add', box, '--name', '客服'])
  await begin(page, installation, { name: 'looks', subjects: ['一封信'] })
  await installation.command(['publicbox', 'grant', box, 'looks@example.test', 'read'])
  const html = page.locator('html')
  const combobox = (name: string) => page.getByRole('combobox', { name, exact: true })
  await page.keyboard.press('g')
  await page.keyboard.press(',')
  await expect(combobox('语言')).toBeVisible()
  await watchJumps(page)
  const letters = combobox('字号')
  const large = () => expect(html).toHaveAttribute('data-font', '2')
  await choose(page, { of: letters, by: 'ArrowDown', seen: large })
  const standard = () => expect(html).toHaveAttribute('data-font', '1')
  await choose(page, { of: letters, by: 'ArrowUp', seen: standard })
  const layout = combobox('布局')
  const split = await layout.evaluate((list: HTMLSelectElement) => list.selectedIndex)
  const other = () => expect(layout).toHaveJSProperty('selectedIndex', 1 - split)
  await choose(page, { of: layout, by: split === 1 ? 'ArrowUp' : 'ArrowDown', seen: other })
  await reach(page, page.getByRole('link', { name: '外观', exact: true }))
  await page.keyboard.press('Enter')
  const skin = () => expect(html).toHaveAttribute('data-skin', 'skin_1')
  await choose(page, {
    of: page.getByRole('radio', { name: '天蓝' }),
    by: 'ArrowRight',
    seen: skin,
  })
  const dark = () => expect(html).toHaveAttribute('data-theme', 'dark')
  await choose(page, { of: combobox('深色模式'), by: 'ArrowDown', seen: dark })
  await reach(page, page.getByRole('link', { name: '常规设置' }))
  await page.keyboard.press('Enter')
  const english = () => expect(html).toHaveAttribute('lang', 'en')
  await choose(page, { of: combobox('语言'), by: 'ArrowDown', seen: english })
  const chinese = () => expect(html).toHaveAttribute('lang', /^zh/)
  await choose(page, { of: combobox('Language'), by: 'ArrowUp', seen: chinese })
  const { shifted, isSamePage } = await jumpsOf(page)
  expect(isSamePage).toBe(true)
  expect(shifted).toBeLessThan(0.02)

  // Locked and unlocked.
  await reach(page, page.getByRole('link', { name: '账号与安全' }))
  await page.keyboard.press('Enter')
  await reach(page, page.getByRole('link', { name: '锁屏', exact: true }))
  await page.keyboard.press('Enter')
  await reach(page, page.getByRole('button', { name: '设置锁屏密码' }))
  await page.keyboard.press('Enter')
  await expect(page.locator('dialog[open] input').first()).toBeFocused()
  await page.keyboard.type(lockPassword)
  await reach(page, page.getByLabel('再次输入锁屏密码'))
  await page.keyboard.type(lockPassword)
  await page.keyboard.press('Enter')
  await reach(page, page.getByRole('main').getByRole('button', { name: '立即锁屏' }))
  await page.keyboard.press('Enter')
  const locked = page.getByRole('heading', { name: '屏幕已锁定' })
  const asked = page.getByRole('dialog').getByRole('button', { name: '立即锁屏' })
  await expect(locked.or(asked)).toBeVisible()
  if (await asked.isVisible()) {
    await reach(page, asked)
    await page.keyboard.press('Enter')
  }
  await expect(locked).toBeVisible()
  await expect(page.getByRole('textbox', { name: '锁屏密码' })).toBeFocused()
  await page.keyboard.type(lockPassword)
  await page.keyboard.press('Enter')
  await expect(locked).toHaveCount(0)

  // To the public mailbox and back.
  await page.keyboard.press('g')
  await page.keyboard.press('i')
  await reach(page, page.getByRole('button', { name: '账号', exact: true }))
  await page.keyboard.press('Enter')
  await reach(page, page.getByRole('button', { name: '切换邮箱' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('radio')).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  const bar = page.getByRole('region', { name: '当前邮箱' })
  await expect(bar).toContainText(box)
  await reach(page, bar.getByRole('button', { name: '返回我的邮箱' }))
  await page.keyboard.press('Enter')
  await expect(bar).toHaveCount(0)
  await expect(page).toHaveURL(/#\/(inbox|dashboard)$/)
  await reach(page, page.getByRole('link', { name: /^收件箱/ }).first())
  await page.keyboard.press('Enter')
  await expect(rows(page).first()).toContainText('一封信')
})
