import type { Page } from '@playwright/test'
import { AxeBuilder } from '../support/axe.ts'
import { domain, expect, type Installation, signIn, test } from '../support/fixtures.ts'
import { inDatabase } from '../support/in-database.ts'
import { newPage } from '../support/watched-page.ts'

const words = {
  zh: {
    more: '更多',
    manage: '邮件群组管理',
    mine: '可发信的群组',
    create: '新建群组',
    name: '群组名称',
    address: '群组地址',
    senders: '谁可以发信',
    authorised: '仅管理员和授权人员',
    save: '保存',
    members: '成员',
    find: /姓名、拼音/,
    addAs: '添加为',
    authorisedPerson: '授权人员',
    typeOf: (name: string) => `${name} 的类型`,
    write: '给群组写信',
    subject: '主题',
    send: '发送',
    remove: '删除',
    close: '关闭',
  },
  en: {
    more: 'More',
    manage: 'Manage mail groups',
    mine: 'Groups you can write to',
    create: 'New group',
    name: 'Group name',
    address: 'Group address',
    senders: 'Who can send',
    authorised: 'Managers and authorised senders only',
    save: 'Save',
    members: 'Members',
    find: /Name, pinyin/,
    addAs: 'Add as',
    authorisedPerson: 'Authorised sender',
    typeOf: (name: string) => `Type of ${name}`,
    write: 'Write to group',
    subject: 'Subject',
    send: 'Send',
    remove: 'Delete',
    close: 'Close',
  },
} as const

/** Signs in and makes an administrator of the person: groups are made by those. */
async function signInAdmin(
  page: Page,
  installation: Installation,
  who: { name: string; language: 'zh' | 'en' },
) {
  await installation.person(who.name)
  const named = `UPDATE users u SET name = '张三' FROM accounts a WHERE a.id = u.account_id AND a.address = 'a@${domain}'`
  await inDatabase(installation.folder, named)
  const statement = `UPDATE users u SET is_admin = true FROM accounts a WHERE a.id = u.account_id AND a.address = '${who.name}@${domain}'`
  expect(await inDatabase(installation.folder, statement)).toBe(1)
  await signIn(page, installation, who)
}

for (const language of ['zh', 'en'] as const) {
  const say = words[language]
  test(`CONTACTS-06 CONTACTS-07 CONTACTS-08 CONTACTS-09 CONTACTS-10 in ${language}: a group is made, filled by pinyin, written to by who may, and deleted`, async ({
    page,
    installation,
  }) => {
    await signInAdmin(page, installation, { name: `group-chief-${language}`, language })
    const banner = page.getByRole('banner')
    await banner.getByRole('button', { name: say.more, exact: true }).click()
    await page.getByRole('menuitem', { name: say.manage }).click()
    await expect(page).toHaveURL(/#\/addressbook\/groupmanagement$/)
    await page.getByRole('button', { name: say.create }).click()
    const form = page.getByRole('dialog', { name: say.create })
    await form.getByLabel(say.name).fill(`Team ${language}`)
    await form.getByLabel(say.address).fill(`team-${language}`)
    await form.getByLabel(say.senders).selectOption({ label: say.authorised })
    await form.getByRole('button', { name: say.save }).click()
    await expect(form).toBeHidden()
    const row = page.getByRole('listitem').filter({ hasText: `team-${language}@${domain}` })
    await expect(row).toContainText(say.authorised)

    // By pinyin, and by keyboard alone.
    await row.getByRole('button', { name: say.members }).click()
    const dialog = page.getByRole('dialog').filter({ hasText: `Team ${language}` })
    const find = dialog.getByRole('combobox', { name: say.find })
    await expect(find).toBeFocused()
    await page.keyboard.type('zhangsan')
    await expect(dialog.getByRole('option').first()).toContainText('张三')
    await page.keyboard.press('Enter')
    await expect(dialog.getByLabel(say.typeOf('张三'))).toHaveValue('member')
    await dialog.getByLabel(say.addAs).selectOption({ label: say.authorisedPerson })
    await find.fill(`b@${domain}`)
    await expect(dialog.getByRole('option').first()).toContainText(`b@${domain}`)
    await find.press('Enter')
    await expect(dialog.getByRole('list').getByText(`b@${domain}`).first()).toBeVisible()
    const { violations } = await new AxeBuilder({ page }).include('dialog[open]').analyze()
    expect(violations.map(({ id }) => id)).toEqual([])
    await dialog.getByRole('button', { name: say.close }).click()

    // Bob may write to it and manages nothing; 张三 gets what he writes, and may not write.
    const bob = await newPage(page.context().browser())
    await signIn(bob, installation, { name: 'b', language })
    await bob.getByRole('banner').getByRole('button', { name: say.more, exact: true }).click()
    await expect(bob.getByRole('menuitem', { name: say.manage })).toHaveCount(0)
    await bob.getByRole('menuitem', { name: say.mine }).click()
    await expect(bob).toHaveURL(/#\/addressbook\/contactgroups$/)
    await bob
      .getByRole('listitem')
      .filter({ hasText: `team-${language}@${domain}` })
      .getByRole('button', { name: say.write })
      .click()
    await bob.getByRole('textbox', { name: say.subject }).fill(`to team ${language}`)
    await bob.getByRole('button', { name: say.send, exact: true }).first().click()
    const zhang = await newPage(page.context().browser())
    await signIn(zhang, installation, { name: 'a', language })
    await expect(
      zhang
        .getByRole('grid')
        .getByRole('row')
        .filter({ hasText: `to team ${language}` }),
    ).toHaveCount(1, { timeout: 60_000 })
    await zhang.goto(`${installation.url}/#/addressbook/groupmanagement`)
    await expect(zhang).toHaveURL(/#\/404$/)

    await bob.context().close()
    await zhang.context().close()

    await row.getByRole('button', { name: say.remove }).click()
    await page.getByRole('dialog').getByRole('button', { name: say.remove, exact: true }).click()
    await expect(row).toHaveCount(0)
    // Groups of other walks are there still: an administrator sees all.
    await expect(row).toHaveCount(0)
  })
}
