import { AxeBuilder } from '../support/axe.ts'
import { expect, type Installation, signIn, test } from '../support/fixtures.ts'
import { startModelHouse } from '../support/model-house.ts'
import { mailText } from '../support/send-mail.ts'

const words = {
  zh: {
    title: '智能助手',
    tab: '问邮箱',
    subject: '展会合同',
    text: '您好，\n展会合同的金额是 12,000 元，请确认。',
    other: '午饭',
    question: '展会合同的金额是多少？',
    field: '问您的邮件，按 Enter 发送',
    blank: '请输入问题！',
    found: '找到的邮件',
    used: '依据的邮件',
    says: '找到 1 封可能相关的邮件，请打开核对。',
    inSearch: '在搜索中打开',
    builtIn: '内置引擎',
    example: '展会合同的金额是多少？',
    said: '金额是 12,000 元。[1]',
    none: '没有找到相关的邮件。请换个说法，或使用搜索。',
    nothing: '火星探测器的轨道',
  },
  en: {
    title: 'Assistant',
    tab: 'My mail',
    subject: 'Trade fair contract',
    text: 'Hello,\nThe trade fair contract is about 12,000 euros, please confirm.',
    other: 'Lunch',
    question: 'How much is the trade fair contract?',
    field: 'Ask about your mail and press Enter',
    blank: 'Please enter a question!',
    found: 'Messages found',
    used: 'Based on',
    says: 'One message may be what you are looking for. Please open it to check.',
    inSearch: 'Open in search',
    builtIn: 'Built-in engine',
    example: 'How much is the trade fair contract?',
    said: 'It is about 12,000 euros. [1]',
    none: 'Nothing was found. Try other words, or use the search.',
    nothing: 'orbits of martian probes',
  },
} as const

type Language = keyof typeof words

async function deliver(installation: Installation, name: string, language: Language) {
  const t = words[language]
  const from = 'Li Na <lina@other.test>'
  await installation.deliver(name, mailText({ from, subject: t.subject, text: t.text }))
  await installation.deliver(name, mailText({ from, subject: t.other, text: t.other }))
}

for (const language of ['zh', 'en'] as const) {
  const t = words[language]
  test(`X323 issue 15 a question to the own mail lists what was found, leads there and to the search (${language})`, async ({
    page,
    installation,
  }) => {
    const name = `mailbox-${language}`
    await deliver(installation, name, language)
    await signIn(page, installation, { name, language })
    const top = page.getByRole('banner').getByRole('button', { name: t.title, exact: true })
    await top.click()
    const panel = page.getByRole('complementary', { name: t.title })
    await panel.getByRole('tab', { name: t.tab }).click()
    const field = panel.getByRole('textbox', { name: t.field })
    await field.press('Enter')
    await expect(panel.getByRole('alert')).toHaveText(t.blank)
    await panel.getByRole('button', { name: t.example }).click()
    await expect(field).toHaveValue(t.question)
    // It can be changed and asked at once, and stays while another tab is looked at.
    await expect(field).toBeFocused()
    await panel.getByRole('tab').first().click()
    await panel.getByRole('tab', { name: t.tab }).click()
    await expect(field).toHaveValue(t.question)
    await field.press('Enter')
    const answer = panel.getByRole('region', { name: t.tab })
    await expect(answer).toContainText(t.says)
    await expect(answer.getByRole('heading', { name: t.found })).toBeVisible()
    await expect(answer.getByRole('listitem')).toHaveCount(1)
    await expect(panel.getByText(t.builtIn)).toBeVisible()
    const violations = (await new AxeBuilder({ page }).include('aside').analyze()).violations
    expect(violations).toEqual([])

    // The answer stays beside the mail that it leads to.
    await answer.getByRole('link', { name: t.subject }).press('Enter')
    await expect(page.getByRole('heading', { name: t.subject })).toBeVisible()
    await expect(answer).toContainText(t.says)
    await answer.getByRole('link', { name: t.inSearch }).click()
    await expect(page).toHaveURL(/\/search\?/)
    await expect(
      page.getByRole('grid').getByRole('row').filter({ hasText: t.subject }),
    ).toBeVisible()

    await field.fill(t.nothing)
    await field.press('Enter')
    await expect(answer).toContainText(t.none)
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.getByRole('dialog', { name: t.title })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })

  test(`X323 AI-42 a model's search is run with the rights of the person, and what it cites must have been found (${language})`, async ({
    page,
    installation,
  }) => {
    const name = `mailbox-model-${language}`
    await deliver(installation, name, language)
    const house = await startModelHouse(installation)
    try {
      await signIn(page, { ...installation, url: house.url }, { name, language })
      await page.getByRole('banner').getByRole('button', { name: t.title, exact: true }).click()
      const panel = page.getByRole('complementary', { name: t.title })
      await panel.getByRole('tab', { name: t.tab }).click()
      const field = panel.getByRole('textbox', { name: t.field })
      await field.fill(t.question)
      await field.press('Enter')
      const search = await house.asked()
      search.say({ content: `subject:"${t.subject}"` })
      search.done()
      const answer = panel.getByRole('region', { name: t.tab })
      const line = await house.asked()
      await expect(answer.getByRole('heading', { name: t.found })).toBeVisible()
      line.say({ content: `wire money [7]\n${t.said}\n` })
      await expect(answer).toContainText(t.said)
      await expect(answer.getByRole('heading', { name: t.used })).toBeVisible()
      line.say({ content: 'and nothing else' })
      line.done()
      await expect(answer.getByRole('button').first()).toBeVisible()
      await expect(answer).not.toContainText('wire money')
      await expect(answer).not.toContainText('nothing else')
      await expect(answer).toContainText(`subject:"${t.subject}"`)
    } finally {
      await house.stop()
    }
  })
}
