import { platformQuery } from '../lib/me.ts'
import { isPhone } from '../lib/phone.ts'
import { queryClient } from '../lib/queries.ts'
import { isSignedIn } from '../lib/session.ts'

/**
 * A phone goes to the listener that is there for phones (ROUTES-07), before it signs in: what a page keeps belongs to its port.
 * The page of large files is for every device.
 */
export async function leadPhones(): Promise<void> {
  if (!isPhone() || location.hash.startsWith('#/bigFileUpload')) return
  const { phonePort } = await queryClient.fetchQuery(platformQuery).catch(() => ({ phonePort: 0 }))
  if (phonePort === 0 || location.port === String(phonePort) || isSignedIn()) return
  const there = new URL(location.href)
  there.port = String(phonePort)
  location.replace(there)
}
