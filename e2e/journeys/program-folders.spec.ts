import { clientAccess } from '@hongyan/contract/client-access'
import type { Page } from '@playwright/test'
import { connectApi } from '../durability/api.ts'
import { domain, expect, type Installation, password, signIn, test } from '../support/fixtures.ts'
import { openImap } from '../support/imap-line.ts'
import { mailText } from '../support/send-mail.ts'

/** A mail program that is in with the account, which has one mail. */
async function programOf(installation: Installation, name: string) {
  await installation.deliver(name, mailText({ subject: 'to be filed', text: 'to be filed' }))
  const api = connectApi(installation.product.httpPort)
  await api.logIn(`${name}@${domain}`, password)
  await api.get(clientAccess.stateByUser, { state: 1, password })
  const { password: code } = await api.get(clientAccess.generatePassword, {})
  const ask = await openImap(installation.imapsPort)
  await ask(`LOGIN ${name}@${domain} ${code}`)
  return ask
}

const above = `Above${'_and_further'.repeat(15)}`
const whole = `Whole${'_name'.repeat(50)}`
const inner = ['First of the inner folders', 'Second of the inner folders'] as const

/** Something is wider than its box in this direction: whoever looks at it must push it. */
const isPushed = (page: Page, selector: string) =>
  page.evaluate((one) => {
    const found = document.querySelector(one)
    return found === null || found.scrollWidth > found.clientWidth
  }, selector)

/** How far behind the end of its line a text begins, in CSS pixels; above 0 it is cut off. */
const behindEnd = (page: Page, text: string) =>
  page.evaluate((wanted) => {
    for (const option of document.querySelectorAll('[role=option]')) {
      const walker = document.createTreeWalker(option, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const at = node.textContent?.indexOf(wanted) ?? -1
        if (at < 0) continue
        const range = document.createRange()
        range.setStart(node, at + 4)
        range.setEnd(node, at + 5)
        return range.getBoundingClientRect().right - option.getBoundingClientRect().right
      }
    }
    return Number.POSITIVE_INFINITY
  }, text)

test('FOLDERS-01 MAILLIST-30 folders that programs gave names of 255 bytes keep their places, and are told apart, at every width', async ({
  page,
  installation,
}) => {
  const ask = await programOf(installation, 'longnames')
  for (const name of [whole, above, ...inner.map((one) => `${above}/${one}`)])
    expect(await ask(`CREATE "${name}"`)).toContain(' OK ')
  await signIn(page, installation, { name: 'longnames' })
  await page.goto(`${installation.url}/#/set/foldermanagement`)
  const link = page.getByRole('table').first().getByRole('link', { name: whole })
  await expect(link).toHaveAttribute('title', whole)
  const menu = page.getByRole('navigation', { name: '文件夹' })
  await expect(menu.getByTitle(whole, { exact: true })).toBeVisible()
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await expect.poll(() => isPushed(page, 'div:has(> table)')).toBe(false)
    await expect.poll(() => isPushed(page, 'html')).toBe(false)
    await expect(link).toBeInViewport()
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${installation.url}/#/inbox`)
  await page.getByRole('row').filter({ hasText: 'to be filed' }).hover()
  await page.getByRole('row').getByRole('checkbox').first().check({ force: true })
  await page.getByRole('button', { name: '移动到' }).first().click()
  for (const one of [whole, '归档'])
    await expect(page.getByRole('option', { name: one, exact: true })).toBeVisible()
  for (const one of inner) {
    await expect(page.getByRole('option', { name: one })).toBeVisible()
    expect(await behindEnd(page, one)).toBeLessThan(0)
    // The stroke between them is there too, however little of the upper name is.
    expect(await behindEnd(page, ` / ${one}`)).toBeLessThan(0)
  }
})

test('FOLDERS-08 FOLDERS-16 a folder password set in the browser holds for the program that has the folder open', async ({
  page,
  installation,
}) => {
  const ask = await programOf(installation, 'locking')
  expect(await ask('CREATE Secret')).toContain(' OK ')
  await ask('SELECT INBOX')
  expect(await ask('COPY 1 Secret')).toContain(' OK ')
  await ask('SELECT Secret')
  const look = 'FETCH 1:* (UID BODY.PEEK[HEADER.FIELDS (SUBJECT)])'
  expect(await ask(look)).toContain('to be filed')
  await signIn(page, installation, { name: 'locking' })
  await page.goto(`${installation.url}/#/set/foldermanagement`)
  await page.getByRole('table').getByRole('button', { name: '更多操作：Secret' }).click()
  await page.getByRole('menuitem', { name: '设置密码' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('邮件客户端中不再显示此文件夹')
  await dialog.getByLabel('新密码', { exact: true }).fill('open-5esame')
  await dialog.getByLabel('再次输入新密码').fill('open-5esame')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  const said = await ask(look)
  expect(said).not.toContain('to be filed')
  expect(said).toContain(' NO ')
  expect(await ask('LIST "" *')).not.toContain('Secret')
})
