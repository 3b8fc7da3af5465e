import { freshAccessToken, otherLogin, renewRefused } from './renew.ts'
import { isSwitched, readTokens, watchLogin } from './tokens.ts'

interface Ways {
  /** Where the token comes from. */
  take?: () => Promise<string | null>
  /** Whether a refusal is of the token at all, so that another one is worth a try. */
  retries?: boolean
  /** The caller holds the lock of the renewal. */
  holdsLock?: boolean
}

/**
 * Sends with the token of this page's login, and where the token was refused once more with the next one: another tab may
 * have rotated it, or the right to be in this mailbox is over, and the refresh token leads back to the own one. Everything
 * that carries a token goes through here, or a member who was shut out would be signed out.
 * @throws ApiError expired
 */
export async function withToken<A extends { status: number }>(
  send: (token: string | null) => Promise<A>,
  { take = freshAccessToken, retries = true, holdsLock = false }: Ways = {},
): Promise<A> {
  const isSameLogin = watchLogin()
  const token = await take()
  if (token !== null && !isSameLogin()) throw otherLogin()
  const answer = await send(token)
  if (answer.status !== 401 || !retries) return answer
  // What was meant for one mailbox is not sent again to another.
  if (token !== null && !isSameLogin()) throw otherLogin()
  // Another tab may have rotated the tokens while this call was under way.
  const current = readTokens()?.accessToken ?? null
  if (current === null) return answer
  if (current === token && (!isSwitched() || holdsLock)) return answer
  return send(current === token ? await renewRefused(token) : current)
}
