import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { troublesOf } from '../support/axe.ts'
import { addAdmin, enterConsole } from '../support/enter-console.ts'
import { domain, expect, type Installation, password, test } from '../support/fixtures.ts'
import { picture } from '../support/pictures.ts'

const words = {
  zh: {
    lists: '导入导出',
    people: '人员',
    file: '人员名单文件',
    start: '执行 2 行',
    done: '已完成',
    result: '下载结果',
    refused: /拒绝 1/,
    domainWhy: '域名不属于本单位',
    back: '返回',
    search: '搜索姓名或地址',
    searchTree: '搜索部门',
    move: '移动',
    signIn: '登录',
    mail: '地址与收信',
    delete: '删除',
    owe: '下次登录须修改密码',
    owed: '下次登录须修改密码（已设置）',
    alias: '新别名地址',
    addAlias: '添加别名',
    forwardOn: '转发收到的邮件',
    forwardTo: '转发到（每行一个地址）',
    saveForward: '保存转发设置',
    replyOn: '自动回复来信',
    replyText: '回复内容',
    saveReply: '保存自动回复',
    saved: '已保存',
    lose: '放弃已填写的内容？',
    overview: '概览',
    byDepartment: '部门占用空间',
    largest: '占用空间最多的邮箱',
    findHeir: '查找接收人',
    heir: '邮件移交给',
    passes: '原地址改由接收人收信',
    choose: '请选择',
    nobody: '不移交，邮件一并删除',
    only: /只找到/,
    sure: /确认删除/,
    doDelete: '删除账号',
    none: '没有符合条件的人员',
    confirmTitle: '确认身份',
    password: '密码',
    sync: '目录同步',
    tokenName: '令牌名称',
    makeToken: '新建令牌',
  },
  en: {
    lists: 'Import & export',
    people: 'People',
    file: 'File with people',
    start: 'Apply 2 lines',
    done: 'Done',
    result: 'Download the result',
    refused: /Refused 1/,
    domainWhy: 'The domain is not one of yours',
    back: 'Back',
    search: 'Search names or addresses',
    searchTree: 'Search departments',
    move: 'Move',
    signIn: 'Sign-in',
    mail: 'Addresses and mail',
    delete: 'Delete',
    owe: 'Require a new password at next sign-in',
    owed: 'A new password is required at next sign-in',
    alias: 'New alias',
    addAlias: 'Add alias',
    forwardOn: 'Forward incoming mail',
    forwardTo: 'Forward to (one address a line)',
    saveForward: 'Save forwarding',
    replyOn: 'Reply automatically',
    replyText: 'Text of the reply',
    saveReply: 'Save reply',
    saved: 'Saved',
    lose: 'Discard what you entered?',
    overview: 'Overview',
    byDepartment: 'Storage by department',
    largest: 'Largest mailboxes',
    findHeir: 'Find the recipient',
    heir: 'Hand the mail to',
    passes: 'New mail to the addresses goes to the recipient',
    choose: 'Choose…',
    nobody: 'Nobody: the mail is deleted too',
    only: /was found/,
    sure: /Yes, delete/,
    doDelete: 'Delete account',
    none: 'Nobody matches',
    confirmTitle: 'Confirm it’s you',
    password: 'Password',
    sync: 'Directory sync',
    tokenName: 'Token name',
    makeToken: 'New token',
  },
} as const

async function boss(installation: Installation, name: string): Promise<void> {
  await addAdmin(installation, name)
}

for (const language of ['zh', 'en'] as const) {
  test(`issue 17 ${language}: people come by a file, one of them is looked after and deleted, the mail goes to another`, async ({
    page,
    installation,
  }) => {
    const t = words[language]
    const name = `chief-${language}`
    await boss(installation, name)
    const desk = await enterConsole(page, installation, { name, language })
    const confirm = async () => {
      const asked = desk.getByRole('dialog', { name: t.confirmTitle })
      await asked.getByLabel(t.password, { exact: true }).fill(password)
      await desk.keyboard.press('Enter')
      await expect(asked).toHaveCount(0)
    }

    await desk.getByRole('button', { name: t.lists, exact: true }).click()
    const [one, two] = [`file-${language}-one`, `file-${language}-two`]
    const csv = [
      'address,name,department,duties',
      `${one}@${domain},${one},研发/平台${language},x`,
      `${two}@${domain},${two},A,=1+1`,
      'stranger@other.test,Stranger,,',
    ].join('\r\n')
    await desk
      .getByLabel(t.file)
      .setInputFiles({ name: `${language}.csv`, mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await expect(desk.getByRole('row')).toHaveCount(4)
    await desk.getByRole('tab', { name: t.refused }).click()
    await expect(desk.getByRole('row').last()).toContainText(t.domainWhy)
    expect(await troublesOf(desk)).toEqual([])
    await desk.getByRole('button', { name: t.start }).click()
    await confirm()
    await expect(desk.getByRole('heading', { level: 2 })).toContainText(t.done)
    const [saved] = await Promise.all([
      desk.waitForEvent('download'),
      desk.getByRole('button', { name: t.result }).click(),
    ])
    const text = await readFile(await saved.path(), 'utf8')
    expect(text).toContain(`"${one}@${domain}"`)
    await desk.getByRole('button', { name: t.back }).click()

    await desk.getByRole('button', { name: t.people, exact: true }).click()
    await moveDepartment(desk, { t, name: `平台${language}`, typed: 'pingt' })
    await desk.getByRole('searchbox', { name: t.search }).fill(one)
    await desk.getByRole('row').getByRole('button', { name: one }).click()
    const person = desk.getByRole('dialog', { name: one })
    await person.getByRole('tab', { name: t.mail }).click()
    await person.getByLabel(t.alias).fill(`${one}.alias`)
    await person.getByRole('button', { name: t.addAlias }).click()
    await expect(person.getByRole('listitem')).toContainText(`${one}.alias@${domain}`)
    await person.getByRole('switch', { name: t.forwardOn }).check()
    await person.getByLabel(t.forwardTo).fill(`${two}@${domain}`)
    await person.getByRole('button', { name: t.saveForward }).click()
    await person.getByRole('switch', { name: t.replyOn }).check()
    await person.getByLabel(t.replyText).fill('Back on Monday')
    // What is not saved yet stays while another part is looked at, and is asked about.
    await person.getByRole('tab', { name: t.signIn }).click()
    await desk.keyboard.press('Escape')
    const lose = desk.getByRole('dialog', { name: t.lose })
    await expect(lose).toBeVisible()
    await desk.keyboard.press('Escape')
    await expect(lose).toHaveCount(0)
    await person.getByRole('tab', { name: t.mail }).click()
    await expect(person.getByLabel(t.replyText)).toHaveValue('Back on Monday')
    await person.getByRole('button', { name: t.saveReply }).click()
    await expect(desk.getByText(t.saved).last()).toBeVisible()
    expect(await troublesOf(desk)).toEqual([])
    await person.getByRole('tab', { name: t.signIn }).click()
    await expect(person.getByRole('button', { name: t.owed, exact: true })).toBeDisabled()
    // Nothing is unsaved any more.
    await desk.keyboard.press('Escape')
    await expect(desk.getByRole('dialog')).toHaveCount(0)
    await desk.getByRole('row').getByRole('button', { name: one }).click()

    await person.getByRole('tab', { name: t.delete }).click()
    // Nothing is decided beforehand: neither who gets the mail nor that nobody does.
    const heir = person.getByLabel(t.heir)
    const chosen = heir.locator('option:checked')
    const sure = person.getByRole('checkbox', { name: t.sure })
    const passes = person.getByRole('checkbox', { name: t.passes })
    await expect(chosen).toHaveText(t.choose)
    await expect(sure).toBeDisabled()
    await expect(passes).toBeDisabled()
    await heir.selectOption(t.nobody)
    await sure.check()
    await expect(person.getByRole('button', { name: t.doDelete })).toBeEnabled()
    await expect(passes).toBeDisabled()
    await person.getByRole('searchbox', { name: t.findHeir }).fill(two)
    await expect(chosen).toContainText(two)
    await expect(person.getByRole('status').filter({ hasText: t.only })).toContainText(two)
    await expect(passes).toBeChecked()
    await expect(sure).not.toBeChecked()
    await expect(person.getByRole('button', { name: t.doDelete })).toBeDisabled()
    await sure.check()
    expect(await troublesOf(desk)).toEqual([])
    await person.getByRole('button', { name: t.doDelete }).click()
    await expect(person).toHaveCount(0)
    await desk.getByRole('searchbox', { name: t.search }).fill(`${one}@`)
    await expect(desk.getByRole('row').filter({ hasText: two })).toBeVisible()

    await desk.getByRole('button', { name: t.overview, exact: true }).click()
    const rooms = desk.getByRole('region', { name: t.byDepartment }).getByRole('row')
    await expect(rooms.filter({ hasText: `平台${language}` })).toBeVisible()
    await expect(
      desk.getByRole('region', { name: t.largest }).getByRole('row').nth(1),
    ).toBeVisible()
    expect(await troublesOf(desk)).toEqual([])
    await picture(desk, `console-overview-${language}`)

    await desk.getByRole('button', { name: t.sync, exact: true }).click()
    await desk.getByLabel(t.tokenName).fill('Entra ID')
    await desk.getByRole('button', { name: t.makeToken }).click()
    await expect(desk.locator('output')).toHaveText(/^[\w-]{40,}$/)
    await expect(
      desk
        .getByRole('row')
        .filter({ hasText: 'Entra ID' })
        .filter({ hasText: `chief-${language}@` }),
    ).toBeVisible()
    expect(await troublesOf(desk)).toEqual([])
  })
}

/** Found by its pinyin, then dragged out of the department it is in, onto A. */
async function moveDepartment(
  desk: Page,
  { t, name, typed }: { t: { searchTree: string; move: string }; name: string; typed: string },
) {
  const rows = desk.getByRole('complementary').getByRole('listitem')
  const one = rows.filter({ hasText: name })
  await desk.getByRole('searchbox', { name: t.searchTree }).fill(typed)
  await expect(one).toBeVisible()
  await expect(rows.filter({ hasText: /^A/ })).toHaveCount(0)
  await desk.getByRole('searchbox', { name: t.searchTree }).fill('')
  const before = await one.evaluate((row) => row.previousElementSibling?.textContent)
  expect(before).toContain('研发')
  await one.dragTo(rows.filter({ hasText: /^A\d/ }))
  await desk.getByRole('dialog').getByRole('button', { name: t.move, exact: true }).click()
  await expect(desk.getByRole('dialog')).toHaveCount(0)
  await expect
    .poll(() => one.evaluate((row) => row.previousElementSibling?.textContent))
    .not.toContain('研发')
}
