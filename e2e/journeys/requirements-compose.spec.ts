import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compose } from '@hongyan/contract/compose'
import { errors } from '@hongyan/contract/errors'
import { folders } from '@hongyan/contract/folders'
import { limits } from '@hongyan/contract/limits'
import { messages } from '@hongyan/contract/messages'
import { settings } from '@hongyan/contract/settings'
import type { Page } from '@playwright/test'
import { connectApi } from '../durability/api.ts'
import { domain, expect, password, signIn, test } from '../support/fixtures.ts'
import { mailText } from '../support/send-mail.ts'

/** The walls of the composer, word for word: given in Chinese by the specification, in English by its ledger. */
const words = {
  zh: {
    body: '正文',
    subject: '主题',
    to: '收件人',
    send: '发送',
    noRecipient: '请至少选择一位收件人或者抄送人或者密送人',
    noSubject: '请填写主题',
    longSubject: '主题文字允许在255字以内',
    invalid: '存在无效的邮件地址：not-an-address，是否忽略？',
    goBack: '返回修改',
    ignore: '忽略并发送',
    forgotten: '正文提到了附件，但您没有添加附件，确定发送吗？',
    text: '请看附件',
    emptyFile: '不能上传0kB的文件',
    suffix: '不支持上传该类型的文件',
    twice: '不能重复上传同名文件',
    big: '请上传小于50M的文件',
    bigPicture: '请上传小于2M的文件',
    full: '您的文件中心容量不足，导致附件上传失败，请联系管理员扩容或自行释放文件中心容量！',
  },
  en: {
    body: 'Message',
    subject: 'Subject',
    to: 'To',
    send: 'Send',
    noRecipient: 'Please choose at least one recipient, Cc or Bcc',
    noSubject: 'Please enter a subject',
    longSubject: 'The subject can be at most 255 characters',
    invalid: 'Invalid addresses: not-an-address. Ignore them?',
    goBack: 'Go back',
    ignore: 'Ignore and send',
    forgotten: 'Your text mentions an attachment but none is added. Send anyway?',
    text: 'see what I attached',
    emptyFile: 'Files of 0 kB cannot be uploaded',
    suffix: 'Files of this type are not allowed',
    twice: 'A file with the same name cannot be uploaded twice',
    big: 'Please upload a file smaller than 50M',
    bigPicture: 'Please upload a file smaller than 2M',
    full: 'Your file centre is full, so the attachment could not be uploaded. Please ask the administrator for more space or free some yourself!',
  },
}

const editorOf = (page: Page, title: string) =>
  page.locator(`iframe[title="${title}"]`).contentFrame().locator('[contenteditable=true]')

for (const language of ['zh', 'en'] as const) {
  const said = words[language]
  test(`COMPOSE-06 COMPOSE-07 COMPOSE-08 COMPOSE-10 COMPOSE-11 COMPOSE-14 COMPOSE-15 COMPOSE-16 COMPOSE-17 COMPOSE-18 COMPOSE-21 I18N-03 each wall of the composer says its sentence, and keeps what was typed (${language})`, async ({
    page,
    installation,
  }) => {
    await signIn(page, installation, { name: 'walls', language })
    await page.goto(`${installation.url}/#/write/new/0`)
    const send = () => page.getByRole('button', { name: said.send, exact: true }).click()
    const subject = page.getByRole('textbox', { name: said.subject })
    const to = page.getByRole('combobox', { name: said.to, exact: true })
    const editor = editorOf(page, said.body)
    await editor.click()
    await page.keyboard.type(said.text)
    await send()
    await expect(page.getByText(said.noRecipient)).toBeVisible()

    for (const address of ['peer@other.test', 'not-an-address']) {
      await to.fill(address)
      await to.press('Enter')
    }
    await send()
    await expect(page.getByText(said.noSubject)).toBeVisible()
    await subject.fill('长'.repeat(limits.subject + 1))
    await send()
    await expect(page.getByText(said.longSubject)).toBeVisible()
    await expect(subject).toHaveValue('长'.repeat(limits.subject + 1))
    await subject.fill('长'.repeat(limits.subject))

    const dialog = page.getByRole('dialog')
    await send()
    await expect(dialog).toContainText(said.invalid)
    await dialog.getByRole('button', { name: said.goBack }).click()
    await send()
    await dialog.getByRole('button', { name: said.ignore }).click()
    await expect(dialog).toContainText(said.forgotten)
    await dialog.getByRole('button').last().press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(editor).toContainText(said.text)

    const attach = (name: string, bytes = 1) =>
      page
        .getByTestId('attach')
        .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.alloc(bytes, 'x') })
    await attach('nothing.txt', 0)
    await expect(page.getByText(said.emptyFile)).toBeVisible()
    const api = connectApi(installation.product.httpPort)
    await api.logIn(`walls@${domain}`, password)
    const { controlFileTypes } = await api.get(settings.index, {})
    await attach(`plan.${controlFileTypes.split(',').at(-1)?.toUpperCase()}`)
    await expect(page.getByText(said.suffix)).toBeVisible()
    await attach('same.txt')
    await expect(page.getByRole('listitem').filter({ hasText: 'same' })).toHaveCount(1)
    await attach('SAME.txt')
    await expect(page.getByText(said.twice)).toBeVisible()
    const folder = await mkdtemp(join(tmpdir(), 'hongyan-big-'))
    await writeFile(join(folder, 'big.bin'), '')
    await truncate(join(folder, 'big.bin'), limits.upload + 1)
    await page.getByTestId('attach').setInputFiles(join(folder, 'big.bin'))
    await expect(page.getByText(said.big)).toBeVisible()
    await rm(folder, { recursive: true })
    await pastePicture(page, { body: said.body, bytes: limits.picture + 1 })
    await expect(page.getByText(said.bigPicture)).toBeVisible()

    // That the server has no room is its own word: only how it is shown is asked here.
    const { status, code, [language]: message } = errors['upload.full']
    await page.route(/\/api\/file\/upload(\/start)?(\?|$)/, (route) =>
      route.fulfill({ status, json: { code, message, data: null } }),
    )
    await attach('no-room.txt')
    await expect(page.getByText(said.full).first()).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: 'same' })).toHaveCount(1)
  })
}

const pastePicture = (page: Page, { body, bytes }: { body: string; bytes: number }) =>
  editorOf(page, body).evaluate((root, size) => {
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File([new Uint8Array(size)], 'big.png', { type: 'image/png' }))
    root.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, bytes)

test('COMPOSE-03 ROUTES-21 each write mode is a call of its own; editAgainFromdraft goes on with the draft', async ({
  page,
  installation,
}) => {
  await installation.deliver('walls', mailText({ subject: 'the question', text: 'when?' }))
  await signIn(page, installation, { name: 'walls' })
  await expect(page.getByRole('row').filter({ hasText: 'the question' })).toBeVisible()
  const api = connectApi(installation.product.httpPort)
  await api.logIn(`walls@${domain}`, password)
  const { folderList } = await api.get(folders.list, {})
  const inbox = folderList.find(({ role }) => role === 'inbox')
  const { list } = await api.get(messages.list, { mailboxId: inbox?.folderId })
  const subject = page.locator('[data-tag]:visible').getByRole('textbox', { name: '主题' })
  const begin = async (mode: string, mailId: number) => {
    const asked = page.waitForResponse((one) => one.url().endsWith(`/api/mail/email/${mode}`))
    await page.goto(`${installation.url}/#/write/new${mode}/${mailId}`)
    expect((await asked).status()).toBe(200)
  }
  for (const [mode, text] of [
    ['reply', 'Re: the question'],
    ['replyAll', 'Re: the question'],
    ['forward', '转发：the question'],
    ['forwardAsAttachment', '转发：the question'],
  ] as const) {
    await begin(mode, list[0]?.mailId ?? 0)
    await expect(subject).toHaveValue(text)
    // The composer has the width for itself.
    await expect(page.getByRole('navigation', { name: '文件夹' })).toHaveCount(0)
  }
  const { mailId } = await api.get(compose.saveDraft, {
    mailTo: [],
    mailCc: [],
    mailBcc: [],
    mailSubject: 'half a thought',
    html: '<p>x</p>',
    quotedHtml: '',
    fileIds: [],
  })
  await begin('editAgainFromdraft', mailId)
  await expect(subject).toHaveValue('half a thought')
})
