import { randomKey } from './random-key.ts'
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

/** Whose pair is stored: a name for the login in one mailbox, which outlives every renewal and no switch. */
const loginKey = 'login'
/** The login that this page began with, or signed in to. What is typed here is of its mailbox and goes to no other. */
let pageLogin = globalThis.localStorage?.getItem(loginKey) ?? null
/** The mailbox of this page was left; it is about to begin anew. Written on the page, which is drawn by it and ends with it. */
const isLeft = (): boolean => document.documentElement.hasAttribute('data-left')

/** The stored pair is of the login that this page is about. A pair without a name was stored before there were names. */
export function isOwnLogin(): boolean {
  const stored = localStorage.getItem(loginKey)
  return stored === null || stored === pageLogin
}

/** @returns whether the page is still about the same login, and the stored pair is that one's */
export function watchLogin(): () => boolean {
  const began = pageLogin
  return () => began === pageLogin && isOwnLogin()
}

/** The stored pair is of another mailbox: nothing more is done in this page. */
export function leavePage(): void {
  if (isLeft()) return
  leave()
  emitSession({ kind: 'switched' })
}

/** What is still drawn here is of another mailbox: it is not seen until the page is gone. */
function leave(): void {
  document.documentElement.toggleAttribute('data-left', true)
  // By the way back, the browser may show it as it was.
  window.addEventListener('pageshow', () => location.reload(), { once: true })
}

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
  if (fresh) {
    pageLogin = randomKey()
    localStorage.setItem(loginKey, pageLogin)
  }
  writePair(tokens)
  if (fresh) emitSession({ kind: 'signed-in', elsewhere: false })
}

function writePair(tokens: Tokens): void {
  localStorage.setItem('refreshToken', tokens.refreshToken)
  localStorage.setItem('tokenExpiresAt', String(tokens.expiresAt))
  localStorage.setItem('accessToken', tokens.accessToken)
  writeMarker('1', '')
}

const pairKeys = [loginKey, 'accessToken', 'refreshToken', 'tokenExpiresAt']

/**
 * Takes the place of everything that is stored: the person goes on in another mailbox, or is back (PUBLICBOX-04). This page
 * is of the one that was left, as every other tab is: the new name comes first, so that none of them takes the new pair.
 */
export function storeSwitched(tokens: Tokens, isAway: boolean): void {
  leave()
  localStorage.setItem(loginKey, randomKey())
  for (const key of Object.keys(localStorage))
    if (!pairKeys.includes(key)) localStorage.removeItem(key)
  sessionStorage.clear()
  writePair(tokens)
  if (isAway) localStorage.setItem('switched', 'true')
}

/** True in a mailbox that is not the own one, known before the server has said so. */
export const isSwitched = (): boolean => localStorage.getItem('switched') === 'true'

const returnedFlag = 'returned'
/** The other mailbox is no longer this person's: the own one takes its place, and the next page says so. */
export function storeReturned(tokens: Tokens): void {
  storeSwitched(tokens, false)
  sessionStorage.setItem(returnedFlag, 'true')
  emitSession({ kind: 'switched' })
  location.assign('/')
}

/** @returns true once after the other mailbox was taken away */
export function takeReturned(): boolean {
  const was = sessionStorage.getItem(returnedFlag) === 'true'
  sessionStorage.removeItem(returnedFlag)
  return was
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

/**
 * Forgets everything this browser holds for the session (AUTH-12, AUTH-15) and tells every tab. What expired is the login of
 * this page: another one that is stored by now goes on.
 */
export function endSession(kind: 'signed-out' | 'expired'): void {
  if (kind === 'expired' && !isOwnLogin()) {
    leavePage()
    return
  }
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

function onStorage({ key, oldValue, newValue }: StorageEvent): void {
  // The name comes first, before the pair.
  if (key === loginKey && oldValue !== null && newValue !== null) leavePage()
  if (key !== null && key !== 'accessToken') return
  const present = localStorage.getItem('accessToken') !== null
  if (!present) emitSession({ kind: 'signed-out', goTo: '/login' })
  // Everything was cleared and somebody is signed in all the same.
  else if (key === null) leavePage()
  else if (oldValue === null) followLogin()
  else if (!isOwnLogin()) leavePage()
}

/** Nobody was signed in, and somebody is now, in another tab. */
function followLogin(): void {
  if (isLeft()) return
  pageLogin = localStorage.getItem(loginKey)
  emitSession({ kind: 'signed-in', elsewhere: true })
}

function writeMarker(value: string, extra: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and on plain http
  document.cookie = `token=${value}; Path=/; SameSite=Lax${secure}${extra}`
}
