import type { Locator, Page } from '@playwright/test'
import { expect, type Installation, signIn, test } from '../support/fixtures.ts'
import { mailText } from '../support/send-mail.ts'

const row = (page: Page, subject: string): Locator =>
  page.getByRole('row').filter({ hasText: subject })
const tool = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: '邮件操作' }).getByRole('button', { name, exact: true })
const toast = (page: Page, text: string | RegExp) =>
  page.locator('[aria-live=polite]').getByText(text)

async function deliver(
  installation: Installation,
  to: string,
  mails: readonly Parameters<typeof mailText>[0][],
): Promise<void> {
  for (const mail of mails) await installation.deliver(to, mailText(mail))
}

/** Opens a menu of the list's bar and chooses in it. */
async function choose(page: Page, menu: string, entry: string | RegExp): Promise<void> {
  await tool(page, menu).click()
  await page.getByRole('menu', { name: menu }).getByText(entry, { exact: true }).click()
}

/** Does something with the selection: by its button, or in the menu of those that do not fit. */
async function act(page: Page, name: string): Promise<void> {
  // Where all of them fit there is no menu.
  await expect(tool(page, name).or(tool(page, '更多操作')).first()).toBeVisible()
  if (await tool(page, name).isVisible()) return tool(page, name).click()
  await tool(page, '更多操作').click()
  await page.getByRole('menuitem', { name }).click()
}

async function pick(page: Page, subject: string): Promise<void> {
  await row(page, subject).hover()
  await row(page, subject).getByRole('checkbox').check()
}

async function go(page: Page, { url }: Installation, path: string): Promise<void> {
  await page.goto(`${url}/#${path}`)
}

/** Changes a setting on the settings page and comes back to the inbox. */
async function set(
  page: Page,
  installation: Installation,
  [name, value]: readonly [name: string, value: string | boolean],
): Promise<void> {
  await go(page, installation, '/set/normalset')
  const saved = page.waitForResponse((answer) => answer.url().includes('single/update'))
  if (typeof value === 'boolean') {
    const field = page.getByRole('switch', { name })
    if ((await field.isChecked()) !== value) await field.click()
    await expect(field).toBeChecked({ checked: value })
  } else {
    await page.getByRole('combobox', { name }).selectOption(value)
  }
  expect((await saved).status()).toBe(200)
  await go(page, installation, '/inbox')
}

test.describe.configure({ mode: 'serial' })

test('ROUTES-09 MAILLIST-16 MAILLIST-04 MAILLIST-12 MAILLIST-14 star, pin and colour show in the row, and the star in the favourites', async ({
  page,
  installation,
}) => {
  await deliver(installation, 'lists', [
    { subject: 'alpha 星', text: 'first' },
    { subject: 'beta', text: 'second' },
    { subject: 'gamma', text: 'third', from: 'Zoe <zoe@other.test>' },
  ])
  await signIn(page, installation, { name: 'lists' })
  await row(page, 'alpha').getByRole('button', { name: '星标' }).click()
  await pick(page, 'alpha')
  await tool(page, '更多操作').click()
  await page.getByRole('menuitem', { name: '红色标记' }).click()
  await expect(row(page, 'alpha').getByTitle('红色标记')).toBeVisible()
  await page.keyboard.press('p')
  await expect(row(page, 'alpha').getByTitle('已置顶')).toBeVisible()
  await expect(page.getByRole('row').first()).toContainText('alpha')
  await page.getByRole('link', { name: '星标邮件' }).click()
  await expect(page).toHaveURL(/#\/favorite/)
  await expect(page.getByRole('row')).toHaveCount(1)
  await row(page, 'alpha').click()
  await expect(page).toHaveURL(/from=favorite/)
  await expect(page.getByRole('heading', { name: 'alpha 星' })).toBeVisible()
  await expect(page.getByRole('grid', { name: '星标邮件' })).toBeVisible()
})

test('ROUTES-20 MAILLIST-05 the unread list shows unread mail of all folders, the read list the rest', async ({
  page,
  installation,
}) => {
  await signIn(page, installation, { name: 'lists' })
  await page.getByRole('link', { name: /未读邮件/ }).click()
  await expect(page).toHaveURL(/#\/noread$/)
  await expect(row(page, 'beta')).toBeVisible()
  await expect(row(page, 'alpha')).toHaveCount(0)
  await go(page, installation, '/readed')
  await expect(row(page, 'alpha')).toBeVisible()
  await expect(row(page, 'beta')).toHaveCount(0)
})

test('MAILLIST-03 all mail with a sender is reached from a row', async ({ page, installation }) => {
  await signIn(page, installation, { name: 'lists' })
  await pick(page, 'gamma')
  await act(page, '与发件人的往来邮件')
  await expect(page).toHaveURL(/inboxct\?address=zoe%40other.test/)
  await expect(page.getByRole('grid', { name: '与 zoe@other.test 的往来邮件' })).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(1)
})

test('MAILLIST-21 MAILLIST-22 archive, delete and spam can each be taken back for some seconds', async ({
  page,
  installation,
}) => {
  await signIn(page, installation, { name: 'lists' })
  for (const [name, said] of [
    ['归档', '已归档 1 封邮件'],
    ['删除', '已将 1 封邮件移到回收站'],
    ['标为垃圾邮件', '已将 1 封邮件标为垃圾邮件'],
  ] as const) {
    await pick(page, 'beta')
    await act(page, name)
    await expect(toast(page, said)).toBeVisible()
    await expect(row(page, 'beta')).toHaveCount(0)
    await page.getByRole('button', { name: '撤销' }).last().click()
    await expect(row(page, 'beta')).toBeVisible()
  }
  await pick(page, 'beta')
  await page.keyboard.press('#')
  await expect(row(page, 'beta')).toHaveCount(0)
  await go(page, installation, '/recyclebin')
  await pick(page, 'beta')
  await act(page, '恢复')
  await expect(page.getByText('回收站是空的')).toBeVisible()
  await page.keyboard.press('z')
  await expect(row(page, 'beta')).toBeVisible()
  await pick(page, 'beta')
  await act(page, '恢复')
  await go(page, installation, '/inbox')
  await expect(row(page, 'beta')).toBeVisible()
})

test('MAILLIST-28 selected mails are saved as one zip, one mail as .eml', async ({
  page,
  installation,
}) => {
  await signIn(page, installation, { name: 'lists' })
  const exported = async () => {
    const saved = page.waitForEvent('download')
    await act(page, '导出')
    return (await saved).suggestedFilename()
  }
  await pick(page, 'beta')
  expect(await exported()).toMatch(/^\d{4}-\d\d-\d\d beta\.eml$/)
  await pick(page, 'gamma')
  expect(await exported()).toBe('mails-2.zip')
})

test('SHELL-28 MAILLIST-08 MAILLIST-09 MAILLIST-29 size, density, source and stranger marks follow the settings', async ({
  page,
  installation,
}) => {
  await page.setViewportSize({ width: 1180, height: 800 })
  await signIn(page, installation, { name: 'lists' })
  const size = row(page, 'beta').getByText(/^\d+(\.\d)? (B|KB)$/)
  await expect(size).toBeVisible()
  await set(page, installation, ['显示邮件大小', false])
  await expect(size).toHaveCount(0)
  const height = async () => (await row(page, 'beta').boundingBox())?.height ?? 0
  const heights: number[] = []
  for (const density of ['宽松', '适中', '紧凑']) {
    await set(page, installation, ['列表密度', density])
    await expect(row(page, 'beta')).toBeVisible()
    heights.push(await height())
  }
  expect(heights).toEqual(heights.toSorted((a, b) => b - a))
  expect(new Set(heights).size).toBe(3)
  await expect(row(page, 'beta').getByText('陌生人')).toHaveCount(0)
  await set(page, installation, ['标明陌生发件人', true])
  await expect(row(page, 'beta').getByText('陌生人')).toBeVisible()
  await set(page, installation, ['标明邮件来源', true])
  await expect(row(page, 'beta').getByText('外部')).toBeVisible()
})

test('MAILLIST-10 MAILLIST-07 three columns show list and mail side by side, two one after the other', async ({
  page,
  installation,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, installation, { name: 'lists' })
  const both = async () => {
    await row(page, 'beta').click()
    await expect(page.getByRole('heading', { name: 'beta' })).toBeVisible()
    return page.getByRole('grid').isVisible()
  }
  expect(await both()).toBe(true)
  await set(page, installation, ['读信时显示列表', false])
  expect(await both()).toBe(false)
  await set(page, installation, ['读信时显示列表', true])
  await set(page, installation, ['布局', '2'])
  expect(await both()).toBe(false)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('grid')).toBeVisible()
  await set(page, installation, ['布局', '3'])
})

test('I18N-02 MAILLIST-11 LIMITS-13 times are shown in 24 or 12 hours and in the time zone of the user', async ({
  page,
  installation,
}) => {
  await signIn(page, installation, { name: 'lists' })
  const time = row(page, 'beta').getByText(/^\d{1,2}:\d\d$/)
  await go(page, installation, '/set/normalset')
  await expect(page.getByRole('combobox', { name: '时区' })).toHaveValue('8')
  await expect(page.getByText('推荐使用中国时区 GMT+8')).toBeVisible()
  await set(page, installation, ['时区', String(zoneOfNoon())])
  await expect(time).toBeVisible()
  await set(page, installation, ['时间格式', '12'])
  await expect(row(page, 'beta').getByText(/^(上午|下午)\d{1,2}:\d\d$/)).toBeVisible()
  await set(page, installation, ['时间格式', '24'])
  await expect(time).toBeVisible()
})

/** The zone where it is about noon: there no test runs over midnight. */
const zoneOfNoon = (): number => {
  const zone = 12 - new Date().getUTCHours()
  return Math.max(-12, Math.min(12, zone))
}

test('SHELL-28 MAILLIST-06 LIMITS-10 LIMITS-15 MAILLIST-02 a page has 15 mails, the control pages, sorts and filters', async ({
  page,
  installation,
}) => {
  await deliver(
    installation,
    'many',
    Array.from({ length: 32 }, (_, index) => ({
      subject: `mail ${String(index).padStart(2, '0')}`,
      text: 'x'.repeat(index * 40),
    })),
  )
  await signIn(page, installation, { name: 'many' })
  await choose(page, '视图', '15 封')
  await expect(page.getByRole('row')).toHaveCount(15)
  await expect(page.getByRole('grid')).toHaveAttribute('data-density', '2')
  const pages = page.getByRole('navigation', { name: '翻页' })
  await pages.getByRole('button', { name: '下一页' }).click()
  await expect(page.getByRole('row').first()).toContainText('mail 16')
  await pages.getByRole('button', { name: '最后一页' }).click()
  await expect(page.getByRole('row').last()).toContainText('mail 00')
  await choose(page, '排序', '主题 A–Z')
  await expect(page.getByRole('row').first()).toContainText('mail 00')
  await choose(page, '排序', '最大的在前')
  await expect(page.getByRole('row').first()).toContainText('mail 31')
  await choose(page, '排序', '最新的在前')
  await row(page, 'mail 31').getByRole('button', { name: '星标' }).click()
  await choose(page, '筛选', '星标')
  await expect(page.getByRole('row')).toHaveCount(1)
  await page.getByRole('button', { name: '清除筛选' }).click()
  await choose(page, '视图', '100 封')
  await expect(page.getByRole('row')).toHaveCount(32)
  await expect(pages).toHaveCount(0)
  await choose(page, '视图', '15 封')
  await expect(page.getByRole('row')).toHaveCount(15)
})

/** Writes a mail and looks at a setting while two mails are selected and one is open, and comes back to all of it. */
async function writesAndComesBack(page: Page): Promise<void> {
  const grid = page.getByRole('grid')
  const offset = () => grid.evaluate((element) => element.scrollTop)
  await grid.evaluate((element) => element.scrollTo({ top: 0 }))
  await pick(page, 'long 87')
  await pick(page, 'long 86')
  await row(page, 'framed').click()
  const frame = page.getByTitle('邮件正文').filter({ visible: true })
  await expect(frame.contentFrame().getByText('in a frame')).toBeVisible()
  await frame.evaluate((element) => Object.assign(element, { isTheOne: true }))
  await grid.evaluate((element) => element.scrollTo({ top: 333 }))
  await expect.poll(offset).toBe(333)
  for (const away of ['c', 'g ,']) {
    for (const key of away.split(' ')) await page.keyboard.press(key)
    await expect(grid).toHaveCount(0)
    // A key of the list that nobody sees does nothing.
    if (away !== 'c') await page.keyboard.press('#')
    await page.goBack()
    await expect(page.getByText('已选 2 封').first()).toBeVisible()
    await expect.poll(offset).toBe(333)
    await expect(frame.contentFrame().getByText('in a frame')).toBeVisible()
    expect(await frame.evaluate((element) => 'isTheOne' in element)).toBe(true)
  }
  await grid.evaluate((element) => element.scrollTo({ top: 0 }))
  for (const one of ['long 87', 'long 86']) await row(page, one).getByRole('checkbox').uncheck()
}

/** Who reads further down a long list has the same rows in view when a mail comes; at its beginning the mail is seen. */
async function staysWhileMailArrives(page: Page, installation: Installation): Promise<void> {
  const grid = page.getByRole('grid')
  await grid.evaluate((element) => element.scrollTo({ top: 1_000 }))
  const inView = () =>
    grid.evaluate((element) => {
      const from = element.getBoundingClientRect().top
      return [...element.querySelectorAll('[role=row]')]
        .map((row) => ({ id: row.getAttribute('data-id'), at: row.getBoundingClientRect().top }))
        .filter(({ at }) => at >= from && at < from + 300)
        .map(({ id, at }) => `${id} ${Math.round(at)}`)
        .join()
    })
  await expect.poll(inView).not.toBe('')
  const before = await inView()
  await deliver(installation, 'many', [{ subject: 'just come', text: 'x' }])
  await expect(grid).toHaveAttribute('aria-rowcount', '122')
  await expect.poll(inView).toBe(before)
  await grid.evaluate((element) => element.scrollTo({ top: 0 }))
  await expect(page.getByRole('row').first()).toContainText('just come')
}

test('SHELL-28 MAILLIST-07 LIMITS-08 one long list reaches the last mail by its scroll bar, and back; lists stay as they are while one writes', async ({
  page,
  installation,
}) => {
  await deliver(
    installation,
    'many',
    Array.from({ length: 89 }, (_, index) => ({
      ...(index === 88 ? { html: '<p>in a frame</p>' } : { text: 'x' }),
      subject: index === 88 ? 'framed' : `long ${index}`,
    })),
  )
  await signIn(page, installation, { name: 'many' })
  await choose(page, '视图', '连续滚动，不分页')
  const grid = page.getByRole('grid')
  await expect(grid).toHaveAttribute('aria-rowcount', '121')
  await expect(page.getByRole('navigation', { name: '翻页' })).toHaveCount(0)
  expect(await page.getByRole('row').count()).toBeLessThan(60)
  await loadsAhead(page)
  await staysWhileMailArrives(page, installation)
  await writesAndComesBack(page)
  await grid.evaluate((element) => element.scrollTo({ top: element.scrollHeight }))
  await expect(page.getByRole('row').last()).toContainText('mail 00')
  await expect(page.getByRole('row').last()).toHaveAttribute('aria-rowindex', '122')
  const read = page.waitForResponse((answer) => answer.url().includes('seen/update'))
  await page.getByRole('row').last().click()
  await expect(page.getByRole('heading', { name: 'mail 00' })).toBeVisible()
  await read
  await page.keyboard.press('k')
  await expect(page.getByRole('heading', { name: 'mail 01' })).toBeVisible()
  await choose(page, '筛选', '已读')
  await expect(row(page, 'mail 00')).toBeVisible()
  await page.getByRole('button', { name: '清除筛选' }).click()
  await choose(page, '视图', '100 封')
  await writesAndComesBack(page)
  await choose(page, '视图', '15 封')
})

/** By wheel the next block is on its way before a row of it is drawn, and none before somebody scrolls. */
async function loadsAhead(page: Page): Promise<void> {
  const grid = page.getByRole('grid')
  const asked: string[] = []
  page.on('request', (request) => {
    const said = `${decodeURIComponent(request.url())} ${request.postData() ?? ''}`
    if (/rank\W+50\b/.test(said)) asked.push(said)
  })
  await page.waitForTimeout(500)
  expect(asked).toEqual([])
  await grid.hover({ position: { x: 200, y: 300 } })
  await page.mouse.wheel(0, 240)
  await expect.poll(() => asked.length).toBe(1)
  const last = page.getByRole('row').last()
  expect(Number(await last.getAttribute('aria-rowindex'))).toBeLessThan(50)
  await grid.evaluate((element) => element.scrollTo({ top: 0 }))
  await expect(page.getByRole('row').first()).toHaveAttribute('aria-rowindex', '1')
}

test('MAILLIST-17 MAILLIST-23 MAILLIST-27 everything in a folder is moved and emptied, with progress pushed', async ({
  page,
  installation,
}) => {
  await signIn(page, installation, { name: 'many' })
  await page.getByRole('checkbox', { name: '全选本页' }).check()
  await page.getByRole('button', { name: '选择此文件夹的全部 122 封' }).click()
  await expect(page.getByText('已选择此文件夹的全部 122 封邮件。')).toBeVisible()
  await act(page, '删除')
  await expect(toast(page, '已处理 122 封邮件')).toBeVisible()
  await expect(page.getByText('这里没有邮件')).toBeVisible()
  // It is taken back for some seconds, by the button or by its key, and can then be done again.
  await page.getByRole('button', { name: '撤销' }).click()
  await expect(toast(page, '已放回 122 封邮件')).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(15)
  await page.getByRole('checkbox', { name: '全选本页' }).check()
  await page.getByRole('button', { name: '选择此文件夹的全部 122 封' }).click()
  await act(page, '删除')
  await expect(page.getByText('这里没有邮件')).toBeVisible()
  await go(page, installation, '/recyclebin')
  await expect(page.getByRole('row')).toHaveCount(15)
  await page.getByRole('checkbox', { name: '全选本页' }).check()
  await page.getByRole('button', { name: '选择此文件夹的全部 122 封' }).click()
  await act(page, '彻底删除')
  await page.getByRole('dialog').getByRole('button', { name: '彻底删除' }).click()
  await expect(page.getByText('回收站是空的')).toBeVisible()
})

test('MAILLIST-02 conversations: one row a thread, its mails over the reader, the flat list by choice', async ({
  page,
  installation,
}) => {
  const id = `${crypto.randomUUID()}@other.test`
  const root = mailText({ subject: 'thread', text: 'the question' }).replace(
    /^Message-ID:.*$/m,
    `Message-ID: <${id}>`,
  )
  await installation.deliver('many', root)
  await installation.deliver(
    'many',
    `In-Reply-To: <${id}>\r\n${mailText({ subject: 'Re: thread', text: 'the answer' })}`,
  )
  await signIn(page, installation, { name: 'many' })
  await expect(row(page, 'thread')).toHaveCount(2)
  await choose(page, '视图', '会话')
  await expect(row(page, 'thread')).toHaveCount(1)
  await row(page, 'thread').click()
  const strip = page.getByRole('navigation', { name: '2 封邮件的会话' })
  await strip.getByRole('button', { name: /the question/ }).click()
  await expect(page.getByText('the question').last()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'thread', exact: true })).toBeVisible()
  await choose(page, '视图', '单封邮件')
  await expect(row(page, 'thread')).toHaveCount(2)
})

test('MAILLIST-18 rows are selected by keyboard alone, one by one and with shift', async ({
  page,
  installation,
}) => {
  await deliver(
    installation,
    'bykeys',
    ['one', 'two', 'three'].map((subject) => ({ subject: `keys ${subject}`, text: 'x' })),
  )
  await signIn(page, installation, { name: 'bykeys' })
  await expect(row(page, 'keys three')).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(page.getByText('已选 3 封', { exact: true })).toBeVisible()
  await page.keyboard.press('e')
  await expect(toast(page, '已归档 3 封邮件')).toBeVisible()
  await page.keyboard.press('z')
  await expect(row(page, 'keys two')).toBeVisible()
})
