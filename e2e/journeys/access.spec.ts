import type { Page } from '@playwright/test'
import { AxeBuilder } from '../support/axe.ts'
import { expect, signIn, test } from '../support/fixtures.ts'
import { overlays, screens } from '../support/screens.ts'
import { mailText } from '../support/send-mail.ts'

/** Beside WCAG's: what is seen is part of what is heard, no field is named by its hint alone (looks 15). */
const ours = ['label-content-name-mismatch', 'label-title-only']

/** Serious violations of what is on screen, by rule and element. */
async function violationsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .options({
      runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21aa'] },
      rules: Object.fromEntries(ours.map((rule) => [rule, { enabled: true }])),
    })
    // No script runs in the frame of a mail, axe's neither; what is in it is the sender's.
    .exclude('iframe')
    .analyze()
  return violations
    .filter(({ id, impact }) => impact === 'serious' || impact === 'critical' || ours.includes(id))
    .map((one) => `${one.id} ${one.nodes[0]?.target}`)
}

/** The newest screens: everything on them is come to by Tab alone. */
const byKeyboard = new Set(['client', 'device', 'mail migration'])

/** What is offered on a screen and not come to by Tab. */
async function unreachedOn(page: Page): Promise<string[]> {
  const offered = await page.evaluate(() => {
    const main = document.querySelector('main') ?? document.body
    const isOne = (field: HTMLElement) =>
      field.checkVisibility() &&
      !field.matches(':disabled, [tabindex="-1"]') &&
      // Of radio buttons together the arrow keys lead from one to the next.
      !(field.matches('[type=radio]') && field !== main.querySelector('[type=radio]'))
    const all = main.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary',
    )
    const ones = [...all].filter(isOne)
    for (const one of ones) one.addEventListener('focus', () => one.removeAttribute('data-offered'))
    for (const one of ones) one.setAttribute('data-offered', one.outerHTML.slice(0, 100))
    main.tabIndex = -1
    main.focus()
    return ones.length
  })
  // A date has several stops.
  for (let count = 0; count < offered + 10; count++) await page.keyboard.press('Tab')
  return page.evaluate(() =>
    [...document.querySelectorAll('[data-offered]')].map(
      (one) => one.getAttribute('data-offered') ?? '',
    ),
  )
}

for (const language of ['zh', 'en'] as const) {
  test(`no serious accessibility violation on any screen (${language})`, async ({
    page,
    installation,
  }) => {
    test.setTimeout(360_000)
    const found: string[] = []
    const check = async (screen: string) => {
      for (const one of await violationsOf(page)) found.push(`${screen}: ${one}`)
    }
    await page.goto(installation.url)
    await expect(page.locator('input[type=password]')).toBeVisible()
    await check('login')
    const html = '<h1>Title</h1><p>text <a href="https://other.test/">link</a></p>'
    await installation.deliver('axe', mailText({ subject: `axe ${language}`, html }))
    await signIn(page, installation, { name: 'axe', language })
    const row = page.getByRole('row').filter({ hasText: `axe ${language}` })
    await row.first().click()
    await expect(page.getByRole('heading', { name: `axe ${language}` })).toBeVisible()
    await check('reader')
    for (const { name, key } of overlays) {
      await page.keyboard.press(key)
      await expect(page.locator('dialog[open]')).toBeVisible()
      await check(name)
      await page.keyboard.press('Escape')
    }
    for (const { name, route, ready } of screens) {
      await page.goto(`${installation.url}/#${route}`)
      await ready(page)
      await check(name)
      if (language === 'zh' && byKeyboard.has(name))
        expect(await unreachedOn(page), name).toEqual([])
      // Asked again until it is there: between two screens there is none.
      await expect(page.getByRole('heading', { level: 1 }).first(), name).toBeVisible()
    }
    expect(found).toEqual([])
  })
}

test('everything is reached by keyboard: sign in, read, star, recycle, undo, write and send', async ({
  page,
  installation,
}) => {
  for (const subject of ['first mail', 'second mail'])
    await installation.deliver('keys', mailText({ subject, text: `text of ${subject}` }))
  await page.goto(installation.url)
  await expect(page.locator('input').first()).toBeFocused()
  await page.keyboard.type('keys@example.test')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Correct-Horse-7')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row').first()).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/text of (first|second) mail/).last()).toBeVisible()
  await page.keyboard.press('s')
  await page.keyboard.press('e')
  await expect(page.getByRole('row')).toHaveCount(1)
  await page.getByRole('button', { name: /撤销|Undo/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.keyboard.press('c')
  await expect(page).toHaveURL(/#\/write\/new/)
  await expect(page.getByRole('combobox', { name: '收件人' })).toBeFocused()
  await page.keyboard.type('peer@other.test')
  await page.keyboard.press('Enter')
  // Away from it and back: the row in hand has the focus, not the first button of the list.
  await page.goBack()
  await expect(page.locator('[role=row][tabindex="0"]')).toBeFocused()
  await page.goForward()
  await expect(page.getByRole('combobox', { name: '收件人' })).toBeVisible()
  await page
    .getByLabel(/主题|Subject/)
    .first()
    .focus()
  await page.keyboard.type('by keyboard alone')
  await expect(page.frameLocator('iframe').first().locator('[contenteditable=true]')).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.type('typed without a mouse')
  await page.keyboard.press('Control+Enter')
  const sent = await installation.sink.next((one) => one.raw.includes('by keyboard alone'))
  expect(sent.to).toEqual(['peer@other.test'])
})

test('SHELL-16 phone width: list, reader and back, nothing wider than the screen', async ({
  page,
  installation,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await installation.deliver(
    'axe',
    mailText({
      subject: 'on the phone',
      html: `<table width="900"><tr><td>${'wide '.repeat(80)}</td></tr></table>`,
    }),
  )
  await signIn(page, installation, { name: 'axe' })
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)
  expect(await fits()).toBe(true)
  await page.getByRole('row').filter({ hasText: 'on the phone' }).first().click()
  await expect(page.getByRole('heading', { name: 'on the phone' })).toBeVisible()
  expect(await fits()).toBe(true)
  // What has no room on the bar stands in its menu, by its name.
  await page
    .getByRole('toolbar', { name: '邮件操作' })
    .getByRole('button', { name: '更多' })
    .click()
  for (const name of ['标签', '设为待办…'])
    await expect(page.getByRole('menuitem', { name, exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.goBack()
  await expect(page.getByRole('row').filter({ hasText: 'on the phone' }).first()).toBeVisible()

  // No button lies over the fields of a form.
  await page.goto(`${installation.url}/#/mailmig`)
  await expect(page.locator('main form')).toBeVisible()
  await expect(page.getByRole('button', { name: '写邮件' })).toHaveCount(0)

  // A page of the settings begins at its top, however far down the one before was read.
  const title = page.getByRole('main').getByRole('heading', { level: 1 })
  await page.goto(`${installation.url}/#/set/decryption`)
  await expect(title).toHaveText('邮件加密')
  await page.goto(`${installation.url}/#/set/normalset`)
  await page.getByRole('combobox', { name: '时区' }).scrollIntoViewIfNeeded()
  await expect(title).not.toBeInViewport()
  // Its parts are here by now: nothing shorter stands between the two.
  await page.goto(`${installation.url}/#/set/decryption`)
  await expect(title).toHaveText('邮件加密')
  await expect(title).toBeInViewport()
  expect(await fits()).toBe(true)
})
