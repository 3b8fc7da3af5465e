import type { Page } from '@playwright/test'
import { troublesOf } from '../support/axe.ts'
import { enterConsole } from '../support/enter-console.ts'
import { domain, expect, type Installation, password, test } from '../support/fixtures.ts'
import { picture } from '../support/pictures.ts'
import { newPage } from '../support/watched-page.ts'

const words = {
  zh: {
    page: '邮件导出',
    on: /双人审批已开启/,
    ask: '申请导出',
    reason: '事由',
    find: '查找人员',
    person: '人员',
    tell: '告知当事人',
    later: '延后告知',
    send: '提交申请',
    password: '密码',
    waiting: '待审批',
    withdraw: '撤回',
    review: '审批',
    word: '审批意见',
    agree: '同意导出',
    ready: '可下载',
    one: '1 封，',
    download: '下载',
    downloaded: '已下载 1 次',
    turnOff: '关闭双人审批',
    asked: /申请关闭双人审批/,
    keep: '保持开启',
  },
  en: {
    page: 'Mail exports',
    on: /Approval by a second person is on/,
    ask: 'Request an export',
    reason: 'Reason',
    find: 'Find people',
    person: 'Person',
    tell: 'Tell the people concerned',
    later: 'Some days later',
    send: 'Send request',
    password: 'Password',
    waiting: 'Waiting for approval',
    withdraw: 'Withdraw',
    review: 'Review',
    word: 'Your comment',
    agree: 'Approve',
    ready: 'Ready',
    one: '1 message, ',
    download: 'Download',
    downloaded: 'Downloaded 1 time',
    turnOff: 'Turn it off',
    asked: /wants to turn off approval/,
    keep: 'Keep it on',
  },
} as const
type Words = (typeof words)['zh' | 'en']

const isClean = async (page: Page) => {
  expect(await troublesOf(page)).toEqual([])
}

async function givePassword(page: Page, t: Words): Promise<void> {
  await page.getByLabel(t.password, { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

async function inExports(
  page: Page,
  installation: Installation,
  { name, language }: { name: string; language: 'zh' | 'en' },
): Promise<Page> {
  const t = words[language]
  const console = await enterConsole(page, installation, { name, language })
  await console.getByRole('button', { name: t.page, exact: true }).click()
  return console
}

for (const language of ['zh', 'en'] as const) {
  test(`${language}: somebody's mail is exported by one administrator when another has agreed`, async ({
    page,
    browser,
    installation,
  }) => {
    const t = words[language]
    const whom = `matter-${language}@${domain}`
    for (const more of [
      [`asks-${language}@${domain}`, '--name', `asks-${language}`, '--admin'],
      [`agrees-${language}@${domain}`, '--name', `agrees-${language}`, '--admin'],
    ]) {
      const { code, said } = await installation.command(['user', 'add', ...more], `${password}\n`)
      expect(code, said).toBe(0)
    }
    // The first mail makes its person.
    const raw = 'From: Lee <lee@other.test>\r\nSubject: the matter\r\n\r\nhello\r\n'
    await installation.deliver(`matter-${language}`, raw)
    const desk = await inExports(page, installation, { name: `asks-${language}`, language })
    await expect(desk.getByText(t.on)).toBeVisible()
    await isClean(desk)
    await desk.getByRole('button', { name: t.ask, exact: true }).click()
    const dialog = desk.getByRole('dialog')
    await dialog.getByLabel(t.reason, { exact: true }).fill(`case ${language}`)
    await dialog.getByLabel(t.find, { exact: true }).fill(whom)
    await dialog
      .getByLabel(t.person, { exact: true })
      .selectOption({ label: `matter-${language} ${whom}` })
    await expect(dialog.getByRole('listitem').filter({ hasText: whom })).toBeVisible()
    await dialog.getByLabel(t.tell, { exact: true }).selectOption({ label: t.later })
    await isClean(desk)
    await picture(desk, `console-export-ask-${language}`)
    await dialog.getByRole('button', { name: t.send, exact: true }).click()
    await givePassword(desk, t)
    const row = desk.getByRole('row').filter({ hasText: `case ${language}` })
    await expect(row).toContainText(t.waiting)
    await expect(row).toContainText(whom)
    // Who asked cannot agree.
    await expect(row.getByRole('button', { name: t.review, exact: true })).toHaveCount(0)
    await expect(row.getByRole('button', { name: t.withdraw, exact: true })).toBeVisible()

    const other = await inExports(await newPage(browser), installation, {
      name: `agrees-${language}`,
      language,
    })
    const theirs = other.getByRole('row').filter({ hasText: `case ${language}` })
    await theirs.getByRole('button', { name: t.review, exact: true }).click()
    const request = other.getByRole('dialog')
    await expect(request).toContainText(`asks-${language}@${domain}`)
    await request.getByLabel(t.word, { exact: true }).fill('seen')
    await isClean(other)
    await picture(other, `console-export-review-${language}`)
    await request.getByRole('button', { name: t.agree, exact: true }).click()
    await givePassword(other, t)
    await expect(theirs).toContainText(t.ready, { timeout: 30_000 })

    await desk.reload()
    await expect(row).toContainText(t.ready)
    await expect(row).toContainText(t.one)
    await picture(desk, `console-exports-${language}`)
    const [file] = await Promise.all([
      desk.waitForEvent('download'),
      row.getByRole('button', { name: t.download, exact: true }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^mail-export-\d+\.zip$/)
    expect(await file.failure()).toBeNull()
    await desk.reload()
    await expect(row).toContainText(t.downloaded)
    await isClean(desk)

    // One alone does not turn four eyes off.
    await desk.getByRole('button', { name: t.turnOff, exact: true }).click()
    await desk.getByRole('dialog').getByRole('button', { name: t.turnOff, exact: true }).click()
    await expect(desk.getByText(t.asked)).toBeVisible()
    await isClean(desk)
    await desk.getByRole('button', { name: t.keep, exact: true }).click()
    await expect(desk.getByText(t.on)).toBeVisible()
    await other.context().close()
  })
}
