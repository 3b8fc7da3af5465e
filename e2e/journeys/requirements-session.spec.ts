import { folders } from '@hongyan/contract/folders'
import { labels } from '@hongyan/contract/labels'
import { phone } from '@hongyan/contract/phone'
import { start } from '@hongyan/contract/start'
import type { Page, Request } from '@playwright/test'
import { connectApi } from '../durability/api.ts'
import { domain, expect, password, signIn, test } from '../support/fixtures.ts'
import { mailText, mailWithFiles } from '../support/send-mail.ts'
import { pixel } from '../support/stubs.ts'

interface Told {
  path: string
  authorization: string | undefined
}

/** What the page asks of the server, with who it says it is. */
function listen(page: Page, url: string): Told[] {
  const told: Told[] = []
  page.on('request', (request: Request) => {
    if (!['fetch', 'xhr', 'image'].includes(request.resourceType())) return
    if (!request.url().startsWith(url)) return
    // What the page sets is known at once; asking for all headers may outlive the page.
    const { authorization } = request.headers()
    told.push({ path: new URL(request.url()).pathname, authorization })
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

/** What this tab alone keeps. */
const ofTab = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() => ({ ...sessionStorage }))

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
    // At once: the connection for news may find out as well.
    location.hash = '#/draftbox'
  })
  await expect(page.getByText('login expired, please log in again')).toBeVisible()
  await expect(page).toHaveURL(/#\/login/)
  expect((await stored(page)).accessToken).toBe(null)
})

test('AUTH-17 AUTH-19 what is kept of a session, and where; a folder list that is refused clears the stored tokens, one that fails does not', async ({
  page,
  installation,
}) => {
  await installation.deliver('keeper', mailText({ subject: 'to be moved', text: 'x' }))
  const api = connectApi(installation.product.httpPort)
  await api.logIn(`keeper@${domain}`, password)
  await api.get(labels.add, { labelName: '红' })
  const answerOf = async ({ path }: { path: string }) => {
    const answer = await page.waitForResponse(`**/api/${path}*`)
    return (await answer.json()).data
  }
  const asked = [start.first, phone.gateway].map(answerOf)
  await signIn(page, installation, { name: 'keeper' })
  const [{ user, folders: lists }, { smsGatewayStatus }] = await Promise.all(asked)
  const { accessToken, refreshToken, cookie } = await stored(page)
  expect([accessToken, refreshToken].map((one) => typeof one)).toEqual(['string', 'string'])
  expect(cookie).toContain('token=1')

  // Session storage says who it is and opens nothing; with the lock flag, which the journey of the lock sees.
  await expect.poll(() => ofTab(page)).toMatchObject({ userMail: `keeper@${domain}` })
  const { userMail, userName, company, lockScreen, ...rest } = await ofTab(page)
  const { emailAddr, companyName } = user
  expect([userMail, userName, company]).toEqual([emailAddr, user.userName, companyName])
  expect(lockScreen).toBe(undefined)
  for (const secret of [accessToken, refreshToken])
    expect(JSON.stringify(rest)).not.toContain(String(secret))

  // The rest is held in the page alone, and shown: name, emailAddr (mailAddr is the same), mailnums, marks.
  expect(smsGatewayStatus).toBe(0)
  const [inbox] = lists.folderList
  // One mail, and at times already the word about a login on a new device.
  expect(inbox?.folderName).toBe('收件箱')
  for (const count of [inbox?.mail, inbox?.unread]) expect([1, 2]).toContain(count)
  const sidebar = page.getByRole('navigation', { name: '文件夹' })
  await expect(sidebar.getByRole('link', { name: /^收件箱/ })).toContainText(/[12]/)
  await expect(sidebar.getByRole('link', { name: /^红/ })).toBeVisible()
  const menu = page.getByRole('dialog', { name: '账号' })
  await page.getByRole('button', { name: '账号', exact: true }).click()
  await expect(menu).toContainText(emailAddr)
  await page.keyboard.press('Escape')

  // moveMails (name, id, pwd, show, isSystem, deleteId) are what a mail is moved to, each one of folderIds; the labels
  // (movemailFenleis) are what it is marked with.
  const row = page.getByRole('row').filter({ hasText: 'to be moved' })
  await row.hover()
  await row.getByRole('checkbox').check()
  const targets = answerOf(folders.targets)
  await page.getByRole('button', { name: '移动到' }).click()
  const { moveMails } = await targets
  const folderIds = lists.folderList.map(({ folderId }: { folderId: number }) => folderId)
  expect(folderIds).toEqual(expect.arrayContaining(moveMails.map(({ id }: { id: number }) => id)))
  for (const { name, ...one } of moveMails) {
    expect(one).toMatchObject({ id: expect.any(Number), pwd: false, show: true, isSystem: true })
    expect(one).toHaveProperty('deleteId')
    if (name !== '收件箱') await expect(page.getByRole('option', { name })).toBeVisible()
  }
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '标签', exact: true }).click()
  await expect(page.getByRole('dialog', { name: '标签' })).toContainText('红')
  await page.keyboard.press('Escape')

  // What answers all at once fails with them, and then each is asked for alone.
  const at = ({ pathname }: URL) =>
    [start.first, folders.list].some(({ path }) => pathname === `/api/${path}`)
  const answered = (status: number) =>
    page.route(at, (route) =>
      route.fulfill({ status, json: { code: status, message: 'no folders', data: null } }),
    )
  await answered(500)
  const failed = page.waitForResponse(
    (answer) => answer.status() === 500 && answer.url().includes(folders.list.path),
  )
  await page.reload()
  await failed
  await expect(page.getByRole('button', { name: '账号', exact: true })).toBeVisible()
  expect(await stored(page)).toMatchObject({ accessToken, refreshToken })
  await page.unroute(at)
  await answered(403)
  await page.reload()
  await expect(page).toHaveURL(/#\/login/)
  expect(await stored(page)).toMatchObject({ accessToken: null, refreshToken: null })
  expect((await stored(page)).cookie).not.toContain('token=1')
  expect(await ofTab(page)).not.toHaveProperty('userMail')
})
