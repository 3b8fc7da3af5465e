import { createHash } from 'node:crypto'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { expect, signIn, switchLanguage, test } from '../support/fixtures.ts'
import { mailText } from '../support/send-mail.ts'

test('PUSH-08 READ-01 COMPOSE-05 a mail from another server appears, is read and answered, and the answer leaves signed', async ({
  page,
  installation,
}) => {
  await signIn(page, installation, { name: 'a' })
  const subject = `合同审批 ${createHash('sha1').update(String(Math.random())).digest('hex').slice(0, 8)}`
  await installation.deliver('a', mailText({ subject, text: '请查收合同，谢谢。\nSecond line.' }))

  const row = page.getByRole('row').filter({ hasText: subject })
  await expect(row).toBeVisible()
  await expect(page).toHaveTitle(/^\([1-9]\d*\) /)
  await row.click()
  await expect(page.getByRole('heading', { name: subject })).toBeVisible()
  await expect(page.getByText('请查收合同，谢谢。').last()).toBeVisible()
  await expect(page.getByText('peer@other.test').first()).toBeVisible()

  await page.getByRole('button', { name: '回复', exact: true }).first().click()
  await expect(page).toHaveURL(/#\/write\/newreply/)
  const editor = page.frameLocator('iframe').first().locator('[contenteditable=true]')
  await editor.click()
  await page.keyboard.type('已收到，同意。Thank you.')
  await page.keyboard.press('Control+Enter')
  const sent = await installation.sink.next(
    (one) =>
      // Others of this installation answer that address as well.
      one.from === 'a@example.test' &&
      one.raw.toString().includes('References:') &&
      one.to.includes('peer@other.test'),
  )

  const { said } = await installation.command(['doctor'])
  const record = /v=DKIM1; k=rsa; p=[\w+/=]+/.exec(said)?.[0] ?? ''
  const { results } = await dkimVerify(sent.raw, {
    resolver: async (name: string) => {
      expect(name).toBe('hongyan._domainkey.example.test')
      return [[record]]
    },
  })
  expect(results.map((one: { status: { result: string } }) => one.status.result)).toEqual(['pass'])
})

test('PUSH-06 a notification shows the sender and opens the mail', async ({
  page,
  installation,
}) => {
  await signIn(page, installation, { name: 'b' })
  await installation.deliver(
    'b',
    mailText({ subject: '<b>not markup</b>', text: 'plain', from: '"<img src=x>" <x@other.test>' }),
  )
  const card = page
    .getByRole('region', { name: '新邮件' })
    .getByRole('button', { name: /not markup/ })
  await expect(card).toBeVisible()
  await expect(card.locator('img[src=x], b')).toHaveCount(0)
  await card.click()
  await expect(page.getByRole('heading', { name: '<b>not markup</b>' })).toBeVisible()
})

test('COMPOSE-04 a draft saves itself and is there after closing the page', async ({
  page,
  installation,
}) => {
  await signIn(page, installation, { name: 'b' })
  await page.goto(`${installation.url}/#/write/new/0`)
  const editor = page.frameLocator('iframe').first().locator('[contenteditable=true]')
  await editor.click()
  await page.keyboard.type('unfinished thought 未完')
  await page.waitForResponse(
    (answer) => answer.url().includes('mail/email/drafts') && answer.status() === 200,
  )
  await page.goto(`${installation.url}/#/draftbox`)
  await expect(
    page.getByRole('row').filter({ hasText: 'unfinished thought' }).first(),
  ).toBeVisible()
})

test('I18N-01 the language changes without a reload and is kept', async ({
  page,
  installation,
}) => {
  await signIn(page, installation, { name: 'b' })
  await page.evaluate(() => {
    document.body.dataset.kept = 'yes'
  })
  await switchLanguage(page, 'English')
  await expect(page.getByRole('link', { name: /Inbox/ }).first()).toBeVisible()
  expect(await page.evaluate(() => document.body.dataset.kept)).toBe('yes')
  await page.reload()
  await expect(page.getByRole('link', { name: /Inbox/ }).first()).toBeVisible()
  await switchLanguage(page, '中文')
  await expect(page.getByRole('link', { name: /收件箱/ }).first()).toBeVisible()
})

test('AUTH-02 AUTH-03 ROUTES-03 ROUTES-04 the login form says what is wrong and keeps what was typed', async ({
  page,
  installation,
}) => {
  await page.goto(`${installation.url}/#/draftbox`)
  await expect(page).toHaveURL(/loginBefore\?redirect=|login\?redirect=/)
  await page.getByRole('button', { name: '登录' }).click()
  await expect(page.getByText('用户名不能为空')).toBeVisible()
  await page.locator('input').first().fill('a@example.test')
  await page.locator('input[type=password]').fill('short1')
  await page.getByRole('button', { name: '登录' }).click()
  await expect(page.getByText('密码必须大于6位')).toBeVisible()
  await page.locator('input[type=password]').fill('wrong-password')
  await page.getByRole('button', { name: '登录' }).click()
  await expect(page.getByText('用户名或密码不正确')).toBeVisible()
  await expect(page.locator('input').first()).toHaveValue('a@example.test')
  await page.locator('input[type=password]').fill('Correct-Horse-7')
  await page.getByRole('button', { name: '登录' }).click()
  await expect(page).toHaveURL(/#\/draftbox/)
  await page.goto(`${installation.url}/#/login`)
  await expect(page).toHaveURL(/#\/inbox/)
})
