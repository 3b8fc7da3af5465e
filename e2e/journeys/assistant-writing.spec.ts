import type { Page } from '@playwright/test'
import { AxeBuilder } from '../support/axe.ts'
import { expect, signIn, test } from '../support/fixtures.ts'
import { startModelHouse } from '../support/model-house.ts'

const words = {
  zh: {
    compose: '写邮件',
    body: '正文',
    tool: '改写',
    formal: '更正式',
    dialog: '改写所选文字',
    replace: '替换原文',
    undo: '撤销',
    subject: '主题建议',
    subjectField: '主题',
    nothing: '请先选中要改写的文字',
    before: '原文',
    after: '改写后',
    typed: '那个报价单能不能快点给我看看',
    said: ['烦请您尽快', '提供报价单。\n顺祝商祺！'],
    choices: '1. 报价单确认\n2. 请提供报价单\n3. 关于报价单',
    choice: '请提供报价单',
    more: '更多工具',
    strange: /不在原文中/,
  },
  en: {
    compose: 'Compose',
    body: 'Text',
    tool: 'Rewrite',
    formal: 'More formal',
    dialog: 'Rewrite the selection',
    replace: 'Replace',
    undo: 'Undo',
    subject: 'Suggest a subject',
    subjectField: 'Subject',
    nothing: 'Select the text to rewrite first',
    before: 'Original',
    after: 'Rewritten',
    typed: 'hey can i get that price list soon',
    said: ['Could you please send me ', 'the price list soon?\nThank you.'],
    choices: '1. Price list\n2. Request for the price list\n3. Your price list',
    choice: 'Request for the price list',
    more: 'More tools',
    strange: /Not in the original/,
  },
} as const

const editorOf = (page: Page) =>
  page.locator('[data-tag]:visible iframe').first().contentFrame().locator('[contenteditable=true]')

for (const language of ['zh', 'en'] as const) {
  const t = words[language]

  test(`issue 15: a passage is rewritten beside the original, put in its place and taken back; a subject is found (${language})`, async ({
    page,
    installation,
  }) => {
    const house = await startModelHouse(installation)
    try {
      const name = `assistant-writing-${language}`
      await signIn(page, { ...installation, url: house.url }, { name, language })
      await page.getByRole('button', { name: t.compose, exact: true }).first().click()
      const editor = editorOf(page)
      await editor.click()
      await page.keyboard.type(`${t.typed}`)
      const toolbar = page.locator('[data-tag]:visible [role=toolbar]').last()
      const tool = page.getByRole('button', { name: t.tool, exact: true })
      if (
        !(await tool.isVisible()) ||
        (await toolbar.getByRole('button', { name: t.more }).count())
      )
        await toolbar.getByRole('button', { name: t.more }).click()
      const choose = async () => {
        await tool.click()
        await page.getByRole('menuitem', { name: t.formal }).click()
      }
      // Nothing is selected: nothing is asked.
      await choose()
      await expect(page.getByText(t.nothing)).toBeVisible()
      await editor.press('ControlOrMeta+a')
      await choose()
      const dialog = page.getByRole('dialog', { name: t.dialog })
      const line = await house.asked()
      line.say({ content: t.said[0] })
      const after = dialog.getByRole('region', { name: t.after })
      await expect(after).toContainText(t.said[0].trim())
      await expect(dialog.getByRole('region', { name: t.before })).toContainText(t.typed)
      await expect(dialog.getByRole('button', { name: t.replace })).toBeDisabled()
      line.say({ tool_calls: [{ index: 0, function: { name: 'send_mail', arguments: '{}' } }] })
      line.say({ content: `${t.said[1]}\n<img src=x> http://evil.test/p` })
      line.done()
      await expect(dialog.getByRole('button', { name: t.replace })).toBeEnabled()
      await expect(dialog.locator('img, a')).toHaveCount(0)
      await expect(dialog).toContainText(t.strange)
      await expect(dialog).toContainText('stand-in')
      const violations = (await new AxeBuilder({ page }).include('dialog').analyze()).violations
      expect(violations.map(({ id }) => id)).toEqual([])
      for (const width of process.env.SHOTS ? [1440, 1024, 390] : []) {
        await page.setViewportSize({
          width,
          height: width === 1440 ? 900 : width === 1024 ? 768 : 844,
        })
        await page.screenshot({ path: `${process.env.SHOTS}/rewrite-${language}-${width}.png` })
      }
      await page.setViewportSize({ width: 1280, height: 800 })
      // Not taken: what was written stands as it was.
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
      await expect(editor).toContainText(t.typed)
      await choose()
      const again = await house.asked()
      for (const content of t.said) again.say({ content })
      again.done()
      await dialog.getByRole('button', { name: t.replace }).click()
      await expect(editor).toContainText(t.said[0].trim())
      await expect(editor).not.toContainText(t.typed)
      await page
        .locator('[data-kind][class*="toast"]')
        .getByRole('button', { name: t.undo, exact: true })
        .click()
      await expect(editor).toContainText(t.typed)
      await expect(editor).not.toContainText(t.said[0].trim())

      await page.getByRole('button', { name: t.subject }).click()
      const subjects = page.getByRole('dialog', { name: t.subject })
      const third = await house.asked()
      third.say({ content: t.choices })
      third.done()
      await expect(subjects.getByRole('listitem')).toHaveCount(3)
      if (process.env.SHOTS)
        await page.screenshot({ path: `${process.env.SHOTS}/subject-${language}.png` })
      await subjects.getByRole('button', { name: t.choice, exact: true }).click()
      await expect(page.getByLabel(t.subjectField, { exact: true })).toHaveValue(t.choice)
    } finally {
      await house.stop()
    }
  })
}
