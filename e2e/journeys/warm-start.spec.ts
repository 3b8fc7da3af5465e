import { expect, signIn, test } from '../support/fixtures.ts'

const firstCalls = [
  '/api/platform/config',
  '/api/mail/main/folder/list',
  '/api/user/info',
  '/api/mail/main/index',
  '/api/mail/email/mailbox/list',
]

test('§Speed coming back asks for each thing of the first screen once, before the libraries are there', async ({
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
  for (const path of firstCalls) {
    expect(
      asked.filter((one) => one === path),
      path,
    ).toHaveLength(1)
  }
  const early = await page.evaluate(() => {
    const times = performance.getEntriesByType('resource').map(({ name, startTime }) => ({
      name,
      startTime,
    }))
    const of = (part: string) => times.find(({ name }) => name.includes(part))?.startTime ?? 0
    const marks = performance.getEntriesByName('app', 'mark')
    return { list: of('mailbox/list'), app: marks[0]?.startTime ?? 0 }
  })
  expect(early.list).toBeGreaterThan(0)
  expect(early.list).toBeLessThan(early.app)
})
