import { lock } from '@hongyan/contract/lock'
import type { Page } from '@playwright/test'
import { domain, expect, type Installation, password, signIn, test } from '../support/fixtures.ts'
import { type Moment, watchFrames } from '../support/frames.ts'
import { mailText, sendMail } from '../support/send-mail.ts'
import { newPage } from '../support/watched-page.ts'

const lockPassword = 'lock-1234'

const loginOf = (page: Page) => page.evaluate(() => localStorage.getItem('login'))

const rowOf = (page: Page, subject: string) => page.getByRole('row').filter({ hasText: subject })

/** Anew, as after the browser was closed; the list is there again. */
async function comeBack(page: Page, subject: string): Promise<void> {
  await page.reload()
  await expect(page.locator('#root').getByRole('row').filter({ hasText: subject })).toBeVisible()
}

/** What is drawn around the list is kept for the next start. */
const frameKept = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => localStorage.getItem('frame')), { timeout: 20_000 })
    .not.toBeNull()

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: '账号' }).click()
  await page.getByRole('button', { name: '退出登录' }).click()
  await expect(page).toHaveURL(/#\/login/)
}

/** By the form that is there: the next person sits down. */
async function signInHere(page: Page, { person }: Installation, name: string): Promise<void> {
  await person(name)
  await page.locator('input').first().fill(`${name}@${domain}`)
  await page.locator('input[type=password]').fill(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#\/inbox/)
}

/** Of these words, in which logins and whether under a lock they were seen. */
const seenIn = (seen: readonly Moment[], words: string) => [
  ...new Set(
    seen
      .filter((one) => one.words === words)
      .map(({ login, isLocked }) => `${login}${isLocked ? ' locked' : ''}`),
  ),
]

const since = (seen: readonly Moment[], words: string, at: number) =>
  seen.filter((one) => one.words === words && one.at > at)

const menuOf = (page: Page) => page.getByRole('navigation', { name: '文件夹' })

async function moveTo(page: Page, { subject, folder }: { subject: string; folder: string }) {
  await menuOf(page).getByRole('button', { name: '新建', exact: true }).click()
  await page.getByRole('menuitem', { name: '新建文件夹' }).click()
  await page.getByLabel('文件夹名称').fill(folder)
  await page.keyboard.press('Enter')
  await expect(menuOf(page).getByRole('link', { name: new RegExp(`^${folder}`) })).toBeVisible()
  await rowOf(page, subject).hover()
  await rowOf(page, subject).getByRole('checkbox').click()
  await page.getByRole('button', { name: '移动到' }).click()
  await page.getByRole('option', { name: folder }).click()
  await expect(rowOf(page, subject)).toHaveCount(0)
}

/** A mail that may be read twice. */
async function writeLimited(
  page: Page,
  { url, person }: Installation,
  { to, subject, text }: { to: string; subject: string; text: string },
) {
  await person(to)
  await page.goto(`${url}/#/write/new/0`)
  const field = page.getByRole('combobox', { name: '收件人' })
  await field.fill(`${to}@${domain}`)
  await field.press('Enter')
  await page.getByRole('textbox', { name: '主题' }).fill(subject)
  await page.frameLocator('iframe').first().locator('[contenteditable=true]').click()
  await page.keyboard.type(text)
  await page.getByRole('button', { name: '其他发送方式' }).click()
  await page.getByRole('menu').getByText('授权邮件…', { exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '授权邮件' })
  await dialog.getByLabel(/阅读次数/).fill('2')
  await dialog.getByRole('button', { name: '确定' }).click()
  await page.getByRole('button', { name: '发送', exact: true }).click()
  // The notice alone may be that of the mail before.
  await expect(page).not.toHaveURL(/\/write\//)
  await expect(page.getByText('邮件已发送').first()).toBeVisible()
}

test('AUTH-15 SHELL-05 §Speed no frame shows mail of who signed out, here, in another tab or elsewhere, or of somebody else who signs in', async ({
  page,
  context,
  installation,
}) => {
  const mine = '只给甲看的主题'
  const inside = '甲的信里写的'
  const theirs = '只给丙看的主题'
  await installation.deliver('one', mailText({ subject: mine, html: `<p>${inside}</p>` }))
  await installation.deliver('two', mailText({ subject: theirs, text: '内容' }))
  const { seen, frames } = await watchFrames(context, [mine, inside, theirs])
  await signIn(page, installation, { name: 'one' })
  const first = await loginOf(page)
  await rowOf(page, mine).click()
  await expect(page.frameLocator('article iframe').getByText(inside)).toBeVisible()
  await page.goBack()
  await frameKept(page)
  await comeBack(page, mine)
  // With the mail open.
  await rowOf(page, mine).click()
  await expect(page.frameLocator('article iframe').getByText(inside)).toBeVisible()
  await signOut(page)

  await signInHere(page, installation, 'two')
  await expect(rowOf(page, theirs)).toBeVisible()
  const second = await loginOf(page)
  await frameKept(page)
  await comeBack(page, theirs)
  // In another tab, and what this one shows then and when it is loaded anew.
  const other = await context.newPage()
  await other.goto(installation.url)
  await expect(rowOf(other, theirs)).toBeVisible()
  await signOut(other)
  await expect(page).toHaveURL(/#\/login/)
  await page.reload()
  await expect(page.locator('input[type=password]')).toBeVisible()
  await signInHere(page, installation, 'one')
  await expect(rowOf(page, mine)).toBeVisible()
  const third = await loginOf(page)

  expect(frames.count).toBeGreaterThan(100)
  expect(seen.some(({ isEarly }) => isEarly)).toBe(true)
  expect(seenIn(seen, mine)).toEqual([first, third])
  // The row says how it begins.
  expect(seenIn(seen, inside)).toEqual([first, third])
  // The other tab hears of it a moment later: there its own mail may stand so long, and nobody else's.
  expect(seenIn(seen, theirs).filter((login) => login !== 'null')).toEqual([second])
})

test('PUBLICBOX-04 PUBLICBOX-05 §Speed no frame shows mail of the one mailbox in the other, on the way there and back', async ({
  page,
  context,
  installation,
}) => {
  const box = `frames@${domain}`
  const own = '只在自己的邮箱里'
  const shared = '只在公共邮箱里'
  await installation.deliver('switcher', mailText({ subject: own, text: '内容' }))
  await installation.command(['publicbox', 'add', box, '--name', '客服'])
  await installation.command(['publicbox', 'grant', box, `switcher@${domain}`, 'on-behalf'])
  await sendMail(installation.product.smtpPort, {
    to: box,
    raw: mailText({ subject: shared, text: '内容' }),
  })
  const { seen } = await watchFrames(context, [own, shared])
  await signIn(page, installation, { name: 'switcher' })
  await expect(rowOf(page, own)).toBeVisible()
  const atHome = await loginOf(page)
  await frameKept(page)
  const choose = async (click: () => Promise<void>) => {
    await page.getByRole('button', { name: '账号' }).click()
    await click()
  }
  await choose(async () => {
    await page.getByRole('button', { name: '切换邮箱' }).click()
    await page.getByRole('dialog', { name: '切换邮箱' }).getByRole('radio').check()
    await page.keyboard.press('Enter')
  })
  await expect(page.getByRole('region', { name: '当前邮箱' })).toContainText(box)
  await page.goto(`${installation.url}/#/inbox`)
  await expect(rowOf(page, shared)).toBeVisible()
  const away = await loginOf(page)
  await comeBack(page, shared)
  await page.getByRole('region', { name: '当前邮箱' }).getByRole('button').first().click()
  await expect(page.getByRole('region', { name: '当前邮箱' })).toHaveCount(0)
  await page.goto(`${installation.url}/#/inbox`)
  await expect(rowOf(page, own)).toBeVisible()
  const back = await loginOf(page)
  expect(new Set([atHome, away, back]).size).toBe(3)
  expect(seenIn(seen, own)).toEqual([atHome, back])
  expect(seenIn(seen, shared)).toEqual([away])
})

test('SECURITY-15 MAILLIST-30 §Speed no frame shows mail of a locked folder, or any under the lock', async ({
  page,
  context,
  installation,
}) => {
  const plain = '收件箱里的主题'
  const inside = '锁着的主题'
  for (const subject of [plain, inside])
    await installation.deliver('keeper', mailText({ subject, text: '内容' }))
  const { seen } = await watchFrames(context, [plain, inside])
  await signIn(page, installation, { name: 'keeper' })
  await moveTo(page, { subject: inside, folder: '薪酬' })
  const entry = menuOf(page).getByRole('link', { name: /^薪酬/ })
  await entry.click()
  await expect(rowOf(page, inside)).toBeVisible()
  await entry.hover()
  await menuOf(page).getByRole('button', { name: '更多操作：薪酬' }).click()
  await page.getByRole('menuitem', { name: '设置密码', exact: true }).click()
  await page.getByLabel('新密码', { exact: true }).fill('open-5esame')
  await page.getByLabel('再次输入新密码').fill('open-5esame')
  await page.keyboard.press('Enter')
  const closed = page.getByRole('heading', { name: '“薪酬”已上锁' })
  await expect(closed).toBeVisible()
  const closedAt = Date.now()
  await page.reload()
  await expect(closed).toBeVisible()
  await menuOf(page)
    .getByRole('link', { name: /^收件箱/ })
    .click()
  await expect(rowOf(page, plain)).toBeVisible()
  await frameKept(page)
  await comeBack(page, plain)
  await page.goBack()
  await expect(closed).toBeVisible()
  await page.goForward()
  await expect(rowOf(page, plain)).toBeVisible()
  expect(since(seen, inside, closedAt)).toEqual([])
  expect(seenIn(seen, inside)).toHaveLength(1)

  await page.evaluate(
    async ([path, secret]) => {
      const authorization = `Bearer ${localStorage.getItem('accessToken')}`
      const headers = { authorization, 'content-type': 'application/json' }
      const body = JSON.stringify({ password: secret })
      await fetch(`/api/${path}`, { method: 'POST', headers, body })
    },
    [lock.set.path, lockPassword] as const,
  )
  await page.getByRole('banner').getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '锁屏' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '立即锁屏' }).click()
  const heading = page.getByRole('heading', { name: '屏幕已锁定' })
  await expect(heading).toBeVisible()
  const coveredAt = Date.now()
  await page.reload()
  await expect(heading).toBeVisible()
  // As a tab that knows nothing of it yet.
  await page.evaluate(() => sessionStorage.removeItem('lockScreen'))
  await page.reload()
  await expect(heading).toBeVisible()
  expect(since(seen, plain, coveredAt)).toEqual([])
  await page.getByRole('textbox', { name: '锁屏密码' }).fill(lockPassword)
  await page.keyboard.press('Enter')
  await expect(rowOf(page, plain)).toBeVisible()
  expect(seenIn(seen, plain)).toHaveLength(1)
})

test('SENDMODES-09 §Speed what was read of a read-limited mail is in no frame after it was left', async ({
  page,
  context,
  browser,
  installation,
}) => {
  const subject = '限次阅读的主题'
  const once = '只许读两次的正文'
  const plain = '随便读的主题'
  const another = '也是限次的主题'
  const writer = await newPage(browser)
  await signIn(writer, installation, { name: 'a' })
  await writeLimited(writer, installation, { to: 'reader', subject, text: once })
  await writeLimited(writer, installation, { to: 'reader', subject: another, text: '另一封' })
  await writer.close()
  await installation.deliver('reader', mailText({ subject: plain, text: '内容' }))
  const { seen } = await watchFrames(context, [once])
  await signIn(page, installation, { name: 'reader' })
  await rowOf(page, subject).click()
  const { hash } = new URL(page.url())
  const open = page.getByRole('button', { name: '打开阅读' })
  await open.click()
  await expect(page.frameLocator('iframe[title=正文]').getByText(once)).toBeVisible()
  // To another of its kind; to the list and at once to the same mail, which is to be opened anew; to a plain one; and back.
  await rowOf(page, another).click()
  await expect(page.getByRole('heading', { name: another })).toBeVisible()
  await expect(open).toBeVisible()
  const leftAt = Date.now()
  await page.goBack()
  await rowOf(page, subject).click()
  await expect(open).toBeVisible()
  await rowOf(page, plain).click()
  await expect(page.getByRole('heading', { name: plain })).toBeVisible()
  await rowOf(page, subject).click()
  await expect(open).toBeVisible()
  await page.goto(`${installation.url}/#/inbox`)
  await frameKept(page)
  await comeBack(page, subject)
  await signOut(page)
  expect(since(seen, once, leftAt)).toEqual([])
  expect(new Set(seen.map((one) => one.hash))).toEqual(new Set([hash]))
})
