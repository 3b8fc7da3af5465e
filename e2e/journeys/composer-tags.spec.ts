import type { Locator, Page } from '@playwright/test'
import { AxeBuilder } from '../support/axe.ts'
import { expect, type Installation, signIn, test } from '../support/fixtures.ts'
import { holdCalls } from '../support/hold-calls.ts'
import { mailText } from '../support/send-mail.ts'

/** The composer on screen: the others stay behind it. */
const composer = (page: Page): Locator => page.locator('[data-tag]:visible')
const text = (page: Page): Locator =>
  composer(page).locator('iframe[title="正文"]').contentFrame().locator('[contenteditable=true]')
const subject = (page: Page): Locator => composer(page).getByRole('textbox', { name: '主题' })
const strip = (page: Page): Locator => page.getByRole('navigation', { name: '已打开的页面' })
const tag = (page: Page, name: string): Locator =>
  strip(page).getByRole('button', { name, exact: true })

async function expectClean(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .options({
      runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21aa'] },
      rules: { 'label-content-name-mismatch': { enabled: true } },
    })
    .exclude('iframe')
    .analyze()
  expect(violations).toEqual([])
}

async function newMail(page: Page, title: string): Promise<void> {
  const another = strip(page).getByRole('button', { name: '再写一封' })
  if (await another.isVisible()) await another.click()
  else await page.getByRole('button', { name: '写邮件' }).click()
  await expect(subject(page)).toHaveValue('')
  await subject(page).fill(title)
  await expect(text(page)).toBeVisible()
}

const draftRow = async (page: Page, title: string): Promise<Locator> => {
  await page.evaluate(() => {
    location.hash = '#/draftbox'
  })
  return page.getByRole('row').filter({ hasText: title })
}

async function begin(page: Page, installation: Installation, name: string): Promise<void> {
  await signIn(page, installation, { name })
}

test('COMPOSE-01 SHELL-02 several mails are written at once; going from one to another loses nothing', async ({
  page,
  installation,
}) => {
  await begin(page, installation, 'tags')
  await newMail(page, '第一封')
  await text(page).click()
  await page.keyboard.type('aaa')
  await page.keyboard.press('ArrowLeft')
  await newMail(page, '第二封')
  await text(page).click()
  await page.keyboard.type('zweite')
  await expect(strip(page).getByRole('listitem')).toHaveCount(2)
  expect((await tag(page, '第二封').locator('..').boundingBox())?.width).toBe(160)

  // The cursor is where it was: two letters before it, one behind.
  await tag(page, '第一封').click()
  await expect(subject(page)).toHaveValue('第一封')
  await page.keyboard.type('X')
  await expect(text(page)).toHaveText('aaXa')
  await page.goBack()
  await expect(text(page)).toHaveText('zweite')

  // Away from all of them and back.
  await strip(page).getByRole('button', { name: '邮件', exact: true }).click()
  await expect(page).toHaveURL(/#\/inbox/)
  await expect(composer(page)).toHaveCount(0)
  await tag(page, '第二封').click()
  await expect(text(page)).toHaveText('zweite')
  await expectClean(page)

  // A reload brings the tags back by their drafts.
  await expect(composer(page).getByText(/已保存到草稿箱/)).toBeVisible()
  await tag(page, '第一封').click()
  await expect(composer(page).getByText(/已保存到草稿箱/)).toBeVisible()
  await page.reload()
  await expect(text(page)).toHaveText('aaXa')
  await tag(page, '第二封').click()
  await expect(text(page)).toHaveText('zweite')
})

test('COMPOSE-01 SHELL-02 a reply made ready behind another tag shows its original, none of it as hidden text', async ({
  page,
  installation,
}) => {
  await begin(page, installation, 'tags')
  await installation.deliver('tags', mailText({ subject: '背后打开', text: '原来的话' }))
  await page.getByRole('row').filter({ hasText: '背后打开' }).click()
  await expect(page.getByRole('heading', { name: '背后打开' })).toBeVisible()
  const held = await holdCalls(page, '**/api/mail/email/*reply*')
  await page.getByRole('button', { name: '回复', exact: true }).first().click()
  await expect.poll(() => held.held).toBe(1)
  await strip(page).getByRole('button', { name: '邮件', exact: true }).click()
  await expect(composer(page)).toHaveCount(0)
  await held.release()
  // Its frame is loaded and the page was drawn since: now it would be filled, which it must not be where nobody sees it.
  await page.waitForFunction(() => {
    const frame = document.querySelector<HTMLIFrameElement>('[data-tag] iframe[title="邮件正文"]')
    const { URL: address, readyState } = frame?.contentDocument ?? {}
    return address === 'about:srcdoc' && readyState === 'complete'
  })
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  )
  await strip(page).getByRole('listitem').first().getByRole('button').first().click()
  const original = composer(page).locator('iframe[title="邮件正文"]').contentFrame().locator('body')
  await expect(original).toContainText('原来的话')
  await expect(original).not.toContainText('隐藏文字')
})

test('COMPOSE-01 COMPOSE-22 an upload goes on behind another tag; its file gets another name and keeps its ending', async ({
  page,
  installation,
}) => {
  await begin(page, installation, 'tags')
  await newMail(page, '带附件')
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/file\/upload/, async (route) => {
    await held
    await route.continue()
  })
  await composer(page)
    .getByTestId('attach')
    .setInputFiles({ name: '报表.txt', mimeType: 'text/plain', buffer: Buffer.from('data') })
  await expect(composer(page).getByRole('progressbar')).toBeVisible()
  await newMail(page, '另一封')
  const uploaded = page.waitForResponse((one) => one.url().includes('file/upload'))
  release()
  await uploaded
  await tag(page, '带附件').click()
  await expect(composer(page).getByRole('button', { name: '移除 报表.txt' })).toBeVisible()
  await expect(composer(page).getByRole('progressbar')).toHaveCount(0)
  await composer(page).getByRole('button', { name: '重命名 报表.txt' }).click()
  const dialog = page.getByRole('dialog', { name: '重命名附件' })
  const field = dialog.getByRole('textbox', { name: '新文件名（扩展名 .txt 不变）' })
  await expect(field).toBeFocused()
  await field.fill(' ')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('请输入文件名')).toBeVisible()
  expect((await new AxeBuilder({ page }).include('dialog').analyze()).violations).toEqual([])
  await field.fill('年报')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(composer(page).getByRole('button', { name: '移除 年报.txt' })).toBeVisible()
})

test('SHELL-02 SHELL-03 COMPOSE-04 closing a tag saves its draft; close others, close all and the right-click menu', async ({
  page,
  installation,
}) => {
  await begin(page, installation, 'tags')
  const names = ['关一', '关二', '关三'].map((one) => `${one} ${Date.now()}`)
  const [one = '', two = '', three = ''] = names
  for (const name of names) await newMail(page, name)
  const save = page.waitForResponse((answer) => answer.url().includes('mail/email/drafts'))
  await strip(page)
    .getByRole('button', { name: `关闭 ${three}` })
    .click()
  await save
  // The one beside it comes forward.
  await expect(subject(page)).toHaveValue(two)
  await tag(page, one).click({ button: 'right' })
  const menu = page.getByRole('menu', { name: `${one} 的菜单` })
  await menu.getByRole('menuitem', { name: '关闭其他' }).click()
  await expect(tag(page, two)).toHaveCount(0)
  await expect(subject(page)).toHaveValue(one)
  await tag(page, one).focus()
  await page.keyboard.press('Shift+F10')
  await expect(menu).toBeVisible()
  await menu.getByRole('menuitem', { name: '全部关闭' }).click()
  await expect(strip(page)).toHaveCount(0)
  for (const name of names) await expect(await draftRow(page, name)).toHaveCount(1)
  // Nothing typed: nothing saved (G62).
  await page.evaluate(() => {
    location.hash = '#/write/new/0'
  })
  await expect(subject(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row').filter({ hasText: '无主题' })).toHaveCount(0)
})

test('SHELL-02 SHELL-04 a tag is put elsewhere with the pointer and by keys; closing that of an answer leads back to the mail', async ({
  page,
  installation,
}) => {
  await installation.deliver('tagorder', mailText({ subject: '要答复的信', text: 'x' }))
  await begin(page, installation, 'tagorder')
  await page.getByRole('row').filter({ hasText: '要答复的信' }).click()
  await expect(page).toHaveURL(/#\/reply\/\d+\/\d+/)
  const mailId = /\/reply\/\d+\/(\d+)/.exec(page.url())?.[1]
  for (const name of ['甲', '乙']) await newMail(page, name)
  await page.evaluate((id) => {
    location.hash = `#/write/newreply/${id}`
  }, mailId)
  const order = () => strip(page).getByRole('listitem').allInnerTexts()
  await expect.poll(order).toEqual(['甲', '乙', 'Re: 要答复的信'])
  await tag(page, 'Re: 要答复的信').dragTo(tag(page, '甲'))
  await expect.poll(order).toEqual(['Re: 要答复的信', '甲', '乙'])
  await tag(page, '甲').focus()
  await page.keyboard.press('Alt+Shift+ArrowRight')
  await expect.poll(order).toEqual(['Re: 要答复的信', '乙', '甲'])
  // What is written stayed with its tag: no frame was loaded anew.
  await tag(page, '甲').click()
  await expect(subject(page)).toHaveValue('甲')
  await tag(page, 'Re: 要答复的信').click()
  for (const name of ['乙', '甲', 'Re: 要答复的信'])
    await strip(page)
      .getByRole('button', { name: `关闭 ${name}` })
      .click()
  await expect(strip(page)).toHaveCount(0)
  await expect(page).toHaveURL(/#\/(?:reply\/\d+\/\d+|inbox)/)
})

test('SHELL-02 LIMITS-09 tags that do not fit are listed, and the one on screen is always seen', async ({
  page,
  installation,
}) => {
  await begin(page, installation, 'tags')
  await page.setViewportSize({ width: 700, height: 800 })
  for (const name of ['甲', '乙', '丙', '丁', '戊']) await newMail(page, name)
  await expect(tag(page, '戊')).toBeVisible()
  await expect(tag(page, '丁')).toHaveCount(0)
  await expectClean(page)
  await strip(page).getByRole('button', { name: '更多已打开的页面' }).click()
  await page.getByRole('menuitem', { name: '丁' }).click()
  await expect(subject(page)).toHaveValue('丁')
  await expect(tag(page, '丁')).toBeVisible()
})

test('COMPOSE-01 full screen: the mode, the files and the other mails stay as they are, Esc leaves it first', async ({
  page,
  installation,
}) => {
  await installation.deliver('tags', mailText({ subject: '原邮件', text: 'original' }))
  await begin(page, installation, 'tags')
  await page.getByRole('row').filter({ hasText: '原邮件' }).first().click()
  await page.getByRole('button', { name: '回复', exact: true }).first().click()
  await expect(subject(page)).toHaveValue(/原邮件/)
  await expect(page).toHaveURL(/write\/newreply\/\d+/)
  await composer(page)
    .getByTestId('attach')
    .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('data') })
  await expect(composer(page).getByRole('button', { name: '移除 a.txt' })).toBeVisible()
  await composer(page).getByRole('button', { name: '全屏写信' }).click()
  await expect(page.getByRole('banner')).toHaveCount(0)
  await expect(page.locator('#search')).toHaveCount(0)
  await expect(strip(page)).toHaveCount(0)
  await expectClean(page)
  await page.keyboard.press('Escape')
  await expect(strip(page)).toBeVisible()
  await expect(subject(page)).toHaveValue(/原邮件/)
  await expect(composer(page).getByRole('button', { name: '移除 a.txt' })).toBeVisible()
  // The same answer to the same mail is not begun a second time.
  await strip(page).getByRole('button', { name: '邮件', exact: true }).click()
  await page.getByRole('button', { name: '回复', exact: true }).first().click()
  await expect(composer(page).getByRole('button', { name: '移除 a.txt' })).toBeVisible()
})

test('COMPOSE-05 plain text: what is lost is said, it can be undone, and only text leaves', async ({
  page,
  installation,
}) => {
  await begin(page, installation, 'tags')
  await newMail(page, '纯文本')
  await text(page).click()
  await page.keyboard.press('Control+b')
  await page.keyboard.type('粗体')
  await composer(page).getByRole('button', { name: '切换为纯文本' }).click()
  const dialog = page.getByRole('dialog', { name: '切换为纯文本？' })
  await expect(dialog).toContainText('都会丢失')
  expect((await new AxeBuilder({ page }).include('dialog').analyze()).violations).toEqual([])
  await dialog.getByRole('button', { name: '切换为纯文本' }).click()
  const area = composer(page).getByRole('textbox', { name: '正文' })
  await expect(area).toBeFocused()
  await expect(area).toHaveValue('粗体')
  await composer(page).getByRole('button', { name: '恢复格式' }).click()
  await expect(text(page).locator('b')).toHaveText('粗体')
  await composer(page).getByRole('button', { name: '切换为纯文本' }).click()
  await dialog.getByRole('button', { name: '切换为纯文本' }).click()
  await area.press('Control+End')
  await page.keyboard.type('\n  第二行')
  await expectClean(page)
  const field = composer(page).getByRole('combobox', { name: '收件人' })
  await field.fill('plain@other.test')
  await field.press('Enter')
  await composer(page).getByRole('button', { name: '发送', exact: true }).click()
  const mail = await installation.sink.next((one) => one.to.includes('plain@other.test'))
  expect(String(mail.raw)).toMatch(/^Content-Type: text\/plain/im)
  expect(String(mail.raw)).not.toMatch(/text\/html/i)
})
