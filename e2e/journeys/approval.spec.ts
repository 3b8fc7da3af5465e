import { readFile } from 'node:fs/promises'
import { approval } from '@hongyan/contract/approval'
import type { Page } from '@playwright/test'
import { connectApi } from '../durability/api.ts'
import { endApproval, holdMailOf } from '../support/approval-house.ts'
import { AxeBuilder } from '../support/axe.ts'
import { domain, expect, type Installation, password, signIn, test } from '../support/fixtures.ts'
import { inDatabase } from '../support/in-database.ts'
import { picture } from '../support/pictures.ts'
import { newPage } from '../support/watched-page.ts'

const newSubject = (words: string) => `${words} ${Math.random().toString(36).slice(2, 8)}`

type SignIn = Parameters<typeof signIn>[2]

/** Somebody else at another computer. */
async function another(page: Page, installation: Installation, who: SignIn): Promise<Page> {
  const theirs = await newPage(page.context().browser())
  await signIn(theirs, installation, who)
  return theirs
}

interface Written {
  to?: string
  subject: string
  text?: string
  language?: 'zh' | 'en'
  file?: string
}

/** Writes a mail to outside and sends it by the key. */
async function write(page: Page, written: Written): Promise<void> {
  const { to = 'li@partner.test', subject, text = '请查收', language = 'zh', file } = written
  const zh = language === 'zh'
  await page.goto(`${new URL(page.url()).origin}/#/write/new/0`)
  const field = page.getByRole('combobox', { name: zh ? '收件人' : 'To', exact: true })
  await field.fill(to)
  await field.press('Enter')
  await page.getByRole('textbox', { name: zh ? '主题' : 'Subject' }).fill(subject)
  if (file) {
    await page.getByTestId('attach').setInputFiles({
      name: file,
      mimeType: 'text/plain',
      buffer: Buffer.from('what is in the file'),
    })
    await expect(page.getByRole('button', { name: `重命名 ${file}` })).toBeVisible()
  }
  const editor = page.frameLocator('iframe').first().locator('[contenteditable=true]')
  await editor.click()
  await page.keyboard.type(text)
  await page.keyboard.press('Control+Enter')
}

const menu = (page: Page) => page.getByRole('navigation', { name: /文件夹|Folders/ })
const row = (page: Page, subject: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: subject, visible: true })
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })

/** From the list, by its link. */
async function openFromList(page: Page, subject: string): Promise<void> {
  await row(page, subject).getByRole('link').click()
  await expect(page).toHaveURL(/#\/appreply\/\d+\/\d+\/[^/]+\/\w+\/\w+$/)
  await expect(page.getByRole('heading', { name: subject })).toBeVisible()
}

async function expectClean(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .exclude('iframe')
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa'])
    .analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
}

test.afterAll(({ installation }) => endApproval(installation))

test('APPROVAL-01 APPROVAL-03 APPROVAL-04 APPROVAL-05 APPROVAL-07 APPROVAL-08 APPROVAL-12 ROUTES-10 ROUTES-19 SHELL-14 SHELL-30 a message is held, its writer chooses who approves it, who does so by keyboard, and it leaves', async ({
  page,
  installation,
}) => {
  const levels = [['wang', 'chen']]
  await holdMailOf(installation, { sender: 'lin', levels, choose: true, name: '外发邮件' })
  const approver = await another(page, installation, { name: 'wang' })
  await signIn(page, installation, { name: 'lin' })
  const count = menu(approver).getByRole('link', { name: /^邮件审批/ })
  await expect(count).toHaveText('邮件审批')

  // The server asks for an approver; without one nothing leaves, and the mail stays as it was written.
  const subject = newSubject('报价单')
  await write(page, { subject })
  const dialog = page.getByRole('dialog', { name: '选择审批人' })
  await expect(dialog).toContainText('这封邮件要经审批后才会发出')
  await expect(dialog.getByRole('radio')).toHaveCount(2)
  await expect(dialog.getByRole('radio').first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText('请选择审批人！')
  await page.keyboard.press('Escape')
  await expect(page.getByText('请选择审批人！')).toBeVisible()
  await expect(page.getByRole('textbox', { name: '主题' })).toHaveValue(subject)
  await page.getByRole('button', { name: '发送', exact: true }).click()
  await dialog.getByRole('radio', { name: `wang@${domain}` }).check()
  await dialog.getByRole('button', { name: '提交审批' }).click()
  await expect(page.getByText('邮件已提交审批，通过后才会发出')).toBeVisible()

  // Held: so Sent says, the open mail, and the own requests.
  await page.goto(`${installation.url}/#/outbox`)
  await expect(page.getByRole('row').filter({ hasText: subject })).toContainText('[待审批]')
  await page.getByRole('row').filter({ hasText: subject }).click()
  const bar = page.getByRole('note').filter({ hasText: '待审批：通过后才会发出。' })
  await expect(bar).toContainText('收件人在单位外')
  await bar.getByRole('button', { name: '查看进度' }).click()
  await expect(page.getByRole('main')).toContainText('邮件正在等待审批，通过后才会发出。')
  await page.getByRole('button', { name: '返回列表' }).click()
  await expect(page).toHaveURL(/#\/pending/)
  await expect(row(page, subject)).toContainText('等待 wang 审批')
  await expect(menu(page).getByRole('link', { name: /^我的申请/ })).toHaveText('我的申请1')

  // The count comes by itself, and the list with it.
  await expect(count).toHaveText('邮件审批1')
  await count.click()
  await expect(approver).toHaveURL(/#\/approval$/)
  await expect(tab(approver, '待审批')).toHaveAttribute('aria-selected', 'true')
  for (const name of ['全部', '已通过', '已拒绝', '已撤回'])
    await expect(tab(approver, name)).toBeVisible()
  await expect(row(approver, subject)).toContainText('lin 发给 li@partner.test')

  // By keyboard alone: to the mail, approve without an opinion, and with one.
  await approver.keyboard.press('j')
  await approver.keyboard.press('Enter')
  await expect(approver.getByRole('heading', { name: subject })).toBeVisible()
  await expect(approver.getByRole('main')).toContainText('审批规则：外发邮件')
  await expectClean(approver)
  await approver.getByRole('button', { name: '通过', exact: true }).focus()
  await approver.keyboard.press('Enter')
  const opinion = approver.getByRole('textbox', { name: '审批意见' })
  await expect(opinion).toBeFocused()
  await approver.keyboard.press('Control+Enter')
  await expect(approver.getByRole('dialog').getByRole('alert')).toHaveText('请填写审批意见！')
  await approver.keyboard.type('同意')
  await approver.keyboard.press('Control+Enter')
  await expect(approver).toHaveURL(/#\/approval$/)
  await expect(count).toHaveText('邮件审批')
  await tab(approver, '已通过').click()
  await expect(row(approver, subject)).toContainText('已通过')

  // It has left, and its writer sees it without asking.
  const left = await installation.sink.next(({ to }) => to.includes('li@partner.test'))
  expect(left.from).toBe(`lin@${domain}`)
  await expect(row(page, subject)).toContainText('已通过')
  await expect(menu(page).getByRole('link', { name: /^我的申请/ })).toHaveText('我的申请')
  await openFromList(page, subject)
  await expect(page.getByRole('main')).toContainText('邮件已通过审批并发出。')
  await expect(page.getByRole('main')).toContainText('同意')
})

test('APPROVAL-01 APPROVAL-06 APPROVAL-09 APPROVAL-10 APPROVAL-11 ROUTES-19 levels in English: passed on, withdrawn, and what is said to who comes too late', async ({
  page,
  installation,
}) => {
  const levels = [['ann', 'amy'], ['bill']]
  await holdMailOf(installation, { sender: 'eve', levels, name: 'Outgoing' })
  await signIn(page, installation, { name: 'eve', language: 'en' })
  const ann = await another(page, installation, { name: 'ann', language: 'en' })
  const bill = await another(page, installation, { name: 'bill', language: 'en' })
  const [passed, gone] = [newSubject('contract'), newSubject('price list')]
  for (const subject of [passed, gone]) {
    await write(page, { subject, language: 'en' })
    await expect(page.getByText('Submitted for approval').last()).toBeVisible()
    await expect(page).not.toHaveURL(/#\/write\//)
  }

  // Passed on to one of the next level.
  await menu(ann)
    .getByRole('link', { name: /^Mail approval/ })
    .click()
  await openFromList(ann, passed)
  await ann.getByRole('button', { name: 'Approve and pass on' }).click()
  const dialog = ann.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'bill' }).check()
  await dialog.getByRole('textbox', { name: 'Comment' }).fill('fine with me')
  await dialog.getByRole('button', { name: 'Approve and pass on' }).click()
  await expect(ann.getByText('Passed on to the next level')).toBeVisible()
  await tab(ann, 'All').click()
  await openFromList(ann, passed)
  await expect(ann.getByRole('main')).toContainText('You have decided; others still have to.')
  await expect(ann.getByRole('button', { name: 'Approve', exact: true })).toHaveCount(0)

  // The last level has nobody above it.
  await menu(bill)
    .getByRole('link', { name: /^Mail approval/ })
    .click()
  await openFromList(bill, passed)
  await expect(bill.getByRole('listitem').filter({ hasText: 'Level 1 (any' })).toContainText(
    'ann: approved and passed on',
  )
  await expect(bill.getByRole('button', { name: 'Approve and pass on' })).toHaveCount(0)

  // Withdrawn while an approver looks at it: who decides then is told so.
  await ann.goto(`${installation.url}/#/approval`)
  await openFromList(ann, gone)
  await ann.getByRole('button', { name: 'Reject' }).click()
  await ann.getByRole('textbox', { name: 'Comment' }).fill('too cheap')
  await page.goto(`${installation.url}/#/pending`)
  await row(page, gone).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByText('Withdrawn; the message was not sent')).toBeVisible()
  await expect(row(page, gone)).toContainText('Withdrawn')
  await expect(ann.getByText('This mail has been withdrawn by the applicant')).toBeVisible()
})

test('APPROVAL-06 APPROVAL-10 APPROVAL-13 a file can be had once the organisation lets approvers have it, and nobody is above the last level', async ({
  page,
  installation,
}) => {
  const levels = [['zhou'], ['xu']]
  await holdMailOf(installation, { sender: 'lei', levels, files: ['*'], name: '外发附件' })
  await signIn(page, installation, { name: 'lei' })
  const approver = await another(page, installation, { name: 'zhou' })
  const subject = newSubject('返利方案')
  await write(page, { subject, file: '返利方案.txt' })
  await expect(page.getByText('邮件已提交审批，通过后才会发出')).toBeVisible()
  await approver.goto(`${installation.url}/#/approval`)
  await openFromList(approver, subject)
  const main = approver.getByRole('main')
  await expect(main).toContainText('附件：返利方案.txt')
  await expect(main).toContainText('待审批邮件的附件不允许下载。')
  await expect(main.getByRole('link', { name: /返利方案/ })).toHaveCount(0)
  await installation.command(['switch', 'mailApprovalDownload', 'on'])
  await approver.reload()
  const [download] = await Promise.all([
    approver.waitForEvent('download'),
    main.getByRole('link', { name: /返利方案/ }).click(),
  ])
  expect(await readFile((await download.path()) ?? '', 'utf8')).toBe('what is in the file')
  await installation.command(['switch', 'mailApprovalDownload', 'off'])

  // Whoever is above has left meanwhile.
  await expect(main.getByRole('button', { name: '通过并转下级审批' })).toBeVisible()
  await installation.command(['user', 'disable', `xu@${domain}`])
  await main.getByRole('button', { name: '通过并转下级审批' }).click()
  await expect(approver.getByRole('dialog')).toContainText('未查询到下级审批人！')
  await approver.keyboard.press('Escape')

  // Rejected on a phone, with both buttons at the thumb: it never leaves, and its writer reads why.
  await approver.setViewportSize({ width: 390, height: 844 })
  await expectClean(approver)
  await main.getByRole('button', { name: '拒绝' }).click()
  await approver.getByRole('textbox', { name: '审批意见' }).fill('返利不能外发')
  await approver.getByRole('dialog').getByRole('button', { name: '拒绝' }).click()
  await expect(approver).toHaveURL(/#\/approval$/)
  await page.goto(`${installation.url}/#/pending?state=rejected`)
  await openFromList(page, subject)
  await expect(page.getByRole('main')).toContainText('邮件被拒绝，没有发出。')
  await expect(page.getByRole('main')).toContainText('返利不能外发')
  expect(installation.sink.mails.filter(({ raw }) => raw.includes('lei@'))).toEqual([])
})

const onPhone = {
  zh: {
    ...{ sender: 'luomin', senderName: '罗敏', approver: 'tangyi', approverName: '唐毅' },
    rule: '报价外发须经主管审批',
    list: [
      { subject: '华东区三季度报价单', text: '三季度报价如下，有效期至月底。' },
      { subject: '合作协议修订稿，烦请贵司法务确认第七条违约责任', text: '修订处已标出。' },
    ],
    opinion: '价格已与财务核对，同意发出。',
    lose: '放弃已填写的内容？',
    ...{ approve: '通过', field: '审批意见', tab: '已通过', stand: '该邮件已审批' },
  },
  en: {
    ...{
      sender: 'grace',
      senderName: 'Grace Hall',
      approver: 'oliver',
      approverName: 'Oliver Stone',
    },
    rule: 'Quotes leave after a manager has seen them',
    list: [
      {
        subject: 'Quote for the third quarter',
        text: 'The quote is good until the end of the month.',
      },
      {
        subject: 'Draft agreement, revised: please have your lawyers look at clause seven',
        text: 'All changes are marked.',
      },
    ],
    opinion: 'Checked against the price list. Fine with me.',
    lose: 'Discard what you entered?',
    ...{ approve: 'Approve', field: 'Comment', tab: 'Approved' },
    stand: 'already',
  },
} as const

for (const language of ['zh', 'en'] as const) {
  test(`APPROVAL-03 APPROVAL-04 APPROVAL-10 ${language}: on a phone, what waits, a held mail, the decision, and what became of it`, async ({
    page,
    installation,
  }) => {
    const { sender, approver, list, ...t } = onPhone[language]
    await holdMailOf(installation, { sender, levels: [[approver]], name: t.rule })
    const called = { [sender]: t.senderName, [approver]: t.approverName }
    for (const [name, shown] of Object.entries(called))
      await inDatabase(
        installation.folder,
        `UPDATE users u SET name = '${shown}' FROM accounts a WHERE a.id = u.account_id AND a.address = '${name}@${domain}'`,
      )
    await signIn(page, installation, { name: sender, language })
    for (const { subject, text } of list) {
      await write(page, { subject, text, language })
      await expect(page).not.toHaveURL(/#\/write\//)
    }
    const theirs = await another(page, installation, { name: approver, language })
    await theirs.setViewportSize({ width: 390, height: 844 })
    await theirs.goto(`${installation.url}/#/approval`)
    for (const { subject } of list) await expect(row(theirs, subject)).toBeVisible()
    const [{ subject }, { subject: second }] = list
    await expectClean(theirs)
    await phonePicture(theirs, `approval-list-${language}`)
    await openFromList(theirs, subject)
    await expect(theirs.frameLocator('iframe').first().getByText(list[0].text)).toBeVisible()
    await expectClean(theirs)
    await phonePicture(theirs, `approval-mail-${language}`)
    const main = theirs.getByRole('main')
    await main.getByRole('button', { name: t.approve, exact: true }).click()
    const dialog = theirs.getByRole('dialog')
    await dialog.getByRole('textbox', { name: t.field }).fill(t.opinion)
    await expectClean(theirs)
    await phonePicture(theirs, `approval-decide-${language}`)
    await theirs.keyboard.press('Escape')
    const lose = theirs.getByRole('dialog', { name: t.lose })
    await expect(lose).toBeVisible()
    await expectClean(theirs)
    await phonePicture(theirs, `approval-lose-${language}`)
    await theirs.keyboard.press('Escape')
    await expect(lose).toHaveCount(0)
    await expect(dialog.getByRole('textbox', { name: t.field })).toHaveValue(t.opinion)
    await dialog.getByRole('button', { name: t.approve, exact: true }).click()
    await expect(theirs).toHaveURL(/#\/approval$/)
    await expect(row(theirs, second)).toBeVisible()
    await expect(row(theirs, subject)).toHaveCount(0)
    await tab(theirs, t.tab).click()
    await openFromList(theirs, subject)
    await expect(main).toContainText(t.stand)
    await expectClean(theirs)
    await phonePicture(theirs, `approval-decided-${language}`)
    await theirs.context().close()
  })
}

const phonePicture = (page: Page, name: string) => picture(page, name, [390])

test('APPROVAL-03 APPROVAL-09 APPROVAL-10 several at once, of which one was decided by somebody else a moment before', async ({
  page,
  installation,
}) => {
  const levels = [['mei', 'min']]
  await holdMailOf(installation, { sender: 'ning', levels, name: '多封审批' })
  await signIn(page, installation, { name: 'ning' })
  const approver = await another(page, installation, { name: 'mei' })
  const subjects = [newSubject('一'), newSubject('二'), newSubject('三')]
  for (const subject of subjects) {
    await write(page, { subject })
    await expect(page).not.toHaveURL(/#\/write\//)
  }
  await approver.goto(`${installation.url}/#/approval`)
  for (const subject of subjects) await expect(row(approver, subject)).toBeVisible()
  await approver.getByRole('checkbox', { name: '全选' }).check()
  await expect(approver.getByRole('main')).toContainText('已选 3 封')
  await approver.getByRole('button', { name: '通过', exact: true }).click()
  await approver.getByRole('textbox', { name: '审批意见' }).fill('都同意')
  // The other one is quicker with the first.
  const other = connectApi(installation.product.httpPort)
  await other.logIn(`min@${domain}`, password)
  const { list } = await other.get(approval.approverApprovalList, { state: 'pending' })
  const first = list.find(({ mailSubject }) => mailSubject === subjects[0])
  await approver.route('**/approverApprovalList*', () => undefined)
  await other.get(approval.reject, { approvalIds: [first?.approvalId], opinion: '不行' })
  await approver.getByRole('dialog').getByRole('button', { name: '通过' }).click()
  await approver.unroute('**/approverApprovalList*')
  await expect(approver.getByText('已通过 2 封邮件')).toBeVisible()
  await expect(approver.getByText('有 1 封没有完成：该邮件已审批')).toBeVisible()
})
