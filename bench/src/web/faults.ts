import type { Browser } from '@playwright/test'
import { faultsOf } from '../support/proc.ts'

/** Pages of memory that each renderer has met for the first time, by its process. */
export type Faults = ReadonlyMap<number, number>

/**
 * Each new page of memory is a turn into the system: 15 µs on some virtual machines, where a wait of a person is made of them.
 */
export async function watchFaults(browser: Browser): Promise<() => Promise<Faults>> {
  const session = await browser.newBrowserCDPSession()
  return async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo')
    const renderers = processInfo.filter(({ type }) => type === 'renderer')
    return new Map(renderers.map(({ id }) => [id, faultsOf(id)]))
  }
}

/** Of all renderers that are there at the end. */
export const faultsBetween = (before: Faults, after: Faults): number =>
  [...after].reduce((sum, [id, count]) => sum + count - (before.get(id) ?? 0), 0)
