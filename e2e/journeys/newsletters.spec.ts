import type { Frame, Page } from '@playwright/test'
import { combinations, families } from '../fixtures/mail-families.ts'
import { newsletters } from '../fixtures/newsletters.ts'
import { expect, type Installation, signIn, test } from '../support/fixtures.ts'
import { type ListedMail, listMails } from '../support/hostile.ts'
import { mailText } from '../support/send-mail.ts'
import { newPage } from '../support/watched-page.ts'

interface Box {
  text: string
  place: number[]
}

/** Where each piece of text stands, and in which colour; what takes no room is left out, and so are our own marks behind links. */
const boxesOf = (page: Page | Frame): Promise<Box[]> =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const boxes: { text: string; place: number[] }[] = []
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const text = (node.textContent ?? '').replace(/\s+/g, ' ').trim()
      if (text === '' || node.parentElement?.closest('style, [data-misleads] + *')) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const { x, y, width, height } = range.getBoundingClientRect()
      if (width === 0 || height === 0) continue
      const { color } = getComputedStyle(node.parentElement ?? document.body)
      boxes.push({ text: `${text.slice(0, 40)} ${color}`, place: [x, y, width, height] })
    }
    return boxes
  })

/** How far the boxes of one drawing are from another's, in pixels; endless when a text is missing. */
function distance(ours: readonly Box[], theirs: readonly Box[]): number {
  if (ours.map((one) => one.text).join('\n') !== theirs.map((one) => one.text).join('\n'))
    return Number.POSITIVE_INFINITY
  const gaps = ours.flatMap(({ place }, index) =>
    place.map((value, side) => Math.abs(value - (theirs[index]?.place[side] ?? 0))),
  )
  return Math.max(0, ...gaps)
}

interface Scene {
  page: Page
  installation: Installation
  /** A page without scripts, in which a mail is drawn as it came. */
  raw: Page
}

async function frameOf({ page }: Scene): Promise<{ frame: Frame; width: number; height: number }> {
  const element = await page.locator('iframe:visible').last().elementHandle()
  const frame = await element?.contentFrame()
  const box = await element?.boundingBox()
  if (!frame || !box) throw new Error('no frame')
  return { frame, width: Math.round(box.width), height: box.height }
}

/** One paper for all: the width, and the looks that every mail lies on. A window as low as can be: heights of it say nothing. */
async function distanceNow(scene: Scene, html: string): Promise<number> {
  const { frame, width } = await frameOf(scene)
  await expect.poll(async () => (await boxesOf(frame)).length).toBeGreaterThan(0)
  const looks = await frame.locator('head > style').first().innerHTML()
  await scene.raw.setViewportSize({ width, height: 10 })
  await scene.raw.setContent(`<!doctype html><style>${looks}</style>${html}`)
  const ours = await boxesOf(frame)
  const { height } = await frameOf(scene)
  const lowest = Math.max(0, ...ours.map(({ place: [, y = 0, , high = 0] }) => y + high))
  // What stands below the frame's end is not seen: many a mail was blank so.
  return lowest > height + 2 ? Number.POSITIVE_INFINITY : distance(ours, await boxesOf(scene.raw))
}

/** Measured again where a frame was still finding its size. */
async function distanceFromRaw(scene: Scene, html: string): Promise<number> {
  let found = await distanceNow(scene, html)
  for (let again = 0; again < 4 && found > 2; again++) {
    await scene.page.waitForTimeout(200)
    found = await distanceNow(scene, html)
  }
  return found
}

async function open({ page, installation }: Scene, path: string): Promise<void> {
  await page.evaluate((hash) => {
    window.location.hash = hash
  }, `#${path}`)
  await page.waitForURL(`${installation.url}/#${path}`)
}

/** Each mail in each place where one is read, beside the same mail as it came; prints what it measured. */
async function measured(
  scene: Scene,
  mails: readonly ListedMail[],
  htmlOf: (one: ListedMail) => string,
) {
  const found: Record<string, Record<string, number>> = {}
  for (const mail of mails) {
    const { folder, id, subject } = mail
    await open(scene, `/print/${folder}/${id}`)
    await expect(scene.page.getByRole('heading', { name: subject, exact: true })).toBeVisible()
    found[subject] = { print: await distanceFromRaw(scene, htmlOf(mail)) }
  }
  for (const mail of mails.filter(({ subject }) => !subject.includes('combined'))) {
    const { folder, id, subject } = mail
    await open(scene, `/reply/${folder}/${id}`)
    await expect(scene.page.getByRole('heading', { name: subject, exact: true })).toBeVisible()
    const reader = await distanceFromRaw(scene, htmlOf(mail))
    await scene.page.keyboard.press('d')
    await expect(scene.page.locator('iframe[data-dark]:visible')).toHaveCount(1)
    const dark = await distanceFromRaw(scene, htmlOf(mail))
    await scene.page.keyboard.press('d')
    found[subject] = { ...found[subject], reader, dark }
  }
  return found
}

test.describe.configure({ timeout: 600_000 })
// A hundred pages in one trace cost more than the pages.
test.use({ trace: 'off' })

test(`READ-02 HTML is shown as its sender made it: ${families.length} families of templates and ${combinations.length} combinations keep their layout in print, reader and dark`, async ({
  page,
  installation,
  browser,
}) => {
  const all = [
    ...families.map((one) => ({ ...one, kind: 'family' })),
    ...newsletters.map((one) => ({ ...one, kind: 'combined style' })),
    ...combinations.map((one) => ({ ...one, kind: 'combined' })),
  ]
  for (const [index, { html, kind }] of all.entries())
    await installation.deliver('html', mailText({ subject: `honest ${index} ${kind}`, html }))
  await signIn(page, installation, { name: 'html' })
  const mails = await listMails(page, installation, 'honest ')
  expect(mails).toHaveLength(all.length)
  const raw = await newPage(browser, { javaScriptEnabled: false })
  const scene = { page, installation, raw }
  const htmlOf = ({ subject }: ListedMail) => all[Number(subject.split(' ')[1])]?.html ?? ''
  const found = await measured(scene, mails, htmlOf)
  const rows = Object.entries(found).map(([subject, places]) => ({
    style: all[Number(subject.split(' ')[1])]?.style.slice(0, 60),
    ...Object.fromEntries(
      Object.entries(places).map(([place, gap]) => [place, Math.round(gap * 10) / 10]),
    ),
  }))
  console.table(rows)
  // Layout is the same to the pixel; what differs by less is rounding.
  const isOff = ([, gap]: [string, unknown]) => typeof gap === 'number' && gap > 2
  expect(rows.filter((row) => Object.entries(row).some(isOff))).toEqual([])
  await raw.context().close()
})

test(`READ-02 COMPOSE-02 a mail of each of ${families.length} families stands in its answer with all its texts`, async ({
  page,
  installation,
  browser,
}) => {
  for (const [index, { html }] of families.entries())
    await installation.deliver('quoter', mailText({ subject: `quoted ${index} end`, html }))
  await signIn(page, installation, { name: 'quoter' })
  const raw = await newPage(browser, { javaScriptEnabled: false })
  const missing: string[] = []
  for (const { id, subject } of await listMails(page, installation, 'quoted ')) {
    const { style, html } = families[Number(subject.split(' ')[1])] ?? { style: '', html: '' }
    await page.goto('about:blank')
    await page.goto(`${installation.url}/#/write/newreply/${id}`)
    const original = page.getByRole('region', { name: '原邮件' }).locator('iframe')
    const frame = await (await original.elementHandle())?.contentFrame()
    if (!frame) throw new Error(style)
    await expect.poll(async () => (await boxesOf(frame)).length).toBeGreaterThan(3)
    await raw.setContent(html)
    // Hidden lines are there too, with a word before them that says so.
    const shown = (await boxesOf(frame)).map(({ text }) => text.replace(/^\[隐藏文字\] /, ''))
    const wanted = (await boxesOf(raw)).map(({ text }) => text.replace(/ rgba?\(.*$/, ''))
    missing.push(
      ...wanted
        .filter((text) => !shown.some((one) => one.startsWith(text.slice(0, 25))))
        .map((text) => `${style}: ${text}`),
    )
  }
  expect(missing).toEqual([])
  await raw.context().close()
})
