import type { Page } from '@playwright/test'
import { troublesOf } from '../support/axe.ts'
import { addAdmin, enterConsole } from '../support/enter-console.ts'
import { domain, expect, password, test } from '../support/fixtures.ts'
import { mailWidths, picture } from '../support/pictures.ts'

const words = {
  zh: {
    page: '合规',
    tab: '保留规则',
    add: '新建规则',
    name: '名称',
    whom: '适用对象',
    some: '指定人员或部门',
    find: '查找人员',
    person: '人员',
    sent: '已发送',
    days: '保留天数',
    save: '保存',
    untried: '尚未试运行',
    try: '试运行',
    nothing: '没有需要删除的邮件',
    on: '启用',
    password: '密码',
    isOn: '已启用',
    first: '首次删除时间',
    change: '编辑',
    off: '停用',
    isOff: '已停用',
    remove: '删除',
    none: '没有保留规则',
    note: '此处邮件保留 7 天后自动删除。星标邮件不会删除。',
  },
  en: {
    page: 'Compliance',
    tab: 'Retention rules',
    add: 'New rule',
    name: 'Name',
    whom: 'Whose mail',
    some: 'Certain people or departments',
    find: 'Find people',
    person: 'Person',
    sent: 'Sent',
    days: 'Delete after (days)',
    save: 'Save',
    untried: 'Not done yet',
    try: 'Dry run',
    nothing: 'No mail would be deleted',
    on: 'Turn on',
    password: 'Password',
    isOn: 'On',
    first: 'First deletes',
    change: 'Edit',
    off: 'Turn off',
    isOff: 'Off',
    remove: 'Delete',
    none: 'There are no retention rules',
    note: 'Mail here is deleted after 7 days. Starred mail stays.',
  },
} as const

const isClean = async (page: Page) => {
  expect(await troublesOf(page)).toEqual([])
}

for (const language of ['zh', 'en'] as const) {
  test(`${language}: an administrator makes a retention rule, tries it, switches it on, and its people are told`, async ({
    page,
    installation,
  }) => {
    const t = words[language]
    const name = `keeper-${language}`
    await addAdmin(installation, name)
    const console = await enterConsole(page, installation, { name, language })
    await console.getByRole('button', { name: t.page, exact: true }).click()
    await console.getByRole('tab', { name: t.tab, exact: true }).click()
    await expect(console.getByText(t.none)).toBeVisible()

    await console.getByRole('button', { name: t.add, exact: true }).click()
    const dialog = console.getByRole('dialog')
    await dialog.getByLabel(t.name, { exact: true }).fill(`rule ${language}`)
    await dialog.getByLabel(t.whom, { exact: true }).selectOption({ label: t.some })
    await dialog.getByLabel(t.find, { exact: true }).fill(`${name}@${domain}`)
    await dialog
      .getByLabel(t.person, { exact: true })
      .selectOption({ label: `${name} ${name}@${domain}` })
    await dialog.getByLabel(t.sent, { exact: true }).uncheck()
    await dialog.getByLabel(t.days, { exact: true }).fill('7')
    await isClean(console)
    await picture(console, `retention-dialog-${language}`)
    await dialog.getByRole('button', { name: t.save, exact: true }).click()
    const row = console.getByRole('row').filter({ hasText: `rule ${language}` })
    await expect(row).toContainText(t.untried)
    await expect(row.getByRole('button', { name: t.on, exact: true })).toBeDisabled()

    await row.getByRole('button', { name: t.try, exact: true }).click()
    await expect(row).toContainText(t.nothing)
    await isClean(console)
    await row.getByRole('button', { name: t.on, exact: true }).click()
    await expect(console.getByRole('dialog')).toContainText(t.nothing)
    await console.getByRole('dialog').getByRole('button', { name: t.on, exact: true }).click()
    await console.getByLabel(t.password, { exact: true }).fill(password)
    await console.keyboard.press('Enter')
    await expect(row).toContainText(t.isOn)
    await expect(row).toContainText(t.first)
    await expect(row.getByRole('button', { name: t.change, exact: true })).toBeDisabled()
    await isClean(console)
    await picture(console, `retention-${language}`)

    await page.goto(`${installation.url}/#/recyclebin`)
    await page.reload()
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect(page.getByText(t.note)).toBeVisible()
    await isClean(page)
    await picture(page, `retention-note-${language}`, mailWidths)

    await row.getByRole('button', { name: t.off, exact: true }).click()
    await console.getByRole('dialog').getByRole('button', { name: t.off, exact: true }).click()
    await expect(row).toContainText(t.isOff)
    await row.getByRole('button', { name: t.remove, exact: true }).click()
    await console.getByRole('dialog').getByRole('button', { name: t.remove, exact: true }).click()
    await expect(console.getByText(t.none)).toBeVisible()
  })
}
