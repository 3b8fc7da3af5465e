import { readFile } from 'node:fs/promises'
import { clientAccess } from '@hongyan/contract/client-access'
import type { Page } from '@playwright/test'
import { connectApi } from '../durability/api.ts'
import { AxeBuilder } from '../support/axe.ts'
import { domain, expect, type Installation, password, signIn, test } from '../support/fixtures.ts'
import { type MailSource, startMailSource } from '../support/mail-source.ts'
import { overAnswer } from '../support/over-answer.ts'
import { mailText } from '../support/send-mail.ts'
import { fillTime, timeField } from '../support/time-field.ts'

const subjects = ['moved one', 'moved two', 'moved three']

/** A mailbox with mail that programs may read; each `newCode` ends the code before it. */
async function makeSource(installation: Installation, name: string) {
  for (const subject of subjects)
    await installation.deliver(
      name,
      mailText({ subject, text: subject }).replace(
        /^Message-ID: .*/im,
        `Message-ID: <${subject.replace(' ', '-')}@${name}.test>`,
      ),
    )
  const api = connectApi(installation.product.httpPort)
  await api.logIn(`${name}@${domain}`, password)
  await api.get(clientAccess.stateByUser, { state: 1, password })
  const newCode = async () => (await api.get(clientAccess.generatePassword, {})).password
  return { address: `${name}@${domain}`, newCode }
}

const judge = async (page: Page) =>
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** Fills in where the other mailbox is; its name is found by the address. */
async function fillSource(page: Page, address: string, { host, port }: MailSource): Promise<void> {
  await page.getByLabel('源邮箱地址').fill(address)
  await page.getByLabel('源邮箱地址').press('Tab')
  const server = page.getByRole('textbox', { name: '服务器', exact: true })
  if (!(await server.isVisible())) await page.getByText('服务器设置').click()
  await expect(server).toHaveValue(host)
  await page.getByLabel('端口').fill(String(port))
}

async function check(page: Page, code: string): Promise<void> {
  await page.getByLabel('源邮箱密码', { exact: true }).fill(code)
  await page.getByLabel('源邮箱密码', { exact: true }).press('Enter')
}

const row = (page: Page) => page.getByRole('list', { name: '搬家记录' }).getByRole('listitem')

test('MIGRATION-01 MIGRATION-02 MIGRATION-04 MIGRATION-05 MIGRATION-07 MIGRATION-08 MIGRATION-10 ROUTES-14 mail of another mailbox is looked at, begun, paused, refused, taken up again, and comes', async ({
  page,
  installation,
}) => {
  const source = await startMailSource(installation.folder, installation.imapsPort)
  const from = await makeSource(installation, 'leaving')
  const code = await from.newCode()
  await signIn(page, installation, { name: 'arriving' })
  await button(page, '更多').first().click()
  await page.getByRole('menuitem', { name: '邮件搬家' }).click()
  await expect(page).toHaveURL(/#\/mailmig$/)
  await fillSource(page, from.address, source)
  await check(page, 'not-the-code')
  const field = page.getByLabel('源邮箱密码', { exact: true })
  await expect(page.getByRole('alert')).toContainText('源邮箱拒绝登录')
  await expect(field).toBeFocused()
  await expect(page.getByLabel('源邮箱地址')).toHaveValue(from.address)
  await judge(page)

  await check(page, code)
  await expect(page.getByText('登录成功，共 3 封邮件。')).toBeVisible()
  const table = page.getByRole('region', { name: '将要搬来的邮件' })
  await expect(table.getByRole('row').filter({ hasText: 'INBOX' })).toContainText('收件箱3')
  await button(page, '开始搬家').click()
  await expect(page.getByRole('alert')).toHaveText('请选择迁移时间范围')
  await judge(page)
  await page.getByRole('radio', { name: '全部邮件' }).press('Space')

  // The line by which it is begun is answered, the next one waits.
  source.holdAfter(1)
  await button(page, '开始搬家').click()
  await expect(row(page)).toContainText('调度中')
  await expect(page.getByText('同一时间只能进行一项搬家')).toBeVisible()
  await button(page, `暂停：${from.address}`).click()
  await expect(row(page)).toContainText('已暂停')
  await judge(page)
  const next = await from.newCode()
  source.release()
  await button(page, `继续：${from.address}`).click()
  await expect(row(page)).toContainText('失败')
  await expect(row(page)).toContainText('源邮箱拒绝登录。请更新密码（或授权码）后继续。')
  await button(page, `更新密码并继续：${from.address}`).click()
  const dialog = page.getByRole('dialog')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText('请输入源邮箱的密码')
  await dialog.getByLabel('源邮箱密码', { exact: true }).fill(next)
  await page.keyboard.press('Enter')
  // Nobody presses anything: the page asks while mail is coming.
  await expect(row(page)).toContainText('已完成')
  await expect(row(page)).toContainText('3 / 3 封')
  await expect(row(page)).not.toContainText('已在本邮箱中')
  await expect(row(page)).toContainText('全部邮件')
  await judge(page)
  const saved = page.waitForEvent('download')
  await button(page, `下载结果：${from.address}`).click()
  expect(await readFile(await (await saved).path(), 'utf8')).toContain('"文件夹","编号"')
  await page.goto(`${installation.url}/#/inbox`)
  for (const subject of subjects)
    await expect(page.getByRole('row').filter({ hasText: subject })).toBeVisible()

  // A second one finds all of them here, and says why none came.
  await page.goto(`${installation.url}/#/mailmig`)
  await button(page, '新建搬家').click()
  await fillSource(page, from.address, source)
  await check(page, next)
  await page.getByRole('radio', { name: '全部邮件' }).press('Space')
  await button(page, '开始搬家').click()
  await expect(row(page)).toHaveCount(2)
  await expect(row(page).first()).toContainText('已跳过 3')
  await expect(row(page).first()).toContainText('已跳过：已在本邮箱中，或不在时间范围内')
  source.stop()
})

test('MIGRATION-01 MIGRATION-04 MIGRATION-07 MIGRATION-08 mail of some days is asked for, and the migration cancelled; without the switch there is no page', async ({
  page,
  installation,
}) => {
  const source = await startMailSource(installation.folder, installation.imapsPort)
  const from = await makeSource(installation, 'staying')
  const code = await from.newCode()
  await signIn(page, installation, { name: 'choosing' })
  await page.goto(`${installation.url}/#/mailmig`)
  await fillSource(page, from.address, source)
  await check(page, code)
  await page.getByRole('radio', { name: '按时间' }).check()
  await fillTime(timeField(page, '开始日期'), '2024-03-02')
  await fillTime(timeField(page, '结束日期'), '2024-03-01')
  await button(page, '开始搬家').click()
  await expect(page.getByRole('alert')).toHaveText('结束日期不能早于开始日期')
  await fillTime(timeField(page, '结束日期'), '2024-03-05')
  source.holdAfter(1)
  await button(page, '开始搬家').click()
  await expect(row(page)).toContainText('2024-03-02 至 2024-03-05')
  await button(page, `取消搬家：${from.address}`).click()
  await page.getByRole('dialog').getByRole('button', { name: '取消搬家' }).click()
  await expect(row(page)).toContainText('已取消')
  await expect(button(page, '新建搬家')).toBeVisible()
  source.release()
  source.stop()

  await overAnswer(page, '**/api/mail/main/index', { mailMoveEnable: 0 })
  await page.goto(`${installation.url}/#/inbox`)
  await page.reload()
  await button(page, '更多').first().click()
  await expect(page.getByRole('menuitem', { name: '设置' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: '邮件搬家' })).toHaveCount(0)
  await page.goto(`${installation.url}/#/mailmig`)
  await expect(page).toHaveURL(/#\/404$/)
})
