import type { Page } from '@playwright/test'
import { AxeBuilder } from '../support/axe.ts'
import { domain, expect, password, signIn, test } from '../support/fixtures.ts'

const wrongOf = (code: string) => (code === '000000' ? '000001' : '000000')

/** Answers the question for the login password. */
async function confirm(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('登录密码', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
}

async function judge(page: Page): Promise<void> {
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
}

test('X161 X162 X163 X164 a recovery address is set by the code that reached it and the password, and taken away; one of the organisation is none', async ({
  page,
  installation,
}) => {
  await signIn(page, installation, { name: 'forgetful' })
  await page.goto(`${installation.url}/#/set/accountalias/2`)
  await page.getByRole('button', { name: '设置备用邮箱' }).click()
  const dialog = page.getByRole('dialog', { name: '设置备用邮箱' })
  const address = dialog.getByRole('textbox', { name: '备用邮箱地址' })
  const send = dialog.getByRole('button', { name: '获取验证码' })
  for (const [typed, said] of [
    ['home@', '邮箱格式不正确'],
    [`b@${domain}`, '本单位'],
  ] as const) {
    await address.fill(typed)
    await send.click()
    await expect(dialog.getByText(said)).toBeVisible()
  }
  await address.fill('home@outside.test')
  await send.click()
  await expect(dialog.getByText('验证码已发送至 home@outside.test')).toBeVisible()
  const { raw } = await installation.sink.next(({ to }) => to.includes('home@outside.test'))
  const body = Buffer.from(raw.toString().split('\r\n\r\n')[1] ?? '', 'base64').toString()
  const code = /\b\d{6}\b/.exec(`${body} ${raw}`)?.[0] ?? ''
  const typed = dialog.getByRole('textbox', { name: '验证码', exact: true })
  await dialog.getByLabel('登录密码', { exact: true }).fill(password)
  await typed.fill(wrongOf(code))
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('验证码不正确或已失效')).toBeVisible()
  await judge(page)
  await typed.fill(code)
  await page.keyboard.press('Enter')
  await expect(page.getByText('备用邮箱已设置')).toBeVisible()
  await expect(page.getByText('h***@outside.test')).toBeVisible()
  await page.reload()
  await expect(page.getByText('h***@outside.test')).toBeVisible()
  await page.getByRole('button', { name: '移除' }).click()
  await confirm(page)
  await expect(page.getByText('h***@outside.test')).toHaveCount(0)
  await expect(page.getByText('未设置')).toBeVisible()
})
