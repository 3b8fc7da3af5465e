import { folders } from '@hongyan/contract/folders'
import { session } from '@hongyan/contract/session'
import { settings } from '@hongyan/contract/settings'
import { start } from '@hongyan/contract/start'
import type { Page, Route } from '@playwright/test'

/** Calls whose answers are parts of the first screen's one answer too. */
const parts = {
  settings: settings.index.path,
  platform: settings.platform.path,
  user: session.userInfo.path,
  folders: folders.list.path,
}

const asStart = `**/api/${start.first.path}*`
/** What is changed in the parts of a page's first answer. */
const overParts = new WeakMap<Page, Map<string, object>>()

/**
 * Answers of a call are changed in some fields, as another server's configuration would.
 * @returns takes it back
 */
export async function overAnswer(
  page: Page,
  pattern: string,
  over: object,
): Promise<() => Promise<void>> {
  const change = (route: Route) => answerWith(route, (data) => ({ ...data, ...over }))
  await page.route(pattern, change)
  const [part] = Object.entries(parts).find(([, path]) => pattern.includes(path)) ?? []
  if (part !== undefined) await overPart(page, part, over)
  return async () => {
    await page.unroute(pattern, change)
    if (part !== undefined) overParts.get(page)?.delete(part)
  }
}

async function overPart(page: Page, part: string, over: object): Promise<void> {
  const changed = overParts.get(page) ?? new Map<string, object>()
  overParts.set(page, changed.set(part, over))
  await page.unroute(asStart)
  await page.route(asStart, (route) =>
    answerWith(route, (data) => {
      const all = [...changed].map(([name, one]) => [name, { ...Object(data[name]), ...one }])
      return { ...data, ...Object.fromEntries(all) }
    }),
  )
}

type Data = Record<string, unknown>

async function answerWith(route: Route, change: (data: Data) => Data): Promise<void> {
  try {
    const answer = await route.fetch()
    const body = await answer.json()
    await route.fulfill({ response: answer, json: { ...body, data: change(body.data) } })
  } catch {
    // The page has gone on meanwhile: nobody waits for it.
  }
}
