import type { Page } from '@playwright/test'
import { expect, type Installation, signIn, test } from '../support/fixtures.ts'
import {
  editorStands,
  freshAfterSome,
  type ListedMail,
  listMails,
  mailsOf,
  type Vector,
  vectors,
  watch,
} from '../support/hostile.ts'
import { mailText, mailWithFiles } from '../support/send-mail.ts'

/** Every place that shows mail: how one mail is brought on screen there. Every vector is shown in each, in real Chromium. */
const places: Record<string, (page: Page, base: string, mail: ListedMail) => Promise<void>> = {
  reader: async (page, base, { folder, id, subject }) => {
    await page.goto(`${base}/#/reply/${folder}/${id}`)
    await expect(page.getByRole('heading', { name: subject })).toBeVisible()
    await settled(page)
  },
  print: async (page, base, { folder, id, subject }) => {
    await page.goto(`${base}/#/print/${folder}/${id}`)
    await expect(page.getByRole('heading', { name: subject })).toBeVisible()
    await settled(page)
  },
  reply: (page, base, { id }) => openComposer(page, `${base}/#/write/newreply/${id}`),
  forward: (page, base, { id }) => openComposer(page, `${base}/#/write/newforward/${id}`),
  'preview of a message': (page, base, mail) =>
    openPreview(page, base, { ...mail, file: 'inner.eml' }),
  'preview of a file': (page, base, mail) =>
    openPreview(page, base, { ...mail, file: 'page.html' }),
}

/** Some vectors leave no HTML at all: then there is no frame. */
async function settled(page: Page): Promise<void> {
  const frame = page.locator('iframe')
  if ((await frame.count()) > 0) await expect(frame.first()).toBeAttached()
  await page.waitForTimeout(60)
}

async function openComposer(page: Page, url: string): Promise<void> {
  await freshAfterSome(page)
  await page.goto(url)
  await editorStands(page)
  await settled(page)
}

async function openPreview(
  page: Page,
  base: string,
  { folder, id, subject, file }: ListedMail & { file: string },
): Promise<void> {
  await page.goto(`${base}/#/reply/${folder}/${id}`)
  await expect(page.getByRole('heading', { name: subject })).toBeVisible()
  await page.getByRole('button', { name: `预览 ${file}` }).click()
  const dialog = page.getByRole('dialog', { name: file })
  await expect(dialog.locator('iframe, pre, p').first()).toBeAttached()
  await settled(page)
}

interface Run {
  place: string
  kind: string
  list: readonly Vector[]
}

/** Delivers, shows one after the other, and after each looks at what happened. */
async function showAll(page: Page, installation: Installation, { place, kind, list }: Run) {
  const show = places[place]
  const seen = await watch(page, installation)
  const prefix = `${kind} ${place} `
  const inFile = place.startsWith('preview')
  const hostile = await mailsOf(page, { seen, kind, list })
  for (const [index, { html }] of hostile.entries()) {
    const subject = `${prefix}${index} end`
    const files = [
      { name: 'inner.eml', type: 'message/rfc822', content: mailText({ subject, html }) },
      { name: 'page.html', type: 'text/html', content: html },
    ]
    const raw = inFile ? mailWithFiles({ subject, files }) : mailText({ subject, html })
    await installation.deliver('html', raw)
  }
  await signIn(page, installation, { name: 'html' })
  const mails = await listMails(page, installation, prefix)
  expect(mails).toHaveLength(hostile.length)
  for (const mail of mails) {
    await show?.(page, installation.url, mail)
    const name = hostile[Number(mail.subject.slice(prefix.length).split(' ')[0])]?.name
    const did = { scripts: seen.scripts, strays: seen.strays, connections: seen.connections() }
    expect({ name, ...did }).toEqual({ name, scripts: [], strays: [], connections: 0 })
  }
  seen.stop()
}

test.describe.configure({ mode: 'parallel', timeout: 600_000 })
// Hundreds of pages in one trace cost more than the pages.
test.use({ trace: 'off' })

for (const place of Object.keys(places)) {
  test(`T5 READ-02 66 ways to load something make no request and no connection: ${place}`, async ({
    page,
    installation,
  }) => {
    await showAll(page, installation, { place, kind: 'remote', list: vectors.remote })
  })

  test(`T1 READ-02 script vectors after real incidents run nothing: ${place}`, async ({
    page,
    installation,
  }) => {
    await showAll(page, installation, { place, kind: 'incident', list: vectors.incident })
  })

  test(`T1 T2 READ-02 223 payloads of a sanitiser’s own tests run nothing: ${place}`, async ({
    page,
    installation,
  }) => {
    await showAll(page, installation, { place, kind: 'payload', list: vectors.payload })
  })
}

test('T6 a mail cannot draw outside its frame or restyle the page', async ({
  page,
  installation,
}) => {
  const html = `<style>:root,body,*{background:#f00 !important;color:#0f0 !important}
    .x{position:fixed !important;inset:0;z-index:99999}</style><div class="x" style="position:fixed;top:0;left:0;width:100vw;height:100vh;background:red">cover</div>`
  await installation.deliver('html', mailText({ subject: 'cover the page', html }))
  await signIn(page, installation, { name: 'html' })
  await page.getByRole('row').filter({ hasText: 'cover the page' }).first().click()
  await expect(page.getByRole('heading', { name: 'cover the page' })).toBeVisible()
  const background = await page
    .locator('body')
    .evaluate((body) => getComputedStyle(body).backgroundColor)
  expect(background).not.toBe('rgb(255, 0, 0)')
  const sandbox = await page.locator('iframe').first().getAttribute('sandbox')
  expect(sandbox).not.toContain('allow-scripts')
  expect(sandbox).not.toContain('allow-forms')
})
