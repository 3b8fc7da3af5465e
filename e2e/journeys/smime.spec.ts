import { keys } from '@hongyan/contract/keys'
import type { Page } from '@playwright/test'
import { domain, expect, type Installation, signIn, test } from '../support/fixtures.ts'

const pin = '4711-鸿雁'

const goTo = (page: Page, path: string) => page.goto(`${new URL(page.url()).origin}/#${path}`)

const editorOf = (page: Page) =>
  page
    .locator('iframe[src$="editor.html"]:visible')
    .contentFrame()
    .locator('[contenteditable=true]')

async function makeKey(page: Page) {
  await goTo(page, '/set/decryption')
  await page.getByLabel('设置 PIN').fill('12345')
  await page.getByLabel('再次输入 PIN').fill('12345')
  await page.getByRole('button', { name: '创建密钥' }).click()
  await expect(page.getByText('PIN 至少需要 6 位')).toBeVisible()
  await page.getByLabel('设置 PIN').fill(pin)
  await page.getByRole('button', { name: '创建密钥' }).click()
  await expect(page.getByText('两次输入的 PIN 不一致')).toBeVisible()
  await page.getByLabel('再次输入 PIN').fill(pin)
  await page.getByRole('button', { name: '创建密钥' }).click()
  await expect(page.getByRole('heading', { name: '我的证书' })).toBeVisible({ timeout: 60_000 })
}

interface Mail {
  to: readonly string[]
  subject: string
  text: string
}

async function writeEncrypted(page: Page, { to, subject, text }: Mail) {
  await goTo(page, '/write/new/0')
  const field = page.getByRole('combobox', { name: '收件人' })
  for (const one of to) {
    await field.fill(one)
    await field.press('Enter')
  }
  await page.getByRole('textbox', { name: '主题' }).fill(subject)
  await editorOf(page).click()
  await page.keyboard.type(text)
  await page.getByRole('button', { name: '其他发送方式' }).click()
  await page.getByRole('menuitemradio', { name: '加密发送' }).click()
  await expect(page.getByRole('list', { name: '发送方式' })).toContainText('加密发送')
}

const send = (page: Page) => page.getByRole('button', { name: '发送', exact: true }).click()

async function openMail(page: Page, subject: string) {
  await goTo(page, '/inbox')
  await page.getByText(subject).first().click()
}

/** The source of the mail on screen, as the server keeps it. */
async function sourceOf(page: Page, url: string) {
  return page.evaluate(async (path) => (await fetch(path)).text(), url)
}

async function newest(installation: Installation, page: Page, role: 'inbox' | 'sent') {
  const token = await page.evaluate(() => localStorage.getItem('accessToken'))
  const headers = { authorization: `Bearer ${token}` }
  const get = async (path: string) =>
    (await (await fetch(`${installation.url}/api/${path}`, { headers })).json()).data
  const { folderList } = await get('mail/main/folder/list')
  const folder = folderList.find((one: { role: string }) => one.role === role)
  const { list } = await get(`mail/email/mailbox/list?mailboxId=${folder.folderId}`)
  return get(`mail/email/detail?mailId=${list[0].mailId}`)
}

test('SENDMODES-01 SENDMODES-02 READ-07 KEYS-01 KEYS-02 KEYS-04 a mail is encrypted for a colleague, who reads it with the PIN and sees who signed it', async ({
  page,
  browser,
  installation,
}) => {
  test.setTimeout(150_000)
  page.setDefaultTimeout(20_000)
  const other = await (await browser.newContext()).newPage()
  await signIn(page, installation, { name: 'smime-ann' })
  await signIn(other, installation, { name: 'smime-ben' })
  await makeKey(page)
  const subject = `密信 ${Math.random().toString(36).slice(2, 8)}`
  const text = 'the canary sings at noon'
  const ben = `smime-ben@${domain}`

  // Without a key of its reader nothing leaves and nothing is lost.
  await writeEncrypted(page, { to: [ben], subject, text })
  await send(page)
  await expect(page.getByText(`以下收件人没有加密证书`)).toContainText(ben)
  await expect(editorOf(page)).toContainText(text)
  await makeKey(other)

  await send(page)
  const dialog = page.getByRole('dialog', { name: '加密发送' })
  await expect(dialog).toContainText('主题、发件人、收件人和时间不会加密')
  await dialog.getByRole('textbox', { name: '密钥 PIN' }).fill('wrong-pin')
  await dialog.getByRole('button', { name: '加密并发送' }).click()
  await expect(dialog.getByText('密钥 PIN 不正确')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: '密钥 PIN' })).toHaveValue('wrong-pin')
  await dialog.getByRole('textbox', { name: '密钥 PIN' }).fill(pin)
  await dialog.getByRole('button', { name: '加密并发送' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).not.toHaveURL(/write/)

  await expect(async () => {
    await openMail(other, subject)
    await expect(other.getByRole('region', { name: '这是一封加密邮件' })).toBeVisible({
      timeout: 2000,
    })
  }).toPass()
  for (const [who, role] of [
    [other, 'inbox'],
    [page, 'sent'],
  ] as const) {
    const detail = await newest(installation, who, role)
    expect(detail).toMatchObject({ mailSubject: subject, smime: 'encrypted', text: null })
    const raw = await sourceOf(who, detail.sourceUrl)
    expect(raw).toContain('application/pkcs7-mime; smime-type=authEnveloped-data')
    expect(raw).not.toContain('canary')
  }

  const panel = other.getByRole('region', { name: '这是一封加密邮件' })
  await panel.getByRole('textbox', { name: '密钥 PIN' }).fill('not-the-pin')
  await panel.getByRole('button', { name: '解密' }).click()
  await expect(panel.getByText('密钥 PIN 不正确')).toBeVisible()
  await expect(panel.getByRole('textbox', { name: '密钥 PIN' })).toHaveValue('not-the-pin')
  await panel.getByRole('textbox', { name: '密钥 PIN' }).fill(pin)
  await panel.getByRole('button', { name: '解密' }).click()
  const body = other.frameLocator('iframe[title="邮件正文"]').locator('body')
  await expect(body).toContainText(text)
  await expect(other.getByText('签名有效')).toContainText(`smime-ann@${domain}`)

  // The sender reads the own copy; the key is open already in this session.
  await goTo(page, '/outbox')
  await page.getByText(subject).first().click()
  await expect(page.frameLocator('iframe[title="邮件正文"]').locator('body')).toContainText(text)
  await other.context().close()
})

test('SENDMODES-15 KEYS-07 with the switches off nothing of encryption is seen', async ({
  page,
  installation,
}) => {
  await signIn(page, installation, { name: 'smime-cid' })
  const turn = async (name: string, value: string) => {
    const { code, said } = await installation.command(['switch', name, value])
    expect([code, said]).toEqual([0, expect.stringContaining(`${name} ${value}`)])
    await page.reload()
  }
  const hasEncrypt = async () => {
    await goTo(page, '/write/new/0')
    await page.getByRole('button', { name: '其他发送方式' }).click()
    await expect(page.getByRole('menu')).toContainText('定时发送')
    const count = await page.getByRole('menuitemradio', { name: '加密发送' }).count()
    await page.keyboard.press('Escape')
    return count === 1
  }
  const settings = page.getByRole('navigation', { name: '设置' })
  expect(await hasEncrypt()).toBe(true)
  try {
    await turn('secretModeEnable', 'off')
    expect(await hasEncrypt()).toBe(false)
    await goTo(page, '/set/normalset')
    await expect(settings.getByRole('link', { name: '邮件加密' })).toBeVisible()
    await turn('secretModeEnable', 'on')
    await turn('smimeEnable', 'off')
    expect(await hasEncrypt()).toBe(false)
    await goTo(page, '/set/normalset')
    await expect(settings.getByRole('link').first()).toBeVisible()
    await expect(settings.getByRole('link', { name: '邮件加密' })).toHaveCount(0)
    await goTo(page, '/smimePage')
    await expect(page).toHaveURL(/404/)
    const token = await page.evaluate(() => localStorage.getItem('accessToken'))
    const answer = await fetch(`${installation.url}/api/${keys.own.path}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(answer.status).toBe(403)
  } finally {
    await installation.command(['switch', 'smimeEnable', 'on'])
    await installation.command(['switch', 'secretModeEnable', 'on'])
  }
})
