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
