import type { Page } from '@playwright/test'
import { AxeBuilder } from '../support/axe.ts'
import { addAdmin, enterConsole } from '../support/enter-console.ts'
import { expect, type Installation, signIn, test } from '../support/fixtures.ts'
import { mailText } from '../support/send-mail.ts'
import { newPage } from '../support/watched-page.ts'

const words = {
  zh: {
    moreMail: '更多',
    page: '收信防护',
    tab: '举报邮件',
    menu: '举报可疑邮件…',
    title: '举报邮件',
    note: '补充说明（可选）',
    noteText: '冒充信息部要密码',
    submit: '举报',
    said: '已举报并移到“垃圾邮件”',
    undo: '撤销',
    undone: '已撤销',
    assistant: '智能助手',
    check: '检测',
    report: '举报邮件',
    text: '邮件正文',
    phishing: '钓鱼邮件',
    block: '拦截该发件人',
    search: '查找并收回其他人收到的同一封邮件',
    apply: '处理并告知举报人',
    told: '已处理，并已告知举报人',
    sum: '2 个邮箱收到 2 封',
    notice: '您举报的邮件已有处理结果',
    verdict: '管理员确认这是钓鱼邮件',
    body: '您的账户将于今日停用，请立即点击链接输入密码 http://203.0.113.9/login 。',
    subject: '账户停用通知',
  },
  en: {
    moreMail: 'More',
    page: 'Mail protection',
    tab: 'Reported mail',
    menu: 'Report suspicious mail…',
    title: 'Report message',
    note: 'Add a note (optional)',
    noteText: 'Pretends to be our IT team',
    submit: 'Report',
    said: 'Reported and moved to junk',
    undo: 'Undo',
    undone: 'Undone',
    assistant: 'Assistant',
    check: 'Check',
    report: 'Report',
    text: 'Text of the message',
    phishing: 'Phishing',
    block: 'Block this sender',
    search: 'Find the copies that others have, to take them back',
    apply: 'Decide and tell',
    told: 'Decided. Everybody who reported it is told',
    sum: 'Copies: 2, mailboxes: 2',
    body: 'Your account will be closed today. Enter your password at once: http://203.0.113.9/login .',
    subject: 'Your account will be closed',
  },
} as const

const sizes = [
  [1440, 900],
  [1024, 768],
  [390, 844],
] as const

async function look(
  page: Page,
  name: string,
  widths: readonly (readonly [number, number])[] = sizes,
) {
  const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  if (!process.env.SHOTS) return
  const before = page.viewportSize()
  for (const [width, height] of widths) {
    await page.setViewportSize({ width, height })
    await page.screenshot({ path: `${process.env.SHOTS}/${name}-${width}.png` })
  }
  if (before) await page.setViewportSize(before)
}

async function openConsole(page: Page, installation: Installation, language: 'zh' | 'en') {
  const t = words[language]
  const name = `report-admin-${language}`
  await addAdmin(installation, name)
  const console = await enterConsole(page, installation, { name, language })
  await console.getByRole('button', { name: t.page }).click()
  await console.getByRole('tab', { name: t.tab }).click()
  return console
}

for (const language of ['zh', 'en'] as const) {
  const t = words[language]

  test(`issue 15 ${language}: a mail is reported from its menu and from a check, undone, seen by an administrator, decided, and its reporters are told`, async ({
    page,
    browser,
    installation,
  }) => {
    const [one, two] = [`report-one-${language}`, `report-two-${language}`]
    const subject = `${t.subject} ${language}`
    const mail = mailText({
      subject,
      text: t.body,
      from: `IT <it@evil-${language}.example>`,
    })
    await installation.deliver(one, mail)
    await installation.deliver(two, mail)

    // From the reader's menu, with undo.
    await signIn(page, installation, { name: one, language })
    const rows = page.getByRole('grid').getByRole('row').filter({ hasText: subject })
    await rows.click()
    const bar = page.getByRole('article').getByRole('toolbar')
    const fromMenu = async () => {
      await bar.getByRole('button', { name: t.moreMail }).click()
      await page.getByRole('menuitem', { name: t.menu }).click()
      return page.getByRole('dialog', { name: t.title })
    }
    const dialog = await fromMenu()
    await dialog.getByLabel(t.note).fill(t.noteText)
    await look(page, `report-${language}`)
    await dialog.getByRole('button', { name: t.submit, exact: true }).click()
    await expect(page.getByText(t.said)).toBeVisible()
    await expect(rows).toHaveCount(0)
    await page.getByRole('button', { name: t.undo }).click()
    await expect(rows).toBeVisible()
    await rows.click()
    const again = await fromMenu()
    await again.getByLabel(t.note).fill(t.noteText)
    await again.getByRole('button', { name: t.submit, exact: true }).click()
    await expect(rows).toHaveCount(0)

    // From the result of a check.
    const other = await newPage(browser)
    await other.setViewportSize({ width: 1440, height: 900 })
    await signIn(other, installation, { name: two, language })
    await other.getByRole('grid').getByRole('row').filter({ hasText: subject }).click()
    await other
      .getByRole('article')
      .getByRole('toolbar')
      .getByRole('button', { name: t.assistant })
      .click()
    await other.getByRole('menuitem', { name: t.check }).click()
    const panel = other.getByRole('complementary', { name: t.assistant })
    await panel.getByRole('button', { name: t.report, exact: true }).click()
    await other
      .getByRole('dialog', { name: t.title })
      .getByRole('button', { name: t.submit, exact: true })
      .click()
    await expect(other.getByText(t.said)).toBeVisible()

    const adminPage = await newPage(browser)
    const console = await openConsole(adminPage, installation, language)
    const row = console.getByRole('row').filter({ hasText: subject })
    await expect(row).toContainText('2')
    await look(console, `reports-${language}`, sizes.slice(0, 2))
    await row.getByRole('button', { name: subject }).click()
    const shown = console.getByRole('dialog', { name: subject })
    await expect(shown.getByRole('region', { name: t.text })).toContainText('203.0.113.9')
    await expect(shown.getByRole('link')).toHaveCount(0)
    await expect(shown).toContainText(t.noteText)
    await shown.getByRole('radio', { name: t.phishing }).check()
    await shown.getByLabel(t.block).check()
    await shown.getByLabel(t.search).check()
    await look(console, `reported-${language}`, sizes.slice(0, 2))
    await shown.getByRole('button', { name: t.apply }).click()
    await expect(console.getByText(t.told)).toBeVisible()
    await expect(console.getByRole('status').filter({ hasText: t.sum })).toBeVisible()
    await console.keyboard.press('Escape')
    // Others may have reported here before.
    await expect(row).toHaveCount(0)

    // In the language of the person's settings, which the switch of the login page is not.
    const notice = page.getByRole('grid').getByRole('row').filter({ hasText: words.zh.notice })
    await page.goto(`${installation.url}/#/inbox`)
    await notice.click()
    await expect(page.getByRole('article')).toContainText(words.zh.verdict)
    await look(page, `report-notice-${language}`)
    await Promise.all([other, adminPage].map((one) => one.context().close()))
  })
}
