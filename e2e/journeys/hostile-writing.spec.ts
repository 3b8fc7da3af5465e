import { compose } from '@hongyan/contract/compose'
import { rules } from '@hongyan/contract/rules'
import { settings } from '@hongyan/contract/settings'
import type { Page } from '@playwright/test'
import { connectApi } from '../durability/api.ts'
import { domain, expect, type Installation, password, signIn, test } from '../support/fixtures.ts'
import {
  editorStands,
  freshAfterSome,
  type HostileMail,
  listMails,
  mailsOf,
  type Vector,
  vectors,
  type Watch,
  watch,
} from '../support/hostile.ts'
import { mailText, sendMail } from '../support/send-mail.ts'

const name = 'hostile-writer'
const address = `${name}@${domain}`

interface Scene {
  page: Page
  installation: Installation
  seen: Watch
  kind: string
  list: readonly Vector[]
  /** The vectors as mails. */
  mails: readonly HostileMail[]
}

/** A mail on screen: its vector, and how it is brought there. */
interface Shown {
  vector: string
  show: () => Promise<void>
}

const bodyOf = ({ seen, kind }: Scene, { html }: Vector, index: number): string =>
  `${seen.fill(html, `${kind}${index}`)}<p>marker ${index}</p>`

async function programOf({ product, person }: Installation) {
  await person(name)
  const api = connectApi(product.httpPort)
  await api.logIn(address, password)
  return api
}

/** The vectors as drafts that some program left on the server, each opened in the composer. */
async function drafts(scene: Scene): Promise<Shown[]> {
  const { page, installation, mails } = scene
  const api = await programOf(installation)
  const content = { mailTo: [], mailCc: [], mailBcc: [], quotedHtml: '', fileIds: [] }
  const shown: Shown[] = []
  for (const [index, { name: vector, html }] of mails.entries()) {
    const draft = await api.get(compose.saveDraft, {
      ...content,
      mailSubject: `draft ${index}`,
      html,
    })
    shown.push({
      vector,
      show: async () => {
        await freshAfterSome(page)
        await page.goto(`${installation.url}/#/write/neweditAgainFromdraft/${draft.mailId}`)
        await expect(page.getByRole('textbox', { name: '主题' })).toHaveValue(`draft ${index}`)
        await editorStands(page)
      },
    })
  }
  return shown
}

/** The vectors as mails that are answered, the quoted original taken into the editor and back by undo. */
async function movedQuotes(scene: Scene): Promise<Shown[]> {
  const { page, installation } = scene
  return (await delivered(scene, 'quote')).map(({ vector, id }) => ({
    vector,
    show: async () => {
      await freshAfterSome(page)
      await page.goto(`${installation.url}/#/write/newreply/${id}`)
      await editorStands(page)
      const edit = page.getByRole('button', { name: '编辑原文' })
      await edit.click()
      await expect(edit).toHaveCount(0)
      await editorStands(page)
    },
  }))
}

/** The vectors as answers in long threads, read as conversations. */
async function conversation(scene: Scene): Promise<Shown[]> {
  const { page, installation, kind } = scene
  const api = await programOf(installation)
  await api.get(settings.changeSetting, { key: 'conversation', value: 1 })
  const root = `${kind}-${crypto.randomUUID()}@other.test`
  return (await delivered(scene, 'talk', root)).map(({ vector, id, folder, subject }) => ({
    vector,
    show: async () => {
      await page.goto(`${installation.url}/#/reply/${folder}/${id}`)
      await expect(page.getByRole('heading', { name: subject })).toBeVisible()
      await expect(page.getByRole('navigation', { name: /封邮件的会话/ })).toBeVisible()
      await page.waitForTimeout(60)
    },
  }))
}

/** The vectors as the text of an automatic reply: as the setting shows it, and as it comes to somebody. */
async function automaticReplies(scene: Scene): Promise<Shown[]> {
  const { page, installation, seen, kind, list } = scene
  const api = await programOf(installation)
  const shown: Shown[] = []
  const subjects = `${kind} automatic `
  for (const [index, vectorText] of inTexts(scene, list).entries()) {
    await api.get(rules.saveReply, { enabled: true, content: vectorText })
    const sender = `${kind}${index}-${crypto.randomUUID()}@other.test`
    const raw = mailText({ subject: `${subjects}${index} end`, text: 'x', from: sender }).replace(
      /^To: .*/m,
      `To: ${address}`,
    )
    await sendMail(installation.product.smtpPort, { to: address, raw, from: sender })
    const answer = await installation.sink.next(({ to }) => to.includes(sender))
    await sendMail(installation.product.smtpPort, {
      to: address,
      raw: answer.raw,
      from: 'peer@other.test',
    })
  }
  await signIn(page, installation, { name })
  await page.goto(`${installation.url}/#/set/normalset`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const mail of await listMails(page, installation, '自动回复：')) {
    if (!mail.subject.includes(subjects)) continue
    shown.push({
      vector: mail.subject,
      show: async () => {
        await page.goto(`${installation.url}/#/reply/${mail.folder}/${mail.id}`)
        await expect(page.getByRole('heading', { name: mail.subject })).toBeVisible()
        await page.waitForTimeout(60)
      },
    })
  }
  expect(seen.scripts).toEqual([])
  return shown
}

/** Texts of at most 2,000 characters that together hold every vector. */
function inTexts(scene: Scene, list: readonly Vector[]): string[] {
  const texts = ['']
  for (const [index, vector] of list.entries()) {
    const text = `${bodyOf(scene, vector, index).slice(0, 1_900)}\n`
    if ((texts.at(-1) ?? '').length + text.length > 2_000) texts.push('')
    texts.push(`${texts.pop()}${text}`)
  }
  return texts
}

/** Delivers the vectors; an answer each to `root`, when there is one. */
async function delivered(scene: Scene, place: string, root?: string) {
  const { page, installation, kind, mails: hostile } = scene
  const prefix = `${kind} ${place} `
  // A conversation shows its newest hundred mails.
  const threadOf = (index: number) => `<${Math.floor(index / 90)}-${root}>`
  for (const [index, { html }] of hostile.entries()) {
    const subject = `${prefix}${index} end`
    const raw = mailText({ subject, html })
    const thread = root
      ? `References: ${threadOf(index)}\r\nIn-Reply-To: ${threadOf(index)}\r\n`
      : ''
    await installation.deliver(name, thread + raw)
  }
  await signIn(page, installation, { name })
  const mails = await listMails(page, installation, prefix)
  expect(mails).toHaveLength(hostile.length)
  return mails.map((mail) => ({
    ...mail,
    vector: hostile[Number(mail.subject.slice(prefix.length).split(' ')[0])]?.name ?? '',
  }))
}

const places: Record<string, (scene: Scene) => Promise<Shown[]>> = {
  'a draft that is opened again': async (scene) => {
    const shown = await drafts(scene)
    await signIn(scene.page, scene.installation, { name })
    return shown
  },
  'a quoted original in the editor': movedQuotes,
  'an automatic reply': automaticReplies,
  'a conversation': conversation,
}

test.describe.configure({ mode: 'parallel', timeout: 600_000 })
// Hundreds of pages in one trace cost more than the pages.
test.use({ trace: 'off' })

for (const [place, prepare] of Object.entries(places)) {
  for (const [kind, list] of Object.entries(vectors)) {
    test(`T1 T2 T5 READ-02 ${list.length} hostile mails (${kind}) do nothing in ${place}`, async ({
      page,
      installation,
    }) => {
      const seen = await watch(page, installation)
      const mails = await mailsOf(page, { seen, kind, list })
      const shown = await prepare({ page, installation, seen, kind, list, mails })
      expect(shown.length).toBeGreaterThan(0)
      for (const { vector, show } of shown) {
        await show()
        const did = { scripts: seen.scripts, strays: seen.strays, connections: seen.connections() }
        expect({ vector, ...did }).toEqual({ vector, scripts: [], strays: [], connections: 0 })
      }
      seen.stop()
    })
  }
}
