import { sso } from '@hongyan/contract/sso'
import { call } from '../../lib/api.ts'
import { enter } from '../../lib/session.ts'

const flowKey = 'ssoFlow'
const placeKey = 'ssoPlace'

/** Goes to the provider; a secret stays here until it sends the browser back. */
export async function leaveForSignOn(): Promise<void> {
  const { url, flow } = await call(sso.begin, {})
  sessionStorage.setItem(flowKey, flow)
  sessionStorage.setItem(placeKey, location.hash)
  location.assign(url)
}

/**
 * What the provider sent the browser back with, once: it is taken out of the address. Null where nothing was begun in
 * this tab, so that nobody is signed in by a link of somebody else.
 */
export function takeSignOn() {
  const query = new URLSearchParams(location.search)
  const [code, state] = [query.get('code'), query.get('state')]
  const flow = sessionStorage.getItem(flowKey)
  if (state === null) return null
  const place = sessionStorage.getItem(placeKey) ?? ''
  sessionStorage.removeItem(flowKey)
  sessionStorage.removeItem(placeKey)
  history.replaceState(history.state, '', `${location.pathname}${place || location.hash}`)
  const iss = query.get('iss')
  return code && flow ? { flow, code, state, ...(iss && { iss }) } : null
}

/** @throws ApiError */
export const finishSignOn = (back: NonNullable<ReturnType<typeof takeSignOn>>) =>
  enter(() => call(sso.finish, { body: back }))
