import type { Page } from '@playwright/test'
import { troublesOf } from '../support/axe.ts'
import { enterConsole } from '../support/enter-console.ts'
import { domain, expect, password, test } from '../support/fixtures.ts'
import { picture } from '../support/pictures.ts'

const words = {
  zh: {
    page: '合规',
    add: '新建合规保留',
    reason: '事由',
    find: '查找人员',
    person: '人员',
    begin: '开始保留',
    password: '密码',
    going: '保留中',
    show: '查看留存邮件',
    none: '还没有留存的邮件',
    close: '关闭',
    release: '解除',
    released: /已于 .+ 解除/,
  },
  en: {
    page: 'Compliance',
    add: 'New legal hold',
    reason: 'Reason',
    find: 'Find people',
    person: 'Person',
    begin: 'Start the hold',
    password: 'Password',
    going: 'On hold',
    show: 'Show kept mail',
    none: 'No mail has been kept yet',
    close: 'Close',
    release: 'Release',
    released: /Released \S+/,
  },
} as const

const isClean = async (page: Page) => {
  expect(await troublesOf(page)).toEqual([])
}

for (const language of ['zh', 'en'] as const) {
  test(`${language}: an administrator keeps somebody's mail by order, looks at what was kept, and ends it`, async ({
    page,
    installation,
  }) => {
    const t = words[language]
    const name = `counsel-${language}`
    const whom = `held-${language}@${domain}`
    for (const more of [
      [`${name}@${domain}`, '--name', name, '--admin'],
      [whom, '--name', `held-${language}`],
    ]) {
      const { code, said } = await installation.command(['user', 'add', ...more], `${password}\n`)
      expect(code, said).toBe(0)
    }
    const console = await enterConsole(page, installation, { name, language })
    await console.getByRole('button', { name: t.page, exact: true }).click()
    await console.getByRole('button', { name: t.add, exact: true }).click()
    const dialog = console.getByRole('dialog')
    await dialog.getByLabel(t.reason, { exact: true }).fill(`case ${language}`)
    await dialog.getByLabel(t.find, { exact: true }).fill(whom)
    await dialog
      .getByLabel(t.person, { exact: true })
      .selectOption({ label: `held-${language} ${whom}` })
    await expect(dialog.getByRole('listitem').filter({ hasText: whom })).toBeVisible()
    await isClean(console)
    await dialog.getByRole('button', { name: t.begin, exact: true }).click()
    await console.getByLabel(t.password, { exact: true }).fill(password)
    await console.keyboard.press('Enter')
    const row = console.getByRole('row').filter({ hasText: `case ${language}` })
    await expect(row).toContainText(whom)
    await expect(row).toContainText(t.going)
    await isClean(console)
    await picture(console, `console-compliance-${language}`)

    await row.getByRole('button', { name: t.show, exact: true }).click()
    await expect(console.getByRole('dialog').getByText(t.none)).toBeVisible()
    await isClean(console)
    await console.getByRole('dialog').getByRole('button', { name: t.close }).first().click()
    await row.getByRole('button', { name: t.release, exact: true }).click()
    await console.getByRole('dialog').getByRole('button', { name: t.release, exact: true }).click()
    await expect(row).toContainText(t.released)
    await expect(row.getByRole('button', { name: t.release, exact: true })).toHaveCount(0)
  })
}
