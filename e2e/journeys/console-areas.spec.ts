import type { Page } from '@playwright/test'
import { AxeBuilder } from '../support/axe.ts'
import { domain, expect, type Installation, password, signIn, test } from '../support/fixtures.ts'

const words = {
  zh: {
    ...{ more: '更多', link: '管理后台', page: '组织设置', close: '关闭', save: '保存' },
    ...{ write: '写公告', heading: '标题', content: '内容', publish: '发布', live: '显示中' },
    title: '周五停机维护',
    feedback: /^意见反馈/,
    ...{ answer: '邮件答复', answerWords: '答复内容', send: '寄出', noFeedback: '没有意见反馈' },
    ...{ settings: '功能开关', watermark: '页面水印', festival: '春节', saved: '已保存' },
    ...{ texts: '签名、信纸与词库', addSignature: '新建签名', name: '名称', text: '签名内容' },
    ...{ addList: '新建词库', listName: '词库名称', listWords: '词语' },
    ...{ machine: '服务器参数', machineRow: '邮箱网址' },
  },
  en: {
    ...{ more: 'More', link: 'Admin console', page: 'Organization', close: 'Close', save: 'Save' },
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
  },
} as const
type Words = (typeof words)['zh' | 'en']

const serious = async (page: Page) => {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
}

/** Pictures for who looks at them, where a folder is named. */
const picture = async (page: Page, name: string) => {
  const folder = process.env.CONSOLE_PICTURES
  if (!folder) return
  for (const width of [1440, 1024]) {
    await page.setViewportSize({ width, height: 900 })
    await page.screenshot({ path: `${folder}/${name}-${width}.png` })
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

async function openConsole(
  page: Page,
  installation: Installation,
  { name, language, t }: { name: string; language: 'zh' | 'en'; t: Words },
): Promise<Page> {
  const made = await installation.command(
    ['user', 'add', `${name}@${domain}`, '--name', name, '--admin'],
    `${password}\n`,
  )
  expect(made.code, made.said).toBe(0)
  await signIn(page, { ...installation, person: async () => undefined }, { name, language })
  await page.getByRole('banner').getByRole('button', { name: t.more }).click()
  const [console] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('menuitem', { name: t.link }).click(),
  ])
  await console.setViewportSize({ width: 1440, height: 900 })
  if (language === 'en') await console.getByRole('button', { name: 'English' }).click()
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
  test(`issue 17 ${language}: what an administrator sets for everybody is set on the pages of the console`, async ({
    page,
    installation,
  }) => {
    const t = words[language]
    const console = await openConsole(page, installation, {
      name: `chief-${language}`,
      language,
      t,
    })
    expect(await writeFeedback(page, `${t.title}?`)).toBe(200)
    await console.getByRole('button', { name: t.page, exact: true }).click()
    await organisationPage(console, t, language)
    // The home screen of the mail has the announcement.
    await page.goto(`${installation.url}/home`)
    await expect(page.getByText(t.title).first()).toBeVisible()
  })
}

async function organisationPage(console: Page, t: Words, language: string): Promise<void> {
  await console.getByRole('button', { name: t.write }).click()
  const written = console.getByRole('dialog', { name: t.write })
  await written.getByLabel(t.heading, { exact: true }).fill(t.title)
  await written.getByLabel(t.content, { exact: true }).fill('19:00–21:00')
  await expect(written.getByRole('spinbutton').first()).toBeVisible()
  expect(await serious(console)).toEqual([])
  await picture(console, `announcement-${language}`)
  await written.getByRole('button', { name: t.publish }).click()
  await expect(console.getByText(t.live)).toBeVisible()
  expect(await serious(console)).toEqual([])
  await picture(console, `announcements-${language}`)

  await console.getByRole('tab', { name: t.feedback }).click()
  const row = console.getByRole('listitem').filter({ hasText: `${t.title}?` })
  await picture(console, `feedback-${language}`)
  await row.getByRole('button', { name: t.answer }).click()
  await row.getByLabel(t.answerWords, { exact: true }).fill('19:00')
  expect(await serious(console)).toEqual([])
  await row.getByRole('button', { name: t.send }).click()
  await expect(console.getByText(t.noFeedback)).toBeVisible()

  await console.getByRole('tab', { name: t.settings }).click()
  await console.getByRole('switch', { name: t.watermark }).check()
  await expect(console.getByText(t.saved).first()).toBeVisible()
  await console.getByRole('radio', { name: t.festival, exact: true }).check()
  expect(await serious(console)).toEqual([])
  await picture(console, `settings-${language}`)
  await console.getByRole('switch', { name: t.watermark }).uncheck()

  await console.getByRole('tab', { name: t.texts }).click()
  await console.getByRole('button', { name: t.addSignature }).click()
  const signature = console.getByRole('dialog', { name: t.addSignature })
  await signature.getByLabel(t.name, { exact: true }).fill(`S ${language}`)
  await signature.getByLabel(t.text, { exact: true }).fill(`Hongyan & Co\n${t.title}`)
  await expect(signature.frameLocator('iframe').getByText('Hongyan & Co')).toBeVisible()
  expect(await serious(console)).toEqual([])
  await picture(console, `signature-${language}`)
  await signature.getByRole('button', { name: t.save }).click()
  await expect(signature).toHaveCount(0)
  await console.getByRole('button', { name: t.addList }).click()
  const list = console.getByRole('dialog', { name: t.addList })
  await list.getByLabel(t.listName).fill(`L ${language}`)
  await list.getByLabel(t.listWords, { exact: true }).fill('alpha\nbeta')
  await list.getByRole('button', { name: t.save }).click()
  await expect(console.getByText(`L ${language}`, { exact: true })).toBeVisible()
  expect(await serious(console)).toEqual([])
  await picture(console, `texts-${language}`)

  await console.getByRole('tab', { name: t.machine }).click()
  await expect(console.getByRole('row', { name: t.machineRow })).toBeVisible()
  expect(await serious(console)).toEqual([])
  await picture(console, `machine-${language}`)
}
