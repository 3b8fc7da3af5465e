import { console as api } from '@hongyan/contract/console'
import { call } from '../../lib/api.ts'
import { tellTrouble } from '../../lib/trouble.ts'

/**
 * The console in a tab of its own, by a ticket that is good once. The tab is made in the press itself, as browsers ask
 * for, and knows nothing of this one.
 */
export async function openConsole(): Promise<void> {
  const tab = open('', '_blank')
  if (tab) tab.opener = null
  try {
    const { url } = await call(api.token, {})
    if (tab) tab.location.replace(url)
    else location.assign(url)
  } catch (error) {
    tab?.close()
    tellTrouble(error)
  }
}
