import type { Page } from '@playwright/test'

/** `SHOTS=folder` keeps pictures of what a journey looks at, at 1440 and 1024, for who looks at them and for docs/screenshots. */
export async function picture(page: Page, name: string): Promise<void> {
  const { SHOTS: folder } = process.env
  if (!folder) return
  const before = page.viewportSize()
  for (const width of [1440, 1024]) {
    await page.setViewportSize({ width, height: 900 })
    await page.screenshot({ path: `${folder}/${name}-${width}.png`, animations: 'disabled' })
  }
  if (before) await page.setViewportSize(before)
}
