import type { Page } from '@playwright/test'
import type { Random } from '../../durability/random.ts'

/** What a person sees of a list: each row with its marks, and the unread counts of the sidebar. */
export interface Seen {
  hash: string
  rows: { mailId: number; unread: boolean; starred: boolean }[]
  /** By route: the number that stands beside the folder, 0 when none does. */
  counts: Record<string, number>
}

/** Reads the page as it is, without touching it. */
export const readPage = (page: Page): Promise<Seen> =>
  page.evaluate(() => {
    const elements = <T extends Element>(selector: string) => [
      ...document.querySelectorAll<HTMLElement & T>(selector),
    ]
    return {
      hash: location.hash.replace(/\?.*/, ''),
      rows: elements('[role=grid] [role=row][data-id]').map(({ dataset }) => ({
        mailId: Number(dataset.id),
        unread: dataset.unread !== undefined,
        starred: dataset.starred !== undefined,
      })),
      counts: Object.fromEntries(
        elements('nav a[href^="#/"]').map((link) => [
          link.getAttribute('href') ?? '',
          Number(/(\d+)\s*$/.exec(link.innerText)?.[1] ?? 0),
        ]),
      ),
    }
  })

/** One step of a person in a page, chosen by chance. What is not possible at the moment is left out. */
export async function actInPage(page: Page, random: Random, places: readonly string[]) {
  const kind = random.below(100)
  if (kind < 8) return go(page, places[random.below(places.length)] ?? '#/inbox')
  if (kind < 16) return undo(page)
  const { rows, hash } = await readPage(page)
  const row = rows[random.below(Math.max(1, rows.length))]
  if (!row) return go(page, '#/inbox')
  if (kind < 34) return clickIn(page, `[data-id="${row.mailId}"] button[aria-pressed]`)
  if (!(await focusRow(page, row.mailId))) return
  if (kind < 52) return page.keyboard.press('u')
  if (kind < 64) return openAndLeave(page)
  if (kind < 82) return moveBy(page, random)
  await page.keyboard.press('#')
  // For good: the page asks first.
  if (hash === '#/recyclebin') await clickIn(page, 'dialog[open] [data-autofocus]')
}

/** By the menu where it leads there: the spam folder is not in it. */
const go = (page: Page, hash: string): Promise<void> =>
  page.evaluate((wanted) => {
    const link = document.querySelector<HTMLElement>(`nav a[href="${wanted}"]`)
    if (link) link.click()
    else location.hash = wanted
  }, hash)

const undo = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const buttons = [...document.querySelectorAll('button')]
    buttons.find((one) => one.textContent === '撤销')?.click()
  })

const clickIn = (page: Page, selector: string): Promise<void> =>
  page.evaluate((wanted) => document.querySelector<HTMLElement>(wanted)?.click(), selector)

const focusRow = (page: Page, id: number): Promise<boolean> =>
  page.evaluate((wanted) => {
    const row = document.querySelector<HTMLElement>(`[role=row][data-id="${wanted}"]`)
    row?.focus()
    return row !== null
  }, id)

async function openAndLeave(page: Page): Promise<void> {
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
}

/** Selects the row in hand and moves it by the menu of the toolbar. */
async function moveBy(page: Page, random: Random): Promise<void> {
  await page.keyboard.press('x')
  const choice = random.next()
  await page.evaluate((chance) => {
    const bar = document.querySelector('[role=grid]')?.parentElement
    const opener = bar?.querySelector<HTMLElement>('[role=toolbar] [aria-label="移动到"]')
    opener?.click()
    const items = [
      ...(document
        .getElementById(opener?.getAttribute('popovertarget') ?? '')
        ?.querySelectorAll<HTMLElement>('[role=menuitem]:not(:disabled)') ?? []),
    ]
    items[Math.floor(chance * items.length)]?.click()
  }, choice)
  await page.keyboard.press('Escape')
}
