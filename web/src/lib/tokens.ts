import { safeRedirect } from './redirect.ts'

/** Access and refresh token of this browser profile; `expiresAt` in ms since the epoch. */
export interface Tokens {
  accessToken: string
  refreshToken: string
  expiresAt: number
}

/** `goTo`: where a person whose session is over is led (AUTH-16): a path of the app, or a page elsewhere. */
export type SessionEvent =
  /** `elsewhere`: in another tab. */
  | { kind: 'signed-in'; elsewhere: boolean }
  | { kind: 'signed-out'; goTo: string }
  | { kind: 'expired'; goTo: string }
  /** Another tab went on in another mailbox: nothing of this page is of it. */
  | { kind: 'switched' }
  | { kind: 'locked' }
  /** The server answers nothing but the change of the password (AUTH-35). */
  | { kind: 'password-owed' }

type Listener = (event: SessionEvent) => void
const listeners = new Set<Listener>()

/** The tokens as stored (AUTH-11), or null when nobody is signed in. */
export function readTokens(): Tokens | null {
  const accessToken = localStorage.getItem('accessToken')
  const refreshToken = localStorage.getItem('refreshToken')
  if (!accessToken || !refreshToken) return null
  return { accessToken, refreshToken, expiresAt: Number(localStorage.getItem('tokenExpiresAt')) }
}

/**
 * Stores a pair. The `token` cookie is only a readable marker that somebody is signed in: it carries
 * no secret, so no request is ever authorised by a cookie (T20).
 */
export function storeTokens(tokens: Tokens): void {
  const fresh = localStorage.getItem('accessToken') === null
  localStorage.setItem('refreshToken', tokens.refreshToken)
  localStorage.setItem('tokenExpiresAt', String(tokens.expiresAt))
  localStorage.setItem('accessToken', tokens.accessToken)
  writeMarker('1', '')
  if (fresh) emitSession({ kind: 'signed-in', elsewhere: false })
}

/** Takes the place of everything that is stored: the person goes on in another mailbox, or is back (PUBLICBOX-04). */
export function storeSwitched(tokens: Tokens, isAway: boolean): void {
  localStorage.clear()
  sessionStorage.clear()
  storeTokens(tokens)
  if (isAway) localStorage.setItem('switched', 'true')
}

let toldByServer: string | null = null

/**
 * Keeps where the organisation sends whoever signs out. A page elsewhere is followed only when the server named it in
 * the life of this page: what the storage says could be anybody's (T17).
 */
export function keepLogoutLink(link: string): void {
  toldByServer = link
  if (link === '') localStorage.removeItem('logoutLink')
  else localStorage.setItem('logoutLink', link)
}

/** Read before everything is cleared (G20). */
function placeAfterLogout(): string {
  const stored = localStorage.getItem('logoutLink')
  if (stored !== null && stored === toldByServer && /^https?:\/\//.test(stored)) return stored
  return safeRedirect(stored) ?? '/login'
}

/** Forgets everything this browser holds for the session (AUTH-12, AUTH-15) and tells every tab. */
export function endSession(kind: 'signed-out' | 'expired'): void {
  const goTo = placeAfterLogout()
  const wasSignedIn = localStorage.getItem('accessToken') !== null
  localStorage.clear()
  sessionStorage.clear()
  writeMarker('', '; Max-Age=0')
  if (wasSignedIn) emitSession({ kind, goTo })
}

export function emitSession(event: SessionEvent): void {
  for (const listener of [...listeners]) listener(event)
}

/** Session events of this tab and, through storage events, of the others. Returns the unsubscriber. */
export function subscribeSession(listener: Listener): () => void {
  if (listeners.size === 0) window.addEventListener('storage', onStorage)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', onStorage)
  }
}

function onStorage(event: StorageEvent): void {
  if (event.key !== null && event.key !== 'accessToken') return
  const present = localStorage.getItem('accessToken') !== null
  if (!present) emitSession({ kind: 'signed-out', goTo: '/login' })
  // Everything was cleared and somebody is signed in all the same.
  else if (event.key === null) emitSession({ kind: 'switched' })
  else if (event.oldValue === null) emitSession({ kind: 'signed-in', elsewhere: true })
}

function writeMarker(value: string, extra: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and on plain http
  document.cookie = `token=${value}; Path=/; SameSite=Lax${secure}${extra}`
}
