import type { Page } from '@playwright/test'
import { AxeBuilder } from '../support/axe.ts'
import { expect, signIn, test } from '../support/fixtures.ts'
import { startModelHouse } from '../support/model-house.ts'
import { mailText } from '../support/send-mail.ts'

const words = {
  zh: {
    card: '今日简报',
    make: '生成今日简报',
    again: '重新生成',
    auto: '打开首页时自动生成',
    question: '展位定在哪里？',
    task: '请王强尽快提交报价单。',
    questions: '待答的问题',
    read: '依据 2 封邮件',
    subject: '展位',
    labels: '标签',
    create: '新建标签',
    labelName: '标签名称',
    ok: '确定',
    label: '采购',
    sortOne: '为“采购”归类邮件',
    words: '哪些邮件属于这个标签',
    typed: '供应商发来的合同、报价单和发票，不要培训通知',
    propose: '查找符合的邮件',
    proposals: '符合的邮件',
    apply: (n: number) => `加标签（${n}）`,
    applied: '已为 1 封邮件加上“采购”',
    undo: '撤销',
    contract: '设备采购合同草案',
    invoice: '发票已寄出',
    dinner: '周五聚餐',
    body: '请查收。',
    mark: '标签',
    let: '让智能助手归类…',
    said: '模型看到的合同',
  },
  en: {
    card: 'Daily brief',
    make: 'Make today’s brief',
    again: 'Make again',
    auto: 'Make it automatically',
    question: 'Who prepares the posters?',
    task: 'Please send the price list soon.',
    questions: 'Open questions',
    read: 'From 2 messages',
    subject: 'Posters',
    labels: 'Labels',
    create: 'New label',
    labelName: 'Label name',
    ok: 'OK',
    label: 'Purchases',
    sortOne: 'Sort mail into “Purchases”',
    words: 'What belongs under this label',
    typed: 'Contracts, quotes and invoices from suppliers, except training notices',
    propose: 'Find what belongs',
    proposals: 'What belongs',
    apply: (n: number) => `Add label (${n})`,
    applied: '1 message labelled “Purchases”',
    undo: 'Undo',
    contract: 'Draft contract for the pump',
    invoice: 'Invoice 4711',
    dinner: 'Dinner on Friday',
    body: 'See below.',
    mark: 'Labels',
    let: 'Let the assistant sort…',
    said: 'what the model saw',
  },
} as const

const sizes = [
  [1440, 900],
  [1024, 768],
  [390, 844],
] as const

async function look(page: Page, name: string) {
  const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  if (!process.env.SHOTS) return
  const before = page.viewportSize()
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height })
    await page.screenshot({ path: `${process.env.SHOTS}/${name}-${width}.png`, fullPage: true })
  }
  if (before) await page.setViewportSize(before)
}

for (const language of ['zh', 'en'] as const) {
  const t = words[language]

  test(`issue 15: the home screen briefs on the day, when asked and by itself, and each line leads to its mail (${language})`, async ({
    page,
    installation,
  }) => {
    const name = `daily-${language}`
    const from = 'Li Na <lina@other.test>'
    await installation.deliver(name, mailText({ subject: t.subject, text: t.question, from }))
    await installation.deliver(name, mailText({ subject: 'x', text: t.task, from }))
    await signIn(page, installation, { name, language })
    await page.goto(`${installation.url}/#/dashboard`)
    const card = page.getByRole('region', { name: t.card })
    await card.getByRole('button', { name: t.make }).click()
    await expect(card.getByRole('link', { name: t.question })).toBeVisible()
    await expect(card.getByRole('link', { name: t.task })).toBeVisible()
    await expect(card.getByText(t.read)).toBeVisible()
    await card.getByRole('switch', { name: t.auto }).click()
    await expect(card.getByRole('switch', { name: t.auto })).toBeChecked()
    await look(page, `daily-${language}`)
    await card.getByRole('link', { name: t.question }).click()
    await expect(page.getByRole('article')).toContainText(t.question)
    // By itself on the next day, or where the page begins anew.
    await page.goto(`${installation.url}/#/dashboard`)
    await page.reload()
    await expect(card.getByRole('link', { name: t.question })).toBeVisible()
    await expect(card.getByRole('button', { name: t.again })).toBeVisible()
  })

  test(`issue 15: mails are proposed for a label by its description, unticked, applied and undone (${language})`, async ({
    page,
    installation,
  }) => {
    const name = `sorting-${language}`
    for (const subject of [t.contract, t.invoice, t.dinner])
      await installation.deliver(name, mailText({ subject, text: t.body }))
    await signIn(page, installation, { name, language })
    await page.goto(`${installation.url}/#/otherfolders2/list`)
    await page.getByRole('main').getByRole('button', { name: t.create }).click()
    await page.getByLabel(t.labelName).fill(t.label)
    await page.getByRole('dialog').getByRole('button', { name: t.ok, exact: true }).click()
    await page.getByRole('button', { name: t.sortOne }).click()
    const dialog = page.getByRole('dialog', { name: t.sortOne })
    await dialog.getByLabel(t.words).fill(t.typed)
    await dialog.getByRole('button', { name: t.propose }).click()
    const list = dialog.getByRole('list', { name: t.proposals })
    await expect(list.getByRole('listitem')).toHaveCount(2)
    await expect(list).not.toContainText(t.dinner)
    await look(page, `sorting-${language}`)
    await list.getByRole('checkbox', { name: t.invoice }).uncheck()
    await dialog.getByRole('button', { name: t.apply(1) }).click()
    await expect(page.getByText(t.applied)).toBeVisible()
    const row = page.getByRole('main').getByRole('row').filter({ hasText: t.label })
    await expect(row.getByRole('cell').nth(2)).toHaveText('1')
    await page.getByRole('button', { name: t.undo }).click()
    await expect(row.getByRole('cell').nth(2)).toHaveText('0')
    // The description is there the next time.
    await page.getByRole('button', { name: t.sortOne }).click()
    await expect(dialog.getByLabel(t.words)).toHaveValue(t.typed)
  })

  test(`issue 15 AI-42: a model proposes for a label of what is chosen in a list, and only of that (${language})`, async ({
    page,
    installation,
  }) => {
    const name = `sorting-model-${language}`
    for (const subject of [t.contract, t.dinner])
      await installation.deliver(name, mailText({ subject, text: t.said }))
    const house = await startModelHouse(installation)
    try {
      await signIn(page, { ...installation, url: house.url }, { name, language })
      await page.goto(`${house.url}/#/otherfolders2/list`)
      await page.getByRole('main').getByRole('button', { name: t.create }).click()
      await page.getByLabel(t.labelName).fill(t.label)
      await page.getByRole('dialog').getByRole('button', { name: t.ok, exact: true }).click()
      await page.goto(`${house.url}/#/inbox`)
      const row = page.getByRole('grid').getByRole('row').filter({ hasText: t.dinner })
      await row.getByRole('checkbox').check()
      await page.getByRole('toolbar').getByRole('button', { name: t.mark, exact: true }).click()
      await page.getByRole('button', { name: t.let }).click()
      const dialog = page.getByRole('dialog').filter({ hasText: t.words })
      await dialog.getByLabel(t.words).fill(t.typed)
      await dialog.getByRole('button', { name: t.propose }).click()
      const line = await house.asked()
      line.say({ content: '2 | not shown\n1 | shown\nall | x' })
      line.done()
      const list = dialog.getByRole('list', { name: t.proposals })
      await expect(list.getByRole('listitem')).toHaveCount(1)
      await expect(list).toContainText(t.dinner)
    } finally {
      await house.stop()
    }
  })
}
