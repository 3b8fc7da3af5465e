import type { Page } from '@playwright/test'
import { hostilePdfs } from '../fixtures/hostile-pdfs.ts'
import { AxeBuilder } from '../support/axe.ts'
import { expect, type Installation, signIn, switchLanguage, test } from '../support/fixtures.ts'
import { listMails } from '../support/hostile.ts'
import { mailText, mailWithFiles } from '../support/send-mail.ts'
import { pixel } from '../support/stubs.ts'
import { newPage } from '../support/watched-page.ts'

test.describe.configure({ mode: 'parallel', timeout: 120_000 })

let count = 0
/** A subject of its own for each mail: the tests share a mailbox. */
const fresh = (what: string): string => `${what} ${process.pid}-${++count}`

async function openMail(page: Page, subject: string): Promise<void> {
  await page.getByRole('row').filter({ hasText: subject }).first().click()
  await expect(page.getByRole('heading', { name: subject })).toBeVisible()
}

async function deliverAndOpen(
  page: Page,
  installation: Installation,
  { subject, raw, name = 'keys', language = 'zh' as 'zh' | 'en' }: Opening,
): Promise<void> {
  await installation.deliver(name, raw)
  await signIn(page, installation, { name, language })
  await openMail(page, subject)
}

interface Opening {
  subject: string
  raw: string
  name?: string
  language?: 'zh' | 'en'
}

const body = (page: Page) =>
  page.frameLocator('iframe[title="邮件正文"]:visible, iframe[title="Mail body"]:visible')

/** Another tab opened by the page, once it has loaded. */
const nextTab = (page: Page) => page.context().waitForEvent('page')

test('READ-01 READ-02 opening marks seen; every recipient is there, folded, each with the address', async ({
  page,
  installation,
}) => {
  const subject = fresh('many people')
  const people = Array.from({ length: 40 }, (_, at) => `Person ${at} <p${at}@other.test>`)
  const raw = mailText({ subject, text: 'x' }).replace(
    'To: a@example.test',
    `To: ${[...people, 'keys@example.test'].join(',\r\n ')}`,
  )
  await deliverAndOpen(page, installation, { subject, raw })
  await expect(page.getByRole('button', { name: /标记为未读|标为未读/ }).first()).toBeVisible()
  await expect(page.getByText('发给 我、Person 0、Person 1 等 41 人')).toBeVisible()
  await page.getByRole('button', { name: '详情' }).click()
  const list = page.getByRole('list', { name: '收件人' })
  await expect(list.getByRole('listitem')).toHaveCount(12)
  await page.getByRole('button', { name: '显示全部 41 人' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(41)
  await expect(list).toContainText('<p39@other.test>')
})

test('READ-03 T39 the open mail is copied as it is drawn: sender, mailsubject, sendTime, jContent', async ({
  page,
  context,
  installation,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const subject = fresh('copied')
  const html = '<p>Lunch at one.</p><p style="display:none">not for you</p>'
  const raw = mailText({ subject, html, from: 'Bob <bob@other.test>' })
  await deliverAndOpen(page, installation, { subject, raw })
  await expect(body(page).getByText('Lunch at one.')).toBeVisible()
  await page.getByRole('article').getByRole('button', { name: '更多', exact: true }).click()
  await page.getByRole('menuitem', { name: '复制正文' }).click()
  await expect(page.getByText('已复制邮件文字')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  const [sender, sendTime, mailsubject, , ...jContent] = copied.split('\n')
  expect(sender).toBe('发件人：Bob <bob@other.test>')
  expect(sendTime).toMatch(/^时间：\d{4}-\d\d-\d\d|^时间：\d{4}年/)
  expect(mailsubject).toBe(`主题：${subject}`)
  expect(jContent.join('\n').trim()).toBe('Lunch at one.')
})

test('READ-02 warnings stand over the mail in words, in both languages', async ({
  page,
  installation,
}) => {
  const subject = fresh('look')
  const html = '<p><a href="https://evil.test/x">www.bank.test</a></p>'
  const from = 'Bob <bob@examp1e.test>'
  await deliverAndOpen(page, installation, { subject, raw: mailText({ subject, html, from }) })
  const alerts = page.getByRole('alert')
  await expect(alerts.filter({ hasText: '域名与本单位的 example.test 非常相似' })).toBeVisible()
  await expect(alerts.filter({ hasText: '实际指向 evil.test' })).toBeVisible()
  await switchLanguage(page, 'English')
  await expect(alerts.filter({ hasText: 'looks like yours (example.test)' })).toBeVisible()
  await switchLanguage(page, '中文')
})

test('READ-02 T28 hardening-mail 2: several authors are all shown beside the name, and warned of', async ({
  page,
  installation,
}) => {
  const subject = fresh('authors')
  const from = 'CEO <ceo@protected.test>, x@attacker.test'
  await deliverAndOpen(page, installation, { subject, raw: mailText({ subject, from }) })
  await expect(page.getByRole('alert').filter({ hasText: '写有多个发件人' })).toBeVisible()
  await expect(page.getByText('以及 x@attacker.test')).toBeVisible()
  await page.getByRole('button', { name: '详情' }).click()
  await expect(page.locator('dl').getByText('x@attacker.test').first()).toBeVisible()
})

test('READ-02 T5 remote pictures: off, then through our proxy for this mail; trackers never', async ({
  page,
  installation,
}) => {
  const subject = fresh('pictures')
  const { pictures, url } = installation
  const at = (path: string) => `http://127.0.0.1:${pictures.port}${path}?m=${count}`
  const html = `<img alt="logo" width="60" height="40" src="${at('/logo.png')}">
    <table background="${at('/paper.png')}"><tr><td style="background-image:url('${at('/cell.png')}')">cell</td></tr></table>
    <img src="${at('/dot.gif')}" width="1" height="1"><img src="${at('/track/open')}">`
  const strays: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !/^(data|blob|about):/.test(request.url()))
      strays.push(request.url())
  })
  await deliverAndOpen(page, installation, { subject, raw: mailText({ subject, html }) })
  await expect(page.getByText('3 处外部内容没有加载')).toBeVisible()
  await expect(page.getByText('已拦截 2 个跟踪器')).toBeVisible()
  const asked = () => pictures.seen.filter((one) => one.url.endsWith(`m=${count}`))
  expect(asked()).toEqual([])
  await page.getByRole('button', { name: '显示图片' }).click()
  await expect(body(page).getByAltText('logo')).toHaveAttribute('src', /^blob:/)
  await expect(body(page).locator('td')).toHaveAttribute('style', /blob:/)
  expect(strays).toEqual([])
  expect(new Set(asked().map((one) => one.url.split('?')[0]))).toEqual(
    new Set(['/logo.png', '/paper.png', '/cell.png']),
  )
  for (const { headers } of asked()) {
    expect(headers).not.toHaveProperty('cookie')
    expect(headers).not.toHaveProperty('referer')
    expect(headers['user-agent']).not.toContain('Chrome')
  }
  // The choice is kept for the message, and the sender learns nothing of the second look.
  await page.reload()
  await expect(body(page).getByAltText('logo')).toHaveAttribute('src', /^blob:/)
  expect(asked()).toHaveLength(3)
})

test('READ-02 T8 text that style hides in a quote is marked when read, and anywhere when answered', async ({
  page,
  installation,
}) => {
  const subject = fresh('kobold')
  const html = `<p>Please approve.</p><p style="display:none">top secret order</p>
    <blockquote><p>before</p><p style="font-size:0">pay 9,000 now</p>
    <p><a href="https://evil.test/">www.bank.com</a></p><p>pay it twice</p>
    <div style="opacity:.99;background:#fff;margin-top:-80px;height:80px"></div></blockquote>`
  await deliverAndOpen(page, installation, { subject, raw: mailText({ subject, html }) })
  await expect(page.getByText('1 处被样式隐藏的文字')).toBeVisible()
  await body(page).locator('summary').click()
  await expect(body(page).getByText('[隐藏文字] pay 9,000 now')).toBeVisible()
  // What is folded is looked at when it is opened: where its links lead, and what lies under something else.
  await expect(body(page).getByText('⚠ evil.test')).toBeVisible()
  await expect(body(page).getByText('[隐藏文字] pay it twice')).toBeVisible()
  await page.getByRole('button', { name: '转发' }).first().click()
  await expect(body(page).getByText('[隐藏文字] top secret order')).toBeVisible()
})

test('READ-02 R9 T17 T29 a link leads through the warning page, which opens nothing by itself', async ({
  page,
  installation,
}) => {
  const subject = fresh('links')
  const html = '<p><a href="https://evil.test/path?x=1">https://bank.test</a></p>'
  await deliverAndOpen(page, installation, { subject, raw: mailText({ subject, html }) })
  const [tab] = await Promise.all([nextTab(page), body(page).getByRole('link').click()])
  await expect(tab.getByRole('heading', { name: '即将离开鸿雁' })).toBeVisible()
  await expect(tab.getByRole('alert')).toContainText('邮件里写的是 bank.test，实际将打开 evil.test')
  await expect(tab.getByText('peer@other.test')).toBeVisible()
  await expect(tab).toHaveURL(/linkPage/)
  for (const bad of [
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.test',
    'https:evil',
    'https://user:pass@evil.test/',
    'file:///etc/passwd',
    '',
  ]) {
    await tab.goto(`${installation.url}/#/linkPage?url=${encodeURIComponent(bad)}`)
    await tab.reload()
    const isWeb = bad === 'https:evil'
    await expect(
      isWeb ? tab.getByText('https://evil/') : tab.getByText('这个链接不是网页地址'),
    ).toBeVisible()
  }
  // A link somebody else made can claim no sender and no text.
  const foreign = encodeURIComponent('https://exаmple.test/')
  await tab.goto(`${installation.url}/#/linkPage?url=${foreign}&from=boss&text=bank`)
  await tab.reload()
  await expect(tab.getByText('xn--exmple-4nf.test', { exact: true })).toBeVisible()
  await expect(tab.getByText('boss')).toHaveCount(0)
  await expect(tab.getByText('网址中含有特殊文字')).toBeVisible()
})

test('READ-02 R11 R55 the print view holds everything, on both routes; without a login it shows nothing', async ({
  page,
  installation,
  browser,
}) => {
  const subject = fresh('paper')
  const html = '<p>to be printed</p><blockquote>with its quote</blockquote>'
  await deliverAndOpen(page, installation, { subject, raw: mailText({ subject, html }) })
  const [mail] = await listMails(page, installation, subject)
  const routes = [`/print/${mail?.folder}/${mail?.id}`, `/set/print/${mail?.id}/${mail?.folder}`]
  for (const route of routes) {
    await page.goto(`${installation.url}/#${route}`)
    await expect(page.getByRole('heading', { name: subject })).toBeVisible()
    await expect(body(page).getByText('with its quote')).toBeVisible()
    await expect(page.getByText('Peer Person <peer@other.test>')).toBeVisible()
  }
  const stranger = await newPage(browser)
  await stranger.goto(`${installation.url}/#${routes[0]}`)
  await expect(stranger.getByText(subject)).toHaveCount(0)
  await expect(stranger.getByText('to be printed')).toHaveCount(0)
  await stranger.close()
})

test('READ-02 dark rendering, zoom, headers and source by key; dark stays for all mail, the zoom for none', async ({
  page,
  installation,
}) => {
  const subject = fresh('rendering')
  const other = fresh('rendering')
  const html = '<p style="color:#000">black on white</p>'
  await installation.deliver('keys', mailText({ subject: other, html }))
  await deliverAndOpen(page, installation, { subject, raw: mailText({ subject, html }) })
  const root = body(page).locator('html')
  await expect(body(page).getByText('black on white')).toBeVisible()
  await page.keyboard.press('d')
  await expect(root).toHaveAttribute('data-dark', '')
  await page.keyboard.press('+')
  await expect(body(page).locator('body')).toHaveAttribute('style', /zoom: 1\.1/)
  await page.keyboard.press('0')
  await expect(body(page).locator('body')).not.toHaveAttribute('style', /zoom: 1\.1/)
  await page.keyboard.press('h')
  const headers = page.getByRole('dialog', { name: '查看邮件头' })
  await expect(headers).toContainText(`Subject: ${subject}`)
  await expect(headers).not.toContainText('PHAgc3R5bGU9')
  await page.keyboard.press('Escape')
  await page.keyboard.press('o')
  await expect(page.getByRole('dialog', { name: '查看源文件' })).toContainText('PHAgc3R5bGU9')
  await page.keyboard.press('Escape')
  await page.keyboard.press('+')
  await openMail(page, other)
  await expect(root).toHaveAttribute('data-dark', '')
  await expect(body(page).locator('body')).not.toHaveAttribute('style', /zoom: 1\.1/)
  await page.keyboard.press('d')
  await expect(root).not.toHaveAttribute('data-dark')
  await page.keyboard.press('d')
  await expect(root).toHaveAttribute('data-dark', '')
  await page.keyboard.press('r')
  const written = page.locator('[data-tag]:visible iframe[data-dark]')
  // What is written and what is quoted: both on the dark ground, and neither frame has one of its own.
  await expect(written).toHaveCount(2)
  for (const frame of await written.all()) {
    await expect(frame.contentFrame().locator('html')).toHaveAttribute('data-dark', '')
    const ground = await frame.evaluate((element) => {
      let node: Element | null = element
      while (node && getComputedStyle(node).backgroundColor === 'rgba(0, 0, 0, 0)')
        node = node.parentElement
      const canvas = document.createElement('canvas').getContext('2d')
      if (!canvas || !node) return []
      canvas.fillStyle = getComputedStyle(node).backgroundColor
      canvas.fillRect(0, 0, 1, 1)
      return [...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3)]
    })
    expect(ground).toEqual([23, 31, 39])
  }
  // The editor stays behind the mail, and takes no key there.
  await page.goBack()
  await expect(root).toHaveAttribute('data-dark', '')
  await page.keyboard.press('d')
  await expect(root).not.toHaveAttribute('data-dark')
})

const octets = 'application/octet-stream'
const pdf = Buffer.from(
  `%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >> >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>\nendobj\n4 0 obj\n<< /Length 52 >>\nstream\nBT /F1 24 Tf 20 100 Td (Quarterly figures) Tj ET\nendstream\nendobj\n5 0 obj\n<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>\nendobj\ntrailer << /Root 1 0 R /Size 6 >>\n%%EOF\n`,
)

/** Pages of this size that say nothing, as the one of review F4: 7.7 kB for 60 of them. */
function tallPdf(pages: number, [width, height]: readonly [number, number]): Buffer {
  const kids = Array.from({ length: pages }, (_, index) => `${index + 3} 0 R`).join(' ')
  const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] >>`
  const sheets = Array.from({ length: pages }, (_, i) => `${i + 3} 0 obj\n${page}\nendobj\n`)
  return Buffer.from(
    `%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [${kids}] /Count ${pages} >>\nendobj\n${sheets.join('')}trailer << /Root 1 0 R /Size ${pages + 3} >>\n%%EOF\n`,
  )
}

test('F4 only pages near the view of a PDF are drawn, with limits for each and for all; arrow keys go on, the dialog keeps its height', async ({
  page,
  installation,
}) => {
  const subject = fresh('tall')
  const type = 'application/pdf'
  const files = [
    { name: 'tall.pdf', type, content: tallPdf(60, [450, 30_000]) },
    { name: 'paper.pdf', type, content: tallPdf(60, [595, 842]) },
    { name: 'dot.png', type: 'image/png', content: pixel },
    {
      name: 'scan.pdf',
      type,
      content: hostilePdfs['a PDF of a picture of 35 megapixels']?.() ?? '',
    },
    { name: 'wide.csv', type: 'text/csv', content: `${'12,'.repeat(99)}34\n`.repeat(1_600) },
    { name: 'long.txt', type: 'text/plain', content: 'words of a text\n'.repeat(31_000) },
  ]
  await deliverAndOpen(page, installation, { subject, raw: mailWithFiles({ subject, files }) })
  await page.getByRole('button', { name: '预览 tall.pdf' }).click()
  const dialog = page.getByRole('dialog')
  const pixels = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('canvas')]
        .map((one) => one.width * one.height)
        .filter((count) => count > 0),
    )
  const heights = new Set<number | undefined>()
  for (const name of ['tall.pdf', 'paper.pdf']) {
    const sheets = dialog.getByRole('region', { name })
    await expect(sheets.locator('canvas')).toHaveCount(60)
    for (const place of [0, 0.5, 1]) {
      await sheets.evaluate((one, at) => one.scrollTo(0, at * one.scrollHeight), place)
      await expect.poll(async () => (await pixels()).length).toBeGreaterThan(0)
      expect(Math.max(...(await pixels()))).toBeLessThanOrEqual(8_000_000)
      expect((await pixels()).reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(24_000_000)
    }
    heights.add((await dialog.boundingBox())?.height)
    await page.keyboard.press('ArrowRight')
  }
  const picture = dialog.getByRole('img', { name: 'dot.png' })
  await expect(picture).toBeVisible()
  const before = (await picture.boundingBox())?.width ?? 0
  await dialog.getByRole('button', { name: '放大' }).click()
  await expect.poll(async () => (await picture.boundingBox())?.width).toBeGreaterThan(before)
  heights.add((await dialog.boundingBox())?.height)
  expect(heights.size).toBe(1)
  await page.keyboard.press('ArrowLeft')
  await expect(dialog.getByRole('region', { name: 'paper.pdf' })).toBeVisible()
  // A large table and a long text come in pieces, the next one when it is asked for (T31).
  for (const [name, most] of [
    ['wide.csv', 20_000],
    ['long.txt', 101_000],
  ] as const) {
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: `预览 ${name}` }).click()
    const shown = dialog.locator('table, pre')
    const length = () => shown.evaluate((one) => one.textContent?.length ?? 0)
    await expect.poll(length).toBeGreaterThan(1_000)
    const first = await length()
    expect(first).toBeLessThan(most)
    await dialog.getByRole('button', { name: '显示其余内容' }).click()
    await expect.poll(length).toBeGreaterThan(first + 1_000)
  }
  // A giant picture on a page is only said to be there, with the ways to see it all the same and to save the file (T34).
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '预览 scan.pdf' }).click()
  const left = dialog.getByRole('note').filter({ hasText: '图片尺寸过大' })
  await expect(left).toBeVisible()
  await expect(page.getByRole('dialog').locator('[data-announcer]')).toContainText('图片尺寸过大')
  await expect(dialog.getByRole('link', { name: '下载' })).toBeVisible()
  await left.getByRole('button', { name: '显示大图' }).click()
  const inside = () =>
    dialog
      .locator('canvas')
      .evaluate((one: HTMLCanvasElement) =>
        one.width === 0
          ? 255
          : one.getContext('2d')?.getImageData(one.width / 2, one.height / 2, 1, 1).data[0],
      )
  await expect.poll(inside).toBeLessThan(200)
  await expect(left).toHaveCount(0)
  // The button has gone, and the next key still goes into the dialog.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('dialog') !== null))
    .toBe(true)
  await page.keyboard.press('Escape')
  // Whoever closes a preview waits no longer, neither for what it is nor for the file.
  for (const [name, address] of [
    ['long.txt', /\/file\/preview\//],
    ['paper.pdf', /\/file\/download\//],
  ] as const) {
    const asked = page.waitForRequest(address)
    const given = page.waitForEvent('requestfailed', (request) => address.test(request.url()))
    await page.route(address, () => undefined)
    await page.reload()
    await page.getByRole('button', { name: `预览 ${name}` }).click()
    await asked
    await page.keyboard.press('Escape')
    expect((await given).failure()?.errorText).toContain('ABORTED')
    await page.unroute(address)
  }
})

test('READ-04 pictures, PDF, text, tables and messages are previewed; other formats say so', async ({
  page,
  installation,
}) => {
  const subject = fresh('files')
  const inner = mailWithFiles({
    subject: 'the inner mail',
    html: '<p>inner words</p>',
    files: [{ name: 'deep.txt', type: 'text/plain', content: 'deep text' }],
  })
  const files = [
    { name: 'dot.png', type: 'image/png', content: pixel },
    { name: 'figures.pdf', type: 'application/pdf', content: pdf },
    { name: 'note.md', type: octets, content: '# 标题\n<script>alert(1)</script>' },
    { name: 'list.csv', type: 'text/csv', content: 'name,sum\n<b>张伟</b>,3\n' },
    { name: 'mail.eml', type: 'message/rfc822', content: inner },
    { name: 'broken.docx', type: octets, content: 'no document' },
    { name: 'tool.bin', type: octets, content: 'x' },
  ]
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  await deliverAndOpen(page, installation, { subject, raw: mailWithFiles({ subject, files }) })
  await expect(page.getByRole('button', { name: '预览 dot.png' })).toBeVisible()
  // Who speaks to the browser says what is read on a card, and nothing else.
  const judged = await new AxeBuilder({ page }).include('article').exclude('iframe').analyze()
  expect(judged.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  await page.getByRole('button', { name: '预览 dot.png' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('img', { name: 'dot.png' })).toHaveJSProperty('naturalWidth', 1)
  const next = () => dialog.getByRole('button', { name: '下一个附件' }).click()
  await next()
  await expect(dialog.getByRole('img', { name: /第 1 页 Quarterly figures/ })).toBeVisible()
  await next()
  await expect(dialog.locator('pre')).toContainText('<script>alert(1)</script>')
  await next()
  await expect(dialog.getByRole('cell', { name: '<b>张伟</b>' })).toBeVisible()
  await next()
  await expect(dialog.getByRole('heading', { name: 'the inner mail' })).toBeVisible()
  await expect(dialog.frameLocator('iframe').getByText('inner words')).toBeVisible()
  await dialog.getByRole('button', { name: '预览 deep.txt' }).click()
  await expect(dialog.locator('pre')).toHaveText('deep text')
  await dialog.getByRole('button', { name: '返回' }).click()
  await expect(dialog.getByRole('heading', { name: 'the inner mail' })).toBeVisible()
  await next()
  await expect(dialog.getByText('此文件格式不支持预览')).toBeVisible()
  await next()
  await expect(dialog.getByText('此文件格式不支持预览')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: '预览 tool.bin' })).toHaveCount(0)
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: '全部下载（zip）' }).click(),
  ])
  expect(saved.suggestedFilename()).toBe(`${subject}.zip`)
  expect(dialogs).toEqual([])
})

test('READ-05 the settings of prefix and original are kept and used by the composer', async ({
  page,
  installation,
}) => {
  const subject = fresh('answer me')
  await installation.deliver('axe', mailText({ subject, text: 'original words' }))
  await signIn(page, installation, { name: 'axe' })
  await page.goto(`${installation.url}/#/set/normalset`)
  await page.getByLabel('主题前缀').selectOption('zh')
  await page.getByRole('switch', { name: '回复时附带原文' }).click()
  await expect(page.getByRole('switch', { name: '回复时附带原文' })).not.toBeChecked()
  await page.goto(`${installation.url}/#/inbox`)
  await openMail(page, subject)
  await page.getByRole('button', { name: '回复', exact: true }).first().click()
  await expect(page.getByLabel(/主题/).first()).toHaveValue(`回复：${subject}`)
  await expect(page.getByText('original words').filter({ visible: true })).toHaveCount(0)
  await page.goto(`${installation.url}/#/set/normalset`)
  await page.getByLabel('主题前缀').selectOption('auto')
  await page.getByRole('switch', { name: '回复时附带原文' }).click()
  await expect(page.getByRole('switch', { name: '回复时附带原文' })).toBeChecked()
})

test('READ-06 a read receipt is asked for and sent when the reader agrees', async ({
  page,
  installation,
}) => {
  const subject = fresh('receipt')
  const from = 'Peer Person <peer@other.test>'
  const headers = { 'Disposition-Notification-To': from }
  const raw = mailWithFiles({ subject, headers, files: [] })
  await deliverAndOpen(page, installation, { subject, raw })
  await expect(page.getByText('希望收到已读回执')).toBeVisible()
  await page.getByRole('button', { name: '发送回执' }).click()
  const sent = await installation.sink.next((mail) => mail.raw.includes('displayed'))
  expect(sent).toMatchObject({ from: '', to: ['peer@other.test'] })
  await expect(page.getByText('希望收到已读回执')).toHaveCount(0)
})

test('READ-02 leaving a list by mail opens the composer after a question', async ({
  page,
  installation,
}) => {
  const subject = fresh('news')
  const headers = { 'List-Unsubscribe': '<mailto:leave@other.test?subject=leave%20me>' }
  const raw = mailWithFiles({ subject, headers, files: [] })
  await deliverAndOpen(page, installation, { subject, raw })
  await page.getByRole('button', { name: '退订' }).click()
  const question = page.getByRole('dialog', { name: '退订邮件' })
  await expect(question).toContainText('leave@other.test')
  await question.getByRole('button', { name: '写退订邮件' }).click()
  await expect(page.getByText('leave@other.test')).toBeVisible()
  await expect(page.getByLabel(/主题/).first()).toHaveValue('leave me')
})

test('READ-02 the neighbours of an open mail are there before they are asked for', async ({
  page,
  installation,
}) => {
  const subjects = [fresh('row'), fresh('row'), fresh('row')]
  for (const subject of subjects)
    await installation.deliver('keys', mailText({ subject, text: `text of ${subject}` }))
  await signIn(page, installation, { name: 'keys' })
  const [, middle = ''] = subjects
  const ids = (await listMails(page, installation, 'row '))
    .filter(({ subject }) => subjects.includes(subject))
    .map(({ id }) => String(id))
  const asked: string[] = []
  page.on('request', (request) => {
    const id = /mail\/email\/detail\?mailId=(\d+)/.exec(request.url())?.[1]
    if (id) asked.push(id)
  })
  await openMail(page, middle)
  await expect.poll(() => ids.filter((id) => asked.includes(id))).toHaveLength(3)
  asked.length = 0
  await page.keyboard.press('j')
  await expect(page.getByText(`text of ${subjects[0]}`).last()).toBeVisible()
  await page.keyboard.press('k')
  await page.keyboard.press('k')
  await expect(page.getByText(`text of ${subjects[2]}`).last()).toBeVisible()
  expect(asked.filter((id) => ids.includes(id))).toEqual([])
})

for (const language of ['zh', 'en'] as const) {
  test(`READ-02 no serious accessibility violation, nothing wider than a phone (${language})`, async ({
    page,
    installation,
  }) => {
    const subject = fresh('axe reader')
    const html = '<p>text <img src="https://other.test/a.png"><a href="https://x.test">x</a></p>'
    const headers = {
      'Disposition-Notification-To': 'peer@other.test',
      'List-Unsubscribe': '<mailto:leave@other.test>',
    }
    const files = [
      { name: 'a.txt', type: 'text/plain', content: 'x' },
      { name: 'b.csv', type: 'text/csv', content: 'a,b\n1,2' },
    ]
    const from = 'Look <look@examp1e.test>'
    const raw = mailWithFiles({ subject, html, headers, files, from })
    await page.setViewportSize({ width: 390, height: 844 })
    await deliverAndOpen(page, installation, { subject, raw, name: 'axe', language })
    const check = async (screen: string) => {
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21aa'])
        .exclude('iframe')
        .analyze()
      const serious = violations.filter(
        ({ impact }) => impact === 'serious' || impact === 'critical',
      )
      expect(serious.map((one) => `${screen}: ${one.id} ${one.nodes[0]?.target}`)).toEqual([])
      const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
      expect(wide, screen).toBe(false)
    }
    await expect(page.getByRole('alert').first()).toBeVisible()
    await check('reader')
    await page.getByRole('button', { name: /^(预览|Preview) b\.csv/ }).click()
    await expect(page.getByRole('dialog').getByRole('cell', { name: '1' })).toBeVisible()
    await check('preview')
    await page.keyboard.press('Escape')
    await page.goto(`${installation.url}/#/set/normalset`)
    await expect(page.getByRole('heading', { name: /^(阅读|Reading)$/ })).toBeVisible()
    await check('settings')
    await page.goto(`${installation.url}/#/linkPage?url=${encodeURIComponent('https://x.test/')}`)
    await expect(page.getByText('https://x.test/')).toBeVisible()
    await check('link page')
  })
}
