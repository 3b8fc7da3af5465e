import type { Locator, Page } from '@playwright/test'
import { endApproval, ruleAbout } from '../support/approval-house.ts'
import { troublesOf } from '../support/axe.ts'
import { addAdmin, enterConsole } from '../support/enter-console.ts'
import { domain, expect, type Installation, password, signIn, test } from '../support/fixtures.ts'
import { mailWidths, picture } from '../support/pictures.ts'
import { newPage } from '../support/watched-page.ts'

const words = {
  zh: {
    policy: '外发规则',
    none: '还没有规则',
    add: '新建规则',
    name: '规则名称',
    active: '启用',
    approvers: '审批人',
    head: '发件人的部门主管',
    sizeOver: '邮件大于（MB）',
    anyFile: '任何附件',
    action: '执行动作',
    keywords: '关键词',
    save: '保存',
    run: '试运行',
    tried: /查看了 \d+ 封，命中 0 封/,
    confirm: '确认身份',
    password: '密码',
    nobody: '没有这位同事：nobody@',
    big: '大附件',
    sentence: /^所有人发往单位外部、超过 10 MB、带附件的邮件，须经部门主管或chief-zh@.*审批$/,
    secret: '机密',
    secretSentence: '所有人发往单位外部、含“机密”的邮件，不得发出',
    up: (name: string) => `上移“${name}”`,
    on: (name: string) => `启用规则“${name}”`,
    remove: (name: string) => `删除“${name}”`,
    removeTitle: '删除规则',
    removeDo: '删除',
    events: '执行记录',
    to: '收件人',
    subject: '主题',
    warnTitle: '请确认是否发送',
    justifyTitle: '请说明发送理由',
    reason: '发送理由',
    send: '确认发送',
    sendMail: '发送',
    back: '返回修改',
    noReason: '请填写发送理由！',
    outsideReason: '收件人在单位外：li@partner.test',
    unmarked: '无法加水印时',
    markSentence: '所有人发往单位外部的邮件，只能带 PDF 附件，加水印后发出',
    attach: '添加附件',
    onlyPdf: /只允许外发可加水印的 PDF 附件.*list\.txt/,
    labels: '密级',
    useLabels: '启用密级',
    requireLabel: '必须选择密级后才能发送',
    addLabel: '添加密级',
    nameZh: '中文名称',
    nameEn: '英文名称',
    atLeast: '“机密”或更高',
    labelSentence: '所有人发往单位外部、密级为“机密”或更高的邮件，不得发出',
    label: { internal: '内部', confidential: '机密', public: '公开' },
    lighter: '低于原邮件的密级“机密”',
    reply: '回复',
  },
  en: {
    policy: 'Outgoing rules',
    none: 'No rules yet',
    add: 'New rule',
    name: 'Name',
    active: 'On',
    approvers: 'Approvers',
    head: 'Head of the sender’s department',
    sizeOver: 'Larger than (MB)',
    anyFile: 'Any attachment',
    action: 'Action',
    keywords: 'Words',
    save: 'Save',
    run: 'Try',
    tried: /Matched 0 of \d+ messages/,
    confirm: 'Confirm it’s you',
    password: 'Password',
    nobody: 'There is no such colleague: nobody@',
    big: 'Large files',
    sentence:
      /^Mail from anyone to people outside the organisation that is over 10 MB and has an attachment waits for the department’s head or chief-en@.*$/,
    secret: 'confidential',
    secretSentence:
      'Mail from anyone to people outside the organisation that contains “confidential” is not sent',
    up: (name: string) => `Move “${name}” up`,
    on: (name: string) => `Turn on rule “${name}”`,
    remove: (name: string) => `Delete “${name}”`,
    removeTitle: 'Delete rule',
    removeDo: 'Delete',
    events: 'Activity',
    to: 'To',
    subject: 'Subject',
    warnTitle: 'Send this message?',
    justifyTitle: 'Say why you are sending this',
    reason: 'Reason',
    send: 'Send anyway',
    sendMail: 'Send',
    back: 'Go back',
    noReason: 'Please enter your reason!',
    outsideReason: 'Goes outside the organisation: li@partner.test',
    unmarked: 'If it cannot be watermarked',
    markSentence:
      'Mail from anyone to people outside the organisation may carry only PDFs, which are watermarked',
    attach: 'Attach files',
    onlyPdf: /only PDF attachments that can be watermarked.*list\.txt/,
    labels: 'Sensitivity',
    useLabels: 'Use sensitivity labels',
    requireLabel: 'Require a label before sending',
    addLabel: 'Add label',
    nameZh: 'Chinese name',
    nameEn: 'English name',
    atLeast: '“Confidential” or higher',
    labelSentence:
      'Mail from anyone to people outside the organisation that is labelled “Confidential” or higher is not sent',
    label: { internal: 'Internal', confidential: 'Confidential', public: 'Public' },
    lighter: 'Lower than the original message (“Confidential”)',
    reply: 'Reply',
  },
} as const

async function openPolicy(
  page: Page,
  installation: Installation,
  language: 'zh' | 'en',
): Promise<Page> {
  const t = words[language]
  const name = `chief-${language}`
  await addAdmin(installation, name)
  const console = await enterConsole(page, installation, { name, language })
  await console.getByRole('button', { name: t.policy, exact: true }).click()
  await expect(console.getByRole('heading', { level: 1, name: t.policy })).toBeVisible()
  return console
}

async function expectClean(page: Page): Promise<void> {
  expect(await troublesOf(page)).toEqual([])
}

async function givePassword(page: Page, t: (typeof words)['zh' | 'en']): Promise<void> {
  const asked = page.getByRole('dialog', { name: t.confirm })
  await asked.getByLabel(t.password, { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(asked).toHaveCount(0)
}

const rulesOf = (page: Page): Locator => page.getByRole('main').getByRole('listitem')

// Others made rules in this house too.
test.beforeAll(({ installation }) => endApproval(installation))
test.afterEach(({ installation }) => endApproval(installation))

for (const language of ['zh', 'en'] as const) {
  test(`issue 17 ${language}: rules about what leaves are made, tried, ordered, switched on and deleted, and read like sentences`, async ({
    page,
    installation,
  }) => {
    const t = words[language]
    const console = await openPolicy(page, installation, language)
    await expect(console.getByText(t.none)).toBeVisible()
    await console.getByRole('button', { name: t.add }).click()
    const editor = console.getByRole('dialog', { name: t.add })
    await editor.getByLabel(t.name, { exact: true }).fill(t.big)
    await editor.getByRole('textbox', { name: t.approvers }).fill(`nobody, chief-${language}`)
    await editor.getByLabel(t.sizeOver).fill('10')
    await editor.getByLabel(t.anyFile).check()
    await editor.getByRole('button', { name: t.run, exact: true }).click()
    await expect(editor.getByText(t.tried)).toBeVisible()
    await expectClean(console)
    await picture(console, `policy-editor-${language}`)
    // What was wrong stays as it was typed.
    await editor.getByRole('button', { name: t.save, exact: true }).click()
    await givePassword(console, t)
    await expect(editor.getByText(t.nobody)).toBeVisible()
    await editor.getByRole('textbox', { name: t.approvers }).fill(`chief-${language}`)
    await editor.getByRole('button', { name: t.save, exact: true }).click()
    await expect(editor).toHaveCount(0)
    await expect(rulesOf(console).locator('p').first()).toHaveText(t.sentence)
    await expect(console.getByRole('switch', { name: t.on(t.big) })).not.toBeChecked()

    await console.getByRole('button', { name: t.add }).click()
    await editor.getByLabel(t.name, { exact: true }).fill(t.secret)
    await editor.getByLabel(t.action).selectOption('block')
    await editor.getByLabel(t.keywords, { exact: true }).fill(t.secret)
    await editor.getByRole('switch', { name: t.active }).check()
    await editor.getByRole('button', { name: t.save, exact: true }).click()
    await expect(rulesOf(console)).toHaveCount(2)
    await console.getByRole('button', { name: t.up(t.secret) }).click()
    await expect(rulesOf(console).first()).toContainText(t.secretSentence)
    await console.getByRole('switch', { name: t.on(t.big) }).click()
    await expect(console.getByRole('switch', { name: t.on(t.big) })).toBeChecked()
    await expectClean(console)
    await picture(console, `policy-${language}`)

    await console.getByRole('button', { name: t.remove(t.secret) }).click()
    const question = console.getByRole('dialog', { name: t.removeTitle })
    await question.getByRole('button', { name: t.removeDo, exact: true }).click()
    await expect(rulesOf(console)).toHaveCount(1)
    await console.getByRole('tab', { name: t.events }).click()
    await expectClean(console)
  })

  test(`issue 17 ${language}: who writes is warned, and gives a reason, before a mail leaves`, async ({
    page,
    installation,
  }) => {
    const t = words[language]
    const sender = `warned-${language}`
    await ruleAbout(installation, { sender, name: 'Warn', action: 'warn', levels: [] })
    await ruleAbout(installation, { sender, name: 'Why', action: 'justify', levels: [] })
    await signIn(page, installation, { name: sender, language })
    await page.goto(`${installation.url}/#/write/new/0`)
    const field = page.getByRole('combobox', { name: t.to, exact: true })
    await field.fill('li@partner.test')
    await field.press('Enter')
    const subject = `asked ${Math.random().toString(36).slice(2, 8)}`
    await page.getByRole('textbox', { name: t.subject }).fill(subject)
    const editor = page.frameLocator('iframe').first().locator('[contenteditable=true]')
    await editor.click()
    await page.keyboard.type('Hello')
    await page.keyboard.press('Control+Enter')
    const warning = page.getByRole('dialog', { name: t.warnTitle })
    await expect(warning).toContainText(t.outsideReason)
    await expectClean(page)
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/warn-${language}.png` })
    // Going back keeps the mail as it was written.
    await warning.getByRole('button', { name: t.back }).click()
    await expect(page.getByRole('textbox', { name: t.subject })).toHaveValue(subject)
    await page.getByRole('button', { name: t.sendMail, exact: true }).click()
    await warning.getByRole('button', { name: t.send }).click()
    const why = page.getByRole('dialog', { name: t.justifyTitle })
    await expect(why.getByLabel(t.reason)).toBeFocused()
    await why.getByRole('button', { name: t.send }).click()
    await expect(why.getByText(t.noReason)).toBeVisible()
    await why.getByLabel(t.reason).fill('The customer asked for it')
    await expectClean(page)
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/justify-${language}.png` })
    await why.getByRole('button', { name: t.send }).click()
    const left = await installation.sink.next(({ from }) => from === `${sender}@${domain}`)
    expect(left.to).toEqual(['li@partner.test'])
  })

  test(`issue 17 ${language}: labels are switched on, named by a rule, chosen by who writes and seen by who reads`, async ({
    page,
    installation,
  }) => {
    const t = words[language]
    const reader = `labelled-${language}`
    await installation.person(reader)
    const console = await openPolicy(page, installation, language)
    await console.getByRole('tab', { name: t.labels }).click()
    await console.getByRole('switch', { name: t.useLabels }).check()
    await console.getByRole('switch', { name: t.requireLabel }).check()
    await console.getByRole('button', { name: t.addLabel }).click()
    await console.getByLabel(t.nameZh).last().fill(`绝密 ${language}`)
    await console.getByLabel(t.nameEn).last().fill(`Secret ${language}`)
    // A look at the rules loses nothing of it.
    await console.getByRole('tab').first().click()
    await console.getByRole('tab', { name: t.labels }).click()
    await expect(console.getByLabel(t.nameEn).last()).toHaveValue(`Secret ${language}`)
    await expectClean(console)
    await picture(console, `sensitivity-${language}`)
    await console.getByRole('button', { name: t.save, exact: true }).click()
    await givePassword(console, t)
    await expect(console.getByText(`X-Hongyan-Sensitivity: secret-${language}`)).toBeVisible()

    await console.getByRole('tab').first().click()
    await console.getByRole('button', { name: t.add }).click()
    const editor = console.getByRole('dialog', { name: t.add })
    await editor.getByLabel(t.name, { exact: true }).fill(t.secret)
    await editor.getByLabel(t.action).selectOption('block')
    await editor.getByLabel(t.labels).selectOption({ label: t.atLeast })
    await editor.getByRole('switch', { name: t.active }).check()
    await expectClean(console)
    await picture(console, `sensitivity-rule-${language}`)
    await editor.getByRole('button', { name: t.save, exact: true }).click()
    await expect(rulesOf(console).first()).toContainText(t.labelSentence)

    await page.goto(`${installation.url}/#/write/new/0`)
    const label = page.getByRole('combobox', { name: t.labels })
    await expect(label.getByRole('option', { selected: true })).toHaveText(t.label.internal)
    await label.selectOption({ label: t.label.confidential })
    const subject = `labelled ${Math.random().toString(36).slice(2, 8)}`
    const field = page.getByRole('combobox', { name: t.to, exact: true })
    await field.fill(`${reader}@${domain}`)
    await field.press('Enter')
    await page.getByRole('textbox', { name: t.subject }).fill(subject)
    await expectClean(page)
    await picture(page, `sensitivity-write-${language}`, mailWidths)
    await page.getByRole('button', { name: t.sendMail, exact: true }).click()
    await expect(page.getByRole('textbox', { name: t.subject })).toHaveCount(0)

    const other = await newPage(page.context().browser())
    await signIn(other, installation, { name: reader, language })
    await other.getByText(subject).first().click()
    await expect(other.getByRole('heading', { name: subject })).toBeVisible()
    await expect(other.getByTitle(t.label.confidential)).toBeVisible()
    await expectClean(other)
    await picture(other, `sensitivity-read-${language}`, mailWidths)
    await other.getByRole('button', { name: t.reply, exact: true }).first().click()
    const answered = other.getByRole('combobox', { name: t.labels })
    await expect(answered.getByRole('option', { selected: true })).toHaveText(t.label.confidential)
    await answered.selectOption({ label: t.label.public })
    await expect(other.getByText(t.lighter)).toBeVisible()
    await expectClean(other)
    await picture(other, `sensitivity-reply-${language}`, mailWidths)
    await other.context().close()
  })

  test(`issue 17 ${language}: a rule marks PDF files, and who attaches something else reads why it does not leave`, async ({
    page,
    installation,
  }) => {
    const t = words[language]
    const console = await openPolicy(page, installation, language)
    await console.getByRole('button', { name: t.add }).click()
    const editor = console.getByRole('dialog', { name: t.add })
    await editor.getByLabel(t.name, { exact: true }).fill('Marks')
    await editor.getByLabel(t.action).selectOption('watermark')
    await editor.getByLabel(t.unmarked).selectOption('only-pdf')
    await editor.getByRole('switch', { name: t.active }).check()
    await expectClean(console)
    await picture(console, `watermark-${language}`)
    await editor.getByRole('button', { name: t.save, exact: true }).click()
    await givePassword(console, t)
    await expect(rulesOf(console).locator('p').first()).toHaveText(t.markSentence)

    await page.goto(`${installation.url}/#/write/new/0`)
    const field = page.getByRole('combobox', { name: t.to, exact: true })
    await field.fill('li@partner.test')
    await field.press('Enter')
    await page.getByRole('textbox', { name: t.subject }).fill('marked')
    const list = { name: 'list.txt', mimeType: 'text/plain', buffer: Buffer.from('a list') }
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: t.attach }).click(),
    ])
    await chooser.setFiles(list)
    await expect(page.getByRole('button', { name: /^(?:重命名|Rename) list.txt/ })).toBeVisible()
    await page.getByRole('button', { name: t.sendMail, exact: true }).click()
    await expect(page.getByText(t.onlyPdf)).toBeVisible()
    await expectClean(page)
    await picture(page, `watermark-refused-${language}`, mailWidths)
  })
}
