import { randomUUID } from 'node:crypto'
import { compose } from '@hongyan/contract/compose'
import type { Page } from '@playwright/test'
import { connectApi } from '../durability/api.ts'
import { troublesOf } from '../support/axe.ts'
import { addAdmin, enterConsole } from '../support/enter-console.ts'
import { domain, expect, password, test } from '../support/fixtures.ts'

const words = {
  zh: {
    trace: '邮件追踪',
    signIns: '登录记录',
    health: '运行状况',
    alarms: '告警',
    recipient: '收件人',
    search: '查询',
    waits: '等待重试',
    why: '对方要求稍后再试',
    steps: '经过',
    handed: '提交发送',
    close: '关闭',
    person: '姓名或地址',
    ok: '成功',
    queue: '等待投递',
    settings: '告警设置',
    perMinute: '每人每分钟的收件人数',
    webhook: 'Webhook 地址',
    save: '保存',
    refused: 'Webhook 地址须以 https:// 开头',
    password: '密码',
    saved: '已保存',
    lose: '放弃已填写的内容？',
    discard: '放弃修改',
  },
  en: {
    trace: 'Message trace',
    signIns: 'Sign-ins',
    health: 'Health',
    alarms: 'Alarms',
    recipient: 'Recipient',
    search: 'Search',
    waits: 'Waiting to retry',
    why: 'Other server says: later',
    steps: 'Steps',
    handed: 'Handed over for sending',
    close: 'Close',
    person: 'Name or address',
    ok: 'Signed in',
    queue: 'In the queue',
    settings: 'Settings',
    perMinute: 'Recipients per person and minute',
    webhook: 'Webhook address',
    save: 'Save',
    refused: 'The webhook address must begin with https://',
    password: 'Password',
    saved: 'Saved',
    lose: 'Discard what you entered?',
    discard: 'Discard',
  },
} as const

const isClean = async (page: Page) => {
  expect(await troublesOf(page)).toEqual([])
}

for (const language of ['zh', 'en'] as const) {
  test(`${language}: an administrator sees where a mail is, who signed in, how the house is, and says when to be told`, async ({
    page,
    installation,
  }) => {
    const t = words[language]
    const name = `watchman-${language}`
    await addAdmin(installation, name)
    const address = `later-watched-${language}@outside.example`
    const api = connectApi(Number(new URL(installation.url).port))
    await api.logIn(`${name}@${domain}`, password)
    await api.get(compose.send, {
      ...{ mailTo: [address], mailCc: [], mailBcc: [], mailSubject: 'watched', html: '<p>x</p>' },
      ...{ quotedHtml: '', fileIds: [], sendKey: randomUUID() },
    })
    const console = await enterConsole(page, installation, { name, language })
    const go = (to: string) => console.getByRole('button', { name: to, exact: true }).click()

    await go(t.trace)
    await console.getByLabel(t.recipient, { exact: true }).fill(address)
    const row = console.getByRole('row').filter({ hasText: address })
    await expect(async () => {
      await console.getByRole('button', { name: t.search, exact: true }).click()
      await expect(row).toContainText(t.waits, { timeout: 2_000 })
    }).toPass()
    await isClean(console)
    await row.getByRole('button').click()
    const dialog = console.getByRole('dialog')
    await expect(dialog.getByRole('heading', { name: t.steps })).toBeVisible()
    await expect(dialog.getByText(t.handed)).toBeVisible()
    await expect(dialog.getByText(t.why).first()).toBeVisible()
    await isClean(console)
    await dialog.getByRole('button', { name: t.close }).first().click()

    await go(t.signIns)
    await console.getByLabel(t.person, { exact: true }).fill(name)
    await expect(console.getByRole('listitem').filter({ hasText: t.ok }).first()).toContainText(
      name,
    )
    await isClean(console)

    await go(t.health)
    await expect(console.getByRole('img', { name: new RegExp(t.queue) })).toBeVisible()
    await isClean(console)

    await go(t.alarms)
    await console.getByRole('tab', { name: t.settings }).click()
    await console.getByLabel(t.webhook).fill('http://127.0.0.1/hook')
    await console.getByRole('button', { name: t.save, exact: true }).click()
    await console.getByLabel(t.password, { exact: true }).fill(password)
    await console.keyboard.press('Enter')
    await expect(console.getByText(t.refused)).toBeVisible()
    await isClean(console)
    await console.getByLabel(t.webhook).fill('')
    await console.getByLabel(t.perMinute).fill('500')
    await console.getByRole('button', { name: t.save, exact: true }).click()
    await expect(console.getByText(t.saved, { exact: true })).toBeVisible()
    await loseNothing(console, t)
    await console.reload()
    await go(t.alarms)
    await console.getByRole('tab', { name: t.settings }).click()
    await expect(console.getByLabel(t.perMinute)).toHaveValue('500')
  })
}

/** What was typed into the settings of the alarms is asked about before another page takes their place. */
async function loseNothing(console: Page, t: (typeof words)['zh' | 'en']): Promise<void> {
  const pages = console.getByRole('navigation')
  const open = pages.locator('[aria-current=page]')
  const lose = console.getByRole('dialog', { name: t.lose })
  const stay = async () => {
    await expect(lose).toBeVisible()
    await console.keyboard.press('Escape')
    await expect(lose).toHaveCount(0)
    await expect(open).toHaveText(t.alarms)
    await expect(console.getByLabel(t.perMinute)).toHaveValue('600')
  }
  await console.getByLabel(t.perMinute).fill('600')
  await console.getByRole('tab').first().click()
  await console.getByRole('tab', { name: t.settings }).click()
  await pages.getByRole('button', { name: t.trace }).click()
  await expect(lose).toBeVisible()
  await isClean(console)
  await stay()
  await console.goBack()
  await stay()
  await console.goBack()
  await lose.getByRole('button', { name: t.discard }).click()
  await expect(open).toHaveText(t.health)
  await console.goBack()
  await expect(open).toHaveText(t.signIns)
  await console.goForward()
  await console.goForward()
  await expect(open).toHaveText(t.alarms)
  await expect(lose).toHaveCount(0)
}
