import { limits } from '@hongyan/contract/limits'
import { lock as contract } from '@hongyan/contract/lock'
import { ApiError, call } from '../../lib/api.ts'
import { whenIdle } from '../../lib/idle.ts'
import { idleSeconds } from '../../lib/last-deed.ts'
import { isSignedIn } from '../../lib/session.ts'
import { clearLock, coverPage, useLock } from './lock-state.public.ts'

/** Asks once whether the screen is locked, then every 60 s whether it is time (SECURITY-14, SECURITY-18). @returns the end of it */
export function watchLock(): () => void {
  whenIdle(() => void checkIsOpen())
  const timer = setInterval(() => void checkIsAutoLock(), limits.lockCheck)
  return () => clearInterval(timer)
}

async function checkIsOpen(): Promise<void> {
  if (!isSignedIn()) return
  try {
    const { locked } = await call(contract.isOpen, {})
    if (locked === 1) coverPage()
    else if (useLock.getState().locked) clearLock()
  } catch (error) {
    clearAfter(error)
  }
}

async function checkIsAutoLock(): Promise<void> {
  if (!isSignedIn()) return
  try {
    const { isAutoLock } = await call(contract.isAutoLock, { body: { idle: idleSeconds() } })
    const { locked } = useLock.getState()
    if (isAutoLock === 1 && !locked) useLock.setState({ question: 'notice' })
    if (isAutoLock === 0 && locked) clearLock()
  } catch (error) {
    clearAfter(error)
  }
}

/**
 * An error clears the lock of the page, never that of the server, whose next answer brings it back. A line that is cut is
 * no error of the check: or else pulling the plug would show what lies under the lock.
 */
function clearAfter(error: unknown): void {
  const answered =
    error instanceof ApiError && (error.kind === 'refused' || error.kind === 'failed')
  if (answered && useLock.getState().locked) clearLock()
}
