import type { Page, Route } from '@playwright/test'
import { expect, type Installation, signIn, test } from '../support/fixtures.ts'
import { mailText } from '../support/send-mail.ts'

const away = '服务器暂时没有响应，恢复后会自动继续'
const subject = (page: Page, name: string) => page.getByRole('heading', { name })
const toasts = (page: Page) => page.getByRole('region', { name: '消息' }).getByRole('alert')

async function openSecond(page: Page, installation: Installation, name: string): Promise<void> {
  for (const title of ['third', 'second', 'first'])
    await installation.deliver(name, mailText({ subject: title, text: 'x' }))
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, installation, { name })
  await page.getByRole('row').filter({ hasText: 'second' }).click()
  await expect(subject(page, 'second')).toBeVisible()
}

test('ERRORS-04 a deletion that the server refuses is said once, and the mail stays open', async ({
  page,
  installation,
}) => {
  await openSecond(page, installation, 'refused')
  const sentence = '此刻不能删除'
  const refuse = (route: Route) =>
    route.fulfill({ status: 400, json: { code: 400, message: sentence, data: null } })
  await page.route(/recoverableDelete/, (route) =>
    route.request().method() === 'POST' ? refuse(route) : route.continue(),
  )
  await page.keyboard.press('#')
  await expect(toasts(page).filter({ hasText: sentence })).toHaveCount(1)
  await expect(subject(page, 'second')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'second' })).toBeVisible()
})

test('ERRORS-04 a server that is away is said at once, nothing moves on, and it is taken back when it is over', async ({
  page,
  installation,
}) => {
  await openSecond(page, installation, 'absent')
  await page.route('**/api/**', (route) => route.abort('connectionrefused'))
  await page.keyboard.press('e')
  await expect(page.getByText(away)).toBeVisible()
  await expect(subject(page, 'second')).toBeVisible()
  await page.keyboard.press('e')
  await expect(toasts(page)).toHaveCount(1)
  await expect(toasts(page)).toContainText('暂时无法连接服务器')
  await expect(page.getByText(/网络/)).toHaveCount(0)
  await expect(subject(page, 'second')).toBeVisible()
  await page.unroute('**/api/**')
  await expect(page.getByText(away)).toHaveCount(0)
  await page.keyboard.press('e')
  await expect(page.getByRole('row').filter({ hasText: 'second' })).toHaveCount(0)
})

test('ERRORS-04 the composer takes its own complaint back when the server answers again', async ({
  page,
  installation,
}) => {
  await signIn(page, installation, { name: 'complains' })
  await page.keyboard.press('c')
  await page.keyboard.type('b@example.test')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: '主题' }).fill('back again')
  await page.route('**/api/**', (route) => route.abort('connectionrefused'))
  await page.keyboard.press('Control+Enter')
  const complaint = page.getByText('暂时无法连接服务器，操作没有完成')
  await expect(complaint.first()).toBeVisible()
  await page.unroute('**/api/**')
  await expect(page.getByText(away)).toHaveCount(0)
  await expect(complaint).toHaveCount(0)
})
