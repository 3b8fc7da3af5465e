import { AxeBuilder as Axe } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** Judges a screen that has come to rest: colours halfway through a transition are nobody's. */
export class AxeBuilder extends Axe {
  readonly #page: Page

  constructor(options: { page: Page }) {
    super(options)
    this.#page = options.page
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
    return super.analyze()
  }
}
