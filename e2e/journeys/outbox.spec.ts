import type { Page } from '@playwright/test'
import { AxeBuilder } from '../support/axe.ts'
import { domain, expect, type Installation, signIn, test } from '../support/fixtures.ts'
import { insertLink } from '../support/link-dialog.ts'
import { fillTime, timeField } from '../support/time-field.ts'
import { newPage } from '../support/watched-page.ts'

/** A subject that no other test has. */
const newSubject = (words: string) => `${words} ${Math.random().toString(36).slice(2, 8)}`

async function write(
  page: Page,
  { to, subject, text }: { to: string; subject: string; text: string },
) {
  await page.goto(`${new URL(page.url()).origin}/#/write/new/0`)
  const field = page.getByRole('combobox', { name: '收件人' })
  await field.fill(`${to}@${domain}`)
  await field.press('Enter')
  await page.getByRole('textbox', { name: '主题' }).fill(subject)
  const editor = page.frameLocator('iframe').first().locator('[contenteditable=true]')
  await editor.click()
  await page.keyboard.type(text)
}

const menu = async (page: Page, entry: string) => {
  await page.getByRole('button', { name: '其他发送方式' }).click()
  await page.getByRole('menu').getByText(entry, { exact: true }).click()
}

const open = async (page: Page, folder: 'inbox' | 'outbox' | 'draftbox', subject: string) => {
  await page.goto(`${new URL(page.url()).origin}/#/${folder}`)
  await page.getByRole('row').filter({ hasText: subject }).click()
  await expect(page.getByRole('heading', { name: subject })).toBeVisible()
}

/** Somebody else at another computer. */
async function another(page: Page, installation: Installation, name: string): Promise<Page> {
  const theirs = await newPage(page.context().browser())
  await signIn(theirs, installation, { name })
  return theirs
}

const inDays = (days: number): string =>
  new Date(Date.now() + days * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 16)

test('SENDMODES-10 SENDMODES-12 a mail is scheduled, shown with its time, and a draft again once it is edited', async ({
  page,
  installation,
}) => {
  await signIn(page, installation, { name: 'a' })
  const subject = newSubject('定时')
  await write(page, { to: 'b', subject, text: '到时间再发' })
  await menu(page, '定时发送…')
  const dialog = page.getByRole('dialog', { name: '定时发送' })
  const time = timeField(dialog, /发送时间（UTC\+8）/)
  await fillTime(time, '')
  await dialog.getByRole('button', { name: '定时发送' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('请选择定时发送时间')
  await fillTime(time, '2020-01-01T09:00')
  await dialog.getByRole('button', { name: '定时发送' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('定时发送时间必须大于当前时间')
  expect((await new AxeBuilder({ page }).include('dialog').analyze()).violations).toEqual([])
  await fillTime(time, inDays(3))
  await dialog.getByRole('button', { name: '定时发送' }).click()
  await expect(page.getByText(/^将于 .* 发送$/)).toBeVisible()
  await open(page, 'outbox', subject)
  await expect(page.getByRole('row').filter({ hasText: subject })).toContainText('[定时]')
  await expect(page.getByText(/定时发送：将于 .* 发送。/)).toBeVisible()
  await page.getByRole('button', { name: '取消定时并编辑' }).click()
  await expect(page.getByText(/定时发送已取消（原定 .*），这封邮件现在是草稿。/)).toBeVisible()
  await expect(page.getByRole('textbox', { name: '主题' })).toHaveValue(subject)
  await page.goto(`${installation.url}/#/outbox`)
  await expect(page.getByRole('row').filter({ hasText: subject })).toHaveCount(0)
})

test('SENDMODES-13 a recall takes unread mail back and says plainly who keeps it', async ({
  page,
  installation,
}) => {
  await installation.person('keys')
  await signIn(page, installation, { name: 'a' })
  const subject = newSubject('撤回')
  await write(page, { to: 'keys', subject, text: '发错了' })
  const field = page.getByRole('combobox', { name: '收件人' })
  await field.fill('peer@other.test')
  await field.press('Enter')
  await page.getByRole('button', { name: '发送', exact: true }).click()
  await installation.sink.next((one) => one.to.includes('peer@other.test'))
  await open(page, 'outbox', subject)
  await page.getByRole('button', { name: '撤回邮件' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('发往单位外的邮件无法收回')
  await dialog.getByRole('button', { name: '撤回', exact: true }).click()
  await expect(dialog).toContainText('已从 1 / 2 位收件人处撤回。')
  await expect(dialog.getByRole('listitem').filter({ hasText: 'keys' })).toContainText('已撤回')
  await expect(dialog.getByRole('listitem').filter({ hasText: 'peer' })).toContainText(
    '单位外收件人，无法撤回',
  )
  expect((await new AxeBuilder({ page }).include('dialog').analyze()).violations).toEqual([])
  await dialog.getByRole('button', { name: '知道了' }).click()
  const theirs = await another(page, installation, 'keys')
  await expect(theirs.getByRole('row').filter({ hasText: '邮件已撤回' }).first()).toBeVisible()
  await expect(theirs.getByRole('row').filter({ hasText: subject })).toHaveCount(0)
})

test('SENDMODES-03 SENDMODES-04 SENDMODES-05 SENDMODES-06 SENDMODES-07 SENDMODES-09 a protected mail is written, read as often as allowed and gone', async ({
  page,
  installation,
}) => {
  await signIn(page, installation, { name: 'a' })
  const subject = newSubject('授权')
  await write(page, { to: 'b', subject, text: '机密正文' })
  await menu(page, '授权邮件…')
  const dialog = page.getByRole('dialog', { name: '授权邮件' })
  await expect(dialog).toContainText('能够保证')
  await expect(dialog).toContainText('不能保证')
  await dialog.getByLabel(/阅读次数/).fill('11')
  await dialog.getByLabel(/有效天数/).fill('0')
  await dialog.getByLabel(/阅读密码/).fill('1234567890123456')
  await dialog.getByRole('button', { name: '确定' }).click()
  for (const text of [
    '阅读次数须为1到10的整数',
    '有效天数须为1到30的整数',
    '阅读密码不能超过15个字符',
  ])
    await expect(dialog.getByText(text)).toBeVisible()
  expect((await new AxeBuilder({ page }).include('dialog').analyze()).violations).toEqual([])
  await dialog.getByLabel(/阅读次数/).fill('2')
  await dialog.getByLabel(/有效天数/).fill('3')
  await dialog.getByLabel(/阅读密码/).fill('开门')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('授权邮件：可读 2 次，3 天内有效')).toBeVisible()
  await page.getByRole('button', { name: '发送', exact: true }).click()
  await expect(page.getByText('邮件已发送').first()).toBeVisible()

  const theirs = await another(page, installation, 'b')
  await open(theirs, 'inbox', subject)
  await expect(theirs.getByText('您还可以阅读 2 次')).toBeVisible()
  await expect(theirs.getByRole('button', { name: '转发' }).first()).toBeDisabled()
  await theirs.getByLabel('阅读密码').fill('错误')
  await theirs.getByRole('button', { name: '打开阅读' }).click()
  await expect(theirs.getByText('阅读密码不正确')).toBeVisible()
  await theirs.getByLabel('阅读密码').fill('开门')
  await theirs.getByRole('button', { name: '打开阅读' }).click()
  const letter = theirs.frameLocator('iframe[title=正文]')
  await expect(letter.getByText('机密正文')).toBeVisible()
  await expect(theirs.getByTestId('watermark')).toContainText(`b@${domain}`)
  // No script runs in the frame of a mail, axe's neither.
  const axe = new AxeBuilder({ page: theirs }).include('article').exclude('iframe')
  expect((await axe.analyze()).violations).toEqual([])

  await theirs.goto(`${installation.url}/#/inbox`)
  await open(theirs, 'inbox', subject)
  await expect(theirs.getByText('您还可以阅读 1 次')).toBeVisible()
  await theirs.getByLabel('阅读密码').fill('开门')
  await theirs.getByRole('button', { name: '打开阅读' }).click()
  await expect(theirs.getByText('这是最后一次阅读，邮件已从邮箱中删除')).toBeVisible()
  await theirs.goto(`${installation.url}/#/inbox`)
  await expect(theirs.getByRole('row').filter({ hasText: subject })).toHaveCount(0)
})

test('SENDMODES-08 SENDMODES-03 somebody outside reads a protected mail by link and code', async ({
  page,
  installation,
}) => {
  await signIn(page, installation, { name: 'a' })
  const subject = newSubject('外部授权')
  await write(page, { to: 'b', subject, text: '给外部的正文' })
  await insertLink(page, 'https://shop.example/a')
  await page.getByRole('combobox', { name: '收件人' }).press('Backspace')
  await page.getByRole('combobox', { name: '收件人' }).fill('guest@other.test')
  await page.getByRole('combobox', { name: '收件人' }).press('Enter')
  await menu(page, '授权邮件…')
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await page.getByRole('button', { name: '发送', exact: true }).click()
  const notice = await installation.sink.next((one) => one.to.includes('guest@other.test'))
  const source = notice.raw.toString('latin1').replaceAll('=\r\n', '')
  const token = /linkPage\/letter\/([\w-]{43})/.exec(source)?.[1]

  const guest = await newPage(page.context().browser())
  await guest.goto(`${installation.url}/#/linkPage/letter/${token}`)
  await expect(guest.getByText('这封邮件仅供 g***@other.test 阅读')).toBeVisible()
  expect((await new AxeBuilder({ page: guest }).analyze()).violations).toEqual([])
  await guest.getByRole('button', { name: '发送验证码' }).click()
  const mail = await installation.sink.next(
    (one) => /\d{6}/.test(one.raw.toString()) && one.from === '',
  )
  const code = /code: (\d{6})|=\?UTF-8\?Q\?.*?(\d{6})/i
    .exec(mail.raw.toString())
    ?.slice(1)
    .find(Boolean)
  await guest.getByLabel('验证码', { exact: true }).fill(code ?? '')
  await guest.getByRole('button', { name: '打开阅读' }).click()
  await expect(guest.frameLocator('iframe').getByText('给外部的正文')).toBeVisible()
  await expect(guest.getByTestId('watermark')).toContainText('guest@other.test')
  // Its links pass the warning page as those of all mail do.
  const [warning] = await Promise.all([
    guest.waitForEvent('popup'),
    guest.frameLocator('iframe').getByRole('link', { name: 'https://shop.example/a' }).click(),
  ])
  await expect(warning).toHaveURL(/#\/linkPage\?url=https%3A%2F%2Fshop\.example%2Fa/)
})

test('SENDMODES-14 a quick reply is sent from under the mail, or goes on in the composer', async ({
  page,
  installation,
}) => {
  await signIn(page, installation, { name: 'b' })
  const subject = newSubject('quick')
  await installation.deliver(
    'b',
    `From: Peer <peer@other.test>\r\nTo: b@${domain}\r\nSubject: ${subject}\r\n\r\nplease answer\r\n${'one line more\r\n'.repeat(40)}`,
  )
  await open(page, 'inbox', subject)
  const quick = page.getByRole('region', { name: '快捷回复' })
  // It grows, with its buttons, when it is written in.
  await quick.getByRole('textbox').focus()
  await expect(quick.getByRole('button', { name: '发送' })).toBeInViewport()
  await quick.getByRole('button', { name: '发送' }).click()
  await expect(quick.getByRole('alert')).toHaveText('请输入回复内容')
  await quick.getByRole('textbox').fill('好的，谢谢')
  await quick.getByRole('button', { name: '发送' }).click()
  const sent = await installation.sink.next((one) => one.raw.toString().includes(`Re: ${subject}`))
  expect(sent.to).toEqual(['peer@other.test'])
  await quick.getByRole('textbox').fill('这一封要写长一点')
  await quick.getByRole('button', { name: '在写信页面中打开' }).click()
  await expect(page).toHaveURL(/#\/write\/newreply\/\d+/)
  const editor = page.frameLocator('iframe').first().locator('[contenteditable=true]')
  await expect(editor).toContainText('这一封要写长一点')
})

test('SENDMODES-10 COMPOSE-05 the ways to send are chosen by keyboard, shown and kept in the draft', async ({
  page,
  installation,
}) => {
  await signIn(page, installation, { name: 'a' })
  const subject = newSubject('选项')
  await write(page, { to: 'b', subject, text: 'x' })
  await page.getByRole('button', { name: '其他发送方式' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu')).toBeVisible()
  expect((await new AxeBuilder({ page }).include('[role=menu]').analyze()).violations).toEqual([])
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await menu(page, '请求已读回执')
  const chosen = page.getByRole('list', { name: '发送方式' })
  await expect(chosen.getByRole('listitem')).toHaveText([/分别发送/, /请求已读回执/])
  await expect(page.getByText(/已保存到草稿箱/)).toBeVisible()
  await page.reload()
  await expect(chosen.getByRole('listitem')).toHaveText([/分别发送/, /请求已读回执/])
  await chosen.getByRole('button', { name: '取消分别发送' }).click()
  await expect(chosen.getByRole('listitem')).toHaveText([/请求已读回执/])
})
