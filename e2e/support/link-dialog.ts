import { expect, type Page } from '@playwright/test'

/** Makes a link of an address where the cursor is, by keyboard alone. */
export async function insertLink(page: Page, url: string): Promise<void> {
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog', { name: '插入链接' })
  await expect(dialog).toBeVisible()
  await page.keyboard.type(url)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
}
