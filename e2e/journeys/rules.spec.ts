import type { Page } from '@playwright/test'
import { expect, signIn, test } from '../support/fixtures.ts'
import { mailText } from '../support/send-mail.ts'
import { expectTime, fillTime, timeField } from '../support/time-field.ts'

const row = (page: Page, subject: string) =>
  page.getByRole('grid').getByRole('row').filter({ hasText: subject })
const card = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

/** Opens the More menu of the open mail and chooses an entry. */
async function chooseForMail(page: Page, entry: string): Promise<void> {
  await page
    .getByRole('article')
    .getByRole('toolbar')
    .getByRole('button', { name: '更多', exact: true })
    .click()
  await page.getByRole('menuitem', { name: entry }).click()
}

test('RULES-01 RULES-02 RULES-03 RULES-04 a rule is made, refused until it is complete, and sorts what comes', async ({
  page,
  installation,
}) => {
  await signIn(page, installation, { name: 'rules' })
  await page.goto(`${installation.url}/#/set/mailclassification`)
  await page.getByRole('button', { name: '新建规则' }).click()
  const dialog = page.getByRole('dialog', { name: '新建规则' })
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('请输入规则名称')
  await dialog.getByLabel('规则名称').fill('周报归档')
  await dialog.getByLabel('检查内容').selectOption('subject')
  await dialog.getByLabel('条件内容').fill('周报')
  await dialog.getByLabel('文件夹').selectOption({ label: '归档' })
  await dialog.getByLabel('转发给').check()
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('请输入邮件地址')
  // Nothing that was typed is lost by a refusal.
  await expect(dialog.getByLabel('规则名称')).toHaveValue('周报归档')
  await dialog.getByLabel('转发给').uncheck()
  await dialog.getByLabel('加星标').check()
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog).toBeHidden()
  await expect(card(page, '周报归档')).toContainText('主题 包含 “周报”')
  await expect(card(page, '周报归档')).toContainText('移动到“归档”，加星标')
  await installation.deliver('rules', mailText({ subject: '第 40 周周报' }))
  await page.goto(`${installation.url}/#/inbox`)
  await page
    .getByRole('navigation', { name: '文件夹' })
    .getByRole('button', { name: '更多', exact: true })
    .click()
  await page.getByRole('link', { name: '归档' }).click()
  await expect(row(page, '第 40 周周报')).toBeVisible()
})

test('RULES-01 RULES-05 RULES-06 RULES-07 rules are switched, sorted and deleted, one and all', async ({
  page,
  installation,
}) => {
  await signIn(page, installation, { name: 'rules' })
  await page.goto(`${installation.url}/#/set/mailclassification`)
  for (const name of ['alpha', 'beta']) {
    await page.getByRole('button', { name: '新建规则' }).click()
    const dialog = page.getByRole('dialog', { name: '新建规则' })
    await dialog.getByLabel('规则名称').fill(name)
    await dialog.getByLabel('条件内容').fill(name)
    await dialog.getByLabel('移动到').uncheck()
    await dialog.getByLabel('标为已读').check()
    await dialog.getByRole('button', { name: '保存' }).click()
    await expect(card(page, name)).toBeVisible()
  }
  await page.getByRole('button', { name: '上移“beta”' }).click()
  await page.getByRole('switch', { name: '启用“alpha”' }).click()
  await page.reload()
  const names = page.getByRole('listitem').getByRole('heading')
  const order = async () => (await names.allTextContents()).filter((one) => /alpha|beta/.test(one))
  await expect.poll(order).toEqual(['beta', 'alpha'])
  await expect(page.getByRole('switch', { name: '启用“alpha”' })).not.toBeChecked()
  await page.getByRole('button', { name: '删除“beta”' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '删除规则' }).click()
  await expect(card(page, 'beta')).toBeHidden()
  await page.reload()
  await expect.poll(order).toEqual(['alpha'])
  await page.getByRole('button', { name: '删除全部规则' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
  await expect(card(page, 'alpha')).toBeVisible()
  await page.getByRole('button', { name: '删除全部规则' }).click()
  const gone = page.waitForResponse(/mailClassify\/deleteAll$/)
  await page.getByRole('dialog').getByRole('button', { name: '删除全部规则' }).click()
  expect((await gone).status()).toBe(200)
  await expect(card(page, 'alpha')).toBeHidden()
  await page.reload()
  await expect(page.getByText('还没有规则')).toBeVisible()
})

test('RULES-01 a rule is made from an open mail in two clicks, and applied to mail that is there', async ({
  page,
  installation,
}) => {
  for (const subject of ['newsletter one', 'newsletter two'])
    await installation.deliver(
      'rules',
      mailText({ subject, from: 'News Desk <news@letters.test>' }),
    )
  await signIn(page, installation, { name: 'rules' })
  await row(page, 'newsletter one').click()
  await expect(page.getByRole('heading', { name: 'newsletter one' })).toBeVisible()
  await chooseForMail(page, '用此邮件创建规则')
  const dialog = page.getByRole('dialog', { name: '新建规则' })
  await expect(dialog.getByLabel('规则名称')).toHaveValue('News Desk')
  await expect(dialog.getByLabel('条件内容')).toHaveValue('news@letters.test')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog).toBeHidden()
  await page.goto(`${installation.url}/#/set/mailclassification`)
  await page.getByRole('button', { name: '立即执行' }).click()
  await expect(page.getByText(/已完成：检查 \d+ 封，处理了 [2-9] 封/)).toBeVisible()
  await page.goto(`${installation.url}/#/inbox`)
  for (const subject of ['newsletter one', 'newsletter two'])
    await expect(
      row(page, subject).getByRole('button', { name: /星/, pressed: true }),
    ).toBeVisible()
})

test('RULES-10 RULES-11 the automatic reply is set up, and keeps what was typed when it is refused', async ({
  page,
  installation,
}) => {
  await signIn(page, installation, { name: 'b', language: 'en' })
  await page.goto(`${installation.url}/#/set/normalset`)
  const section = page.getByRole('region', { name: 'Automatic reply' })
  await section.getByRole('switch', { name: 'Reply automatically' }).click()
  await fillTime(timeField(section, 'Until'), '2030-01-01T09:00')
  const save = page.getByRole('button', { name: 'Save' })
  await save.click()
  await expect(page.getByRole('alert')).toHaveText('Please enter the reply content')
  await expectTime(timeField(section, 'Until'), '2030-01-01T09:00')
  await section.getByLabel('Text of the reply').fill('Back on Monday.')
  await save.click()
  await expect(page.getByRole('button', { name: 'Save' })).toBeHidden()
  await page.reload()
  await expect(section.getByLabel('Text of the reply')).toHaveValue('Back on Monday.')
  await expectTime(timeField(section, 'Until'), '2030-01-01T09:00')
})

test('RULES-13 RULES-14 RULES-15 the automatic forward refuses an address that is there twice, then passes mail on', async ({
  page,
  installation,
}) => {
  await signIn(page, installation, { name: 'rules' })
  await page.goto(`${installation.url}/#/set/normalset`)
  const section = page.getByRole('region', { name: '自动转发' })
  await section.getByRole('switch', { name: '启用自动转发' }).click()
  await section.getByLabel('转发地址').fill('home@other.test, HOME@other.test')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByRole('alert')).toHaveText('转发邮箱中存在重复的邮件地址！')
  await section.getByLabel('转发地址').fill('home@other.test')
  await section.getByLabel('在收件箱保留原邮件').uncheck()
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByRole('button', { name: '保存' })).toBeHidden()
  const before = installation.sink.mails.length
  await installation.deliver('rules', mailText({ subject: 'passed on' }))
  await expect.poll(() => installation.sink.mails.length).toBeGreaterThan(before)
  await page.goto(`${installation.url}/#/recyclebin`)
  await expect(row(page, 'passed on')).toBeVisible()
  await page.goto(`${installation.url}/#/set/normalset`)
  await section.getByRole('switch', { name: '启用自动转发' }).click()
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByRole('button', { name: '保存' })).toBeHidden()
})
