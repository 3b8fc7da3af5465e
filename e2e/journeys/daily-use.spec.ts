import type { Locator, Page } from '@playwright/test'
import { expect, type Installation, signIn, test } from '../support/fixtures.ts'
import { mailText, mailWithFiles } from '../support/send-mail.ts'
import { newPage } from '../support/watched-page.ts'

/** The daily-use points of the review of the looks: one mailbox and one signed-in page for all of them. */
let page: Page
let house: Installation

const row = (subject: string): Locator =>
  page.getByRole('grid').getByRole('row').filter({ hasText: subject })
const reader = (): Locator => page.getByRole('article')
const bar = (name: string): Locator =>
  reader().getByRole('toolbar').getByRole('button', { name, exact: true })
const go = (path: string) => page.goto(`${house.url}/#${path}`)
const open = async (subject: string) => {
  await row(subject)
    .getByRole('link')
    .click({ position: { x: 4, y: 4 } })
  await expect(reader().getByRole('heading', { level: 1 })).toContainText(subject)
}
const box = async (one: Locator) => {
  const found = await one.boundingBox()
  if (!found) throw new Error('nothing is drawn')
  return found
}

test.describe.configure({ mode: 'serial' })

test.beforeAll(async ({ browser, installation }) => {
  house = installation
  await house.command(['user', 'add', 'wei@example.test', '--name', '张伟'], 'Correct-Horse-7\n')
  page = await newPage(browser, { viewport: { width: 1440, height: 900 } })
  for (const subject of ['archive me', 'spam me', 'todo me', 'pin me', 'key me', 'leave me']) {
    await house.deliver('daily', mailText({ subject, text: `text of ${subject}` }))
  }
  await signIn(page, house, { name: 'daily' })
  await expect(row('leave me')).toBeVisible()
})
test.afterAll(() => page.close())

test('looks 2: archive and to-do are one click from the row, and everything is in its context menu', async () => {
  await row('archive me').hover()
  await row('archive me').getByRole('button', { name: '归档' }).click()
  await expect(row('archive me')).toHaveCount(0)
  await row('todo me').hover()
  await row('todo me').getByRole('button', { name: '设为待办' }).click()
  await expect(page.getByRole('dialog', { name: '设为待办' })).toBeVisible()
  await page.keyboard.press('Escape')
  await row('pin me').click({ button: 'right', position: { x: 120, y: 20 } })
  const menu = page.getByRole('menu', { name: '邮件操作' })
  for (const name of [
    '归档',
    '删除',
    '置顶',
    '标签',
    '移动到',
    '标为垃圾邮件',
    '设为待办',
    '回复',
  ]) {
    await expect(menu.getByRole('menuitem', { name }).first()).toBeAttached()
  }
  await menu.getByRole('menuitem', { name: '置顶' }).click()
  await expect(page.getByRole('row').first()).toContainText('pin me')
})

test('looks 2: the open mail has archive, spam, label, pin and to-do on its bar, and answers are offered once', async () => {
  await open('spam me')
  for (const name of ['归档', '标为垃圾邮件', '标签', '置顶', '设为待办…']) {
    await expect(bar(name)).toBeVisible()
  }
  await bar('更多').click()
  const menu = page.getByRole('menu', { name: '更多' })
  await expect(menu.getByRole('menuitem').first()).toBeVisible()
  await expect(menu.getByRole('menuitem', { name: '转发' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await bar('标为垃圾邮件').click()
  await expect(row('spam me')).toHaveCount(0)
})

test('looks 4: a subject from right to left is seen, before the first words of its mail', async () => {
  const subject = 'פגישה חשובה מחר בבוקר'
  const text = 'שלום לכולם, הפגישה תתקיים מחר בשעה תשע בבוקר במשרד הראשי של החברה ליד התחנה'
  const encoded = `=?utf-8?B?${Buffer.from(subject).toString('base64')}?=`
  await house.deliver('daily', mailText({ subject: encoded, text }))
  const line = row(subject)
  await expect(line).toBeVisible()
  const title = await box(line.getByRole('link').locator('span'))
  const frame = await box(line)
  expect(title.width).toBeGreaterThan(80)
  expect(title.x).toBeGreaterThanOrEqual(frame.x)
  expect(title.x + title.width).toBeLessThanOrEqual(frame.x + frame.width)
  const preview = await box(line.getByText('שלום לכולם'))
  expect(preview.x).toBeGreaterThanOrEqual(title.x + title.width)
})

test('looks design 1 and 3: subjects reach the rim, days have headings, and a read row is not greyed', async () => {
  await house.deliver('daily', mailText({ subject: `a ${'long '.repeat(30)}subject`, text: 'x' }))
  const line = row('a long')
  const frame = await box(line)
  const topic = await box(line.getByRole('gridcell').filter({ hasText: 'a long' }))
  expect(frame.x + frame.width - (topic.x + topic.width)).toBeLessThan(24)
  await expect(page.getByRole('grid').getByText('今天', { exact: true }).first()).toBeVisible()
  const colour = (one: Locator) => one.evaluate((element) => getComputedStyle(element).color)
  const [read, unread] = [row('pin me'), row('a long')]
  await open('pin me')
  expect(await colour(read.getByRole('link').locator('span'))).toBe(
    await colour(unread.getByRole('link').locator('span')),
  )
})

test('looks 6: impersonation by pinyin is one red card that reports, without the quick reply', async () => {
  await house.deliver(
    'daily',
    mailText({ subject: 'gift cards', from: 'Zhang Wei <boss@cards.test>', text: 'buy ten' }),
  )
  const card = reader().getByRole('alert')
  // The server knows a new colleague's name after a minute at most.
  await expect(async () => {
    await page.reload()
    await open('gift cards')
    await expect(card).toContainText('同事“张伟”', { timeout: 3_000 })
  }).toPass({ timeout: 90_000 })
  await expect(reader().getByRole('region', { name: '快捷回复' })).toHaveCount(0)
  await card.getByRole('button', { name: '举报邮件' }).click()
  await page
    .getByRole('dialog', { name: '举报邮件' })
    .getByRole('button', { name: '举报', exact: true })
    .click()
  await expect(row('gift cards')).toHaveCount(0)
})

test('looks 8: importance is shown, and a cancelled meeting with its day and time', async () => {
  await house.deliver(
    'daily',
    mailWithFiles({
      subject: 'budget review',
      headers: { Importance: 'high' },
      files: [
        {
          name: 'invite.ics',
          type: 'text/calendar; method=CANCEL; charset=utf-8',
          content: [
            'BEGIN:VCALENDAR',
            'METHOD:CANCEL',
            'BEGIN:VEVENT',
            'SUMMARY:Budget review',
            'LOCATION:Room 2',
            'DTSTART:20261124T060000Z',
            'DTEND:20261124T070000Z',
            'END:VEVENT',
            'END:VCALENDAR',
          ].join('\r\n'),
        },
      ],
    }),
  )
  await expect(row('budget review')).toHaveAccessibleName(/重要/)
  await expect(row('budget review').getByTitle('重要')).toBeVisible()
  await open('budget review')
  await expect(reader().getByText('重要', { exact: true })).toBeVisible()
  const meeting = reader().getByRole('region', { name: '会议' })
  await expect(meeting).toContainText('已取消')
  await expect(meeting).toContainText('2026年11月24日 周二 14:00')
  await expect(meeting).toContainText('Room 2')
})

test('looks 11: many attachments fold until they are asked for', async () => {
  const files = Array.from({ length: 40 }, (_, index) => ({
    name: index === 0 ? `${'quarterly report '.repeat(8)}final.docx` : `file ${index}.bin`,
    type: 'application/octet-stream',
    content: 'x',
  }))
  await house.deliver('daily', mailWithFiles({ subject: 'forty files', files }))
  await open('forty files')
  const list = reader().getByRole('region', { name: '附件' }).getByRole('listitem')
  await expect(list).toHaveCount(9)
  // A long name is cut in the middle: its ending is in sight, inside the card.
  const ending = list.first().getByText('final.docx', { exact: true })
  const [end, card] = [await ending.boundingBox(), await list.first().boundingBox()]
  expect(end && card && end.x + end.width <= card.x + card.width).toBe(true)
  await reader().getByRole('button', { name: '显示全部 40 个附件' }).click()
  await expect(list).toHaveCount(40)
})

test('looks 12: a receipt asked by an address alone names it once', async () => {
  await house.deliver(
    'daily',
    mailWithFiles({
      subject: 'read it',
      from: 'bare@other.test',
      headers: { 'Disposition-Notification-To': 'bare@other.test' },
      files: [],
    }),
  )
  await open('read it')
  const note = reader().getByText('希望收到已读回执')
  await expect(note).toBeVisible()
  expect((await note.textContent())?.split('bare@other.test')).toHaveLength(2)
})

test('looks 9: hits say where they lie and are marked in the subject; the form has From and To', async () => {
  await go('/search?searchKeyword=leave&searchType=3')
  await expect(row('leave me')).toContainText('收件箱')
  await open('leave me')
  const marked = () => page.evaluate(() => [...(CSS.highlights.get('hit-head') ?? [])].map(String))
  await expect.poll(marked).toContain('leave')
  await page.getByRole('button', { name: '高级搜索' }).click()
  const form = page.getByRole('dialog', { name: '高级搜索' })
  await form.getByLabel('关键字').fill('')
  await form.getByLabel('发件人', { exact: true }).fill('peer')
  await form.getByRole('button', { name: '搜索', exact: true }).click()
  await expect(page).toHaveURL(/searchKeyword=from%3A%22peer%22/)
  await expect(row('leave me')).toBeVisible()
  await go('/inbox')
})

test('looks 10: e archives and # deletes; the old set and own keys are a choice', async () => {
  await open('key me')
  await page.keyboard.press('e')
  await expect(row('key me')).toHaveCount(0)
  await page.keyboard.press('z')
  await expect(row('key me')).toBeVisible()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: '键盘快捷键' })
  await help.getByRole('button', { name: '修改按键' }).click()
  const saved = page.waitForResponse(/single\/update/)
  await help.getByRole('button', { name: '修改按键：归档' }).click()
  await page.keyboard.press('w')
  expect((await saved).status()).toBe(200)
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await open('key me')
  await page.keyboard.press('w')
  await expect(row('key me')).toHaveCount(0)
})

test('looks 15: after Enter, Tab goes into the mail; g s keeps the focus; a selection is counted beside the list', async () => {
  await go('/inbox')
  await row('leave me').focus()
  await page.keyboard.press('Enter')
  await expect(reader().getByRole('heading', { level: 1 })).toContainText('leave me')
  await page.keyboard.press('Tab')
  await expect(reader()).toBeFocused()
  await row('pin me').focus()
  await page.keyboard.press('g')
  await page.keyboard.press('s')
  await expect(page).toHaveURL(/#\/outbox/)
  await expect(page.locator('main h1').filter({ visible: true })).toHaveCount(1)
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
  await go('/inbox')
  for (const subject of ['leave me', 'pin me']) {
    await row(subject).hover()
    await row(subject).getByRole('checkbox').check()
  }
  await expect(page.locator('main').getByText('已选 2 封').last()).toBeVisible()
  await expect(page.getByText('未选择邮件')).toHaveCount(0)
  for (const subject of ['leave me', 'pin me']) await row(subject).getByRole('checkbox').uncheck()
})

test('looks 14: moving offers likely folders first, sent mail last, and a new folder in place', async () => {
  await open('leave me')
  await bar('移动到').click()
  const options = page.getByRole('listbox', { name: '可移动到的文件夹' }).getByRole('option')
  await expect(options.last()).toHaveText('已发送')
  await page.getByRole('button', { name: '新建文件夹' }).last().click()
  await page.getByRole('dialog', { name: '新建文件夹' }).getByLabel('文件夹名称').fill('新地方')
  await page.keyboard.press('Enter')
  await expect(row('leave me')).toHaveCount(0)
  await page.getByRole('link', { name: '新地方' }).click()
  await expect(row('leave me')).toBeVisible()
})

test('looks 5 and 12: the last page counts what came meanwhile, the folder’s link leads to its beginning, a toast leaves the pager free', async () => {
  for (let index = 0; index < 20; index++) {
    await house.deliver('pages', mailText({ subject: `page ${index}`, text: 'x' }))
  }
  const other = await newPage(page.context().browser(), { viewport: { width: 1440, height: 900 } })
  await signIn(other, house, { name: 'pages' })
  await other.getByRole('button', { name: '视图' }).click()
  await other.getByRole('menuitemradio', { name: '15 封' }).click()
  const pages = other.getByRole('navigation', { name: '翻页' })
  await pages.getByRole('button', { name: '下一页' }).click()
  await expect(pages).toContainText('16–20')
  await house.deliver('pages', mailText({ subject: 'one more', text: 'x' }))
  await expect(pages).toContainText('21')
  await expect(pages).toContainText('17–21')
  await other.getByRole('row').first().hover()
  await other.getByRole('row').first().getByRole('button', { name: '归档' }).click()
  const toast = other.getByRole('region', { name: '消息' }).getByText('归档')
  await expect(toast).toBeVisible()
  const [note, pager] = [await toast.boundingBox(), await pages.boundingBox()]
  expect((note?.y ?? 0) + (note?.height ?? 0)).toBeLessThanOrEqual(pager?.y ?? 0)
  await other.getByRole('link', { name: /^收件箱/ }).click()
  await expect(other.getByRole('row').first()).toContainText('one more')
  await other.close()
})
