import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** After a dialog the next key goes on from somewhere, never from the top of the page. */
export const expectFocusKept = (page: Page): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => document.activeElement?.tagName ?? 'none'))
    .not.toMatch(/^(BODY|none)$/)
