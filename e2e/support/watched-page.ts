import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'

/** What the policy of Trusted Types refused on any page of this worker's tests since it was last asked for (ADR 24). */
const refused: string[] = []

/** Every page of a context is watched, those too that it opens itself. */
export function watchContext(context: BrowserContext): void {
  context.on('console', (said) => {
    if (/requires 'Trusted\w+'|Trusted ?Type/.test(said.text())) refused.push(said.text())
  })
}

export const takeRefused = (): string[] => refused.splice(0)

/** A page in a browser session of its own: somebody else, or the same person at another computer. The only way to one. */
export async function newPage(
  browser: Browser | null,
  options?: BrowserContextOptions,
): Promise<Page> {
  const context = await browser?.newContext(options)
  if (!context) throw new Error('no browser')
  watchContext(context)
  return context.newPage()
}
