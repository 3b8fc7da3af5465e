import type { Page } from '@playwright/test'
import { expect, signIn, test } from '../support/fixtures.ts'
import { mailText } from '../support/send-mail.ts'
import { expectTime, fillTime, timeField } from '../support/time-field.ts'

const row = (page: Page, subject: string) =>
  page.getByRole('grid').getByRole('row').filter({ hasText: subject })
const entry = (page: Page, subject: string) =>
  page.getByRole('region', { name: '待办邮件' }).getByRole('listitem').filter({ hasText: subject })

/** Puts the open mail on the list. */
async function addOpenMail(page: Page, due: string, note: string): Promise<void> {
  await page
    .getByRole('article')
    .getByRole('toolbar')
    .getByRole('button', { name: '设为待办' })
    .click()
  const dialog = page.getByRole('dialog', { name: '设为待办' })
  await fillTime(timeField(dialog, '提醒时间'), due)
  await dialog.getByLabel('备注').fill(note)
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog).toBeHidden()
}

/** A minute in Beijing, as a date field takes it. */
const minuteFromNow = (minutes: number) =>
  new Date(Date.now() + minutes * 60_000 + 8 * 3_600_000).toISOString().slice(0, 16)

test('TODO-01 TODO-03 TODO-04 TODO-05 TODO-06 mail is put on the list, done, opened again and taken off', async ({
  page,
  installation,
}) => {
  await installation.deliver('todo', mailText({ subject: '签合同' }))
  await signIn(page, installation, { name: 'todo' })
  await row(page, '签合同').click()
  await expect(page.getByRole('heading', { name: '签合同' })).toBeVisible()
  await addOpenMail(page, minuteFromNow(90), '先给法务看')
  await page
    .getByRole('navigation', { name: '文件夹' })
    .getByRole('link', { name: '待办邮件' })
    .click()
  await expect(page).toHaveURL(/#\/todo$/)
  await expect(page).toHaveTitle(/待办邮件/)
  await expect(entry(page, '签合同')).toContainText('先给法务看')
  await expect(entry(page, '签合同')).toContainText('Peer Person')
  await entry(page, '签合同').getByRole('button', { name: '标为完成' }).click()
  await expect(entry(page, '签合同')).toBeHidden()
  await page.getByRole('button', { name: '已完成', exact: true }).click()
  await entry(page, '签合同').getByRole('button', { name: '恢复为未完成' }).click()
  await page.getByRole('button', { name: '未完成', exact: true }).click()
  await expect(entry(page, '签合同')).toBeVisible()
  await entry(page, '签合同').getByRole('link').click()
  await expect(page.getByRole('heading', { name: '签合同' })).toBeVisible()
  await page.goBack()
  await entry(page, '签合同').getByRole('button', { name: '移出待办' }).click()
  await expect(page.getByText('没有待办邮件')).toBeVisible()
})

test('TODO-03 a time that is over is refused in words, and nothing typed is lost', async ({
  page,
  installation,
}) => {
  await installation.deliver('todo', mailText({ subject: 'too late' }))
  await signIn(page, installation, { name: 'todo' })
  await row(page, 'too late').click()
  await page
    .getByRole('article')
    .getByRole('toolbar')
    .getByRole('button', { name: '设为待办' })
    .click()
  const dialog = page.getByRole('dialog', { name: '设为待办' })
  const time = timeField(dialog, '提醒时间')
  const parts = time.getByRole('spinbutton')
  const alert = dialog.getByRole('alert')
  // Half of a time, and a day that its month has not, are no times: what the field had before is not taken for them.
  await parts.first().pressSequentially('2030')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(alert).toHaveText('日期或时间不完整，或不存在')
  await fillTime(time, '2030-02-15T18:00')
  await expect(alert).toHaveCount(0)
  await parts.nth(2).focus()
  await parts.nth(2).pressSequentially('31')
  await page.keyboard.press('Enter')
  await expect(alert).toHaveText('日期或时间不完整，或不存在')
  // The same is said when the day is only left, and it stays what was typed.
  for (const leave of ['mouse', 'key'] as const) {
    await fillTime(time, '2030-02-15T18:00')
    await expect(alert).toHaveCount(0)
    await parts.nth(2).focus()
    await parts.nth(2).pressSequentially('31')
    if (leave === 'mouse') await dialog.getByLabel('备注').click()
    else await dialog.getByLabel('备注').focus()
    await expect(alert).toHaveText('日期或时间不完整，或不存在')
    await expectTime(time, '2030-02-31T18:00')
  }
  await parts.nth(3).focus()
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(alert).toHaveText('日期或时间不完整，或不存在')
  await fillTime(time, '2020-01-01T09:00')
  await dialog.getByLabel('备注').fill('keep this note')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(alert).toHaveText('待办时间必须大于当前时间')
  await expect(dialog.getByLabel('备注')).toHaveValue('keep this note')
  await dialog.getByRole('button', { name: '明天 09:00' }).click()
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog).toBeHidden()
  await page.goto(`${installation.url}/#/todo`)
  await expect(entry(page, 'too late')).toContainText('keep this note')
})

test('TODO-02 a card reminds when a mail is due, and leads to it', async ({
  page,
  installation,
}) => {
  await installation.deliver('todo', mailText({ subject: 'due now' }))
  await signIn(page, installation, { name: 'todo' })
  await row(page, 'due now').click()
  await addOpenMail(page, minuteFromNow(60), 'call them')
  // Moved to a moment that no date field can hold, so that nobody waits for a full minute.
  const token = await page.evaluate(() => localStorage.getItem('accessToken'))
  const mailId = Number(/\/(\d+)$/.exec(page.url())?.[1])
  const moved = await page.request.post(`${installation.url}/api/mail/pending/mailSchedule`, {
    headers: { Authorization: `Bearer ${token}` },
    data: { mailId, dueTime: new Date(Date.now() + 3_000).toISOString() },
  })
  expect(moved.status()).toBe(200)
  await page.goto(`${installation.url}/#/inbox`)
  const card = page.getByRole('button', { name: '打开待办邮件：due now' })
  await expect(card).toBeVisible({ timeout: 30_000 })
  await expect(card).toContainText('call them')
  await card.click()
  await expect(page.getByRole('heading', { name: 'due now' })).toBeVisible()
})
