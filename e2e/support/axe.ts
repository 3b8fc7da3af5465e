import { AxeBuilder as Axe } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** Judges a screen that has come to rest: colours halfway through a transition are nobody's. */
export class AxeBuilder extends Axe {
  readonly #page: Page

  constructor(options: { page: Page }) {
    super(options)
    this.#page = options.page
    this.options({ resultTypes: ['violations'] })
  }

  override async analyze(): ReturnType<Axe['analyze']> {
    // A toast that fades while the colours are read has none that count; one that stays is judged.
    const toasts = this.#page.locator('[data-kind][class*="toast"]')
    for (let tries = 0; tries < 40 && (await toasts.count()) > 0; tries++)
      await this.#page.waitForTimeout(200)
    await this.#page.evaluate(async () => {
      const ends = document
        .getAnimations()
        .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
        .map(({ finished }) => finished.catch(() => undefined))
      const longest = new Promise((resolve) => setTimeout(resolve, 2000))
      await Promise.race([Promise.all(ends), longest])
    })
    // Where no frame is seen the page is judged where it is: a second page that joins what each frame said costs half more.
    const seen = this.#page.locator('iframe').filter({ visible: true })
    if ((await seen.count()) === 0) this.setLegacyMode(true)
    return super.analyze()
  }
}

/** What axe finds, by its rule, each with the elements. */
type Troubles = [string, string[]][]

/**
 * What axe finds of a page or dialog of the console, at the width it has; in Chinese at the small and at phone width as well,
 * where the same things stand elsewhere.
 */
export async function troublesOf(page: Page): Promise<Troubles> {
  const before = page.viewportSize()
  const language = await page.evaluate(() => document.documentElement.lang)
  const found: Troubles = []
  for (const width of language.startsWith('zh') ? [null, 1024, 390] : [null]) {
    if (width !== null) await page.setViewportSize({ width, height: before?.height ?? 900 })
    // A signature is shown in a frame without scripts, which axe would wait for.
    const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze()
    for (const { id, nodes } of violations)
      found.push([`${id} ${width ?? ''}`, nodes.map(({ html }) => html)])
  }
  if (before) await page.setViewportSize(before)
  return found
}
