import { folders } from '@hongyan/contract/folders'
import { limits } from '@hongyan/contract/limits'
import { messages } from '@hongyan/contract/messages'
import { settings as settingsContract } from '@hongyan/contract/settings'
import type { Page } from '@playwright/test'
import { connectApi } from '../durability/api.ts'
import { domain, expect, password, signIn, switchLanguage, test } from '../support/fixtures.ts'
import { overAnswer } from '../support/over-answer.ts'
import { mailText } from '../support/send-mail.ts'
import { newPage } from '../support/watched-page.ts'

interface Row {
  /** Row of the specification's ledger of routes. */
  id: string
  route: string
  /** How the title begins. */
  zh: string
  en: string
  /** Where it leads, if not to itself. */
  to?: string
  /** What the specification calls it (ROUTES-26): then its heading, or the tab that is open, has this name. */
  page?: { what: string; zh: string; en: string }
}

const home = { zh: '首页', en: 'Home' }
const inbox = { zh: '收件箱', en: 'Inbox' }
const labels = { zh: '标签', en: 'Labels' }
const settings = { zh: '设置', en: 'Settings' }
const contacts = { zh: '通讯录', en: 'Contacts' }
const compose = { zh: '写邮件', en: 'New mail' }
const toGroups = {
  zh: '可发信的群组',
  en: 'Groups you can write to',
  to: '/addressbook/contactgroups',
}

/** Routes with a login, by their names; `MAIL` and `BOX` stand for a mail and its folder. */
const behindLogin: Row[] = [
  { id: 'R12', route: '/', ...inbox, to: '/inbox' },
  { id: 'R5', route: '/lockscreen', ...inbox, to: '/inbox' },
  { id: 'R14', route: '/dashboard', ...home },
  { id: 'R15', route: '/inbox', ...inbox },
  { id: 'R16', route: '/outbox', zh: '已发送', en: 'Sent' },
  { id: 'R17', route: '/draftbox', zh: '草稿箱', en: 'Drafts' },
  { id: 'R18', route: '/recyclebin', zh: '回收站', en: 'Recycle bin' },
  { id: 'R19', route: '/custombox/BOX', ...inbox },
  { id: 'R20', route: '/favorite', zh: '星标邮件', en: 'Starred' },
  // Where nothing has to be approved; where something has, see approval.spec.ts.
  { id: 'R21', route: '/approval', zh: '没有找到', en: 'This page', to: '/404' },
  { id: 'R22', route: '/pending', zh: '没有找到', en: 'This page', to: '/404' },
  { id: 'R23', route: '/otherfolders', zh: '其他文件夹', en: 'Folders' },
  { id: 'R24', route: '/otherfolders2', ...labels },
  { id: 'R25', route: '/otherfolders2/other2/1', ...labels },
  { id: 'R26', route: '/otherfolders2/list', ...labels },
  { id: 'R27', route: '/documentcenter', zh: '文件中心', en: 'Files' },
  { id: 'R28', route: '/mailmig', zh: '邮件搬家', en: 'Mail migration' },
  { id: 'R29', route: '/guidang', zh: '没有找到', en: 'This page', to: '/404' },
  { id: 'R30', route: '/wangguan', zh: '没有找到', en: 'This page', to: '/404' },
  { id: 'R31', route: '/reply/BOX/MAIL', ...inbox },
  { id: 'R31', route: '/reply/BOX/MAIL/0', ...inbox },
  { id: 'R32', route: '/appreply/1/2/3/0/0', zh: '邮件审批', en: 'Mail approval' },
  { id: 'R33', route: '/noread', zh: '未读邮件', en: 'Unread' },
  { id: 'R34', route: '/readed', zh: '已读邮件', en: 'Read' },
  { id: 'R35', route: '/write/new/0', ...compose },
  { id: 'R36', route: '/inboxct?address=p@other.test', zh: '与 p@', en: 'Messages with p@' },
  {
    id: 'R37',
    route: '/search?searchKeyword=axe&searchType=3',
    zh: '搜索：axe',
    en: 'Search: axe',
  },
  { id: 'R38', route: '/set', ...settings, to: '/set/normalset' },
  { id: 'R39', route: '/addressbook', ...contacts, to: '/addressbook/allcontacts' },
  { id: 'R41', route: '/addressbook/organization', ...contacts },
  { id: 'R42', route: '/addressbook/contactgroup', ...contacts },
  // Of whoever manages a group, or may write to one (mail-groups.spec).
  { id: 'R43', route: '/addressbook/groupmanagement', zh: '没有找到', en: 'This page', to: '/404' },
  { id: 'R44', route: '/addressbook/contactgroups', zh: '没有找到', en: 'This page', to: '/404' },
  ...[
    'normalset',
    'accountalias/1',
    'accountalias/4',
    'client',
    'account',
    'foldermanagement',
    'skinpeeling',
    'mailclassification',
    'selfChecking',
    'calendar',
    'success/1',
  ].map((path) => ({ id: 'R45-R54', route: `/set/${path}`, ...settings })),
  { id: 'R55', route: '/set/print/MAIL/BOX', zh: 'routes mail', en: 'routes mail' },
  ...(
    [
      ['R56', '/todo', { what: 'todo mail', zh: '待办邮件', en: 'To-do' }],
      ['R57', '/set/signature', { what: 'signature settings', zh: '签名', en: 'Signatures' }],
      ['R58', '/set/lockscreen', { what: 'lock screen settings', zh: '锁屏', en: 'Lock screen' }],
      ['R59', '/set/device', { what: 'client device management', zh: '设备', en: 'devices' }],
      [
        'R60',
        '/set/decryption',
        { what: 'message decryption settings', zh: '邮件加密', en: 'Mail encryption' },
      ],
      ['R61', '/set/selfquery', { what: 'self-service query', zh: '自助查询', en: 'Activity log' }],
      ['R62', '/set/mailhistory', { what: 'mail history', zh: '邮件历史', en: 'Mail history' }],
      [
        'R63',
        '/set/mailretrieval',
        { what: 'mail retrieval', zh: '邮件找回', en: 'Mail retrieval' },
      ],
      ['R64', '/feedback', { what: 'feedback', zh: '意见反馈', en: 'Feedback' }],
    ] as const
  ).map(([id, route, page]) => ({
    id,
    route,
    ...(route.startsWith('/set/') ? settings : page),
    page,
    ...(id === 'R58' && { to: '/set/accountalias/4' }),
  })),
  // Open to whoever is signed in, with the password at hand; who owes a change sees nothing else (login-ways.spec.ts).
  {
    id: 'R6',
    route: `/firstResetPsd/routes@${domain}`,
    zh: '修改初始密码',
    en: 'Change your first',
  },
  { id: 'R13', route: '/no/such/place', zh: '没有找到', en: 'This page', to: '/404' },
]

/** Routes that need none. */
const open: Row[] = [
  { id: 'R1', route: '/login', zh: '登录邮箱', en: 'Sign in' },
  { id: 'R2', route: '/loginBefore', zh: '登录邮箱', en: 'Sign in' },
  { id: 'R3', route: '/404', zh: '没有找到', en: 'This page' },
  {
    id: 'R4',
    route: '/resetPassword',
    zh: '重置密码',
    en: 'Reset',
    page: { what: 'password recovery', zh: '重置密码', en: 'Reset' },
  },
  { id: 'R5', route: '/lockscreen', zh: '登录邮箱', en: 'Sign in', to: '/loginBefore' },
  // Nobody's password is changed there by an address (T15): who is not signed in signs in first.
  {
    id: 'R6',
    route: `/firstResetPsd/routes@${domain}`,
    zh: '登录邮箱',
    en: 'Sign in',
    to: '/loginBefore',
  },
  { id: 'R7', route: '/bigFileUpload', zh: '大附件上传', en: 'Large file upload' },
  { id: 'R8', route: '/smimePage', zh: '打开加密邮件', en: 'Open an encrypted' },
  {
    id: 'R9',
    route: '/linkPage',
    zh: '即将离开',
    en: 'You are leaving',
    page: { what: 'external link warning', zh: '即将离开', en: 'You are leaving' },
  },
  { id: 'R10', route: '/sharefile', zh: '文件分享', en: 'Shared files' },
]

async function visit(
  page: Page,
  { route, to = route, page: named, ...title }: Row,
  language: 'zh' | 'en',
) {
  await page.evaluate((hash) => {
    location.hash = hash
  }, `#${route}`)
  const place = new RegExp(`#${to.replace(/[?.+]/g, '\\$&')}`)
  await expect(page, route).toHaveURL(place)
  const words = title[language].replace(/[()?.]/g, '\\$&')
  await expect(page, route).toHaveTitle(new RegExp(`^(\\(\\d+\\) )?${words}`))
  const main = page.locator('main').filter({ visible: true }).first()
  await expect(main, route).toBeVisible()
  if (!named) return
  const heading = main.getByRole('heading', { name: named[language] })
  const tab = main.locator('a[aria-current=page]').filter({ hasText: named[language] })
  await expect(heading.or(tab).first(), named.what).toBeVisible()
}

test('ROUTES-01 ROUTES-02 ROUTES-03 ROUTES-07 ROUTES-10 ROUTES-13 ROUTES-14 ROUTES-16 ROUTES-19 ROUTES-24 ROUTES-25 ROUTES-26 ROUTES-29 ROUTES-31 every route of the specification exists by its name, in both languages', async ({
  page,
  installation,
}) => {
  // With one.
  await installation.deliver('routes', mailText({ subject: 'routes mail', text: 'x' }))
  await signIn(page, installation, { name: 'routes' })
  const api = connectApi(installation.product.httpPort)
  await api.logIn(`routes@${domain}`, password)
  const { folderList } = await api.get(folders.list, {})
  const box = folderList.find(({ role }) => role === 'inbox')?.folderId ?? 0
  const [mail] = (await api.get(messages.list, { mailboxId: box })).list
  // A journey before this one may have left a group that anybody may write to.
  const mayWrite = (await api.get(settingsContract.index, {})).authMailgroupFlag === 1
  const named = behindLogin.map((row) => ({
    ...row,
    ...(row.id === 'R44' && mayWrite ? toGroups : {}),
    route: row.route.replace('BOX', String(box)).replace('MAIL', String(mail?.mailId)),
  }))
  for (const row of named) await visit(page, row, 'zh')
  // No menu leads to what is not there.
  await visit(page, { id: '', route: '/dashboard', ...home }, 'zh')
  for (const off of ['审批', '文件中心', '邮件搬家', '通讯录', '日历', '归档系统', '邮件网关'])
    await expect(page.getByRole('link', { name: off })).toHaveCount(0)
  await page.getByRole('button', { name: '更多', exact: true }).first().click()
  await expect(page.getByRole('menuitem', { name: '日历' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await switchLanguage(page, 'English')
  for (const row of named) await visit(page, row, 'en')

  // Without one: what is public stays, what is not leads to the login and keeps where one wanted to go.
  await visit(page, { id: '', route: '/dashboard', ...home }, 'en')
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  for (const row of open) await visit(page, row, 'en')
  await visit(page, { id: 'R1', route: '/login', zh: '', en: 'Sign in' }, 'en')
  await page.getByRole('button', { name: '中文' }).click()
  for (const row of open) await visit(page, row, 'zh')
  const closed = named.filter(({ id }) => !['R5', 'R6', 'R12'].includes(id))
  for (const { route } of closed) {
    await page.evaluate((hash) => {
      location.hash = hash
    }, `#${route}`)
    await expect(page, route).toHaveURL(/#\/loginBefore\?redirect=/)
  }
})

test('ROUTES-07 LIMITS-32 a phone is led to the listener for phones, other devices and the page of large files are not', async ({
  browser,
  installation,
}) => {
  const there = `http://127.0.0.1:${limits.phonePort}/`
  const userAgent =
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Mobile Safari/537.36'
  for (const [agent, path, led] of [
    [userAgent, '#/login?redirect=%2Finbox', true],
    [userAgent, '#/bigFileUpload', false],
    [undefined, '#/login', false],
  ] as const) {
    const page = await newPage(browser, agent ? { userAgent: agent } : {})
    await overAnswer(page, '**/platform/config*', { phonePort: limits.phonePort })
    await page.route(`${there}**`, (route) => route.fulfill({ body: 'the listener for phones' }))
    await page.goto(`${installation.url}/${path}`)
    if (led) await expect(page).toHaveURL(`${there}${path}`)
    else {
      await expect(page.locator('main').first()).toBeVisible()
      await page.waitForLoadState('networkidle')
      expect(page.url()).toBe(`${installation.url}/${path}`)
    }
    await page.context().close()
  }
})

test('ROUTES-07 AUTH-01 a phone on which somebody has begun to sign in is not led away from what was typed', async ({
  browser,
  installation,
}) => {
  const page = await newPage(browser, {
    userAgent: 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Mobile Safari/537.36',
  })
  let answerNow = (): void => undefined
  const typed = new Promise<void>((resolve) => {
    answerNow = resolve
  })
  await overAnswer(page, '**/platform/config*', { phonePort: limits.phonePort })
  await page.route('**/platform/config*', async (route) => {
    await typed
    await route.fallback()
  })
  const there: string[] = []
  await page.route(`http://127.0.0.1:${limits.phonePort}/**`, async (route) => {
    there.push(route.request().url())
    await route.fulfill({ body: 'the listener for phones' })
  })
  await page.goto(`${installation.url}/#/login`)
  const name = page.locator('[name=username]')
  await name.fill('al')
  answerNow()
  await expect(page.locator('#root:not([data-first])')).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(name).toHaveValue('al')
  expect(there).toEqual([])
  await page.context().close()
})
