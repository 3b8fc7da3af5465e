import { compose } from '@hongyan/contract/compose'
import { errorText } from '@hongyan/contract/errors'
import { folders } from '@hongyan/contract/folders'
import { labels } from '@hongyan/contract/labels'
import { messages } from '@hongyan/contract/messages'
import { settings } from '@hongyan/contract/settings'
import type { Locator, Page } from '@playwright/test'
import { type Api, connectApi } from '../durability/api.ts'
import { domain, expect, type Installation, password, signIn, test } from '../support/fixtures.ts'
import { overAnswer } from '../support/over-answer.ts'
import { mailText } from '../support/send-mail.ts'

const rowOf = (page: Page, subject: string): Locator =>
  page.getByRole('row').filter({ hasText: subject })
const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Folders' })
const entryOf = (page: Page, name: string): Locator =>
  menuOf(page).getByRole('link', { name: new RegExp(`^${name}`) })
const tool = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: 'Mail actions' }).getByRole('button', { name, exact: true })

async function apiOf(installation: Installation, name: string): Promise<Api> {
  const api = connectApi(installation.product.httpPort)
  await api.logIn(`${name}@${domain}`, password)
  return api
}

const inboxOf = async (api: Api) => {
  const { folderList } = await api.get(folders.list, {})
  const inbox = folderList.find(({ role }) => role === 'inbox')
  if (!inbox) throw new Error('no inbox')
  return inbox
}

/** The sentences that the specification gives in English are shown so; their Chinese halves stand in folders.spec.ts. */
test('ROUTES-15 ROUTES-26 MAILLIST-01 MAILLIST-13 MAILLIST-18 MAILLIST-19 MAILLIST-30 SHELL-14 SHELL-19 SHELL-21 FOLDERS-01 I18N-03 rows, counts and moving, in English', async ({
  page,
  installation,
}) => {
  for (const subject of ['first mail', 'second mail'])
    await installation.deliver('walk', mailText({ subject, from: 'Peer Person <p@other.test>' }))
  const api = await apiOf(installation, 'walk')
  await api.get(folders.save, { folderName: 'Plans' })
  const listed = page.waitForResponse(/mail\/main\/start/)
  await signIn(page, installation, { name: 'walk', language: 'en' })
  const [item] = (await (await listed).json()).data.inbox.page.list
  expect(Object.keys(item)).toEqual(
    expect.arrayContaining(
      'mailId mailUid mailboxId seen sortValues mailSubject mailFrom optType'.split(' '),
    ),
  )
  // What a row says is what the item says.
  await expect(rowOf(page, item.mailSubject)).toContainText(item.mailFrom.name)
  await expect(rowOf(page, item.mailSubject)).toHaveAttribute('data-id', String(item.mailId))
  await expect(rowOf(page, item.mailSubject)).toHaveAttribute('data-unread')

  // folderName, unread and pwd of each folder stand in the menu, its total in the management.
  const { folderId, folderName, mail, unread, pwd } = await inboxOf(api)
  expect({ folderName, mail, unread, pwd }).toEqual({
    folderName: '收件箱',
    mail: 2,
    unread: 2,
    pwd: false,
  })
  await expect(entryOf(page, 'Inbox')).toHaveText(/2$/)
  // There is no archive unless the organisation has one.
  await expect(entryOf(page, 'Mail archive')).toHaveCount(0)

  await page.keyboard.press('v')
  await expect(page.getByText('please select at least one row')).toBeVisible()

  const seen = page.waitForResponse(/seen\/update/)
  await rowOf(page, 'first mail').getByRole('checkbox').check({ force: true })
  await tool(page, 'Mark as read').click()
  expect((await seen).status()).toBe(200)
  await expect(rowOf(page, 'first mail')).not.toHaveAttribute('data-unread')
  await expect(entryOf(page, 'Inbox')).toHaveText(/1$/)
  expect((await inboxOf(api)).unread).toBe(1)
  await tool(page, 'Mark as unread').click()
  await expect(entryOf(page, 'Inbox')).toHaveText(/2$/)
  await expect.poll(async () => (await inboxOf(api)).unread).toBe(2)

  // The mouse held on a row; the place it came from refuses it.
  const label = page.getByText('moving 1 mails', { exact: true })
  const box = await rowOf(page, 'first mail').boundingBox()
  const target = await entryOf(page, 'Inbox').boundingBox()
  await page.mouse.move((box?.x ?? 0) + 180, (box?.y ?? 0) + 20)
  await page.mouse.down()
  await expect(label).toBeVisible()
  await page.mouse.move((target?.x ?? 0) + 40, (target?.y ?? 0) + 10, { steps: 4 })
  await page.mouse.up()
  await expect(page.getByText('already in this folder')).toBeVisible()
  await expect(label).toHaveCount(0)

  const targets = page.waitForResponse(/folder\/folderList/)
  await tool(page, 'Move to').click()
  const { moveMails } = (await (await targets).json()).data
  const plans = moveMails.find(({ name }: { name: string }) => name === 'Plans')
  expect(plans).toMatchObject({ pwd: false, show: true, isSystem: false })
  expect(plans.deleteId).toBe(moveMails.find(({ role }: { role: string }) => role === 'trash').id)
  await page.getByRole('option', { name: 'Plans' }).click()
  await expect(page.getByText('mail moved successfully to Plans')).toBeVisible()
  const { list } = await api.get(messages.list, { mailboxId: folderId })
  expect(list.map(({ mailSubject }) => mailSubject)).toEqual(['second mail'])
  await menuOf(page).getByRole('link', { name: 'Manage folders' }).click()
  const cells = page.getByRole('row').filter({ hasText: 'Plans' }).getByRole('cell')
  await expect(cells.nth(1)).toHaveText('1')
  await expect(cells.nth(2)).toHaveText('1')

  for (const [path, name] of namedPages) {
    await page.goto(`${installation.url}/#${path}`)
    await expect(page.getByRole('heading', { name, exact: true }).first()).toBeVisible()
  }
})

/** The other named pages (R56 to R66) that there are. */
const namedPages = [
  ['/todo', 'To-do'], // todo mail
  ['/set/signature', 'Signatures'], // signature settings
  ['/set/decryption', 'Mail encryption'], // message decryption settings
  ['/set/selfquery', 'Activity log'], // self-service query
  ['/set/mailhistory', 'Mail history'], // mail history
  ['/set/mailretrieval', 'Mail retrieval'], // mail retrieval
  ['/feedback', 'Feedback'], // feedback
  ['/linkPage?url=https%3A%2F%2Fexample.org%2F', 'You are leaving Hongyan'], // external link warning
] as const

test('ROUTES-15 ROUTES-28 MAILLIST-21 MAILLIST-24 MAILLIST-25 FOLDERS-04 LABELS-01 LABELS-04 READ-02 SHELL-13 SHELL-25 AUTH-16 drafts, labels, the folders of everybody, what is switched on for one, and the way out', async ({
  page,
  installation,
}) => {
  const name = 'walker'
  await installation.person(name)
  await installation.command(['user', 'import', `${name}@${domain}`, 'off'])
  const api = await apiOf(installation, name)
  const sender = await apiOf(installation, 'b')
  await sender.get(settings.changeSetting, { key: 'undoSendSeconds', value: 0 })
  const mail = { mailCc: [], mailBcc: [], html: '<p>x</p>', quotedHtml: '', fileIds: [] }
  for (const mailSubject of ['keep this', 'throw this'])
    await api.get(compose.saveDraft, { ...mail, mailTo: [], mailSubject })
  const send = (mailSubject: string, more: object = {}) =>
    sender.get(compose.send, {
      ...{ ...mail, mailTo: [`${name}@${domain}`], mailSubject },
      ...{ sendKey: `walk-${mailSubject.replaceAll(' ', '-')}`, ...more },
    })
  await send('between us')
  await send('for your eyes', { authorisation: { readCount: 1, validDays: 1 } })
  // The archive and the page after the logout are addresses that the server is configured with.
  const elsewhere = `http://127.0.0.1:${installation.pictures.port}`
  await overAnswer(page, '**/api/mail/main/index', {
    mailArchiveEnable: 1,
    logoutLink: `${elsewhere}/bye`,
  })
  await page.route('**/api/mail/archive/url', (route) =>
    route.fulfill({ json: { code: 200, message: '', data: { url: `${elsewhere}/archive` } } }),
  )
  await signIn(page, installation, { name, language: 'en' })

  const menu = menuOf(page)
  await expect(menu.getByRole('link', { name: 'Mail archive' })).toHaveAttribute(
    'href',
    `${elsewhere}/archive`,
  )
  // Days cannot be waited for: the page is told that they are over, the server knows better and says so.
  await page.route(/\/api\/mail\/email\/authorised\?/, async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    const data = { ...body.data, state: 'expired' }
    await route.fulfill({ response: answer, json: { ...body, data } })
  })
  await rowOf(page, 'for your eyes').click()
  await expect(page.getByText('This message has expired and can no longer be read.')).toBeVisible()
  const asked = page.waitForResponse(/readedDelete/)
  await page.getByRole('button', { name: 'Delete permanently' }).last().click()
  expect((await (await asked).json()).error).toBe('authorised.not-ended')
  await expect(page.getByText(errorText('authorised.not-ended', 'en'))).toBeVisible()

  // Each system folder is there; spam is not in the menu, but in the management and in the search form.
  for (const one of ['Inbox', 'Sent', 'Drafts', 'Recycle bin'])
    await expect(entryOf(page, one)).toBeVisible()
  await menu.getByRole('button', { name: 'More', exact: true }).click()
  await expect(entryOf(page, 'Archive')).toBeVisible()
  await expect(entryOf(page, 'Junk')).toHaveCount(0)
  await menu.getByRole('link', { name: 'Manage folders' }).click()
  await expect(page.getByRole('button', { name: 'New folder' }).first()).toBeVisible()
  // Mail from files is not for everybody: islandPersonnel.
  await expect(page.getByRole('button', { name: 'Import mail' })).toHaveCount(0)
  await page.getByRole('table').first().getByRole('link', { name: 'Junk' }).click()
  await expect(page).toHaveURL(/#\/junk$/)
  await expect(page.getByText('No spam', { exact: true })).toBeVisible()

  await entryOf(page, 'Drafts').click()
  await rowOf(page, 'throw this').click()
  await page.getByRole('button', { name: 'Delete draft' }).click()
  const gone = page.waitForResponse(/draftdelete/)
  await page.getByRole('dialog').getByRole('button', { name: 'Delete draft' }).click()
  expect((await gone).status()).toBe(200)
  await entryOf(page, 'Drafts').click()
  await expect(rowOf(page, 'keep this')).toBeVisible()
  await expect(rowOf(page, 'throw this')).toHaveCount(0)

  await menu.getByRole('button', { name: 'New', exact: true }).click()
  await page.getByRole('menuitem', { name: 'New label' }).click()
  const field = page.getByLabel('Label name')
  for (const [typed, said] of [
    ['   ', 'Label name cannot be empty'],
    ['elevenchars', 'Label name cannot exceed 10 characters'],
  ] as const) {
    await field.fill(typed)
    await page.keyboard.press('Enter')
    await expect(page.getByText(said)).toBeVisible()
  }
  await field.fill('  tencharsxx  ')
  await page.keyboard.press('Enter')
  await expect(entryOf(page, 'tencharsxx')).toBeVisible()
  const { list } = await api.get(labels.list, {})
  expect(list).toMatchObject([
    { labelName: 'tencharsxx', unread: 0, mail: 0, spaceSize: 0, state: 0 },
  ])

  // The address beside the name while reading: displayEmail.
  await entryOf(page, 'Inbox').click()
  await rowOf(page, 'between us').click()
  const head = page.getByRole('article').getByRole('banner').or(page.locator('article header'))
  await expect(head.getByText(`<b@${domain}>`).first()).toBeVisible()
  await api.get(settings.changeSetting, { key: 'displayEmail', value: 0 })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'between us' })).toBeVisible()
  await expect(head.getByText(`<b@${domain}>`)).toHaveCount(0)

  const counted = page.waitForResponse(/unread\/count/)
  await page.getByRole('button', { name: 'Account' }).click()
  expect((await (await counted).json()).data).toEqual({ inbox: 0, total: 0 })
  await expect(page.getByText('0 unread, 0 of them in the inbox')).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(`${elsewhere}/bye`)
})
