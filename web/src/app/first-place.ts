import { readWarm } from '../features/folders/warm-start.ts'

/** What stands behind the hash; `/` leads to where the person begins, as far as this browser knows (ROUTES-06). */
function firstPath(): string {
  const path = location.hash.replace(/^#?/, '')
  if (path !== '' && path !== '/') return path
  const { startInInbox } = readWarm()
  return startInInbox === undefined ? '/' : startInInbox ? '/inbox' : '/dashboard'
}

/** The address leads to the inbox: its first page can be asked for before the folders are known. */
export const startsInInbox = (): boolean => firstPath() === '/inbox'

/** It leads to the home screen, and so does `/` where nothing else is known. */
export const startsAtHome = (): boolean => ['/', '/dashboard'].includes(firstPath())
