import type { Page } from '@playwright/test'
import { troublesOf } from '../support/axe.ts'
import { addAdmin, enterConsole } from '../support/enter-console.ts'
import { domain, expect, password, test } from '../support/fixtures.ts'
import { picture } from '../support/pictures.ts'
import { mailText, sendMail } from '../support/send-mail.ts'

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
    older: '较早',
    pageBox: '全选本页',
    discard: '删除',
    discarded: '已删除 2 封',
    release: '放行',
    released: '已放行 3 封',
    password: '密码',
    none: '没有符合条件的邮件',
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
    older: 'Older',
    pageBox: 'Select this page',
    discard: 'Delete',
    discarded: '2 messages deleted',
    release: 'Release',
    released: '3 messages released',
    password: 'Password',
    none: 'No mail matches',
  },
} as const
type Words = (typeof words)['zh' | 'en']

async function holdBlocked(console: Page, t: Words, from: string): Promise<void> {
  await console.getByRole('tab', { name: t.filtering, exact: true }).click()
  await console.getByLabel(t.blocked, { exact: true }).selectOption({ label: t.quarantine })
  await console.getByRole('button', { name: t.save, exact: true }).click()
  await expect(console.getByText(t.saved).first()).toBeVisible()
  await console.getByRole('tab', { name: t.senders, exact: true }).click()
  await console.getByLabel(t.sender, { exact: true }).fill(from)
  await console.getByRole('button', { name: t.add, exact: true }).click()
  await expect(console.getByRole('row').filter({ hasText: from })).toBeVisible()
  await console.getByRole('tab', { name: t.held, exact: true }).click()
}

for (const language of ['zh', 'en'] as const) {
  test(`issue 17 ${language}: held mail is gone through page by page, many at once are released and deleted`, async ({
    page,
    installation,
  }) => {
    const t = words[language]
    const name = `warden-${language}`
    await addAdmin(installation, name)
    const console = await enterConsole(page, installation, { name, language })
    await console.getByRole('button', { name: t.page, exact: true }).click()
    const from = `${language}.a-sender-with-quite-a-long-address@heap.example.com`
    await holdBlocked(console, t, from)
    for (let number = 1; number <= 52; number += 1)
      await sendMail(installation.product.smtpPort, {
        to: `${name}@${domain}`,
        raw: mailText({ subject: `Heap ${number}`, text: 'x', from }),
      })

    const search = console.getByRole('searchbox', { name: t.search })
    await search.fill(from)
    const rows = console.getByRole('row').filter({ hasText: from })
    await expect(rows).toHaveCount(50)
    await picture(console, `console-quarantine-${language}`)
    // An address is read in one piece where there is room for it.
    await console.setViewportSize({ width: 1024, height: 768 })
    const sideways = await console.evaluate(() => document.body.scrollWidth > innerWidth)
    expect(sideways).toBe(false)
    await console.setViewportSize({ width: 1440, height: 900 })

    await console.getByRole('button', { name: t.older, exact: true }).click()
    await expect(rows).toHaveCount(2)
    await console.getByRole('checkbox', { name: t.pageBox }).check()
    await console.getByRole('button', { name: t.discard, exact: true }).click()
    await console.getByRole('dialog').getByRole('button', { name: t.discard, exact: true }).click()
    await console.getByLabel(t.password, { exact: true }).fill(password)
    expect(await troublesOf(console)).toEqual([])
    await console.keyboard.press('Enter')
    await expect(console.getByText(t.discarded)).toBeVisible()
    // The page is empty, the quarantine is not.
    await expect(rows).toHaveCount(50)

    for (const number of [52, 51, 50])
      await rows
        .filter({ hasText: `Heap ${number}` })
        .getByRole('checkbox')
        .check()
    await console.getByRole('button', { name: t.release, exact: true }).click()
    await expect(console.getByText(t.released)).toBeVisible()
    await expect(rows).toHaveCount(47)
    await expect(page.getByRole('grid').getByRole('row').filter({ hasText: 'Heap' })).toHaveCount(3)
    await search.fill('nobody@nowhere.example')
    await expect(console.getByText(t.none)).toBeVisible()
  })
}
