import { expect, signIn, test } from '../support/fixtures.ts'

const firstCall = '/api/mail/main/start'

/** What comes with it: none of them is asked for by itself. */
const parts = [
  '/api/platform/config',
  '/api/mail/main/folder/list',
  '/api/user/info',
  '/api/mail/main/index',
  '/api/mail/email/mailbox/list',
]

const times = (asked: readonly string[], path: string) => asked.filter((one) => one === path).length

test('§Speed coming back asks once for all of the first screen, before the libraries are there', async ({
  page,
  installation,
}) => {
  await signIn(page, installation, { name: 'a' })
  await page.waitForLoadState('networkidle')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(`${installation.url}/`)
  await page.reload()
  asked.length = 0
  await page.reload()
  await expect(page).toHaveURL(/#\/inbox/)
  await page.waitForLoadState('networkidle')
  expect(times(asked, firstCall)).toBe(1)
  for (const path of parts) expect(times(asked, path), path).toBe(0)
  const early = await page.evaluate(() => {
    const times = performance.getEntriesByType('resource').map(({ name, startTime }) => ({
      name,
      startTime,
    }))
    const of = (part: string) => times.find(({ name }) => name.includes(part))?.startTime ?? 0
    const marks = performance.getEntriesByName('app', 'mark')
    return { first: of('main/start'), app: marks[0]?.startTime ?? 0 }
  })
  expect(early.first).toBeGreaterThan(0)
  expect(early.first).toBeLessThan(early.app)
})

/**
 * What login and inbox are made of. Fetched while nothing else is to be done: `reader` and what it reads HTML and
 * pictures with, the lock screen, which must be there when the line is not, the cards of new mail, and after a login what reminds of an old password. At a bare
 * IP address there are no passkeys, and so none of their code.
 */
const firstScreen =
  /^(?:index|rolldown-runtime|vendor|tokens|ui|app|zh|reader|purify(?:\.es)?|inert-html|data-bytes|lock-overlay|password-(?:reminder|query)|passwords|composing|arrivals)-/

test('§Speed a login by form asks once for all of the first screen, the list too, and fetches nothing of other screens', async ({
  page,
  installation,
}) => {
  await page.clock.install()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await signIn(page, installation, { name: 'a' })
  await expect.poll(() => asked.some((path) => path.includes('/assets/reader-'))).toBe(true)
  // Whatever was put off until later happens now.
  await page.clock.fastForward(10_000)
  await page.waitForLoadState('networkidle')
  for (const path of ['/api/oauth/token', firstCall]) expect(times(asked, path), path).toBe(1)
  // The login form has asked for the platform's configuration before.
  for (const path of parts)
    expect(times(asked, path), path).toBe(path.endsWith('platform/config') ? 1 : 0)
  const chunks = asked.filter((path) => path.startsWith('/assets/'))
  const names = chunks.map((path) => path.slice('/assets/'.length))
  expect(names.filter((name) => !firstScreen.test(name))).toEqual([])
  expect(new Set(names).size).toBe(names.length)
  // Issue 13: what stands between an address typed and the inbox, as it comes over the wire.
  const files = ['/', ...chunks.filter((path) => !whenIdle.test(path))]
  const sizes = await Promise.all(files.map((path) => sizeOf(`${installation.url}${path}`)))
  expect(sizes.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(startBudget)
})

/** Fetched once the list is there. */
const whenIdle =
  /\/(?:reader|purify(?:\.es)?|inert-html|data-bytes|lock-overlay|password-(?:reminder|query)|passwords|arrivals|zh-later)-/

/** Bytes. It only ever gets smaller. */
const startBudget = 180_000

async function sizeOf(url: string): Promise<number> {
  const { headers } = await fetch(url, { headers: { 'accept-encoding': 'br' } })
  expect(headers.get('content-encoding'), url).toBe('br')
  return Number(headers.get('content-length'))
}

test('§Speed the first calls of a start wait for no library', async ({ page, installation }) => {
  const answer = await page.request.get(`${installation.url}/`)
  const first = /<script[^>]* src="\.(\/assets\/index-[^"]+\.js)"/.exec(await answer.text())?.[1]
  const script = await (await page.request.get(`${installation.url}${first}`)).text()
  expect(script).toContain('mail/main/start')
  expect(script).not.toMatch(/(?:^|;)import\s*(?:["'{*\w])/m)
})
