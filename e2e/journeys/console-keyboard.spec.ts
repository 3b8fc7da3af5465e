import type { Locator, Page } from '@playwright/test'
import { addAdmin, enterConsole } from '../support/enter-console.ts'
import { expect, password, test } from '../support/fixtures.ts'

const words = {
  zh: {
    skip: '跳到页面内容',
    people: '人员',
    newDepartment: '新建部门',
    all: '全部人员',
    search: '搜索姓名或地址',
    add: '添加人员',
    password: '密码',
    policy: '外发规则',
    newRule: '新建规则',
    rule: '合同外发',
    name: '规则名称',
    missing: '请填写此项',
    lose: '放弃已填写的内容？',
    discard: '放弃修改',
    on: '启用规则“合同外发”',
  },
  en: {
    skip: 'Skip to the page',
    people: 'People',
    newDepartment: 'New department',
    all: 'Everybody',
    search: 'Search names or addresses',
    add: 'Add person',
    password: 'Password',
    policy: 'Outgoing rules',
    newRule: 'New rule',
    rule: 'Contracts out',
    name: 'Name',
    missing: 'Fill this in',
    lose: 'Discard what you entered?',
    discard: 'Discard',
    on: 'Turn on rule “Contracts out”',
  },
} as const

/** Goes on by Tab. @returns how many presses it took */
async function tabTo(target: Locator, { back = false, most = 60 } = {}): Promise<number> {
  const has = () => target.evaluate((element) => element === document.activeElement)
  const { keyboard } = target.page()
  for (let presses = 0; presses <= most; presses += 1) {
    if (await has()) return presses
    await keyboard.press(back ? 'Shift+Tab' : 'Tab')
  }
  throw new Error(`${target} is not reached by ${most} presses of Tab`)
}

async function makeDepartment(console: Page, label: string, name: string): Promise<void> {
  const button = console.getByRole('button', { name: label })
  await tabTo(button)
  await console.keyboard.press('Enter')
  await expect(console.getByRole('dialog')).toBeVisible()
  await console.keyboard.type(name)
  await console.keyboard.press('Enter')
  await expect(console.getByRole('dialog')).toHaveCount(0)
  await expect(button).toBeFocused()
}

for (const language of ['zh', 'en'] as const) {
  test(`ADMIN-04 issue 17 ${language}: departments, a person and a rule are made without a mouse`, async ({
    page,
    installation,
  }) => {
    const t = words[language]
    const name = `keys-${language}`
    await addAdmin(installation, name)
    const console = await enterConsole(page, installation, { name, language })
    const pages = console.getByRole('navigation')
    await expect(pages.getByRole('button', { name: t.people, exact: true })).toBeVisible()
    // Nothing has the focus in a page that was just loaded.
    await console.reload()
    const { keyboard } = console
    const main = console.getByRole('main')
    await expect(pages).toBeVisible()
    // The first stop goes past the list of pages.
    await keyboard.press('Tab')
    await expect(console.getByRole('button', { name: t.skip })).toBeFocused()
    await keyboard.press('Enter')
    await expect(main).toBeFocused()
    await tabTo(pages.getByRole('button', { name: t.people, exact: true }), { back: true })
    await keyboard.press('Enter')
    await expect(main).toBeFocused()

    const made = [`A ${language}`, `B ${language}`, `C ${language}`]
    for (const one of made) {
      await makeDepartment(console, t.newDepartment, one)
      await keyboard.press('Shift+Tab')
    }
    const tree = console.getByRole('complementary')
    const branch = (label: string) => tree.getByRole('button', { name: new RegExp(`^${label}`) })
    await tabTo(branch(t.all))
    await keyboard.press('End')
    await expect(branch(`C ${language}`)).toBeFocused()
    await keyboard.press('ArrowUp')
    await keyboard.press('Enter')
    await expect(branch(`B ${language}`)).toHaveAttribute('aria-pressed', 'true')
    // However many departments there are, the people are two presses away.
    expect(await tabTo(console.getByRole('searchbox', { name: t.search }))).toBe(2)

    const add = console.getByRole('button', { name: t.add, exact: true })
    await tabTo(add)
    await keyboard.press('Enter')
    await expect(console.getByRole('dialog')).toBeVisible()
    await keyboard.type('Kim')
    await keyboard.press('Tab')
    await keyboard.type(`kim-${language}`)
    await keyboard.press('Enter')
    await expect(console.getByRole('dialog').locator('output')).toBeFocused()
    await keyboard.press('Escape')
    await expect(add).toBeFocused()

    await tabTo(pages.getByRole('button', { name: t.policy, exact: true }), { back: true })
    await keyboard.press('Enter')
    const newRule = console.getByRole('button', { name: t.newRule })
    await tabTo(newRule)
    await keyboard.press('Enter')
    const editor = console.getByRole('dialog', { name: t.newRule })
    const field = editor.getByLabel(t.name, { exact: true })
    // What is missing is said at its field, in the language of the page.
    await keyboard.press('Enter')
    await expect(field).toBeFocused()
    await expect(field).toHaveJSProperty('validationMessage', t.missing)
    await expect(editor.getByRole('alert')).toHaveCount(0)
    await keyboard.type(t.rule)
    // Esc loses nothing of it: the question is answered by Enter with "no", and by Esc as well.
    const lose = console.getByRole('dialog', { name: t.lose })
    for (const answer of ['Enter', 'Escape']) {
      await keyboard.press('Escape')
      await expect(lose).toBeVisible()
      await keyboard.press(answer)
      await expect(lose).toHaveCount(0)
      await expect(field).toBeFocused()
      await expect(field).toHaveValue(t.rule)
    }
    await keyboard.press('Escape')
    await lose.getByRole('button', { name: t.discard }).click()
    await expect(editor).toHaveCount(0)
    await expect(newRule).toBeFocused()
    await keyboard.press('Enter')
    await expect(field).toHaveValue('')
    await keyboard.press('Escape')
    await expect(editor).toHaveCount(0)
    await keyboard.press('Enter')
    await keyboard.type(t.rule)
    await keyboard.press('Enter')
    await expect(console.getByLabel(t.password, { exact: true })).toBeFocused()
    await keyboard.type(password)
    await keyboard.press('Enter')
    await expect(editor).toHaveCount(0)
    await expect(newRule).toBeFocused()
    await tabTo(console.getByRole('switch', { name: t.on }))
  })
}
