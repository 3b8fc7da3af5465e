import type { Locator, Page } from '@playwright/test'
import {
  excelTable,
  googleDocs,
  outlookMail,
  webPage,
  wordText,
  wordWithPicture,
  wpsTable,
} from '../fixtures/clipboard.ts'
import { expect, signIn, test } from '../support/fixtures.ts'
import { takeRefused } from '../support/watched-page.ts'

const editorOf = (page: Page): Locator =>
  page.locator('iframe[title="正文"]').contentFrame().locator('[contenteditable=true]')

/** As the browser would: the editor gets the event with the clipboard's forms of the text. */
async function paste(page: Page, html: string, rtf = ''): Promise<Locator> {
  const editor = editorOf(page)
  await editor.click()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await editor.evaluate(
    (root, data) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/html', data.html)
      clipboardData.setData('text/plain', 'text')
      if (data.rtf !== '') clipboardData.setData('text/rtf', data.rtf)
      root.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      )
    },
    { html, rtf },
  )
  return editor
}

test('COMPOSE-25 text of Word, Excel, Outlook, WPS and web pages is kept as it was meant, and clean', async ({
  page,
  installation,
}) => {
  await signIn(page, installation, { name: 'a' })
  await page.goto(`${installation.url}/#/write/new/0`)
  const remarks =
    /mso-|<o:p|<v:|<w:|<!--|<!\[|class="(?!size"|color"|font"|highlight")|<style|<meta|<script|onclick|StartFragment|src="(?:file|https?):/i

  const word = await paste(page, wordText)
  await expect(word.locator('h1')).toHaveText('季度报告')
  await expect(word.locator('ol').first().locator('> li').first()).toContainText('第一项')
  await expect(word.locator('ol > li > ul > li')).toHaveText(['小点一', '小点二'])
  await expect(word.locator('ol').nth(1)).toHaveAttribute('start', '5')
  await expect(word.locator('b', { hasText: '重点' })).toBeVisible()
  await expect(word.getByText('红字')).toHaveCSS('color', 'rgb(255, 0, 0)')
  await expect(word).not.toContainText('·')
  expect(await word.innerHTML()).not.toMatch(remarks)

  const excel = await paste(page, excelTable)
  await expect(excel.locator('tr').nth(0).locator('td')).toHaveText(['预算表'])
  await expect(excel.locator('td').first()).toHaveAttribute('colspan', '3')
  const amount = excel.locator('td', { hasText: '1,200.00' })
  await expect(amount).toHaveCSS('text-align', 'right')
  await expect(amount).toHaveCSS('border-top-style', 'solid')
  await expect(excel.locator('td', { hasText: '预算表' })).toHaveCSS(
    'background-color',
    'rgb(217, 225, 242)',
  )
  await expect(excel.locator('td', { hasText: '预算表' })).toHaveCSS('font-weight', '700')
  expect(await excel.innerHTML()).not.toMatch(remarks)

  const wps = await paste(page, wpsTable)
  await expect(wps.locator('td')).toHaveText(['姓名', '电话', '张伟', '010-1234'])
  await expect(wps.locator('td', { hasText: '姓名' })).toHaveCSS('border-top-style', 'solid')
  expect(await wps.innerHTML()).not.toMatch(remarks)

  const outlook = await paste(page, outlookMail)
  await expect(outlook).toContainText('请看附件')
  await expect(outlook.locator('a')).toHaveAttribute('href', 'https://example.org/a?b=1&c=2')
  await expect(outlook).toContainText('发件人: 李娜')
  expect(await outlook.innerHTML()).not.toMatch(remarks)

  const web = await paste(page, webPage)
  await expect(web.locator('li')).toHaveText(['one', 'two'])
  await expect(web.locator('b, strong')).toHaveText(['important'])
  await expect(web.locator('a')).toHaveCount(1)
  await expect(web).toContainText('A picture')
  await expect(web).not.toContainText('unseen')
  expect(await web.innerHTML()).not.toMatch(/font-family|line-height/)
  expect(await web.innerHTML()).not.toMatch(remarks)

  const docs = await paste(page, googleDocs)
  await expect(docs.getByText('plain')).toHaveCSS('font-weight', '400')
  await expect(docs.getByText('bold')).toHaveCSS('font-weight', '700')
  expect(await docs.innerHTML()).not.toMatch(remarks)

  // Issue 11, Trusted Types: in the page and in the editor's frame a plain string becomes no HTML.
  const writePlain = (element: Element) => {
    try {
      element.ownerDocument.createElement('div').innerHTML = '<b>x</b>'
      return 'written'
    } catch (error) {
      return error instanceof Error ? error.name : 'thrown'
    }
  }
  expect(await page.locator('body').evaluate(writePlain)).toBe('TypeError')
  expect(await editorOf(page).evaluate(writePlain)).toBe('TypeError')
  // The two tries tell the console, where every other refusal fails a journey.
  const told: string[] = []
  await expect.poll(() => told.push(...takeRefused())).toBe(2)
})

test('COMPOSE-25 the picture of a Word text comes along from the RTF beside it', async ({
  page,
  installation,
}) => {
  await signIn(page, installation, { name: 'a' })
  await page.goto(`${installation.url}/#/write/new/0`)
  const uploaded = page.waitForResponse((one) => one.url().includes('file/uploadMailPicture'))
  const editor = await paste(page, wordText, wordWithPicture)
  expect((await uploaded).status()).toBe(200)
  await expect(editor.locator('img')).toHaveCount(1)
  await expect(editor.locator('img')).toHaveAttribute('src', /^blob:/)
  await expect(editor.locator('img.is-uploading')).toHaveCount(0)
})
