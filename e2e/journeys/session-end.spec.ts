import type { Page } from '@playwright/test'
import { domain, expect, type Installation, password, signIn, test } from '../support/fixtures.ts'
import { mailText } from '../support/send-mail.ts'
import { newPage, takeRefused } from '../support/watched-page.ts'

const rowOf = (page: Page, subject: string) => page.getByRole('row').filter({ hasText: subject })

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: '账号' }).click()
  await page.getByRole('button', { name: '退出登录' }).click()
  await expect(page).toHaveURL(/#\/login/)
}

/** By the form in the same page: nothing is loaded anew, as when the next person sits down. */
async function signInAgain(page: Page, { person }: Installation, name: string): Promise<void> {
  await person(name)
  await page.locator('input').first().fill(`${name}@${domain}`)
  await page.locator('input[type=password]').fill(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#\/inbox/)
  await expect(page.getByRole('link', { name: /^收件箱/ })).toBeVisible()
}

async function openImport(page: Page): Promise<void> {
  const menu = page.getByRole('navigation', { name: '文件夹' })
  await menu.getByRole('link', { name: /^收件箱/ }).hover()
  await menu.getByRole('button', { name: '更多操作：收件箱' }).click()
  await page.getByRole('menuitem', { name: '导入邮件…' }).click()
}

/** An import that the server never ends. Answers how often the page asked after it. */
async function endlessImport(page: Page): Promise<() => number> {
  let asked = 0
  const counts = { total: 9, looked: 1, imported: 0, skipped: 0, failed: 1 }
  const failures = [{ name: '机密.eml', reason: 'not-mail' }]
  const progress = { jobId: 7, mailboxId: 1, state: 'running', ...counts, failures }
  const answer = (data: unknown) => ({ json: { code: 200, message: '', data } })
  await page.route(/email\/import\?/, (route) => route.fulfill(answer(progress)))
  await page.route('**/mail/email/import/finish', (route) => route.fulfill(answer(progress)))
  await page.route(/\/import\/state\?jobId=7/, (route) => {
    asked++
    return route.fulfill(answer({ list: [progress] }))
  })
  return () => asked
}

test('AUTH-15 who signs in next in this tab finds nothing of an import, a tag or an offer to undo', async ({
  page,
  installation,
}) => {
  await installation.deliver('ended', mailText({ subject: '要删的', text: 'x' }))
  await signIn(page, installation, { name: 'ended' })
  const asked = await endlessImport(page)
  await openImport(page)
  const dialog = page.getByRole('dialog', { name: '导入邮件' })
  await dialog.locator('input[type=file]').setInputFiles({
    name: '机密.eml',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from('Subject: x\r\n\r\nx'),
  })
  await dialog.getByRole('button', { name: '开始导入' }).click()
  await expect(dialog.getByText('机密.eml')).toBeVisible()
  await dialog.getByRole('button', { name: '在后台继续' }).click()
  await expect.poll(asked).toBeGreaterThan(1)

  await page.getByRole('button', { name: '写邮件' }).first().click()
  await page.getByRole('textbox', { name: '主题' }).fill('机密标签')
  const tags = page.getByRole('navigation', { name: '已打开的页面' })
  await tags.getByRole('button', { name: '邮件', exact: true }).click()
  await expect(tags.getByText('机密标签')).toBeVisible()
  await rowOf(page, '要删的').click()
  await page.keyboard.press('#')
  await expect(page.getByRole('button', { name: '撤销' })).toBeVisible()

  await signOut(page)
  await expect(page.getByRole('button', { name: '撤销' })).toHaveCount(0)
  const before = asked()
  await signInAgain(page, installation, 'ended')
  await expect(page.getByText('机密标签')).toHaveCount(0)
  await openImport(page)
  await expect(dialog.getByRole('button', { name: '开始导入' })).toBeVisible()
  await expect(page.getByText('机密.eml')).toHaveCount(0)
  expect(asked()).toBe(before)
})

test('G118 what is being written at sign-out is a draft on the server', async ({
  page,
  browser,
  installation,
}) => {
  await signIn(page, installation, { name: 'writing' })
  await page.getByRole('button', { name: '写邮件' }).first().click()
  await page.getByRole('textbox', { name: '主题' }).fill('写到一半')
  await signOut(page)
  // Another browser: what this one keeps would bring it back too.
  const elsewhere = await newPage(browser)
  await signIn(elsewhere, installation, { name: 'writing' })
  // There, too, every line that writes HTML past the policy would be met (ADR 24).
  await expect(
    elsewhere.evaluate(() => {
      document.body.innerHTML = '<b>x</b>'
    }),
  ).rejects.toThrow('TrustedHTML')
  await expect.poll(() => takeRefused().length).toBe(1)
  await elsewhere.getByRole('link', { name: /^草稿箱/ }).click()
  await expect(rowOf(elsewhere, '写到一半')).toHaveCount(1)
  await elsewhere.close()
})

test('AUTH-15 a sign-out in another tab leaves no question about a folder behind', async ({
  page,
  context,
  installation,
}) => {
  await signIn(page, installation, { name: 'asked' })
  await page.getByRole('button', { name: '新建', exact: true }).click()
  await page.getByRole('menuitem', { name: '新建文件夹' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('机密夹')
  const other = await context.newPage()
  await other.goto(installation.url)
  await signOut(other)
  await expect(page).toHaveURL(/#\/login/)
  await signInAgain(page, installation, 'next')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('MAILLIST-27 an action on a whole folder that ends while one writes is said there, and can be taken back', async ({
  page,
  installation,
}) => {
  for (let index = 0; index < 17; index++)
    await installation.deliver('whole', mailText({ subject: `all ${index}`, text: 'x' }))
  let release = () => undefined as undefined
  const held = new Promise<void>((done) => {
    release = () => void done()
  })
  await page.routeWebSocket(/\/mail\/message\//, (socket) => {
    const server = socket.connectToServer()
    server.onMessage(async (text) => {
      if (String(text).includes('"bulk"')) await held
      socket.send(text)
    })
  })
  await signIn(page, installation, { name: 'whole' })
  const toolbar = page.getByRole('toolbar', { name: '邮件操作' })
  await toolbar.getByRole('button', { name: '视图', exact: true }).click()
  await page.getByRole('menu', { name: '视图' }).getByText('15 封', { exact: true }).click()
  await expect(page.getByRole('row')).toHaveCount(15)
  await page.getByRole('checkbox', { name: '全选本页' }).check()
  await page.getByRole('button', { name: '选择此文件夹的全部 17 封' }).click()
  await toolbar.getByRole('button', { name: '删除', exact: true }).click()
  await page.getByRole('button', { name: '写邮件' }).first().click()
  await expect(page.getByRole('textbox', { name: '主题' })).toBeVisible()
  release()
  await expect(page.getByText('已处理 17 封邮件')).toBeVisible()
  await page.getByText('撤销', { exact: true }).click()
  await expect(page.getByText('已放回 17 封邮件')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('row')).toHaveCount(15)
  await expect(page.getByRole('button', { name: '停止' })).toHaveCount(0)
})
