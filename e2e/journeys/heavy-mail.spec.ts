import type { Frame, Locator, Page } from '@playwright/test'
import { jpeg } from '../fixtures/jpeg.ts'
import { apng } from '../fixtures/odd-pictures.ts'
import { gif, png } from '../fixtures/pixel-pictures.ts'
import { expect, type Installation, signIn, test } from '../support/fixtures.ts'
import { listMails } from '../support/hostile.ts'
import { mailText } from '../support/send-mail.ts'

const many = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join('')

/** Mails that once held the page for 8 s to over 30 s; the last word is what somebody must be able to read. */
const heavy: Record<string, string> = {
  'a text without a blank': `${'a'.repeat(40_000)}<p>the end</p>`,
  'blanks in url()': `<p style="background:url(${' '.repeat(120_000)}">the end</p>`,
  'blanks in a width': `<img src="https://pictures.test/a.png" width="1${' '.repeat(90_000)}"><p>the end</p>`,
  'paragraphs of headers': `${'<p>From: a</p>'.repeat(40_000)}<p>the end</p>`,
  'nested quotes': `${'<blockquote>'.repeat(400)}${'<p>x</p>'.repeat(4_000)}the end`,
  'rules that look back': `<style>${many(3_000, (i) => `p:has(.x${i}){color:red}`)}</style><p>the end</p>`,
  'many attributes': `<p ${many(200_000, (i) => `a${i}=1 `)}>the end</p>`,
  'closed rules': `<style>${'a{}'.repeat(60_000)}</style><p>the end</p>`,
  'many fonts': `${many(230, (i) => `<span style="font-family:f${i}">x</span>`)}<p>the end</p>`,
  'many links': `${'<a href="https://a.test/">www.b.test</a> '.repeat(500)}<p>the end</p>`,
}

/** Frames that once grew for ever, or were never seen. */
const endless: Record<string, string> = {
  'relative heights':
    '<style>html,body{height:calc(100% + 40px)!important}</style><p style="height:calc(100% + 40px)">the end</p>',
  'container heights': '<div style="height:120cqh;min-height:130cqb">the end</div>',
  'viewport heights': '<div style="height:calc(100vh + 60px)">the end</div>',
  'a giant box': '<p>the end</p><div style="height:30000000px">x</div>',
  'a rule for its own height':
    '<style>@media (max-height:400px){p{height:900px}}</style><p>the end</p>',
  'full height for html and body':
    '<style>html,body{height:100%!important}</style><table height="100%"><tr><td>the end</td></tr></table>',
  'a body that is not there':
    '<style>html,body{display:none!important;opacity:0!important;max-height:0!important;height:0!important}</style><p>the end</p>',
  'a body that is moved away':
    '<style>html{margin-top:-9000px!important}body{margin:-700px 0 0 -9000px!important;text-indent:-9999px!important}</style><p>the end</p>',
  'boxes that stretch':
    '<div style="height:stretch;min-height:-webkit-fill-available;height:calc(100% + 1lh)"><p style="aspect-ratio:30/1;height:100%">the end</p></div>',
  'a page wider than itself':
    '<style>html,body{width:calc(100% + 40px)!important;min-width:101vw}</style><p style="width:101%">the end</p>',
  'a hidden line, a sign without a shape, a picture of one point and a quote':
    '<div style="display:none">preview</div>&#8203;&#847;<img width=1 height=1 src="https://pictures.test/o.gif"><blockquote><p>one</p><p>the end</p></blockquote>',
  'a quote and nothing else':
    '<blockquote><p>one</p><p>two</p><p>three</p><p>the end</p></blockquote>',
}

async function frameIn(page: Page): Promise<Frame> {
  const element = await page.locator('article iframe, main iframe').first().elementHandle()
  const frame = await element?.contentFrame()
  if (!frame) throw new Error('no frame')
  return frame
}

async function opened(page: Page, installation: Installation, mails: Record<string, string>) {
  const names = Object.keys(mails)
  for (const [index, name] of names.entries())
    await installation.deliver(
      'heavy',
      mailText({ subject: `case ${index} ${name}`, html: mails[name] ?? '' }),
    )
  await signIn(page, installation, { name: 'heavy' })
  const listed = await listMails(page, installation, 'case ')
  return listed.filter(({ subject }) => names.includes(subject.replace(/^case \d+ /, '')))
}

test.describe.configure({ timeout: 300_000 })

test('T31 READ-02 a mail that would hold the page up is shown as text, says so, and is drawn when somebody insists', async ({
  page,
  installation,
}) => {
  await page.addInitScript(() => {
    const stalls: number[] = []
    Object.assign(window, { stalls })
    new PerformanceObserver((list) => {
      stalls.push(...list.getEntries().map((one) => one.duration))
    }).observe({ entryTypes: ['longtask'] })
  })
  const rows: { mail: string; asText: boolean; longestTask: number }[] = []
  for (const { folder, id, subject } of await opened(page, installation, heavy)) {
    // A new page each time: the frame of the mail before would be taken for this one's.
    await page.goto('about:blank')
    await page.goto(`${installation.url}/#/reply/${folder}/${id}`)
    await expect(page.getByRole('heading', { name: subject })).toBeVisible()
    const insist = page.getByRole('button', { name: '仍按原样显示' })
    const drawn = page.frameLocator('main iframe').first().getByText('the end')
    await expect
      .poll(async () => (await insist.isVisible()) || (await drawn.count()) > 0, {
        timeout: 40_000,
      })
      .toBe(true)
    // Each is looked for on the machine, two hundred of them.
    const named = page.frameLocator('main iframe').first().locator('[style*="font-family"]')
    if (subject.endsWith('many fonts')) await expect(named).toHaveCount(200)
    const stalls = await page.evaluate(() => (window as unknown as { stalls: number[] }).stalls)
    rows.push({
      mail: subject,
      asText: await insist.isVisible(),
      longestTask: Math.round(Math.max(0, ...stalls)),
    })
  }
  console.table(rows)
  expect(
    rows
      .filter((row) => row.asText)
      .map(({ mail }) => mail.replace(/^case \d+ /, ''))
      .sort(),
  ).toEqual([
    'closed rules',
    'many attributes',
    'nested quotes',
    'paragraphs of headers',
    'rules that look back',
  ])
  const rules = (await listMails(page, installation, 'case ')).find(({ subject }) =>
    subject.includes('look back'),
  )
  await page.goto(`${installation.url}/#/reply/${rules?.folder}/${rules?.id}`)
  await page.getByRole('button', { name: '仍按原样显示' }).click()
  await expect(page.frameLocator('main iframe').first().getByText('the end')).toBeVisible()
})

test('READ-02 no mail is blank, keeps the height of another or grows for ever', async ({
  page,
  installation,
}) => {
  for (const { folder, id, subject } of await opened(page, installation, endless)) {
    await page.goto(`${installation.url}/#/reply/${folder}/${id}`)
    await expect(page.getByRole('heading', { name: subject })).toBeVisible()
    const frame = page.locator('main iframe').first()
    await expect((await frameIn(page)).getByText('the end'), subject).toBeVisible()
    const heights: number[] = []
    for (let look = 0; look < 4; look++) {
      heights.push((await frame.boundingBox())?.height ?? 0)
      await page.waitForTimeout(120)
    }
    expect(new Set(heights).size, `${subject} ${heights.join()}`).toBe(1)
    expect(heights[0], subject).toBeGreaterThan(15)
    expect(heights[0], subject).toBeLessThanOrEqual(subject.includes('giant') ? 60_000 : 950)
  }
})

/** A style, or with a place for the text a piece of HTML. */
const hidden = (way: string, words: string): string =>
  way.includes('<') ? way.replace('{}', words) : `<div style="${way}">${words}</div>`

/** Seen, where somebody sees it, and over whatever else is there. */
async function standsInSight(page: Page, text: Locator, way: string | undefined): Promise<void> {
  await expect(text, way).toBeVisible()
  const isOnTop = () =>
    text.evaluate((element) => {
      // Its first line: it may go on in the next.
      const { left, top, width, height } = element.getClientRects()[0] ?? new DOMRect()
      const met = element.ownerDocument.elementFromPoint(left + width / 2, top + height / 2)
      return met === null || element.contains(met)
    })
  await expect.poll(isOnTop, { message: way ?? '' }).toBe(true)
  const [box, frame] = [
    await text.boundingBox(),
    await page.locator('iframe:visible').last().boundingBox(),
  ]
  const isIn = box && frame && box.x >= frame.x && box.y >= frame.y && box.x < frame.x + frame.width
  expect(isIn, way).toBe(true)
}

test('T8 T29 a mail cannot switch our warnings off, nor hide text in a quote by any of 38 ways', async ({
  page,
  installation,
}) => {
  const ways = [
    ...[
      'display:none',
      'visibility:hidden',
      'opacity:.05',
      'font-size:1px',
      'max-height:0;overflow:hidden',
    ],
    ...[
      'height:0;overflow:hidden',
      'width:0;overflow:hidden;white-space:nowrap',
      'color:#fff',
      'color:transparent',
    ],
    ...[
      'color:#fefefe',
      'text-indent:-9999px',
      'margin-left:-9999px',
      '-webkit-text-fill-color:transparent',
    ],
    ...[
      'zoom:0.01',
      'line-height:0;height:1px;overflow:hidden',
      'background:#123456;color:#123457',
      'visibility:collapse',
    ],
    ...[
      '<div style="opacity:.3"><div style="opacity:.2">{}</div></div>',
      '<div style="zoom:.4"><div style="zoom:.4">{}</div></div>',
      'color:color-mix(in srgb,white 99%,white)',
      'background:color-mix(in oklab,red,blue);color:color-mix(in oklab,red,blue)',
      'color:oklch(1 0 0)',
      'background-image:linear-gradient(#112233,#112234);color:#112233',
      'letter-spacing:-1em',
      'font-size:calc(1px * .5)',
      'text-indent:-200%',
      'overflow:clip;max-width:0;white-space:nowrap',
      '<details><summary style="font-size:0">a</summary>{}</details>',
      '<p class=hide>{}</p>',
      '<table><tr><td style="display:block;max-height:0;overflow:hidden;padding:0">{}</td></tr></table>',
      '<div style="margin-left:-9000px"><p style="margin:0">{}</p></div>',
      '<font color="#ffffff">{}</font>',
    ],
    // Under something else: judged by what is drawn there.
    ...[
      '<p style="margin:0">{}</p><div style="opacity:.99;background:#fff;margin-top:-60px;height:60px"></div>',
      '<div style="height:0">{}</div><div style="display:inline-block;width:100%;height:60px;background:#fff"></div>',
      '<div style="float:left;width:100%">{}</div><div style="float:left;width:100%;margin-top:-60px;height:60px;background:#fff"></div><div style="clear:both"></div>',
      `<p style="margin:0">{}</p><img width=700 height=60 style="margin-top:-60px;display:block;float:left" src="data:image/gif;base64,${gif(1, 1, 1)}"><div style="clear:both"></div>`,
      '<div style="opacity:.9">{}</div><div style="opacity:.99;background-image:linear-gradient(#fff,#fff);margin-top:-60px;height:60px"></div>',
      '<table><tr><td style="padding:0"><div style="display:flex;height:0">{}</div><div style="display:inline-flex;width:700px;height:60px;background:#fff">x</div></td></tr></table>',
    ],
  ]
  const marked = {
    'marks in a quote': `<style>.hide{display:none}</style><style>span,[data-hongyan-hidden],[data-misleads]+*,body *>*:not(p):not(div):not(a):not(blockquote){display:none!important;font-size:0!important;opacity:0!important}</style><p>mine</p><p><a href="https://evil.test/">www.bank.com</a></p><blockquote>${ways.map((way, index) => hidden(way, `secret ${index} there`)).join('')}</blockquote><p>below</p>`,
  }
  const [mail] = await opened(page, installation, marked)
  await page.goto(`${installation.url}/#/reply/${mail?.folder}/${mail?.id}`)
  const seen = page.frameLocator('main iframe').first()
  await expect(seen.getByText('⚠ evil.test')).toBeVisible()
  for (const [index, way] of ways.entries())
    await standsInSight(page, seen.getByText(`[隐藏文字] secret ${index} there`), way)
  await page.goto(`${installation.url}/#/write/newreply/${mail?.id}`)
  const original = page.getByRole('region', { name: '原邮件' })
  const quote = original.frameLocator('iframe')
  for (const [index, way] of ways.entries())
    await standsInSight(page, quote.getByText(`[隐藏文字] secret ${index} there`), way)
  await original.getByRole('button', { name: '编辑原文' }).click()
  const text = page.frameLocator('[data-tag]:visible iframe').locator('#text')
  for (const [index, way] of ways.entries())
    await standsInSight(page, text.getByText(`[隐藏文字] secret ${index} there`), way)
})

test('F5 T34 the pictures of one mail are drawn within one budget, those in view first, and none of them moves the text', async ({
  page,
  installation,
}) => {
  // Three of 24 megapixels, of which small copies are drawn, and four of a telephone.
  const side = (index: number) => (index < 3 ? 4_900 - index : 3_400 - index)
  const each = (index: number) => `data:image/png;base64,${png(side(index), side(index))}`
  const giants = many(7, (index) => `<p><img src="${each(index)}" width=600></p>`)
  const [mail] = await opened(page, installation, { giants: `${giants}<p>the end</p>` })
  await page.goto(`${installation.url}/#/reply/${mail?.folder}/${mail?.id}`)
  const frame = page.frameLocator('main iframe').first()
  const images = frame.locator('img')
  await expect(frame.getByText('the end')).toBeAttached()
  const drawn = () =>
    images.evaluateAll((all) =>
      all.flatMap((one, index) => {
        const isCopy = one.getAttribute('srcset')?.startsWith('blob:')
        return isCopy || one.getAttribute('src')?.includes('image/png') ? [index] : []
      }),
    )
  const megapixels = async () =>
    (await drawn()).reduce((sum, index) => sum + (index < 3 ? 4 : 11.6), 0)
  const heights = () =>
    images.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().height)))
  await expect.poll(async () => (await drawn()).includes(0)).toBe(true)
  expect(await drawn()).not.toContain(6)
  expect(await megapixels()).toBeLessThan(25)
  await expect.poll(heights).toEqual(Array.from({ length: 7 }, () => expect.closeTo(600, -1)))
  const before = await heights()
  await frame.getByText('the end').scrollIntoViewIfNeeded()
  await expect.poll(async () => (await drawn()).includes(6)).toBe(true)
  expect(await megapixels()).toBeLessThan(25)
  expect(await heights()).toEqual(before)
})

test('T34 a giant picture is shown when somebody asks for it, a giant photograph at once and as it was held, of moving ones few', async ({
  page,
  installation,
}) => {
  const image = (type: string, data: string) =>
    `<p><img src="data:image/${type};base64,${data}" width=300></p>`
  const [mail] = await opened(page, installation, {
    giant: `${image('png', png(7_000, 6_500))}${image('jpeg', jpeg(8_000, 6_000))}${many(3, (i) => image('png', apng(1_990 - i, 2).toString('base64')))}<p>the end</p>`,
  })
  await page.goto(`${installation.url}/#/reply/${mail?.folder}/${mail?.id}`)
  const images = page.frameLocator('main iframe').first().locator('img')
  const isCopy = (index: number) => expect(images.nth(index)).toHaveAttribute('srcset', /^blob:/)
  await isCopy(1)
  const shape = (one: HTMLElement) => {
    const { naturalWidth, naturalHeight } = one as HTMLImageElement
    return [naturalWidth, naturalHeight]
  }
  await expect
    .poll(() => images.nth(1).evaluate(shape))
    .toEqual([expect.closeTo(6_000, -1), expect.closeTo(8_000, -1)])
  await expect(images.nth(0)).toHaveAttribute('srcset', /^data:image\/svg/)
  const show = page.getByRole('note').filter({ hasText: '1 张图片尺寸过大' }).getByRole('button')
  // Of one that moves several pictures are kept: it takes as much room as four that stand.
  const moving = page.frameLocator('main iframe').first().locator('img[src*="image/png"]')
  await expect(moving).toHaveCount(1)
  await show.click()
  await isCopy(0)
  await expect(show).toHaveCount(0)
  // The button has gone: the next key goes to the mail, not to the top of the page.
  const hasFocus = () => page.evaluate(() => document.activeElement !== document.body)
  await expect.poll(hasFocus).toBe(true)
})

test('F11 T5 a mail is not even tried to be loaded from while it is cleaned, in reader, quote and text', async ({
  page,
  installation,
}) => {
  await page.addInitScript(() => {
    const tried: string[] = []
    Object.assign(window, { tried })
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      tried.push(`${violatedDirective} ${blockedURI}`)
    })
  })
  const place = 'https://evil.test'
  const greedy = {
    greedy: `<base href="${place}/"><video src="${place}/1" poster="${place}/2"></video><VIDEO\nautoplay src=${place}/3></VIDEO>
      <audio/src="${place}/4"><source src="${place}/5"><track src="${place}/6"></audio><object data="${place}/7"></object>
      <embed src="${place}/8"><svg><foreignObject><video src="${place}/9"></video></foreignObject></svg>
      <math><mtext><audio src="${place}/10"></audio></mtext></math><link rel=preload as=video href="${place}/11">
      <noscript><video src="${place}/12"></video></noscript><template><audio src="${place}/13"></audio></template>
      <img srcset="${place}/14 1x"><input type=image src="${place}/15"><picture><source srcset="${place}/16"><img></picture><p>the end</p>`,
  }
  const [mail] = await opened(page, installation, greedy)
  const tried = () => page.evaluate(() => (window as unknown as { tried: string[] }).tried)
  await page.goto(`${installation.url}/#/reply/${mail?.folder}/${mail?.id}`)
  await expect(page.frameLocator('main iframe').first().getByText('the end')).toBeVisible()
  expect(await tried()).toEqual([])
  await page.goto(`${installation.url}/#/write/newforward/${mail?.id}`)
  const original = page.getByRole('region', { name: '原邮件' })
  await expect(original.frameLocator('iframe').getByText('the end')).toBeVisible()
  await original.getByRole('button', { name: '编辑原文' }).click()
  const editor = page.frameLocator('[data-tag]:visible iframe')
  await expect(editor.locator('#text').getByText('the end')).toBeVisible()
  expect(await tried()).toEqual([])
  const inEditor = await editor
    .locator('html')
    .evaluate(() => (window as unknown as { tried: string[] }).tried)
  expect(inEditor).toEqual([])
})
