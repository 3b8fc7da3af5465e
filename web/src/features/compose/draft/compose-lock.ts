import type { KeptDraft } from './kept-drafts.ts'

/** Without Web Locks (plain http) a copy this fresh is taken for that of a composer in another tab. */
const freshFor = 20_000

const lockName = (composeKey: string) => `hongyan-compose-${composeKey}`

/** Says to other tabs that this composer is open; answers the function that ends it. */
export function holdComposer(composeKey: string): () => void {
  let end = (): void => undefined
  const open = new Promise<void>((resolve) => {
    end = resolve
  })
  if (navigator.locks) void navigator.locks.request(lockName(composeKey), () => open)
  return () => end()
}

/** True while the composer that kept this text is still open somewhere: it takes care of it itself. */
export async function isComposerAlive(
  kept: Pick<KeptDraft, 'composeKey' | 'keptAt'>,
): Promise<boolean> {
  if (!navigator.locks) return Date.now() - kept.keptAt < freshFor
  const { held } = await navigator.locks.query()
  return held?.some((lock) => lock.name === lockName(kept.composeKey)) ?? false
}
