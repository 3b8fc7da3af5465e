import { domain, expect, password, test } from '../support/fixtures.ts'

/** What would lead away, or run, if `redirect` were followed as it stands (T17). */
const elsewhere = [
  'https://evil.test/',
  '//evil.test/',
  '/\\evil.test/',
  'javascript:alert(1)',
  '/%09/evil.test/',
  '%252F%252Fevil.test/',
  '/／evil.test/',
]

test('ROUTES-03 T17 issue 13: whoever signs in by a link stays in this app, wherever its redirect points; a place in it is followed', async ({
  page,
  installation,
}) => {
  await installation.person('redirected')
  const left: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(installation.url)) left.push(request.url())
  })
  page.on('dialog', (dialog) => {
    left.push(dialog.message())
    return dialog.dismiss()
  })
  const signInBy = async (redirect: string) => {
    await page.goto('about:blank')
    await page.goto(`${installation.url}/#/login?redirect=${encodeURIComponent(redirect)}`)
    await page.locator('input').first().fill(`redirected@${domain}`)
    await page.locator('input[type=password]').fill(password)
    await page.getByRole('button', { name: '登录' }).click()
    await expect(page).not.toHaveURL(/#\/login/)
  }
  for (const redirect of elsewhere) {
    await signInBy(redirect)
    await expect(page.getByRole('main')).toBeVisible()
    const { origin, pathname } = new URL(page.url())
    expect([redirect, origin, pathname]).toEqual([redirect, installation.url, '/'])
    await page.evaluate(() => localStorage.clear())
  }
  await signInBy('/todo')
  await expect(page).toHaveURL(`${installation.url}/#/todo`)
  expect(left.filter((one) => one !== 'about:blank')).toEqual([])
})
