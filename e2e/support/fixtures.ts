import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, type Locator, type Page } from '@playwright/test'
import type { Commands } from '../durability/commands.ts'
import {
  addPeople,
  commandsOf,
  domain,
  type Product,
  password,
  startProduct,
} from '../durability/product.ts'
import { freePort } from './free-port.ts'
import { type MailSink, startMailSink } from './mail-sink.ts'
import { startNameServer } from './name-server.ts'
import { sendMail } from './send-mail.ts'
import { type PictureServer, startPictureServer } from './stubs.ts'
import { takeRefused, watchContext } from './watched-page.ts'

/** The product with two people, 张三 (a@) and Bob (b@), whose mail for outside goes to `sink`. */
export interface Installation {
  url: string
  product: Product
  /** Where mail programs come in. */
  imapsPort: number
  sink: MailSink
  /** The only web server whose pictures the product may fetch although it is on loopback. */
  pictures: PictureServer
  folder: string
  /** Its surroundings but for its ports, for one more process of it. */
  environment: Record<string, string>
  /** Makes `<name>@example.test` unless it is there. */
  person(name: string): Promise<void>
  /** Brings a mail in through the SMTP port. */
  deliver(to: string, raw: Buffer | string): Promise<void>
  command(words: readonly string[], input?: string): Promise<{ code: number; said: string }>
}

function peopleOf(commands: Commands): (name: string) => Promise<void> {
  const made = new Map<string, Promise<void>>(['a', 'b'].map((name) => [name, Promise.resolve()]))
  const make = async (name: string): Promise<void> => {
    const words = ['user', 'add', `${name}@${domain}`, '--import']
    const { code, said } = await commands.run(words, `${password}\n`)
    if (code !== 0) throw new Error(said)
  }
  return (name) => {
    const known = made.get(name) ?? make(name)
    made.set(name, known)
    return known
  }
}

/** `test` with an installation shared by the tests of one worker. */
export const test = base.extend<{ policy: undefined }, { installation: Installation }>({
  context: async ({ context }, use) => {
    watchContext(context)
    await use(context)
  },
  /** Every journey walks under the policy: a line that writes HTML past web/src/lib/trusted.ts fails whoever meets it. */
  policy: [
    async ({ browserName: _ }, use) => {
      await use(undefined)
      expect(takeRefused()).toEqual([])
    },
    { auto: true },
  ],
  installation: [
    async ({ browserName: _ }, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'hongyan-e2e-'))
      const sink = await startMailSink()
      const pictures = await startPictureServer()
      const names = await startNameServer('other.test')
      const imapsPort = await freePort()
      const environment = {
        HONGYAN_RELAY_HOST: '127.0.0.1',
        HONGYAN_RELAY_PORT: String(sink.port),
        HONGYAN_RELAY_TLS: 'none',
        HONGYAN_DNS: names.address,
        HONGYAN_HOSTNAME: 'mail.example.test',
        HONGYAN_PROGRAM_PORTS: 'imap=143,imaps=993',
        // A mailbox that mail is fetched from may be on this machine; whoever needs it writes the authority.
        HONGYAN_PRIVATE_MAIL_HOSTS: '127.0.0.1',
        HONGYAN_MIGRATION_CA: join(folder, 'migration-ca.pem'),
        HONGYAN_PRIVATE_WEB_HOSTS: `127.0.0.1:${pictures.port}`,
      }
      const ports = {
        // Passkeys are for one origin, port included: it must be known before the server is there.
        HONGYAN_HTTP_PORT: String(await freePort()),
        HONGYAN_IMAPS_PORT: String(imapsPort),
        HONGYAN_CONSOLE_PORT: String(await freePort()),
      }
      const options = { folder, environment: { ...environment, ...ports } }
      const product = await startProduct(options)
      const commands = await commandsOf(options)
      await addPeople(commands, ['a', 'b'])
      const person = peopleOf(commands)
      await use({
        url: `http://127.0.0.1:${product.httpPort}`,
        product,
        imapsPort,
        sink,
        pictures,
        folder,
        environment,
        person,
        deliver: async (to, raw) => {
          await person(to)
          await sendMail(product.smtpPort, { to: `${to}@${domain}`, raw })
        },
        command: commands.run,
      })
      await commands.end()
      await product.end('SIGTERM')
      await sink.stop()
      await names.stop()
      pictures.stop()
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

export { domain, expect, password }

interface SignIn {
  name: string
  language?: 'zh' | 'en'
}

/** Signs in by the form and waits for the inbox and for the push connection's greeting. */
export async function signIn(
  page: Page,
  { url, person }: Installation,
  { name, language = 'zh' }: SignIn,
): Promise<void> {
  await person(name)
  const greeted = page
    .waitForEvent('websocket')
    .then((socket) => socket.waitForEvent('framereceived'))
  await page.goto(url)
  if (language === 'en') await page.getByRole('button', { name: 'English' }).click()
  await page.locator('input').first().fill(`${name}@${domain}`)
  await page.locator('input[type=password]').fill(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#\/inbox/)
  await greeted
}

/** Changes the language in the account menu. */
export async function switchLanguage(page: Page, to: 'English' | '中文'): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^(账号|Account)$/ })
    .click()
  await pick(page.getByRole('dialog'), to)
  await page.keyboard.press('Escape')
}

/** Picks one of several in a panel whose parts may still be coming: what is pressed may move away once. */
export async function pick(panel: Locator, name: string): Promise<void> {
  const one = panel.getByRole('radio', { name, exact: true })
  await expect(async () => {
    await panel
      .locator('label')
      .filter({ hasText: new RegExp(`^${name}$`) })
      .click()
    await expect(one).toBeChecked({ timeout: 1_000 })
  }).toPass()
}
