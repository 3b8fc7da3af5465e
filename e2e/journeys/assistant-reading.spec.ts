import { AxeBuilder } from '../support/axe.ts'
import { expect, signIn, test } from '../support/fixtures.ts'
import { startModelHouse } from '../support/model-house.ts'
import { mailText } from '../support/send-mail.ts'

const words = {
  zh: {
    menu: '智能助手',
    translate: '翻译（中英互译）',
    original: '显示原文',
    again: '显示译文',
    close: '关闭翻译',
    answers: '简短答复',
    byMail: '按邮件内容拟写',
    frame: '邮件正文',
    html: '<p>Hello,</p><table><tr><td><b>Can you attend</b> the review on Thursday?</td></tr></table><p><a href="https://partner.example/plan">Plan</a></p>',
    pieces: ['Hello,', 'Can you attend', 'the review on Thursday?', 'Plan'],
    translated: ['您好，', '您能否参加', '周四的评审？', '计划<img src=x>'],
    ready: 'Yes, I will be there.',
    chosen: 'I will come on Thursday.',
    body: '正文',
  },
  en: {
    menu: 'Assistant',
    translate: 'Translate (Chinese–English)',
    original: 'Show original',
    again: 'Show translation',
    close: 'Close translation',
    answers: 'Short replies',
    byMail: 'Suggest from this message',
    frame: 'Message',
    html: '<p>您好，</p><table><tr><td><b>您能参加</b>周四的评审会吗？</td></tr></table><p><a href="https://partner.example/plan">计划</a></p>',
    pieces: ['您好，', '您能参加', '周四的评审会吗？', '计划'],
    translated: ['Hello,', 'Can you attend', 'the review on Thursday?', 'Plan<img src=x>'],
    ready: '可以，我会准时参加。',
    chosen: '周四我会到场。',
    body: 'Message',
  },
} as const

for (const language of ['zh', 'en'] as const) {
  const t = words[language]

  test(`issue 15: a mail is translated in place and back, and one of three short answers opens the reply (${language})`, async ({
    page,
    installation,
  }) => {
    const name = `assistant-reading-${language}`
    await installation.deliver(name, mailText({ subject: 'review', html: t.html }))
    const house = await startModelHouse(installation)
    try {
      await signIn(page, { ...installation, url: house.url }, { name, language })
      await page.getByRole('grid').getByRole('row').filter({ hasText: 'review' }).click()
      const text = page
        .getByRole('article')
        .locator('iframe')
        .first()
        .contentFrame()
        .locator('body')
      await expect(text).toContainText(t.pieces[1])
      await page
        .getByRole('article')
        .getByRole('toolbar')
        .getByRole('button', { name: t.menu })
        .click()
      await page.getByRole('menuitem', { name: t.translate }).click()
      const line = await house.asked()
      line.say({ content: t.translated.map((one, at) => `[${at + 1}] ${one}`).join('\n') })
      line.done()
      await expect(text.locator('td b')).toHaveText(t.translated[1])
      await expect(text.locator('a')).toHaveText(t.translated[3])
      await expect(text.locator('img')).toHaveCount(0)
      const violations = (await new AxeBuilder({ page }).exclude('iframe').analyze()).violations
      expect(violations.map(({ id }) => id)).toEqual([])
      for (const [width, height] of process.env.SHOTS ? sizes : []) {
        await page.setViewportSize({ width, height })
        await page.screenshot({ path: `${process.env.SHOTS}/translate-${language}-${width}.png` })
      }
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.getByRole('button', { name: t.original }).click()
      await expect(text).toContainText(t.pieces[2])
      await page.getByRole('button', { name: t.again }).click()
      await expect(text).toContainText(t.translated[2])
      await page.getByRole('button', { name: t.close }).click()
      await expect(text).toContainText(t.pieces[2])

      const answers = page.getByRole('list', { name: t.answers })
      await expect(answers.getByRole('button', { name: t.ready })).toBeVisible()
      await answers.getByRole('button', { name: t.byMail }).click()
      const second = await house.asked()
      second.say({ content: `${t.chosen}\nNo.\nhttp://evil.test` })
      second.done()
      await expect(answers.getByRole('button', { name: t.chosen })).toBeVisible()
      await expect(answers).not.toContainText('evil.test')
      await answers.getByRole('button', { name: t.chosen }).click()
      const editor = page
        .locator('[data-tag]:visible iframe')
        .first()
        .contentFrame()
        .locator('[contenteditable=true]')
      await expect(editor).toContainText(t.chosen)
    } finally {
      await house.stop()
    }
  })
}

const sizes = [
  [1440, 900],
  [1024, 768],
  [390, 844],
] as const
