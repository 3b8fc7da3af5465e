import { limits } from '@hongyan/contract/limits'
import type { FirstScreen } from '@hongyan/contract/start'
import { readWarm } from '../features/folders/warm-start.ts'
import { safeRedirect } from '../lib/redirect.ts'
import { readTokens } from '../lib/tokens.ts'

/** What stands behind the hash. */
const placeNow = (): string => location.hash.replace(/^#?/, '')

/** Where a path leads; `/` to where the person begins, as far as this browser knows (ROUTES-06). */
function firstPath(path: string): string {
  if (path !== '' && path !== '/') return path
  const { startInInbox } = readWarm()
  return startInInbox === undefined ? '/' : startInInbox ? '/inbox' : '/dashboard'
}

/** Whether the inbox is the first screen; `start`: the settings will say. */
export function whereItStarts(path: string = placeNow()): 'start' | 'inbox' | 'elsewhere' {
  const first = firstPath(path)
  return first === '/' ? 'start' : first === '/inbox' ? 'inbox' : 'elsewhere'
}

/** The address leads to the inbox. */
export const startsInInbox = (): boolean => whereItStarts() === 'inbox'

/** It leads to the home screen, and so does `/` where nothing else is known. */
export const startsAtHome = (): boolean => ['/', '/dashboard'].includes(firstPath(placeNow()))

/** A folder's first page, as it is asked for. */
export type FirstList = Omit<NonNullable<FirstScreen['inbox']>, 'page'>

/** The list that the first screen will ask for before it knows the folders; null where it asks for none. */
export function guessedList(path?: string): FirstList | null {
  const { inbox, pageSize, conversation = false, continuous } = readWarm()
  const rows = continuous ? limits.listBlock : pageSize
  if (!inbox || !rows || whereItStarts(path) !== 'inbox') return null
  return { mailboxId: inbox, pageSize: rows, conversation }
}

/** Pages that are there for people who are not signed in; all others lead to the login first (R13). */
const forStrangers =
  /^\/(?:404|lockscreen|firstResetPsd|resetPassword|linkPage|print|smimePage|bigFileUpload|sharefile)(?:[/?]|$)/

/** Nobody is signed in, nobody comes by a ticket or from a sign-on provider, and the address leads to the login. */
export const startsAtLogin = (): boolean =>
  readTokens() === null && location.search === '' && !forStrangers.test(placeNow())

/** Where somebody is led who has to sign in first, and goes on to where they wanted. */
export function landingPath(path: string): string {
  const wanted = safeRedirect(path)
  return wanted ? `/loginBefore?redirect=${encodeURIComponent(wanted)}` : '/loginBefore'
}

/** The address says so from the beginning, as the guard of the pages would. */
export function goToLanding(): void {
  if (/^\/login(?:Before)?(?:[/?]|$)/.test(placeNow())) return
  history.replaceState(history.state, '', `#${landingPath(placeNow())}`)
}
