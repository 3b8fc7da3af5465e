import type { Page } from '@playwright/test'
import { AxeBuilder } from '../support/axe.ts'
import { domain, expect, password, signIn, switchLanguage, test } from '../support/fixtures.ts'
import { expectFocusKept } from '../support/focus.ts'
import { openImap } from '../support/imap-line.ts'
import { inDatabase } from '../support/in-database.ts'
import { newPage } from '../support/watched-page.ts'

async function judge(page: Page): Promise<void> {
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
}

/** Answers the question for the login password. */
async function giveLoginPassword(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('登录密码', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

test('CLIENTACCESS-02 CLIENTACCESS-03 CLIENTACCESS-04 CLIENTACCESS-05 CLIENTACCESS-07 CLIENTACCESS-09 programs are let in with the password, their code is shown once in groups of four, and cancelled', async ({
  page,
  installation,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, installation, { name: 'programs' })
  await page.goto(`${installation.url}/#/set/client`)
  const access = page.getByRole('switch', { name: '允许客户端访问' })
  const imap = page.getByRole('switch', { name: 'IMAP' })
  const make = page.getByRole('button', { name: '生成授权码' })
  await expect(access).not.toBeChecked()
  await expect(imap).toBeDisabled()
  await expect(make).toBeDisabled()
  const hint = page.getByText('请先允许客户端访问。')
  await expect(hint).toBeVisible()
  await access.press('Space')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('登录密码', { exact: true }).fill('not-the-password')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('密码不正确')).toBeVisible()
  await expect(access).not.toBeChecked()
  await giveLoginPassword(page)
  await expect(dialog).toHaveCount(0)
  await expect(access).toBeChecked()
  await expect(hint).toHaveCount(0)

  await expect(page.getByText('24 小时内还可以生成 3 次')).toBeVisible()
  await make.click()
  const shown = page.getByRole('dialog', { name: '新的授权码' })
  const code = shown.getByRole('status', { name: '授权码' })
  await expect(code.locator('span')).toHaveText(Array(4).fill(/^[a-z]{4}$/))
  await expect(shown.getByText('授权码只显示这一次')).toBeVisible()
  await judge(page)
  await shown.getByRole('button', { name: '复制授权码' }).click()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toBe((await code.innerText()).replaceAll(/\s/g, ''))
  await shown.getByRole('button', { name: '我已保存' }).click()
  await expect(page.getByText('已有授权码')).toBeVisible()
  await expect(page.getByText('24 小时内还可以生成 2 次')).toBeVisible()

  const fields = page.getByRole('region', { name: '在客户端中填写' })
  for (const text of [`programs@${domain}`, 'mail.example.test', '993'])
    await expect(fields.getByText(text, { exact: true }).first()).toBeVisible()
  await fields.getByRole('button', { name: '复制用户名' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`programs@${domain}`)
  await expect(page.getByRole('img', { name: '手机设置二维码' })).toBeVisible()
  const profile = page.getByRole('link', { name: '下载 Apple 描述文件' })
  const file = page.waitForEvent('download')
  await profile.click()
  expect((await file).suggestedFilename()).toBe('hongyan.mobileconfig')
  await page.getByText('Thunderbird', { exact: true }).press('Enter')
  await expect(page.getByText('打开“账户设置”，添加邮件账户。')).toBeVisible()

  await imap.uncheck()
  await expect(fields.getByText('993')).toHaveCount(0)
  // The profile would set up what is closed.
  await expect(profile).toHaveCount(0)
  await page.reload()
  await expect(imap).not.toBeChecked()
  await imap.check()
  await expect(profile).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await judge(page)
  const isWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  await expect.poll(isWide).toBe(false)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ colorScheme: 'light' })

  // The password was given too long ago: a new code asks for it once more.
  await inDatabase(
    installation.folder,
    `UPDATE client_access SET proved_at = proved_at - interval '1 hour'`,
  )
  await page.getByRole('button', { name: '重新生成' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '重新生成' }).click()
  await giveLoginPassword(page)
  await expect(code.locator('span')).toHaveText(Array(4).fill(/^[a-z]{4}$/))
  expect((await code.innerText()).replaceAll(/\s/g, '')).not.toBe(copied)
  await shown.getByRole('button', { name: '我已保存' }).click()
  await expect(page.getByText('24 小时内还可以生成 1 次')).toBeVisible()
  await expectFocusKept(page)

  // The last one: from here on the page says when there is another, before the code is taken away too.
  await page.getByRole('button', { name: '重新生成' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '重新生成' }).click()
  await shown.getByRole('button', { name: '我已保存' }).click()
  await expect(
    page.getByText(/已生成 3 次，\d{4}-\d\d-\d\d \d\d:\d\d 之后才能再次生成/),
  ).toBeVisible()
  await page.getByRole('button', { name: '取消授权码' }).click()
  await expect(page.getByRole('dialog')).toContainText(/生成次数已用完：\d{4}-/)
  await page.getByRole('dialog').getByRole('button', { name: '取消授权码' }).click()
  await expect(page.getByText('还没有授权码')).toBeVisible()
  await expectFocusKept(page)
  await access.press('Space')
  await page.getByRole('button', { name: '关闭访问' }).click()
  await expect(access).not.toBeChecked()

  await switchLanguage(page, 'English')
  await expect(page.getByRole('switch', { name: 'Allow mail clients' })).not.toBeChecked()
  await judge(page)
})

test('CLIENTACCESS-09 without the client service there is no page and no entry', async ({
  page,
  installation,
}) => {
  const turn = async (to: 'on' | 'off') => {
    for (const name of ['clientSwitch', 'deviceEnable'])
      expect((await installation.command(['switch', name, to])).code).toBe(0)
  }
  await turn('off')
  try {
    await signIn(page, installation, { name: 'b' })
    await page.goto(`${installation.url}/#/set/normalset`)
    const menu = page.getByRole('navigation', { name: '设置' })
    await expect(menu.getByRole('link', { name: '常规设置' })).toBeVisible()
    for (const [name, path] of [
      ['客户端设置', 'client'],
      ['设备管理', 'device'],
    ] as const) {
      await expect(menu.getByRole('link', { name })).toHaveCount(0)
      await page.goto(`${installation.url}/#/set/${path}`)
      await expect(page).toHaveURL(/#\/404$/)
      await page.goto(`${installation.url}/#/set/normalset`)
    }
  } finally {
    await turn('on')
  }
})

test('CLIENTACCESS-09 CLIENTACCESS-11 CLIENTACCESS-12 CLIENTACCESS-13 a program in the list is unbound, let in again and deleted; browsers are signed out', async ({
  browser,
  page,
  installation,
}) => {
  const { url, imapsPort } = installation
  await signIn(page, installation, { name: 'gadgets' })
  const code = await page.evaluate(async (loginPassword) => {
    const headers = {
      authorization: `Bearer ${localStorage.getItem('accessToken')}`,
      'content-type': 'application/json',
    }
    const body = JSON.stringify({ state: 1, password: loginPassword })
    await fetch('/api/user/client/stateByUser', { method: 'POST', headers, body })
    const answer = await fetch('/api/user/client/generatePassword', { headers })
    return (await answer.json()).data.password
  }, password)
  const ask = await openImap(imapsPort)
  await ask(`LOGIN gadgets@${domain} ${code}`)
  await ask('ID ("name" "Thunderbird" "version" "140.1")')
  expect(await ask('SELECT INBOX')).toContain('OK')
  await page.goto(`${url}/#/set/device`)
  const programs = page.getByRole('region', { name: '客户端', exact: true })
  const row = programs.getByRole('listitem')
  await expect(row).toContainText('Thunderbird 140.1')
  await expect(row).toContainText('已注册')
  await expect(programs.getByText('邮件客户端无法远程擦除')).toBeVisible()
  await judge(page)
  // Being known by its name it may come back under another one: what ends that is said where it is asked.
  await expect(programs.getByText('解绑拦不住知道授权码的人')).toBeVisible()
  await expect(page.getByText('请立即解绑')).toHaveCount(0)
  const answer = async (deed: string) => {
    await row.getByRole('button', { name: `${deed}：Thunderbird 140.1` }).click()
    if (deed !== '重新允许') await expect(page.getByRole('dialog')).toContainText('请取消授权码')
    await page.getByRole('dialog').getByRole('button', { name: deed, exact: true }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await answer('解绑')
  await expect(row).toContainText('已解绑')
  expect(await ask('NOOP')).toContain('BYE')
  await answer('重新允许')
  await expect(row).toContainText('已离线')
  await answer('删除')
  await expect(row).toHaveText('暂无设备')
  await expectFocusKept(page)
  const browsers = page.getByRole('region', { name: '浏览器', exact: true })
  const rows = browsers.getByRole('listitem')
  await expect(rows).toHaveText([/本次登录/])

  const other = await newPage(browser)
  await signIn(other, installation, { name: 'gadgets' })
  await page.reload()
  await expect(rows).toHaveCount(2)
  await rows.getByRole('button', { name: /^退出登录：/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: '退出登录', exact: true }).click()
  await expect(rows).toHaveText([/本次登录/])
  await expectFocusKept(page)
  // Nobody touched that browser.
  await expect(other).toHaveURL(/#\/login/)
  await other.context().close()
  await page.setViewportSize({ width: 390, height: 844 })
  await judge(page)
})
