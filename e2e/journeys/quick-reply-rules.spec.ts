import type { Page } from '@playwright/test'
import { endApproval, holdMailOf, requireLabels, ruleAbout } from '../support/approval-house.ts'
import { troublesOf } from '../support/axe.ts'
import { domain, expect, type Installation, signIn, test } from '../support/fixtures.ts'
import { mailWidths, picture } from '../support/pictures.ts'

const words = {
  zh: {
    quick: '快捷回复',
    send: '发送',
    warnTitle: '请确认是否发送',
    back: '返回修改',
    goOn: '确认发送',
    justifyTitle: '请说明发送理由',
    reason: '发送理由',
    held: '邮件已提交审批，通过后才会发出',
    needsLabel: '请选择密级后发送，内容已带到写信页面',
    label: '密级',
  },
  en: {
    quick: 'Quick reply',
    send: 'Send',
    warnTitle: 'Send this message?',
    back: 'Go back',
    goOn: 'Send anyway',
    justifyTitle: 'Say why you are sending this',
    reason: 'Reason',
    held: 'Submitted for approval; it is sent once approved',
    needsLabel: 'Choose a sensitivity label, then send. Your text was carried over',
    label: 'Sensitivity',
  },
} as const

test.afterEach(({ installation }) => endApproval(installation))

/** Somebody reads a mail from outside. @returns the field under it, and what sends it */
async function openMail(
  page: Page,
  installation: Installation,
  { name, language }: { name: string; language: 'zh' | 'en' },
) {
  const t = words[language]
  const subject = `answer ${Math.random().toString(36).slice(2, 8)}`
  await installation.deliver(
    name,
    `From: Peer <peer@other.test>\r\nTo: ${name}@${domain}\r\nSubject: ${subject}\r\n\r\nplease answer\r\n`,
  )
  await signIn(page, installation, { name, language })
  await page.getByRole('grid').getByRole('row').filter({ hasText: subject }).click()
  const quick = page.getByRole('region', { name: t.quick })
  const field = quick.getByRole('textbox')
  const say = async (text: string) => {
    await field.fill(text)
    await quick.getByRole('button', { name: t.send, exact: true }).click()
  }
  return { subject, field, say }
}

for (const language of ['zh', 'en'] as const) {
  const t = words[language]

  test(`issue 17 ${language}: a quick reply that a rule asks about keeps its text, and leaves once the answer is given; one that is held says so`, async ({
    page,
    installation,
  }) => {
    const name = `quick-${language}`
    await ruleAbout(installation, { sender: name, name: 'Warn', action: 'warn', levels: [] })
    await ruleAbout(installation, { sender: name, name: 'Why', action: 'justify', levels: [] })
    const { subject, field, say } = await openMail(page, installation, { name, language })
    await say('the first answer')
    const warning = page.getByRole('dialog', { name: t.warnTitle })
    await warning.getByRole('button', { name: t.back, exact: true }).click()
    await expect(field).toHaveValue('the first answer')
    await say('the first answer')
    await warning.getByRole('button', { name: t.goOn, exact: true }).click()
    const why = page.getByRole('dialog', { name: t.justifyTitle })
    await why.getByLabel(t.reason).fill('The customer asked for it')
    await why.getByRole('button', { name: t.goOn, exact: true }).click()
    const left = await installation.sink.next(({ from }) => from === `${name}@${domain}`)
    expect(left.raw.toString()).toContain(`Re: ${subject}`)
    await expect(field).toHaveValue('')

    await endApproval(installation)
    await holdMailOf(installation, { sender: name, levels: [['b']] })
    await say('the second answer')
    await expect(page.getByText(t.held)).toBeVisible()
    await expect(field).toHaveValue('')
    expect(installation.sink.mails.filter(({ from }) => from === `${name}@${domain}`)).toHaveLength(
      1,
    )
  })

  test(`issue 17 ${language}: a quick reply that needs a label goes on in the composer with all that was typed`, async ({
    page,
    installation,
  }) => {
    const name = `quick-label-${language}`
    await installation.person(name)
    await requireLabels(installation)
    const { subject, say } = await openMail(page, installation, { name, language })
    await say('an answer of some length')
    await expect(page).toHaveURL(/#\/write\/newreply\/\d+/)
    await expect(page.getByText(t.needsLabel)).toBeVisible()
    const editor = page.frameLocator('iframe').first().locator('[contenteditable=true]')
    await expect(editor).toContainText('an answer of some length')
    expect(await troublesOf(page)).toEqual([])
    await picture(page, `quick-reply-label-${language}`, mailWidths)
    const label = page.getByRole('combobox', { name: t.label, exact: true })
    await label.selectOption({ index: 1 })
    await page.getByRole('button', { name: t.send, exact: true }).click()
    const left = await installation.sink.next(({ from }) => from === `${name}@${domain}`)
    expect(left.raw.toString()).toContain(`Re: ${subject}`)
    expect(left.to).toEqual(['peer@other.test'])
  })
}
