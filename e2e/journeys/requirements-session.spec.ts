import { folders } from '@hongyan/contract/folders'
import type { Page, Request } from '@playwright/test'
import { domain, expect, password, signIn, test } from '../support/fixtures.ts'
import { mailWithFiles } from '../support/send-mail.ts'
import { pixel } from '../support/stubs.ts'

interface Told {
  path: string
  authorization: string | undefined
}

/** What the page asks of the server, with who it says it is. */
function listen(page: Page, url: string): Told[] {
  const told: Told[] = []
  page.on('request', async (request: Request) => {
    if (!['fetch', 'xhr', 'image'].includes(request.resourceType())) return
    const headers = await request.allHeaders()
    if (!request.url().startsWith(url)) return
    told.push({ path: new URL(request.url()).pathname, authorization: headers.authorization })
  })
  return told
}

const stored = (page: Page) =>
  page.evaluate(() => ({
    accessToken: localStorage.getItem('accessToken'),
    refreshToken: localStorage.getItem('refreshToken'),
    kept: localStorage.getItem('kept'),
    keptForTab: sessionStorage.getItem('kept'),
    cookie: document.cookie,
  }))

/** The status of a call that the page makes with these headers, past the interface. */
const statusOf = (page: Page, path: string, authorization?: string) =>
  page.evaluate(
    async ([path, authorization]) => {
      const headers = authorization ? { authorization } : undefined
      return (await fetch(`/api/${path}`, headers ? { headers } : {})).status
    },
    [path, authorization] as const,
  )

async function fillIn(page: Page, secret: string): Promise<void> {
  await page.locator('input').first().fill(`entry@${domain}`)
  await page.locator('input[type=password]').fill(secret)
  await page.getByRole('button', { name: '登录' }).click()
}

test('AUTH-01 AUTH-04 AUTH-11 AUTH-12 AUTH-13 AUTH-14 AUTH-18 AUTH-20 ERRORS-01 PUSH-02 a login by the form: who the page says it is, what it keeps, what is open without', async ({
  page,
  installation,
}) => {
  const file = { name: 'dot.png', type: 'image/png', content: pixel }
  await installation.deliver('entry', mailWithFiles({ subject: 'with a file', files: [file] }))
  const told = listen(page, installation.url)
  await page.goto(`${installation.url}/#/custombox/1`)
  await expect(page).toHaveURL(/#\/loginBefore\?redirect=/)
  expect(await statusOf(page, folders.list.path)).toBe(401)
  const before = told.filter(({ path }) => path.startsWith('/api/'))
  expect(before.length).toBeGreaterThan(0)
  const [basic] = before.map(({ authorization }) => authorization).filter(Boolean)
  expect(basic).toMatch(/^Basic \S+$/)
  expect(await statusOf(page, folders.list.path, basic)).toBe(401)
  expect(await statusOf(page, 'platform/config', basic)).toBe(200)

  await fillIn(page, '密码password')
  await expect(page.getByText('密码不能包含中文')).toBeVisible()
  await page.evaluate(() => {
    localStorage.setItem('kept', 'of another')
    sessionStorage.setItem('kept', 'of another')
  })
  await fillIn(page, 'wrong-password')
  await expect(page.getByText('用户名或密码不正确')).toBeVisible()
  expect(await stored(page)).toMatchObject({ accessToken: null, kept: null, keptForTab: null })

  told.length = 0
  const answered = page.waitForResponse(/\/api\/oauth\/token$/)
  const opened = page.waitForEvent('websocket')
  await fillIn(page, password)
  const { code, data } = await (await answered).json()
  expect({ code, secondVerified: data.secondVerified }).toEqual({
    code: 200,
    secondVerified: false,
  })
  const { accessToken, refreshToken } = data
  expect(await stored(page)).toMatchObject({ accessToken, refreshToken })
  expect((await stored(page)).cookie).toContain('token=1')
  expect((await stored(page)).cookie).not.toContain(accessToken)
  // The push base, mail/message and the address (PUSH-02); the token is not in it.
  const { pathname, search } = new URL((await opened).url())
  expect([pathname, search]).toEqual([`/api/mail/message/entry%40${domain}`, ''])

  await page.goto(`${installation.url}/#/inbox`)
  await page.getByRole('row').filter({ hasText: 'with a file' }).click()
  const saved = page.waitForEvent('download')
  await page
    .getByRole('link', { name: /下载|保存/ })
    .first()
    .click()
  expect(new URL((await saved).url()).pathname).toMatch(/^\/api\/file\//)
  const calls = told.filter(({ path }) => path.startsWith('/api/') && !path.includes('/file/'))
  expect(calls.length).toBeGreaterThan(5)
  for (const one of calls.filter(({ path }) => !/oauth|platform/.test(path)))
    expect(one).toEqual({ path: one.path, authorization: `Bearer ${accessToken}` })
  for (const one of told.filter(({ path }) => path.includes('/file/')))
    expect(one).toEqual({ path: one.path, authorization: undefined })
  // Whoever calls stays on the base (ERRORS-01): nothing but it and what the page is built of is asked for.
  for (const { path } of told) expect(path).toMatch(/^\/(api|assets|locales)\/|^\/[\w.-]*$/)

  // The payload's address is checked against the token.
  const own = `${folders.list.path}?emailAddr=entry@${domain}`
  expect(await statusOf(page, own, `Bearer ${accessToken}`)).toBe(200)
  const other = `${folders.list.path}?emailAddr=a@${domain}`
  expect(await statusOf(page, other, `Bearer ${accessToken}`)).toBe(403)

  // A token at its end is renewed before it is used.
  const renewed = page.waitForResponse(/\/api\/verify\/token$/)
  await page.evaluate(() => localStorage.setItem('tokenExpiresAt', String(Date.now() - 1)))
  await page.getByRole('button', { name: '账号' }).click()
  const fresh = (await (await renewed).json()).data
  await expect
    .poll(() => stored(page))
    .toMatchObject({ accessToken: fresh.accessToken, refreshToken: fresh.refreshToken })
  expect(fresh.accessToken).not.toBe(accessToken)
  expect(await statusOf(page, folders.list.path, `Bearer ${accessToken}`)).toBe(401)
})

test('AUTH-15 ERRORS-02 ERRORS-06 SHELL-24 I18N-03 a text 200 is a success; signing out forgets all even when the call fails; in English an expired login says so', async ({
  page,
  installation,
}) => {
  await signIn(page, installation, { name: 'entry', language: 'en' })
  await page.route('**/api/mail/main/quota/useInfo', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), code: '200' } })
  })
  await page.getByRole('button', { name: 'Account' }).click()
  await expect(page.getByRole('meter', { name: 'Storage' })).toBeVisible()
  await expect(page.getByText(/^[\d.]+ (B|KB|MB) of 10 GB used$/)).toBeVisible()
  await page.evaluate(() => {
    localStorage.setItem('kept', 'x')
    sessionStorage.setItem('kept', 'x')
  })
  await page.route('**/api/oauth/logout', (route) => route.abort())
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/#\/login/)
  expect(await stored(page)).toMatchObject({ accessToken: null, kept: null, keptForTab: null })
  expect((await stored(page)).cookie).not.toContain('token=1')

  // The language was chosen on this device and stays.
  await signIn(page, installation, { name: 'entry' })
  await page.evaluate(() => {
    localStorage.setItem('accessToken', 'nobody')
    localStorage.setItem('refreshToken', 'nobody')
  })
  await page.getByRole('link', { name: /^Drafts/ }).click()
  await expect(page.getByText('login expired, please log in again')).toBeVisible()
  await expect(page).toHaveURL(/#\/login/)
  expect((await stored(page)).accessToken).toBe(null)
})
