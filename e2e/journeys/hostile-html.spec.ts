import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { Page } from '@playwright/test'
import { expect, type Installation, signIn, test } from '../support/fixtures.ts'
import { mailText } from '../support/send-mail.ts'

/** All vectors of one kind go into mails of their own; each mail is opened in the reader, in real Chromium. */
const read = <T>(name: string): T[] =>
  JSON.parse(readFileSync(new URL(`../fixtures/html/${name}.json`, import.meta.url), 'utf8'))

interface Watch {
  /** Requests to anywhere but the product, as URLs. */
  strays: string[]
  scripts: string[]
  connections(): number
  port: number
  stop(): void
}

/** Sees everything a mail could do: dialogs, requests, and connections to a beacon that never become requests. */
async function watch(page: Page, { url }: Installation): Promise<Watch> {
  const strays: string[] = []
  const scripts: string[] = []
  let connections = 0
  const beacon = createServer((socket) => {
    connections++
    socket.on('error', () => undefined)
    socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
  })
  beacon.listen(0, '127.0.0.1')
  await once(beacon, 'listening')
  const address = beacon.address()
  page.on('dialog', (dialog) => {
    scripts.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    const target = request.url()
    if (!target.startsWith(url) && !/^(data|blob|about):/.test(target)) strays.push(target)
  })
  page.on('popup', (popup) => strays.push(`popup ${popup.url()}`))
  await page.exposeFunction('__ran', (what: string) => scripts.push(what))
  await page.addInitScript(() => {
    const ran = (what: string) => (window as unknown as { __ran(what: string): void }).__ran(what)
    window.alert = (text) => ran(`alert ${text}`)
    window.confirm = (text) => Boolean(ran(`confirm ${text}`))
    window.print = () => ran('print')
  })
  return {
    strays,
    scripts,
    connections: () => connections,
    port: typeof address === 'object' && address ? address.port : 0,
    stop: () => beacon.close(),
  }
}

/** Delivers, opens one after the other, and after each looks at what happened. */
async function openAll(
  page: Page,
  installation: Installation,
  { kind, vectors }: { kind: string; vectors: { name: string; html: string }[] },
) {
  const seen = await watch(page, installation)
  const beacon = `http://127.0.0.1:${seen.port}/beacon`
  for (const [index, { html }] of vectors.entries()) {
    const filled = html
      .replaceAll('{U}', `${beacon}?${kind}${index}`)
      .replaceAll('{PR}', `//127.0.0.1:${seen.port}/beacon?${kind}${index}`)
      .replaceAll('{BS}', `\\\\127.0.0.1:${seen.port}\\beacon?${kind}${index}`)
    await installation.deliver(
      'html',
      mailText({
        subject: `${kind} ${index} end`,
        html: `${filled}<p>marker ${kind} ${index} end</p>`,
      }),
    )
  }
  await signIn(page, installation, { name: 'html' })
  const token = await page.evaluate(() => localStorage.getItem('accessToken') ?? '')
  const ids = await listAll(installation.url, token.replaceAll('"', ''), kind)
  expect(ids).toHaveLength(vectors.length)
  for (const { folder, id, subject } of ids) {
    await page.goto(`${installation.url}/#/reply/${folder}/${id}`)
    await expect(page.getByRole('heading', { name: subject })).toBeVisible()
    const frame = page.locator('iframe')
    if ((await frame.count()) > 0) await expect(frame.first()).toBeAttached()
    await page.waitForTimeout(60)
    const name = vectors[Number(subject.split(' ')[1])]?.name
    expect({
      name,
      scripts: seen.scripts,
      strays: seen.strays,
      connections: seen.connections(),
    }).toEqual({ name, scripts: [], strays: [], connections: 0 })
  }
  seen.stop()
}

async function listAll(
  url: string,
  token: string,
  kind: string,
): Promise<{ folder: number; id: number; subject: string }[]> {
  const headers = { Authorization: `Bearer ${token}` }
  const get = async (path: string) =>
    ((await (await fetch(`${url}/api/${path}`, { headers })).json()) as { data: never }).data
  const { folderList } = (await get('mail/main/folder/list')) as {
    folderList: { folderId: number; role: string }[]
  }
  const folder = folderList.find((one) => one.role === 'inbox')?.folderId ?? 0
  const found: { folder: number; id: number; subject: string }[] = []
  let cursor = ''
  for (;;) {
    const page = (await get(
      `mail/email/mailbox/list?mailboxId=${folder}&pageSize=100${cursor}`,
    )) as { list: { mailId: number; mailSubject: string; sortValues: string }[]; hasMore: boolean }
    for (const one of page.list) {
      if (one.mailSubject.startsWith(`${kind} `))
        found.push({ folder, id: one.mailId, subject: one.mailSubject })
    }
    if (!page.hasMore) return found
    cursor = `&sortValues=${page.list.at(-1)?.sortValues}`
  }
}

test.describe.configure({ mode: 'parallel', timeout: 300_000 })

test('T5 66 ways to load something from a mail make no request and no connection', async ({
  page,
  installation,
}) => {
  await openAll(page, installation, {
    kind: 'remote',
    vectors: read<{ name: string; html: string }>('remote-load'),
  })
})

test('T1 script vectors after real incidents run nothing', async ({ page, installation }) => {
  await openAll(page, installation, {
    kind: 'incident',
    vectors: read<{ name: string; html: string }>('script-own'),
  })
})

test('T1 T2 223 script payloads of a sanitiser’s own tests run nothing', async ({
  page,
  installation,
}) => {
  const vectors = read<{ title?: string; payload: string }>('dompurify-payloads').map((one) => ({
    name: one.title ?? '',
    html: one.payload,
  }))
  await openAll(page, installation, { kind: 'payload', vectors })
})

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
