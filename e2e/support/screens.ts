import { expect, type Page } from '@playwright/test'

interface Screen {
  name: string
  route: string
  /** Waits until it stands. */
  ready: (page: Page) => Promise<void>
}

/** Every screen behind the login that axe looks at: a new screen is one line. */
export const screens: Screen[] = [
  { name: 'home', route: '/dashboard', ready: (page) => shows(page, 'main h2') },
  { name: 'inbox', route: '/inbox', ready: (page) => shows(page, '[role=row]') },
  { name: 'sent', route: '/outbox', ready: (page) => shows(page, 'main h1') },
  { name: 'drafts', route: '/draftbox', ready: (page) => shows(page, 'main h1') },
  { name: 'recycle bin', route: '/recyclebin', ready: (page) => shows(page, 'main h1') },
  {
    name: 'search',
    route: '/search?searchKeyword=axe&searchType=3',
    ready: (page) => shows(page, '[role=row]'),
  },
  { name: 'composer', route: '/write/new/0', ready: (page) => shows(page, 'main iframe') },
  { name: 'folders', route: '/otherfolders', ready: (page) => shows(page, 'main h1, main h2') },
  {
    name: 'labels',
    route: '/otherfolders2/list',
    ready: (page) => shows(page, 'main h1, main h2'),
  },
  { name: 'favourites', route: '/favorite', ready: (page) => shows(page, 'main h1') },
  { name: 'unread', route: '/noread', ready: (page) => shows(page, 'main h1') },
  { name: 'todo', route: '/todo', ready: (page) => shows(page, 'main h1') },
  ...[
    'foldermanagement',
    'mailclassification',
    'signature',
    'client',
    'device',
    'lettertemplate',
    'mailretrieval',
    'mailhistory',
    'selfquery',
    'selfChecking',
  ].map((path) => ({
    name: path,
    route: `/set/${path}`,
    ready: (page: Page) => shows(page, 'main h1'),
  })),
  { name: 'general settings', route: '/set/normalset', ready: (page) => shows(page, 'main h1') },
  { name: 'feedback', route: '/feedback', ready: (page) => shows(page, 'main h1') },
  { name: 'mail migration', route: '/mailmig', ready: (page) => shows(page, 'main form') },
  { name: 'not found', route: '/404', ready: (page) => shows(page, 'main button') },
]

const further = [
  'readed',
  'inboxct?address=lina@demo.hongyan.test',
  'approval',
  'documentcenter',
  'addressbook',
  'bigFileUpload',
  'sharefile',
  'smimePage',
  'linkPage',
  'set/skinpeeling',
  'set/accountalias/1',
  'set/accountalias/2',
  'set/accountalias/3',
  'set/accountalias/4',
  'set/accountalias/5',
  'set/decryption',
  'set/account',
  'set/success/1',
]

/** Those of which there are more of the same kind among the ones above; pictures are taken of them as well. */
export const furtherScreens: Screen[] = [
  { name: 'reader', route: '/inbox', ready: reads(/文案终稿|first look/) },
  {
    name: 'reader warns',
    route: '/search?searchKeyword=密码将于%20OR%20desk&searchType=3',
    ready: reads(/您的邮箱密码|at your desk/),
  },
  ...furtherRoutes(),
]

/** Those before the login. */
export const guestScreens: Screen[] = [
  { name: 'login', route: '/login', ready: (page) => shows(page, 'input[type=password]') },
  { name: 'reset password', route: '/resetPassword', ready: (page) => shows(page, 'main h1') },
]

/** Parts that open over any screen. */
export const overlays: { name: string; key: string }[] = [
  { name: 'shortcut help', key: '?' },
  { name: 'command palette', key: 'Control+k' },
]

function furtherRoutes(): Screen[] {
  return further.map((route) => ({
    name: route.replace(/\?.*/, '').replaceAll('/', '-'),
    route: `/${route}`,
    ready: (page: Page) => shows(page, 'main h1'),
  }))
}

/** Opens the mail unless it is open. */
function reads(subject: RegExp): (page: Page) => Promise<void> {
  return async (page) => {
    const title = page.getByRole('main').getByRole('heading', { name: subject })
    const row = page.getByRole('row').filter({ hasText: subject, visible: true }).first()
    await expect(title.or(row).first()).toBeVisible()
    if (!(await title.isVisible())) await row.click()
    await expect(title).toBeVisible()
  }
}

/**
 * It is there, and nothing of it is still on its way. Looked at twice: the screen before stays until the next one is here,
 * and has a heading as well.
 */
async function shows(page: Page, selector: string): Promise<void> {
  const one = page.locator(selector).filter({ visible: true }).first()
  const loading = page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: /加载中|Loading/ })
  await expect(one).toBeVisible()
  await page.waitForTimeout(150)
  await expect(loading).toHaveCount(0)
  await expect(one).toBeVisible()
}
