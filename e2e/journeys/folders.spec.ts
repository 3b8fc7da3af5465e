import type { Locator, Page } from '@playwright/test'
import { AxeBuilder } from '../support/axe.ts'
import { expect, type Installation, signIn, switchLanguage, test } from '../support/fixtures.ts'
import { overAnswer } from '../support/over-answer.ts'
import { mailText } from '../support/send-mail.ts'

const folderPassword = 'open-5esame'
let people = 0

/** A person of this test alone, signed in, with mails that have the subjects given. */
async function newPerson(
  page: Page,
  installation: Installation,
  { subjects = [], language = 'zh' }: { subjects?: string[]; language?: 'zh' | 'en' } = {},
): Promise<string> {
  people++
  const name = `folders${process.pid}x${people}`
  for (const subject of subjects)
    await installation.deliver(name, mailText({ subject, text: subject }))
  await signIn(page, installation, { name, language })
  for (const subject of subjects) await expect(rowOf(page, subject)).toBeVisible()
  return name
}

const rowOf = (page: Page, subject: string): Locator =>
  page.getByRole('row').filter({ hasText: subject })

const menuOf = (page: Page) => page.getByRole('navigation', { name: '文件夹' })

const entryOf = (page: Page, name: string): Locator =>
  menuOf(page).getByRole('link', { name: new RegExp(`^${name}`) })

async function addFolder(page: Page, name: string): Promise<void> {
  await menuOf(page).getByRole('button', { name: '新建', exact: true }).click()
  await page.getByRole('menuitem', { name: '新建文件夹' }).click()
  await page.getByLabel('文件夹名称').fill(name)
  await page.keyboard.press('Enter')
  await expect(entryOf(page, name)).toBeVisible()
}

/** Chooses from the menu of a folder or label. */
async function choose(page: Page, name: string, action: string): Promise<void> {
  await entryOf(page, name).hover()
  await menuOf(page)
    .getByRole('button', { name: `更多操作：${name}` })
    .click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

async function setFolderPassword(page: Page, name: string): Promise<void> {
  await choose(page, name, '设置密码')
  await page.getByLabel('新密码', { exact: true }).fill(folderPassword)
  await page.getByLabel('再次输入新密码').fill(folderPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByText('已设置密码，文件夹已锁定')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

async function tick(page: Page, subject: string): Promise<void> {
  await rowOf(page, subject).hover()
  await rowOf(page, subject).getByRole('checkbox').check()
}

/** Presses the mouse on the box of a row, lets a mail come in that moves the row away, and lets go. */
async function tickWhileMailComes(
  page: Page,
  { subject, deliver }: { subject: string; deliver: () => Promise<void> },
): Promise<void> {
  const box = rowOf(page, subject).getByRole('checkbox')
  const before = await box.boundingBox()
  if (!before) throw new Error('the row is not on screen')
  await page.mouse.move(before.x + 6, before.y + 6)
  await page.mouse.down()
  await deliver()
  await expect.poll(async () => (await box.boundingBox())?.y).not.toBe(before.y)
  await page.mouse.up()
  await expect(box).toBeChecked()
}

/** Holds the mouse on a row until the label of the drag is there. */
async function lift(page: Page, row: Locator): Promise<void> {
  const box = await row.boundingBox()
  if (!box) throw new Error('the row is not on screen')
  const label = page.getByText(/^正在移动\d+封邮件$/)
  await expect(label).toHaveCount(0)
  await page.mouse.move(box.x + 180, box.y + box.height / 2)
  await page.mouse.down()
  await expect(label).toBeVisible()
}

async function carryTo(page: Page, target: Locator): Promise<void> {
  const box = await target.boundingBox()
  if (!box) throw new Error('the target is not on screen')
  await page.mouse.move(box.x + 40, box.y + box.height / 2, { steps: 4 })
}

test('SHELL-15 FOLDERS-05 FOLDERS-14 FOLDERS-15 a folder is added from the sidebar; a bad name stays with its reason', async ({
  page,
  installation,
}) => {
  await newPerson(page, installation)
  await menuOf(page).getByRole('button', { name: '新建', exact: true }).click()
  await page.getByRole('menuitem', { name: '新建文件夹' }).click()
  const field = page.getByLabel('文件夹名称')
  await expect(field).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('文件夹名称不能为空')).toBeVisible()
  await field.fill('一二三四五六七八九十一')
  await page.keyboard.press('Enter')
  await expect(page.getByText('文件夹名称不能超过10个字符')).toBeVisible()
  await expect(field).toHaveValue('一二三四五六七八九十一')
  await field.fill('收件箱')
  await page.keyboard.press('Enter')
  await expect(page.getByText('不能使用系统文件夹的名称')).toBeVisible()
  await field.fill('项目')
  await page.keyboard.press('Enter')
  await expect(page.getByText('已新建文件夹“项目”')).toBeVisible()
  await expect(entryOf(page, '项目')).toBeVisible()
  await menuOf(page).getByRole('link', { name: '文件夹管理' }).click()
  await expect(page).toHaveURL(/#\/set\/foldermanagement/)
  await expect(page.getByRole('heading', { name: '文件夹管理' })).toBeVisible()
})

test('FOLDERS-06 FOLDERS-07 FOLDERS-10 SHELL-14 folders are renamed, nested, ordered, hidden and deleted, by keyboard too', async ({
  page,
  installation,
}) => {
  await newPerson(page, installation)
  await addFolder(page, '甲')
  await addFolder(page, '乙')
  const names = () => menuOf(page).locator('li a[href*="custombox"]').allInnerTexts()
  // By keyboard alone: the menu of 乙, "up".
  await menuOf(page).getByRole('button', { name: '更多操作：乙' }).focus()
  await page.keyboard.press('Enter')
  const up = page.getByRole('menuitem', { name: '上移' })
  await expect(page.getByRole('menuitem').first()).toBeVisible()
  const isThere = () => up.evaluate((item) => item === document.activeElement)
  for (let step = 0; step < 8 && !(await isThere()); step++) await page.keyboard.press('ArrowDown')
  await expect(up).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(names).toEqual(['乙', '甲'])
  await choose(page, '甲', '设为上方文件夹的子文件夹')
  const fold = menuOf(page).getByRole('button', { name: '折叠 乙' })
  await fold.click()
  await expect(entryOf(page, '甲')).toHaveCount(0)
  await page.reload()
  await menuOf(page).getByRole('button', { name: '展开 乙' }).click()
  await choose(page, '甲', '重命名')
  await page.getByLabel('文件夹名称').fill('丙')
  await page.keyboard.press('Enter')
  await expect(entryOf(page, '丙')).toBeVisible()
  await choose(page, '丙', '在菜单中隐藏')
  await expect(entryOf(page, '丙')).toHaveCount(0)
  await page.goto(`${installation.url}/#/set/foldermanagement`)
  await page.getByRole('switch', { name: '在菜单中显示“丙”' }).click()
  await expect(entryOf(page, '丙')).toBeVisible()
  await choose(page, '丙', '删除文件夹')
  await page.getByRole('dialog').getByRole('button', { name: '删除文件夹' }).click()
  await expect(entryOf(page, '丙')).toHaveCount(0)
})

test('FOLDERS-08 FOLDERS-09 FOLDERS-12 MAILLIST-30 a password folder asks before it shows its mail and before it takes any', async ({
  page,
  installation,
}) => {
  await newPerson(page, installation, { subjects: ['秘密一', '秘密二'] })
  await addFolder(page, '薪酬')
  await tick(page, '秘密一')
  await page.getByRole('button', { name: '移动到' }).click()
  await page.keyboard.type('xc')
  await page.keyboard.press('Enter')
  await expect(page.getByText('邮件成功移动到薪酬')).toBeVisible()
  await setFolderPassword(page, '薪酬')

  // Into it: the password is asked for first; taking the question back moves nothing.
  await tick(page, '秘密二')
  await page.getByRole('button', { name: '移动到' }).click()
  await page.getByRole('option', { name: '薪酬' }).click()
  await expect(page.getByRole('dialog', { name: '“薪酬”已上锁' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(rowOf(page, '秘密二')).toBeVisible()

  await entryOf(page, '薪酬').click()
  await expect(page.getByRole('heading', { name: '“薪酬”已上锁' })).toBeVisible()
  await expect(page.getByText('秘密一')).toHaveCount(0)
  await page.getByRole('button', { name: '忘记密码？' }).click()
  await expect(page.getByText('请联系管理员')).toBeVisible()
  await page.getByLabel('文件夹密码').fill('wrong-one')
  await page.keyboard.press('Enter')
  await expect(page.getByText('文件夹密码不正确')).toBeVisible()
  await page.getByLabel('文件夹密码').fill(folderPassword)
  await page.keyboard.press('Enter')
  await expect(rowOf(page, '秘密一')).toBeVisible()

  await choose(page, '薪酬', '立即锁定')
  await expect(page.getByRole('heading', { name: '“薪酬”已上锁' })).toBeVisible()
  await choose(page, '薪酬', '修改密码')
  await page.getByLabel('当前密码').fill(folderPassword)
  await page.getByLabel('新密码', { exact: true }).fill('second-one')
  await page.getByLabel('再次输入新密码').fill('second-two')
  await page.keyboard.press('Enter')
  await expect(page.getByText('两次密码输入不一致')).toBeVisible()
  await page.getByLabel('再次输入新密码').fill('second-one')
  await page.keyboard.press('Enter')
  await expect(page.getByText('密码已修改')).toBeVisible()
  await choose(page, '薪酬', '取消密码')
  await page.getByLabel('当前密码').fill('second-one')
  await page.keyboard.press('Enter')
  await expect(rowOf(page, '秘密一')).toBeVisible()
})

test('SHELL-18 SHELL-19 LIMITS-05 MAILLIST-19 the mouse held on a row drags it to a folder, with a label that goes soon after', async ({
  page,
  installation,
}) => {
  await page.clock.install()
  const name = await newPerson(page, installation, { subjects: ['拖一', '拖二', '拖三'] })
  await addFolder(page, '归类')
  // A press that is shorter is a click.
  const box = await rowOf(page, '拖三').boundingBox()
  const now = await page.evaluate(() => Date.now())
  await page.clock.pauseAt(now + 2_000)
  await page.mouse.move((box?.x ?? 0) + 180, (box?.y ?? 0) + 20)
  await page.mouse.down()
  await page.clock.runFor(650)
  await expect(page.getByText(/^正在移动/)).toHaveCount(0)
  await page.clock.runFor(60)
  await expect(page.getByText('正在移动1封邮件')).toBeVisible()
  await page.mouse.up()
  await page.clock.runFor(780)
  await expect(page.getByText('正在移动1封邮件')).toBeVisible()
  await page.clock.runFor(30)
  await expect(page.getByText('正在移动1封邮件')).toHaveCount(0)
  await page.clock.resume()
  await expect(page).toHaveURL(/#\/inbox/)

  await tick(page, '拖一')
  await tickWhileMailComes(page, {
    subject: '拖二',
    deliver: () => installation.deliver(name, mailText({ subject: '来信', text: '来信' })),
  })
  await lift(page, rowOf(page, '拖一'))
  await expect(page.getByText('正在移动2封邮件')).toBeVisible()
  await carryTo(page, entryOf(page, '归类'))
  await page.mouse.up()
  await expect(page.getByText('邮件成功移动到归类')).toBeVisible()
  await expect(rowOf(page, '拖一')).toHaveCount(0)
  await entryOf(page, '归类').click()
  await expect(rowOf(page, '拖二')).toBeVisible()
})

test('SHELL-20 SHELL-21 a drop on the same folder, on the drafts and on a label is refused, on a password folder it asks', async ({
  page,
  installation,
}) => {
  await overAnswer(page, '**/api/mail/main/index', { mailApproval: 1 })
  await newPerson(page, installation, { subjects: ['留下'] })
  await addFolder(page, '密')
  await setFolderPassword(page, '密')
  await menuOf(page).getByRole('button', { name: '新建', exact: true }).click()
  await page.getByRole('menuitem', { name: '新建标签' }).click()
  await page.getByLabel('标签名称').fill('红')
  await page.keyboard.press('Enter')
  await expect(entryOf(page, '红')).toBeVisible()
  const row = rowOf(page, '留下')
  const drop = async (name: string) => {
    await lift(page, row)
    await carryTo(page, entryOf(page, name))
    await page.mouse.up()
  }
  await drop('收件箱')
  await expect(page.getByText('已在该文件夹中')).toBeVisible()
  await drop('草稿箱')
  await expect(page.getByText('不能移动到此处').first()).toBeVisible()
  for (const name of ['红', '星标邮件', '未读邮件', '邮件审批', '我的申请']) {
    await drop(name)
    await expect(page.getByText('不能移动到此处').last()).toBeVisible()
    await expect(row).toBeVisible()
  }
  await drop('密')
  const dialog = page.getByRole('dialog', { name: '“密”已上锁' })
  await dialog.getByLabel('文件夹密码').fill(folderPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByText('邮件成功移动到密')).toBeVisible()
  await expect(row).toHaveCount(0)
})

test('MAILLIST-18 MAILLIST-20 MAILLIST-30 moving by keyboard: nothing selected is said, the list is searched by pinyin', async ({
  page,
  installation,
}) => {
  const name = await newPerson(page, installation)
  await page.keyboard.press('v')
  await expect(page.getByText('请至少选择一行')).toBeVisible()
  await addFolder(page, '合同审批')
  await installation.deliver(name, mailText({ subject: '要移动', text: 'x' }))
  await expect(rowOf(page, '要移动')).toBeVisible()
  await rowOf(page, '要移动').focus()
  await page.keyboard.press('v')
  await page.keyboard.type('hetongshenpi')
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page.getByText('邮件成功移动到合同审批')).toBeVisible()
  // With moving switched off by the platform there is no way to it.
  await overAnswer(page, '**/api/mail/main/index', { mailMoveEnable: 0 })
  await page.reload()
  await entryOf(page, '合同审批').click()
  await tick(page, '要移动')
  await expect(page.getByRole('button', { name: '标签', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: '移动到' })).toHaveCount(0)
})

test('LABELS-03 LABELS-05 LABELS-06 MAILLIST-15 ROUTES-12 a label is made from the menu of mails, several are put on, and its list shows them', async ({
  page,
  installation,
}) => {
  await newPerson(page, installation, { subjects: ['标一', '标二'] })
  await tick(page, '标一')
  await page.getByRole('button', { name: '标签', exact: true }).click()
  await page.getByRole('dialog', { name: '标签' }).getByRole('button', { name: '新建标签' }).click()
  await page.getByLabel('标签名称').fill('一二三四五六七八九十一')
  await page.keyboard.press('Enter')
  await expect(page.getByText('标签名称不能超过10个字符')).toBeVisible()
  await page.getByLabel('标签名称').fill('重要')
  await page.getByRole('radio', { name: '红色' }).check({ force: true })
  await page.getByRole('button', { name: '确定' }).click()
  await expect(entryOf(page, '重要')).toContainText('1')

  await tick(page, '标二')
  await page.getByRole('button', { name: '标签', exact: true }).click()
  const menu = page.getByRole('dialog', { name: '标签' })
  await menu.getByRole('option', { name: '重要' }).click()
  await menu.getByRole('button', { name: '应用' }).click()
  await expect(entryOf(page, '重要')).toContainText('2')

  await entryOf(page, '重要').click()
  await expect(page).toHaveURL(/#\/otherfolders2\/other2\/\d+/)
  await expect(page.getByRole('row')).toHaveCount(2)
  await rowOf(page, '标一').click()
  await expect(page.getByRole('heading', { name: '标一' })).toBeVisible()
  await expect(rowOf(page, '标二')).toBeVisible()
  await expect(entryOf(page, '重要')).toContainText('1')

  await page.goto(`${installation.url}/#/otherfolders2/list`)
  await page.getByRole('switch', { name: '启用标签“重要”' }).click()
  await expect(entryOf(page, '重要')).toHaveCount(0)
  await page.getByRole('button', { name: '删除标签“重要”' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '删除标签' }).click()
  await expect(page.getByText('还没有标签。')).toBeVisible()
})

test('FOLDERS-11 a folder is emptied after a question', async ({ page, installation }) => {
  await newPerson(page, installation, { subjects: ['清一', '清二'] })
  await choose(page, '收件箱', '清空')
  await page.getByRole('dialog').getByRole('button', { name: '清空' }).click()
  await expect(page.getByText('已清空 2 封邮件')).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(0)
  await entryOf(page, '回收站').click()
  await expect(rowOf(page, '清一')).toBeVisible()
})

for (const language of ['zh', 'en'] as const) {
  test(`SHELL-15 ROUTES-11 folders, labels, their management and a locked folder have no serious axe finding (${language})`, async ({
    page,
    installation,
  }) => {
    await newPerson(page, installation)
    await addFolder(page, '外')
    await addFolder(page, '密')
    await setFolderPassword(page, '密')
    await menuOf(page).getByRole('button', { name: '新建', exact: true }).click()
    await page.getByRole('menuitem', { name: '新建标签' }).click()
    await page.getByLabel('标签名称').fill('黄')
    await page.getByRole('radio', { name: '黄色' }).check({ force: true })
    await page.getByRole('button', { name: '确定' }).click()
    await expect(entryOf(page, '黄')).toBeVisible()
    if (language === 'en') await switchLanguage(page, 'English')
    for (const path of ['/set/foldermanagement', '/otherfolders', '/otherfolders2/list']) {
      await page.goto(`${installation.url}/#${path}`)
      await expect(page.getByRole('table').first()).toBeVisible()
      await expectClean(page)
    }
    await page.getByRole('navigation').getByRole('link', { name: /^密/ }).click()
    await expect(page.getByRole('heading', { name: /密/ }).last()).toBeVisible()
    await expectClean(page)
    await page.getByRole('navigation').getByRole('link', { name: /^外/ }).hover()
    await page
      .getByRole('button', { name: language === 'zh' ? '更多操作：外' : 'More for 外' })
      .click()
    await expectClean(page)
  })
}

async function expectClean(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa'])
    .analyze()
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect(serious.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([])
}
