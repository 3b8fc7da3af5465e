import type { Page } from '@playwright/test'
import { expect, signIn, test } from '../support/fixtures.ts'
import { mailText } from '../support/send-mail.ts'

/** The next call of this path is answered so. */
const answer = (page: Page, path: string, [status, body]: [number, unknown]) =>
  page.route(`**/api/${path}*`, (route) => route.fulfill({ status, json: body }), { times: 1 })

const toasts = (page: Page) => page.getByRole('region', { name: '消息' }).getByRole('alert')
const star = (page: Page) => page.getByRole('row').first().getByRole('button', { name: '星标' })

test.beforeEach(async ({ page, installation }) => {
  await installation.deliver('a', mailText({ subject: 'a mail to act on' }))
  await signIn(page, installation, { name: 'a' })
  await expect(page.getByRole('row').first()).toBeVisible()
})

test('ERRORS-04 an answer without code and message shows the default error', async ({ page }) => {
  await answer(page, 'mail/email/favorite/update', [200, {}])
  await star(page).click()
  await expect(toasts(page)).toHaveText('错误')
})

test('ERRORS-07 ERRORS-08 a refusal shows the message of the server, and what was done on screen is taken back', async ({
  page,
}) => {
  const before = await star(page).getAttribute('aria-pressed')
  const refusal = { code: 503001, message: '服务暂时不可用，请稍后再试', data: null }
  await answer(page, 'mail/email/favorite/update', [503, refusal])
  await star(page).click()
  await expect(toasts(page)).toContainText('服务暂时不可用，请稍后再试')
  await expect(star(page)).toHaveAttribute('aria-pressed', before ?? 'false')
})

test('ERRORS-05 HTTP 400 with 401014 turns the lock screen on, over everything, and keeps the session', async ({
  page,
}) => {
  const locked = { code: 401014, message: '屏幕已锁定', data: null }
  await answer(page, 'mail/email/favorite/update', [400, locked])
  await star(page).click()
  await expect(page.getByRole('heading', { name: '屏幕已锁定' })).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).not.toBe(null)
})

test('ERRORS-06 HTTP 401 says that the login has expired, forgets the tokens and leads to the login', async ({
  page,
}) => {
  const expired = { code: 401, message: '登录已过期，请重新登录', data: null }
  await page.route('**/api/verify/token', (route) => route.fulfill({ status: 401, json: expired }))
  await answer(page, 'mail/email/favorite/update', [401, expired])
  await star(page).click()
  await expect(page).toHaveURL(/#\/login/)
  await expect(toasts(page)).toContainText('登录已过期，请重新登录')
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBe(null)
})

test("ERRORS-03 a status of '401' in the body of an answer ends the session like HTTP 401", async ({
  page,
}) => {
  await answer(page, 'mail/email/favorite/update', [200, { status: '401', message: '' }])
  await star(page).click()
  await expect(page).toHaveURL(/#\/login/)
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBe(null)
})

test('SHELL-16 LIMITS-09 the sidebar is 210 px wide, gives way below 500 px, and is hidden on compose and beside pages that stand alone', async ({
  page,
}) => {
  const sidebar = page.getByRole('navigation', { name: '文件夹' })
  expect((await sidebar.boundingBox())?.width).toBe(210)
  const start = page.url()
  await page.setViewportSize({ width: 499, height: 800 })
  await expect(sidebar).toHaveCount(0)
  await page.setViewportSize({ width: 500, height: 800 })
  await expect(sidebar).toBeVisible()
  for (const path of ['/write/new/0', '/linkPage?url=https%3A%2F%2Fother.test%2F', '/404']) {
    await page.goto(start.replace(/#.*/, `#${path}`))
    await expect(page.getByRole('main')).toBeVisible()
    await expect(sidebar, path).toHaveCount(0)
  }
  await page.goto(start)
  await expect(sidebar).toBeVisible()
})
