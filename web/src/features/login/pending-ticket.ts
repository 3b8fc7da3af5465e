import { safeRedirect } from '../../lib/redirect.ts'
import { isSignedIn } from '../../lib/session.ts'

/** The ticket with which the page was opened, until it was answered; in no storage. */
let ticket: string | null = null

/** Before anything else is shown: it stays in no history and goes to nobody by the address. */
export function takeTicket(): void {
  const query = new URLSearchParams(location.search)
  ticket = query.get('uapticket')
  if (ticket === null) return
  query.delete('uapticket')
  const rest = query.size > 0 ? `?${query}` : ''
  history.replaceState(history.state, '', `${location.pathname}${rest}${firstPlace()}`)
}

/** Who is signed in is asked too: without a word the person would work on in the earlier account. */
function firstPlace(): string {
  if (!isSignedIn()) return location.hash
  const wanted = safeRedirect(location.hash.slice(1))
  return wanted ? `#/login?redirect=${encodeURIComponent(wanted)}` : '#/login'
}

export const pendingTicket = (): string | null => ticket

export function dropTicket(): void {
  ticket = null
}
