import type { Page } from '@playwright/test'
import { expect, signIn, test } from '../support/fixtures.ts'
import { mailText } from '../support/send-mail.ts'

/** Pixels: thirty of these are more than any browser lays out. */
const rowHeight = 1_000_000

/** What stands at the upper edge of the list: the number of its row and how far that is scrolled, in pixels. */
const onTop = (page: Page): Promise<{ row: number; by: number } | null> =>
  page.getByRole('grid').evaluate((grid) => {
    const edge = grid.getBoundingClientRect().top
    for (const row of grid.querySelectorAll('[role=row]')) {
      const { top, bottom } = row.getBoundingClientRect()
      if (top <= edge + 28 && bottom > edge + 28)
        return { row: Number(row.getAttribute('aria-rowindex')), by: Math.round(edge - top) }
    }
    return null
  })

const scrollTo = (page: Page, top: number) =>
  page.getByRole('grid').evaluate((grid, to) => grid.scrollTo({ top: to }), top)
const scrolled = (page: Page) => page.getByRole('grid').evaluate((grid) => grid.scrollTop)

/** Turns the wheel over the list, and waits until what moves in its box has come to rest. */
async function wheel(page: Page, by: number): Promise<void> {
  const before = await onTop(page)
  await page.getByRole('grid').hover({ position: { x: 200, y: 300 } })
  await page.mouse.wheel(0, by)
  const after = { row: before?.row, by: (before?.by ?? 0) + by }
  await expect.poll(() => onTop(page)).toEqual(after)
  await page.waitForTimeout(400)
  expect(await onTop(page)).toEqual(after)
}

test('SHELL-28 LIMITS-08 a list taller than a browser lays out: both ends, its middle, row by row, and while mail comes', async ({
  page,
  installation,
}) => {
  for (let index = 0; index < 32; index++)
    await installation.deliver('tall', mailText({ subject: `tall ${index}`, text: 'x' }))
  await signIn(page, installation, { name: 'tall' })
  await page.getByRole('button', { name: '视图', exact: true }).click()
  await page.getByRole('menu', { name: '视图' }).getByText('连续滚动，不分页').click()
  const grid = page.getByRole('grid')
  await grid.evaluate((element, height) => {
    element.style.setProperty('--row', `${height}px`)
  }, rowHeight)
  await page.setViewportSize({ width: 1300, height: 820 })
  await expect.poll(() => grid.evaluate((element) => element.scrollHeight)).toBe(15_000_000)
  const count = Number(await grid.getAttribute('aria-rowcount'))
  expect(count).toBeGreaterThan(30)

  await scrollTo(page, 15_000_000)
  await expect.poll(() => onTop(page).then((top) => top?.row)).toBe(count)
  const end = await page.getByRole('row').last().boundingBox()
  const box = await grid.boundingBox()
  expect((end?.y ?? 0) + (end?.height ?? 0)).toBeCloseTo((box?.y ?? 0) + (box?.height ?? 0), -1)
  await wheel(page, -3_000)

  await scrollTo(page, 7_000_000)
  await expect.poll(() => onTop(page).then((top) => top?.row ?? 0)).toBeGreaterThan(count / 3)
  expect((await onTop(page))?.row).toBeLessThan((2 * count) / 3)
  await page.waitForTimeout(400)
  const before = await scrolled(page)
  await wheel(page, 4_000)
  await wheel(page, 4_000)
  // The list has moved in its box: eight thousand pixels took less of the way to its end.
  expect((await scrolled(page)) - before).toBeLessThan(6_000)
  const stays = await onTop(page)
  await installation.deliver('tall', mailText({ subject: 'came above', text: 'x' }))
  await expect(grid).toHaveAttribute('aria-rowcount', String(count + 1))
  await expect.poll(() => onTop(page)).toEqual({ ...stays, row: (stays?.row ?? 0) + 1 })

  await scrollTo(page, 0)
  await expect.poll(() => onTop(page).then((top) => top?.row)).toBe(1)
  await expect(page.getByRole('row').first()).toContainText('came above')
  await wheel(page, 3_000)
})
