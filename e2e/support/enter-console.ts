import type { Page } from '@playwright/test'
import { domain, type Installation, password, signIn } from './fixtures.ts'

const words = {
  zh: { more: '更多', link: '管理后台' },
  en: { more: 'More', link: 'Admin console' },
}

/** Somebody who runs the organisation; a second walk finds him there. */
export async function addAdmin({ command }: Installation, name: string): Promise<void> {
  const { code, said } = await command(
    ['user', 'add', `${name}@${domain}`, '--name', name, '--admin'],
    `${password}\n`,
  )
  if (code !== 0 && !said.includes('already')) throw new Error(said)
}

/** Signs somebody in who is there already and has a role, and goes on to the console. @returns its page, 1440 wide, in the language */
export async function enterConsole(
  page: Page,
  installation: Installation,
  { name, language }: { name: string; language: 'zh' | 'en' },
): Promise<Page> {
  const { more, link } = words[language]
  await signIn(page, { ...installation, person: async () => undefined }, { name, language })
  await page.getByRole('banner').getByRole('button', { name: more, exact: true }).click()
  const [desk] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('menuitem', { name: link }).click(),
  ])
  await desk.setViewportSize({ width: 1440, height: 900 })
  if (language === 'en') await desk.getByRole('button', { name: 'English' }).click()
  return desk
}
