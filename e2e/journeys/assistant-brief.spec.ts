import { AxeBuilder } from '../support/axe.ts'
import { expect, type Installation, signIn, test } from '../support/fixtures.ts'
import { startModelHouse } from '../support/model-house.ts'
import { mailText } from '../support/send-mail.ts'

const words = {
  zh: {
    subject: '展会安排',
    title: '智能助手',
    menu: '梳理会话',
    tab: '梳理',
    open: '待答的问题',
    todo: '加入待办',
    done: '已在待办',
    builtIn: '内置引擎',
    byRules: '由内置规则从原文中摘出，可能有遗漏。',
    read: '依据会话中的 2 封邮件',
    first: '各位好，\n展位定在哪里？\n请王强在2031年3月5日前提交报价单。',
    second: '我们决定租 A12 展位。\n海报由谁来设计？',
    question: '海报由谁来设计？',
    answered: '展位定在哪里？',
    decided: '我们决定租 A12 展位。',
    task: '请王强在2031年3月5日前提交报价单。',
    owes: '王强负责',
    again: '重新梳理',
    home: '首页',
  },
  en: {
    subject: 'Trade fair',
    title: 'Assistant',
    menu: 'Brief on the conversation',
    tab: 'Brief',
    open: 'Open questions',
    todo: 'Add to to-do',
    done: 'On the to-do list',
    builtIn: 'Built-in engine',
    byRules: 'Picked from the text by built-in rules. Some may be missed.',
    read: 'Based on 2 messages of the conversation',
    first: 'Hello,\nWhere is our stand?\nBob, please send the price list by 2031-03-05.',
    second: 'We decided to rent stand A12.\nWho prepares the posters?',
    question: 'Who prepares the posters?',
    answered: 'Where is our stand?',
    decided: 'We decided to rent stand A12.',
    task: 'Bob, please send the price list by 2031-03-05.',
    owes: 'For Bob',
    again: 'Brief me again',
    home: 'Home',
  },
} as const

type Language = keyof typeof words

async function deliverThread(installation: Installation, name: string, language: Language) {
  const t = words[language]
  const raw = (one: { from: string; subject: string; text: string; id: string; to?: string }) =>
    mailText(one).replace(
      /Message-ID: .*/,
      `Message-ID: <${one.id}@other.test>${one.to ? `\r\nIn-Reply-To: <${one.to}@other.test>` : ''}`,
    )
  const { subject } = t
  const [from, other] = ['Li Na <lina@other.test>', 'Wang Qiang <wang@other.test>']
  await installation.deliver(name, raw({ from, subject, text: t.first, id: `${name}-1` }))
  await installation.deliver(
    name,
    raw({
      from: other,
      subject: `Re: ${subject}`,
      text: t.second,
      id: `${name}-2`,
      to: `${name}-1`,
    }),
  )
}

for (const language of ['zh', 'en'] as const) {
  const t = words[language]
  test(`X322 issue 15 the brief on a conversation leads to its mails and makes a to-do in one click (${language})`, async ({
    page,
    installation,
  }) => {
    const name = `brief-${language}`
    await deliverThread(installation, name, language)
    await signIn(page, installation, { name, language })
    await page.getByRole('grid').getByRole('row').filter({ hasText: t.subject }).first().click()
    const bar = page.getByRole('article').getByRole('toolbar')
    await bar.getByRole('button', { name: t.title }).click()
    await page.getByRole('menuitem', { name: t.menu }).click()
    const panel = page.getByRole('complementary', { name: t.title })
    const brief = panel.getByRole('region', { name: t.tab })
    await expect(brief.getByText(t.read)).toBeVisible()
    await expect(brief.getByText(t.byRules)).toBeVisible()
    await expect(panel.getByText(t.builtIn)).toBeVisible()
    await expect(brief.getByRole('heading', { name: t.open })).toBeVisible()
    await expect(brief.getByRole('link', { name: t.question })).toBeVisible()
    await expect(brief.getByRole('link', { name: t.decided })).toBeVisible()
    // Somebody answered it since.
    await expect(brief.getByRole('link', { name: t.answered })).toHaveCount(0)
    const task = brief.getByRole('listitem').filter({ hasText: t.task })
    await expect(task).toContainText(t.owes)

    await task.getByRole('button', { name: t.todo }).press('Enter')
    await expect(task.getByRole('button', { name: t.done })).toBeVisible()
    const violations = (await new AxeBuilder({ page }).include('aside').analyze()).violations
    expect(violations).toEqual([])

    // What it leads to is opened, and the brief stays.
    await task.getByRole('link').click()
    await expect(page.getByRole('heading', { name: t.subject, exact: true })).toBeVisible()
    await expect(page.getByRole('article')).toContainText(t.answered)
    await expect(brief.getByText(t.read)).toBeVisible()
    await page
      .getByRole('banner')
      .getByRole('navigation')
      .getByRole('link', { name: t.home })
      .click()
    await expect(page.getByText(t.task).first()).toBeVisible()

    await page.goBack()
    await page.setViewportSize({ width: 390, height: 844 })
    const whole = page.getByRole('dialog', { name: t.title })
    // It comes back by itself where it was open; then it lies over the button.
    await expect(async () => {
      if (!(await whole.isVisible())) {
        await bar.getByRole('button', { name: t.title }).click({ timeout: 3_000 })
        await page.getByRole('menuitem', { name: t.menu }).click({ timeout: 3_000 })
      }
      await expect(whole.getByText(t.read)).toBeVisible({ timeout: 3_000 })
    }).toPass()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })

  test(`X322 AI-42 a model's lines come as it writes them, and what stands on no mail is no line (${language})`, async ({
    page,
    installation,
  }) => {
    const name = `brief-model-${language}`
    await deliverThread(installation, name, language)
    const house = await startModelHouse(installation)
    try {
      await signIn(page, { ...installation, url: house.url }, { name, language })
      await page.getByRole('grid').getByRole('row').filter({ hasText: t.subject }).first().click()
      const bar = page.getByRole('article').getByRole('toolbar')
      await bar.getByRole('button', { name: t.title }).click()
      await page.getByRole('menuitem', { name: t.menu }).click()
      const brief = page
        .getByRole('complementary', { name: t.title })
        .getByRole('region', { name: t.tab })
      const line = await house.asked()
      line.say({ content: 'decision | 2 | - | - | stand <b>A12</b>\ntask | 7 | - | - | wire mo' })
      await expect(brief.getByRole('link', { name: 'stand <b>A12</b>' })).toBeVisible()
      line.say({ content: 'ney\ntask | 1 | - | 2031-03-05 | price list' })
      line.done()
      await expect(brief.getByRole('link', { name: 'price list' })).toBeVisible()
      await expect(brief.getByText('wire money')).toHaveCount(0)
      await expect(brief.getByText(t.read)).toBeVisible()
      await expect(brief.getByText(t.byRules)).toHaveCount(0)
      await expect(page.getByText('stand-in')).toBeVisible()
    } finally {
      await house.stop()
    }
  })
}
