import type { Page } from '@playwright/test'
import { domain, expect, password, signIn, test } from '../support/fixtures.ts'

const firstCall = '/api/mail/main/start'

/** What comes with it: none of them is asked for by itself. */
const parts = [
  '/api/platform/config',
  '/api/mail/main/folder/list',
  '/api/user/info',
  '/api/mail/main/index',
  '/api/mail/email/mailbox/list',
]

const times = (asked: readonly string[], path: string) => asked.filter((one) => one === path).length

test('§Speed coming back asks once for all of the first screen, before the libraries are there', async ({
  page,
  installation,
}) => {
  await signIn(page, installation, { name: 'a' })
  await page.waitForLoadState('networkidle')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(`${installation.url}/`)
  await page.reload()
  // A call of the page before would be counted as one of this.
  await page.waitForLoadState('networkidle')
  asked.length = 0
  await page.reload()
  await expect(page).toHaveURL(/#\/inbox/)
  await page.waitForLoadState('networkidle')
  expect(times(asked, firstCall)).toBe(1)
  for (const path of parts) expect(times(asked, path), path).toBe(0)
  const early = await page.evaluate(() => {
    const times = performance.getEntriesByType('resource').map(({ name, startTime }) => ({
      name,
      startTime,
    }))
    const of = (part: string) => times.find(({ name }) => name.includes(part))?.startTime ?? 0
    const marks = performance.getEntriesByName('app', 'mark')
    return { first: of('main/start'), app: marks[0]?.startTime ?? 0 }
  })
  expect(early.first).toBeGreaterThan(0)
  expect(early.first).toBeLessThan(early.app)
})

/**
 * What login and inbox are made of. Fetched while nothing else is to be done: `reader` and what it reads HTML and
 * pictures with, what is done with selected mail and the box of the account (`tools`, `account-panel`), the lock screen, which must be there when the line is
 * not, the cards of new mail, and after a login what reminds of an old password. At a bare IP address there are no passkeys, and so none of their code.
 */
const firstScreen =
  /^(?:index|rolldown-runtime|vendor|tokens|ui|early|app|zh|reader|purify(?:\.es)?|inert-html|data-bytes|lock-overlay|password-(?:reminder|query)|passwords|composing|arrivals|(?:take-)?frame|tools|icons-later|account-panel|undo\.public)-/

test('§Speed a login by form asks once for all of the first screen, the list too, and fetches nothing of other screens', async ({
  page,
  installation,
}) => {
  await page.clock.install()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await signIn(page, installation, { name: 'a' })
  await expect.poll(() => asked.some((path) => path.includes('/assets/reader-'))).toBe(true)
  // Whatever was put off until later happens now.
  await page.clock.fastForward(10_000)
  await page.waitForLoadState('networkidle')
  for (const path of ['/api/oauth/token', firstCall]) expect(times(asked, path), path).toBe(1)
  // The login form has asked for the platform's configuration before.
  for (const path of parts)
    expect(times(asked, path), path).toBe(path.endsWith('platform/config') ? 1 : 0)
  const chunks = asked.filter((path) => path.startsWith('/assets/'))
  const names = chunks.map((path) => path.slice('/assets/'.length))
  expect(names.filter((name) => !firstScreen.test(name))).toEqual([])
  expect(new Set(names).size).toBe(names.length)
  // Issue 13: what stands between an address typed and the inbox, as it comes over the wire.
  const files = ['/', ...chunks.filter((path) => !whenIdle.test(path))]
  const sizes = await Promise.all(files.map((path) => sizeOf(`${installation.url}${path}`)))
  expect(sizes.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(startBudget)
})

/** Fetched once the list is there. */
const whenIdle =
  /\/(?:reader|purify(?:\.es)?|inert-html|data-bytes|lock-overlay|password-(?:reminder|query)|passwords|arrivals|zh-later|(?:take-)?frame|tools|icons-later|account-panel|undo\.public)-/

/** Bytes. It only ever gets smaller. */
const startBudget = 180_000

async function sizeOf(url: string): Promise<number> {
  const { headers } = await fetch(url, { headers: { 'accept-encoding': 'br' } })
  expect(headers.get('content-encoding'), url).toBe('br')
  return Number(headers.get('content-length'))
}

test('§Speed the first calls of a start wait for no library, and the login form for neither', async ({
  page,
  installation,
}) => {
  const html = await (await page.request.get(`${installation.url}/`)).text()
  const read = async (address: RegExp): Promise<string> => {
    const file = address.exec(html)?.[1]
    return await (await page.request.get(`${installation.url}${file}`)).text()
  }
  const first = await read(/<script[^>]* src="\.(\/assets\/index-[^"]+\.js)"/)
  expect(first).not.toMatch(/(?:^|;)import\s*(?:["'{*\w])/m)
  expect(first).not.toContain('mail/main/start')
  const early = await read(/<link rel="modulepreload"[^>]* href="\.(\/assets\/early-[^"]+\.js)"/)
  expect(early).toContain('mail/main/start')
  expect(early).not.toMatch(/(?:from|import)\s*["']\.\/(?:vendor|app|ui)-/)
})

test('§Speed no script but the first comes before the login form is painted, and its styles are those of all', async ({
  page,
  installation,
}) => {
  await page.goto(installation.url)
  await expect(page.locator('#root[data-first]')).toHaveCount(0)
  const { painted, asked } = await page.evaluate(() => {
    const [paint] = performance.getEntriesByName('first-contentful-paint')
    const scripts = performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\/(?:vendor|app|ui|zh)-[^/]+\.js$/.test(name))
    return { painted: paint?.startTime ?? 0, asked: scripts.map(({ startTime }) => startTime) }
  })
  expect(painted).toBeGreaterThan(0)
  expect(asked.length).toBeGreaterThan(3)
  expect(Math.min(...asked)).toBeGreaterThan(painted)
  // Read as they are written, in their order: a rule that comes late must not win where it would not have.
  const sheets = await page.evaluate(() =>
    [...document.styleSheets].filter((one) => one.href === null).map((one) => one.cssRules.length),
  )
  expect(sheets).toHaveLength(1)
  expect(sheets[0]).toBeGreaterThan(300)
})

const libraries = /\/assets\/(?:vendor|app|ui)-[\w-]+\.js$/

/** Files of the page come when they are let. */
async function hold(page: Page, files: RegExp): Promise<() => void> {
  let letThem = (): void => undefined
  const held = new Promise<void>((resolve) => {
    letThem = resolve
  })
  await page.route(files, async (route) => {
    await held
    await route.continue()
  })
  return letThem
}

/** What of the form a person sees and holds, and the elements themselves: taken over, not drawn anew. */
const formOf = (page: Page) =>
  page.evaluate(() => {
    const all = [
      ...document.querySelectorAll<HTMLElement>('main h1, main label, form :is(input, button)'),
    ]
    const known = Object.assign(window, { formBefore: Object(window).formBefore ?? all }).formBefore
    const focused = document.activeElement
    return {
      same: all.length === known.length && all.every((one, index) => one === known[index]),
      boxes: all.map((one) => {
        const { x, y, width, height } = one.getBoundingClientRect()
        return [one.textContent, x, y, width, height]
      }),
      typed: all.map((one) => (one instanceof HTMLInputElement ? one.value : '')),
      focus: focused instanceof HTMLInputElement && [focused.name, focused.selectionStart],
    }
  })

const isFirst = (page: Page) => page.locator('#root').evaluate((root) => 'first' in root.dataset)

for (const [language, name, submit] of [
  ['zh', '用户名', '登录'],
  ['en', 'Username', 'Sign in'],
] as const) {
  test(`§Speed AUTH-01 the login form is HTML (${language}): painted and typed into before any library, taken over as it stands`, async ({
    page,
    context,
    installation,
  }) => {
    const faults: unknown[] = []
    page.on('pageerror', (fault) => faults.push(fault))
    await context.addCookies([{ name: 'language', value: language, url: installation.url }])
    const letThem = await hold(page, libraries)
    await page.goto(`${installation.url}/`)
    const field = page.getByRole('textbox', { name, exact: true })
    await expect(field).toBeFocused()
    await expect(page.getByRole('button', { name: submit, exact: true })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    const paints = () => page.evaluate(() => performance.getEntriesByType('paint').length)
    await expect.poll(paints).toBe(2)
    await page.keyboard.type('alpha')
    await page.keyboard.press('ArrowLeft')
    const before = await formOf(page)
    expect(before.focus).toEqual(['username', 4])
    expect(await isFirst(page)).toBe(true)

    letThem()
    await expect.poll(() => isFirst(page)).toBe(false)
    expect(await formOf(page)).toEqual({ ...before, same: true })
    await page.keyboard.type('-')
    await expect(field).toHaveValue('alph-a')
    await expect(page).toHaveURL(/#\/loginBefore$/)
    expect(faults).toEqual([])
  })
}

test('§Speed AUTH-01 what is pressed in the form before the libraries are there is seen to wait, and is done', async ({
  page,
  installation,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const letThem = await hold(page, libraries)
  await page.goto(`${installation.url}/#/todo`)
  await page.locator('[name=username]').fill(`a@${domain}`)
  const secret = page.locator('[name=password]')
  await secret.fill(password)
  await page.locator('form button[type=button]').click()
  await expect(page.locator('form button[type=button]')).toHaveAttribute('aria-busy', 'true')
  // A language is chosen beside whatever else is pressed; of that the last counts.
  await page.getByRole('button', { name: 'English' }).click()
  await secret.press('Enter')
  await expect(page.locator('[type=submit]')).toHaveAttribute('aria-busy', 'true')
  await expect(page.locator('[lang=en]')).toHaveAttribute('aria-busy', 'true')
  await expect(page.locator('[aria-busy]')).toHaveCount(2)
  expect(times(asked, '/api/oauth/token')).toBe(0)
  letThem()
  const account = page.getByRole('button', { name: 'Account', exact: true })
  await expect(account).toBeVisible()
  await expect(page).toHaveURL(/#\/todo$/)
  expect(times(asked, '/api/oauth/token')).toBe(1)

  // Who is signed in never sees it.
  const letThemAgain = await hold(page, libraries)
  const held = page.waitForRequest(/\/assets\/vendor-/)
  await page.reload({ waitUntil: 'commit' })
  await held
  await page.waitForLoadState('domcontentloaded')
  await expect(page.locator('#root')).toBeEmpty()
  letThemAgain()
  await expect(account).toBeVisible()
})

test('I18N-01 AUTH-01 a language that is chosen before signing in is the page’s, however late its texts come', async ({
  page,
  installation,
}) => {
  await installation.person('tongue')
  await page.goto(installation.url)
  await expect.poll(() => isFirst(page)).toBe(false)
  const letThem = await hold(page, /\/assets\/en-[\w-]+\.js$/)
  await page.getByRole('button', { name: 'English' }).click()
  await page.locator('[name=username]').fill(`tongue@${domain}`)
  await page.locator('[name=password]').fill(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#\/inbox/)
  await expect(page.getByRole('button', { name: '账号', exact: true })).toBeVisible()
  letThem()
  await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible()
})

for (const [language, words, reload] of [
  ['zh', '页面没有加载完整', '重新加载'],
  ['en', 'The page did not load completely', 'Reload'],
] as const) {
  test(`G118 AUTH-01 libraries that do not come are told of (${language}): in the form, where what was typed stays, and in place of a screen`, async ({
    page,
    context,
    installation,
  }) => {
    await context.addCookies([{ name: 'language', value: language, url: installation.url }])
    const fail = async () => {
      let failNow = (): void => undefined
      const held = new Promise<void>((resolve) => {
        failNow = resolve
      })
      await page.route(/\/assets\/vendor-[\w-]+\.js$/, async (route) => {
        await held
        await route.abort()
      })
      return failNow
    }
    const failNow = await fail()
    await page.goto(`${installation.url}/`)
    const name = page.locator('[name=username]')
    await name.fill('alpha')
    await page.locator('[name=password]').fill(password)
    await page.keyboard.press('Enter')
    await expect(page.locator('[type=submit]')).toHaveAttribute('aria-busy', 'true')
    failNow()
    const notice = page.getByRole('alert').filter({ hasText: words })
    await expect(notice).toBeVisible()
    await expect(page.locator('[aria-busy]')).toHaveCount(0)
    await expect(name).toHaveValue('alpha')
    await page.keyboard.press('Enter')
    const again = notice.getByRole('button', { name: reload })
    await expect(again).toBeFocused()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await again.click()
    await expect.poll(() => isFirst(page)).toBe(false)
    await expect(notice).toBeHidden()

    await signIn(page, installation, { name: 'a' })
    const failAgain = await fail()
    failAgain()
    await page.reload()
    await expect(notice).toBeVisible()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await again.click()
    await expect(page.locator('header').first()).toBeVisible()
    await expect(notice).toBeHidden()
  })
}

test('COMPOSE-01 the page of the editor names no script and no style of the mailbox around it', async ({
  page,
  installation,
}) => {
  const html = await (await page.request.get(`${installation.url}/editor.html`)).text()
  expect(html).toContain('/assets/editor-')
  expect(html).not.toMatch(/assets\/(?:app|vendor|ui)-/)
})
