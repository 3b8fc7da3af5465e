import type { Page } from '@playwright/test'
import { type Installation, signIn } from './fixtures.ts'

const words = {
  zh: { more: '更多', link: '管理后台' },
  en: { more: 'More', link: 'Admin console' },
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
