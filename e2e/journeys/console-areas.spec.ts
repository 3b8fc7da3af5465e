import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { troublesOf } from '../support/axe.ts'
import { addAdmin, enterConsole } from '../support/enter-console.ts'
import { domain, expect, type Installation, password, test } from '../support/fixtures.ts'
import { picture } from '../support/pictures.ts'

const words = {
  zh: {
    ...{ page: '组织设置', close: '关闭', save: '保存' },
    ...{ write: '写公告', heading: '标题', content: '内容', publish: '发布', live: '显示中' },
    title: '周五停机维护',
    feedback: /^意见反馈/,
    ...{ answer: '邮件答复', answerWords: '答复内容', send: '寄出', noFeedback: '没有意见反馈' },
    ...{ settings: '功能开关', watermark: '页面水印', festival: '春节', saved: '已保存' },
    ...{ texts: '签名、信纸与词库', addSignature: '新建签名', name: '名称', text: '签名内容' },
    ...{ addList: '新建词库', listName: '词库名称', listWords: '词语' },
    ...{ machine: '服务器参数', machineRow: '邮箱网址' },
    ...{ domains: '域名', addDomain: '添加域名', add: '添加', kind: '用途', alias: '别名' },
    ...{ check: '检查记录', checked: /条记录中/, keys: 'DKIM 密钥', newKey: '生成新密钥' },
    ...{ keyWaits: '待启用', use: '启用', domainSettings: '设置', catchAll: '兜底邮箱' },
    ...{ reports: '报告', expired: '证书已过期', password: '密码', confirm: '确认' },
    ...{ unpublished: 'DNS 中还没有查到此密钥的记录', confirmTitle: '确认身份' },
    ...{
      groups: '邮件群组',
      newGroup: '新建群组',
      groupName: '群组名称',
      groupAddress: '群组地址',
    },
    ...{ moderated: /须经管理员放行/, held: '需放行', findMember: '人员、群组或外部邮箱地址' },
    ...{ group: '周报', look: '查看', release: '放行', waiting: /等待您放行/, released: '已放行' },
  },
  en: {
    ...{ page: 'Organisation', close: 'Close', save: 'Save' },
    ...{ write: 'Write announcement', heading: 'Title', content: 'Text', publish: 'Publish' },
    live: 'Live',
    title: 'Maintenance on Friday',
    feedback: /^Feedback/,
    ...{ answer: 'Answer by mail', answerWords: 'Answer', send: 'Send', noFeedback: 'No feedback' },
    ...{
      settings: 'Features',
      watermark: 'Watermark',
      festival: 'Spring Festival',
      saved: 'Saved',
    },
    texts: 'Signatures, stationery, word lists',
    ...{ addSignature: 'New signature', name: 'Name', text: 'Text' },
    ...{ addList: 'New list', listName: 'Name of the list', listWords: 'Words' },
    ...{ machine: 'Server settings', machineRow: 'Address of the webmail' },
    ...{ domains: 'Domains', addDomain: 'Add domain', add: 'Add', kind: 'Use', alias: 'Alias' },
    ...{ check: 'Check records', checked: /records are published/, keys: 'DKIM keys' },
    ...{ newKey: 'New key', keyWaits: 'Waiting', use: 'Use this key' },
    ...{ domainSettings: 'Settings', catchAll: 'Catch-all mailbox', reports: 'Reports' },
    ...{ expired: 'Certificate expired' },
    ...{ password: 'Password', confirm: 'Confirm' },
    unpublished: 'This key’s record is not in the DNS yet',
    confirmTitle: 'Confirm it’s you',
    ...{ groups: 'Mail groups', newGroup: 'New group', groupName: 'Group name' },
    ...{ groupAddress: 'Group address', moderated: /A manager lets each/, held: 'Moderated' },
    ...{ findMember: 'Address of a person, group or somebody outside', group: 'Weekly' },
    ...{ look: 'Open', release: 'Let it go', waiting: /waits? for you/, released: /Sent on/ },
  },
} as const
type Words = (typeof words)['zh' | 'en']

async function openConsole(
  page: Page,
  installation: Installation,
  { name, language }: { name: string; language: 'zh' | 'en' },
): Promise<Page> {
  await addAdmin(installation, name)
  const console = await enterConsole(page, installation, { name, language })
  return console
}

/** What somebody wrote to the administrator, by the call of the page. */
const writeFeedback = (page: Page, content: string) =>
  page.evaluate(async (text) => {
    const form = new FormData()
    form.set('content', text)
    const answer = await fetch('/api/mail/main/feedback', {
      method: 'POST',
      headers: { authorization: `Bearer ${localStorage.getItem('accessToken')}` },
      body: form,
    })
    return answer.status
  }, content)

for (const language of ['zh', 'en'] as const) {
  const t = words[language]
  test(`issue 17 ${language}: announcements, feedback, features, texts and server settings on their page of the console`, async ({
    page,
    installation,
  }) => {
    const name = `chief-${language}`
    const console = await openConsole(page, installation, { name, language })
    expect(await writeFeedback(page, `${t.title}?`)).toBe(200)
    await console.getByRole('button', { name: t.page, exact: true }).click()
    await organisationPage(console, t, language)
    // The home screen of the mail has the announcement.
    await page.goto(`${installation.url}/#/dashboard`)
    await expect(page.getByText(t.title).first()).toBeVisible()
  })

  test(`issue 17 ${language}: domains with their records, keys and reports, and mail groups, on their pages of the console`, async ({
    page,
    installation,
  }) => {
    const name = `head-${language}`
    const console = await openConsole(page, installation, { name, language })
    await console.getByRole('button', { name: t.domains, exact: true }).click()
    await installation.deliver('a', dmarcReport())
    await installation.deliver('a', tlsReport())
    await domainsPage(console, t, language)
    await console.getByRole('button', { name: t.groups, exact: true }).click()
    await groupsPage(console, t, language)
  })
}

async function confirmIt(console: Page, t: Words): Promise<void> {
  const asked = console.getByRole('dialog', { name: t.confirmTitle })
  await asked.getByLabel(t.password, { exact: true }).fill(password)
  await asked.getByRole('button', { name: t.confirm }).click()
}

async function organisationPage(console: Page, t: Words, language: string): Promise<void> {
  await console.getByRole('button', { name: t.write }).click()
  const written = console.getByRole('dialog', { name: t.write })
  await written.getByLabel(t.heading, { exact: true }).fill(t.title)
  await written.getByLabel(t.content, { exact: true }).fill('19:00–21:00')
  await expect(written.getByRole('spinbutton').first()).toBeVisible()
  expect(await troublesOf(console)).toEqual([])
  await picture(console, `announcement-${language}`)
  await written.getByRole('button', { name: t.publish }).click()
  await expect(written).toHaveCount(0)
  // The one in the other language may be shown as well.
  await expect(console.getByText(t.live).first()).toBeVisible()
  expect(await troublesOf(console)).toEqual([])
  await picture(console, `announcements-${language}`)

  await console.getByRole('tab', { name: t.feedback }).click()
  const row = console.getByRole('listitem').filter({ hasText: `${t.title}?` })
  await picture(console, `feedback-${language}`)
  await row.getByRole('button', { name: t.answer }).click()
  await row.getByLabel(t.answerWords, { exact: true }).fill('19:00')
  expect(await troublesOf(console)).toEqual([])
  await row.getByRole('button', { name: t.send }).click()
  await expect(console.getByText(t.noFeedback)).toBeVisible()

  await console.getByRole('tab', { name: t.settings }).click()
  await console.getByRole('switch', { name: t.watermark }).check()
  await expect(console.getByText(t.saved).first()).toBeVisible()
  await console.getByRole('radio', { name: t.festival, exact: true }).check()
  expect(await troublesOf(console)).toEqual([])
  await picture(console, `settings-${language}`)
  await console.getByRole('switch', { name: t.watermark }).uncheck()

  await console.getByRole('tab', { name: t.texts }).click()
  await console.getByRole('button', { name: t.addSignature }).click()
  const signature = console.getByRole('dialog', { name: t.addSignature })
  await signature.getByLabel(t.name, { exact: true }).fill(`S ${language}`)
  await signature.getByLabel(t.text, { exact: true }).fill(`Hongyan & Co\n${t.title}`)
  await expect(signature.frameLocator('iframe').getByText('Hongyan & Co')).toBeVisible()
  expect(await troublesOf(console)).toEqual([])
  await picture(console, `signature-${language}`)
  await signature.getByRole('button', { name: t.save }).click()
  await expect(signature).toHaveCount(0)
  await console.getByRole('button', { name: t.addList }).click()
  const list = console.getByRole('dialog', { name: t.addList })
  await list.getByLabel(t.listName).fill(`L ${language}`)
  await list.getByLabel(t.listWords, { exact: true }).fill('alpha\nbeta')
  await list.getByRole('button', { name: t.save }).click()
  await confirmIt(console, t)
  await expect(console.getByText(`L ${language}`, { exact: true })).toBeVisible()
  expect(await troublesOf(console)).toEqual([])
  await picture(console, `texts-${language}`)

  await console.getByRole('tab', { name: t.machine }).click()
  await expect(console.getByRole('row', { name: t.machineRow })).toBeVisible()
  expect(await troublesOf(console)).toEqual([])
  await picture(console, `machine-${language}`)
}

/** What another server reports of our name. */
function dmarcReport(): string {
  const now = Math.floor(Date.now() / 1_000)
  const row = (ip: string, count: number, result: string) =>
    `<record><row><source_ip>${ip}</source_ip><count>${count}</count><policy_evaluated><dkim>${result}</dkim>` +
    `<spf>fail</spf></policy_evaluated></row></record>`
  const xml =
    `<feedback><report_metadata><org_name>other.test</org_name><report_id>j1</report_id><date_range>` +
    `<begin>${now - 90_000}</begin><end>${now - 3_600}</end></date_range></report_metadata><policy_published>` +
    `<domain>${domain}</domain></policy_published>${row('192.0.2.7', 120, 'pass')}${row('203.0.113.9', 14, 'fail')}` +
    `${row('2001:db8::25', 31, 'pass')}</feedback>`
  return [
    'From: reports@other.test',
    `Subject: Report Domain: ${domain} Submitter: other.test Report-ID: j1`,
    'MIME-Version: 1.0',
    'Content-Type: application/gzip; name="r.xml.gz"',
    'Content-Transfer-Encoding: base64',
    '',
    gzipSync(xml).toString('base64').replace(/.{76}/g, '$&\r\n'),
    '',
  ].join('\r\n')
}

/** What it reports of connections to us (RFC 8460). */
function tlsReport(): string {
  const at = (ago: number) => new Date(Date.now() - ago).toISOString()
  const report = {
    'organization-name': 'other.test',
    'date-range': { 'start-datetime': at(90_000_000), 'end-datetime': at(3_600_000) },
    'report-id': 't1',
    policies: [
      {
        policy: { 'policy-type': 'no-policy-found', 'policy-domain': domain },
        summary: { 'total-successful-session-count': 410, 'total-failure-session-count': 6 },
        'failure-details': [
          {
            'result-type': 'certificate-expired',
            'receiving-mx-hostname': `mx.${domain}`,
            'failed-session-count': 6,
          },
        ],
      },
    ],
  }
  return [
    'From: reports@other.test',
    `Subject: Report Domain: ${domain} Submitter: other.test Report-ID: <t1@other.test>`,
    'MIME-Version: 1.0',
    'Content-Type: application/tlsrpt+gzip; name="r.json.gz"',
    'Content-Transfer-Encoding: base64',
    '',
    gzipSync(JSON.stringify(report)).toString('base64').replace(/.{76}/g, '$&\r\n'),
    '',
  ].join('\r\n')
}

async function domainsPage(console: Page, t: Words, language: string): Promise<void> {
  await console.getByRole('button', { name: t.addDomain }).click()
  const added = console.getByRole('dialog', { name: t.addDomain })
  await added.getByRole('textbox').fill(`Alias-${language}.test`)
  await added.getByLabel(t.kind).selectOption(domain)
  expect(await troublesOf(console)).toEqual([])
  await added.getByRole('button', { name: t.add, exact: true }).click()
  await expect(added).toHaveCount(0)
  await expect(console.getByRole('heading', { name: `alias-${language}.test` })).toBeVisible()
  await console.getByRole('button', { name: new RegExp(`^${domain}`) }).click()
  await console.getByRole('button', { name: t.check }).click()
  await expect(console.getByText(t.checked)).toBeVisible({ timeout: 20_000 })
  expect(await troublesOf(console)).toEqual([])
  await picture(console, `records-${language}`)

  await console.getByRole('tab', { name: t.keys }).click()
  // The walk in the other language leaves one that waits.
  const newKey = console.getByRole('button', { name: t.newKey })
  await expect(newKey).toBeVisible()
  if (await newKey.isEnabled()) await newKey.click()
  const key = console.getByRole('listitem').filter({ hasText: t.keyWaits })
  await key.getByRole('button', { name: t.use, exact: true }).click()
  await confirmIt(console, t)
  await expect(console.getByText(t.unpublished)).toBeVisible({ timeout: 20_000 })
  expect(await troublesOf(console)).toEqual([])
  await picture(console, `keys-${language}`)

  await console.getByRole('tab', { name: t.reports }).click()
  await expect(async () => {
    await console.getByRole('tab', { name: t.keys }).click()
    await console.getByRole('tab', { name: t.reports }).click()
    await expect(console.getByRole('rowheader', { name: '192.0.2.7' })).toBeVisible()
    await expect(console.getByRole('rowheader', { name: t.expired })).toBeVisible()
  }).toPass()
  expect(await troublesOf(console)).toEqual([])
  await picture(console, `reports-${language}`)
  await console.getByRole('tab', { name: t.domainSettings }).click()
  await console.getByLabel(t.catchAll).fill(`head-${language}@${domain}`)
  await console.getByRole('button', { name: t.save, exact: true }).click()
  await expect(console.getByText(t.saved).first()).toBeVisible()
  expect(await troublesOf(console)).toEqual([])
  await picture(console, `domain-settings-${language}`)
}

async function groupsPage(console: Page, t: Words, language: string): Promise<void> {
  await console.getByRole('button', { name: t.newGroup }).click()
  const made = console.getByRole('dialog', { name: t.newGroup })
  await made.getByLabel(t.groupName).fill(`${t.group} ${language}`)
  await made.getByLabel(t.groupAddress).fill(`weekly-${language}`)
  await made.getByRole('checkbox', { name: t.moderated }).check()
  expect(await troublesOf(console)).toEqual([])
  await picture(console, `group-${language}`)
  await made.getByRole('button', { name: t.save, exact: true }).click()
  const row = console.getByRole('row').filter({ hasText: `weekly-${language}@` })
  await expect(row).toContainText(t.held)
  expect(await troublesOf(console)).toEqual([])
  await picture(console, `groups-${language}`)
  await row.getByRole('button', { name: `${t.group} ${language}`, exact: true }).click()
  const members = console.getByRole('dialog').filter({ hasText: t.group })
  await members.getByLabel(t.findMember).fill(`b@${domain}`)
  await members.getByRole('button', { name: t.add, exact: true }).click()
  await expect(members.getByRole('listitem').filter({ hasText: `b@${domain}` })).toBeVisible()
  expect(await troublesOf(console)).toEqual([])
  await picture(console, `group-members-${language}`)
  await console.keyboard.press('Escape')
}
