import type { Page } from '@playwright/test'
import { AxeBuilder } from '../support/axe.ts'
import { test as base, domain, expect, password, signIn } from '../support/fixtures.ts'
import { type PhoneHouse, startPhoneHouse } from '../support/phone-gateway.ts'
import { mailText } from '../support/send-mail.ts'

const test = base.extend<{ house: PhoneHouse }>({
  house: async ({ installation }, use) => {
    const house = await startPhoneHouse(installation)
    await use(house)
    await house.stop()
  },
})

const number = '13800138000'
const wrongOf = (code: string) => (code === '000000' ? '000001' : '000000')

/** Answers the question for the login password. */
async function confirm(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('登录密码', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: '账号', exact: true }).click()
  await page.getByRole('button', { name: '退出登录' }).click()
  await expect(page.getByRole('heading', { name: '登录邮箱' })).toBeVisible()
}

const stored = (page: Page) =>
  page.evaluate(() => [...Object.keys(localStorage), ...document.cookie.split('; ')])

async function judge(page: Page): Promise<void> {
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
}

test('AUTH-06 AUTH-07 AUTH-10 AUTH-30 SECURITY-10 SETTINGS-05 a phone is bound, told of new mail, signs in by its code, is the second step of a password before which no tokens are stored, and is unbound', async ({
  page,
  installation,
  house,
}) => {
  // Where nothing can be sent, smsGatewayStatus is 0 and nobody is offered it.
  const status = async (url: string) => {
    const answered = page.waitForResponse('**/api/mail/main/sms/smsGatewayStatusQuery')
    await page.goto(url)
    return (await (await answered).json()).data
  }
  const ways = page.getByRole('group', { name: '登录方式' })
  expect(await status(installation.url)).toEqual({ smsGatewayStatus: 0 })
  await expect(page.getByRole('heading', { name: '登录邮箱' })).toBeVisible()
  await expect(ways).toHaveCount(0)
  expect(await status(house.url)).toEqual({ smsGatewayStatus: 1 })
  await expect(ways).toBeVisible()

  await signIn(page, { ...installation, url: house.url }, { name: 'caller' })
  await page.goto(`${house.url}/#/set/accountalias/2`)
  await page.getByRole('button', { name: '绑定手机' }).click()
  const dialog = page.getByRole('dialog', { name: '绑定手机' })
  const phone = dialog.getByRole('textbox', { name: '手机号' })
  const send = dialog.getByRole('button', { name: '获取验证码' })
  await phone.fill('12800138000')
  await send.click()
  await expect(dialog.getByText('手机格式不正确')).toBeVisible()
  await phone.fill(number)
  await send.click()
  await expect(dialog.getByText(`验证码已发送至 ${number}`)).toBeVisible()
  const bindCode = await house.codeFor(number)
  const code = dialog.getByRole('textbox', { name: '验证码', exact: true })
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('请输入验证码')).toBeVisible()
  await dialog.getByLabel('登录密码', { exact: true }).fill(password)
  await code.fill(wrongOf(bindCode))
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('验证码不正确或已失效')).toBeVisible()
  await judge(page)
  await code.fill(bindCode)
  await page.keyboard.press('Enter')
  await expect(page.getByText('手机已绑定')).toBeVisible()
  await expect(page.getByText('138****8000')).toBeVisible()

  await page.goto(`${house.url}/#/set/normalset`)
  const notice = page.getByRole('switch', { name: '新邮件短信提醒' })
  await expect(notice).toHaveAccessibleDescription(/发送至 138\*\*\*\*8000/)
  await expect(notice).not.toBeChecked()
  await notice.click()
  await expect(page.getByText('“新邮件短信提醒”已保存')).toBeVisible()
  await installation.deliver('caller', mailText({ subject: '并购方案' }))
  expect(await house.newsFor(number)).toBe('您有 1 封新邮件未读，请登录邮箱查看。')

  await signOut(page)
  await ways.getByRole('button', { name: '手机登录' }).click()
  const own = page.getByRole('textbox', { name: '手机号' })
  const enter = page.getByRole('button', { name: '登录', exact: true })
  await enter.click()
  await expect(page.getByText('请输入手机号')).toBeVisible()
  await own.fill('1380013800')
  await enter.click()
  await expect(page.getByText('手机格式不正确')).toBeVisible()
  await own.fill(number)
  await enter.click()
  await expect(page.getByText('请输入验证码')).toBeVisible()
  await expect(page.getByText('手机格式不正确')).toHaveCount(0)
  await judge(page)
  await page.getByRole('button', { name: '获取验证码' }).click()
  await expect(page.getByText('如果该手机已绑定账号，验证码将很快送达')).toBeVisible()
  const loginCode = await house.codeFor(number)
  const typed = page.getByRole('textbox', { name: '验证码', exact: true })
  await typed.fill(wrongOf(loginCode))
  await page.keyboard.press('Enter')
  await expect(page.getByText('验证码不正确或已失效')).toBeVisible()
  expect(await stored(page)).not.toContain('accessToken')
  await typed.fill(loginCode)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#\/inbox/)

  await page.goto(`${house.url}/#/set/accountalias/2`)
  const step = page.getByRole('switch', { name: '登录时验证手机' })
  await step.click()
  await confirm(page)
  await expect(step).toBeChecked()
  await signOut(page)
  await page.locator('input').first().fill(`caller@${domain}`)
  await page.locator('input[type=password]').fill(password)
  const answered = page.waitForResponse(/oauth\/token$/)
  await page.keyboard.press('Enter')
  expect((await (await answered).json()).data).toMatchObject({ secondVerified: true })
  await expect(page.getByRole('heading', { name: '二次验证' })).toBeVisible()
  const kept = await stored(page)
  for (const name of ['accessToken', 'refreshToken', 'token=1']) expect(kept).not.toContain(name)
  await page.getByRole('button', { name: '验证', exact: true }).click()
  await expect(page.getByText('请输入验证码')).toBeVisible()
  await page.getByRole('button', { name: '获取验证码' }).click()
  await expect(page.getByText('验证码已发送至 138****8000')).toBeVisible()
  await typed.fill(await house.codeFor(number))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#\/inbox/)
  expect(await stored(page)).toEqual(expect.arrayContaining(['accessToken', 'token=1']))

  await page.goto(`${house.url}/#/set/accountalias/2`)
  await page.getByRole('button', { name: '解除绑定' }).click()
  await confirm(page)
  await expect(page.getByText('未绑定')).toBeVisible()
  await expect(step).toHaveCount(0)
  await page.goto(`${house.url}/#/set/normalset`)
  await page.getByRole('link', { name: '请先绑定手机' }).click()
  await expect(page).toHaveURL(/accountalias\/2/)
})
