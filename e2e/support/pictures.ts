import type { Page } from '@playwright/test'

/** `SHOTS=folder` keeps pictures of what a journey looks at, at 1440 and 1024, for who looks at them and for docs/screenshots; the mail's at phone width too. */
export async function picture(page: Page, name: string, widths = [1440, 1024]): Promise<void> {
  const { SHOTS: folder } = process.env
  if (!folder) return
  const before = page.viewportSize()
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await page.screenshot({ path: `${folder}/${name}-${width}.png`, animations: 'disabled' })
  }
  if (before) await page.setViewportSize(before)
}

/** Widths of the mail's own pages. */
export const mailWidths = [1440, 1024, 390]
