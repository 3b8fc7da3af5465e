import { useSyncExternalStore } from 'react'
import { isPageDark, watchPageDark } from '../../../lib/looks.ts'

/** That mails are drawn otherwise than the page: chosen on this device beside a dark or a light page, and for that one. */
const place = 'darkMail'
const watchers = new Set<() => void>()

function isDark(): boolean {
  const page = isPageDark()
  return localStorage.getItem(place) === beside(page) ? !page : page
}

function watch(changed: () => void): () => void {
  const unwatch = watchPageDark(changed)
  // Another tab chose.
  window.addEventListener('storage', changed)
  watchers.add(changed)
  return () => {
    unwatch()
    window.removeEventListener('storage', changed)
    watchers.delete(changed)
  }
}

const beside = (page: boolean): string => (page ? 'light beside dark' : 'dark beside light')

/** Whether the HTML of mails is drawn dark: what is read, and what is being written. */
export const useDarkMail = (): boolean => useSyncExternalStore(watch, isDark)

export function chooseDarkMail(dark: boolean): void {
  const page = isPageDark()
  if (dark === page) localStorage.removeItem(place)
  else localStorage.setItem(place, beside(page))
  for (const changed of watchers) changed()
}
