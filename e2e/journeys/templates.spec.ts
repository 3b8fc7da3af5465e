import type { Page } from '@playwright/test'
import { AxeBuilder } from '../support/axe.ts'
import { domain, expect, signIn, test } from '../support/fixtures.ts'

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

interface NewTemplate {
  name: string
  text: string
  subject?: string
}

async function makeTemplate(page: Page, { name, text, subject = '' }: NewTemplate) {
  await goTo(page, '/set/lettertemplate')
  await page.getByRole('button', { name: '新建模板' }).first().click()
  const dialog = page.getByRole('dialog', { name: '新建模板' })
  await dialog.getByRole('textbox', { name: '模板名称' }).fill(name)
  await dialog.getByRole('textbox', { name: '邮件主题' }).fill(subject)
  await editorOf(page).click()
  await page.keyboard.type(text)
  return dialog
}

async function addressTo(page: Page, to: string) {
  const field = page.getByRole('combobox', { name: '收件人' })
  await field.fill(to)
  await field.press('Enter')
}

test('TEMPLATES-01 TEMPLATES-04 TEMPLATES-05 a template with variables, a picture and a paper is made, changed and deleted', async ({
  page,
  installation,
}) => {
  await signIn(page, installation, { name: 'tpl' })
  const dialog = await makeTemplate(page, { name: '通知', text: '您好，' })
  await dialog.getByRole('button', { name: '插入变量' }).click()
  await page.getByRole('menu').getByText('收件人姓名').click()
  await expect(editorOf(page)).toContainText('{{recipient.name}}')
  await dialog
    .getByTestId('picture')
    .setInputFiles({ name: 'map.png', mimeType: 'image/png', buffer: png })
  await expect(editorOf(page).locator('img:not(.is-uploading)')).toHaveCount(1)
  await dialog.getByRole('button', { name: '宣纸' }).click()
  expect(
    (await new AxeBuilder({ page }).include('dialog').exclude('iframe').analyze()).violations,
  ).toEqual([])
  await dialog.getByRole('textbox', { name: '模板名称' }).fill('')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('请输入模板名称')
  await dialog.getByRole('textbox', { name: '模板名称' }).fill('会议通知')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('listitem').filter({ hasText: '会议通知' })).toContainText('您好')
  expect(
    (await new AxeBuilder({ page }).include('main').exclude('iframe').analyze()).violations,
  ).toEqual([])
  await page.getByRole('button', { name: '编辑 会议通知' }).click()
  await expect(editorOf(page).locator('img')).toHaveCount(1)
  await expect(page.getByRole('button', { name: '宣纸' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('dialog').getByRole('textbox', { name: '模板名称' }).fill('新名称')
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
  await page.getByRole('button', { name: '删除 新名称' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '删除', exact: true }).click()
  await expect(page.getByText('还没有信件模板')).toBeVisible()
})

test('TEMPLATES-03 a template is filled in where it is used, and what stays open is asked about before sending', async ({
  page,
  installation,
}) => {
  await signIn(page, installation, { name: 'tpl2' })
  const dialog = await makeTemplate(page, {
    name: '问候',
    text: '{{recipient.name}}，我是{{my.name}}。{{my.phone}}{{nobody.knows}}',
    subject: '致 {{recipient.name}}',
  })
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog).toBeHidden()
  await goTo(page, '/write/new/0')
  await addressTo(page, `李娜<b@${domain}>`)
  await page.getByRole('button', { name: '信件模板' }).click()
  await page.getByRole('dialog', { name: '信件模板' }).getByText('问候').click()
  await expect(editorOf(page)).toHaveText('李娜，我是tpl2。{{my.phone}}{{nobody.knows}}')
  await expect(page.getByRole('textbox', { name: '主题' })).toHaveValue('致 李娜')
  await expect(
    page.getByText('以下变量没有值，请手动填写：{{my.phone}} {{nobody.knows}}'),
  ).toBeVisible()
  await page.getByRole('button', { name: '发送', exact: true }).click()
  const question = page.getByRole('dialog', { name: '确认发送' })
  await expect(question).toContainText('{{my.phone}}, {{nobody.knows}}')
  await question.getByRole('button', { name: '返回填写' }).click()
  await expect(editorOf(page)).toBeVisible()
  // The recipient may also come after the template.
  await expect(page.getByText(/^已保存到草稿箱/)).toBeVisible()
  await editorOf(page).press('Escape')
  await expect(page).not.toHaveURL(/write/)
  await goTo(page, '/write/new/0')
  await expect(editorOf(page)).toHaveText('')
  await page.getByRole('button', { name: '信件模板' }).click()
  await page.getByRole('dialog', { name: '信件模板' }).getByText('问候').click()
  await expect(editorOf(page)).toContainText('{{recipient.name}}，我是tpl2')
  await addressTo(page, `王芳<b@${domain}>`)
  await expect(editorOf(page)).toContainText('王芳，我是tpl2')
  await expect(page.getByRole('textbox', { name: '主题' })).toHaveValue('致 王芳')
})

test('TEMPLATES-06 a paper is chosen by its looks, kept in the draft, sent, and shown by our reader', async ({
  page,
  installation,
}) => {
  await signIn(page, installation, { name: 'tpl3' })
  await goTo(page, '/set/lettertemplate')
  await page
    .getByTestId('paper')
    .setInputFiles({ name: '山水.png', mimeType: 'image/png', buffer: png })
  await expect(page.getByRole('button', { name: '删除 山水' })).toBeVisible()
  await goTo(page, '/write/new/0')
  const subject = newSubject('信纸')
  await addressTo(page, `b@${domain}`)
  await page.getByRole('textbox', { name: '主题' }).fill(subject)
  await editorOf(page).click()
  await page.keyboard.type('写在纸上')
  const choose = async (name: string) => {
    // The mail's own tag has the word in its name too.
    await page.getByRole('toolbar').getByRole('button', { name: '信纸', exact: true }).click()
    await page.getByRole('dialog', { name: '信纸' }).getByRole('button', { name }).click()
  }
  await choose('鸿雁')
  await expect(page.locator('[data-paper=goose]')).toHaveCSS(
    'background-color',
    'rgb(228, 238, 242)',
  )
  await expect(editorOf(page)).toHaveText('写在纸上')
  await choose('不用信纸')
  await expect(page.locator('[data-paper=goose]')).toHaveCount(0)
  await choose('山水')
  await editorOf(page).press('Escape')
  await expect(page).not.toHaveURL(/write/)
  await goTo(page, '/draftbox')
  await page.getByRole('row').filter({ hasText: subject }).click()
  await expect(page.locator('[data-paper]:not([data-paper=""])')).toHaveCount(1)
  await expect(editorOf(page)).toHaveText('写在纸上')
  await page.getByRole('button', { name: '发送', exact: true }).click()
  await expect(page).not.toHaveURL(/write/)
  await goTo(page, '/outbox')
  await page.getByRole('row').filter({ hasText: subject }).click()
  const body = page.locator('main iframe').first().contentFrame()
  await expect(body.getByText('写在纸上')).toBeVisible()
  await expect(body.locator('td').first()).toHaveAttribute('style', /background-image: url\("blob:/)
})
