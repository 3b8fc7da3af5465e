import { expect as expectSoon, type Page } from '@playwright/test'

/** Scripts have no setting of their own for it, and a machine with other work is slow. */
const expect = expectSoon.configure({ timeout: 20_000 })

interface Screen {
  name: string
  route: string
  /** Waits until it stands. */
  ready: (page: Page) => Promise<void>
}

/** Made by whoever takes pictures: without them two routes lead nowhere. */
export const ownFolder = '云溪'
export const ownLabel = '合同'

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
  'junk',
  'inboxct?address=lina@demo.hongyan.test',
  'approval',
  'pending',
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
  'set/calendar',
  'set/success/1',
  'set/success/0',
]

/** Those of which there are more of the same kind among the ones above; pictures are taken of them as well. */
export const furtherScreens: Screen[] = [
  { name: 'reader', route: '/inbox', ready: reads(/文案终稿|first look/) },
  {
    name: 'reader warns',
    route: '/search?searchKeyword=密码将于%20OR%20desk&searchType=3',
    ready: reads(/您的邮箱密码|at your desk/),
  },
  { name: 'print', route: '/inbox', ready: prints },
  { name: 'custom folder', route: '/otherfolders', ready: follows(ownFolder) },
  { name: 'label', route: '/otherfolders2', ready: follows(ownLabel) },
  ...furtherRoutes(),
]

/** Those before the login. */
export const guestScreens: Screen[] = [
  {
    name: 'login',
    route: '/login',
    // With what the server says of itself, which the form that is HTML cannot know.
    ready: (page) => shows(page, '#root:not([data-first]) input[type=password]'),
  },
  { name: 'reset password', route: '/resetPassword', ready: (page) => shows(page, 'main h1') },
  { name: 'letter', route: '/linkPage/letter/none', ready: (page) => shows(page, 'main p') },
]

/** Of a person whose password was given by somebody else; nothing else is open to them. */
export const firstPassword: Screen = {
  name: 'first password',
  route: '/firstResetPsd',
  ready: (page) => shows(page, 'main h1'),
}

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

/** The open mail as it is printed, out of the list. */
async function prints(page: Page): Promise<void> {
  if (!page.url().includes('#/print/')) {
    await reads(/文案终稿|first look/)(page)
    const [, place = ''] = /#\/reply\/(\d+\/\d+)/.exec(page.url()) ?? []
    await page.goto(page.url().replace(/#.*/, `#/print/${place}`))
  }
  await shows(page, 'main h1, h1')
}

/** By its name in a table. */
function follows(name: string): (page: Page) => Promise<void> {
  return async (page) => {
    const main = page.getByRole('main')
    const title = main.getByRole('heading', { level: 1, name })
    const link = main.getByRole('link', { name })
    await expect(title.or(link).first()).toBeVisible()
    if (!(await title.isVisible())) await link.click()
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
