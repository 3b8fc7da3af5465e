import type { Page } from '@playwright/test'

/** Answers of a call are changed in some fields, as another server's configuration would. */
export async function overAnswer(page: Page, pattern: string, over: object): Promise<void> {
  await page.route(pattern, async (route) => {
    try {
      const answer = await route.fetch()
      const body = await answer.json()
      await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, ...over } } })
    } catch {
      // The page has gone on meanwhile: nobody waits for it.
    }
  })
}
