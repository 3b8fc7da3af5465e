import type { Frame, Page } from '@playwright/test'
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
    await page.evaluate(() => (window as unknown as { stalls: number[] }).stalls.splice(0))
    await page.goto(`${installation.url}/#/reply/${folder}/${id}`)
    await expect(page.getByRole('heading', { name: subject })).toBeVisible()
    const insist = page.getByRole('button', { name: '仍按原样显示' })
    const drawn = page.frameLocator('main iframe').first().getByText('the end')
    await expect
      .poll(async () => (await insist.isVisible()) || (await drawn.count()) > 0, {
        timeout: 40_000,
      })
      .toBe(true)
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

test('T8 T29 a mail cannot switch our warnings off, nor hide text in a quote by any of 17 ways', async ({
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
  ]
  const marked = {
    'marks in a quote': `<style>span,[data-hongyan-hidden],[data-misleads]+*,body *>*:not(p):not(div):not(a):not(blockquote){display:none!important;font-size:0!important;opacity:0!important}</style><p>mine</p><p><a href="https://evil.test/">www.bank.com</a></p><blockquote>${ways.map((style, index) => `<div style="${style}">secret ${index} there</div>`).join('')}</blockquote><p>below</p>`,
  }
  const [mail] = await opened(page, installation, marked)
  await page.goto(`${installation.url}/#/reply/${mail?.folder}/${mail?.id}`)
  const seen = page.frameLocator('main iframe').first()
  await expect(seen.getByText('⚠ evil.test')).toBeVisible()
  for (const index of ways.keys())
    await expect(seen.getByText(`[隐藏文字] secret ${index} there`), ways[index]).toBeVisible()
  await page.goto(`${installation.url}/#/write/newreply/${mail?.id}`)
  const quote = page.getByRole('region', { name: '原邮件' }).frameLocator('iframe')
  for (const index of ways.keys())
    await expect(quote.getByText(`[隐藏文字] secret ${index} there`), ways[index]).toBeVisible()
})
