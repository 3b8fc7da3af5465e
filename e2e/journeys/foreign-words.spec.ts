import { folders } from '@hongyan/contract/folders'
import { labels } from '@hongyan/contract/labels'
import type { Page } from '@playwright/test'
import { connectApi } from '../durability/api.ts'
import { domain, expect, password, signIn, test } from '../support/fixtures.ts'
import { listMails } from '../support/hostile.ts'
import { mailWithFiles } from '../support/send-mail.ts'

/** Right-to-left override, right-to-left isolate, and a Hebrew word, which turns its neighbours by itself. */
const turned = (word: string): string => `${word}\u202egpj.exe\u2067 שלום`
const encoded = (text: string): string => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`

/** Characters that turn text, anywhere on the page. */
const commandsOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const commands = /[\u061c\u200e\u200f\u202a-\u202e\u2066\u2067]/
    const attributesOf = (element: Element) =>
      element.getAttributeNames().map((name) => `${name}: ${element.getAttribute(name)}`)
    const elements = [...document.querySelectorAll('*')]
    const values = elements.flatMap((one) => (one instanceof HTMLInputElement ? [one.value] : []))
    return [
      document.title,
      document.body.textContent ?? '',
      ...values,
      ...elements.flatMap(attributesOf),
    ].filter((text) => commands.test(text))
  })

/** Hebrew words, which turn their neighbours by themselves, that are not alone in a box of their own. */
const unisolatedOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isIsolated = (element: Element, text: string) => {
      const { unicodeBidi, display } = getComputedStyle(element)
      return unicodeBidi !== 'normal' || (display !== 'inline' && element.textContent === text)
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const text = node.textContent ?? ''
      const { parentElement: parent } = node
      const isHebrew = /\u05e9/.test(text.replace(/\u2068[^\u2069]*\u2069/g, ''))
      if (parent && isHebrew && !isIsolated(parent, text))
        found.push(`${parent.tagName}.${parent.className}: ${text}`)
    }
    return found
  })

const turning = async (page: Page) => [...(await commandsOn(page)), ...(await unisolatedOn(page))]

test('T29 words of strangers turn nothing beside them, on no screen', async ({
  page,
  installation,
}) => {
  const file = { name: turned('file'), type: 'text/plain', content: 'x' }
  const from = `${encoded(turned('name'))} <peer@other.test>`
  const raw = mailWithFiles({ subject: encoded(turned('subject')), from, files: [file] })
  await installation.deliver('turned', raw)
  const api = connectApi(installation.product.httpPort)
  await api.logIn(`turned@${domain}`, password)
  await api.call(folders.save, { folderName: turned('folder') })
  await api.call(labels.save, { labelName: turned('label') })
  await signIn(page, installation, { name: 'turned' })
  const [mail] = await listMails(page, installation, 'subject')
  const screens = [
    'inbox',
    'inbox?searchKeyword=subject',
    `reply/${mail?.folder}/${mail?.id}`,
    `print/${mail?.folder}/${mail?.id}`,
    `write/newreply/${mail?.id}`,
    `write/newforward/${mail?.id}`,
    'inbox',
    'otherfolders',
    'otherfolders2',
    'set/foldermanagement',
    'set/mailclassification',
    'set/mailretrieval',
    'set/mailhistory',
    'set/selfquery',
  ]
  for (const screen of screens) {
    await page.evaluate((hash) => {
      location.hash = `/${hash}`
    }, screen)
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(400)
    expect(await turning(page), screen).toEqual([])
  }
  // The card of a mail that comes meanwhile.
  await installation.deliver(
    'turned',
    raw.replace(/Message-ID: .*/, 'Message-ID: <second@other.test>'),
  )
  await expect(
    page
      .getByText(/namegpj/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible()
  expect(await turning(page), 'a card').toEqual([])
})
