import { execFile } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { smime as smimeApi } from '@hongyan/contract/smime'
import type { Page } from '@playwright/test'
import { AxeBuilder } from '../support/axe.ts'
import { domain, expect, type Installation, password, signIn, test } from '../support/fixtures.ts'
import { newPage } from '../support/watched-page.ts'

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
  await expect(page.getByText('请输入密码')).toBeVisible()
  await page.getByLabel('登录密码').fill(password)
  await page.getByRole('button', { name: '创建密钥' }).click()
  await expect(page.getByRole('heading', { name: '我的证书' })).toBeVisible({ timeout: 60_000 })
}

/** WCAG rules that a program can check, in one part of the page. */
const flaws = async (page: Page, part: string) =>
  (await new AxeBuilder({ page }).include(part).exclude('iframe').analyze()).violations

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
  await page.getByRole('menuitemcheckbox', { name: '加密发送' }).click()
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
  page.setDefaultTimeout(20_000)
  const other = await newPage(browser)
  await signIn(page, installation, { name: 'smime-ann' })
  await signIn(other, installation, { name: 'smime-ben' })
  await makeKey(page)
  expect(await flaws(page, 'main')).toEqual([])
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
  expect(await flaws(page, 'dialog')).toEqual([])
  await dialog.getByRole('textbox', { name: '密钥 PIN' }).fill('wrong-pin')
  await dialog.getByRole('button', { name: '加密并发送' }).click()
  await expect(dialog.getByText('密钥 PIN 不正确')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: '密钥 PIN' })).toHaveValue('wrong-pin')
  await dialog.getByRole('textbox', { name: '密钥 PIN' }).fill(pin)
  const proven = page.waitForResponse(/keymanagement\/key\/keyPinVerify$/)
  await dialog.getByRole('button', { name: '加密并发送' }).click()
  expect((await proven).status()).toBe(200)
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

  expect(await flaws(other, 'article')).toEqual([])
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

test('SENDMODES-01 SENDMODES-15 KEYS-07 with the switches off nothing of encryption is seen', async ({
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
    const count = await page.getByRole('menuitemcheckbox', { name: '加密发送' }).count()
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
    const answer = await fetch(`${installation.url}/api/${smimeApi.own.path}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(answer.status).toBe(403)
    // What came encrypted is then a mail with a file.
    await installation.deliver('smime-cid', mailOf('a mail with a file', p7mPart('MAA=')))
    await openMail(page, 'a mail with a file')
    await expect(page.getByText('smime.p7m').first()).toBeVisible()
    await expect(page.getByRole('region', { name: '这是一封加密邮件' })).toHaveCount(0)
  } finally {
    await installation.command(['switch', 'smimeEnable', 'on'])
    await installation.command(['switch', 'secretModeEnable', 'on'])
  }
})

const run = promisify(execFile)

const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** An entity as another program encrypts it for somebody here: OpenSSL, AES-256-CBC, RSAES-PKCS1-v1_5. */
async function encryptedByOthers(installation: Installation, page: Page, entity: string) {
  const token = await page.evaluate(() => localStorage.getItem('accessToken'))
  const email = `smime-dan@${domain}`
  const answer = await fetch(`${installation.url}/api/${smimeApi.getKeyByEmail.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ emails: [email] }),
  })
  const { list } = (await answer.json()).data
  const folder = await mkdtemp(join(tmpdir(), 'hongyan-cms-'))
  const pem = new X509Certificate(Buffer.from(list[0].certificate, 'base64')).toString()
  await writeFile(join(folder, 'cert.pem'), pem)
  await writeFile(join(folder, 'entity'), entity)
  const how = ['-encrypt', '-binary', '-aes256', '-outform', 'DER', '-in', 'entity', '-out', 'p7m']
  await run('openssl', ['cms', ...how, 'cert.pem'], { cwd: folder })
  const der = await readFile(join(folder, 'p7m'))
  await rm(folder, { recursive: true })
  return der.toString('base64').replace(/.{76}/g, '$&\r\n')
}

const p7mPart = (base64: string) =>
  `Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64}\r\n`

const mailOf = (subject: string, body: string) =>
  `From: Outlook <out@outside.test>\r\nTo: smime-dan@${domain}\r\nSubject: ${subject}\r\nMIME-Version: 1.0\r\n${body}`

test('READ-07 KEYS-01 KEYS-05 KEYS-06 KEYS-08 a mail of another program opens alone and without the network; its files are saved; an encrypted part stays closed; the PIN is changed', async ({
  page,
  installation,
}) => {
  page.setDefaultTimeout(20_000)
  await signIn(page, installation, { name: 'smime-dan' })
  await makeKey(page)
  const entity = [
    'Content-Type: multipart/mixed; boundary=in',
    '',
    '--in',
    'Content-Type: text/html; charset=utf-8',
    '',
    `<p>the canary in HTML</p><img alt="inside" src="cid:inner@here"><script>document.title='ran'</script><img alt="remote" src="http://127.0.0.1:${installation.pictures.port}/leak.png">`,
    '--in',
    'Content-Type: image/png; name=p.png',
    'Content-ID: <inner@here>',
    'Content-Disposition: inline; filename=p.png',
    'Content-Transfer-Encoding: base64',
    '',
    png,
    '--in',
    'Content-Type: text/plain; name=plan.txt',
    'Content-Disposition: attachment; filename=plan.txt',
    '',
    'the plan',
    '--in--',
    '',
  ].join('\r\n')
  const base64 = await encryptedByOthers(installation, page, entity)
  const raw = mailOf('whole', p7mPart(base64))
  await installation.deliver('smime-dan', raw)
  await installation.deliver(
    'smime-dan',
    mailOf(
      'mixed',
      `Content-Type: multipart/mixed; boundary=m\r\n\r\n--m\r\nContent-Type: text/html\r\n\r\n<p>around</p><img src="http://127.0.0.1:${installation.pictures.port}/?\r\n--m\r\n${p7mPart(base64)}--m--\r\n`,
    ),
  )
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await openMail(page, 'whole')
  const panel = page.getByRole('region', { name: '这是一封加密邮件' })
  await panel.getByRole('textbox', { name: '密钥 PIN' }).fill(pin)
  await panel.getByRole('button', { name: '解密' }).click()
  const body = page.frameLocator('iframe[title="邮件正文"]').locator('body')
  await expect(body).toContainText('the canary in HTML')
  const inside = body.getByRole('img', { name: 'inside' })
  await expect.poll(() => inside.evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBe(1)
  await expect(page.getByText('邮件没有签名')).toBeVisible()
  await expect(page.getByRole('button', { name: '显示图片' })).toHaveCount(0)
  const saving = page.waitForEvent('download')
  await page.getByRole('link', { name: /plan\.txt/ }).click()
  const saved = await (await saving).path()
  expect(await readFile(saved, 'utf8')).toContain('the plan')
  expect(asked.filter((one) => /leak|picture/.test(one))).toEqual([])
  expect(installation.pictures.seen.filter((one) => one.url.includes('leak'))).toEqual([])
  expect(await page.title()).not.toBe('ran')

  await openMail(page, 'mixed')
  await expect(page.getByText('邮件只有一部分经过签名或加密')).toBeVisible()
  await expect(page.getByRole('region', { name: '这是一封加密邮件' })).toHaveCount(0)
  await expect(page.getByText('canary in HTML')).toHaveCount(0)

  await goTo(page, '/set/decryption')
  const keeping = page.waitForEvent('download')
  await page.getByRole('link', { name: '下载' }).click()
  const certificate = await readFile(await (await keeping).path())
  expect(new X509Certificate(certificate).subjectAltName).toBe(`email:smime-dan@${domain}`)
  await page.getByLabel('当前 PIN').fill('not-the-pin')
  await page.getByLabel('设置 PIN').fill('new-pin-1')
  await page.getByLabel('再次输入 PIN').fill('new-pin-1')
  await page.getByRole('button', { name: '修改', exact: true }).click()
  await expect(page.getByText('密钥 PIN 不正确')).toBeVisible()
  await expect(page.getByLabel('设置 PIN')).toHaveValue('new-pin-1')
  await page.getByLabel('当前 PIN').fill(pin)
  await page.getByRole('button', { name: '修改', exact: true }).click()
  await expect(page.getByText('PIN 已修改')).toBeVisible()

  await goTo(page, '/smimePage')
  await page
    .locator('input[type=file][accept*=".eml"]')
    .setInputFiles({ name: 'kept.eml', mimeType: 'message/rfc822', buffer: Buffer.from(raw) })
  const kept = page.getByRole('region', { name: 'kept.eml' })
  await kept.getByRole('textbox', { name: '密钥 PIN' }).fill(pin)
  await kept.getByRole('button', { name: '解密' }).click()
  await expect(kept.getByText('密钥 PIN 不正确')).toBeVisible()
  await kept.getByRole('textbox', { name: '密钥 PIN' }).fill('new-pin-1')
  await kept.getByRole('button', { name: '解密' }).click()
  await expect(kept.frameLocator('iframe[title="邮件正文"]').locator('body')).toContainText(
    'the canary in HTML',
  )

  // KEYS-05: the key leaves as a file, its PIN is forgotten, another key comes, old mail opens by the PIN of then.
  await goTo(page, '/set/decryption')
  await page.getByRole('button', { name: '导出密钥' }).click()
  const leaving = page.getByRole('dialog', { name: '导出密钥' })
  await leaving.getByLabel('密钥 PIN').fill('new-pin-1')
  await leaving.getByLabel('文件密码（至少').fill('a-long-file-secret')
  await leaving.getByLabel('再次输入文件密码').fill('a-long-file-secret')
  const exporting = page.waitForEvent('download')
  await leaving.getByRole('button', { name: '下载' }).click()
  const keyFile = await readFile(await (await exporting).path())
  await page.getByRole('button', { name: '更换密钥' }).click()
  const form = page.locator('form').filter({ has: page.getByLabel('忘记时请留空') })
  await form.getByLabel('设置 PIN').fill('third-pin')
  await form.getByLabel('再次输入 PIN').fill('third-pin')
  await form.getByLabel('登录密码').fill(password)
  expect(await flaws(page, 'main')).toEqual([])
  const replaced = page.waitForResponse(/mail\/keyms\/resetKey$/)
  await form.getByRole('button', { name: '更换密钥' }).click()
  expect((await replaced).status()).toBe(200)
  await expect(page.getByText('旧密钥：1 个')).toBeVisible()
  await openMail(page, 'whole')
  await expect(panel).toContainText('更换前的旧密钥加密')
  expect(await flaws(page, 'article')).toEqual([])
  await panel.getByRole('textbox', { name: '密钥 PIN' }).fill('third-pin')
  await panel.getByRole('button', { name: '解密' }).click()
  await expect(panel.getByText('密钥 PIN 不正确')).toBeVisible()
  await panel.getByRole('textbox', { name: '密钥 PIN' }).fill('new-pin-1')
  await panel.getByRole('button', { name: '解密' }).click()
  await expect(body).toContainText('the canary in HTML')

  // A key that was made elsewhere comes in by its file; the one that left is known already.
  await goTo(page, '/set/decryption')
  await page.getByRole('button', { name: '更换密钥' }).click()
  await form.getByLabel('忘记时请留空').fill('third-pin')
  await form.getByLabel('设置 PIN').fill('fourth-pin')
  await form.getByLabel('再次输入 PIN').fill('fourth-pin')
  await form.locator('input[type=file]').setInputFiles({
    name: 'own.p12',
    mimeType: 'application/x-pkcs12',
    buffer: keyFile,
  })
  await form.getByLabel('密钥文件的密码').fill('not-the-secret')
  await form.getByLabel('登录密码').fill(password)
  await form.getByRole('button', { name: '更换密钥' }).click()
  await expect(form.getByText('密码不正确，无法打开密钥文件')).toBeVisible()
  await form.getByLabel('密钥文件的密码').fill('a-long-file-secret')
  await form.getByRole('button', { name: '更换密钥' }).click()
  await expect(form.getByText('此密钥已在使用')).toBeVisible()
  await form.locator('input[type=file]').setInputFiles({
    name: 'authority.p12',
    mimeType: 'application/x-pkcs12',
    buffer: await keyOfAuthority(`smime-dan@${domain}`),
  })
  await form.getByRole('button', { name: '更换密钥' }).click()
  await expect(page.getByText('旧密钥：2 个')).toBeVisible()
})

/** A key whose certificate an authority signed, as its file, under `a-long-file-secret`. */
async function keyOfAuthority(email: string): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'hongyan-p12-'))
  const openssl = (...args: string[]) => run('openssl', args, { cwd: folder })
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '30']
  await openssl(...made, '-subj', '/CN=Authority', '-keyout', 'ca.key', '-out', 'ca.pem')
  await openssl(
    ...[...made, '-CA', 'ca.pem', '-CAkey', 'ca.key', '-subj', '/CN=Dan'],
    ...['-addext', `subjectAltName=email:${email}`, '-keyout', 'dan.key', '-out', 'dan.pem'],
  )
  const out = ['-passout', 'pass:a-long-file-secret', '-out', 'dan.p12']
  await openssl('pkcs12', '-export', '-in', 'dan.pem', '-inkey', 'dan.key', ...out)
  const file = await readFile(join(folder, 'dan.p12'))
  await rm(folder, { recursive: true })
  return file
}

test('READ-07 ROUTES-02 KEYS-02 a signed mail from outside is intact and not called valid; once it is changed it is broken; a guest verifies a file', async ({
  page,
  browser,
  installation,
}) => {
  await signIn(page, installation, { name: 'smime-eli' })
  const folder = await mkdtemp(join(tmpdir(), 'hongyan-signed-'))
  const openssl = (...args: string[]) => run('openssl', args, { cwd: folder })
  await openssl(
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '30', '-subj', '/CN=out'],
    ...['-addext', 'subjectAltName=email:out@outside.test', '-keyout', 'key', '-out', 'cert'],
  )
  await writeFile(join(folder, 'entity'), 'Content-Type: text/plain\r\n\r\npay the small bill\r\n')
  await openssl('cms', '-sign', '-in', 'entity', '-signer', 'cert', '-inkey', 'key', '-out', 'eml')
  const pem = await readFile(join(folder, 'cert'))
  const signed = (await readFile(join(folder, 'eml'), 'latin1')).replace(/\r?\n/g, '\r\n')
  await rm(folder, { recursive: true })
  const head = (subject: string) =>
    `From: Outlook <out@outside.test>\r\nTo: smime-eli@${domain}\r\nSubject: ${subject}\r\n`
  await installation.deliver('smime-eli', head('as signed') + signed)
  await installation.deliver('smime-eli', head('not as') + signed.replace('small', 'large'))
  await openMail(page, 'as signed')
  await expect(page.getByText('签名完整，但签名证书未经本单位确认')).toBeVisible()
  await expect(page.getByText('pay the small bill').last()).toBeVisible()
  // KEYS-02: the reader takes the certificate; then it is known, and a mail can be encrypted by it.
  await page.getByRole('button', { name: '接受证书' }).click()
  const question = page.getByRole('dialog', { name: '接受证书' })
  await expect(question.getByText(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/)).toBeVisible()
  await question.getByRole('button', { name: '接受证书' }).click()
  await expect(page.getByText('其证书由您确认')).toBeVisible()
  await openMail(page, 'not as')
  await expect(page.getByText('签名无效')).toBeVisible()
  await expect(page.getByText('签名有效')).toHaveCount(0)

  // ROUTES-02: /smimePage asks for no login. Who is nobody is handed out no certificate, and has no key.
  const guest = await newPage(browser)
  await guest.goto(`${installation.url}/#/smimePage`)
  const chosen = guest.locator('input[type=file]')
  const asFile = (name: string, raw: string) =>
    chosen.setInputFiles({ name, mimeType: 'message/rfc822', buffer: Buffer.from(raw, 'latin1') })
  await asFile('signed.eml', head('as signed') + signed)
  await expect(guest.getByText('签名完整，但签名证书未经本单位确认')).toBeVisible()
  await asFile('sealed.eml', `${head('sealed')}MIME-Version: 1.0\r\n${p7mPart('MAA=')}`)
  await expect(guest.getByText(/无法识别|登录后即可解密/)).toBeVisible()
  await expect(guest).toHaveURL(/#\/smimePage$/)
  await guest.context().close()
  await goTo(page, '/set/decryption')
  const taken = page.getByRole('button', { name: '删除 out@outside.test 的证书' })
  await taken.click()
  await page.getByRole('dialog').getByRole('button', { name: '删除', exact: true }).click()
  await expect(taken).toHaveCount(0)
  await page.locator('input[accept*=".cer"]').setInputFiles({
    name: 'out.pem',
    mimeType: 'application/x-pem-file',
    buffer: pem,
  })
  await expect(page.getByText('已添加证书：out@outside.test')).toBeVisible()
  await makeKey(page)
  await writeEncrypted(page, {
    to: ['out@outside.test'],
    subject: 'for outside',
    text: 'the canary',
  })
  await send(page)
  const dialog = page.getByRole('dialog', { name: '加密发送' })
  await dialog.getByRole('textbox', { name: '密钥 PIN' }).fill(pin)
  await dialog.getByRole('button', { name: '加密并发送' }).click()
  await expect(page).not.toHaveURL(/write/)
  // OpenSSL says nothing of GCM: EnvelopedData, which every program opens.
  await expect(async () => {
    const detail = await newest(installation, page, 'sent')
    expect(await sourceOf(page, detail.sourceUrl)).toContain('smime-type=enveloped-data')
  }).toPass()
})
