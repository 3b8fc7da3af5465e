import { troublesOf } from '../support/axe.ts'
import { addAdmin, enterConsole } from '../support/enter-console.ts'
import { expect, password, signIn, test } from '../support/fixtures.ts'

const words = {
  zh: {
    people: '人员',
    add: '添加人员',
    name: '姓名',
    address: '邮箱地址',
    make: '添加',
    close: '关闭',
    search: '搜索姓名或地址',
    signIn: '登录',
    disable: '停用',
    enable: '启用',
    confirmTitle: '确认身份',
    password: '密码',
    confirm: '确认',
    acts: '操作日志',
    added: '添加人员',
    leave: '退出',
    outside: '请从邮箱进入管理后台',
    person: '周敏',
    quota: '空间上限（GB）',
    save: '保存',
    saved: '已保存',
  },
  en: {
    people: 'People',
    add: 'Add person',
    name: 'Name',
    address: 'Address',
    make: 'Add',
    close: 'Close',
    search: 'Search names or addresses',
    signIn: 'Sign-in',
    disable: 'Disable',
    enable: 'Enable',
    confirmTitle: 'Confirm it’s you',
    password: 'Password',
    confirm: 'Confirm',
    acts: 'Audit log',
    added: 'Added a person',
    leave: 'Leave',
    outside: 'Open the console from your mailbox',
    person: 'Mary Stone',
    quota: 'Storage limit (GB)',
    save: 'Save',
    saved: 'Saved',
  },
} as const

test('ADMIN-01 who is no administrator (isAdmin 0) has no link to the console', async ({
  page,
  installation,
}) => {
  await signIn(page, installation, { name: 'plain' })
  await page.getByRole('banner').getByRole('button', { name: '更多' }).click()
  await expect(page.getByRole('menuitem', { name: '退出' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: '管理后台' })).toHaveCount(0)
})

for (const language of ['zh', 'en'] as const) {
  test(`ADMIN-01 ADMIN-02 ADMIN-04 ${language}: an administrator opens the console from the mail, makes a person, gives room, disables`, async ({
    page,
    installation,
  }) => {
    const t = words[language]
    const name = `boss-${language}`
    await addAdmin(installation, name)
    const console = await enterConsole(page, installation, { name, language })
    await expect(console.getByRole('heading', { level: 1 })).toBeVisible()
    expect(new URL(console.url()).port).not.toBe(new URL(installation.url).port)
    // The ticket is spent, and stands nowhere any more.
    expect(console.url()).not.toContain('ticket')
    // In a low window as well, where figures that nothing can be done with are scrolled.
    const size = console.viewportSize() ?? { width: 1440, height: 900 }
    for (const height of [size.height, 420]) {
      await console.setViewportSize({ ...size, height })
      expect(await troublesOf(console)).toEqual([])
    }
    await console.setViewportSize(size)

    await console.getByRole('button', { name: t.people, exact: true }).click()
    await console.getByRole('button', { name: t.add }).click()
    const made = console.getByRole('dialog', { name: t.add })
    await made.getByLabel(t.name).fill(t.person)
    await made.getByLabel(t.address).fill(`new-${language}`)
    await made.getByRole('button', { name: t.make, exact: true }).click()
    await expect(made.locator('output')).toHaveText(/^\S{14}$/)
    await made.getByRole('button', { name: t.close, exact: true }).last().click()

    await console.getByRole('searchbox', { name: t.search }).fill(`new-${language}`)
    await expect(console.getByRole('row')).toHaveCount(2)
    expect(await troublesOf(console)).toEqual([])
    await console.getByRole('button', { name: t.person }).click()
    const person = console.getByRole('dialog', { name: t.person })
    await person.getByLabel(t.quota).fill('20')
    await person
      .locator('form', { has: console.getByLabel(t.quota) })
      .getByRole('button')
      .click()
    await expect(console.getByRole('dialog', { name: t.person })).toContainText('20 GB')
    expect(await troublesOf(console)).toEqual([])
    // What is dangerous asks for the password, once.
    await person.getByRole('tab', { name: t.signIn, exact: true }).click()
    await person.getByRole('button', { name: t.disable, exact: true }).click()
    const asked = console.getByRole('dialog', { name: t.confirmTitle })
    await asked.getByLabel(t.password, { exact: true }).fill('not-the-password')
    await console.keyboard.press('Enter')
    await expect(asked.getByRole('alert')).toBeVisible()
    await asked.getByLabel(t.password, { exact: true }).fill(password)
    await console.keyboard.press('Enter')
    await expect(person.getByRole('button', { name: t.enable, exact: true })).toBeVisible()
    await console.keyboard.press('Escape')
    await expect(person).toHaveCount(0)

    await console.getByRole('button', { name: t.acts }).click()
    await expect(console.getByRole('row').filter({ hasText: t.added }).first()).toContainText(name)
    expect(await troublesOf(console)).toEqual([])
    // A reload goes on; who left is out, and the link is worth nothing.
    await console.reload()
    await expect(console.getByRole('heading', { level: 1 })).toBeVisible()
    await console.getByRole('button', { name: t.leave }).click()
    await expect(console.getByRole('heading', { name: t.outside })).toBeVisible()
    await console.reload()
    await expect(console.getByRole('heading', { name: t.outside })).toBeVisible()
  })
}
