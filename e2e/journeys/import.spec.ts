import type { Page } from '@playwright/test'
import { AxeBuilder } from '../support/axe.ts'
import { expect, type Installation, signIn, test } from '../support/fixtures.ts'
import { mailText } from '../support/send-mail.ts'

let people = 0

async function newPerson(page: Page, installation: Installation, language?: 'zh' | 'en') {
  people++
  const name = `import${process.pid}x${people}`
  await signIn(page, installation, { name, ...(language ? { language } : {}) })
  return name
}

interface ToChoose {
  name: string
  text: string
}

const asFile = ({ name, text }: ToChoose) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(text),
})

const withId = (subject: string) =>
  mailText({ subject, text: `text of ${subject}` }).replace(
    /^Message-ID: .*/im,
    `Message-ID: <${subject.replaceAll(' ', '-')}@import.test>`,
  )

const asMbox = (mails: readonly string[]): string =>
  mails
    .map((one) => `From x@y Thu Jan  1 00:00:00 2026\n${one.replaceAll('\r\n', '\n')}\n`)
    .join('')

async function openFromMenu(page: Page, folder: string): Promise<void> {
  const menu = page.getByRole('navigation', { name: '文件夹' })
  await menu.getByRole('link', { name: new RegExp(`^${folder}`) }).hover()
  await menu.getByRole('button', { name: `更多操作：${folder}` }).click()
  await page.getByRole('menuitem', { name: '导入邮件…' }).click()
}

const dialogOf = (page: Page, name = '导入邮件') => page.getByRole('dialog', { name })

const rowOf = (page: Page, subject: string) => page.getByRole('row').filter({ hasText: subject })

async function choose(page: Page, ...files: ToChoose[]): Promise<void> {
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles(files.map(asFile))
}

test('N5 SHELL-13 several files come into the chosen folder; what is bad is named, what is there is skipped', async ({
  page,
  installation,
}) => {
  await newPerson(page, installation)
  await openFromMenu(page, '收件箱')
  const dialog = dialogOf(page)
  await dialog.getByRole('button', { name: '开始导入' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('请先选择文件')
  const audit = await new AxeBuilder({ page }).exclude('iframe').analyze()
  expect(
    audit.violations.filter(({ impact }) => impact === 'serious' || impact === 'critical'),
  ).toEqual([])
  await choose(
    page,
    { name: 'one.eml', text: withId('first import') },
    { name: 'more.mbox', text: asMbox([withId('second import'), withId('third import')]) },
    { name: 'holiday.jpg.eml', text: '\u0000\u0001\u0002 no mail' },
    { name: 'wrong.eml', text: withId('chosen by mistake') },
  )
  await dialog.getByRole('button', { name: '移除 wrong.eml' }).click()
  await dialog.getByRole('button', { name: '开始导入' }).click()
  await expect(dialog.getByText('导入完成：已将 3 封邮件导入“收件箱”')).toBeVisible()
  await expect(dialog.getByRole('region', { name: '未能导入的邮件' })).toContainText(
    'holiday.jpg.eml',
  )
  await expect(dialog.getByRole('region', { name: '未能导入的邮件' })).toContainText('不是邮件')
  // The list behind it was told by push.
  for (const subject of ['first import', 'second import', 'third import'])
    await expect(rowOf(page, subject)).toBeVisible()
  await expect(rowOf(page, 'chosen by mistake')).toHaveCount(0)
  const ended = await new AxeBuilder({ page }).exclude('iframe').analyze()
  expect(
    ended.violations.filter(({ impact }) => impact === 'serious' || impact === 'critical'),
  ).toEqual([])

  await dialog.getByRole('button', { name: '再导入一些' }).click()
  await choose(page, { name: 'again.eml', text: withId('first import') })
  await dialog.getByRole('button', { name: '开始导入' }).click()
  await expect(dialog.getByText('导入完成：已将 0 封邮件导入“收件箱”')).toBeVisible()
  await expect(dialog.getByRole('definition').nth(1)).toHaveText('1')
  await dialog.getByRole('button', { name: '再导入一些' }).click()
  await choose(page, { name: 'again.eml', text: withId('first import') })
  await dialog.getByRole('checkbox', { name: /跳过邮箱中已有的邮件/ }).uncheck()
  await dialog.getByRole('button', { name: '开始导入' }).click()
  await expect(dialog.getByText('导入完成：已将 1 封邮件导入“收件箱”')).toBeVisible()
  await dialog.getByRole('button', { name: '关闭' }).last().click()
  await expect(rowOf(page, 'first import')).toHaveCount(2)
})

test('N5 an import goes on when its dialog is closed, and its end is told', async ({
  page,
  installation,
}) => {
  await newPerson(page, installation, 'en')
  await page.goto(`${installation.url}/#/set/foldermanagement`)
  await page.getByRole('button', { name: 'Import mail', exact: true }).click()
  const dialog = dialogOf(page, 'Import mail')
  await dialog.getByRole('combobox', { name: 'Import into' }).selectOption({ label: 'Archive' })
  const mails = Array.from({ length: 300 }, (_, index) => withId(`bulk ${index}`))
  await choose(page, { name: 'bulk.mbox', text: asMbox(mails) })
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await dialog.getByRole('button', { name: 'Continue in the background' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('300 messages imported')).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Details' }).click()
  await expect(dialog.getByText('Done: 300 messages imported into “Archive”')).toBeVisible()
})

test('N5 an import is stopped: nothing more comes in', async ({ page, installation }) => {
  await newPerson(page, installation)
  await openFromMenu(page, '收件箱')
  const dialog = dialogOf(page)
  // The answer to the file is held back: it is stopped while the file is on its way.
  await page.route('**/mail/email/import?*', () => undefined)
  await choose(
    page,
    { name: 'a.eml', text: withId('never') },
    { name: 'b.eml', text: withId('either') },
  )
  await dialog.getByRole('button', { name: '开始导入' }).click()
  await expect(dialog.getByText('正在上传第 1 个，共 2 个：a.eml')).toBeVisible()
  await dialog.getByRole('button', { name: '停止导入' }).click()
  await expect(dialog.getByRole('status')).toHaveText('导入已停止：已导入的 0 封邮件保留在“收件箱”')
  await expect(dialog.getByRole('button', { name: '再导入一些' })).toBeVisible()
  await dialog.getByRole('button', { name: '关闭' }).last().click()
  await expect(rowOf(page, 'never')).toHaveCount(0)
})
