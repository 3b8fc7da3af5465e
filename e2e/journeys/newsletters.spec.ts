import type { Frame, Page } from '@playwright/test'
import { newsletters } from '../fixtures/newsletters.ts'
import { expect, signIn, test } from '../support/fixtures.ts'
import { listMails } from '../support/hostile.ts'
import { mailText } from '../support/send-mail.ts'

interface Box {
  text: string
  x: number
  y: number
  width: number
  height: number
}

/** Where each piece of text stands; what takes no room is left out. */
const boxesOf = (page: Page | Frame): Promise<Box[]> =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const boxes: Box[] = []
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const text = (node.textContent ?? '').replace(/\s+/g, ' ').trim()
      if (text === '' || node.parentElement?.closest('style, [data-misleads] + span')) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const { x, y, width, height } = range.getBoundingClientRect()
      if (width === 0 || height === 0) continue
      boxes.push({ text: text.slice(0, 40), x, y, width, height })
    }
    return boxes
  })

/** Layout is the same to the pixel; what differs by less is rounding. */
const rounded = (boxes: Box[]): string[] =>
  boxes.map(
    ({ text, x, y, width, height }) =>
      `${text}: ${[x, y, width, height].map(Math.round).join(' ')}`,
  )

test.describe.configure({ timeout: 300_000 })

test(`READ-02 HTML is shown as its sender made it: ${newsletters.length} styles keep their layout`, async ({
  page,
  installation,
  browser,
}) => {
  for (const [index, { html }] of newsletters.entries())
    await installation.deliver('html', mailText({ subject: `style ${index} end`, html }))
  await signIn(page, installation, { name: 'html' })
  const mails = await listMails(page, installation, 'style ')
  expect(mails).toHaveLength(newsletters.length)
  const plain = await browser.newContext({ javaScriptEnabled: false })
  const raw = await plain.newPage()
  for (const { folder, id, subject } of mails) {
    const { style, html } = newsletters[Number(subject.split(' ')[1])] ?? { style: '', html: '' }
    await page.goto(`${installation.url}/#/print/${folder}/${id}`)
    await expect(page.getByRole('heading', { name: subject })).toBeVisible()
    const element = await page.locator('iframe').elementHandle()
    const frame = await element?.contentFrame()
    const box = await element?.boundingBox()
    if (!frame || !box) throw new Error('no frame')
    await expect
      .poll(async () => (await boxesOf(frame)).length, { message: style })
      .toBeGreaterThan(0)
    // The same paper: width, and the looks that every mail lies on.
    const looks = await frame.locator('head > style').first().innerHTML()
    await raw.setViewportSize({ width: Math.round(box.width), height: 800 })
    await raw.setContent(`<!doctype html><style>${looks}</style>${html}`)
    expect(rounded(await boxesOf(frame)), style).toEqual(rounded(await boxesOf(raw)))
  }
  await plain.close()
})
