import type { Locator, Page } from '@playwright/test'
import { domain } from '../durability/product.ts'
import { expect, signIn, test } from '../support/fixtures.ts'

const people = (page: Page): Locator => page.getByRole('combobox', { name: '收件人' })
const subject = (page: Page): Locator => page.getByRole('textbox', { name: '主题' })
const text = (page: Page): Locator =>
  page.locator('iframe[title="正文"]').contentFrame().locator('[contenteditable=true]')

/** Writes a mail and presses send while its last words are not saved yet; the answer never comes. */
async function sendUnheard(page: Page, title: string): Promise<void> {
  // The server takes it; then the line is cut.
  await page.route('**/mail/email/send', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: '写邮件' }).click()
  await people(page).fill(`b@${domain}`)
  await people(page).press('Enter')
  await subject(page).fill(title)
  await text(page).click()
  await page.keyboard.type('the last words')
  await page.getByRole('button', { name: '发送', exact: true }).click()
  await expect(page.getByText(/暂时无法连接服务器/).first()).toBeVisible()
}

async function expectSentOnly(page: Page, title: string): Promise<void> {
  const rows = page.getByRole('row').filter({ hasText: title })
  await page.evaluate(() => {
    location.hash = '#/outbox'
  })
  await expect(rows).toHaveCount(1)
  await page.evaluate(() => {
    location.hash = '#/draftbox'
  })
  await expect(page.getByRole('row').or(page.getByText('没有草稿')).first()).toBeVisible()
  await expect(rows).toHaveCount(0)
}

test('COMPOSE-04 COMPOSE-05 a mail whose answer was lost is found to be sent, and its composer says so', async ({
  page,
  installation,
}) => {
  await signIn(page, installation, { name: 'unheard' })
  await sendUnheard(page, '没有听到回答')
  await page.unroute('**/mail/email/send')
  await expect(page.getByText('邮件已发送').first()).toBeVisible()
  await expect(page).not.toHaveURL(/#\/write/)
  await expectSentOnly(page, '没有听到回答')
})

test('COMPOSE-04 COMPOSE-05 what is typed while the answer is asked for again stays on the screen', async ({
  page,
  installation,
}) => {
  await signIn(page, installation, { name: 'unheard' })
  await sendUnheard(page, '还在输入')
  await page.unroute('**/mail/email/send')
  const asked = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  await page.route('**/mail/email/send', async (route) => {
    asked.resolve()
    await goOn.promise
    await route.continue()
  })
  await asked.promise
  await text(page).click()
  await page.keyboard.type('and a word more')
  const answered = page.waitForResponse('**/mail/email/send')
  goOn.resolve()
  await answered
  await expect(page.getByText('这封邮件已经发送，此后的修改没有随之发出。')).toBeVisible()
  await expect(text(page)).toContainText('and a word more')
})

test('COMPOSE-04 COMPOSE-05 a mail that left is not brought back as a draft when its page closes before the answer', async ({
  page,
  context,
  installation,
}) => {
  await signIn(page, installation, { name: 'unheard' })
  await sendUnheard(page, '页面已关闭')
  // It is known to have left, and what became of it is not: as when the page dies in this moment.
  await expect(page.getByText('这封邮件已经发送，此后的修改没有随之发出。')).toBeVisible()
  await page.close()
  const next = await context.newPage()
  const saved = next.waitForResponse('**/mail/email/drafts')
  await next.goto(`${installation.url}/#/inbox`)
  expect((await saved).status()).toBe(409)
  await expectSentOnly(next, '页面已关闭')
})

test('COMPOSE-04 COMPOSE-05 a new mail does not begin with the text of one that may have left', async ({
  page,
  context,
  installation,
}) => {
  await signIn(page, installation, { name: 'unheard' })
  // Nothing is saved either: the text is on this device alone.
  await context.route('**/mail/email/drafts', (route) => route.abort())
  await sendUnheard(page, '还不知道')
  await page.close()
  const next = await context.newPage()
  await next.goto(`${installation.url}/#/inbox`)
  await next.getByRole('button', { name: '写邮件' }).click()
  await expect(text(next)).toBeVisible()
  await expect(subject(next)).toHaveValue('')
  await expect(text(next)).not.toContainText('the last words')
})

test('COMPOSE-04 a save whose answer was lost makes no second draft, from the composer or after its page closed', async ({
  page,
  context,
  installation,
}) => {
  await signIn(page, installation, { name: 'unheard' })
  let saves = 0
  // The server saves; then the line is cut.
  await context.route('**/mail/email/drafts', async (route) => {
    saves += 1
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: '写邮件' }).click()
  await subject(page).fill('保存了两次')
  await expect.poll(() => saves).toBeGreaterThan(1)
  await text(page).click()
  await page.keyboard.type('and more')
  await page.close()
  await context.unroute('**/mail/email/drafts')
  const next = await context.newPage()
  const saved = next.waitForResponse('**/mail/email/drafts')
  await next.goto(`${installation.url}/#/draftbox`)
  expect((await saved).status()).toBe(200)
  await next.reload()
  await expect(next.getByRole('row').filter({ hasText: '保存了两次' })).toHaveCount(1)
})

test('COMPOSE-04 COMPOSE-05 what one window wrote is not taken for what the other one sent', async ({
  page,
  context,
  installation,
}) => {
  await signIn(page, installation, { name: 'unheard' })
  await page.getByRole('button', { name: '写邮件' }).click()
  await people(page).fill(`b@${domain}`)
  await people(page).press('Enter')
  await subject(page).fill('两个窗口')
  await expect(page.getByText(/已保存到草稿箱/)).toBeVisible()
  const other = await context.newPage()
  await other.goto(`${installation.url}/#/draftbox`)
  await other.getByRole('row').filter({ hasText: '两个窗口' }).click()
  await expect(text(other)).toBeVisible()
  await other.getByRole('button', { name: '发送', exact: true }).click()
  await expect(other.getByText('邮件已发送').first()).toBeVisible()
  await other.close()
  // Pressed before it is saved: the server says that the draft was sent.
  await text(page).click()
  await page.keyboard.type('only in this window')
  await page.getByRole('button', { name: '发送', exact: true }).click()
  await expect(page.getByText('这封草稿已在其他窗口发送。')).toBeVisible()
  await page.close()
  const next = await context.newPage()
  const saved = next.waitForResponse(
    (reply) => reply.url().endsWith('/mail/email/drafts') && reply.ok(),
  )
  await next.goto(`${installation.url}/#/outbox`)
  await saved
  await expect(next.getByRole('row').filter({ hasText: '两个窗口' })).toHaveCount(1)
  await next.evaluate(() => {
    location.hash = '#/draftbox'
  })
  await next.getByRole('row').filter({ hasText: '两个窗口' }).click()
  await expect(text(next)).toContainText('only in this window')
})
