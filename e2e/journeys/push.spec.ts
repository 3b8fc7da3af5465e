import type { Page, WebSocket } from '@playwright/test'
import { findChromium } from '../../tools/chromium.mjs'
import { expect, type Installation, signIn, test } from '../support/fixtures.ts'
import { mailText } from '../support/send-mail.ts'
import { newPage } from '../support/watched-page.ts'

const card = (page: Page) => page.getByRole('region', { name: '新邮件' }).getByRole('button')
const arrive = ({ deliver }: Installation, subject: string): Promise<void> =>
  deliver('push', mailText({ subject, text: 'text' }))

/** Counts the notes that were played: the browser of a test has no loudspeaker. */
const listen = (page: Page) =>
  page.addInitScript(() => {
    const heard = window as unknown as { notes: number }
    heard.notes = 0
    const start = OscillatorNode.prototype.start
    OscillatorNode.prototype.start = function (...when) {
      heard.notes++
      start.apply(this, when)
    }
  })

test('PUSH-01 PUSH-06 LIMITS-11 new mail shows a card at the bottom right with a sound, its subject cut at 100 characters', async ({
  page,
  installation,
}) => {
  await listen(page)
  await signIn(page, installation, { name: 'push' })
  await arrive(installation, '长'.repeat(140))
  await expect(card(page).first()).toContainText(`${'长'.repeat(100)}…`)
  const box = await card(page).first().boundingBox()
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(width * 0.8)
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(height * 0.8)
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { notes: number }).notes))
    .toBeGreaterThan(0)
  await expect(page.getByRole('region', { name: '新邮件' })).toHaveAttribute('aria-live', 'polite')
})

test('PUSH-01 a browser that allows no sound shows the card all the same', async ({
  page,
  installation,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'AudioContext', {
      value: class {
        constructor() {
          throw new DOMException('not allowed', 'NotAllowedError')
        }
      },
    })
  })
  const faults: string[] = []
  page.on('pageerror', (fault) => faults.push(fault.message))
  await signIn(page, installation, { name: 'push' })
  await arrive(installation, 'silent')
  await expect(card(page).filter({ hasText: 'silent' })).toBeVisible()
  expect(faults).toEqual([])
})

test('PUSH-05 a change elsewhere changes rows and counts here without a reload, and the folders are asked for again', async ({
  page,
  browser,
  installation,
}) => {
  await arrive(installation, 'seen elsewhere')
  const other = await newPage(browser)
  await signIn(page, installation, { name: 'push' })
  await signIn(other, installation, { name: 'push' })
  const row = (one: Page) => one.getByRole('row').filter({ hasText: 'seen elsewhere' }).first()
  await expect(row(page)).toHaveAttribute('data-unread', 'true')
  const asked = page.waitForRequest(/mail\/main\/folder\/list/)
  await row(other).click()
  await expect(other.getByRole('heading', { name: 'seen elsewhere' })).toBeVisible()
  await expect(row(page)).not.toHaveAttribute('data-unread')
  await asked
  await row(page).getByRole('button', { name: '星标' }).click()
  await expect(row(other)).toHaveAttribute('data-starred', 'true')
  // Back within the time in which an own change would echo: the later one counts in both.
  await row(other).getByRole('button', { name: '星标' }).click()
  await expect(row(page)).not.toHaveAttribute('data-starred')
})

test('PUSH-07 LIMITS-11 a click on the card opens the mail in the reply view; its list is page 1 with ten rows', async ({
  page,
  installation,
}) => {
  for (let index = 0; index < 20; index++) await arrive(installation, `many ${index}`)
  await signIn(page, installation, { name: 'push' })
  await page.getByRole('button', { name: '视图' }).click()
  await page.getByRole('menuitemradio', { name: '15 封' }).click()
  await page.getByRole('button', { name: '下一页' }).click()
  await arrive(installation, 'clicked')
  const list = page.waitForRequest((one) => /mailbox\/list.*pageSize=10/.test(one.url()))
  await card(page).filter({ hasText: 'clicked' }).click()
  await expect(page).toHaveURL(/#\/reply\/\d+\/\d+$/)
  await expect(page.getByRole('heading', { name: 'clicked' })).toBeVisible()
  expect((await list).url()).not.toContain('sortValues')
  await expect(page.locator('[role=row][data-id]')).toHaveCount(10)
})

test('PUSH-03 the connection opens after the user info, closes when new-mail notification is switched off, opens when it is switched on', async ({
  page,
  installation,
}) => {
  const open = new Set<WebSocket>()
  page.on('websocket', (socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
  })
  const first = page.waitForResponse(/mail\/main\/start/)
  await signIn(page, installation, { name: 'push' })
  await first
  expect(open.size).toBe(1)
  await page.goto(`${installation.url}/#/set/normalset`)
  const wanted = page.getByRole('switch', { name: '新邮件通知' })
  await wanted.click()
  await expect.poll(() => open.size).toBe(0)
  await expect(wanted).not.toBeChecked()
  await arrive(installation, 'while it was off')
  await wanted.click()
  await expect.poll(() => open.size).toBe(1)
  // What came meanwhile is told: nothing is lost by switching.
  await expect(card(page).filter({ hasText: 'while it was off' })).toBeVisible()
})

test('PUSH-09 a socket for another address is refused in the browser too', async ({
  page,
  installation,
}) => {
  await signIn(page, installation, { name: 'push' })
  const outcome = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const token = localStorage.getItem('accessToken') ?? ''
        const url = `${location.origin.replace('http', 'ws')}/api/mail/message/a@example.test`
        const socket = new WebSocket(url, ['hongyan.v1', `bearer.${token}`])
        socket.onopen = () => resolve('open')
        socket.onerror = () => resolve('refused')
      }),
  )
  expect(outcome).toBe('refused')
})

test('PUSH-01 the browser is asked for permission by a click in the settings, never on load', async ({
  page,
  installation,
}) => {
  await page.addInitScript(() => {
    const counted = window as unknown as { asked: number }
    counted.asked = 0
    Object.defineProperty(Notification, 'permission', { value: 'default' })
    Notification.requestPermission = async () => {
      counted.asked++
      return 'denied'
    }
  })
  const asked = () => page.evaluate(() => (window as unknown as { asked: number }).asked)
  await signIn(page, installation, { name: 'push' })
  await arrive(installation, 'no question')
  await expect(card(page).filter({ hasText: 'no question' })).toBeVisible()
  await page.goto(`${installation.url}/#/set/normalset`)
  await expect(page.getByRole('button', { name: '允许通知' })).toBeVisible()
  expect(await asked()).toBe(0)
  await page.getByRole('button', { name: '允许通知' }).click()
  await expect(page.getByText('浏览器已禁止通知')).toBeVisible()
  expect(await asked()).toBe(1)
})

test('PUSH-01 with the page closed, the service worker shows what came by web push, as text', async ({
  playwright,
  installation,
}) => {
  // The browser without windows takes no web push.
  const browser = await playwright.chromium.launch({
    executablePath: findChromium() ?? '',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  const page = await newPage(browser, { permissions: ['notifications'] })
  const context = page.context()
  // The push services of browsers are not to be had here: the browser gets an address of one without asking it.
  await page.addInitScript(() => {
    const point =
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'
    const keys = { p256dh: point, auth: 'BTBZMqHH6r4Tts7J_aSIgg' }
    const subscription = {
      toJSON: () => ({ endpoint: 'https://fcm.googleapis.com/fcm/send/test', keys }),
      unsubscribe: async () => true,
    }
    PushManager.prototype.subscribe = async () => subscription as unknown as PushSubscription
    PushManager.prototype.getSubscription = async () => null
  })
  await signIn(page, installation, { name: 'push' })
  await page.goto(`${installation.url}/#/set/normalset`)
  const closed = page.getByRole('switch', { name: '页面关闭后也通知' })
  await closed.click()
  await expect(closed).toBeChecked()

  const blank = await context.newPage()
  const devtools = await context.newCDPSession(blank)
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL }) => scopeURL.startsWith(installation.url))
      if (ours) resolve(ours.registrationId)
    })
  })
  await blank.goto(`${installation.url}/favicon.svg`)
  await devtools.send('ServiceWorker.enable')
  const registrationId = await registered
  await page.close()
  const data = { title: '<b>张伟</b>', body: '你好', tag: 'mail-1', route: '/inbox' }
  // A page that has just gone may count as seen for a moment, and then nothing is shown: as mails come, so do messages.
  await expect(async () => {
    await blank.goto('about:blank')
    await devtools.send('ServiceWorker.deliverPushMessage', {
      origin: installation.url,
      registrationId,
      data: JSON.stringify(data),
    })
    await blank.goto(`${installation.url}/favicon.svg`)
    const shown = () =>
      blank.evaluate(async () => {
        const notes = await (await navigator.serviceWorker.getRegistration())?.getNotifications()
        return notes?.map(({ title, body, tag }) => ({ title, body, tag }))
      })
    await expect
      .poll(shown, { timeout: 5_000 })
      .toEqual([{ title: '<b>张伟</b>', body: '你好', tag: 'mail-1' }])
  }).toPass({ timeout: 60_000 })
  await browser.close()
})
