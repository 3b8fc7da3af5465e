import { lock } from '@hongyan/contract/lock'
import { session } from '@hongyan/contract/session'
import type { Page } from '@playwright/test'
import { connectApi } from '../durability/api.ts'
import { AxeBuilder } from '../support/axe.ts'
import { domain, expect, password, signIn, test } from '../support/fixtures.ts'
import { mailText } from '../support/send-mail.ts'

const secret = 'lock-1234'

/** A call past the interface, as the login of the page. */
const callAs = (page: Page, path: string, body?: object) =>
  page.evaluate(
    async ([path, body]) => {
      const headers = {
        authorization: `Bearer ${localStorage.getItem('accessToken')}`,
        'content-type': 'application/json',
      }
      const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
      const answer = await fetch(`/api/${path}`, init)
      return { status: answer.status, code: (await answer.json()).code as number }
    },
    [path, body] as const,
  )

const flagOf = (page: Page) => page.evaluate(() => sessionStorage.getItem('lockScreen'))

async function judge(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
}

test('AUTH-19 BANNERS-04 SECURITY-01 SECURITY-18 SECURITY-19 SECURITY-20 SECURITY-21 SECURITY-23 SECURITY-24 ERRORS-05 a lock password is set after the set-lock-password prompt, the screen locked by hand after the lock-screen confirm, over a mail being written, and unlocked', async ({
  page,
  installation,
}) => {
  await installation.deliver('lock', mailText({ subject: '机密的主题' }))
  await signIn(page, installation, { name: 'lock' })
  await expect(page.getByRole('row').first()).toContainText('机密的主题')

  // Without a lock password: the way to set one, tab four of account and security.
  const more = page.getByRole('banner').getByRole('button', { name: '更多' })
  const lockByMenu = async () => {
    await more.click()
    await page.getByRole('menuitem', { name: '锁屏' }).click()
  }
  await lockByMenu()
  await expect(page.getByRole('dialog')).toContainText('请先设置锁屏密码')
  await page.getByRole('button', { name: '去设置' }).click()
  await expect(page).toHaveURL(/#\/set\/accountalias\/4$/)
  await page.goto(`${installation.url}/#/set/lockscreen`)
  await expect(page).toHaveURL(/#\/set\/accountalias\/4$/)
  await page.getByRole('button', { name: '设置锁屏密码' }).click()
  const dialog = page.getByRole('dialog', { name: '设置锁屏密码' })
  await page.keyboard.type(secret)
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('两次输入的密码不一致')
  await dialog.getByLabel('再次输入锁屏密码').fill(secret)
  await judge(page)
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('已设置', { exact: true })).toBeVisible()
  await page.getByRole('combobox', { name: '自动锁屏' }).selectOption({ label: '30 分钟无操作后' })

  // A mail is being written when the screen is locked.
  await page.goto(`${installation.url}/#/write/new/0`)
  const subject = page.getByRole('textbox', { name: '主题' })
  await subject.fill('写到一半的信')
  await lockByMenu()
  const pressedAt = await page.evaluate(() => Number(localStorage.getItem('lastMouseDown')))
  expect(Math.abs(Date.now() - pressedAt)).toBeLessThan(60_000)
  await page.getByRole('dialog').getByRole('button', { name: '立即锁屏' }).click()
  const heading = page.getByRole('heading', { name: '屏幕已锁定' })
  await expect(heading).toBeVisible()
  expect(await flagOf(page)).toBe('1')
  await expect(page).toHaveTitle('鸿雁')
  await judge(page)

  // Nothing of the mail is read out or reached, whatever is pressed.
  const said = await page.locator('body').ariaSnapshot()
  expect(said).toContain('屏幕已锁定')
  expect(said).not.toMatch(/机密|写到一半|收件箱/)
  await expect(page.getByRole('textbox')).toHaveCount(1)
  for (const key of ['Escape', 'Escape', 'Escape', 'c', '/', 'Control+k'])
    await page.keyboard.press(key)
  for (let press = 0; press < 12; press++) {
    await page.keyboard.press('Tab')
    const place = await page.evaluate(() => {
      const at = document.activeElement
      return at === document.body || at?.closest('[data-lock-host]') !== null
    })
    expect(place).toBe(true)
  }
  await expect(heading).toBeVisible()
  expect(await callAs(page, session.userInfo.path)).toEqual({ status: 400, code: 401014 })

  // Loaded again, it is covered before anything is drawn; the draft was saved before the lock.
  await page.reload()
  await expect(heading).toBeVisible()
  expect(await page.locator('body').ariaSnapshot()).not.toMatch(/机密|写到一半/)
  const field = page.getByRole('textbox', { name: '锁屏密码' })
  await expect(field).toBeFocused()
  await field.fill('wrong')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('锁屏密码不正确，还可以尝试4次')
  await field.fill(secret)
  await page.keyboard.press('Enter')
  await expect(heading).toHaveCount(0)
  expect(await flagOf(page)).toBe(null)
  await expect(subject).toHaveValue('写到一半的信')

  // Locked by a call of its own login elsewhere: the page is covered, and what is typed meanwhile is there after it.
  await subject.fill('写完的信')
  await callAs(page, lock.open.path, {})
  await expect(heading).toBeVisible()
  await field.fill(secret)
  await page.getByRole('button', { name: '解锁' }).click()
  await expect(subject).toHaveValue('写完的信')
  await subject.press('End')
  await page.keyboard.type('！')
  await expect(subject).toHaveValue('写完的信！')
})

test('LIMITS-01 LIMITS-02 SECURITY-14 SECURITY-15 SECURITY-16 SECURITY-17 SECURITY-22 every 60 s the page asks whether it is time to lock: a notice of 5 s, then the lock; no, or an error, clears it', async ({
  page,
  installation,
}) => {
  await page.clock.install()
  await signIn(page, installation, { name: 'autolock', language: 'en' })
  await callAs(page, lock.set.path, { password: secret })
  const asked: { idle: number }[] = []
  page.on('request', (request) => {
    if (request.url().endsWith(lock.isAutoLock.path)) asked.push(request.postDataJSON())
  })
  const minute = async (ms = 60_000) => {
    const answered = page.waitForResponse(`**/api/${lock.isAutoLock.path}`)
    await page.clock.fastForward(ms)
    return answered
  }
  const say = (json: object, status = 200) =>
    page.route(`**/api/${lock.isAutoLock.path}`, (route) => route.fulfill({ status, json }))
  const unsay = () => page.unroute(`**/api/${lock.isAutoLock.path}`)
  const notice = page.getByRole('dialog').filter({ hasText: 'The screen will lock in 5 seconds' })
  const heading = page.getByRole('heading', { name: 'The screen is locked' })

  await minute()
  expect(asked.at(-1)?.idle).toBeGreaterThanOrEqual(59)
  await expect(notice).toHaveCount(0)
  // A browser that knows of no deed counts from when it is asked.
  await page.evaluate(() => localStorage.removeItem('lastMouseDown'))
  await minute()
  expect(asked.at(-1)).toEqual({ idle: 0 })
  await minute()
  expect(asked.at(-1)?.idle).toBeGreaterThanOrEqual(59)

  // Time to lock, but somebody is there.
  await say({ code: 200, message: 'OK', data: { isAutoLock: 1 } })
  await minute()
  await expect(notice).toBeVisible()
  await unsay()
  await notice.getByRole('button', { name: 'Keep working' }).click()
  await expect(notice).toHaveCount(0)
  await expect.poll(() => asked.at(-1)).toEqual({ idle: 0 })
  await page.clock.fastForward(6_000)
  await expect(heading).toHaveCount(0)

  // And nobody is there.
  await say({ code: 200, message: 'OK', data: { isAutoLock: 1 } })
  await minute()
  await expect(notice).toBeVisible()
  await page.clock.fastForward(5_000)
  await expect(heading).toBeVisible()
  expect(await flagOf(page)).toBe('1')
  expect(await callAs(page, session.userInfo.path)).toEqual({ status: 400, code: 401014 })

  // An error clears the lock of the page, which begins anew; that of the server brings it back.
  await unsay()
  await say({ code: 500000, message: 'failed', data: null }, 500)
  const again = page.waitForEvent('load')
  await minute()
  await again
  await expect(heading).toBeVisible()
  await unsay()
  expect(await callAs(page, session.userInfo.path)).toEqual({ status: 400, code: 401014 })

  // A line that is cut clears nothing.
  await page.route(`**/api/${lock.isAutoLock.path}`, (route) => route.abort())
  await page.clock.fastForward(60_000)
  await expect(heading).toBeVisible()
  await unsay()

  // Relieved elsewhere: the answer is no, the lock goes and the page loads again.
  expect(await callAs(page, lock.relieve.path, { password: secret })).toMatchObject({ code: 200 })
  const reloaded = page.waitForEvent('load')
  await minute()
  await reloaded
  await expect(page.getByRole('navigation', { name: 'Folders' })).toBeVisible()
  await expect(heading).toHaveCount(0)
})

test('SESSIONS AUTH-15 tab five lists where one is signed in, this login first; another is signed out from here, and signing out in one tab signs out all', async ({
  page,
  context,
  installation,
}) => {
  await signIn(page, installation, { name: 'lock', language: 'en' })
  const api = connectApi(installation.product.httpPort)
  await api.logIn(`lock@${domain}`, password)
  await connectApi(installation.product.httpPort).logIn(`lock@${domain}`, password)
  await page.goto(`${installation.url}/#/set/accountalias/5`)
  const logins = page.getByRole('region', { name: 'Devices' }).getByRole('listitem')
  await expect(logins.first()).toContainText('This device')
  await judge(page)
  const before = await logins.count()
  const foreign = logins.filter({ hasNotText: 'This device' }).filter({ hasText: 'node' }).first()
  await foreign.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(logins).toHaveCount(before - 1)
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(logins).toHaveCount(1)
  await expect(api.get(session.userInfo, {})).rejects.toThrow()

  const second = await context.newPage()
  await second.goto(`${installation.url}/#/inbox`)
  await expect(second.getByRole('navigation', { name: 'Folders' })).toBeVisible()
  await second.getByRole('banner').getByRole('button', { name: 'Account' }).click()
  await second.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/#\/login/)
})
