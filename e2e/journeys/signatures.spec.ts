import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { AxeBuilder } from '../support/axe.ts'
import {
  domain,
  expect,
  type Installation,
  signIn,
  switchLanguage,
  test,
} from '../support/fixtures.ts'
import { insertLink } from '../support/link-dialog.ts'
import { overAnswer } from '../support/over-answer.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const newSubject = (words: string) => `${words} ${Math.random().toString(36).slice(2, 8)}`

const goTo = (page: Page, path: string) => page.goto(`${new URL(page.url()).origin}/#${path}`)

const editorOf = (page: Page) =>
  page
    .locator('iframe[src$="editor.html"]:visible')
    .contentFrame()
    .locator('[contenteditable=true]')

const signatureOf = (page: Page) => page.getByRole('region', { name: '签名', exact: true })

const shown = (page: Page) => signatureOf(page).locator('iframe').contentFrame().locator('body')

interface NewSignature {
  name: string
  text: string
  /** What else is done in the dialog. */
  more?: () => Promise<void>
}

async function makeSignature(page: Page, { name, text, more }: NewSignature) {
  await goTo(page, '/set/signature')
  await page.getByRole('button', { name: '新建签名' }).first().click()
  const dialog = page.getByRole('dialog', { name: '新建签名' })
  await dialog.getByRole('textbox', { name: '名称' }).fill(name)
  await editorOf(page).click()
  await page.keyboard.type(text)
  await more?.()
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog).toBeHidden()
}

async function pickSignature(page: Page, name: string) {
  await page.getByRole('button', { name: '签名', exact: true }).click()
  await page.getByRole('menu').getByText(name, { exact: true }).click()
}

async function addressTo(page: Page, to: string, subject: string) {
  const field = page.getByRole('combobox', { name: '收件人' })
  await field.fill(to)
  await field.press('Enter')
  await page.getByRole('textbox', { name: '主题' }).fill(subject)
}

const send = async (page: Page, installation: Installation, subject: string) => {
  await page.getByRole('button', { name: '发送', exact: true }).click()
  return installation.sink.next((one) => {
    const raw = one.raw.toString()
    const encoded = Buffer.from(subject).toString('base64').slice(0, 12)
    return raw.includes(subject) || raw.includes(encoded)
  })
}

test('SIGNATURES-01 SIGNATURES-03 SIGNATURES-04 signatures are made with a picture, previewed, chosen and deleted', async ({
  page,
  installation,
}) => {
  await signIn(page, installation, { name: 'sign' })
  await goTo(page, '/set/signature')
  await expect(page.getByRole('heading', { level: 1, name: '签名' })).toBeVisible()
  await page.getByRole('button', { name: '新建签名' }).click()
  const dialog = page.getByRole('dialog', { name: '新建签名' })
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('请输入签名名称')
  await dialog.getByRole('textbox', { name: '名称' }).fill('工作')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('请输入签名内容')
  await editorOf(page).click()
  await page.keyboard.type('张伟 产品部')
  await dialog.getByTestId('picture').setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: Buffer.concat([png, Buffer.alloc(2 * 1024 * 1024)]),
  })
  await expect(page.getByText('请上传小于2M的文件')).toBeVisible()
  await dialog
    .getByTestId('picture')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png })
  await expect(editorOf(page).locator('img:not(.is-uploading)')).toHaveCount(1)
  expect(
    (await new AxeBuilder({ page }).include('dialog').exclude('iframe').analyze()).violations,
  ).toEqual([])
  await dialog.getByRole('checkbox', { name: '用于新邮件' }).check()
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog).toBeHidden()
  const card = page.getByRole('listitem').filter({ hasText: '工作' })
  await expect(card.getByText('新邮件')).toBeVisible()
  const preview = card.locator('iframe').contentFrame()
  await expect(preview.getByText('张伟 产品部')).toBeVisible()
  await expect(preview.locator('img')).toHaveAttribute('src', /^blob:/)
  await makeSignature(page, { name: '简短', text: '伟' })
  await page.getByRole('combobox', { name: '回复和转发', exact: true }).selectOption('简短')
  await expect(
    page.getByRole('listitem').filter({ hasText: '简短' }).getByText('回复和转发'),
  ).toBeVisible()
  expect(
    (await new AxeBuilder({ page }).include('main').exclude('iframe').analyze()).violations,
  ).toEqual([])
  await page.getByRole('button', { name: '编辑 简短' }).click()
  await expect(editorOf(page)).toHaveText('伟')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '编辑 简短' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: '名称' }).fill('改了一半')
  await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
  await expect(page.getByRole('dialog').getByRole('textbox', { name: '名称' })).toHaveValue(
    '改了一半',
  )
  await page.getByRole('dialog').getByRole('button', { name: '放弃修改' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('button', { name: '删除 简短' }).click()
  const question = page.getByRole('dialog', { name: '删除签名？' })
  await question.getByRole('button', { name: '删除' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: '简短' })).toHaveCount(0)
  await switchLanguage(page, 'English')
  await expect(page.getByRole('heading', { level: 1, name: 'Signatures' })).toBeVisible()
})

test('SIGNATURES-01 after the link dialog the keys go into the text of the signature again', async ({
  page,
  installation,
}) => {
  await signIn(page, installation, { name: 'sign-link' })
  await goTo(page, '/set/signature')
  await page.getByRole('button', { name: '新建签名' }).first().click()
  await editorOf(page).click()
  await page.keyboard.type('网站')
  await page.keyboard.press('Enter')
  await insertLink(page, 'https://example.org/')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('第二行')
  await expect(editorOf(page)).toContainText('第二行')
  await expect(editorOf(page).locator('a')).toHaveText('https://example.org/')
})

test('COMPOSE-28 SIGNATURES-03 the composer puts the signature in, switches it without touching the text, and its picture leaves inside the mail', async ({
  page,
  installation,
}) => {
  await signIn(page, installation, { name: 'sign2' })
  await makeSignature(page, {
    name: '带图',
    text: '图文签名',
    more: async () => {
      await page
        .getByTestId('picture')
        .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png })
      await expect(editorOf(page).locator('img:not(.is-uploading)')).toHaveCount(1)
      await page.getByRole('checkbox', { name: '用于新邮件' }).check()
    },
  })
  await makeSignature(page, { name: '简短', text: '小签名' })
  await goTo(page, '/write/new/0')
  await expect(shown(page)).toContainText('图文签名')
  await editorOf(page).click()
  await page.keyboard.type('我的正文')
  await pickSignature(page, '简短')
  await expect(shown(page)).toHaveText('小签名')
  await expect(editorOf(page)).toHaveText('我的正文')
  await pickSignature(page, '不使用签名')
  await expect(signatureOf(page)).toHaveCount(0)
  await pickSignature(page, '带图')
  await expect(shown(page).locator('img')).toHaveAttribute('src', /^blob:/)
  const subject = newSubject('签名')
  await addressTo(page, 'peer@other.test', subject)
  const { raw } = await send(page, installation, subject)
  expect(raw.toString()).toMatch(/Content-Type: image\/png[\s\S]*Content-Id: <[^>]+@hongyan>/i)
  expect(raw.toString()).toMatch(/Content-Disposition: inline/i)
})

test('COMPOSE-28 a draft that is opened again, and a mail that is edited again, have the signature once', async ({
  page,
  installation,
}) => {
  await signIn(page, installation, { name: 'sign3' })
  await makeSignature(page, {
    name: '唯一',
    text: '只出现一次',
    more: () => page.getByRole('checkbox', { name: '用于新邮件' }).check(),
  })
  await goTo(page, '/write/new/0')
  await expect(shown(page)).toHaveText('只出现一次')
  const subject = newSubject('一次')
  await addressTo(page, `b@${domain}`, subject)
  await editorOf(page).click()
  await page.keyboard.type('正文')
  await page.keyboard.press('Escape')
  await expect(page).not.toHaveURL(/write/)
  await goTo(page, '/draftbox')
  await page.getByRole('row').filter({ hasText: subject }).click()
  await expect(page.getByRole('textbox', { name: '主题' })).toHaveValue(subject)
  await expect(signatureOf(page)).toHaveCount(1)
  await expect(shown(page)).toHaveText('只出现一次')
  await expect(editorOf(page)).toHaveText('正文')
  await page.getByRole('button', { name: '改为可编辑的正文' }).click()
  await expect(signatureOf(page)).toHaveCount(0)
  await expect(editorOf(page)).toContainText('只出现一次')
  await page.getByRole('button', { name: '发送', exact: true }).click()
  await expect(page).not.toHaveURL(/write/)
  await goTo(page, '/outbox')
  await page.getByRole('row').filter({ hasText: subject }).click()
  const body = page.locator('article iframe, main iframe').first().contentFrame()
  await expect(body.getByText('只出现一次')).toHaveCount(1)
})

test('COMPOSE-28 an answer gets its signature above or below the original, by the setting', async ({
  page,
  installation,
}) => {
  await signIn(page, installation, { name: 'sign4' })
  await makeSignature(page, {
    name: '答',
    text: '回复签名',
    more: () => page.getByRole('checkbox', { name: '用于回复和转发' }).check(),
  })
  const subject = newSubject('position')
  await installation.deliver(
    'sign4',
    `From: peer@other.test\r\nTo: sign4@${domain}\r\nSubject: ${subject}\r\n\r\noriginal text\r\n`,
  )
  const reply = async () => {
    await goTo(page, '/inbox')
    await page.getByRole('row').filter({ hasText: subject }).click()
    await page.getByRole('button', { name: '回复', exact: true }).first().click()
    await expect(shown(page)).toHaveText('回复签名')
    const own = (await signatureOf(page).boundingBox())?.y ?? 0
    const theirs = (await page.getByRole('region', { name: '原邮件' }).boundingBox())?.y ?? 0
    // An answer that stays open would be gone on with, and not begun anew.
    await page.getByRole('button', { name: '返回', exact: true }).click()
    await expect(page).not.toHaveURL(/write/)
    return own < theirs ? 'above' : 'below'
  }
  expect(await reply()).toBe('above')
  await goTo(page, '/set/signature')
  await page.getByRole('combobox', { name: '回复和转发时的位置' }).selectOption('在邮件末尾')
  expect(await reply()).toBe('below')
})

test('SIGNATURES-05 a signature of the organisation is there to be used and not to be changed', async ({
  page,
  installation,
}) => {
  const file = join(installation.folder, 'company.html')
  await writeFile(file, '<p>公司签名 <img src="logo.png"></p><script>alert(1)</script>')
  await writeFile(join(installation.folder, 'logo.png'), png)
  const made = await installation.command(['signature', 'set', '公司', file])
  expect(made).toMatchObject({ code: 0 })
  expect((await installation.command(['signature', 'list'])).said).toContain('公司')
  await signIn(page, installation, { name: 'sign5' })
  await goTo(page, '/set/signature')
  const system = page.getByRole('region', { name: '系统签名' })
  await expect(system.locator('iframe').contentFrame().getByText('公司签名')).toBeVisible()
  await expect(system.getByRole('button')).toHaveCount(0)
  await page.getByRole('combobox', { name: '新邮件', exact: true }).selectOption('公司（系统）')
  await goTo(page, '/write/new/0')
  await expect(shown(page)).toContainText('公司签名')
  await expect(shown(page).locator('img')).toHaveAttribute('src', /^blob:/)
  expect((await installation.command(['signature', 'remove', '公司'])).code).toBe(0)
})

test('SHELL-09 ROUTES-26 feedback goes to the administrator and is not sent empty', async ({
  page,
  installation,
}) => {
  await signIn(page, installation, { name: 'sign5' })
  await page.getByRole('button', { name: '更多', exact: true }).first().click()
  await page.getByRole('menu').getByText('意见反馈').click()
  await page.getByRole('button', { name: '提交' }).click()
  await expect(page.getByRole('alert')).toHaveText('请填写反馈内容')
  expect((await new AxeBuilder({ page }).include('main').analyze()).violations).toEqual([])
  const words = newSubject('希望支持更多快捷键')
  await page.getByRole('textbox', { name: '反馈内容' }).fill(words)
  await page.getByRole('button', { name: '提交' }).click()
  await expect(page.getByText('反馈已提交，谢谢！')).toBeVisible()
  const { said } = await installation.command(['feedback'])
  expect(said).toContain(words)
  expect(said).toContain(`sign5@${domain}`)
  // Where the private setting is not 0 there is no box, and no page.
  await overAnswer(page, '**/api/mail/main/index', { privateEnable: 1 })
  await page.reload()
  await page.goto(`${installation.url}/#/feedback`)
  await expect(page).toHaveURL(/#\/404/)
  await page.goto(`${installation.url}/#/inbox`)
  await page.getByRole('button', { name: '更多', exact: true }).first().click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expect(page.getByRole('menu').getByText('意见反馈')).toHaveCount(0)
})
