import type { Page } from '@playwright/test'
import { AxeBuilder } from '../support/axe.ts'
import { expect, type Installation, signIn, test } from '../support/fixtures.ts'
import { holdCalls } from '../support/hold-calls.ts'
import { mailText } from '../support/send-mail.ts'
import { expectTime, fillTime, timeField } from '../support/time-field.ts'

const mails = [
  {
    subject: '季度预算评审',
    from: '"张伟" <zhangwei@other.test>',
    html: '<p>请各部门 <b>核对</b> kingfisher 数据。</p>',
  },
  {
    subject: 'Kingfisher notes',
    from: 'Emma Clarke <emma@partner.test>',
    text: 'Plain words about the kingfisher.',
  },
  {
    subject: 'Far away',
    from: 'Emma Clarke <emma@partner.test>',
    text: `${'Many words come first. '.repeat(30)} At last a kingfisher is seen. ${'And more. '.repeat(30)}`,
  },
]

let sent = false

/** Signed in, with the three mails in the inbox. */
async function withMails(page: Page, installation: Installation, language: 'zh' | 'en' = 'zh') {
  if (!sent) for (const one of mails) await installation.deliver('search', mailText(one))
  sent = true
  await signIn(page, installation, { name: 'search', language })
  await expect(page.getByRole('row')).toHaveCount(mails.length)
}

const box = (page: Page) => page.getByRole('combobox', { name: /搜索邮件|Search mail/ })

/** The parameters of the search on screen. */
const parameters = (page: Page) =>
  Object.fromEntries(new URLSearchParams(new URL(page.url()).hash.split('?')[1] ?? ''))

/** What is marked, in the page or in the frame of the mail. */
const marked = (page: Page, name: string) =>
  page.evaluate((highlight) => {
    const frame = document.querySelector<HTMLIFrameElement>('article iframe')
    return [window, frame?.contentWindow].flatMap((view) =>
      [...((view as typeof window | null)?.CSS.highlights.get(highlight) ?? [])].map(String),
    )
  }, name)

test('SEARCH-01 suggestions while typing are grouped and reached by keyboard: sender, subject, other scopes', async ({
  page,
  installation,
}) => {
  await withMails(page, installation)
  await page.keyboard.press('/')
  await page.keyboard.type('zhangw')
  const list = page.getByRole('listbox', { name: '搜索邮件' })
  // Other journeys may know other people of this name.
  const sender = list.getByRole('group', { name: '联系人' }).getByRole('option', {
    name: /张伟.*zhangwei@other\.test/,
  })
  await expect(sender).toBeVisible()
  await expect(list.getByRole('option', { name: '发件人包含“zhangw”' })).toBeVisible()
  await expect(list.getByRole('option', { name: '附件名包含“zhangw”' })).toBeVisible()
  await expect(async () => {
    await page.keyboard.press('ArrowUp')
    expect(await sender.getAttribute('aria-selected')).toBe('true')
  }).toPass({ timeout: 15_000 })
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#\/search\?/)
  expect(parameters(page)).toEqual({ searchType: '1', searchKeyword: 'zhangwei@other.test' })
  await expect(page.getByRole('row')).toHaveCount(1)

  await box(page).fill('预算')
  await list.getByRole('group', { name: '主题' }).getByRole('option').first().click()
  expect(parameters(page)).toEqual({ searchType: '2', searchKeyword: '"季度预算评审"' })
  await expect(page.getByRole('row')).toHaveCount(1)
  await box(page).fill('')
  await expect(
    list.getByRole('group', { name: '最近搜索' }).getByRole('option').first(),
  ).toHaveText(/季度预算评审/)
})

test('SEARCH-01 the suggestions of the last key stay while the next answer is on its way, and no longer', async ({
  page,
  installation,
}) => {
  await withMails(page, installation)
  // Colleagues of the same name may be there for other journeys.
  const people = page
    .getByRole('group', { name: '联系人' })
    .getByRole('option')
    .filter({ hasText: '@other.test' })
  await box(page).pressSequentially('zhang')
  await expect(people).toHaveText(/张伟/)
  const calls = await holdCalls(page, '**/mail/email/search/suggest*')
  await page.keyboard.type('w')
  await expect.poll(() => calls.held).toBe(1)
  await expect(people).toHaveCount(1)
  // This key makes the call of the last one needless.
  await page.keyboard.type('e')
  await expect.poll(() => calls.held).toBe(2)
  await expect(people).toHaveCount(1)
  // Another text altogether.
  await box(page).fill('q')
  await expect(people).toHaveCount(0)
  await calls.release()
  await expect(people).toHaveCount(0)
})

test('SEARCH-06 in a narrow list a word that is found in the subject is not cut off', async ({
  page,
  installation,
}) => {
  await installation.deliver(
    'narrow',
    mailText({ subject: 'Notes on our kingfisher', text: 'Plain words. '.repeat(20) }),
  )
  await page.setViewportSize({ width: 390, height: 800 })
  await signIn(page, installation, { name: 'narrow' })
  await expect(page.getByRole('row')).toHaveCount(1)
  await page.goto(`${installation.url}/#/search?searchType=3&searchKeyword=kingfisher`)
  await expect.poll(() => marked(page, 'hit-list')).toContain('kingfisher')
  const room = await page.evaluate(() => {
    const [range] = (CSS.highlights.get('hit-list') ?? []) as Iterable<Range>
    const line = range?.startContainer.parentElement
    if (!range || !line) throw new Error('no hit')
    return line.getBoundingClientRect().right - range.getBoundingClientRect().right
  })
  expect(room).toBeGreaterThanOrEqual(0)
})

test('SEARCH-02 an empty keyword warns and goes nowhere', async ({ page, installation }) => {
  await withMails(page, installation)
  await box(page).click()
  await page.keyboard.type('   ')
  await page.keyboard.press('Enter')
  await expect(page.getByText('请输入搜索关键字')).toBeVisible()
  await expect(page).toHaveURL(/#\/inbox/)
})

test('SEARCH-03 SEARCH-04 SEARCH-05 SEARCH-06 SEARCH-10 the advanced form leads to /search with its parameters', async ({
  page,
  installation,
}) => {
  await withMails(page, installation)
  await page.getByRole('button', { name: '高级搜索' }).click()
  const form = page.getByRole('dialog', { name: '高级搜索' })
  await form.getByRole('button', { name: '搜索' }).click()
  await expect(form.getByText('请输入搜索关键字')).toBeVisible()
  await form.getByLabel('关键字').fill('kingfisher')
  await form.getByLabel('文件夹').selectOption({ label: '收件箱' })
  await form.getByLabel('主题').check()
  await form.getByLabel('正文').check()
  await form.getByLabel('附件名').check()
  await form.getByLabel('附件名').uncheck()
  await fillTime(timeField(form, '开始时间'), '2019-12-25T07:00')
  await timeField(form, '开始时间').getByRole('spinbutton', { name: '小时' }).press('ArrowUp')
  await form.getByRole('button', { name: '开始时间：从日历中选择' }).press('Enter')
  const calendar = page.getByRole('dialog', { name: '开始时间：从日历中选择' })
  await expect(calendar.getByRole('button', { name: /2019年12月25日/ })).toBeFocused()
  expect((await new AxeBuilder({ page }).include('dialog').analyze()).violations).toEqual([])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(calendar).toBeHidden()
  await expectTime(timeField(form, '开始时间'), '2020-01-01T08:00')
  await fillTime(timeField(form, '结束时间'), '2090-01-01T08:00')
  await form.getByLabel('无附件').check()
  await form.getByLabel('未读').check()
  await form.getByRole('button', { name: '搜索' }).click()
  await expect(page).toHaveURL(/#\/search\?/)
  const { mailboxId, ...rest } = parameters(page)
  expect(Number(mailboxId)).toBeGreaterThan(0)
  expect(rest).toEqual({
    searchType: '4',
    searchKeyword: 'kingfisher',
    startTime: '2020-01-01T00:00:00.000Z',
    endTime: '2090-01-01T00:00:00.000Z',
    hasAttachment: '0',
    isUnread: '1',
    scope: '1,2',
  })
  await expect(page.getByRole('row')).toHaveCount(3)
  await expect(page.getByText('共 3 封')).toBeVisible()
  await page.getByRole('button', { name: '去掉条件：主题、正文' }).click()
  expect(parameters(page)).not.toHaveProperty('scope')
})

test('SEARCH-08 a start later than the end warns, and the changed field becomes now', async ({
  page,
  installation,
}) => {
  await withMails(page, installation)
  await page.getByRole('button', { name: '高级搜索' }).click()
  const form = page.getByRole('dialog', { name: '高级搜索' })
  const hourNow = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 13)
  const before = hourNow()
  await fillTime(timeField(form, '结束时间'), '2020-01-01T00:00')
  await fillTime(timeField(form, '开始时间'), '2021-01-01T00:00')
  await expect(page.getByText('开始时间不能晚于结束时间').first()).toBeVisible()
  // The hour may end in between.
  await expectTime(timeField(form, '开始时间'), new RegExp(`^(?:${before}|${hourNow()})`))
  await form.getByLabel('关键字').fill('kingfisher')
  await form.getByRole('button', { name: '搜索' }).click()
  await expect(page).toHaveURL(/#\/inbox/)
})

test('SEARCH-01 SEARCH-07 operators are shown as chips, a chip takes its part away, hits are marked in rows and mails', async ({
  page,
  installation,
}) => {
  await withMails(page, installation)
  await box(page).fill('发件人:emma kingfisher -notes')
  await page.keyboard.press('Enter')
  const chips = page.getByRole('list', { name: '搜索条件' }).getByRole('listitem')
  await expect(chips).toHaveText(['发件人：emma', 'kingfisher', '不含 notes'])
  await expect(page.getByRole('row')).toHaveCount(1)
  // The word stands far down: its line is shown instead of the first ones.
  await expect(page.getByRole('row')).toContainText('kingfisher is seen')
  await expect.poll(() => marked(page, 'hit-list')).toContain('kingfisher')
  await page.getByRole('button', { name: '去掉条件：不含 notes' }).click()
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(box(page)).toHaveValue('发件人:emma kingfisher')

  await page.getByRole('row').filter({ hasText: 'notes' }).click()
  await expect.poll(() => marked(page, 'hit-mail')).toContain('kingfisher')
  await box(page).fill('kingfisher 张伟')
  await page.keyboard.press('Enter')
  await page.getByRole('row').filter({ hasText: '预算' }).click()
  const frame = page.frameLocator('article iframe')
  await expect(frame.getByText('核对')).toBeVisible()
  await expect.poll(() => marked(page, 'hit-mail')).toEqual(['kingfisher'])
  // Marked without touching what the sender wrote.
  expect(await frame.locator('p').innerHTML()).toBe('请各部门 <b>核对</b> kingfisher 数据。')
})

test('SEARCH-07 what was found so far is shown while the search goes on', async ({
  page,
  installation,
}) => {
  await withMails(page, installation)
  const rest = Promise.withResolvers<void>()
  await page.route(/\/mail\/email\/search\?/, async (route) => {
    if (new URL(route.request().url()).searchParams.has('sortValues')) {
      await rest.promise
      return route.continue()
    }
    // As from a mailbox in which the time for the first answer was up after one hit.
    const response = await route.fetch()
    const { data, ...envelope } = await response.json()
    const [first] = data.list
    const part = { ...data, list: [first], hasMore: true, readTo: first.sortValues }
    return route.fulfill({ response, json: { ...envelope, data: part } })
  })
  await box(page).fill('kingfisher')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row')).toHaveCount(1)
  rest.resolve()
  await expect(page.getByRole('row')).toHaveCount(mails.length)
  await expect(page.getByRole('row', { name: 'Far away' })).toContainText('kingfisher is seen')
})

test('SEARCH-01 a search is saved, found in the sidebar and deleted', async ({
  page,
  installation,
}) => {
  await withMails(page, installation, 'en')
  await box(page).fill('from:emma is:unread')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Save search' }).click()
  await page.getByLabel('Name').fill('Unread from Emma')
  await page.keyboard.press('Enter')
  const entry = page.getByRole('link', { name: 'Unread from Emma' })
  await expect(entry).toBeVisible()
  await page.goto(`${installation.url}/#/inbox`)
  await page.reload()
  await entry.click()
  expect(parameters(page)).toMatchObject({ searchKeyword: 'from:emma is:unread' })
  await entry.hover()
  await page.getByRole('button', { name: 'Delete search: Unread from Emma' }).click()
  await expect(entry).toHaveCount(0)
})

for (const language of ['zh', 'en'] as const) {
  test(`no serious accessibility violation in suggestions, results and the advanced form, and all of it fits a phone (${language})`, async ({
    page,
    installation,
  }) => {
    const check = async (screen: string) => {
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21aa'])
        .exclude('iframe')
        .analyze()
      const serious = violations.filter(
        (one) => one.impact === 'serious' || one.impact === 'critical',
      )
      expect(serious.map((one) => `${screen}: ${one.id} ${one.nodes[0]?.target}`)).toEqual([])
    }
    await withMails(page, installation, language)
    await box(page).fill('kingfisher')
    await expect(page.getByRole('option').first()).toBeVisible()
    await check('suggestions')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('row')).toHaveCount(3)
    await check('results')
    await page.setViewportSize({ width: 390, height: 844 })
    const fits = () =>
      page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)
    expect(await fits()).toBe(true)
    await page.getByRole('button', { name: /^(高级搜索|Advanced search)$/ }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await check('advanced form')
    expect(await fits()).toBe(true)
  })
}
