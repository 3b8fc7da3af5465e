import { lock as contract } from '@hongyan/contract/lock'
import { queryOptions } from '@tanstack/react-query'
import { ApiError, call } from '../../lib/api.ts'
import { noteDeed } from '../../lib/last-deed.ts'
import { goOn } from '../../lib/line.ts'
import { queryClient } from '../../lib/queries.ts'
import { finishSession, onSessionEnd } from '../../lib/session-end.ts'
import { sessionStore } from '../../lib/session-store.ts'
import { pausePush, resumePush } from '../../lib/socket.ts'
import { tellTrouble } from '../../lib/trouble.ts'

/** In session storage: a page that is loaded again is covered before anything is drawn (SECURITY-15). */
const flag = 'lockScreen'

/** What the lock screen asks: `notice` it comes in some seconds, `lock` now?, `no-password` set one first? */
export type LockQuestion = 'notice' | 'lock' | 'no-password'

// Before the store: another tab that signs out clears only its own session storage.
onSessionEnd(() => sessionStorage.removeItem(flag))

export const useLock = sessionStore<{ locked: boolean; question: LockQuestion | null }>(() => {
  const locked = sessionStorage.getItem(flag) !== null
  hidePage(locked)
  return { locked, question: null }
})

export const lockStatusQuery = queryOptions({
  queryKey: ['lock'],
  queryFn: ({ signal }) => call(contract.isOpen, {}, { signal }),
})

/** Told to the other tabs of this login. */
const others = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('hongyan-lock')

/** @returns the end of listening */
export function followOtherTabs(): () => void {
  const hear = ({ data }: MessageEvent) => (data === 'locked' ? cover() : uncover())
  others?.addEventListener('message', hear)
  return () => others?.removeEventListener('message', hear)
}

/** Nothing of the page is shown, read out or reached by any key; what it holds stays. */
export function hidePage(hidden: boolean): void {
  document.documentElement.toggleAttribute('data-locked', hidden)
  const root = document.getElementById('root')
  if (root) root.inert = hidden
}

function cover(): void {
  if (useLock.getState().locked) return
  sessionStorage.setItem(flag, '1')
  pausePush()
  hidePage(true)
  useLock.setState({ locked: true, question: null })
}

function uncover(): void {
  if (!useLock.getState().locked) return
  sessionStorage.removeItem(flag)
  hidePage(false)
  useLock.setState({ locked: false })
  resumePush()
  void queryClient.invalidateQueries({ queryKey: lockStatusQuery.queryKey })
  // What could not be loaded or saved meanwhile is tried again.
  goOn()
}

/** The server says that this login is locked. */
export function coverPage(): void {
  cover()
  others?.postMessage('locked')
}

/**
 * The lock of the page is cleared, and the page begins anew: whatever it had, the server gives only to who may see it
 * (SECURITY-16, SECURITY-17). Covered until it has gone.
 */
export function clearLock(): void {
  sessionStorage.removeItem(flag)
  location.reload()
}

/** What is being written is saved first; then the server locks this login, and the page is covered. */
export async function lockScreen(): Promise<void> {
  useLock.setState({ question: null })
  await finishSession()
  try {
    await call(contract.open, { body: {} })
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind === 'refused') return tellTrouble(error)
    // A server that is away locks it by itself: nobody gives a sign of life.
  }
  coverPage()
}

/** @throws ApiError when the password is wrong */
export async function relieveScreen(password: string): Promise<void> {
  await call(contract.relieve, { body: { password } })
  noteDeed()
  uncover()
  others?.postMessage('unlocked')
}

/** By hand: only with a lock password and while the lock screen is in use (SECURITY-20). */
export async function askToLock(): Promise<void> {
  try {
    const { flag, haspass } = await queryClient.fetchQuery({ ...lockStatusQuery, staleTime: 0 })
    useLock.setState({ question: flag === 1 && haspass === 1 ? 'lock' : 'no-password' })
  } catch (error) {
    tellTrouble(error)
  }
}
