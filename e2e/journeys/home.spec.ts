import { AxeBuilder } from '../support/axe.ts'
import { expect, signIn, test } from '../support/fixtures.ts'
import { mailText } from '../support/send-mail.ts'

const later = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)

test('ROUTES-06 ROUTES-22 ROUTES-23 SHELL-01 SHELL-22 SHELL-23 home shows what is to be done, lives, and is walked by keys', async ({
  page,
  installation,
}) => {
  await signIn(page, installation, { name: 'home' })
  await installation.command(['announce', 'add', '系统维护', '周六 22:00 起。', '--until', later])
  const areas = page.getByRole('navigation', { name: '主要区域' })
  await areas.getByRole('link', { name: '首页' }).click()
  await expect(page).toHaveURL(/#\/dashboard$/)
  await expect(page).toHaveTitle(/首页 - 鸿雁/)
  const home = page.getByRole('region', { name: '首页' })
  await expect(home.getByRole('heading', { level: 1 })).toContainText(
    /home，(早上|中午|下午|晚上)好/,
  )
  await expect(home.getByText('今天没有待处理的事项')).toBeVisible()
  await home.getByText('系统维护').click()
  await expect(home.getByText('周六 22:00 起。')).toBeVisible()
  await expect(home.getByRole('list', { name: '今日概览' })).toContainText('0')

  // Mail that comes meanwhile is there by itself; a stranger's only counts.
  await installation.deliver('home', mailText({ subject: 'from a stranger', text: 'x' }))
  await expect(home.getByText('未读邮件都来自没有往来的人。')).toBeVisible()
  await expect(home.getByRole('link', { name: '1 封未读', exact: false }).first()).toBeVisible()

  // Keys: the second stop from the top leads to what is to be done.
  await page.getByRole('main').focus()
  await page.keyboard.press('j')
  await expect(home.getByRole('link', { name: /封未读/ }).first()).toBeFocused()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#\/todo$/)
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await expect(page).toHaveURL(/#\/dashboard$/)

  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(areas).toHaveCount(0)
  const wide = () => home.evaluate((one) => one.scrollWidth - one.clientWidth)
  expect(await wide()).toBe(0)
  await page.setViewportSize({ width: 1280, height: 800 })

  // Where `/` leads is one's own choice, for this browser's next start too.
  const start = home.getByRole('switch', { name: '打开时直接进入收件箱' })
  await expect(start).toBeChecked()
  const saved = page.waitForResponse(/generalConfig\/single\/update$/)
  await start.click()
  await saved
  await page.goto(`${installation.url}/`)
  await expect(page).toHaveURL(/#\/dashboard$/)
  await page.evaluate(() => localStorage.removeItem('warm'))
  await page.goto(`${installation.url}/?again`)
  await expect(page).toHaveURL(/#\/dashboard$/)
  // Without a home screen of its own the first steps could not be put away.
  await home.getByRole('button', { name: '不再显示' }).click()
  await expect(home.getByText('开始使用')).toHaveCount(0)
})
