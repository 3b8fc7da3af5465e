import type { Locator, Page } from '@playwright/test'
import { expect, type Installation, signIn, test } from '../support/fixtures.ts'
import { mailText } from '../support/send-mail.ts'

const composer = (page: Page): Locator => page.locator('[data-tag]:visible')
const text = (page: Page): Locator =>
  composer(page)
    .locator('iframe[title="正文"], iframe[title="Message"]')
    .contentFrame()
    .locator('[contenteditable=true]')

/** The frame that was loaded ahead, empty, for the next mail. */
const spare = (page: Page): Locator => page.locator('body > [hidden] > iframe[src$="editor.html"]')

/** The editor comes only when the answer says so: what is typed before has nowhere to go yet. */
async function lateEditor(page: Page): Promise<() => void> {
  await spare(page).evaluateAll((frames) => frames.map((frame) => frame.remove()))
  let release = () => undefined as undefined
  const held = new Promise<void>((done) => {
    release = () => void done()
  })
  await page.route('**/editor.html', async (route) => {
    await held
    await route.continue()
  })
  return release
}

async function openMail(page: Page, installation: Installation, language: 'zh' | 'en') {
  const name = `begin${language}`
  await installation.deliver(name, mailText({ subject: 'question', text: 'when?' }))
  await signIn(page, installation, { name, language })
  await page.getByRole('row').filter({ hasText: 'question' }).first().click()
  await expect(page.getByRole('heading', { name: 'question' })).toBeVisible()
}

for (const language of ['zh', 'en'] as const) {
  test(`COMPOSE-01 an answer begins in its text, by key and by click; no letter is lost or taken for a shortcut (${language})`, async ({
    page,
    installation,
  }) => {
    await openMail(page, installation, language)
    for (const way of ['key', 'click'] as const) {
      const release = await lateEditor(page)
      if (way === 'key') await page.keyboard.press('r')
      else
        await page
          .getByRole('button', { name: language === 'zh' ? '回复' : 'Reply', exact: true })
          .first()
          .click()
      // Each of these is a shortcut of the reader or of the page.
      await page.keyboard.type('carefully')
      await page.keyboard.insertText('测试')
      await page.keyboard.press('Control+Enter')
      await expect(composer(page).locator('iframe').first()).toBeAttached()
      release()
      await expect(text(page)).toContainText('carefully测试')
      await page.keyboard.type('abc')
      await expect(text(page)).toContainText('carefully测试abc')
      await expect(page).toHaveURL(/#\/write\/newreply\//)
      await expect(page.locator('[data-tag]')).toHaveCount(1)
      await page.unroute('**/editor.html')
      await page.keyboard.press('Escape')
      const kept = language === 'zh' ? '已保存到草稿箱' : 'Saved to drafts'
      await expect(page.getByText(kept, { exact: true })).toBeVisible()
    }
  })
}

test('COMPOSE-01 §Speed a mail is written in a frame that was there before, the next one in another; none stays when one signs out', async ({
  page,
  installation,
}) => {
  await signIn(page, installation, { name: 'ahead' })
  const marked: string[] = []
  for (const words of ['first mail', 'second mail']) {
    await expect(spare(page).contentFrame().locator('#text')).toBeAttached()
    await spare(page).evaluate((frame, name) => frame.setAttribute('data-marked', name), words)
    await page.keyboard.press('c')
    await text(page).click()
    await page.keyboard.type(words)
    await expect(text(page)).toHaveText(words)
    const frame = composer(page).locator('iframe[title="正文"]')
    marked.push((await frame.getAttribute('data-marked')) ?? 'made anew')
    // Who writes is there, for the lock as well, which hears of a deed once a second.
    await page.waitForTimeout(1_100)
    await page.evaluate(() => localStorage.setItem('lastMouseDown', '1'))
    await page.keyboard.type('!')
    const lastDeed = () => page.evaluate(() => Number(localStorage.getItem('lastMouseDown')))
    await expect.poll(lastDeed).toBeGreaterThan(1)
    // Nothing is loaded beside who writes.
    await expect(spare(page)).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(page.getByText('已保存到草稿箱', { exact: true })).toBeVisible()
  }
  expect(marked).toEqual(['first mail', 'second mail'])
  await expect(spare(page)).toHaveCount(1)
  await page.getByRole('button', { name: '账号' }).click()
  await page.getByRole('button', { name: '退出登录' }).click()
  await expect(page).toHaveURL(/#\/login/)
  await expect(page.locator('iframe[src$="editor.html"]')).toHaveCount(0)
})

test('COMPOSE-05 an answer that says nothing asks before it leaves', async ({
  page,
  installation,
}) => {
  await openMail(page, installation, 'zh')
  await page.keyboard.press('r')
  await expect(text(page)).toBeFocused()
  await page.keyboard.press('Control+Enter')
  const dialog = page.getByRole('dialog', { name: '确认发送' })
  await expect(dialog).toContainText('回复还没有写内容')
  await dialog.getByRole('button', { name: '继续填写' }).click()
  await page.keyboard.type('soon')
  await expect(text(page)).toContainText('soon')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('邮件已发送')).toBeVisible()
})

test('COMPOSE-06 G117 a mail without a subject is refused with the cursor in the subject', async ({
  page,
  installation,
}) => {
  await signIn(page, installation, { name: 'subjectless' })
  await page.keyboard.press('c')
  await page.keyboard.type('peer@other.test')
  await page.keyboard.press('Enter')
  await text(page).click()
  await page.keyboard.type('no subject')
  const subject = composer(page).getByRole('textbox', { name: '主题' })
  for (const way of ['key', 'button'] as const) {
    if (way === 'key') await page.keyboard.press('Control+Enter')
    else await composer(page).getByRole('button', { name: '发送', exact: true }).click()
    await expect(subject).toBeFocused()
    await text(page).click()
  }
})
