import { lock } from '@hongyan/contract/lock'
import { session } from '@hongyan/contract/session'
import type { Page } from '@playwright/test'
import { expect, type Installation, signIn, test } from '../support/fixtures.ts'
import { mailText } from '../support/send-mail.ts'

const secret = '只给甲看的主题'
const early = '.first-screen [role=row][data-id]'

/** Looks at each frame of every page whether the subject can be read in it, and whether before the libraries. */
async function watchFrames(page: Page): Promise<void> {
  await page.addInitScript((words) => {
    const seen = { frames: 0, early: 0, withSubject: 0 }
    Object.assign(window, { seen })
    const look = () => {
      seen.frames++
      const shown = [...document.querySelectorAll('[role=row][data-id]')].filter(
        (row) =>
          row.textContent?.includes(words) && row.checkVisibility({ visibilityProperty: true }),
      )
      if (shown.length > 0) seen.withSubject++
      if (shown.some((row) => row.closest('.first-screen'))) seen.early++
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  }, secret)
}

const framesOf = (page: Page) =>
  page.evaluate(
    () =>
      Object(window).seen as {
        frames: number
        early: number
        withSubject: number
      },
  )

const frameOf = (page: Page) => page.evaluate(() => localStorage.getItem('frame'))

/** The libraries come when they are let. */
async function holdLibraries(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.route(/\/assets\/(?:vendor|app)-[\w-]+\.js$/, async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

/** Signed in at the inbox, whose frame is kept for the next start. */
async function keepFrame(page: Page, installation: Installation, name: string): Promise<void> {
  await signIn(page, installation, { name })
  await expect(page.getByRole('row').first()).toBeVisible()
  await expect.poll(() => frameOf(page), { timeout: 20_000 }).not.toBeNull()
}

/** As another browser or a program of this login would, behind the page's back. */
const callBehind = (page: Page, method: string, path: string) =>
  page.evaluate(
    async ([how, where]) => {
      const authorization = `Bearer ${localStorage.getItem('accessToken')}`
      const answer = await fetch(`/api/${where}`, {
        method: how ?? 'GET',
        headers: { authorization, 'content-type': 'application/json' },
        ...(how === 'POST'
          ? { body: where?.endsWith('set') ? '{"password":"lock-1234"}' : '{}' }
          : {}),
      })
      return answer.status
    },
    [method, path],
  )

test('§Speed AUTH-15 the list is drawn before the libraries, from the answer of that start alone; the device keeps nothing of a mail', async ({
  page,
  installation,
}) => {
  await installation.deliver('a', mailText({ subject: secret, text: '内容' }))
  await installation.deliver('b', mailText({ subject: '给乙的', text: '内容' }))
  await watchFrames(page)
  await keepFrame(page, installation, 'a')
  expect(await frameOf(page)).not.toContain(secret)
  const letThem = await holdLibraries(page)
  await page.reload({ waitUntil: 'commit' })
  await expect(page.locator(early).filter({ hasText: secret })).toBeVisible()
  const places = () =>
    page.locator('[role=row][data-id]').evaluateAll((rows) =>
      rows.map((row) => {
        const { x, y, width, height } = row.getBoundingClientRect()
        return [row.getAttribute('data-id'), x, y, width, height].join()
      }),
    )
  const before = await places()
  // What is pressed meanwhile is done then.
  await page.locator(early).filter({ hasText: secret }).click()
  letThem()
  await expect(page.locator('.first-screen')).toHaveCount(0)
  await expect(page).toHaveURL(/#\/reply\//)
  await page.goBack()
  await expect(page.getByRole('row').first()).toBeVisible()
  expect((await places()).slice(0, before.length)).toEqual(before)

  // Ended elsewhere while this page was closed.
  expect(await callBehind(page, 'GET', session.logout.path)).toBe(200)
  await page.reload()
  await expect(page).toHaveURL(/#\/login/)
  expect(await framesOf(page)).toMatchObject({ early: 0, withSubject: 0 })
  expect(await frameOf(page)).toBeNull()

  // The next person in this browser.
  await keepFrame(page, installation, 'b')
  await page.reload()
  await expect(page.getByRole('row').first()).toBeVisible()
  expect(await framesOf(page)).toMatchObject({ early: 0, withSubject: 0 })
})

test('§Speed keys that are pressed and words that are typed before the libraries are not lost', async ({
  page,
  installation,
}) => {
  await installation.deliver('keys', mailText({ subject: secret, text: '内容' }))
  await keepFrame(page, installation, 'keys')
  const held = await holdLibraries(page)
  await page.reload({ waitUntil: 'commit' })
  await expect(page.locator(early).filter({ hasText: secret })).toBeVisible()
  const search = page.getByRole('combobox').first()
  await search.click()
  await page.keyboard.type('只给甲')
  held()
  await expect(page.locator('.first-screen')).toHaveCount(0)
  await expect(search).toBeFocused()
  await page.keyboard.type('看的')
  await expect(search).toHaveValue('只给甲看的')

  const heldAgain = await holdLibraries(page)
  await page.reload({ waitUntil: 'commit' })
  await expect(page.locator(early).filter({ hasText: secret })).toBeVisible()
  await page.keyboard.press('c')
  heldAgain()
  await expect(page).toHaveURL(/#\/write\//)
})

test('SECURITY-15 §Speed a login that was locked behind the page shows no frame of its list', async ({
  page,
  installation,
}) => {
  await installation.deliver('a', mailText({ subject: secret, text: '内容' }))
  await watchFrames(page)
  await keepFrame(page, installation, 'a')
  expect(await callBehind(page, 'POST', lock.set.path)).toBe(200)
  expect(await callBehind(page, 'POST', lock.open.path)).toBe(200)
  await page.evaluate(() => sessionStorage.removeItem('lockScreen'))
  await page.reload()
  await expect(page.locator('html[data-locked]')).toHaveCount(1)
  expect(await framesOf(page)).toMatchObject({ early: 0, withSubject: 0 })
})
