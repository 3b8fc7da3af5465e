import { folders } from '@hongyan/contract/folders'
import { AxeBuilder } from '../support/axe.ts'
import { domain, expect, signIn, test } from '../support/fixtures.ts'
import { mailText, sendMail } from '../support/send-mail.ts'
import { newPage } from '../support/watched-page.ts'

const box = `service@${domain}`

test('PUBLICBOX-01 PUBLICBOX-03 PUBLICBOX-04 PUBLICBOX-05 BANNERS-04 by keyboard alone: by the public mailbox picker to another mailbox, read and answer there, and back', async ({
  page,
  context,
  installation,
}) => {
  await installation.person('liting')
  await installation.command(['publicbox', 'add', box, '--name', '客服'])
  await installation.person('wang')
  await installation.command(['publicbox', 'grant', box, `liting@${domain}`, 'on-behalf'])
  await installation.command(['publicbox', 'grant', box, `wang@${domain}`, 'send-as'])
  await sendMail(installation.product.smtpPort, {
    to: box,
    raw: mailText({ subject: '订单 7 在哪里' }),
  })
  await signIn(page, installation, { name: 'liting' })
  const other = await context.newPage()
  await other.goto(installation.url)
  await expect(other.getByRole('banner')).toBeVisible()
  await other.goto(`${installation.url}/#/write/new/0`)

  // To the mailbox: one has to be chosen.
  await page.getByRole('button', { name: '账号' }).focus()
  await page.keyboard.press('Enter')
  const entry = page.getByRole('button', { name: '切换邮箱' })
  await expect(entry).toBeVisible()
  await entry.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: '切换邮箱' })
  await expect(dialog.getByRole('radio')).toHaveCount(1)
  await expect(dialog.getByRole('radio')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('请选择要切换的邮箱地址')
  const { violations } = await new AxeBuilder({ page }).include('dialog[open]').analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  await page.evaluate(() => localStorage.setItem('left-behind', 'x'))
  await page.keyboard.press('Space')
  // What is being written in the other tab is of the own mailbox, whatever becomes of that tab.
  await other.getByRole('textbox', { name: '主题' }).fill('只属于我自己')
  await page.keyboard.press('Enter')

  // There: nothing is left of the own mailbox, and one sees where one is. The other tab follows.
  const bar = page.getByRole('region', { name: '当前邮箱' })
  await expect(bar).toContainText(box)
  await expect(bar).toContainText('可代此邮箱发信')
  expect(await page.evaluate(() => localStorage.getItem('left-behind'))).toBeNull()
  expect(await page.evaluate(() => localStorage.getItem('switched'))).toBe('true')
  await expect(other.getByRole('region', { name: '当前邮箱' })).toContainText(box)
  const drafts = await page.evaluate(async (path) => {
    const headers = { authorization: `Bearer ${localStorage.getItem('accessToken')}` }
    const { data } = await (await fetch(`/api/${path}`, { headers })).json()
    return data.folderList.find(({ role }: { role: string }) => role === 'drafts').mail
  }, folders.list.path)
  expect(drafts).toBe(0)

  // Nothing is offered that a member of this level would be refused.
  await page.goto(`${installation.url}/#/dashboard`)
  await expect(page.getByRole('region', { name: '开始使用' })).toBeVisible()
  await expect(page.getByRole('button', { name: '新建', exact: true })).toHaveCount(0)
  await expect(page.locator('a[href*="/set/accountalias"], a[href*="/set/signature"]')).toHaveCount(
    0,
  )
  await page.goto(`${installation.url}/#/set/normalset`)
  const pages = page.getByRole('navigation', { name: '设置' })
  await expect(pages.getByRole('link')).toHaveText(['常规设置', '外观'])
  await page.goto(`${installation.url}/#/set/accountalias/1`)
  await expect(page).toHaveURL(/#\/404$/)
  await page.goto(`${installation.url}/#/dashboard`)

  // Read and answer.
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^收件箱/ })
    .first()
    .focus()
  await page.keyboard.press('Enter')
  const row = page.getByRole('row', { name: /订单 7 在哪里/ })
  await expect(row).toBeVisible()
  await row.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: '订单 7 在哪里' })).toBeVisible()

  // Whose it is, and who is at it, is seen by the other members at once; the list shows what is nobody's, and mine.
  const show = async (which: string) => {
    await page.getByRole('button', { name: '筛选', exact: true }).click()
    await page.getByRole('group', { name: '负责人' }).getByText(which, { exact: true }).click()
  }
  const assignee = page.getByRole('combobox', { name: '负责人' })
  await show('未分配')
  await expect(row).toBeVisible()
  await assignee.selectOption({ label: 'liting' })
  await expect(row).toHaveCount(0)
  await show('由我负责')
  await expect(row).toBeVisible()
  await show('不限')
  const colleague = await newPage(context.browser())
  await signIn(colleague, installation, { name: 'wang' })
  await colleague.getByRole('button', { name: '账号' }).click()
  await colleague.getByRole('button', { name: '切换邮箱' }).click()
  await colleague.getByRole('dialog', { name: '切换邮箱' }).getByRole('radio').check()
  await colleague.keyboard.press('Enter')
  await expect(colleague.getByRole('region', { name: '当前邮箱' })).toContainText(box)
  await colleague
    .getByRole('navigation')
    .getByRole('link', { name: /^收件箱/ })
    .first()
    .click()
  const theirs = colleague.getByRole('row', { name: /订单 7 在哪里/ })
  await expect(theirs).toContainText('liting')
  await theirs.click()
  await expect(colleague.getByRole('combobox', { name: '负责人' })).toBeVisible()
  await page.getByRole('heading', { name: '订单 7 在哪里' }).focus()
  await page.keyboard.press('r')
  const text = page.locator('[data-tag]:visible iframe').first().contentFrame()
  await expect(text.locator('[contenteditable=true]')).toBeFocused()
  await expect(
    colleague.getByRole('alert').filter({ hasText: 'liting 正在回复这封邮件' }),
  ).toBeVisible()
  await page.keyboard.type('七号订单今天发出。')
  await page.keyboard.press('Control+Enter')
  await expect(colleague.getByRole('alert').filter({ hasText: '正在回复' })).toHaveCount(0)
  const { from, raw } = await installation.sink.next((one) => one.raw.includes('Sender:'))
  expect(from).toBe(box)
  expect(String(raw)).toMatch(new RegExp(`^Sender: .*liting@${domain}`, 'm'))
  await colleague.context().close()

  // And back, where the mail is not.
  await bar.getByRole('button', { name: '返回我的邮箱' }).focus()
  await page.keyboard.press('Enter')
  await expect(bar).toHaveCount(0)
  // The page is left for another meanwhile.
  const switched = () => page.evaluate(() => localStorage.getItem('switched'))
  await expect.poll(() => switched().catch(() => 'on the way')).toBeNull()
  await expect(other.getByRole('region', { name: '当前邮箱' })).toHaveCount(0)
})

test('who may only read a public mailbox is offered nothing that is refused: by pointer, menu, key and address', async ({
  page,
  installation,
}) => {
  const archive = `archive@${domain}`
  await installation.person('reading')
  await installation.command(['publicbox', 'add', archive, '--name', '档案'])
  await installation.command(['publicbox', 'grant', archive, `reading@${domain}`, 'read'])
  await sendMail(installation.product.smtpPort, {
    to: archive,
    raw: mailText({ subject: '只读的邮件' }),
  })
  await signIn(page, installation, { name: 'reading' })
  await expect(page.getByRole('button', { name: '写邮件' })).toBeVisible()
  await page.getByRole('button', { name: '账号' }).click()
  await page.getByRole('button', { name: '切换邮箱' }).click()
  await page.getByRole('dialog', { name: '切换邮箱' }).getByRole('radio').check()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: '当前邮箱' })).toContainText(archive)
  const refused: string[] = []
  page.on('response', (one) => {
    if (one.status() >= 400) refused.push(`${one.status()} ${one.url()}`)
  })
  const said = page.getByRole('alert').filter({ hasText: '您在该邮箱中的权限不允许此操作' })
  /** What the key would have done had its time until the word came, which was not there before. */
  const refuses = async (key: string) => {
    await page.keyboard.press(key)
    await expect(said).toHaveCount(1)
    await said.getByRole('button', { name: '关闭' }).click()
    await expect(said).toHaveCount(0)
  }
  await page.goto(`${installation.url}/#/inbox`)
  const row = page.getByRole('row', { name: /只读的邮件/ })
  await expect(row).toBeVisible()
  await expect(page.getByRole('button', { name: '写邮件' })).toHaveCount(0)
  await row.hover()
  await expect(row.getByRole('button', { name: '标为已读' })).toBeVisible()
  await expect(row.getByRole('button')).toHaveCount(1)
  await row.click({ button: 'right' })
  await expect(page.getByRole('menuitem')).toHaveText([/打开/, /标为已读/, /导出/, /往来邮件/])
  await page.keyboard.press('Escape')
  await row.getByRole('checkbox').check()
  for (const key of ['s', 'p', 'l', 'v', 'e', '!', '#', 'r']) {
    await refuses(key)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  // Nothing was done that could be undone: this key says nothing, the next one does.
  await page.keyboard.press('z')
  await refuses('c')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/#\/inbox$/)
  await row.getByRole('link').click()
  const bar = page.getByRole('toolbar', { name: '邮件操作' })
  await expect(page.getByRole('heading', { name: '只读的邮件' })).toBeVisible()
  for (const name of ['回复', '回复全部', '转发', '删除', '归档', '移动到', '置顶'])
    await expect(bar.getByRole('button', { name, exact: true })).toHaveCount(0)
  for (const key of ['r', 'a', 'f', 's', '#']) await refuses(key)
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await page.goto(`${installation.url}/#/write/new/0`)
  await expect(page).toHaveURL(/#\/404$/)
  expect(refused).toEqual([])

  // Shut out while there: back in the own mailbox, with a word and without signing in.
  await page.goto(`${installation.url}/#/inbox`)
  await expect(row).toBeVisible()
  await installation.command(['publicbox', 'revoke', archive, `reading@${domain}`])
  // The socket tells it, the next call at the latest, whichever comes first.
  const word = page.getByText('您使用该邮箱的权限已结束，已回到您自己的邮箱')
  const refresh = page.getByRole('button', { name: '刷新' })
  await refresh.click({ timeout: 1_000 }).catch(() => undefined)
  await expect(word).toBeVisible()
  await expect(page.getByRole('region', { name: '当前邮箱' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: '写邮件' })).toBeVisible()
})
