import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { Page } from '@playwright/test'
import { expect, type Installation } from './fixtures.ts'

export interface Vector {
  name: string
  html: string
}

const read = <T>(name: string): T[] =>
  JSON.parse(readFileSync(new URL(`../fixtures/html/${name}.json`, import.meta.url), 'utf8'))

/** 66 ways to load something, script vectors after real incidents, 223 payloads of a sanitiser's own tests. */
export const vectors = {
  remote: read<Vector>('remote-load'),
  incident: read<Vector>('script-own'),
  payload: read<{ title?: string; payload: string }>('dompurify-payloads').map(
    ({ title = '', payload }): Vector => ({ name: title, html: payload }),
  ),
}

/** A mail to show: what is in it, for the report, and its HTML. */
export interface HostileMail {
  name: string
  html: string
}

/** `npm run hostile:html`: every vector in a mail of its own. Without it those that let others live share one. */
const isFull = process.env.HOSTILE === 'full'
const mostInOne = 15
/** Ends whatever a vector left open, so that the next one is parsed as it would be alone. */
const ends =
  '--></style></script></textarea></title></noscript></template></svg></math></select></table></form></a></b></div>'

/**
 * The vectors as mails, each with its mark in the addresses that it asks for. A vector that swallows what follows
 * it (the browser's own parser says so) has a mail of its own.
 */
export async function mailsOf(
  page: Page,
  { seen, kind, list }: { seen: Watch; kind: string; list: readonly Vector[] },
): Promise<HostileMail[]> {
  const filled = list.map(({ name, html }, index) => ({
    name,
    html: `${seen.fill(html, `${kind}${index}`)}<p>marker ${index}</p>`,
  }))
  if (isFull) return filled
  // In a page of nobody's: in ours no plain text is parsed (ADR 24).
  const blank = await page.context().newPage()
  const groups = await blank.evaluate(groupsOf, {
    texts: filled.map(({ html }) => html),
    ends,
    most: mostInOne,
  })
  await blank.close()
  return groups.map((group) => {
    const own = group.flatMap((index) => filled[index] ?? [])
    return {
      name: own.map(({ name }) => name).join(' + '),
      html: own.map(({ html }) => html).join(ends),
    }
  })
}

/** Runs in the page: indexes that can stand in one mail, every vector's text being parsed to its end. */
function groupsOf({ texts, ends, most }: { texts: string[]; ends: string; most: number }) {
  const lives = (group: readonly number[]): boolean => {
    const html = group.map((at) => `${texts[at]}${ends}<hr id="end-${at}">`).join('')
    const parsed = new DOMParser().parseFromString(html, 'text/html')
    const inert = 'textarea, title, noscript, template, svg, math, select, frameset, xmp'
    return group.every((at) => {
      const end = parsed.getElementById(`end-${at}`)
      return end !== null && end.closest(inert) === null
    })
  }
  const groups: number[][] = []
  for (const at of texts.keys()) {
    const last = groups.at(-1)
    if (last && last.length < most && lives([...last, at])) last.push(at)
    else groups.push([at])
  }
  return groups
}

export interface Watch {
  /** Requests to anywhere but the product, as URLs. */
  strays: string[]
  scripts: string[]
  connections(): number
  port: number
  /** The vector with its addresses pointing at the beacon. */
  fill(html: string, mark: string): string
  stop(): void
}

/** Sees everything a mail could do: dialogs, requests, and connections to a beacon that never become requests. */
export async function watch(page: Page, { url }: Installation): Promise<Watch> {
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
  const port = typeof address === 'object' && address ? address.port : 0
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
    port,
    fill: (html, mark) =>
      html
        .replaceAll('{U}', `http://127.0.0.1:${port}/beacon?${mark}`)
        .replaceAll('{PR}', `//127.0.0.1:${port}/beacon?${mark}`)
        .replaceAll('{BS}', `\\\\127.0.0.1:${port}\\beacon?${mark}`),
    stop: () => beacon.close(),
  }
}

export interface ListedMail {
  folder: number
  id: number
  subject: string
}

/** The mails of the inbox whose subject begins with `prefix`, newest first, through the product's own calls. */
export async function listMails(
  page: Page,
  { url }: Installation,
  prefix: string,
): Promise<ListedMail[]> {
  const token = await page.evaluate(() => localStorage.getItem('accessToken') ?? '')
  const headers = { Authorization: `Bearer ${token.replaceAll('"', '')}` }
  const get = async (path: string) =>
    ((await (await fetch(`${url}/api/${path}`, { headers })).json()) as { data: never }).data
  const { folderList } = (await get('mail/main/folder/list')) as {
    folderList: { folderId: number; role: string }[]
  }
  const folder = folderList.find((one) => one.role === 'inbox')?.folderId ?? 0
  const found: ListedMail[] = []
  for (let cursor = ''; ; ) {
    const page = (await get(
      `mail/email/mailbox/list?mailboxId=${folder}&pageSize=100${cursor}`,
    )) as { list: { mailId: number; mailSubject: string; sortValues: string }[]; hasMore: boolean }
    for (const one of page.list) {
      if (one.mailSubject.startsWith(prefix))
        found.push({ folder, id: one.mailId, subject: one.mailSubject })
    }
    if (!page.hasMore) return found
    cursor = `&sortValues=${page.list.at(-1)?.sortValues}`
  }
}

/** The mail that is being written stands on screen: the others of its strip stay mounted behind it. */
export async function editorStands(page: Page): Promise<void> {
  await expect(page.getByRole('combobox', { name: '收件人' })).toBeVisible()
  const frame = page.locator('[data-tag]:visible iframe').first().contentFrame()
  await expect(frame.locator('[contenteditable=true]')).toBeVisible()
  await page.waitForTimeout(60)
}

/** Hundreds of mails open at once are not what is tested here: now and then the page begins anew. */
export async function freshAfterSome(page: Page): Promise<void> {
  if ((await page.locator('[data-tag]').count()) >= 10) await page.goto('about:blank')
}
