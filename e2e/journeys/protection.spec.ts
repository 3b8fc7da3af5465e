import type { Page } from '@playwright/test'
import { AxeBuilder } from '../support/axe.ts'
import { addAdmin, enterConsole } from '../support/enter-console.ts'
import { domain, expect, type Installation, password, test } from '../support/fixtures.ts'
import { sendMail } from '../support/send-mail.ts'

const words = {
  zh: {
    page: '收信防护',
    filtering: '判定设置',
    blocked: '已拦截的发件人',
    quarantine: '隔离',
    save: '保存',
    saved: '已保存',
    senders: '发件人名单',
    sender: '邮箱地址或域名',
    add: '添加',
    held: '隔离区',
    search: '搜索发件人、收件人或主题',
    headers: '邮件头',
    allow: '以后放行该发件人',
    release: '放行',
    none: '没有符合条件的邮件',
    allowed: '放行',
    asked: '申请放行',
    askOne: (subject: string) => `申请放行“${subject}”`,
    verdict: '拦截',
    waves: '收回邮件',
    sought: '查找内容',
    find: '查找',
    take: '收回 1 封邮件',
    back: '全部退回',
    taken: '已收回',
    returned: '已退回',
    confirmTitle: '确认身份',
    password: '密码',
  },
  en: {
    page: 'Mail protection',
    filtering: 'Filtering',
    blocked: 'Blocked senders',
    quarantine: 'Quarantine',
    save: 'Save',
    saved: 'Saved',
    senders: 'Senders',
    sender: 'Address or domain',
    add: 'Add',
    held: 'Quarantine',
    search: 'Search sender, recipient or subject',
    headers: 'Headers',
    allow: 'Allow this sender from now on',
    release: 'Release',
    none: 'No mail matches',
    allowed: 'Allow',
    asked: 'Requested',
    askOne: (subject: string) => `Ask for “${subject}”`,
    verdict: 'Block',
    waves: 'Take back mail',
    sought: 'Search for',
    find: 'Search',
    take: 'Take back 1 message',
    back: 'Put all back',
    taken: 'Taken back',
    returned: 'Put back',
    confirmTitle: 'Confirm it’s you',
    password: 'Password',
  },
} as const

const serious = async (page: Page) => {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
}

/** Pictures of a page at the widths that administrators have, where they are wanted (SHOTS). */
async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.SHOTS
  if (!folder) return
  for (const width of [1440, 1024]) {
    await page.setViewportSize({ width, height: 900 })
    await page.screenshot({ path: `${folder}/${name}-${width}.png` })
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

async function openConsole(page: Page, installation: Installation, language: 'zh' | 'en') {
  const t = words[language]
  const name = `guard-${language}`
  await addAdmin(installation, name)
  const console = await enterConsole(page, installation, { name, language })
  await console.getByRole('button', { name: t.page }).click()
  return console
}

for (const language of ['zh', 'en'] as const) {
  test(`issue 17 ${language}: an administrator blocks a sender, sees what is held and why, releases it when its recipient asks, and takes it back`, async ({
    page,
    installation,
  }) => {
    const t = words[language]
    const console = await openConsole(page, installation, language)
    await expect(console.getByRole('heading', { level: 1, name: t.page })).toBeVisible()
    await console.getByRole('tab', { name: t.filtering }).click()
    // Another page does not take away what was chosen and not saved.
    await console.getByLabel(t.blocked).selectOption('junk')
    await console.getByRole('navigation').getByRole('button').first().click()
    await expect(console.getByRole('dialog')).toBeVisible()
    await console.keyboard.press('Escape')
    await expect(console.getByRole('dialog')).toHaveCount(0)
    await expect(console.getByLabel(t.blocked)).toHaveValue('junk')
    await console.getByLabel(t.blocked).selectOption({ label: t.quarantine })
    await console.getByRole('button', { name: t.save }).click()
    await expect(console.getByText(t.saved)).toBeVisible()
    expect(await serious(console)).toEqual([])
    await shoot(console, `protection-filtering-${language}`)

    const shady = `shady-${language}.example.com`
    await console.getByRole('tab', { name: t.senders }).click()
    await console.getByLabel(t.sender).fill(`@${shady.toUpperCase()}`)
    await console.getByRole('button', { name: t.add, exact: true }).click()
    await expect(console.getByRole('row').filter({ hasText: shady })).toBeVisible()
    expect(await serious(console)).toEqual([])
    await shoot(console, `protection-senders-${language}`)

    const subject = `Invoice ${language} 4711`
    await sendMail(installation.product.smtpPort, {
      to: `guard-${language}@${domain}`,
      raw: `From: Offers <sales@${shady}>\r\nTo: x@${domain}\r\nSubject: ${subject}\r\n\r\nPay now\r\n`,
    })
    await page.goto(`${installation.url}/#/set/protection`)
    await page.getByRole('button', { name: t.askOne(subject) }).click()
    await expect(page.getByRole('button', { name: t.askOne(subject) })).toHaveCount(0)
    await page.getByLabel(t.sender).fill('spam.example.com')
    await page.getByRole('button', { name: t.add, exact: true }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'spam.example.com' })).toContainText(
      t.verdict,
    )
    expect(await serious(page)).toEqual([])
    await shoot(page, `protection-own-${language}`)

    await console.getByRole('tab', { name: t.held }).click()
    await console.getByRole('searchbox', { name: t.search }).fill(shady)
    const row = console.getByRole('row').filter({ hasText: subject })
    await expect(row).toContainText(t.asked)
    expect(await serious(console)).toEqual([])
    await shoot(console, `protection-quarantine-${language}`)
    await row.getByRole('button', { name: subject }).click()
    const why = console.getByRole('dialog', { name: subject })
    await expect(why.getByRole('region', { name: t.headers })).toContainText(`sales@${shady}`)
    expect(await serious(console)).toEqual([])
    await shoot(console, `protection-why-${language}`)
    await why.getByLabel(t.allow).check()
    await why.getByRole('button', { name: t.release, exact: true }).click()
    await expect(console.getByText(t.none)).toBeVisible()
    await console.getByRole('tab', { name: t.senders }).click()
    await expect(console.getByRole('row').filter({ hasText: `sales@${shady}` })).toContainText(
      t.allowed,
    )

    await console.getByRole('tab', { name: t.waves }).click()
    await console.getByLabel(t.sought).fill(`sales@${shady}`)
    await console.getByRole('button', { name: t.find, exact: true }).click()
    const wave = console.getByRole('dialog', { name: `sales@${shady}` })
    await wave.getByRole('button', { name: t.take }).click()
    const asked = console.getByRole('dialog', { name: t.confirmTitle })
    await asked.getByLabel(t.password, { exact: true }).fill(password)
    await console.keyboard.press('Enter')
    await expect(wave.getByRole('status')).toContainText(t.taken)
    await expect(wave.getByRole('row').filter({ hasText: subject })).toContainText(t.taken)
    expect(await serious(console)).toEqual([])
    await shoot(console, `protection-wave-${language}`)
    await page.goto(`${installation.url}/#/inbox`)
    await expect(page.getByText(subject)).toHaveCount(0)
    await wave.getByRole('button', { name: t.back }).click()
    await expect(wave.getByRole('status')).toContainText(t.returned)
    await expect(page.getByText(subject).first()).toBeVisible()
  })
}
