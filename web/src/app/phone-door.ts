import { platformQuery } from '../lib/me.ts'
import { isPhone } from '../lib/phone.ts'
import { queryClient } from '../lib/queries.ts'
import { isSignedIn } from '../lib/session.ts'

/**
 * A phone goes to the listener that is there for phones (ROUTES-07), before it signs in: what a page keeps belongs to its port.
 * The page of large files is for every device. Who has begun to type is not taken away from it: this port answers as well.
 */
export async function leadPhones(): Promise<void> {
  if (!isPhone() || location.hash.startsWith('#/bigFileUpload')) return
  const { phonePort } = await queryClient.fetchQuery(platformQuery).catch(() => ({ phonePort: 0 }))
  if (phonePort === 0 || location.port === String(phonePort) || isSignedIn()) return
  if (hasTyped()) return
  const there = new URL(location.href)
  there.port = String(phonePort)
  location.replace(there)
}

const hasTyped = (): boolean =>
  [...document.querySelectorAll<HTMLInputElement>('#root input')].some(({ value }) => value !== '')
